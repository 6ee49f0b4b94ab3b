"""What a moderator may change by hand: the same tree, the same text, checked after every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.events import fact
from engine.games.hispania.book.combat import D10, LABELS, battles
from engine.games.hispania.book.movement import friendly
from engine.games.hispania.book.orders import Orders
from engine.games.hispania.book.sequence import (
    battles_over,
    fresh,
    march_over,
    nations,
    turn_ends,
)
from engine.games.hispania.table.board import CASTLE, FORT, INF, KINDS
from engine.games.hispania.table.flow import Context, Telling
from engine.games.hispania.table.orders import (
    NATION,
    PIECE,
    PLACE,
    Piece,
    as_pieces,
    parted,
)
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
from engine.orders import Offer, Words, edits, one, some, subset

HALVES = tuple(str(n) for n in range(121))
SWITCH = Words("switch", "on", "off")
NUMBER = Words("number")
_MOST = 20  # units of one kind that one edit places
_PLAIN = ("orders", "fight", "aim", "part", "limits", "sign")  # questions that an edit may disturb


class Edited(Telling, kind="edit"):
    """A moderator has changed something: everything lies open, so the whole order is told."""

    verb: str = fact()
    args: tuple[Any, ...] = fact()


class Unsound(Telling, kind="warning"):
    """The position is not one to which play could have led."""

    faults: tuple[str, ...] = fact()


class Edit(edits.Edit[State]):
    """A change that a moderator makes by hand."""

    pieces_change: ClassVar[bool] = False  # not in the middle of a change of nations

    def possible(self) -> bool:
        if self.pieces_change and not _calm(self.s):
            return False
        return super().possible()


def change(s: State, c: Context, order: edits.Edit[Any]) -> None:
    """Carry out an edit, and tell it."""
    order.do(c)
    c.tell(Edited(verb=order.verb.name, args=order.action.args))


def _calm(s: State) -> bool:
    """Whether pieces may be changed by hand: not in the middle of a change of nations."""
    return s.over is None and s.frames[-1][0] in _PLAIN and s.active >= 0 and not s.pool


def _again(s: State) -> None:
    """After pieces were changed by hand a battle, or a check of limits, begins anew."""
    if s.over is None and s.frames[-1][0] != Orders.kind:
        s.battle = None
        s.sealed = [None, None]
        s.frames = [nations.then(s.active + 1), battles_over.then(), battles.then()]


def _peoples(s: State) -> range:
    return range(len(s.board.peoples.nations))


# -- pieces --------------------------------------------------------------------------------------


def _spare(s: State, nation: int) -> list[Piece]:
    if nation == neutral(s):
        return as_pieces([INF] * 8 + [CASTLE])
    kinds = [k for k in range(len(KINDS)) for _ in range(min(_MOST, spare(s, nation, k)))]
    chiefs = [c for c, at in enumerate(s.chiefs) if at < 0 and s.lords[c] == nation]
    return as_pieces(kinds, chiefs)


def _open_to(s: State, nation: int, chosen: Sequence[int]) -> list[int]:
    """Where these may stand: not among others, and one Castle to a province."""
    castles = chosen.count(CASTLE) + chosen.count(FORT)
    units = parted(chosen)[0]
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
    if s.frames[-1][0] != Orders.kind or others.bit_count() > 1:
        return False
    other = others.bit_length() - 1
    if friendly(s, nation, place):
        return False
    return s.active in (nation, other)


class Place(Edit, verb="place"):
    """Edit: put units or Chiefs of a nation in a place."""

    nation = one(NATION)
    pieces = some(PIECE)
    place = one(PLACE, mark=">")
    pieces_change = True

    @nation.offer
    def nations(self) -> Sequence[Any]:
        """Those with a piece beside the map that may stand somewhere."""
        s = self.s
        rows = [*_peoples(s), neutral(s)]
        return [n for n in rows if any(_open_to(s, n, (piece,)) for piece in _spare(s, n))]

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        pool = _spare(self.s, self.nation)
        plain = subset(pool, chosen, 1, len(pool))
        fine = [p for p in plain.choices if _open_to(self.s, self.nation, (*chosen, p))]
        return Offer(tuple(fine), plain.may_stop, 1, len(pool))

    @place.offer
    def places(self) -> Sequence[Any]:
        return _open_to(self.s, self.nation, self.pieces)

    def do(self, c: Context) -> None:
        s, nation, place = self.s, self.nation, self.place
        units, chiefs = parted(self.pieces)
        put(s, nation, place, units)
        if number(units, CASTLE):
            s.ruins[place] = 0
        for chief in chiefs:
            s.chiefs[chief] = place
        if place < s.board.provinces and nation != s.active:
            if muster(stack(s, nation, place)).stacking == limit(s, nation, place) + 1:
                s.overfull |= 1 << place
        _again(s)


class Take(Edit, verb="take"):
    """Edit: take units or Chiefs of a nation off a place."""

    nation = one(NATION)
    pieces = some(PIECE)
    place = one(PLACE, mark=">")
    pieces_change = True

    def _pools(self, chosen: Sequence[Piece]) -> dict[int, list[Piece]]:
        """What stands in each place that has all of these."""
        s, nation = self.s, self.nation
        found = {}
        for place in range(s.width):
            kinds = muster(stack(s, nation, place)).kinds
            pool = as_pieces(kinds, chiefs_at(s, nation, place))
            if pool and all(chosen.count(p) <= pool.count(p) for p in chosen):
                found[place] = pool
        return found

    @nation.offer
    def nations(self) -> Sequence[Any]:
        rows = [*_peoples(self.s), neutral(self.s)]
        return [n for n in rows if places_of(self.s, n)]

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        found: set[Piece] = set()
        for pool in self._pools(chosen).values():
            found.update(subset(pool, chosen, 1, len(pool)).choices)
        return Offer(tuple(sorted(found)), bool(chosen), 1, 99)

    @place.offer
    def places(self) -> Sequence[Any]:
        return list(self._pools(self.pieces))

    def do(self, c: Context) -> None:
        s, nation, place = self.s, self.nation, self.place
        units, chiefs = parted(self.pieces)
        take(s, nation, place, units)
        for chief in chiefs:
            s.chiefs[chief] = ELSEWHERE
        if s.capital[nation] == place and not stack(s, nation, place):
            s.capital[nation] = ELSEWHERE
        _again(s)


class Ruin(Edit, verb="ruin"):
    """Edit: put a Ruin of a nation’s Castle in a province, or take it away."""

    place = one(PLACE)
    nation = one(NATION, optional=True)
    pieces_change = True

    @place.offer
    def places(self) -> Sequence[Any]:
        return [p for p in range(self.s.board.provinces) if not _castle_at(self.s, p)]

    @nation.offer
    def owners(self) -> Sequence[Any]:
        return [None, *[n for n in _peoples(self.s) if spare(self.s, n, CASTLE) > 0]]

    def do(self, c: Context) -> None:
        self.s.ruins[self.place] = 0 if self.nation is None else 1 + self.nation
        _again(self.s)


def _castle_at(s: State, place: int) -> bool:
    return any(number(stack(s, n, place), CASTLE) for n in range(s.here[place].bit_length()))


# -- nations -------------------------------------------------------------------------------------


class OfNation(Edit):
    """A change of one nation."""

    nation = one(NATION)

    @nation.offer
    def nations(self) -> Sequence[Any]:
        return _peoples(self.s)


class Gold(OfNation, verb="gold"):
    """Edit: set the gold of a nation, in halves: 7 is 3½."""

    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        reserve = 2 * self.s.board.peoples.nations[self.nation].reserve
        return HALVES[: max(60, reserve)]

    def do(self, c: Context) -> None:
        self.s.gold[self.nation] = int(self.number)


class Points(OfNation, verb="points"):
    """Edit: set the points of a nation, in halves."""

    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        return HALVES

    def do(self, c: Context) -> None:
        self.s.points[self.nation] = int(self.number)


class SeatOfPower(OfNation, verb="seat_of_power"):
    """Edit: set or take away a nation’s capital."""

    place = one(PLACE, optional=True)
    pieces_change = True

    @place.offer
    def places(self) -> Sequence[Any]:
        return [None, *held(self.s, self.nation)]

    def do(self, c: Context) -> None:
        self.s.capital[self.nation] = ELSEWHERE if self.place is None else self.place
        _again(self.s)


class Vassal(OfNation, verb="vassal"):
    """Edit: make a nation another’s vassal, or free it."""

    lord = one(NATION, mark=">", optional=True)
    pieces_change = True

    @lord.offer
    def lords(self) -> Sequence[Any]:
        s, nation = self.s, self.nation
        return [None, *[n for n in _peoples(s) if n != nation and _apart(s, nation, n)]]

    def do(self, c: Context) -> None:
        self.s.suzerain[self.nation] = ELSEWHERE if self.lord is None else self.lord
        _again(self.s)


def _apart(s: State, one_: int, other: int) -> bool:
    both = 1 << one_ | 1 << other
    return all(mask & both != both for mask in s.here[: s.board.provinces])


class Toledo(Edit, verb="toledo"):
    """Edit: say whether Tolède has fallen."""

    fallen = one(SWITCH)

    @fallen.offer
    def ways(self) -> Sequence[str]:
        return ("on", "off")

    def do(self, c: Context) -> None:
        self.s.fallen = self.fallen == "on"


# -- time ----------------------------------------------------------------------------------------


def _turns(s: State) -> list[str]:
    first = s.board.scenarios[s.scenario].first
    return [str(n) for n in range(first, s.last + 1)]


def _leave(s: State) -> None:
    s.over = None
    s.battle = None
    s.sealed = [None, None]
    s.pool = 0
    s.moved = [0] * s.width
    s.column = ()
    s.wet = [0] * s.width
    s.came = [0] * s.width
    _part(s)


def _part(s: State) -> None:
    """Nobody is left standing among enemies when a sequence is broken off."""
    for place in range(s.board.provinces):
        mask = s.here[place]
        if mask & (mask - 1) and s.active >= 0 and mask >> s.active & 1:
            take(s, s.active, place, stack(s, s.active, place))


def _to_orders(s: State, turn: int, nation: int) -> None:
    _leave(s)
    s.turn, s.active = turn, nation
    s.wave, s.hired, s.glory, s.bought, s.pool, s.crossed = 1, False, 0, 0, 0, 0
    fresh(s)
    s.phase = "orders"
    s.frames = [nations.then(nation + 1), march_over.then(), Orders.then()]


class Turn(Edit, verb="turn"):
    """Edit: go to the start of a nation’s sequence in a turn, or to the end of the turn."""

    turn = one(NUMBER)
    nation = one(NATION, optional=True)

    @turn.offer
    def turns(self) -> Sequence[str]:
        return _turns(self.s)

    @nation.offer
    def nations(self) -> Sequence[Any]:
        return [None, *_peoples(self.s)]

    def do(self, c: Context) -> None:
        s = self.s
        _leave(s)
        s.turn = int(self.turn)
        s.frames = [turn_ends.then() if self.nation is None else nations.then(self.nation)]


class ToOrders(Edit, verb="orders"):
    """Edit: go to a nation’s orders in a turn, without income and reinforcements."""

    turn = one(NUMBER)
    nation = one(NATION)

    @turn.offer
    def turns(self) -> Sequence[str]:
        return _turns(self.s)

    @nation.offer
    def nations(self) -> Sequence[Any]:
        return _peoples(self.s)

    def do(self, c: Context) -> None:
        _to_orders(self.s, int(self.turn), self.nation)


class Clear(Edit, verb="clear"):
    """Edit: take every unit, Chief, Ruin and capital off the map."""

    def do(self, c: Context) -> None:
        s = self.s
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


# -- chance --------------------------------------------------------------------------------------


class Force(edits.Force[State]):
    """Edit: force the next result of a chance draw."""

    def draws(self) -> Mapping[str, Sequence[str]]:
        return {label: [str(n) for n in D10] for label in LABELS}

    def told(self, c: Context) -> None:
        """Like every edit, by `change`."""


class Unforce(edits.Unforce[State]):
    """Edit: forget the forced results that have not come up yet."""

    def told(self, c: Context) -> None:
        """Like every edit, by `change`."""


CHANGES: tuple[type[edits.Edit[Any]], ...] = (
    Clear, Place, Take, Ruin, Gold, Points, SeatOfPower, Vassal, Toledo, Turn, ToOrders, Force,
    Unforce,
)  # fmt: skip
