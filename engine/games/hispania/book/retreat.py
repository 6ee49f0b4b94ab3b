"""Retreats (6.6, 4.6): where to, how many, and what happens to those who cannot."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import Action, Level
from engine.games.hispania.book.chiefs import kill_lone_chiefs
from engine.games.hispania.book.scoring import award
from engine.games.hispania.book.standing import declare, shrink
from engine.games.hispania.table.board import CRUSADER, KNIGHT
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    parted,
    pieces,
    point,
    step,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    chiefs_at,
    limit,
    muster,
    neutral,
    number,
    put,
    stack,
    take,
)
from engine.games.hispania.table.ways import leaves_for_good, may_enter

FREE = 99


class Leaving(NamedTuple):
    """Who may retreat from a place, and where to with how much room."""

    units: tuple[int, ...]  # kinds
    chiefs: tuple[int, ...]
    rooms: dict[int, int]
    raisable: tuple[int, ...]  # provinces that could be declared capital for one place more

    @property
    def most(self) -> int:
        room = sum(self.rooms.values()) + (1 if self.raisable else 0)
        return min(len(self.units), room)


def rooms(s: State, nation: int, place: int, barred: int = 0) -> dict[int, int]:
    """Where a nation's units may retreat to, and how many of them (6.6, 4.6)."""
    people = s.board.peoples
    if nation == people.mercenary and s.turn == people.mercenary_turn:
        return {s.board.camp: FREE}  # (11.26)
    found = {}
    for to in s.board.near[place]:
        if s.here[to] & ~(1 << nation) or barred >> to & 1:
            continue
        n = limit(s, nation, to) + 1 - muster(stack(s, nation, to)).stacking
        if n > 0:
            found[to] = n
    for box in _boxes(s, nation, place):
        found[box] = FREE
    return found


def _boxes(s: State, nation: int, place: int) -> list[int]:
    """Places beyond the map that are open to a retreat (6.6)."""
    board = s.board
    found = [box for box in board.gates[place] if may_enter(s, nation, box)]
    found = [box for box in found if not leaves_for_good(s, nation, box)]
    if board.africa in board.straits[place] and nation == board.peoples.nation["vandale"]:
        if may_enter(s, nation, board.africa):
            found.append(board.africa)
    if place in board.anchors and (s.turn, nation) in s.almanac.fleets:
        found.append(board.sea)
    return found


def leaving(s: State, nation: int, place: int, hurt: Stack = 0, barred: int = 0) -> Leaving:
    """What of a nation's army could leave a place; no Castle, no Fort, no wounded Knight."""
    if nation == neutral(s):
        return Leaving((), (), {}, ())
    units = muster(stack(s, nation, place) - hurt).mobile
    chiefs = tuple(chiefs_at(s, nation, place))
    if nation == s.board.peoples.nation["franc"]:
        units, chiefs = _rolands_men(s, units, chiefs)
    kinds = muster(units).kinds
    if not kinds:
        return Leaving((), chiefs, {}, ())
    found = rooms(s, nation, place, barred)
    return Leaving(kinds, chiefs, found, _raisable(s, nation, place, barred, found))


def _raisable(
    s: State, nation: int, place: int, barred: int, found: dict[int, int]
) -> tuple[int, ...]:
    """Own provinces next door that could be declared capital to make room for one more (4.3)."""
    if s.board.camp in found:
        return ()
    return tuple(
        p
        for p in s.board.near[place]
        if s.here[p] == 1 << nation
        and not barred >> p & 1
        and s.capital[nation] != p
        and muster(stack(s, nation, p)).stacking <= limit(s, nation, p) + 1
    )


def _rolands_men(s: State, units: Stack, chiefs: tuple[int, ...]) -> tuple[Stack, tuple[int, ...]]:
    """Roland and his Knights do not retreat (11.16)."""
    roland = s.board.peoples.chief["Roland"]
    if s.chiefs[roland] >= 0 or s.options["rolands_knights"] == "never":
        for kind in (KNIGHT, CRUSADER):
            units -= number(units, kind) * ONE[kind]
    return units, tuple(c for c in chiefs if c != roland)


# -- the order -----------------------------------------------------------------------------------


def level_retreat(s: State, who: Leaving, prefix: Words, partial: Words) -> Level:
    """pieces, capital, to."""
    if len(prefix) == 1:
        return _level_pieces(s, who, partial)
    n = len([token for token in prefix[1] if token in s.board.kind])
    room = sum(who.rooms.values())
    if len(prefix) == 2:
        plain = [None] if n <= room else []
        return one([*plain, *(["capital"] if who.raisable else [])], "4.3")
    return _level_to(s, who, n, prefix[2] is not None, partial)


def _level_pieces(s: State, who: Leaving, partial: Words) -> Level:
    names = pieces(s, who.units, who.chiefs)
    units = [token for token in partial if token in s.board.kind]
    left = list(names)
    for token in partial:
        if token not in left:
            return Level((), "set", False, 1, who.most, "6.6")
        del left[: left.index(token) + 1]
    kinds = s.board.kind
    more = len(units) < who.most
    found = [t for t in dict.fromkeys(left) if (more if t in kinds else bool(units))]
    return Level(tuple(found), "set", bool(units), 1, who.most + len(who.chiefs), "6.6")


def _level_to(s: State, who: Leaving, n: int, capital: bool, partial: Words) -> Level:
    chosen = [s.board.place[p] for p in partial]
    room = sum(who.rooms.get(p, 0) for p in chosen) + (capital and bool(chosen))
    if room >= n:
        return Level((), "path", bool(chosen), 1, FREE, "6.6")
    if capital and not chosen:
        first = tuple(s.board.places[p] for p in who.raisable)
        return Level(first, "path", False, 1, FREE, "6.6")
    more = [p for p in who.rooms if p not in chosen]
    return Level(tuple(s.board.places[p] for p in more), "path", False, 1, FREE, "6.6")


def carry_out(s: State, c: Context, nation: int, place: int, action: Action, who: Leaving) -> None:
    """Take a retreat order to its end, as far as there is still room (6.6)."""
    units, chiefs = parted(s, action[1])
    old = s.capital[nation]
    goals = [s.board.place[p] for p in action[3]]
    if action[2] is not None and s.here[goals[0]] == 1 << nation:
        declare(s, c, nation, goals[0])
        more = limit(s, nation, goals[0]) + 1 - muster(stack(s, nation, goals[0])).stacking
        who.rooms[goals[0]] = max(0, more)
    left = list(muster(units).kinds)
    first = ELSEWHERE
    for goal in goals:
        going = left[: max(0, who.rooms.get(goal, 0))]
        if going:
            left = left[len(going) :]
            withdraw(s, c, nation, place, goal, sum(ONE[k] for k in going))
            first = goal if first == ELSEWHERE else first
    if old == place and s.capital[nation] != place:
        shrink(s, c, nation, place)  # those who stay in the old capital are too many (4.3)
    if not muster(stack(s, nation, place)).total:
        chiefs = tuple(chiefs_at(s, nation, place))  # nobody leaves his Chief to the enemy
    for chief in chiefs if first != ELSEWHERE else ():
        gone = first >= s.board.provinces and leaves_for_good(s, nation, first)
        s.chiefs[chief] = ELSEWHERE if gone else first


def withdraw(s: State, c: Context, nation: int, place: int, goal: int, units: Stack) -> None:
    take(s, nation, place, units)
    c.tell(
        "retreat",
        "6.6",
        nation=name_of(s, nation),
        start=s.board.places[place],
        to=s.board.places[goal],
        pieces=tuple(pieces(s, muster(units).kinds)),
    )
    if goal >= s.board.provinces and leaves_for_good(s, nation, goal):
        if s.options["vandal_retreat"] == "points":
            for exit_ in s.board.awards.exits:
                if exit_.nation == nation and exit_.to == goal:
                    points = exit_.points * muster(units).total
                    award(s, c, nation, points, "exit", "6.6")
        return
    put(s, nation, goal, units)
    if goal < s.board.provinces:
        kill_lone_chiefs(s, c, nation, goal)
        if muster(stack(s, nation, goal)).stacking > limit(s, nation, goal):
            s.overfull |= 1 << goal


# -- those who must go ---------------------------------------------------------------------------


def evict(s: State, c: Context, nation: int, place: int) -> None:
    """A nation must leave a place; what cannot is eliminated (6.6, 9.4, 9.6)."""
    s.frames.append(("evicting", nation, place))


@step
def evicting(s: State, c: Context, nation: int, place: int) -> None:
    if leaving(s, nation, place).most:
        s.frames.append(("evicted", nation, place))
    else:
        eliminate(s, c, nation, place)


def eliminate(s: State, c: Context, nation: int, place: int) -> None:
    units = stack(s, nation, place)
    if units:
        take(s, nation, place, units)
        c.tell(
            "removed",
            "6.6",
            nation=name_of(s, nation),
            place=s.board.places[place],
            pieces=tuple(pieces(s, muster(units).kinds)),
        )
    for chief in chiefs_at(s, nation, place):
        s.chiefs[chief] = ELSEWHERE
    if s.capital[nation] == place:
        s.capital[nation] = ELSEWHERE


@point
class Evicted(OldPoint):
    """Where those go who must leave a province; the others are lost (6.6)."""

    kind = "evicted"
    rule = "6.6"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, nation: int, *args: int) -> dict[str, str]:
        return {"place": s.board.places[args[1]]}

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        if not prefix:
            return one(["retreat"])
        return level_retreat(s, leaving(s, nation, args[1]), prefix, partial)

    def default(self, s: State, nation: int, *args: int) -> Action:
        return everybody(s, leaving(s, nation, args[1]))

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        s.frames.pop()
        carry_out(s, c, nation, args[1], action, leaving(s, nation, args[1]))
        eliminate(s, c, nation, args[1])


def everybody(s: State, who: Leaving) -> Action:
    """The retreat of as many as there is room for, to the roomiest provinces first."""
    goals: list[int] = []
    room = 0
    for goal, n in sorted(who.rooms.items(), key=lambda item: (-item[1], item[0])):
        if room >= len(who.units):
            break
        goals.append(goal)
        room += n
    if not goals:  # only a new capital makes room
        chosen = pieces(s, who.units[:1], who.chiefs)
        raised = s.board.places[who.raisable[0]]
        return Action("retreat", tuple(chosen), "capital", (raised,))
    units = who.units[: min(room, len(who.units))]
    names = tuple(s.board.places[p] for p in goals)
    return Action("retreat", tuple(pieces(s, units, who.chiefs)), None, names)
