"""8.19 to 8.22: losing steps, by the owner's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.events import many, number, said
from engine.games.cortes.book.stacks import forget, settle, strike
from engine.games.cortes.table.board import SPANISH
from engine.games.cortes.table.flow import Context, Point, Telling, push, step
from engine.games.cortes.table.orders import (
    FIGHTER,
    PLACE,
    SIDE,
    UNIT,
    Fighter,
    Order,
    named,
    parted,
)
from engine.games.cortes.table.pieces import GONE
from engine.games.cortes.table.state import IN, LED, SEATS, SEEN, SHIFT, State
from engine.orders import Bar, Offer, Why, counted, path, worked_out

LAST_STEPS = Bar("last_steps", "8.21")
NOT_IN = Bar("not_in", "8.21", fighter=FIGHTER)
ENOUGH = Bar("enough", "8.20")
STILL = Bar("still", "8.20", steps=counted("step"))

Spot = tuple[int, int]  # a place and a face


class Lost(Telling, kind="losses", rule="8.20"):
    """`units`: as they were before each step, where everybody may know; `own` where only their
    side may; `dead`: those that are gone, whom all see."""

    side: str = said(SIDE)
    steps: int = number(noun="step")
    places: tuple[str, ...] = many(PLACE)
    units: tuple[str, ...] = many(UNIT, default=())
    own: tuple[str, ...] = many(UNIT, who="side", default=())
    dead: tuple[str, ...] = many(UNIT, secret=None, default=())
    tops: tuple[str, ...] = many(UNIT, secret=True, default=())


class Owing(NamedTuple):
    """Steps that a side must lose; `free`: whichever it likes, all over the map."""

    side: int
    steps: int
    free: bool


def involved(s: State, side: int, free: bool) -> list[Spot]:
    """Who may lose a step, one for each unit; cannons never do."""
    cannon = s.board.cannon
    found = [
        (place, e >> SHIFT)
        for place in s.stacks[side]
        for e in s.stacks[side][place]
        if (free or e & IN) and e >> SHIFT != cannon
    ]
    return sorted(found)


def open_to(s: State, units: Sequence[Spot], free: bool) -> list[Spot]:
    """8.21: nobody is lost while anybody involved has more than one step; R-49: disease is free."""
    steps = s.board.face_steps
    if free:
        return list(units)
    whole = [unit for unit in units if steps[unit[1]] > 1]
    return whole or list(units)


def struck(s: State, units: Sequence[Spot], spot: Spot) -> list[Spot]:
    """The same units after one of them has lost a step."""
    left = list(units)
    left.remove(spot)
    lower = s.board.lower[spot[1]]
    if lower != GONE:
        left.append((spot[0], lower))
    return sorted(left)


class Lose(Order[Owing], verb="lose", rule="8.20", command=True):
    """8.20: lose steps, one for each unit named."""

    units = path(FIGHTER, rule="8.21", words="who loses a step, in this order")

    @worked_out
    def crowd(self) -> list[Spot]:
        return involved(self.s, self.side, self.asked.free)

    def _left(self, chosen: tuple[Fighter, ...]) -> list[Spot]:
        units = self.crowd
        for fighter in chosen:
            units = struck(self.s, units, spot_of(self.s, units, fighter))
        return units

    @units.offer
    def next_loss(self, chosen: tuple[Fighter, ...]) -> Offer[Any]:
        owed = min(self.asked.steps, steps_of(self.s, self.crowd))
        if len(chosen) >= owed:
            return Offer((), True, owed, owed)
        units = self._left(chosen)
        names = named(self.s, units)
        able = open_to(self.s, units, self.asked.free)
        found = dict.fromkeys(names[spot] for spot in able)
        return Offer(tuple(found), False, owed, owed)

    @units.bar
    def loss_barred(self, chosen: tuple[Fighter, ...], fighter: Fighter | None) -> Why | None:
        offer = self.next_loss(chosen)
        if fighter is None:
            return None if offer.may_stop else STILL(steps=offer.max - len(chosen))
        if fighter in offer.choices:
            return None
        if offer.may_stop:
            return ENOUGH()
        units = self._left(chosen)
        names = set(named(self.s, units).values())
        return LAST_STEPS() if fighter in names else NOT_IN(fighter=fighter)

    @units.hides
    def losers(self, world: Any) -> Any:
        return world.fighters(self.side, True)

    def do(self, c: Context) -> None:
        s = self.s
        spots, units = [], self.crowd
        for fighter in self.units:
            spot = spot_of(s, units, fighter)
            spots.append(spot)
            units = struck(s, units, spot)
        apply(s, c, self.side, spots, self.asked.free)


def spot_of(s: State, units: Sequence[Spot], fighter: int) -> Spot:
    """Which unit a word means among these."""
    place, face = parted(s, fighter)
    return next(spot for spot in units if spot[1] == face and place in (-1, spot[0]))


def steps_of(s: State, units: Sequence[Spot]) -> int:
    return sum(s.board.face_steps[face] for _, face in units)


class Losing(Point[Owing], kind="losses", rule="8.21", reaction=True):
    """8.21: how a side shares out its losses."""

    orders = (Lose,)

    def about(self, s: State, who: int, a: Owing) -> dict[str, Any]:
        return {"steps": a.steps}


@step
def owe(s: State, c: Context, side: int, steps: int, free: bool) -> None:
    """8.19, 8.22: a side loses steps; it is asked where others could think of more than one way."""
    units = involved(s, side, free)
    if not steps or not units:
        return
    if steps >= steps_of(s, units):
        apply(s, c, side, _all(s, units), free)
    elif len(units) == 1 and not veiled(s, side, units[0][0]):
        apply(s, c, side, _first(s, units, steps, free), free)
    else:
        push(s, Losing.then(Owing(side, steps, free)))


def veiled(s: State, side: int, place: int) -> bool:
    """8.8: whether others do not know all that stands in a place."""
    return s.clouded(side) and any(not e & SEEN for e in s.at(side, place))


def _all(s: State, units: list[Spot]) -> list[Spot]:
    return _first(s, units, steps_of(s, units), False)


def _first(s: State, units: list[Spot], steps: int, free: bool) -> list[Spot]:
    found = []
    for _ in range(steps):
        spot = open_to(s, units, free)[0]
        found.append(spot)
        units = struck(s, units, spot)
    return found


def apply(s: State, c: Context, side: int, spots: Sequence[Spot], free: bool) -> None:
    """8.20: each of these loses a step."""
    board, b = s.board, s.battle
    dead: list[str] = []
    hidden = any(veiled(s, side, place) for place in {place for place, _ in spots})
    for place, face in spots:
        stack = s.at(side, place)
        at = _index(stack, face, free)
        led = bool(stack[at] & LED)
        gone = strike(s, side, place, at) >= 0
        if gone:
            dead.append(board.faces[face])
        if b is not None:
            _remember(s, side, place, face, led, gone)
    told = Lost(
        side=SEATS[side], steps=len(spots),
        places=tuple(board.places[p] for p in dict.fromkeys(place for place, _ in spots)),
    )  # fmt: skip
    units = tuple(board.faces[face] for _, face in spots)
    told.public["own" if hidden else "units"] = units
    reveals = []
    if dead:
        told.public["dead"] = tuple(dead)
        if hidden:
            reveals.append("dead")
    tops = []
    for place in dict.fromkeys(place for place, _ in spots):
        if hidden:
            forget(s, side, place)
        tops.append(settle(s, side, place))
    if hidden and any(top >= 0 for top in tops):
        told.public["tops"] = tuple(board.faces[top] for top in tops if top >= 0)
    c.tell(told, reveals=tuple(reveals))


def _index(stack: tuple[int, ...], face: int, free: bool) -> int:
    """Which of the units alike: one that carries no leader, if there is one."""
    able = [i for i, e in enumerate(stack) if e >> SHIFT == face and (free or e & IN)]
    return min(able, key=lambda i: bool(stack[i] & LED))


def _remember(s: State, side: int, place: int, face: int, led: bool, gone: bool) -> None:
    """What leaders, prisoners and the advance will ask."""
    b = s.battle
    assert b is not None
    hit = list(b.hit)
    hit[side] = True
    b.hit = (hit[0], hit[1])
    if place < s.board.hexes or led:
        b.hurt = tuple({*b.hurt, place})
    if led and gone:
        b.dead = (*b.dead, side)
    if side == SPANISH != b.attacker and s.board.face_european[face]:
        b.euro = True
