"""Nations that become others at the end of a turn (9.4), and those that vanish.

A change runs in a fixed order: what is given whoever holds it is cleared, the old units turn into
new ones in place (by choice where not all of them can), and what the new nation gets is placed.
Provinces and gifts are in `founding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, said
from engine.flow import Frame
from engine.games.hispania.book.founding import (
    claims,
    cleared,
    from_nothing,
    gets,
    mask_of,
    row_of,
)
from engine.games.hispania.book.purchase import (
    NOT_ENTRY,
    Commands,
    Deploy,
    Placed,
    pending_chiefs,
)
from engine.games.hispania.table import orders
from engine.games.hispania.table.board import CASTLE, FORT, KINDS
from engine.games.hispania.table.flow import (
    Context,
    Point,
    Telling,
    name_of,
    pieces,
    push,
    step,
)
from engine.games.hispania.table.orders import (
    NATION,
    PIECE,
    PLACE,
    UNITS,
    Order,
    Piece,
    Place,
    as_pieces,
    is_chief,
    out_of_order,
    parted,
)
from engine.games.hispania.table.peoples import Change
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    PENDING,
    Stack,
    State,
    alive,
    bits,
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
from engine.orders import Bar, Offer, Why, one, several, some, subset, worked_out

_DONE = 60  # the first bit of `deeds` for changes that have happened

KEEP_OVER = Bar("keep_over", "9.4", nation=NATION)
KEEP_NOBODY = Bar("keep_nobody", "9.4", count=UNITS)
KEEP_CHIEF = Bar("keep_chief", "9.4", chief=PIECE)
KEEP_NEVER = Bar("keep_never", "9.4", piece=PIECE, nation=NATION)
KEEP_MOST = Bar("keep_most", "9.4", count=UNITS)
KEEP_APART = Bar("keep_apart", "9.4", pieces=several(PIECE))
KEEP_NO_UNITS = Bar("keep_no_units", "9.4", place=PLACE, nation=NATION)
KEEP_TOO_MANY = Bar("keep_too_many", "9.4", place=PLACE, most=UNITS)
KEEP_NOT_OF = Bar("keep_not_of", "9.4", place=PLACE, pieces=several(PIECE))


class Transformed(Telling, kind="changes", rule="9.4"):
    """A nation becomes another."""

    nation: str = said(NATION, part="who")
    into: str = said(NATION)


class Kept(Telling, kind="kept", rule="9.4", shape="mark"):
    """What becomes of units in a place."""

    nation: str = said(NATION, part="who")
    pieces: tuple[str, ...] = many(PIECE)
    place: str = said(PLACE, part="at")


@step
def changes(s: State, c: Context, at: int) -> None:
    """9.4: step C: one change after the other, in the order of the old nations."""
    rows = s.almanac.changes.get(s.turn, ())
    if at >= len(rows):
        return
    push(s, changes.then(at + 1))
    change = rows[at]
    number_ = s.board.peoples.changes.index(change)
    bit = 1 << _DONE + number_
    if s.deeds & bit or (s.turn == change.early and not _submitted(s, change)):
        return
    s.deeds |= bit
    _begin(s, c, change, number_)


def _submitted(s: State, change: Change) -> bool:
    """11.4, 11.18: the LUSITANIEN becomes BADAJOZ a turn early as the OMEYYAD's vassal."""
    return s.suzerain[change.old] == s.board.peoples.nation["omeyyad"]


def _begin(s: State, c: Context, change: Change, number_: int) -> None:
    old, new = change.old, change.new
    gone = not alive(s, old)
    c.tell(Transformed(nation=name_of(s, old), into=name_of(s, new)))
    if change.neutral:
        _to_nobody(s, change)
    _heirs(s, c, change)
    if s.suzerain[old] >= 0 and change.like_for_like and change.early:
        lord = s.suzerain[old]
        s.suzerain[new] = lord if lord == s.board.peoples.nation["omeyyad"] else ELSEWHERE
    frames: list[Frame] = [turn_units.then(number_), old_is_gone.then(number_)]
    if change.choice:
        frames.insert(0, claims.then(number_))
    if gone and change.gone_at >= 0:
        frames.append(from_nothing.then(number_))
    elif change.gets or change.least or change.castles:
        mask = mask_of(held(s, old)) if change.like_for_like else 0
        frames.append(gets.then(number_, mask))
    if pending_chiefs(s, new):
        frames.append(heirs_come.then(new))
    push(s, cleared.then(number_), *frames)


def _to_nobody(s: State, change: Change) -> None:
    """11.13: what stands outside the new nation's land belongs to nobody from now on."""
    for place in held(s, change.old):
        if not _inside(s, change, place):
            units = stack(s, change.old, place)
            take(s, change.old, place, units)
            put(s, neutral(s), place, units)


def _inside(s: State, change: Change, place: int) -> bool:
    if change.zone < 0:
        return True
    return s.board.zone_of[place] == change.zone or place in change.also


def _heirs(s: State, c: Context, change: Change) -> None:
    """11.22: Pelayo goes over to CASTILLE; other Chiefs leave with their nation."""
    home = [p for p in held(s, change.old) if _inside(s, change, p)]
    for chief, at in enumerate(s.chiefs):
        if at == ELSEWHERE or s.lords[chief] != change.old:
            continue
        row = s.board.peoples.chiefs[chief]
        if row.heir == change.new and home:
            s.lords[chief] = change.new
            s.chiefs[chief] = at if at in home else PENDING
            c.tell(Commands(nation=name_of(s, change.new), chief=row.token), rule="11.22")


@step
def heirs_come(s: State, c: Context, nation: int) -> None:
    """11.22: a Chief who was elsewhere comes to his new nation, wherever it likes."""
    for chief in pending_chiefs(s, nation):
        land = held(s, nation)
        if len(land) > 1:
            push(s, Inheriting.then(Heirloom(nation, chief, mask_of(land))))
        else:
            _installed(s, c, nation, chief, land[0] if land else ELSEWHERE)


def _installed(s: State, c: Context, nation: int, chief: int, place: int) -> None:
    s.chiefs[chief] = place
    if place != ELSEWHERE:
        token, where = s.board.peoples.chiefs[chief].token, s.board.places[place]
        c.tell(Placed(nation=name_of(s, nation), pieces=(token,), place=where), rule="11.22")


class Heirloom(NamedTuple):
    """Whose new Chief, and the provinces to which he may come, a bit for each."""

    nation: int
    chief: int
    places: int


class Install(Deploy):
    """11.22: where the Chief goes who was taken over."""

    under = "11.22"
    at = one(PLACE, mark=">", rule="11.22", words="where")
    asked: Heirloom

    def waiting(self) -> list[Any]:
        return as_pieces((), (self.asked.chief,))

    @at.offer
    def places(self) -> Sequence[Any]:
        return bits(self.asked.places)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        places = bits(self.asked.places)
        return None if place in places else NOT_ENTRY("11.22", place=place, places=places)

    def do(self, c: Context) -> None:
        _installed(self.s, c, self.nation, self.asked.chief, self.at)


class Inheriting(Point[Heirloom], kind="heir", rule="11.22"):
    """Where a Chief goes who was elsewhere when his new nation began."""

    orders = (Install,)

    def whom(self, s: State, a: Heirloom) -> tuple[int, ...]:
        return (a.nation,)


# -- units ---------------------------------------------------------------------------------------


@step
def turn_units(s: State, c: Context, number_: int) -> None:
    """9.4: the old nation's units become the new one's; ROME's Forts stay (11.9)."""
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
        push(s, Changing.then(Turning(number_, min(most, muster(quota).total))))


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
    """11.3, 11.7, 11.20: everybody turns, without a choice: CANTABRIEN, IBÈRE, BASQUE."""
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
    """9.4: what was not changed is removed, when the last heir has been served."""
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


class Turning(NamedTuple):
    """Of which change, and how many units may still turn."""

    change: int
    most: int


def _rooms(s: State, change: Change) -> dict[int, Stack]:
    """What may come of the units in each place."""
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


class Keep(Order[Turning], verb="keep", rule="9.4"):
    """9.4: say what becomes of units when a nation changes."""

    pieces = some(PIECE, rule="9.4", words="what remains")
    at = one(PLACE, mark=">", rule="9.4", words="where")

    @worked_out
    def change(self) -> Change:
        return row_of(self.s, self.asked.change)

    @worked_out
    def rooms(self) -> dict[int, Stack]:
        return _rooms(self.s, self.change)

    def possible(self) -> bool:
        return bool(self.asked.most and self.rooms)

    def closed(self) -> Why | None:
        return None if self.possible() else KEEP_OVER(nation=self.nation)

    def most(self, place: int) -> int:
        """How many of a place may turn."""
        there = muster(_changing(self.s, self.change, place)).total
        return min(self.asked.most, there)

    def _fits(self, chosen: Sequence[int]) -> dict[int, Stack]:
        """Places of which all these could come."""
        wanted = parted(chosen)[0]
        return {
            place: units
            for place, units in self.rooms.items()
            if fewer(wanted, units) == wanted and len(chosen) <= self.most(place)
        }

    # -- what --

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        fits = self._fits(chosen)
        found: set[int] = set()
        for place, units in fits.items():
            found.update(subset(muster(units).kinds, chosen, 1, self.most(place)).choices)
        stops = bool(chosen) and bool(fits)
        return Offer(tuple(sorted(found)), stops, 1, self.asked.most)

    @pieces.bar
    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        """9.4: what the change allows, together in one province, within the number."""
        most = self.asked.most
        if piece is None:
            return None if chosen else KEEP_NOBODY(count=most)
        if is_chief(piece):
            return KEEP_CHIEF(chief=piece)
        if not any(number(units, piece) for units in self.rooms.values()):
            return KEEP_NEVER(piece=piece, nation=self.nation)
        barred = out_of_order(chosen, piece, "9.4")
        if barred is not None or self._fits((*chosen, piece)):
            return barred
        if len(chosen) >= most:
            return KEEP_MOST(count=most)
        return KEEP_APART(pieces=(*chosen, piece))

    # -- where --

    @at.offer
    def places(self) -> Sequence[Any]:
        return list(self._fits(self.pieces))

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        if place in self._fits(self.pieces):
            return None
        if place not in self.rooms:
            return KEEP_NO_UNITS(place=place, nation=self.change.old)
        most = self.most(place)
        if len(self.pieces) > most:
            return KEEP_TOO_MANY(place=place, most=most)
        return KEEP_NOT_OF(place=place, pieces=self.pieces)

    def do(self, c: Context) -> None:
        s, change, place = self.s, self.change, self.at
        units, n = parted(self.pieces)[0], len(self.pieces)
        put(s, self.nation, place, units)
        s.pool -= units
        if change.like_for_like:
            take(s, change.old, place, units)
        else:
            kinds = muster(_changing(s, change, place)).kinds[:n]
            take(s, change.old, place, sum(ONE[k] for k in kinds))
        name = name_of(s, self.nation)
        c.tell(Kept(nation=name, pieces=self.tokens(Keep.pieces), place=self.tokens(Keep.at)))
        left = self.asked.most - n
        if left and _rooms(s, change):
            push(s, Changing.then(self.asked._replace(most=left)))
        else:
            s.pool = 0


class Done(orders.Done):
    """9.4: what is not kept is removed."""

    def do(self, c: Context) -> None:
        self.s.pool = 0


class Changing(Point[Turning], kind="change", rule="9.4"):
    """What the old units become, place by place."""

    orders = (Keep, Done)

    def whom(self, s: State, a: Turning) -> tuple[int, ...]:
        return (row_of(s, a.change).new,)

    def about(self, s: State, who: int, a: Turning) -> dict[str, object]:
        return {"count": a.most}

    def default(self, s: State, who: int, a: Turning) -> Action:
        keep = Keep(s, who, a)
        if not keep.possible():
            return Done.act()
        place, units = next(iter(keep.rooms.items()))
        best = sorted(muster(units).kinds, reverse=True)[: keep.most(place)]
        return Keep.act(pieces=tuple(pieces(s, sorted(best))), at=s.board.places[place])
