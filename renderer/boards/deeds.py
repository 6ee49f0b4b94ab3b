"""What was done on the map: ways that were gone, and places where something happened.

An event brings its shape and its parts along, as its game declares them (`drawn`): who it was,
from where, along which way, to where, and at which place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.tongues import Field

Parts = Mapping[str, Any]  # the shape of an event, and what plays each part in it
_MARKS = {"fight": "fight", "taken": "taken"}  # of shapes; any other is a deed


@dataclass(frozen=True)
class Way:
    """One leg: along a road, a lane, or between a port and its sea."""

    side: str
    start: str
    goal: str
    flight: bool = False
    order: int = field(default=0, compare=False)  # legs of one march or voyage have the same
    who: Field = ""  # their name, where a side has several peoples
    cost: str = field(default="", compare=False)  # what the whole way cost, on its last leg


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


def ways(parts: Parts, order: int, side: str, who: Field = "") -> Iterator[Way]:
    """The legs of an event: a whole way, or straight to each goal, from where it starts."""
    start, flight = parts.get("from") or parts.get("at"), parts.get("shape") == "flight"
    if not start:
        return
    if "way" in parts:
        legs = list(pairwise((start, *parts["way"])))
    else:
        legs = [(start, goal) for goal in _places(parts.get("to")) if goal != start]
    for one, other in legs:
        yield Way(side, one, other, flight, order, who)


def marks(parts: Parts) -> Iterator[Mark]:
    """The places where it happened; where the rest of a way is not told, the end that is."""
    what = _MARKS.get(parts.get("shape", ""), "deed")
    at = parts.get("at")
    if at is None and "way" not in parts and ("from" in parts) != ("to" in parts):
        at = parts.get("from") or parts.get("to")
    for place in _places(at):
        yield Mark(place, what, parts.get("who", "") if what == "taken" else "")


def _places(value: object) -> tuple[str, ...]:
    """One place or several."""
    if isinstance(value, str):
        return (value,)
    return tuple(p for p in value if isinstance(p, str)) if isinstance(value, list | tuple) else ()
