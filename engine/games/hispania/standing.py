"""Rights that may be used at any time, so that they never stop play: the capital (4.3), and
standing instructions for battles and gold."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.flow import Context, Words, name_of, one, pieces
from engine.games.hispania.state import (
    ASK,
    DECLINE,
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

STANCES = ("ask", "hold", "levy", "save", "collect", "decline")
_OTHER = 32  # bits of `changed` above this one are stances, below it capitals


def _peoples(s: State, nation: int) -> tuple[int, ...]:
    """Every nation of the player who is asked."""
    return s.board.peoples.of_seat[seat_of(s, nation)]


def may_move_capital(s: State, nation: int, place: int) -> bool:
    """A nation declares its capital once in a phase: nothing is gained by doing it twice."""
    return s.capital[nation] != place and not s.changed >> nation & 1


def _capitals(s: State, nation: int) -> list[int]:
    return [
        place
        for people in _peoples(s, nation)
        if not s.changed >> people & 1
        for place in held(s, people)
        if s.capital[people] != place and not s.here[place] & ~(1 << people)
    ]


def _open_stances(s: State, nation: int) -> list[int]:
    return [
        people
        for people in _peoples(s, nation)
        if not s.changed >> people + _OTHER & 1 and alive(s, people)
    ]


def verbs(s: State, nation: int) -> list[str]:
    found = []
    changed = s.changed
    peoples = [n for n in _peoples(s, nation) if s.land[n]]
    if any(not changed >> n & 1 for n in peoples) and _capitals(s, nation):
        found.append("capital")
    if any(not changed >> n + _OTHER & 1 for n in peoples):
        found.append("stance")
    return found


def level(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    if prefix[0] == "capital":
        return one([s.board.places[p] for p in sorted(_capitals(s, nation))], "4.3")
    if len(prefix) == 1:
        return one([name_of(s, n) for n in _open_stances(s, nation)])
    people = s.board.peoples.nation[prefix[1]]
    return one([how for how in STANCES if _would_change(s, people, how)])


def _would_change(s: State, nation: int, how: str) -> bool:
    if how in ("ask", "hold"):
        return s.stance[nation] != (HOLD if how == "hold" else ASK)
    bit = SAVE if how in ("levy", "save") else DECLINE
    return bool(s.levy[nation] & bit) != (how in ("save", "decline"))


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
    else:
        bit = SAVE if how in ("levy", "save") else DECLINE
        s.levy[people] = s.levy[people] & ~bit | (bit if how in ("save", "decline") else 0)
    c.tell("stance", "6.1", nation=action[1], how=how)


def declare(s: State, c: Context, nation: int, place: int) -> None:
    """Declare a capital; the old one keeps no more than its own limit (4.3)."""
    old = s.capital[nation]
    s.capital[nation] = place
    c.tell("capital", "4.3", nation=name_of(s, nation), place=s.board.places[place])
    if old >= 0 and not s.here[old] & ~(1 << nation):
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
