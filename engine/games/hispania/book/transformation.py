"""Nations that become others at the end of a turn (9.4), and those that vanish.

A change runs in a fixed order: what is given whoever holds it is cleared, the old units turn into
new ones in place (by choice where not all of them can), and what the new nation gets is placed.
Provinces and gifts are in `founding`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Action, Level
from engine.games.hispania.table.board import CASTLE, FORT, KINDS
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    parted,
    pieces,
    point,
    push,
    step,
    subset,
)
from engine.games.hispania.table.peoples import Change
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    alive,
    fewer,
    held,
    muster,
    neutral,
    number,
    places_of,
    put,
    spare,
    stack,
    take,
)

_DONE = 60  # the first bit of `deeds` for changes that have happened


@step
def changes(s: State, c: Context, at: int) -> None:
    """Step C: one change after the other, in the order of the old nations (9.4)."""
    rows = s.almanac.changes.get(s.turn, ())
    if at >= len(rows):
        return
    push(s, ("changes", at + 1))
    change = rows[at]
    number_ = s.board.peoples.changes.index(change)
    bit = 1 << _DONE + number_
    if s.deeds & bit or (s.turn == change.early and not _submitted(s, change)):
        return
    s.deeds |= bit
    _begin(s, c, change, number_)


def _submitted(s: State, change: Change) -> bool:
    """The LUSITANIEN becomes BADAJOZ a turn early as the OMEYYAD's vassal (11.4, 11.18)."""
    return s.suzerain[change.old] == s.board.peoples.nation["omeyyad"]


def _begin(s: State, c: Context, change: Change, number_: int) -> None:
    old, new = change.old, change.new
    gone = not alive(s, old)
    c.tell("changes", "9.4", nation=name_of(s, old), into=name_of(s, new))
    if change.neutral:
        _to_nobody(s, change)
    _heirs(s, change)
    if s.suzerain[old] >= 0 and change.like_for_like and change.early:
        lord = s.suzerain[old]
        s.suzerain[new] = lord if lord == s.board.peoples.nation["omeyyad"] else ELSEWHERE
    frames: list[tuple[object, ...]] = [("turn_units", number_), ("old_is_gone", number_)]
    if change.choice:
        frames.insert(0, ("claims", number_))
    if gone and change.gone_at >= 0:
        frames.append(("from_nothing", number_))
    elif change.gets or change.least or change.castles:
        frames.append(("gets", number_, mask_of(held(s, old)) if change.like_for_like else 0))
    push(s, ("cleared", number_), *frames)


def mask_of(places: Sequence[int]) -> int:
    """A bit for each place."""
    return sum(1 << p for p in places)


def row_of(s: State, number_: int) -> Change:
    """The change of that number."""
    return s.board.peoples.changes[number_]


def _to_nobody(s: State, change: Change) -> None:
    """What stands outside the new nation's land belongs to nobody from now on (11.13)."""
    for place in held(s, change.old):
        if not _inside(s, change, place):
            units = stack(s, change.old, place)
            take(s, change.old, place, units)
            put(s, neutral(s), place, units)


def _inside(s: State, change: Change, place: int) -> bool:
    if change.zone < 0:
        return True
    return s.board.zone_of[place] == change.zone or place in change.also


def _heirs(s: State, change: Change) -> None:
    """Pelayo goes over to CASTILLE (11.22); other Chiefs leave with their nation."""
    home = [p for p in held(s, change.old) if _inside(s, change, p)]
    for chief, at in enumerate(s.chiefs):
        if at == ELSEWHERE or s.lords[chief] != change.old:
            continue
        if s.board.peoples.chiefs[chief].heir == change.new and home:
            s.lords[chief] = change.new
            s.chiefs[chief] = at if at in home else home[0]


# -- units ---------------------------------------------------------------------------------------


@step
def turn_units(s: State, c: Context, number_: int) -> None:
    """The old nation's units become the new one's (9.4); ROME's Forts stay (11.9)."""
    change = row_of(s, number_)
    if change.choice or (change.gets and not change.like_for_like):
        return  # an emirate is founded anew: it gets its units below
    old, new = change.old, change.new
    for place in places_of(s, old):
        if place >= s.board.provinces and not change.like_for_like:
            take(s, old, place, stack(s, old, place))
            continue
        for kind in change.keeps:
            n = min(number(stack(s, old, place), kind), spare(s, new, kind))
            take(s, old, place, n * ONE[kind])
            put(s, new, place, n * ONE[kind])
    quota = _quota(s, change)
    n = sum(muster(_changing(s, change, p)).total for p in places_of(s, old))
    most = change.most or 99
    single = len(muster(quota).counts) - muster(quota).counts.count(0) == 1
    if n <= most and (change.like_for_like or (single and n <= muster(quota).total)):
        _all_turn(s, change, quota)
    elif n:
        s.pool = quota
        s.frames.append(("change", number_, min(most, muster(quota).total)))


def _quota(s: State, change: Change) -> Stack:
    """The most that may come of a change, by kind, within the counters."""
    if change.like_for_like:
        kinds = [k for k in range(len(KINDS)) if k not in (CASTLE, FORT)]
        return sum(ONE[k] * max(0, spare(s, change.new, k)) for k in kinds)
    return sum(ONE[k] * max(0, min(n, spare(s, change.new, k))) for k, n in change.into)


def _changing(s: State, change: Change, place: int) -> Stack:
    """Units in a place that can turn into something: like for like, no Castle and no Fort."""
    units = stack(s, change.old, place)
    if change.like_for_like:
        return muster(units).mobile
    for kind in change.keeps:
        units -= number(units, kind) * ONE[kind]
    return units


def _all_turn(s: State, change: Change, quota: Stack) -> None:
    """Everybody turns, without a choice: CANTABRIEN, IBÈRE, BASQUE (11.3, 11.7, 11.20)."""
    for place in places_of(s, change.old):
        units = _changing(s, change, place)
        if change.like_for_like:
            into = fewer(units, quota)
        else:
            kind = next(k for k, n in enumerate(muster(quota).counts) if n)
            into = min(muster(units).total, number(quota, kind)) * ONE[kind]
        quota -= into
        take(s, change.old, place, units)
        put(s, change.new, place, into)


@step
def old_is_gone(s: State, c: Context, number_: int) -> None:
    """What was not changed is removed, when the last heir has been served (9.4)."""
    change = row_of(s, number_)
    later = [
        row
        for row in s.almanac.changes.get(s.turn, ())
        if row.old == change.old and s.board.peoples.changes.index(row) > number_
    ]
    if not later:
        vanish(s, change.old)


def vanish(s: State, nation: int) -> None:
    """Units, Chiefs, gold and capital of a nation are gone."""
    for place in places_of(s, nation):
        take(s, nation, place, stack(s, nation, place))
    for chief, at in enumerate(s.chiefs):
        if at != ELSEWHERE and s.lords[chief] == nation:
            s.chiefs[chief] = ELSEWHERE
    s.gold[nation] = 0
    s.waiting[nation] = 0
    s.capital[nation] = ELSEWHERE
    s.suzerain[nation] = ELSEWHERE


@point
class ChangeUnits(OldPoint):
    """What the old units become, place by place; what is not kept is removed (9.4)."""

    kind = "change"
    rule = "9.4"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (row_of(s, args[0]).new,)

    def about(self, s: State, nation: int, *args: int) -> dict[str, object]:
        return {"actor": name_of(s, nation), "count": args[1]}

    def _rooms(self, s: State, *args: int) -> dict[int, Stack]:
        """What may come of the units in each place."""
        change = row_of(s, args[0])
        found = {}
        for place in held(s, change.old):
            units = _changing(s, change, place)
            room = fewer(units, s.pool) if change.like_for_like else s.pool
            if muster(stack(s, change.new, place)).castle:
                room -= number(room, CASTLE) * ONE[CASTLE]
            elif number(room, CASTLE):
                room -= (number(room, CASTLE) - 1) * ONE[CASTLE]
            if units and room:
                found[place] = room
        return found

    def _most(self, s: State, place: int, *args: int) -> int:
        return min(args[1], muster(_changing(s, row_of(s, args[0]), place)).total)

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        rooms = self._rooms(s, *args)
        if not prefix:
            return one([*(["keep"] if rooms and args[1] else []), "done"])
        fits = {
            p: units
            for p, units in rooms.items()
            if _has(units, prefix[1] if len(prefix) > 1 else partial, s)
            and len(prefix[1] if len(prefix) > 1 else partial) <= self._most(s, p, *args)
        }
        if len(prefix) == 2:
            return one([s.board.places[p] for p in fits], "9.4")
        choices: dict[str, None] = {}
        for place, units in fits.items():
            pool = pieces(s, muster(units).kinds)
            for token in subset(pool, partial, 1, self._most(s, place, *args)).choices:
                choices.setdefault(token)
        order = tuple(t for t in KINDS if t in choices)
        return Level(order, "set", bool(partial) and bool(fits), 1, args[1], "9.4")

    def default(self, s: State, nation: int, *args: int) -> Action | None:
        rooms = self._rooms(s, *args)
        if not args[1] or not rooms:
            return Action("done")
        place, units = next(iter(rooms.items()))
        best = sorted(muster(units).kinds, reverse=True)[: self._most(s, place, *args)]
        return Action("keep", tuple(pieces(s, sorted(best))), s.board.places[place])

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        frame = s.frames.pop()
        if action[0] == "done":
            s.pool = 0
            return
        change = row_of(s, args[0])
        place = s.board.place[action[2]]
        units = parted(s, action[1])[0]
        n = len(action[1])
        put(s, nation, place, units)
        s.pool -= units
        if change.like_for_like:
            take(s, change.old, place, units)
        else:
            kinds = muster(_changing(s, change, place)).kinds[:n]
            take(s, change.old, place, sum(ONE[k] for k in kinds))
        c.tell("kept", "9.4", nation=name_of(s, nation), pieces=tuple(action[1]), place=action[2])
        s.frames.append((frame[0], args[0], args[1] - n))
        if not args[1] - n or not self._rooms(s, args[0], args[1] - n):
            s.frames.pop()
            s.pool = 0


def _has(units: Stack, tokens: Words, s: State) -> bool:
    wanted = parted(s, tokens)[0]
    return fewer(wanted, units) == wanted
