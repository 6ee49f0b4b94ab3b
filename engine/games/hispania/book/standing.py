"""Rights that may be used at any time, so that they never stop play: the capital (4.3), and
standing instructions for battles and gold."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Action, Level
from engine.games.hispania.table.flow import Context, Words, name_of, one, pieces
from engine.games.hispania.table.state import (
    ASK,
    DECLINE,
    FORTIFY,
    HOLD,
    ONE,
    SAVE,
    State,
    alive,
    held,
    limit,
    muster,
    seat_of,
    stack,
    take,
)

STANCES = ("ask", "hold", "levy", "save", "fortify", "collect", "decline")
_LEVIES = {"levy": 0, "save": SAVE, "fortify": FORTIFY}
_OTHER = 32  # bits of `changed` above this one are stances, below it capitals


def _peoples(s: State, nation: int) -> tuple[int, ...]:
    """Every nation of the player who is asked."""
    return s.board.peoples.of_seat[seat_of(s, nation)]


def may_move_capital(s: State, nation: int, place: int) -> bool:
    """A nation declares its capital once in a phase: nothing is gained by doing it twice."""
    return s.capital[nation] != place and not s.changed >> nation & 1


def _sites(s: State, people: int) -> Iterator[int]:
    """Provinces that a nation could declare its capital now."""
    if not s.changed >> people & 1:
        for place in held(s, people):
            if s.here[place] == 1 << people and s.capital[people] != place:
                yield place


def _capitals(s: State, nation: int) -> list[int]:
    return sorted(place for people in _peoples(s, nation) for place in _sites(s, people))


def _open_stances(s: State, nation: int) -> list[int]:
    return [
        people
        for people in _peoples(s, nation)
        if not s.changed >> people + _OTHER & 1 and alive(s, people)
    ]


def verbs(s: State, nation: int) -> list[str]:
    capital = stance = False
    for people in _peoples(s, nation):
        if s.land[people]:
            stance = stance or not s.changed >> people + _OTHER & 1
            capital = capital or any(True for _ in _sites(s, people))
    return ["capital"] * capital + ["stance"] * stance


def level(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    if prefix[0] == "capital":
        return one([s.board.places[p] for p in _capitals(s, nation)], "4.3")
    if len(prefix) == 1:
        return one([name_of(s, n) for n in _open_stances(s, nation)])
    people = s.board.peoples.nation[prefix[1]]
    return one([how for how in STANCES if _would_change(s, people, how)])


def _would_change(s: State, nation: int, how: str) -> bool:
    row = s.board.peoples.nations[nation]
    if how in ("ask", "hold"):
        return s.stance[nation] != (HOLD if how == "hold" else ASK)
    if how in _LEVIES:  # only a suzerain with an income ever has more than his reserve
        if not row.income_from or nation not in s.almanac.suzerains:
            return False
        if how == "fortify" and nation in s.almanac.infantry_only:
            return False
        return s.levy[nation] & (SAVE | FORTIFY) != _LEVIES[how]
    return bool(row.income_from) and bool(s.levy[nation] & DECLINE) != (how == "decline")


def carry_out(s: State, c: Context, nation: int, action: Action) -> None:
    if action[0] == "capital":
        place = s.board.place[action[1]]
        owner = next(n for n in _peoples(s, nation) if stack(s, n, place))
        s.changed |= 1 << owner
        declare(s, c, owner, place)
        return
    people, how = s.board.peoples.nation[action[1]], action[2]
    s.changed |= 1 << people + _OTHER
    if how in ("ask", "hold"):
        s.stance[people] = HOLD if how == "hold" else ASK
    elif how in _LEVIES:
        s.levy[people] = s.levy[people] & DECLINE | _LEVIES[how]
    else:
        s.levy[people] = s.levy[people] & ~DECLINE | (DECLINE if how == "decline" else 0)
    c.tell("stance", "6.1", nation=action[1], how=how)


def declare(s: State, c: Context, nation: int, place: int) -> None:
    """Declare a capital; the old one keeps no more than its own limit (4.3)."""
    old = s.capital[nation]
    s.capital[nation] = place
    c.tell("capital", "4.3", nation=name_of(s, nation), place=s.board.places[place])
    if old >= 0 and s.here[old] == 1 << nation:
        shrink(s, c, nation, old)


def shrink(s: State, c: Context, nation: int, place: int) -> None:
    """Take the cheapest units off a province that is no longer the capital (4.3)."""
    units = stack(s, nation, place)
    spare = muster(units).stacking - limit(s, nation, place) - (s.overfull >> place & 1)
    gone: list[int] = []
    kinds = [k for k in muster(units).kinds if s.board.kinds[k].stacks]
    while spare > 0 and kinds:
        gone.append(kinds.pop(0))
        spare -= 1
    if gone:
        take(s, nation, place, sum(ONE[k] for k in gone))
        c.tell(
            "removed",
            "4.3",
            nation=name_of(s, nation),
            place=s.board.places[place],
            pieces=tuple(pieces(s, gone)),
        )
