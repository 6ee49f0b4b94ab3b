"""What a moderator may change: the same tree, the same text, checked after every step."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import Action, Level, Value
from engine.games.hispania.book.combat import D10, LABELS
from engine.games.hispania.book.movement import friendly
from engine.games.hispania.book.sequence import fresh
from engine.games.hispania.table.board import CASTLE, FORT, KINDS
from engine.games.hispania.table.flow import NOTHING, Context, name_of, one, parted, pieces, subset
from engine.games.hispania.table.state import (
    ELSEWHERE,
    State,
    chiefs_at,
    empty,
    held,
    limit,
    muster,
    neutral,
    number,
    places_of,
    put,
    spare,
    stack,
    take,
)
from engine.games.hispania.verbs import EDITS

HALVES = tuple(str(n) for n in range(121))
_MOST = 20  # units of one kind that one edit places
_PLAIN = ("orders", "fight", "aim", "part", "limits", "sign")  # questions that an edit may disturb

Prefix = tuple[Value, ...]


def edit_level(s: State, prefix: Prefix, partial: Prefix) -> Level:
    """What may stand next in an edit."""
    if not prefix:
        return one([verb for verb in EDITS if _possible(s, verb)])
    return LEVELS[prefix[0]](s, prefix, partial)


def _possible(s: State, verb: str) -> bool:
    if verb in ("place", "take", "ruin", "seat_of_power", "vassal") and not _calm(s):
        return False
    return not EDITS[verb].slots or bool(LEVELS[verb](s, (verb,), ()).choices)


def _calm(s: State) -> bool:
    """Whether pieces may be changed by hand: not in the middle of a change of nations."""
    return s.over is None and s.frames[-1][0] in _PLAIN and s.active >= 0 and not s.pool


def _nations(s: State) -> list[str]:
    return [nation.token for nation in s.board.peoples.nations]


def _nation(s: State, token: str) -> int:
    return neutral(s) if token == "neutral" else s.board.peoples.nation[token]


# -- levels --------------------------------------------------------------------------------------


def _spare(s: State, nation: int) -> list[str]:
    if nation == neutral(s):
        return pieces(s, [0] * 8 + [CASTLE])
    kinds = [k for k in range(len(KINDS)) for _ in range(min(_MOST, spare(s, nation, k)))]
    chiefs = [c for c, at in enumerate(s.chiefs) if at < 0 and s.lords[c] == nation]
    return pieces(s, kinds, chiefs)


def _open_to(s: State, nation: int, tokens: Prefix) -> list[int]:
    castles = sum(tokens.count(KINDS[k]) for k in (CASTLE, FORT))
    units = parted(s, tokens)[0]
    found = []
    for place in range(s.width):
        others = s.here[place] & ~(1 << nation)
        province = place < s.board.provinces
        if others and province and not _meeting(s, nation, place, others):
            continue
        if not units and province and others:
            continue
        held_already = muster(stack(s, nation, place)).castle
        if castles > 1 or (castles and (held_already or not province)):
            continue
        found.append(place)
    return found


def _meeting(s: State, nation: int, place: int, others: int) -> bool:
    """Enemies of the active nation may stand where it stands, and the other way round."""
    if s.frames[-1][0] != "orders" or others.bit_count() > 1:
        return False
    other = others.bit_length() - 1
    if friendly(s, nation, place):
        return False
    return s.active in (nation, other)


def _level_place(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([*_nations(s), "neutral"])
    nation = _nation(s, prefix[1])
    if len(prefix) == 2:
        pool = _spare(s, nation)
        plain = subset(pool, partial, 1, len(pool))
        fine = tuple(t for t in plain.choices if _open_to(s, nation, (*partial, t)))
        return Level(fine, "set", plain.may_stop, 1, len(pool))
    return one([s.board.places[p] for p in _open_to(s, nation, prefix[2])])


def _standing(s: State, nation: int, place: int) -> list[str]:
    kinds = muster(stack(s, nation, place)).kinds
    return pieces(s, kinds, chiefs_at(s, nation, place))


def _level_take(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        rows = [*range(len(s.board.peoples.nations)), neutral(s)]
        return one([name_of(s, n) for n in rows if places_of(s, n)])
    nation = _nation(s, prefix[1])
    tokens = prefix[2] if len(prefix) > 2 else partial
    pools = {p: _standing(s, nation, p) for p in range(s.width)}
    fits = {p: pool for p, pool in pools.items() if pool and _inside(tokens, pool)}
    if len(prefix) == 3:
        return one([s.board.places[p] for p in fits])
    found: dict[str, None] = {}
    for pool in fits.values():
        for token in subset(pool, partial, 1, len(pool)).choices:
            found.setdefault(token)
    order = [*KINDS, *s.board.peoples.chief]
    return Level(tuple(t for t in order if t in found), "set", bool(partial), 1, 99)


def _inside(tokens: Prefix, pool: list[str]) -> bool:
    left = list(pool)
    for token in tokens:
        if token not in left:
            return False
        left.remove(token)
    return True


def _level_ruin(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        free = [p for p in range(s.board.provinces) if not _castle_at(s, p)]
        return one([s.board.places[p] for p in free])
    owners = [n for n in range(len(s.board.peoples.nations)) if spare(s, n, CASTLE) > 0]
    return one([None, *(name_of(s, n) for n in owners)])


def _castle_at(s: State, place: int) -> bool:
    return any(number(stack(s, n, place), CASTLE) for n in range(s.here[place].bit_length()))


def _level_number(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one(_nations(s))
    if prefix[0] == "gold":
        reserve = 2 * s.board.peoples.nations[_nation(s, prefix[1])].reserve
        return one(HALVES[: max(60, reserve)])
    return one(HALVES)


def _level_capital(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one(_nations(s))
    own = held(s, _nation(s, prefix[1]))
    return one([None, *(s.board.places[p] for p in own)])


def _level_vassal(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one(_nations(s))
    nation = _nation(s, prefix[1])
    fine = [n for n in range(len(s.board.peoples.nations)) if n != nation and _apart(s, nation, n)]
    return one([None, *(name_of(s, n) for n in fine)])


def _apart(s: State, one_: int, other: int) -> bool:
    both = 1 << one_ | 1 << other
    return all(mask & both != both for mask in s.here[: s.board.provinces])


def _level_switch(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(["on", "off"])


def _level_turn(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        first = s.board.scenarios[s.scenario].first
        return one([str(n) for n in range(first, s.last + 1)])
    names = _nations(s)
    return one(names if prefix[0] == "orders" else [None, *names])


def _level_force(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(LABELS) if len(prefix) == 1 else one([str(n) for n in D10])


def _level_none(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return NOTHING


LEVELS: dict[str, Callable[[State, Prefix, Prefix], Level]] = {
    "clear": _level_none,
    "place": _level_place,
    "take": _level_take,
    "ruin": _level_ruin,
    "gold": _level_number,
    "points": _level_number,
    "seat_of_power": _level_capital,
    "vassal": _level_vassal,
    "toledo": _level_switch,
    "turn": _level_turn,
    "orders": _level_turn,
    "force": _level_force,
    "unforce": _level_none,
}


# -- deeds ---------------------------------------------------------------------------------------


def apply_edit(s: State, c: Context, action: Action) -> None:
    DEEDS[action[0]](s, c, action)
    c.tell("edit", "", verb=action[0], args=tuple(action[1:]))


def _again(s: State) -> None:
    """After pieces were changed by hand a battle, or a check of limits, begins anew."""
    if s.over is None and s.frames[-1][0] not in ("orders",):
        s.battle = None
        s.sealed = [None, None]
        s.frames = [("nations", s.active + 1), ("battles_over",), ("battles",)]


def _place(s: State, c: Context, action: Action) -> None:
    nation, place = _nation(s, action[1]), s.board.place[action[3]]
    units, chiefs = parted(s, action[2])
    put(s, nation, place, units)
    if number(units, CASTLE):
        s.ruins[place] = 0
    for chief in chiefs:
        s.chiefs[chief] = place
    if place < s.board.provinces and nation != s.active:
        if muster(stack(s, nation, place)).stacking == limit(s, nation, place) + 1:
            s.overfull |= 1 << place
    _again(s)


def _take(s: State, c: Context, action: Action) -> None:
    nation, place = _nation(s, action[1]), s.board.place[action[3]]
    units, chiefs = parted(s, action[2])
    take(s, nation, place, units)
    for chief in chiefs:
        s.chiefs[chief] = ELSEWHERE
    if s.capital[nation] == place and not stack(s, nation, place):
        s.capital[nation] = ELSEWHERE
    _again(s)


def _clear(s: State, c: Context, action: Action) -> None:
    s.stacks = empty(len(s.stacks))
    s.here = [0] * s.width
    s.land = [0] * len(s.land)
    s.ruins = [0] * s.width
    rows = len(s.capital)
    s.chiefs = [ELSEWHERE] * len(s.chiefs)
    s.capital = [ELSEWHERE] * rows
    s.suzerain = [ELSEWHERE] * rows
    s.waiting = [0] * rows
    s.gold = [0] * rows
    s.points = [0] * rows
    s.overfull = s.romanised = s.pool = 0
    _to_orders(s, max(1, s.turn), max(0, s.active))


def _to_orders(s: State, turn: int, nation: int) -> None:
    _leave(s)
    s.turn, s.active = turn, nation
    s.wave, s.hired, s.glory, s.bought, s.pool, s.crossed = 1, False, 0, 0, 0, 0
    fresh(s)
    s.phase = "orders"
    s.frames = [("nations", nation + 1), ("march_over",), ("orders",)]


def _leave(s: State) -> None:
    s.over = None
    s.battle = None
    s.sealed = [None, None]
    s.pool = 0
    s.moved = [0] * s.width
    s.wet = [0] * s.width
    s.came = [0] * s.width
    _part(s)


def _part(s: State) -> None:
    """Nobody is left standing among enemies when a sequence is broken off."""
    for place in range(s.board.provinces):
        mask = s.here[place]
        if mask & (mask - 1) and s.active >= 0 and mask >> s.active & 1:
            take(s, s.active, place, stack(s, s.active, place))


def _orders(s: State, c: Context, action: Action) -> None:
    _to_orders(s, int(action[1]), _nation(s, action[2]))


def _turn(s: State, c: Context, action: Action) -> None:
    _leave(s)
    s.turn = int(action[1])
    if action[2] is None:
        s.frames = [("turn_ends",)]
    else:
        nation = _nation(s, action[2])
        s.frames = [("nations", nation)]


def _ruin(s: State, c: Context, action: Action) -> None:
    place = s.board.place[action[1]]
    s.ruins[place] = 0 if action[2] is None else 1 + _nation(s, action[2])
    _again(s)


def _gold(s: State, c: Context, action: Action) -> None:
    s.gold[_nation(s, action[1])] = int(action[2])


def _points(s: State, c: Context, action: Action) -> None:
    s.points[_nation(s, action[1])] = int(action[2])


def _capital(s: State, c: Context, action: Action) -> None:
    place = ELSEWHERE if action[2] is None else s.board.place[action[2]]
    s.capital[_nation(s, action[1])] = place
    _again(s)


def _vassal(s: State, c: Context, action: Action) -> None:
    lord = ELSEWHERE if action[2] is None else _nation(s, action[2])
    s.suzerain[_nation(s, action[1])] = lord
    _again(s)


def _toledo(s: State, c: Context, action: Action) -> None:
    s.fallen = action[1] == "on"


def _force(s: State, c: Context, action: Action) -> None:
    c.dice.forced.append((action[1], action[2]))


def _unforce(s: State, c: Context, action: Action) -> None:
    c.dice.forced.clear()


DEEDS: dict[str, Callable[[State, Context, Action], None]] = {
    "clear": _clear,
    "place": _place,
    "take": _take,
    "ruin": _ruin,
    "gold": _gold,
    "points": _points,
    "seat_of_power": _capital,
    "vassal": _vassal,
    "toledo": _toledo,
    "turn": _turn,
    "orders": _orders,
    "force": _force,
    "unforce": _unforce,
}
