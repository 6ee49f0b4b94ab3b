"""7.5: fleets and what they carry.

Ships are tuples (flags, *cargo). The stack under way carries the flag SAILING.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import many, number, said
from engine.games.granada.book.control import besieged, conceal, settle
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE
from engine.games.granada.table.state import (
    KNOWN,
    MOVED,
    SAILING,
    SHIFT,
    Ship,
    State,
    join,
    ship_token,
    take,
    units,
    with_flags,
    without,
)

HOLD = 2  # land units a fleet carries (7.5.2)
RANGE = 3  # sea zones a move (7.5.1)


class Embarked(Telling, kind="embark", rule="7.5.2", shape="way"):
    """Troops go aboard."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="from")
    count: int = number()
    blocks: tuple[str, ...] = many(BLOCK, who="side")


class Landed(Telling, kind="land", rule="7.5.2", shape="way"):
    """Troops go ashore."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="to")
    count: int = number()
    blocks: tuple[str, ...] = many(BLOCK, who="side")


# -- which there are -----------------------------------------------------------------------------


def ready(s: State, zone: int, side: int) -> list[Ship]:
    """7.5.1: the ships in a zone that have not sailed or mustered this turn."""
    return [ship for ship in s.ships[2 * zone + side] if not ship[0] & MOVED]


def enemy_here(s: State, zone: int, side: int) -> bool:
    return bool(s.ships[2 * zone + 1 - side])


def sailing(s: State, zone: int, side: int) -> list[Ship]:
    """The stack under way, in the order in which orders name its ships."""
    ships = [ship for ship in s.ships[2 * zone + side] if ship[0] & SAILING]
    return sorted(ships, key=lambda ship: ship_token(s, ship)) if len(ships) > 1 else ships


def named(s: State, ships: Iterable[Ship], words: tuple[str, ...]) -> list[Ship]:
    """The ships that orders call so."""
    rest = list(ships)
    found = []
    for word in words:
        for ship in rest:
            if ship_token(s, ship) == word:
                rest.remove(ship)
                found.append(ship)
                break
    return found


def loadable(s: State, zone: int, side: int) -> tuple[int, ...]:
    """7.5.2, G20: who can embark: those who have not moved and are free to go aboard."""
    port = s.board.zone_port[zone]
    if besieged(s, port, side):
        return ()
    kinds = s.board.kinds
    return tuple(
        e >> SHIFT
        for e in s.stacks[2 * port + side]
        if not e & MOVED and e >> SHIFT != s.board.boabdil and kinds[e >> SHIFT].special != "guard"
    )


def laden(ships: list[Ship]) -> bool:
    """7.5.2: all troops of a stack embark together, so one that carries some takes no more."""
    return any(len(ship) > 1 for ship in ships)


def may_land(ships: list[Ship], zone: int, start: int) -> bool:
    """7.5.2, G20: troops aboard may land; those who embarked this turn only in another port."""
    if zone != start:
        return laden(ships)
    return laden(ships) and not any(e & MOVED for ship in ships for e in ship[1:])


# -- what they do --------------------------------------------------------------------------------


def mark(s: State, zone: int, side: int, ships: list[Ship], flags: int) -> None:
    index = 2 * zone + side
    rest = list(s.ships[index])
    for ship in ships:
        rest.remove(ship)
        rest.append((ship[0] | flags, *ship[1:]))
    s.ships[index] = tuple(sorted(rest))


def shift(s: State, side: int, zone: int, there: int) -> None:
    """Move the stack under way from one zone to another."""
    ships = tuple(sailing(s, zone, side))
    index = 2 * zone + side
    s.ships[index] = tuple(ship for ship in s.ships[index] if not ship[0] & SAILING)
    s.ships[2 * there + side] = tuple(sorted(s.ships[2 * there + side] + ships))


def moor(s: State, side: int, zone: int) -> None:
    """The voyage is over: the ships stay where they are."""
    index = 2 * zone + side
    s.ships[index] = tuple(sorted((ship[0] & ~SAILING, *ship[1:]) for ship in s.ships[index]))


def embark(
    s: State, c: Context, side: int, zone: int, load: tuple[int, ...], also: tuple[int, ...]
) -> None:
    """7.5.2: troops go aboard in the port of the zone where the fleet starts."""
    port = s.board.zone_port[zone]
    kinds = load + also
    index = 2 * port + side
    if len(kinds) != len(s.stacks[index]):
        conceal(s, port, side)
    group = take(s.stacks[index], kinds, 0, MOVED)
    s.stacks[index] = without(s.stacks[index], group)
    # nobody sees who of them goes aboard which ship
    group = with_flags(group, MOVED, KNOWN if load and also else 0)
    ships = sailing(s, zone, side)
    fresh: list[Ship] = []
    rest = list(s.ships[2 * zone + side])
    for ship, aboard in zip(ships, (load, also), strict=False):
        rest.remove(ship)
        entries = take(group, aboard)
        group = without(group, entries)
        fresh.append((ship[0], *join(ship[1:], entries)))
    s.ships[2 * zone + side] = tuple(sorted([*rest, *fresh]))
    names = s.board.kind_tokens
    c.tell(
        Embarked(
            side=SEATS[side],
            place=s.board.places[port],
            count=len(kinds),
            blocks=tuple(names[kind] for kind in kinds),
        )
    )
    settle(s, c, port)


def disembark(s: State, c: Context, side: int, zone: int) -> None:
    """7.5.2, 7.5.4: all troops under way land in the zone's port, into a battle if need be."""
    port = s.board.zone_port[zone]
    index = 2 * zone + side
    landed: tuple[int, ...] = ()
    fleet = []
    for ship in s.ships[index]:
        if ship[0] & SAILING:
            landed = join(landed, ship[1:])
            fleet.append(ship[:1])
        else:
            fleet.append(ship)
    s.ships[index] = tuple(sorted(fleet))
    s.stacks[2 * port + side] = join(s.stacks[2 * port + side], with_flags(landed, MOVED))
    names = s.board.kind_tokens
    c.tell(
        Landed(
            side=SEATS[side],
            place=s.board.places[port],
            count=len(landed),
            blocks=tuple(names[e >> SHIFT] for e in landed),
        )
    )
    if not units(s, port, 1 - side):
        settle(s, c, port)
