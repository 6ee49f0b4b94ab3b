"""What was done on the map: ways that were gone, and places where something happened.

A game's module reads them from its events.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Way:
    """One leg: along a road, a lane, or between a port and its sea."""

    side: str
    start: str
    goal: str
    flight: bool = False
    order: int = field(default=0, compare=False)  # legs of one march or voyage have the same
    who: str = ""  # their name, where a side has several peoples


@dataclass(frozen=True)
class Mark:
    """A place or a sea zone where something happened: a fight, a new owner, or anything else."""

    place: str
    what: str = "deed"  # or fight, taken
    owner: str = ""


Deed = Way | Mark


def ends(deed: Deed) -> tuple[str, ...]:
    """The places that a deed names."""
    return (deed.place,) if isinstance(deed, Mark) else (deed.start, deed.goal)
