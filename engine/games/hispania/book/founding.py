"""What a new nation begins with: its provinces, and units to place in them (9.4)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book.retreat import eliminate, evict
from engine.games.hispania.book.transformation import mask_of, row_of
from engine.games.hispania.table.board import CASTLE, INF, KINDS
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
    State,
    alive,
    chiefs_at,
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

# -- provinces -----------------------------------------------------------------------------------


@step
def cleared(s: State, c: Context, number_: int) -> None:
    """Provinces that the new nation is given whoever holds them (11.18, 11.21, 11.24)."""
    change = row_of(s, number_)
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
    change = row_of(s, number_)
    free = _open(s, change, change.choice)
    if len(free) > change.choice_most:
        s.frames.append(("claim", number_, mask_of(free), change.choice_most))
        return
    taken = list(free)
    more = [p for p in change.otherwise if p not in taken]
    lacking = min(len(more), change.choice_least - len(taken))
    if 0 < lacking < len(more):
        push(s, ("claim", number_, mask_of(more), lacking))
        push(s, ("claimed", number_, mask_of(taken)))
    else:
        taken += more[: max(0, lacking)]
        push(s, ("claimed", number_, mask_of(taken)))


@step
def claimed(s: State, c: Context, number_: int, mask: int) -> None:
    """The emirate's provinces are cleared; the old nation's units there are removed."""
    change = row_of(s, number_)
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
class Claim(OldPoint):
    """Choose so many provinces of a list (9.4)."""

    kind = "claim"
    rule = "9.4"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (row_of(s, args[0]).new,)

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
        mask = mask_of([s.board.place[p] for p in action[1]])
        push(s, ("claimed", args[0], mask))


# -- what the new nation gets --------------------------------------------------------------------


@step
def from_nothing(s: State, c: Context, number_: int) -> None:
    """The old nation has no unit left: what the new one begins with (11.17, 11.21)."""
    change = row_of(s, number_)
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
    change = row_of(s, number_)
    new = change.new
    mask |= mask_of(list(change.provinces)) | mask_of(held(s, new))
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
class Settle(OldPoint):
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
