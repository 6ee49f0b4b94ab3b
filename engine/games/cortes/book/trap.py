"""11.2, 11.3: Aztec traps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from engine.events import fact, many, number, said
from engine.games.cortes.book.battle import close, resolve
from engine.games.cortes.book.desecration import profane
from engine.games.cortes.book.dice import die
from engine.games.cortes.book.marching import cost
from engine.games.cortes.book.movement.telling import shown
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.book.stacks import fix_guns, join, settle, strike, take
from engine.games.cortes.table.board import AZTEC, CANNON, SPANISH
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push, step
from engine.games.cortes.table.orders import PLACE, UNFIT, UNIT, Order, Place, parted
from engine.games.cortes.table.state import (
    FREE,
    GUN,
    IN,
    OFF,
    SHIFT,
    TRIED,
    State,
)
from engine.games.cortes.table.state import (
    chosen as picked,
)
from engine.orders import Bar, Offer, Why, path

NO_LURE = Bar("no_lure", "11.3", place=PLACE)
LURE_FAR = Bar("lure_far", "11.3")


class Tried(Telling, kind="trap", rule="11.2"):
    place: str = said(PLACE)
    unit: str = said(UNIT)
    roll: int = number()
    caught: bool = fact()


class Risked(Telling, kind="trap risked", rule="11.2"):
    place: str = said(PLACE)
    unit: str = said(UNIT)


class Lured(Telling, kind="lured", rule="11.3", shape="way"):
    place: str = said(PLACE, part="from", name="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    count: int = number(noun="unit")


class Abandoned(Telling, kind="abandoned", rule="11.2"):
    place: str = said(PLACE)


class Luring(NamedTuple):
    """The frame of a trap that has worked: the trapper's hex."""

    side: int
    base: int


# -- trying ----------------------------------------------------------------------------------------


@step
def snare(s: State, c: Context, baits: tuple[int, ...]) -> None:
    """11.2: knight after knight, until one succeeds."""
    b = s.battle
    assert b is not None
    if not baits:
        push(s, Failed.then(Party(AZTEC)))
        return
    fighter, risk = divmod(baits[0] - 1, 2)
    place, face = parted(s, fighter)
    board = s.board
    if risk:
        face = risk_step(s, c, place, face)
    at = _knight(s, place, face)
    stack = list(s.at(AZTEC, place))
    stack[at] |= TRIED
    s.replace(AZTEC, place, tuple(stack))
    roll = die(c, "trap")
    table = board.dice.trap
    caught = roll in (table.step if risk else table.plain)
    c.tell(Tried(place=board.places[b.place], unit=board.faces[face], roll=roll, caught=caught))
    if caught and lures(s, place):
        push(s, Lurement.then(Luring(AZTEC, place)))
    else:
        push(s, snare.then(baits[1:]))


def _knight(s: State, place: int, face: int) -> int:
    return next(
        i
        for i, e in enumerate(s.at(AZTEC, place))
        if e & IN and not e & TRIED and e >> SHIFT == face
    )


def risk_step(s: State, c: Context, place: int, face: int) -> int:
    """11.2: a knight with more than one step gives one up for a better chance."""
    c.tell(Risked(place=s.board.places[place], unit=s.board.faces[face]))
    strike(s, AZTEC, place, _knight(s, place, face))
    settle(s, AZTEC, place)
    return s.board.lower[face]


# -- luring ----------------------------------------------------------------------------------------


def prey(s: State) -> tuple[int, ...]:
    """11.2, R-45: the trapped: a unit with its cannon, or all; Cortés with the last of them."""
    b, board = s.battle, s.board
    assert b is not None
    stack = s.at(SPANISH, b.place)
    units = [e >> SHIFT for e in stack if e >> SHIFT != board.cannon]
    if not b.trapped or len(units) == 1:
        found = [e >> SHIFT for e in stack]
        if s.leaders[SPANISH] == b.place:
            found.append(board.leader_face[SPANISH])
        return tuple(sorted(found))
    face = b.trapped[0] % len(board.faces)
    armed = any(e >> SHIFT == face and e & GUN for e in stack)
    return (face, board.cannon) if armed else (face,)


def pace(s: State, faces: Sequence[int], way: Sequence[int]) -> bool:
    """11.3, R-44: the trapped can all walk this way, within their movement."""
    board = s.board
    for face in faces:
        if board.face_type[face] == CANNON:
            continue
        spent = 0
        for n, (here, there) in enumerate(pairwise(way)):
            points = cost(s, board.mover[face], here, there)
            spent += points
            if not points or (n and spent > s.movement(face)):
                return False
    return True


def lures(s: State, base: int, way: tuple[int, ...] = ()) -> list[int]:
    """R-44: where the trapper may go on to: free of everybody but where he stops, and passable
    for the trapped, who come after him."""
    b, board = s.battle, s.board
    assert b is not None
    if len(way) >= board.limits.trap_path.number:
        return []
    faces = prey(s)
    here = way[-1] if way else base
    if way and (s.at(AZTEC, here) or s.leaders[AZTEC] == here):
        return []  # he must stop there: the trapped could not follow
    found = []
    for there in board.crossed[here]:
        if there in (base, b.place, *way) or s.someone(SPANISH, there):
            continue
        if bound(s, base) and there not in board.on_island:
            continue
        if not pace(s, faces, (b.place, base, *way)) or not enterable(s, faces, here, there):
            continue
        longer = (*way, there)
        if lure_ends(s, base, longer) or lures(s, base, longer):
            found.append(there)
    return found


def enterable(s: State, faces: Sequence[int], here: int, there: int) -> bool:
    """11.3: only hexes that the trapped could enter."""
    board = s.board
    return all(
        board.face_type[f] == CANNON or cost(s, board.mover[f], here, there) for f in faces
    )  # fmt: skip


def bound(s: State, base: int) -> bool:
    return s.leaders[AZTEC] == base and s.fate != FREE


def lure_ends(s: State, base: int, way: tuple[int, ...]) -> bool:
    """Whether the trapper may stop: he has room, and so have those who follow."""
    b = s.battle
    assert b is not None
    faces = prey(s)
    if not pace(s, faces, (b.place, base, *way[:-1])):
        return False
    return fits(s, AZTEC, way[-1], s.faces(AZTEC, base))


class Lure(Order[Luring], verb="lure", rule="11.3"):
    """11.3: draw the trapped behind the trapper."""

    road = path(PLACE, name="path", mark=">", rule="11.3", words="where the trapper goes")

    @road.offer
    def next_hex(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        base = self.asked.base
        stop = bool(chosen) and lure_ends(self.s, base, chosen)
        return Offer(tuple(lures(self.s, base, chosen)), stop, 1, 3)

    @road.bar
    def hex_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        offer = self.next_hex(chosen)
        if there is None:
            return None if offer.may_stop else UNFIT() if not chosen else NO_LURE(place=chosen[-1])
        if there in offer.choices:
            return None
        far = len(chosen) >= self.s.board.limits.trap_path.number
        return LURE_FAR() if far else NO_LURE(place=there)

    def do(self, c: Context) -> None:
        lure(self.s, c, self.asked.base, self.road)


def lure(s: State, c: Context, base: int, way: tuple[int, ...]) -> None:
    """11.3: the trappers go, the trapped follow as many hexes, and are attacked at once."""
    b, board = s.battle, s.board
    assert b is not None
    faces, start = prey(s), b.place
    goal = way[-2] if len(way) > 1 else base
    trappers, _ = take(s, AZTEC, base, range(len(s.at(AZTEC, base))))
    if s.leaders[AZTEC] == base:
        s.leaders[AZTEC] = way[-1]
    tops = [(AZTEC, way[-1], join(s, AZTEC, way[-1], trappers))]
    leader = board.leader_face[SPANISH]
    units = tuple(f for f in faces if f != leader)
    stack = s.at(SPANISH, start)
    order = picked(stack, tuple(f for f in units if f != board.cannon))
    cannons = [i for i, e in enumerate(stack) if e >> SHIFT == board.cannon]
    picks = [*order, *cannons[: units.count(board.cannon)]]
    trapped, seen = take(s, SPANISH, start, picks)
    fix_guns(s, start)
    if leader in faces:
        s.leaders[SPANISH] = OFF
    for place in (base, *way[:-1]):
        if place in board.temples:
            profane(s, c, place, {board.face_type[f] for f in faces})
    if leader in faces:
        s.leaders[SPANISH] = goal
    tops += [(SPANISH, start, seen), (SPANISH, goal, join(s, SPANISH, goal, trapped))]
    fix_guns(s, goal)
    c.tell(
        Lured(place=board.places[start], path=tuple(board.places[p] for p in way), count=len(faces))
    )
    for side, place, face in tops:
        shown(s, c, side, place, face)
    s.clear_flags(IN)
    b.place, b.froms = goal, ()
    push(s, Springing.then(Party(AZTEC)))


class Lurement(Point[Luring], kind="lure", rule="11.3"):
    """11.3: where the trapped are drawn."""

    orders = (Lure,)


# -- when it fails ---------------------------------------------------------------------------------


class Fight(Order[Party], verb="fight", rule="11.2"):
    """11.2: attack in spite of the failed trap."""

    def do(self, c: Context) -> None:
        push(self.s, resolve.then())


class Abandon(Order[Party], verb="abandon", rule="11.2"):
    """11.2: let the attack go."""

    def do(self, c: Context) -> None:
        b = self.s.battle
        assert b is not None
        c.tell(Abandoned(place=self.s.board.places[b.place]))
        push(self.s, close.then())


class Failed(Point[Party], kind="trap failed", rule="11.2"):
    """11.2: no trap has worked: fight on, or not."""

    orders = (Fight, Abandon)
    otherwise = Abandon


class Springing(Point[Party], kind="trapped", rule="11.3"):
    """11.3: the trapped are attacked before anything else; `attack` says by whom."""
