"""What a new nation begins with: its provinces, and units to place in them (9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, said
from engine.games.hispania.book.castles import (
    CASTLE_STANDS,
    Given,
    Rebuild,
    Rebuilt,
    raise_castle,
)
from engine.games.hispania.book.purchase import Deploy, Placed
from engine.games.hispania.book.retreat import eliminate, evict
from engine.games.hispania.table.board import CASTLE, INF
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
    PROVINCES,
    Order,
    Piece,
    Place,
    as_pieces,
    parted,
)
from engine.games.hispania.table.peoples import Change
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    State,
    alive,
    bits,
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
from engine.orders import NONE, Bar, Offer, Why, either, one, path

CLAIM_MORE = Bar("claim_more", "9.4", count=PROVINCES)
CLAIM_ENOUGH = Bar("claim_enough", "9.4", count=PROVINCES)
CLAIM_CLOSED = Bar("claim_closed", "9.4", place=PLACE, places=either(PLACE))
CLAIM_AGAIN = Bar("place_twice", "9.4", place=PLACE)
SETTLE_CASTLES = Bar("settle_castles", "9.4")
SETTLE_WALLED = Bar("settle_walled", "9.4", nation=NATION)
SETTLE_AT = Bar("settle_at", "9.4", place=PLACE, places=either(PLACE))
REFIT_NONE = Bar("refit_none", "11.24", nation=NATION)
REFIT_AT = Bar("refit_at", "11.24", place=PLACE)
REFIT_UNIT = Bar("refit_unit", "11.24", unit=PIECE)
REFIT_OWN = Bar("refit_own", "11.24")


class Claimed(Telling, kind="claims", rule="9.4", shape="mark"):
    """A new nation takes provinces of its choice."""

    nation: str = said(NATION, part="who")
    places: tuple[str, ...] = many(PLACE, form="path", part="at")


def mask_of(places: Sequence[int]) -> int:
    """A bit for each place."""
    return sum(1 << p for p in places)


def row_of(s: State, number_: int) -> Change:
    """The change of that number."""
    return s.board.peoples.changes[number_]


# -- provinces -----------------------------------------------------------------------------------


@step
def cleared(s: State, c: Context, number_: int) -> None:
    """11.18, 11.21, 11.24: provinces that the new nation is given whoever holds them."""
    change = row_of(s, number_)
    given = list(change.provinces)
    if not alive(s, change.old) and 0 <= change.gone_at < s.board.provinces:
        given.append(change.gone_at)
    for place in given:
        clear(s, c, change, place, mask_of(given))


def clear(s: State, c: Context, change: Change, place: int, given: int) -> None:
    """6.6, 9.4: whoever holds a province leaves it, for none of those that are `given`."""
    holder = s.here[place].bit_length() - 1
    if holder < 0 or holder in (change.old, change.new):
        return
    if holder == neutral(s):
        eliminate(s, c, holder, place)
    else:
        evict(s, c, holder, place, given)


def _open(s: State, change: Change, places: tuple[int, ...]) -> list[int]:
    """Provinces of a list that are the old nation's or empty."""
    return [p for p in places if not s.here[p] & ~(1 << change.old)]


@step
def claims(s: State, c: Context, number_: int) -> None:
    """11.19, 11.24, 11.25: which provinces an emirate takes from its list."""
    change = row_of(s, number_)
    free = _open(s, change, change.choice)
    if len(free) > change.choice_most:
        push(s, Claiming.then(Choice(number_, mask_of(free), change.choice_most)))
        return
    taken = list(free)
    more = [p for p in change.otherwise if p not in taken]
    lacking = min(len(more), change.choice_least - len(taken))
    if 0 < lacking < len(more):
        push(s, Claiming.then(Choice(number_, mask_of(more), lacking)))
        push(s, claimed.then(number_, mask_of(taken)))
    else:
        taken += more[: max(0, lacking)]
        push(s, claimed.then(number_, mask_of(taken)))


@step
def claimed(s: State, c: Context, number_: int, mask: int) -> None:
    """The emirate's provinces are cleared; the old nation's units there are removed."""
    change = row_of(s, number_)
    places = [p for p in range(s.board.provinces) if mask >> p & 1]
    _pass_mask(s, number_, mask)
    for place in places:
        if s.here[place] == 1 << change.old:
            continue
        clear(s, c, change, place, mask)


def _pass_mask(s: State, number_: int, mask: int) -> None:
    """Tell the frame that hands out units which provinces were taken."""
    for i in range(len(s.frames) - 1, -1, -1):
        name, *args = s.frames[i]
        if name == gets.name and args[0] == number_:
            s.frames[i] = gets.then(number_, args[1] | mask)
            return


class Choice(NamedTuple):
    """Of which change, from which provinces (a bit for each), and how many."""

    change: int
    places: int
    number: int


class Claim(Order[Choice], verb="claim", rule="9.4"):
    """9.4: choose provinces."""

    provinces = path(PLACE, rule="9.4")

    @provinces.offer
    def next_province(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        """A set: in whatever order they are named."""
        n = self.asked.number
        if len(chosen) == n:
            return Offer((), True, n, n)
        left = [p for p in bits(self.asked.places) if p not in chosen]
        return Offer(tuple(left), False, n, n)

    @provinces.bar
    def province_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        n, found = self.asked.number, bits(self.asked.places)
        if place is None:
            return None if len(chosen) == n else CLAIM_MORE(count=n)
        if len(chosen) == n:
            return CLAIM_ENOUGH(count=n)
        if place not in found:
            return CLAIM_CLOSED(place=place, places=found)
        return CLAIM_AGAIN(place=place) if place in chosen else None

    def do(self, c: Context) -> None:
        s = self.s
        places = self.tokens(Claim.provinces)
        c.tell(Claimed(nation=name_of(s, self.nation), places=places))
        push(s, claimed.then(self.asked.change, mask_of(self.provinces)))


class Claiming(Point[Choice], kind="claim", rule="9.4"):
    """Choose so many provinces of a list."""

    orders = (Claim,)

    def whom(self, s: State, a: Choice) -> tuple[int, ...]:
        return (row_of(s, a.change).new,)

    def about(self, s: State, who: int, a: Choice) -> dict[str, object]:
        return {"count": a.number}


# -- what the new nation gets --------------------------------------------------------------------


@step
def from_nothing(s: State, c: Context, number_: int) -> None:
    """11.17, 11.21: the old nation has no unit left: what the new one begins with."""
    change = row_of(s, number_)
    units = change.gone_units or change.least
    for kind, n in units:
        put(s, change.new, change.gone_at, ONE[kind] * min(n, spare(s, change.new, kind)))
    placed = Placed(
        nation=name_of(s, change.new),
        pieces=tuple(pieces(s, muster(stack(s, change.new, change.gone_at)).kinds)),
        place=s.board.places[change.gone_at],
    )
    c.tell(placed, rule="9.4")


@step
def gets(s: State, c: Context, number_: int, mask: int) -> None:
    """9.4: free units, to be placed in the new nation's provinces."""
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
        raise_castle(s, new, change.first_castle)
        where = s.board.places[change.first_castle]
        c.tell(Given(nation=name_of(s, new), place=where), rule="9.4")
        castles -= 1
    s.pool = units + castles * ONE[CASTLE]
    if mask and s.pool:
        push(s, Settling.then(Land(new, mask, old if change.replace else 0)))
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
    """11.19, 11.24: the old nation's units in provinces taken over are removed."""
    for place in range(s.board.provinces):
        if mask >> place & 1 and stack(s, change.old, place):
            take(s, change.old, place, stack(s, change.old, place))
            for chief in chiefs_at(s, change.old, place):
                s.chiefs[chief] = ELSEWHERE


class Land(NamedTuple):
    """11.24: whose provinces, a bit for each; and those whose old Castle may be taken over."""

    nation: int
    places: int
    old: int


def sites(s: State, nation: int, kinds: Sequence[int], mask: int) -> list[int]:
    """Where these units can go: one Castle to a province."""
    castles = kinds.count(CASTLE)
    if castles > 1:
        return []
    if castles:
        return [p for p in bits(mask) if not muster(stack(s, nation, p)).castle]
    return list(bits(mask))


class Settle(Deploy):
    """9.4: what the new nation begins with, wherever it likes in its land."""

    under = "9.4"
    at = one(PLACE, mark=">", words="where")
    asked: Land

    def waiting(self) -> list[Any]:
        return as_pieces(muster(self.s.pool).kinds)

    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        plain = super().next_piece(chosen)
        s, land = self.s, self.asked.places
        plain.choices = tuple(
            [p for p in plain.choices if sites(s, self.nation, (*chosen, p), land)]
        )
        return plain

    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        """9.4: of what waits, and one Castle to a province."""
        barred = super().piece_barred(chosen, piece)
        if barred is not None or piece is None:
            return barred
        wanted = (*chosen, piece)
        if sites(self.s, self.nation, wanted, self.asked.places):
            return None
        if wanted.count(Piece(CASTLE)) > 1:
            return SETTLE_CASTLES()
        return SETTLE_WALLED(nation=self.nation)

    @at.offer
    def places(self) -> Sequence[Any]:
        return sites(self.s, self.nation, self.pieces, self.asked.places)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        land = bits(self.asked.places)
        if place not in land:
            return SETTLE_AT(place=place, places=land)
        if place in sites(self.s, self.nation, self.pieces, self.asked.places):
            return None
        return CASTLE_STANDS("9.4", place=place)

    def do(self, c: Context) -> None:
        s, nation = self.s, self.nation
        units = parted(self.pieces)[0]
        s.pool -= units
        put(s, nation, self.at, units)
        if number(units, CASTLE):
            s.ruins[self.at] = 0
        placed = Placed(
            nation=name_of(s, nation),
            pieces=self.tokens(Settle.pieces),
            place=self.tokens(Settle.at),
        )
        c.tell(placed, rule="9.4")


class Refit(Rebuild):
    """11.24: an Infantry for a Castle that the old nation had there."""

    ruin = one(PLACE, name="place", words=Rebuild.ruin.words)
    unit = one(PIECE, mark="with", words=Rebuild.unit.words)
    source = one(PLACE, name="from", mark="from", optional=True, words=Rebuild.source.words)
    asked: Land

    def possible(self) -> bool:
        return bool(self.ruins())

    def closed(self) -> Why | None:
        return None if self.possible() else REFIT_NONE(nation=self.nation)

    @ruin.offer
    def ruins(self) -> Sequence[Any]:
        s, nation = self.s, self.nation
        if not number(s.pool, INF) or spare(s, nation, CASTLE) <= number(s.pool, CASTLE):
            return []
        return [p for p in bits(self.asked.old) if not muster(stack(s, nation, p)).castle]

    @ruin.bar
    def ruin_barred(self, place: Place) -> Why | None:
        if place in self.ruins():
            return None
        if muster(stack(self.s, self.nation, place)).castle:
            return CASTLE_STANDS("11.24", place=place)
        return REFIT_AT(place=place)

    @unit.offer
    def units(self) -> Sequence[Any]:
        return [INF]

    @unit.bar
    def unit_barred(self, piece: Piece) -> Why | None:
        return None if piece == INF else REFIT_UNIT(unit=piece)

    @source.offer
    def castles(self) -> Sequence[Any]:
        return NONE

    @source.bar
    def source_barred(self, place: Place | None) -> Why | None:
        return None if place is None else REFIT_OWN()

    def do(self, c: Context) -> None:
        s, nation = self.s, self.nation
        s.pool -= ONE[INF]
        put(s, nation, self.ruin, ONE[CASTLE])
        s.frames[-1] = Settling.then(self.asked._replace(old=0))
        rebuilt = Rebuilt(
            nation=name_of(s, nation),
            place=self.tokens(Refit.ruin),
            unit=self.tokens(Refit.unit),
            moved=None,
        )
        c.tell(rebuilt, rule="11.24")


class Settling(Point[Land], kind="settle", rule="9.4"):
    """A new nation places what it begins with."""

    orders = (Settle, Refit)

    def whom(self, s: State, a: Land) -> tuple[int, ...]:
        return (a.nation,)

    def answer(self, s: State, c: Context, who: int, action: Action, a: Land) -> None:
        """The question stands until nothing is left to place."""
        self.reads(action.verb, a).read(s, who, action, a).do(c)
        if number(s.pool, CASTLE) and not sites(s, who, (CASTLE,), a.places):
            s.pool -= number(s.pool, CASTLE) * ONE[CASTLE]  # these find no province any more
        if not s.pool:
            s.frames.pop()
