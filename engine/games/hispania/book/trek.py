"""The VANDALE crosses three provinces before it invades (11.10)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.events import number as number_of
from engine.events import said
from engine.games.hispania.book import aiming
from engine.games.hispania.book.combat import D10
from engine.games.hispania.book.movement import friendly
from engine.games.hispania.table.board import INF
from engine.games.hispania.table.flow import Context, Point, Telling, name_of
from engine.games.hispania.table.orders import NATION, PLACE, PROVINCES, Order, Place
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Battle,
    State,
    chiefs_at,
    muster,
    number,
    put,
    stack,
    take,
)
from engine.orders import Bar, Offer, Why, path

TREK_MORE = Bar("trek_more", "11.10", count=PROVINCES)
TREK_ENOUGH = Bar("trek_enough", "11.10", count=PROVINCES)
TREK_TWICE = Bar("trek_twice", "11.10", place=PLACE)
TREK_NO_WAY = Bar("no_border", "11.10", here=PLACE, there=PLACE)
TREK_FRIENDS = Bar("trek_friends", "11.10", place=PLACE)


class Passed(Telling, kind="trek", rule="11.10", shape="mark"):
    """The people passes through a province, and whoever is there shoots at it."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")
    lost: int = number_of()
    defence: tuple[int, ...] = number_of(default=())
    left: int = number_of(default=0)


def _ways(s: State, here: int) -> tuple[int, ...]:
    """5.4: provinces next door; beyond the map Gascogne and Narbonne too."""
    return tuple((s.board.adjacent if here < s.board.provinces else s.board.gates)[here])


def _crossed(s: State, path: tuple[int, ...]) -> int:
    """3.2: how many provinces of Hispania a way has; those beyond the map are free."""
    return sum([place < s.board.provinces for place in path])


def _goes_on(s: State, nation: int, path: tuple[int, ...], left: int) -> bool:
    """Whether so many more provinces can be crossed; the last must be one to stay in."""
    if not left:
        return not friendly(s, nation, path[-1])
    return any(
        _goes_on(s, nation, (*path, p), left - (p < s.board.provinces))
        for p in _ways(s, path[-1])
        if p not in path
    )


class Crossing(NamedTuple):
    """How many provinces are crossed."""

    steps: int


class Trek(Order[Crossing], verb="trek", rule="11.10"):
    """11.10: lead the whole people through three provinces."""

    to = path(PLACE, mark=">", words="where they go; the next when the first is full")

    @to.offer
    def next_province(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        s, nation, steps = self.s, self.nation, self.asked.steps
        left = steps - _crossed(s, chosen)
        if not left:
            return Offer((), True, steps, steps + 1, "11.10")
        way = (s.board.narbonne, *chosen)
        found = [
            p
            for p in _ways(s, way[-1])
            if p not in way and _goes_on(s, nation, (*way, p), left - (p < s.board.provinces))
        ]
        return Offer(tuple(found), False, steps, steps + 1)

    @to.bar
    def province_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        """11.10: so many provinces, each next to the one before; the last not a friend's."""
        s, nation, steps = self.s, self.nation, self.asked.steps
        done = _crossed(s, chosen)
        if place is None:
            return None if done == steps else TREK_MORE(count=steps)
        if done == steps:
            return TREK_ENOUGH(count=steps)
        here = chosen[-1] if chosen else s.board.narbonne
        if place in (s.board.narbonne, *chosen):
            return TREK_TWICE(place=place)
        if place not in _ways(s, here):
            return TREK_NO_WAY(here=here, there=place)
        left = steps - done - (place < s.board.provinces)
        if _goes_on(s, nation, (s.board.narbonne, *chosen, place), left):
            return None
        return TREK_FRIENDS(place=place)

    def do(self, c: Context) -> None:
        s, nation = self.s, self.nation
        here = s.board.narbonne
        for place in self.to:
            units = stack(s, nation, here)
            take(s, nation, here, units)
            put(s, nation, place, units)
            for chief in chiefs_at(s, nation, here):
                s.chiefs[chief] = place
            here = place
            if place < s.board.provinces:
                gauntlet(s, c, nation, place)
            if not stack(s, nation, place):
                for chief in chiefs_at(s, nation, place):
                    s.chiefs[chief] = ELSEWHERE
                break
        s.moved = [0] * s.width


class Trekking(Point[Crossing], kind="trek", rule="11.10"):
    """Which provinces the whole people crosses in one stack."""

    orders = (Trek,)


def gauntlet(s: State, c: Context, nation: int, place: int) -> None:
    """11.10: every enemy unit there shoots once, and nobody shoots back."""
    others = s.here[place] & ~(1 << nation)
    units = stack(s, nation, place)
    if not others:
        c.tell(Passed(nation=name_of(s, nation), place=s.board.places[place], lost=0))
        return
    b = Battle(place, nation, others.bit_length() - 1)
    b.round = 2  # they march, so no river helps
    dice = aiming.shooters(s, b, 1)
    rolled = []
    lost = 0
    for kind, n in enumerate(dice):
        for _ in range(n):
            die = c.dice.pick("defence", D10)
            rolled.append(die)
            if die > 1 and die >= aiming.need(s, b, 1, kind, 2 * INF):
                lost += 1
    lost = min(lost, number(units, INF))
    take(s, nation, place, lost * ONE[INF])
    c.tell(
        Passed(
            nation=name_of(s, nation),
            place=s.board.places[place],
            lost=lost,
            defence=tuple(rolled),
            left=muster(stack(s, nation, place)).total,
        )
    )
