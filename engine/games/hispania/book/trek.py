"""The VANDALE crosses three provinces before it invades (11.10)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book import aiming
from engine.games.hispania.book.combat import D10
from engine.games.hispania.book.movement import friendly
from engine.games.hispania.table.board import INF
from engine.games.hispania.table.flow import Context, OldPoint, Words, name_of, one, point
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


def _ways(s: State, here: int) -> tuple[int, ...]:
    graph = s.board.adjacent if here < s.board.provinces else s.board.gates
    return tuple(p for p in graph[here] if p < s.board.provinces)


def _goes_on(s: State, nation: int, path: tuple[int, ...], left: int) -> bool:
    """Whether so many more provinces can be crossed; the last must be one to stay in."""
    if not left:
        return not friendly(s, nation, path[-1])
    return any(
        _goes_on(s, nation, (*path, p), left - 1) for p in _ways(s, path[-1]) if p not in path
    )


@point
class Trek(OldPoint):
    """Which provinces the whole people crosses in one stack (11.10)."""

    kind = "trek"
    rule = "11.10"

    def level(self, s: State, nation: int, prefix: Words, partial: Words, steps: int = 3) -> Level:
        if not prefix:
            return one(["trek"])
        path = (s.board.narbonne, *(s.board.place[p] for p in partial))
        left = steps - len(partial)
        if not left:
            return Level((), "path", True, steps, steps, "11.10")
        found = [
            p
            for p in _ways(s, path[-1])
            if p not in path and _goes_on(s, nation, (*path, p), left - 1)
        ]
        return Level(tuple(s.board.places[p] for p in found), "path", False, steps, steps)

    def answer(self, s: State, c: Context, nation: int, action: Action, steps: int = 3) -> None:
        s.frames.pop()
        here = s.board.narbonne
        for token in action[1]:
            place = s.board.place[token]
            units = stack(s, nation, here)
            take(s, nation, here, units)
            put(s, nation, place, units)
            for chief in chiefs_at(s, nation, here):
                s.chiefs[chief] = place
            here = place
            gauntlet(s, c, nation, place)
            if not stack(s, nation, place):
                for chief in chiefs_at(s, nation, place):
                    s.chiefs[chief] = ELSEWHERE
                break
        s.moved = [0] * s.width


def gauntlet(s: State, c: Context, nation: int, place: int) -> None:
    """Every enemy unit there shoots once, and nobody shoots back (11.10)."""
    others = s.here[place] & ~(1 << nation)
    units = stack(s, nation, place)
    if not others:
        c.tell("trek", "11.10", nation=name_of(s, nation), place=s.board.places[place], lost=0)
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
        "trek",
        "11.10",
        nation=name_of(s, nation),
        place=s.board.places[place],
        lost=lost,
        defence=tuple(rolled),
        left=muster(stack(s, nation, place)).total,
    )
