"""7.5: what a voyage is: who goes aboard, where the stack sails, and who lands.

The orders that begin and continue one are in the module `naval`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from engine.games.granada.book.control import besieged
from engine.games.granada.book.fleets import HOLD, RANGE, enemy_here, laden, loadable, may_land
from engine.games.granada.book.stack import BESIEGED, HAS_MOVED
from engine.games.granada.table.board import GREY
from engine.games.granada.table.orders import (
    BLOCK,
    FLAG,
    ZONE,
    Block,
    Order,
    Zone,
    not_present,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import MOVED, SHIFT, Ship, without
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
