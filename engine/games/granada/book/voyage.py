"""7.5: fleets, what they carry, and what a voyage is: who goes aboard, where it goes, who lands.

Ships are tuples (flags, *cargo). The stack under way carries the flag SAILING. The orders that
begin and continue a voyage are in the module `naval`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.events import many, number, said
from engine.games.granada.book.control import besieged, conceal, settle
from engine.games.granada.book.stack import BESIEGED, HAS_MOVED
from engine.games.granada.table.board import GREY, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import (
    BLOCK,
    FLAG,
    PLACE,
    SIDE,
    ZONE,
    Block,
    Order,
    Zone,
    not_present,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
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
from engine.orders import (
    NO_OFFER,
    NONE,
    UNFIT,
    Bar,
    Offer,
    Why,
    one,
    path,
    some,
    subset,
    worked_out,
)
from engine.orders.piles import Pile

A = TypeVar("A", bound=tuple[Any, ...])

HOLD = 2  # land units a fleet carries (7.5.2)
RANGE = 3  # sea zones a move (7.5.1)


class Embarked(Telling, kind="embark", rule="7.5.2", shape="way"):
    """Troops go aboard."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="from")
    count: int = number(noun="block")
    blocks: tuple[str, ...] = many(BLOCK, who="side")


class Landed(Telling, kind="land", rule="7.5.2", shape="way"):
    """Troops go ashore."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="to")
    count: int = number(noun="block")
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


# -- a voyage -------------------------------------------------------------------------------------

MEET_FIRST = Bar("meet_first", "7.5.3", zone=ZONE)
NO_EMBARKING_NOW = Bar("no_embarking_now", "7.5.2")
ONE_SHIP_ONLY = Bar("one_ship_only", "7.5.1")
GREY_ASHORE = Bar("grey_ashore", "7.5.2")
BOABDIL_ASHORE = Bar("boabdil_ashore", "7.5.2")
GUARD_ASHORE = Bar("guard_ashore", "10.10")
HOLD_FULL = Bar("hold_full", "7.5.2")
STOP_FOR_ENEMY = Bar("stop_for_enemy", "7.5.3", here=ZONE)
THREE_ZONES = Bar("three_zones", "7.5.1")
NOT_ADJACENT = Bar("not_adjacent", "7.5.1", here=ZONE, there=ZONE)
NOBODY_TO_LAND = Bar("nobody_to_land", "7.5.2")
LAND_AFTER = Bar("land_after", "7.5.3")
LAND_ELSEWHERE = Bar("land_elsewhere", "7.5.2")


class Fleet(NamedTuple):
    """The stack that an order is about, and how far its voyage has come."""

    zone: int
    start: int  # the zone where its voyage began
    steps: int
    ships: list[Ship]
    may_load: bool
    unmet: bool = False  # enemies are where it starts: they are met before anything else (G21)


class Voyage(Order[A]):
    """7.5: what a stack takes aboard, where it sails, and whether the troops land there."""

    load = some(BLOCK, optional=True, mark="load", words="who goes aboard the first ship")
    also = some(BLOCK, optional=True, mark="also", words="who goes aboard the second ship")
    course = path(ZONE, name="path", mark=">", words="the zones to sail to")
    land = one(FLAG, optional=True, rule="7.5.2", words="put the troops ashore at the end")

    @worked_out
    def fleet(self) -> Fleet:
        raise NotImplementedError

    # -- who goes aboard --

    @worked_out
    def pool(self) -> tuple[int, ...]:
        fleet = self.fleet
        if not fleet.may_load or laden(fleet.ships):
            return ()
        return loadable(self.s, fleet.zone, self.side)

    def _room(self, number: int) -> int:
        """What the first or second ship can still carry."""
        ships = self.fleet.ships
        return HOLD - (len(ships[number]) - 1) if number < len(ships) else 0

    def _next_aboard(self, number: int, pool: tuple[int, ...], chosen: tuple[Any, ...]) -> Any:
        if self.fleet.unmet:
            return NO_OFFER
        return subset(pool, chosen, 0, min(self._room(number), len(pool)), "7.5.2")

    @load.offer
    def next_aboard(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        found: Offer[Any] = self._next_aboard(0, self.pool, chosen)
        return found

    @also.offer
    def next_also(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        rest = without(self.pool, self.load) if self.load else self.pool
        found: Offer[Any] = self._next_aboard(1, rest, chosen)
        return found

    @load.bar
    def load_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        return self._aboard_barred(0, (), chosen, block)

    @also.bar
    def also_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        return self._aboard_barred(1, self.load, chosen, block)

    def _aboard_barred(
        self, number: int, loaded: tuple[Block, ...], chosen: tuple[Block, ...], block: Block | None
    ) -> Why | None:
        """7.5.2, G20: who may go aboard, and how many."""
        if block is None:
            return None
        fleet = self.fleet
        if fleet.unmet:
            return MEET_FIRST(zone=fleet.zone)
        if not fleet.may_load:
            return NO_EMBARKING_NOW()
        if number >= len(fleet.ships):
            return ONE_SHIP_ONLY()
        return (
            self._unfit_for_sea(block)
            or self._not_in_port(number, loaded, chosen, block)
            or (UNFIT() if laden(fleet.ships) else None)
        )

    def _unfit_for_sea(self, block: Block) -> Why | None:
        board = self.s.board
        if board.kinds[block].side == GREY:
            return GREY_ASHORE()
        if block == board.boabdil:
            return BOABDIL_ASHORE()
        return GUARD_ASHORE() if board.kinds[block].special == "guard" else None

    def _not_in_port(
        self, number: int, loaded: tuple[Block, ...], chosen: tuple[Block, ...], block: Block
    ) -> Why | None:
        s = self.s
        port: Any = s.board.zone_port[self.fleet.zone]
        if absent := not_present(self, port, block, "7.5.2", chosen):
            return absent
        if besieged(s, port, self.side):
            return BESIEGED(place=port)
        if len(chosen) >= self._room(number):
            return HOLD_FULL()
        stack = s.stacks[2 * port + self.side]
        fresh = sum(1 for e in stack if e >> SHIFT == block and not e & MOVED)
        if chosen.count(block) + loaded.count(block) >= fresh:
            return HAS_MOVED(block=block, place=port)
        return out_of_order(chosen, block, "7.5.2")

    @load.hides
    def quay(self, world: Dealt) -> Pile:
        port = self.s.board.zone_port[self.fleet.zone]
        return world.at(port, self.side, MOVED)

    @also.hides
    def left_on_quay(self, world: Dealt) -> Pile:
        pile: Pile = self.quay(world)
        pile.take(self.load)
        return pile

    # -- where to --

    @course.offer
    def next_zone(self, chosen: tuple[Zone, ...]) -> Offer[Any]:
        fleet = self.fleet
        if fleet.unmet:
            return NO_OFFER
        here = chosen[-1] if chosen else fleet.zone
        going = fleet.steps + len(chosen) < RANGE
        if chosen and enemy_here(self.s, here, self.side):
            going = False
        return Offer(self.s.board.sea[here] if going else (), True, 0, RANGE, "7.5.1")

    @course.bar
    def zone_barred(self, chosen: tuple[Zone, ...], zone: Zone | None) -> Why | None:
        """7.5.1, 7.5.3: three zones, each next to the last, and no further than an enemy."""
        if zone is None:
            return None
        fleet = self.fleet
        if fleet.unmet:
            return MEET_FIRST(zone=fleet.zone)
        here = chosen[-1] if chosen else fleet.zone
        if chosen and enemy_here(self.s, here, self.side):
            return STOP_FOR_ENEMY(here=here)
        if fleet.steps + len(chosen) >= RANGE:
            return THREE_ZONES()
        return None if zone in self.s.board.sea[here] else NOT_ADJACENT(here=here, there=zone)

    # -- who lands --

    def _lands(self) -> bool:
        """7.5.2: troops land in another port than the one where they embarked."""
        fleet = self.fleet
        last = self.course[-1] if self.course else fleet.zone
        if self.load or self.also:
            return last != fleet.start
        return may_land(fleet.ships, last, fleet.start)

    @land.offer
    def landings(self) -> Sequence[Any]:
        if self.fleet.unmet or self._meets():
            return NONE
        return (None, "land") if self._lands() else NONE

    def _meets(self) -> bool:
        """Whether the course ends among enemies."""
        return bool(self.course) and enemy_here(self.s, self.course[-1], self.side)

    @land.bar
    def land_barred(self, land: str | None) -> Why | None:
        if land is None:
            return None
        fleet = self.fleet
        if fleet.unmet:
            return MEET_FIRST(zone=fleet.zone)
        if not (self.load or self.also or laden(fleet.ships)):
            return NOBODY_TO_LAND()
        if self._meets():
            return LAND_AFTER()
        return None if self._lands() else LAND_ELSEWHERE()
