"""Roads: which parcels a message makes, for the front ends by which its audience is reached.

An audience is `table` (everybody who watches it), `lobby` (whoever may join) or `person:<n>`. It is
decided in the commit that owes the message, by the venues and addresses as they are then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.floor.sitting import Sitting

PERSON = "person:"
CLOSED = "closed"  # an address at which nothing arrives
TOLD = ("note", "report", "request", "end", "said")  # what a table tells, wherever people read it


@dataclass(frozen=True, slots=True)
class Road:
    """One queue of one front end: its parcels leave one after the other."""

    front: str  # discord, mail
    name: str
    to: str = ""  # the address, where it goes to one person


def roads(sitting: Sitting, audience: str, kind: str) -> tuple[Road, ...]:
    """Where a message of a kind goes."""
    if audience.startswith(PERSON):
        road = to_person(sitting, int(audience.removeprefix(PERSON)))
        return (road,) if road is not None else ()
    shown = [Road(front, f"{front}:{audience}:{sitting.id}") for front in sitting.venues]
    return (*shown, *(_readers(sitting) if kind in TOLD else ()))


def to_person(sitting: Sitting, person: int) -> Road | None:
    """To the address that somebody chose for letters, if it is open; else to their first open one.
    If none is, it is tried all the same: whoever sends it says what became of it."""
    found = sitting.addresses.get(person, ())
    known = sitting.people.get(person)
    wanted = known.letters if known is not None else ""
    if not found:
        return None
    best = min(found, key=lambda one: (one.state == CLOSED, one.kind != wanted))
    return Road(best.kind, f"{best.kind}:{best.value}", best.value)


def _readers(sitting: Sitting) -> Iterator[Road]:
    """Those at the table who read it by a front end that shows it nowhere: each by themselves."""
    seated = [seat.person for seat in sitting.seats.values() if seat.person is not None]
    for person in dict.fromkeys(seated):
        road = to_person(sitting, person)
        if road is not None and road.front not in sitting.venues:
            yield road
