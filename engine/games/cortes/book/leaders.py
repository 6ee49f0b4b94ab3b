"""Chapter 9: what becomes of leaders in battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, number, said
from engine.games.cortes.book.dice import two
from engine.games.cortes.book.ending import capture
from engine.games.cortes.book.stacks import embark, strongest
from engine.games.cortes.table.board import GUNBOAT, SPANISH
from engine.games.cortes.table.flow import Context, Point, Telling, push, step
from engine.games.cortes.table.orders import PLACE, SIDE, Order, Place
from engine.games.cortes.table.state import FREE, LED, OFF, SEATS, SHIFT, State
from engine.orders import Bar, Why, one

NOT_NEAREST = Bar("not_nearest", "9.4")


class Tested(Telling, kind="leader tested", rule="9.4"):
    side: str = said(SIDE)
    leader: str = fact()
    why: str = fact()
    roll: int = number()
    taken: bool = fact()


class Fled(Telling, kind="leader fled", rule="9.4", shape="flight"):
    side: str = said(SIDE, part="who")
    leader: str = fact()
    place: str = said(PLACE, part="to")


class Fleeing(NamedTuple):
    """The frame of the question where a leader turns up."""

    side: int
    start: int


@step
def leaders(s: State, c: Context, side: int) -> None:
    """9.4, R-34, R-65: one throw for each leader in a battle."""
    b = s.battle
    place = s.leaders[side]
    if b is None or place == OFF or s.over is not None:
        return
    why = danger(s, side)
    if not why:
        return
    table = s.board.dice.leader
    faces = {"all_lost": table.all_lost, "some_lost": table.some_lost, "lent": table.lent,
             "lent_and_lost": table.lent_and_lost}[why]  # fmt: skip
    roll = two(c, "leader")
    taken = roll in faces or (why == "all_lost" and s.rules.fate and place >= s.board.hexes)
    name = s.board.faces[s.board.leader_face[side]]
    c.tell(Tested(side=SEATS[side], leader=name, why=why, roll=roll, taken=taken))
    if taken:
        capture(s, c, side)
    elif why == "all_lost":
        s.leaders[side] = OFF
        flee(s, c, side, place)


def danger(s: State, side: int) -> str:
    """9.4: what a leader is in danger of; nothing if he was not near."""
    b = s.battle
    assert b is not None
    place = s.leaders[side]
    here = place == b.place or place in b.froms
    if not here:
        return ""
    afloat = place >= s.board.hexes
    if (side in b.dead) if afloat else (place in b.hurt and not s.held(side, place)):
        return "all_lost"
    if b.lead and side == b.attacker:
        return "lent_and_lost" if b.hit[side] else "lent"
    return "some_lost" if place in b.hurt and (not afloat or _carried(s, side)) else ""


def _carried(s: State, side: int) -> bool:
    return any(e & LED for e in s.at(side, s.leaders[side]))


# -- where he flees to -----------------------------------------------------------------------------


def away(s: State, here: int, there: int) -> int:
    """R-35: how far two places lie apart; an area is one step beyond its nearest shore, and one
    that has none a step beyond the areas beside it."""
    if here == there:
        return 0
    board = s.board
    (near, before), (far, behind) = landfall(s, here), landfall(s, there)
    return min(board.distance(a, b) for a in near for b in far) + before + behind


def landfall(s: State, place: int) -> tuple[Sequence[int], int]:
    """The hexes at which a place is reached by land, and the steps from there."""
    board = s.board
    if place < board.hexes:
        return (place,), 0
    steps, areas = 1, {place - board.hexes}
    while not any(board.shores[a] for a in areas):
        steps += 1
        areas |= {b for a in areas for b in board.next[a]}
    return [h for a in sorted(areas) for h in board.shores[a]], steps


def refuges(s: State, side: int, start: int) -> list[int]:
    """9.4, R-35: the nearest places with units of his that he may stand with."""
    found = [place for place in sorted(s.stacks[side]) if shelters(s, side, place)]
    near = {place: away(s, start, place) for place in found}
    best = min(near.values(), default=0)
    return [place for place in found if near[place] == best]


def shelters(s: State, side: int, place: int) -> bool:
    """Whether a leader may join a stack."""
    board, stack = s.board, s.at(side, place)
    if side == SPANISH:
        if place >= board.hexes:
            return any(board.face_type[e >> SHIFT] == GUNBOAT for e in stack)
        return any(board.face_european[e >> SHIFT] and board.face_steps[e >> SHIFT] for e in stack)
    return s.fate == FREE or place in board.on_island


def flee(s: State, c: Context, side: int, start: int) -> None:
    """9.4: he is with the nearest unit of his side; where several are as near he chooses."""
    found = refuges(s, side, start)
    if not found:
        capture(s, c, side)
    elif len(found) == 1:
        arrive(s, c, side, found[0])
    else:
        push(s, Flight.then(Fleeing(side, start)))


def arrive(s: State, c: Context, side: int, place: int) -> None:
    s.leaders[side] = place
    if place >= s.board.hexes:
        stack = s.at(side, place)
        if side == SPANISH:
            boats = [i for i, e in enumerate(stack) if s.board.face_type[e >> SHIFT] == GUNBOAT]
            embark(s, side, place, max(boats, key=lambda i: s.board.factor[stack[i] >> SHIFT]))
        else:
            embark(s, side, place, strongest(s, stack))
    name = s.board.faces[s.board.leader_face[side]]
    c.tell(Fled(side=SEATS[side], leader=name, place=s.board.places[place]))


class Flee(Order[Fleeing], verb="flee", rule="9.4"):
    """9.4: say where an escaped leader turns up."""

    place = one(PLACE, mark=">", rule="9.4", words="which of the nearest stacks he joins")

    @place.offer
    def places(self) -> Sequence[Any]:
        return refuges(self.s, self.side, self.asked.start)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else NOT_NEAREST()

    def do(self, c: Context) -> None:
        arrive(self.s, c, self.side, self.place)


class Flight(Point[Fleeing], kind="flight", rule="9.4", reaction=True):
    """9.4: which of the nearest stacks a leader flees to."""

    orders = (Flee,)

    def default(self, s: State, who: int, a: Fleeing) -> Action:
        return Flee.act(place=s.board.places[refuges(s, who, a.start)[0]])
