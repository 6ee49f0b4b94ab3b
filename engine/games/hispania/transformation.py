"""Nations that become others at the end of a turn (9.4), and those that vanish.

A change runs in a fixed order: what is given whoever holds it is cleared, the old units turn into
new ones in place (by choice where not all of them can), and what the new nation gets is placed.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Action, Level
from engine.games.hispania.board import CASTLE, FORT, INF, KINDS
from engine.games.hispania.flow import (
    Context,
    Point,
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
from engine.games.hispania.peoples import Change
from engine.games.hispania.retreat import eliminate, evict
from engine.games.hispania.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    alive,
    chiefs_at,
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
        frames.append(("gets", number_, _mask(held(s, old)) if change.like_for_like else 0))
    push(s, ("cleared", number_), *frames)


def _mask(places: Sequence[int]) -> int:
    return sum(1 << p for p in places)


def _row(s: State, number_: int) -> Change:
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


# -- provinces -----------------------------------------------------------------------------------


@step
def cleared(s: State, c: Context, number_: int) -> None:
    """Provinces that the new nation is given whoever holds them (11.18, 11.21, 11.24)."""
    change = _row(s, number_)
    for place in change.provinces:
        clear(s, c, change, place)
    if not alive(s, change.old) and 0 <= change.gone_at < s.board.provinces:
        clear(s, c, change, change.gone_at)


def clear(s: State, c: Context, change: Change, place: int) -> None:
    holder = s.here[place].bit_length() - 1
    if holder < 0 or holder in (change.old, change.new):
        return
    if holder == neutral(s):
        eliminate(s, c, holder, place)
    else:
        evict(s, c, holder, place)


def _open(s: State, change: Change, places: tuple[int, ...]) -> list[int]:
    """Provinces of a list that are the old nation's or empty."""
    return [p for p in places if not s.here[p] & ~(1 << change.old)]


@step
def claims(s: State, c: Context, number_: int) -> None:
    """Which provinces an emirate takes from its list (11.19, 11.24, 11.25)."""
    change = _row(s, number_)
    free = _open(s, change, change.choice)
    if len(free) > change.choice_most:
        s.frames.append(("claim", number_, _mask(free), change.choice_most))
        return
    taken = list(free)
    more = [p for p in change.otherwise if p not in taken]
    lacking = min(len(more), change.choice_least - len(taken))
    if 0 < lacking < len(more):
        push(s, ("claim", number_, _mask(more), lacking))
        push(s, ("claimed", number_, _mask(taken)))
    else:
        taken += more[: max(0, lacking)]
        push(s, ("claimed", number_, _mask(taken)))


@step
def claimed(s: State, c: Context, number_: int, mask: int) -> None:
    """The emirate's provinces are cleared; the old nation's units there are removed."""
    change = _row(s, number_)
    places = [p for p in range(s.board.provinces) if mask >> p & 1]
    _pass_mask(s, number_, mask)
    for place in places:
        if s.here[place] == 1 << change.old:
            continue
        clear(s, c, change, place)


def _pass_mask(s: State, number_: int, mask: int) -> None:
    """Tell the frame that hands out units which provinces were taken."""
    for i in range(len(s.frames) - 1, -1, -1):
        if s.frames[i][:2] == ("gets", number_):
            s.frames[i] = ("gets", number_, s.frames[i][2] | mask)
            return


@point
class Claim(Point):
    """Choose so many provinces of a list (9.4)."""

    kind = "claim"
    rule = "9.4"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (_row(s, args[0]).new,)

    def about(self, s: State, nation: int, *args: int) -> dict[str, object]:
        return {"actor": name_of(s, nation), "count": args[2]}

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        if not prefix:
            return one(["claim"])
        _, mask, n = args
        if len(partial) == n:
            return Level((), "path", True, n, n, "9.4")
        names = [t for p, t in enumerate(s.board.places) if mask >> p & 1 and t not in partial]
        # in the order of the map, so that a choice has one text
        last = s.board.place[partial[-1]] if partial else -1
        left = [t for t in names if s.board.place[t] > last]
        keep = len(left) - (n - len(partial)) + 1
        return Level(tuple(left[: max(0, keep)]), "path", False, n, n, "9.4")

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        s.frames.pop()
        c.tell("claims", "9.4", nation=name_of(s, nation), places=tuple(action[1]))
        mask = _mask([s.board.place[p] for p in action[1]])
        push(s, ("claimed", args[0], mask))


# -- units ---------------------------------------------------------------------------------------


@step
def turn_units(s: State, c: Context, number_: int) -> None:
    """The old nation's units become the new one's (9.4); ROME's Forts stay (11.9)."""
    change = _row(s, number_)
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
    change = _row(s, number_)
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
class ChangeUnits(Point):
    """What the old units become, place by place; what is not kept is removed (9.4)."""

    kind = "change"
    rule = "9.4"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (_row(s, args[0]).new,)

    def about(self, s: State, nation: int, *args: int) -> dict[str, object]:
        return {"actor": name_of(s, nation), "count": args[1]}

    def _rooms(self, s: State, *args: int) -> dict[int, Stack]:
        """What may come of the units in each place."""
        change = _row(s, args[0])
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
        return min(args[1], muster(_changing(s, _row(s, args[0]), place)).total)

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
        change = _row(s, args[0])
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


# -- what the new nation gets --------------------------------------------------------------------


@step
def from_nothing(s: State, c: Context, number_: int) -> None:
    """The old nation has no unit left: what the new one begins with (11.17, 11.21)."""
    change = _row(s, number_)
    units = change.gone_units or change.least
    for kind, n in units:
        put(s, change.new, change.gone_at, ONE[kind] * min(n, spare(s, change.new, kind)))
    c.tell(
        "placed",
        "9.4",
        nation=name_of(s, change.new),
        pieces=tuple(pieces(s, muster(stack(s, change.new, change.gone_at)).kinds)),
        place=s.board.places[change.gone_at],
    )


@step
def gets(s: State, c: Context, number_: int, mask: int) -> None:
    """Free units, to be placed in the new nation's provinces (9.4)."""
    change = _row(s, number_)
    new = change.new
    mask |= _mask(list(change.provinces)) | _mask(held(s, new))
    units = 0
    for kind, n in change.gets:
        units += ONE[kind] * min(n, max(0, spare(s, new, kind)))
    for kind, n in change.least:
        have = sum(number(stack(s, new, p), kind) for p in places_of(s, new))
        units += ONE[kind] * max(0, min(n - have, spare(s, new, kind)))
    castles = min(change.castles, max(0, spare(s, new, CASTLE)))
    old = _taken_castles(s, change, mask)
    _clear_old(s, change, mask)
    mask = sum(1 << p for p in range(s.board.provinces) if mask >> p & 1 and _ours(s, new, p))
    if castles and change.first_castle >= 0 and mask >> change.first_castle & 1:
        put(s, new, change.first_castle, ONE[CASTLE])
        s.ruins[change.first_castle] = 0
        castles -= 1
    s.pool = units + castles * ONE[CASTLE]
    if mask and s.pool:
        s.frames.append(("settle", new, mask, old if change.replace else 0))
    else:
        s.pool = 0


def _ours(s: State, nation: int, place: int) -> bool:
    return not s.here[place] & ~(1 << nation)


def _taken_castles(s: State, change: Change, mask: int) -> int:
    """Provinces taken over in which the old nation has a Castle."""
    return sum(
        1 << p
        for p in range(s.board.provinces)
        if mask >> p & 1 and number(stack(s, change.old, p), CASTLE)
    )


def _clear_old(s: State, change: Change, mask: int) -> None:
    """The old nation's units in provinces taken over are removed (11.19, 11.24)."""
    for place in range(s.board.provinces):
        if mask >> place & 1 and stack(s, change.old, place):
            take(s, change.old, place, stack(s, change.old, place))
            for chief in chiefs_at(s, change.old, place):
                s.chiefs[chief] = ELSEWHERE


@point
class Settle(Point):
    """A new nation places what it begins with, wherever it likes in its land (9.4)."""

    kind = "settle"
    rule = "9.4"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, nation: int, *args: int) -> dict[str, object]:
        return {"actor": name_of(s, nation)}

    def _sites(self, s: State, nation: int, tokens: Words, mask: int) -> list[int]:
        """Where these units can go: one Castle to a province."""
        castles = list(tokens).count(KINDS[CASTLE])
        places = [p for p in range(s.board.provinces) if mask >> p & 1]
        if castles > 1:
            return []
        if castles:
            return [p for p in places if not muster(stack(s, nation, p)).castle]
        return places

    def _replaceable(self, s: State, nation: int, old: int) -> list[int]:
        if not number(s.pool, INF) or spare(s, nation, CASTLE) <= number(s.pool, CASTLE):
            return []
        return [
            p
            for p in range(s.board.provinces)
            if old >> p & 1 and not muster(stack(s, nation, p)).castle
        ]

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        _, mask, old = args
        if not prefix:
            more = ["rebuild"] if self._replaceable(s, nation, old) else []
            return one(["deploy", *more])
        if prefix[0] == "rebuild":
            if len(prefix) == 1:
                return one([s.board.places[p] for p in self._replaceable(s, nation, old)])
            return one([KINDS[INF]] if len(prefix) == 2 else [None])
        if len(prefix) == 2:
            return one([s.board.places[p] for p in self._sites(s, nation, prefix[1], mask)])
        pool = pieces(s, muster(s.pool).kinds)
        plain = subset(pool, partial, 1, len(pool))
        fine = tuple(t for t in plain.choices if self._sites(s, nation, (*partial, t), mask))
        return Level(fine, "set", plain.may_stop, 1, len(pool), "9.4")

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        mask = args[1]
        if action[0] == "rebuild":
            place = s.board.place[action[1]]
            s.pool -= ONE[INF]
            put(s, nation, place, ONE[CASTLE])
            s.frames[-1] = ("settle", nation, mask, 0)
            c.tell(
                "rebuilt",
                "11.24",
                nation=name_of(s, nation),
                place=action[1],
                unit=action[2],
                moved=None,
            )
        else:
            place = s.board.place[action[2]]
            units = parted(s, action[1])[0]
            s.pool -= units
            put(s, nation, place, units)
            if number(units, CASTLE):
                s.ruins[place] = 0
            c.tell(
                "placed",
                "9.4",
                nation=name_of(s, nation),
                pieces=tuple(action[1]),
                place=action[2],
            )
        self._trim(s, nation, mask)

    def _trim(self, s: State, nation: int, mask: int) -> None:
        """Castles that find no province any more are given up; the end when nothing is left."""
        if number(s.pool, CASTLE) and not self._sites(s, nation, (KINDS[CASTLE],), mask):
            s.pool -= number(s.pool, CASTLE) * ONE[CASTLE]
        if not s.pool:
            s.frames.pop()
