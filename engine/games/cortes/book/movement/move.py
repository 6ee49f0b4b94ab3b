"""Chapter 7: the order to move, on the lake first and then by land."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.cortes.book.desecration import entered
from engine.games.cortes.book.marching import March, barred_by_enemy
from engine.games.cortes.book.movement.afloat import afloat, boats, free, ready
from engine.games.cortes.book.movement.telling import Moved
from engine.games.cortes.book.stacks import (
    disembark,
    embark,
    fix_guns,
    join,
    strongest,
    take,
)
from engine.games.cortes.table.board import (
    AZTEC,
    CANNON,
    GUNBOAT,
    LEADER,
    QUAGMIRE,
    SPANISH,
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
    among,
)
from engine.games.cortes.table.state import (
    GUN,
    KIND,
    LED,
    MOVED,
    OFF,
    SEATS,
    SEEN,
    SHIFT,
    State,
)
from engine.games.cortes.table.state import chosen as picked
from engine.orders import Bar, Offer, Why, one, path, some, worked_out

# -- reasons ---------------------------------------------------------------------------------------

ALL_MOVED = Bar("all_moved", "7.2", place=PLACE)
NO_MOVER = Bar("no_mover", "7.2", place=PLACE)
STUCK = Bar("stuck", "7.1", place=PLACE)
MOVED_ALREADY = Bar("moved_already", "7.2", unit=UNIT)
APART = Bar("apart", "6.2", unit=UNIT)
NEEDS_CARRIER = Bar("needs_carrier", "7.4")
LAKE_FIRST = Bar("lake_first", "7.19")
NOT_AFLOAT = Bar("not_afloat", "7.19")
CLOSED_AREA = Bar("closed_area", "2.12", place=PLACE)
NOT_NEXT = Bar("not_next", "7.20", here=PLACE, there=PLACE)
NO_SHORE = Bar("no_shore", "7.19", here=PLACE, there=PLACE)
BOATS_AFLOAT = Bar("boats_afloat", "7.19")
BOUND = Bar("bound", "9.2")
NO_BOAT = Bar("no_boat", "7.19", place=PLACE)
COASTAL = Bar("coastal", "7.19", place=PLACE)
ONE_AREA = Bar("one_area", "7.19")
NOT_BESIDE = Bar("not_beside", "7.1", here=PLACE, there=PLACE)
WATER = Bar("water", "7.21", here=PLACE, there=PLACE)
QUAG = Bar("quagmire", "7.10", place=PLACE)
ENEMY = Bar("enemy", "7.5", place=PLACE)
BEEN = Bar("been", "7.1", place=PLACE)
NOT_GOING = Bar("not_going", "7.6", unit=UNIT)
TOO_DEAR = Bar("too_dear", "7.2", place=PLACE)
NO_ROOM = Bar("no_room", "6.6", place=PLACE)


# -- who goes with whom ----------------------------------------------------------------------------


def free_step(s: State, side: int, place: int, faces: tuple[int, ...]) -> bool:
    """Whether a single unit can step into an empty hex, as it nearly always can (7.3)."""
    if len(faces) > 1 or faces[0] in s.board.leader_face:
        return False
    mine, theirs = s.stacks
    for there, _ in s.board.steps[s.board.mover[faces[0]]][place]:
        if there not in mine and there not in theirs and there not in s.leaders:
            return True
    return False


def company(s: State, side: int, place: int, faces: tuple[int, ...]) -> Why | None:
    """6.2, 6.3, 7.4: who may not move together."""
    board = s.board
    types = [board.face_type[f] for f in faces]
    cannons = types.count(CANNON)
    if cannons:
        carriers = {e >> SHIFT for e in s.at(side, place) if e & GUN and not e & MOVED}
        if cannons > sum(1 for f in faces if f in carriers):
            return NEEDS_CARRIER()
    if place < board.hexes and side == SPANISH:
        allies = [f for f in faces if not board.face_european[f]]
        if allies and len(allies) < len(faces):
            return APART(unit=faces[-1])
        if s.rules.tribes and len({board.face_tribe[f] for f in allies}) > 1:
            return APART("6.3", unit=faces[-1])
    return None


# -- the order -------------------------------------------------------------------------------------


class Move(Order[Party], verb="move", rule="7.1", command=True):
    """7.1: move units by land or on the lake."""

    start = one(PLACE, name="from", rule="7.1", words="where they start")
    units = some(UNIT, rule="7.6", words="who moves")
    road = path(PLACE, name="path", mark=">", rule="7.1", words="the way, or only where it ends")
    drop_at = one(PLACE, optional=True, rule="7.6", words="where to leave units")
    drop = some(
        UNIT, mark="-", at=drop_at, optional=True, rule="7.6", words="who is left on the way"
    )
    shut = Bar("nobody_moves", "7.2")

    def possible(self) -> bool:
        return any(self.stirs(place) for place in self.camps())

    def camps(self) -> list[int]:
        s, side = self.s, self.side
        return sorted({*s.stacks[side], *([s.leaders[side]] if s.leaders[side] != OFF else [])})

    def stirs(self, place: int) -> bool:
        s = self.s
        if place < s.board.hexes:
            for e in s.at(self.side, place):
                if not e & MOVED and e >> SHIFT != s.board.cannon:
                    if free_step(s, self.side, place, (e >> SHIFT,)):
                        return True
        found = dict.fromkeys(ready(self.s, self.side, place))
        return any(self.goes(place, (face,)) for face in found)

    def goes(self, place: int, faces: tuple[int, ...]) -> bool:
        """Whether these units can go anywhere together."""
        s, side = self.s, self.side
        if company(s, side, place, faces) is not None:
            return False
        if afloat(s, side, place, faces):
            return True
        if place >= s.board.hexes:
            return False
        return free_step(s, side, place, faces) or March(s, side, place, faces).anywhere()

    @start.offer
    def starts(self) -> Sequence[Any]:
        return [place for place in self.camps() if self.stirs(place)]

    @start.bar
    def start_barred(self, place: Place) -> Why | None:
        s, side = self.s, self.side
        if not s.someone(side, place):
            return NO_MOVER(place=place)
        if not ready(s, side, place):
            return ALL_MOVED(place=place)
        if place >= s.board.hexes and s.landed:
            return LAKE_FIRST()
        return None if self.stirs(place) else STUCK(place=place)

    # -- who moves --

    @worked_out
    def crowd(self) -> tuple[int, ...]:
        return ready(self.s, self.side, self.start)

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        found = []
        crowd = self.crowd
        for face in dict.fromkeys(crowd):
            if chosen and face < chosen[-1]:
                continue
            if chosen.count(Unit(face)) < crowd.count(face):
                if self.goes(self.start, (*chosen, face)):
                    found.append(face)
        return Offer(tuple(found), bool(chosen), 1, len(crowd))

    @units.bar
    def unit_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None:
            return None if chosen else UNFIT()
        s, side, place = self.s, self.side, self.start
        stack = tuple([face << SHIFT for face in self.crowd])
        if why := absent(self, place, stack, unit, chosen, "7.2"):
            moved = unit in s.faces(side, place) and unit not in self.crowd
            return MOVED_ALREADY(unit=unit) if moved else why
        together = (*chosen, unit)
        if why := company(s, side, place, together):
            return why
        return None if self.goes(place, together) else STUCK(place=place)

    @units.hides
    def movers(self, world: Any) -> Any:
        return world.pile(self.side, self.start, MOVED)

    # -- the way --

    @worked_out
    def march(self) -> March:
        return March(self.s, self.side, self.start, self.units)

    @worked_out
    def shores(self) -> list[int]:
        return afloat(self.s, self.side, self.start, self.units)

    @road.offer
    def next_hex(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        board, by_land = self.s.board, self.start < self.s.board.hexes
        if not chosen:
            land = self.march.onward(()) if by_land else []
            return Offer((*self.shores, *land), False, 1, 12)
        if not by_land or chosen[0] >= board.hexes:
            return Offer((), True, 1, 1)
        return Offer(tuple(self.march.onward(chosen)), bool(self.march.splits(chosen)), 1, 12)

    @road.bar
    def hex_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        board = self.s.board
        here = chosen[-1] if chosen else self.start
        if there is None:
            if not chosen:
                return UNFIT()
            afloat_ = self.start >= board.hexes or chosen[0] >= board.hexes
            return None if afloat_ or self.march.splits(chosen) else NO_ROOM(place=here)
        if there in self.next_hex(chosen).choices:
            return None
        if self.start >= board.hexes or there >= board.hexes or here >= board.hexes:
            return self._lake_barred(chosen, here, there)
        if board.terrain[there] == QUAGMIRE:
            return QUAG(place=there)
        if there == self.start or there in chosen:
            return BEEN(place=there)
        if there not in board.adjacent[here]:
            return NOT_BESIDE(here=here, there=there)
        if there not in board.crossed[here]:
            return WATER(here=here, there=there)
        if barred_by_enemy(self.s, self.side, there, self._units()):
            return ENEMY(place=there)
        if board.leader_face[AZTEC] in self.units and not free(self.s):
            if there not in board.on_island:
                return BOUND()
        if there not in self.march._next(chosen):
            return TOO_DEAR(place=there)
        return NO_ROOM(place=there)

    def _units(self) -> bool:
        return any(self.s.board.face_type[face] != LEADER for face in self.units)

    def _lake_barred(self, chosen: tuple[Place, ...], here: Place, there: Place) -> Why:
        s, board, side = self.s, self.s.board, self.side
        if chosen:
            return ONE_AREA()
        if s.landed:
            return LAKE_FIRST()
        units = [f for f in self.units if board.face_type[f] != LEADER]
        if not units and side == SPANISH:
            return NO_BOAT(place=there) if there >= board.hexes else COASTAL(place=there)
        if not all(board.face_lake[f] for f in units):
            return NOT_AFLOAT()
        if board.leader_face[AZTEC] in self.units and not free(s):
            return BOUND()
        if there >= board.hexes:
            if side == AZTEC and board.closed[there - board.hexes]:
                return CLOSED_AREA(place=there)
            return NOT_NEXT(here=here, there=there)
        if any(board.face_type[f] == GUNBOAT for f in units):
            return BOATS_AFLOAT()
        if there not in board.shores[here - board.hexes]:
            return (
                QUAG(place=there)
                if board.terrain[there] == QUAGMIRE
                else NO_SHORE(here=here, there=there)
            )
        if barred_by_enemy(s, side, there, True):
            return ENEMY(place=there)
        return NO_ROOM(place=there)

    # -- who is left on the way --

    @worked_out
    def splits(self) -> list[tuple[int, tuple[int, ...]]]:
        board = self.s.board
        if self.start >= board.hexes or self.road[0] >= board.hexes:
            return [(-1, ())]
        return self.march.splits(self.road)

    @drop_at.offer
    def drop_places(self) -> Sequence[Any]:
        return [None if n < 0 else self.road[n] for n in sorted({n for n, _ in self.splits})]

    @drop_at.bar
    def drop_place_barred(self, place: Place | None) -> Why | None:
        if place in self.drop_places():
            return None
        return TOO_DEAR(place=self.road[-1]) if place is None else NO_ROOM(place=place)

    @drop.offer
    def next_left(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        return among(self.leavings, chosen)

    @drop.bar
    def left_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        offer = self.next_left(chosen)
        if unit is None:
            return None if offer.may_stop else NO_ROOM(place=self.drop_at)
        if unit in offer.choices:
            return None
        if unit not in self.units or chosen.count(unit) >= self.units.count(unit):
            return NOT_GOING(unit=unit)
        return NO_ROOM(place=self.drop_at)

    @drop.hides
    def droppers(self, world: Any) -> Any:
        return world.rest(self, Move.units)

    @worked_out
    def leavings(self) -> list[tuple[int, ...]]:
        at = self.road.index(self.drop_at)
        return [left for n, left in self.splits if n == at]

    # -- the deed --

    def do(self, c: Context) -> None:
        s = self.s
        s.begun = True
        board, by_lake = s.board, self.start >= s.board.hexes or self.road[0] >= s.board.hexes
        tops = sail(s, c, self) if by_lake else tramp(s, c, self)
        tell_move(s, c, self, tuple(board.faces[face] for face in tops if face >= 0))


def tell_move(s: State, c: Context, order: Move, tops: tuple[str, ...]) -> None:
    """What each side learns of a move."""
    side = order.side
    told = Moved(
        side=SEATS[side],
        start=order.tokens(Move.start),
        path=order.tokens(Move.road),
        count=len(order.units),
        drop_at=order.tokens(Move.drop_at),
        left=len(order.drop),
    )
    units = order.tokens(Move.units)
    if s.clouded(side):
        told.public["own"] = units
        if tops:
            told.public["tops"] = tops
    else:
        told.public["units"] = units
    c.tell(told)


def tramp(s: State, c: Context, order: Move) -> list[int]:
    """7.6: a march by land; the faces that come to be seen."""
    side, board = order.side, s.board
    leader = board.leader_face[side]
    s.landed = True
    stack = s.at(side, order.start)
    faces = tuple([f for f in order.units if f != leader])
    picks = picked(stack, faces, MOVED, 0) if faces else []
    taken, seen = take(s, side, order.start, picks)
    tops = [seen]
    if side == SPANISH:
        fix_guns(s, order.start)
    going = unhitched(s, taken)
    walking = list(order.units)
    if leader in walking:
        s.leaders[side] = OFF  # on his way
    for n, place in enumerate(order.road):
        watched = not s.clouded(side)
        entered(s, c, side, place, walking)
        if watched and s.clouded(side):
            going = [e | SEEN | KIND for e in going]  # seen to the last, before the temples fell
        if s.over is not None:
            _stop(s, side, place, going, leader in walking)
            return tops
        last = n == len(order.road) - 1
        if not last and place == order.drop_at:
            staying, going = _part(s, going, order.drop, leader)
            staying, going = unhitched(s, staying), unhitched(s, going)
            tops.append(_stop(s, side, place, staying, leader in order.drop))
            for face in order.drop:
                walking.remove(face)
    tops.append(_stop(s, side, order.road[-1], going, leader in walking))
    return tops


def unhitched(s: State, entries: Sequence[int]) -> list[int]:
    """11.6, R-37: who leaves his cannon behind takes no other up on the way."""
    cannons = sum(1 for e in entries if e >> SHIFT == s.board.cannon)
    found = []
    for entry in entries:
        found.append(entry if cannons else entry & ~GUN)
        cannons -= bool(entry & GUN and cannons)
    return found


def _part(
    s: State, going: list[int], drop: tuple[int, ...], leader: int
) -> tuple[list[int], list[int]]:
    """Who stays behind on the way, and who goes on: what was known of them is not any more."""
    faces = [face for face in drop if face != leader]
    staying: list[int] = []
    rest = going[:]
    for face in faces:
        at = next(i for i, e in enumerate(rest) if e >> SHIFT == face)
        staying.append(rest.pop(at))
    if staying and rest:
        clear = ~(SEEN | KIND)
        staying, rest = [e & clear for e in staying], [e & clear for e in rest]
    return staying, rest


def _stop(s: State, side: int, place: int, entries: list[int], leader: bool) -> int:
    """They stop in a hex; the face that comes to be seen."""
    if leader:
        s.leaders[side], s.leader_moved[side] = place, True
    if not entries:
        return -1
    seen = join(s, side, place, tuple([e | MOVED for e in entries]))
    if side == SPANISH:
        fix_guns(s, place)
    return seen


def sail(s: State, c: Context, order: Move) -> list[int]:
    """7.19, 9.5: a move into, on or out of the lake; the faces that come to be seen."""
    side, board = order.side, s.board
    start, goal = order.start, order.road[0]
    leader = board.leader_face[side]
    faces = tuple([f for f in order.units if f != leader])
    if not faces:
        return board_or_land(s, c, start, goal)
    stack = s.at(side, start)
    picks = carried_picks(stack, faces, leader in order.units)
    aboard = leader in order.units or any(stack[i] & LED for i in picks)
    taken, seen = take(s, side, start, picks)
    if goal < board.hexes:
        taken = tuple([e & ~LED for e in taken])
        entered(s, c, side, goal, order.units)
        if s.over is not None:
            return [seen, join(s, side, goal, taken)]
    if aboard:
        s.leaders[side], s.leader_moved[side] = goal, True
        if goal >= board.hexes and not any(e & LED for e in taken):
            at = strongest(s, taken)
            taken = tuple([e | LED if i == at else e for i, e in enumerate(taken)])
    return [seen, join(s, side, goal, tuple([e | MOVED for e in taken]))]


def carried_picks(stack: tuple[int, ...], faces: tuple[int, ...], with_leader: bool) -> list[int]:
    """The entries of a group on the lake: the leader's carrier among them if he goes, else last."""
    if with_leader:
        order = tuple([e | (0 if e & LED else IN_LAST) for e in stack])
        return picked(order, faces, MOVED, IN_LAST)
    return picked(stack, faces, MOVED, LED)


IN_LAST = 128  # marks an entry for the length of a choice: it is taken last


def board_or_land(s: State, c: Context, start: int, goal: int) -> list[int]:
    """7.19: Cortés goes aboard a boat, which stays, or comes ashore."""
    s.leader_moved[SPANISH] = True
    if goal >= s.board.hexes:
        boat = boats(s, goal)[0]
        embark(s, SPANISH, goal, boat)
        stack = list(s.at(SPANISH, goal))
        stack[boat] |= MOVED
        s.replace(SPANISH, goal, tuple(stack))
    else:
        disembark(s, SPANISH)
        s.leaders[SPANISH] = goal
    return []
