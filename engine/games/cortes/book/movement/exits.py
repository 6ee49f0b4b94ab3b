"""7.17, 9.6, 11.1: leaving the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.cortes.book.desecration import entered
from engine.games.cortes.book.marching import March, cost
from engine.games.cortes.book.movement.afloat import ready
from engine.games.cortes.book.movement.telling import Left, shown
from engine.games.cortes.book.stacks import (
    fix_guns,
    take,
)
from engine.games.cortes.table.board import (
    AZTEC,
    CAUSEWAY,
    CLEAR,
    REGULAR,
    SOUTH,
    WEST,
)
from engine.games.cortes.table.flow import Context, Party
from engine.games.cortes.table.orders import (
    PLACE,
    UNFIT,
    UNIT,
    Order,
    Place,
    Unit,
    absent,
)
from engine.games.cortes.table.state import (
    ESCAPED,
    FREE,
    GUN,
    MOVED,
    OFF,
    SEATS,
    SHIFT,
    State,
)
from engine.games.cortes.table.state import chosen as picked
from engine.orders import Bar, Offer, Why, one, path, some, worked_out


class Leave(Order[Party], verb="leave", rule="7.17", command=True):
    """7.17: leave the map from Tepeyac, until the next R&R."""

    place = one(PLACE, rule="7.17", words="where they stand")
    units = some(UNIT, rule="7.17", words="who leaves")
    shut = Bar("nobody_leaves", "7.17")

    def possible(self) -> bool:
        return bool(self.places())

    def able(self, place: int) -> tuple[int, ...]:
        """Units that began their phase there; a cannon goes with its carrier (R-54)."""
        return tuple(f for f in ready(self.s, self.side, place) if f != self.s.board.cannon)

    @place.offer
    def places(self) -> Sequence[Any]:
        if self.side == AZTEC:
            return []
        return [p for p in self.s.board.tepeyac if self.able(p)]

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else Leave.shut()

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        able = self.able(self.place)
        found = [f for f in dict.fromkeys(able) if chosen.count(Unit(f)) < able.count(f)]
        return Offer(
            tuple(f for f in found if not chosen or f >= chosen[-1]), bool(chosen), 1, len(able)
        )

    @units.bar
    def unit_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None:
            return None if chosen else UNFIT()
        stack = tuple([f << SHIFT for f in self.able(self.place)])
        return absent(self, self.place, stack, unit, chosen, "7.17")

    @units.hides
    def leavers(self, world: Any) -> Any:
        return world.pile(self.side, self.place, MOVED)

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        s.begun = s.landed = True
        leader = board.leader_face[side]
        faces = tuple([f for f in self.units if f != leader])
        stack = s.at(side, self.place)
        picks = picked(stack, faces, MOVED)
        guns = sum(1 for i in picks if stack[i] & GUN)
        cannons = [i for i, e in enumerate(stack) if e >> SHIFT == board.cannon][:guns]
        taken, seen = take(s, side, self.place, [*picks, *cannons])
        fix_guns(s, self.place)
        s.off = tuple(sorted((*s.off, *[e >> SHIFT for e in taken])))
        if leader in self.units:
            s.leaders[side], s.leader_moved[side] = OFF, True
            s.off = tuple(sorted((*s.off, leader)))
        c.tell(Left(side=SEATS[side], place=board.places[self.place], how="tepeyac",
                    count=len(self.units)), rule="7.17")  # fmt: skip
        shown(s, c, side, self.place, seen)


class _Exit(Order[Party]):
    """A unit walks to the west or south edge and off the map, for one more movement point."""

    def _ways(
        self, start: int, face: int, way: tuple[int, ...], clear: bool
    ) -> tuple[bool, list[int]]:
        """Whether it may leave after a way, and where it may go on to, to leave later."""
        s = self.s
        march = March(s, AZTEC, start, (face,))
        if not way and s.movement(face) <= s.board.far[start]:
            return False, []
        return _leaves(s, march, way, clear), [
            there for there in march._next(way) if _may_leave(s, march, (*way, there), clear)
        ]


def _spent(s: State, march: March, way: tuple[int, ...]) -> int:
    """What is left of the movement points after a way; below 0: it is too long."""
    (gait,) = set(march.gait.values())
    left, here = gait.points, march.start
    for there in way:
        left -= cost(s, gait.mover, here, there)
        here = there
    return left


def _leaves(s: State, march: March, way: tuple[int, ...], clear: bool) -> bool:
    board, here = s.board, way[-1] if way else march.start
    edge = bool(board.edge[here] & (WEST | SOUTH)) and board.region[here] != CAUSEWAY
    ground = not clear or board.terrain[here] == CLEAR
    return edge and ground and _spent(s, march, way) >= 1


def _may_leave(s: State, march: March, way: tuple[int, ...], clear: bool) -> bool:
    if _spent(s, march, way) <= s.board.far[way[-1]]:
        return False
    return _leaves(s, march, way, clear) or any(
        _may_leave(s, march, (*way, there), clear) for there in march._next(way)
    )


class Raid(_Exit, verb="raid", rule="11.1", command=True):
    """11.1: send a full regular off the map to raid."""

    start = one(PLACE, name="from", rule="11.1", words="where it starts")
    road = path(PLACE, name="path", mark=">", optional=True, rule="11.1", words="its way")
    shut = Bar("no_raid", "11.1")

    def possible(self) -> bool:
        s = self.s
        if self.side != AZTEC or not s.rules.raids or not s.rests or s.raided:
            return False
        return bool(self.starts())

    @worked_out
    def regular(self) -> int:
        board = self.s.board
        return next(f for f, t in enumerate(board.face_type) if t == REGULAR)

    @start.offer
    def starts(self) -> Sequence[Any]:
        s = self.s
        hexes = [p for p in sorted(s.stacks[AZTEC]) if p < s.board.hexes]
        return [p for p in hexes if self.regular in ready(s, AZTEC, p) and self._can(p)]

    def _can(self, place: int) -> bool:
        stop, on = self._ways(place, self.regular, (), True)
        return stop or bool(on)

    @start.bar
    def start_barred(self, place: Place) -> Why | None:
        return None if place in self.starts() else Raid.shut()

    @road.offer
    def next_hex(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        stop, on = self._ways(self.start, self.regular, chosen, True)
        return Offer(tuple(on), stop, 0, 12)

    @road.bar
    def hex_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        offer = self.next_hex(chosen)
        fits_ = offer.may_stop if there is None else there in offer.choices
        return None if fits_ else Raid.shut()

    def do(self, c: Context) -> None:
        s, board = self.s, self.s.board
        s.begun = s.landed = s.raid = s.raided = True
        stack = s.at(AZTEC, self.start)
        _, seen = take(s, AZTEC, self.start, picked(stack, (self.regular,), MOVED))
        s.out[AZTEC] = tuple(sorted((*s.out[AZTEC], board.face_sort[self.regular])))
        for place in self.road:
            entered(s, c, AZTEC, place, (self.regular,))
        last = self.road[-1] if self.road else self.start
        c.tell(Left(side=SEATS[AZTEC], place=board.places[last], how="raid", count=1), rule="11.1")
        shown(s, c, AZTEC, self.start, seen)


class Escape(_Exit, verb="escape", rule="9.6", command=True):
    """9.6: lead Cuauhtemoc off the map."""

    road = path(PLACE, name="path", mark=">", optional=True, rule="9.6", words="his way")
    shut = Bar("no_escape", "9.6")

    def possible(self) -> bool:
        s = self.s
        if self.side != AZTEC or s.fate != FREE or s.leader_moved[AZTEC]:
            return False
        if not 0 <= s.leaders[AZTEC] < s.board.hexes:
            return False
        offer = self.next_hex(())
        return offer.may_stop or bool(offer.choices)

    @road.offer
    def next_hex(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        s = self.s
        stop, on = self._ways(s.leaders[AZTEC], s.board.leader_face[AZTEC], chosen, False)
        return Offer(tuple(on), stop, 0, 12)

    @road.bar
    def hex_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        offer = self.next_hex(chosen)
        fits_ = offer.may_stop if there is None else there in offer.choices
        return None if fits_ else Escape.shut()

    def do(self, c: Context) -> None:
        s = self.s
        last = self.road[-1] if self.road else s.leaders[AZTEC]
        s.begun = s.landed = True
        s.leaders[AZTEC], s.fate = OFF, ESCAPED
        c.tell(Left(side=SEATS[AZTEC], place=s.board.places[last], how="escape", count=1),
               rule="9.6")  # fmt: skip
