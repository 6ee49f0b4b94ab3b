"""Buying and placing units (2.3, 3.1), and placing reinforcements (3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.events import many, said
from engine.events import number as number_of
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import BERBER, CASTLE, FORT, INF, KINDS
from engine.games.hispania.table.flow import Context, Plain, Telling, name_of, pieces
from engine.games.hispania.table.orders import (
    GOLD,
    NATION,
    NOT_HELD,
    NOT_THERE,
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
from engine.games.hispania.table.peoples import OWN, Arrival
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    PENDING,
    State,
    alive,
    held,
    limit,
    muster,
    number,
    on_map,
    put,
    spare,
    stack,
    take,
)
from engine.orders import (
    NUMBER,
    TEXT,
    UNFIT,
    Bar,
    Offer,
    Why,
    one,
    several,
    some,
    subset,
    worked_out,
)

NOTHING_WAITS = Bar("nothing_waits", "3.2", nation=NATION)
PLACE_FIRST = Bar("place_first", "3.2", pieces=several(PIECE))
DEPLOY_NOBODY = Bar("deploy_nobody", "3.2", pieces=several(PIECE))
NOT_WAITING = Bar("not_waiting", "3.2", piece=PIECE, pieces=several(PIECE))
NO_MORE_WAITING = Bar("no_more_waiting", "3.2", pieces=several(PIECE))
NOT_ENTRY = Bar("not_entry", "3.2", place=PLACE, places=several(PLACE))
MARCH_BEGUN = Bar("march_begun", "1.0", verb=TEXT)
NO_GOLD = Bar("no_gold", "2.3", nation=NATION, gold=GOLD, cost=GOLD)
NOT_FOR_SALE = Bar("not_for_sale", "2.3", unit=PIECE)
NO_SUCH_UNITS = Bar("no_such_units", "2.3", unit=PIECE, nation=NATION)
TOO_DEAR = Bar("too_dear", "2.3", unit=PIECE, cost=GOLD, nation=NATION, gold=GOLD)
INFANTRY_ONLY = Bar("infantry_only", "2.2", nation=NATION)
COUNTERS_USED = Bar("counters_used", "2.3", unit=PIECE, nation=NATION, most=NUMBER)
NO_SITE = Bar("no_site", "3.1", unit=PIECE, nation=NATION)
BERBERS_NEVER = Bar("berbers_never", "11.15", nation=NATION, turn=TEXT)
BERBERS_HIRED = Bar("berbers_hired", "11.15", most=NUMBER)
BERBERS_THERE = Bar("berbers_there", "11.15", place=PLACE)
BOUGHT_THERE = Bar("bought_there", "3.1", place=PLACE)
OVER_LIMIT = Bar("over_limit", "3.1", place=PLACE, count=UNITS, most=NUMBER)
WALLS_THERE = Bar("castle_stands", "3.1", place=PLACE)
RUIN_ONLY = Bar("ruin_only", "9.5", nation=NATION)
ONE_PROVINCE = Bar("one_province", "2.3", nation=NATION)
DISBAND_NOWHERE = Bar("disband_nowhere", "2.3", unit=PIECE, nation=NATION)


class Arrived(Telling, kind="arrival", rule="3.2"):
    """Reinforcements come."""

    nation: str = said(NATION, part="who")
    pieces: tuple[str, ...] = many(PIECE)


class Commands(Telling, kind="chief", rule="3.3"):
    """A Chief takes command."""

    nation: str = said(NATION, part="who")
    chief: str = said(PIECE)


class Bought(Telling, kind="bought", rule="2.3", shape="mark"):
    """A unit is bought and placed."""

    nation: str = said(NATION, part="who")
    unit: str = said(PIECE)
    place: str = said(PLACE, part="at")
    has: int = number_of(noun="halves")


class Placed(Telling, kind="placed", rule="3.2", shape="mark"):
    """Units and Chiefs appear in a place."""

    nation: str = said(NATION, part="who")
    pieces: tuple[str, ...] = many(PIECE)
    place: str = said(PLACE, part="at")


class Removed(Telling, kind="removed", rule="4.5", shape="mark"):
    """Units go back to the pool."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")
    pieces: tuple[str, ...] = many(PIECE)


# -- reinforcements ------------------------------------------------------------------------------


def due(s: State, nation: int) -> bool:
    """1.0, 3.2: whether anything comes to a nation now."""
    when = (s.turn, nation)
    for arrival in s.almanac.arrivals.get(when, ()):
        if not arrival.unless_gone or alive(s, nation):
            return True
    return False


def arrive(s: State, c: Context, nation: int) -> None:
    """3.2: reinforcements come; what may stand in several places waits for an order."""
    for arrival in s.almanac.arrivals.get((s.turn, nation), ()):
        if arrival.unless_gone and not alive(s, nation):
            continue
        units = _coming(s, nation, arrival)
        if not units:
            continue
        kinds = muster(units).kinds
        c.tell(Arrived(nation=name_of(s, nation), pieces=tuple(pieces(s, kinds))))
        places = _where(s, nation, arrival.at, arrival.otherwise)
        if len(places) == 1:
            land(s, c, nation, units, (), places[0])
        elif places:
            s.pool += units
    for chief in s.almanac.coming.get((s.turn, nation), ()):
        _chief_comes(s, c, nation, chief)


def _chief_comes(s: State, c: Context, nation: int, chief: int) -> None:
    """3.3: a Chief without any province of his nation does not come."""
    row = s.board.peoples.chiefs[chief]
    entry = next((a.otherwise for a in s.almanac.arrivals.get((s.turn, nation), ())), ELSEWHERE)
    places = _where(s, nation, row.at, entry)
    if not places:
        return
    c.tell(Commands(nation=name_of(s, nation), chief=row.token))
    s.chiefs[chief] = places[0] if len(places) == 1 else PENDING
    if len(places) == 1:
        where = s.board.places[places[0]]
        c.tell(Placed(nation=name_of(s, nation), pieces=(row.token,), place=where))


def _coming(s: State, nation: int, arrival: Arrival) -> int:
    return sum(
        ONE[kind] * max(0, min(_wanted(s, nation, kind, n, arrival.up_to), spare(s, nation, kind)))
        for kind, n in arrival.units
    )


def _wanted(s: State, nation: int, kind: int, n: int, up_to: bool) -> int:
    return n - on_map(s, nation, kind) if up_to else n


def _where(s: State, nation: int, at: tuple[int, ...], otherwise: int) -> list[int]:
    if at != (OWN,):
        return list(at)
    own = held(s, nation)
    return list(own) or ([otherwise] if otherwise >= 0 else [])


def pending_chiefs(s: State, nation: int) -> list[int]:
    return [c for c, at in enumerate(s.chiefs) if at == PENDING and s.lords[c] == nation]


def waits(s: State, nation: int) -> bool:
    """Whether reinforcements are still to be placed."""
    return bool(s.pool) or (PENDING in s.chiefs and bool(pending_chiefs(s, nation)))


def entries(s: State, nation: int) -> list[int]:
    """Where what waits may be placed."""
    when = (s.turn, nation)
    if s.pool:
        for arrival in s.almanac.arrivals.get(when, ()):
            if len(arrival.at) > 1 or arrival.at == (OWN,):
                return _where(s, nation, arrival.at, arrival.otherwise)
    for chief in pending_chiefs(s, nation):
        return _where(s, nation, s.board.peoples.chiefs[chief].at, ELSEWHERE)
    return []


class Deploy(Order[Any], verb="deploy", rule="3.2", command=True):
    """3.2: place reinforcements or gifts."""

    under: ClassVar[str] = "3.2"  # the rule for what is placed
    pieces = some(PIECE, words="who arrives")
    at = one(PLACE, mark=">", rule="3.2", words="where")

    def waiting(self) -> list[Any]:
        """What is to be placed."""
        return as_pieces(muster(self.s.pool).kinds, pending_chiefs(self.s, self.nation))

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        pool = self.waiting()
        return subset(pool, chosen, 1, len(pool), self.under)

    @pieces.bar
    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        pool = self.waiting()
        if piece is None:
            return None if chosen else DEPLOY_NOBODY(self.under, pieces=pool)
        if piece not in pool:
            return NOT_WAITING(self.under, piece=piece, pieces=pool)
        if chosen.count(piece) >= pool.count(piece):
            return NO_MORE_WAITING(self.under, pieces=[p for p in pool if p == piece])
        return out_of_order(chosen, piece, self.under or "3.2")

    @at.offer
    def places(self) -> Sequence[Any]:
        return entries(self.s, self.nation)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        places = entries(self.s, self.nation)
        return None if place in places else NOT_ENTRY(place=place, places=places)

    def do(self, c: Context) -> None:
        units, chiefs = parted(self.pieces)
        self.s.pool -= units
        land(self.s, c, self.nation, units, chiefs, self.at)


class Reinforce(Deploy):
    """3.2: reinforcements come before everything else."""

    def possible(self) -> bool:
        return waits(self.s, self.nation)

    def closed(self) -> Why | None:
        return None if self.possible() else NOTHING_WAITS(nation=self.nation)


def land(
    s: State, c: Context, nation: int, units: int, chiefs: tuple[int, ...], place: int
) -> None:
    put(s, nation, place, units)
    for chief in chiefs:
        s.chiefs[chief] = place
    c.tell(
        Placed(
            nation=name_of(s, nation),
            pieces=tuple(pieces(s, muster(units).kinds, chiefs)),
            place=s.board.places[place],
        )
    )


# -- buying --------------------------------------------------------------------------------------


def price(s: State, nation: int, kind: int) -> int:
    """2.2: what a unit costs now; one bought out of turn has been paid for."""
    return 0 if number(s.waiting[nation], kind) else s.board.kinds[kind].cost


def on_offer(s: State, nation: int) -> list[int]:
    """2.3: kinds that can be bought and paid for."""
    found = [BERBER] if berbers_left(s, nation) else []
    if s.gold[nation] < s.board.kinds[INF].cost and not s.waiting[nation]:
        return found
    inf_only = nation in s.almanac.infantry_only
    for kind, row in enumerate(s.board.kinds):
        waiting = number(s.waiting[nation], kind)
        if not waiting and (not row.cost or row.cost > s.gold[nation]):
            continue
        if inf_only and kind != INF:
            continue
        if (waiting or kind == CASTLE or spare(s, nation, kind) > 0) and sites(s, nation, kind):
            found.append(kind)
    return sorted(found)


def berbers_left(s: State, nation: int) -> int:
    """11.15: the OMEYYAD may hire up to three Berbers with Al Mansur, for points."""
    deed = s.board.awards.deeds["berbers"]
    if nation != deed.nation or s.turn != deed.first:
        return 0
    chief = s.board.peoples.chief["Al-Mansur"]
    if s.chiefs[chief] < 0:
        return 0
    return min(deed.most, spare(s, nation, BERBER))


def sites(s: State, nation: int, kind: int) -> list[int]:
    """3.1: one bought unit to a province that keeps to its limit."""
    if kind == BERBER:
        return [s.chiefs[s.board.peoples.chief["Al-Mansur"]]]
    found = []
    left = kind != CASTLE or bool(number(s.waiting[nation], kind)) or spare(s, nation, kind) > 0
    for place in held(s, nation):
        units = muster(stack(s, nation, place))
        if s.bought >> place & 1 or units.stacking > limit(s, nation, place):
            continue
        if kind in (CASTLE, FORT) and units.castle:
            continue
        if left or s.ruins[place] == nation + 1:  # a Ruin gives its counter back (9.5)
            found.append(place)
    return found


class Buy(Order[Plain], verb="buy", rule="2.3", command=True):
    """2.3: buy a unit and place it."""

    unit = one(PIECE, rule="2.3", words="what is bought")
    at = one(PLACE, mark=">", rule="3.1", words="where")

    def possible(self) -> bool:
        s, nation = self.s, self.nation
        return not s.marching and not waits(s, nation) and bool(on_offer(s, nation))

    def closed(self) -> Why | None:
        s, nation = self.s, self.nation
        found = too_late(s, nation, "buy", "2.3")
        if found is not None or on_offer(s, nation):
            return found
        cheapest, gold = s.board.kinds[INF].cost, s.gold[nation]
        if gold < cheapest:
            return NO_GOLD(nation=nation, gold=gold, cost=cheapest)
        return self.unit_barred(Piece(INF)) or UNFIT()

    @unit.offer
    def kinds(self) -> Sequence[Any]:
        return on_offer(self.s, self.nation)

    @unit.bar
    def unit_barred(self, piece: Piece) -> Why | None:
        s, nation = self.s, self.nation
        if is_chief(piece):
            return NOT_FOR_SALE(unit=piece)
        if piece == BERBER:
            return None if berbers_left(s, nation) else self._no_berbers()
        barred = None if number(s.waiting[nation], piece) else unaffordable(s, nation, piece)
        if barred is not None:
            return barred
        if nation in s.almanac.infantry_only and piece != INF:
            return INFANTRY_ONLY(nation=nation)
        found = sites(s, nation, piece)
        if not number(s.waiting[nation], piece) and spare(s, nation, piece) <= 0:
            if piece != CASTLE or not found:
                most = s.board.peoples.nations[nation].limits[piece]
                return COUNTERS_USED(unit=piece, nation=nation, most=most)
        return None if found else NO_SITE(unit=piece, nation=nation)

    def _no_berbers(self) -> Why:
        """11.15: only with Al Mansur, and no more than three."""
        s, deed = self.s, self.s.board.awards.deeds["berbers"]
        if self.nation == deed.nation and s.turn == deed.first:
            if s.chiefs[s.board.peoples.chief["Al-Mansur"]] >= 0:
                return BERBERS_HIRED(most=deed.most)
        return BERBERS_NEVER(nation=deed.nation, turn=deed.first)

    @at.offer
    def places(self) -> Sequence[Any]:
        return sites(self.s, self.nation, self.unit)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        """3.1: one bought unit to a province, which keeps to its limit."""
        s, nation, kind = self.s, self.nation, self.unit
        if kind == BERBER:
            camp = s.chiefs[s.board.peoples.chief["Al-Mansur"]]
            return None if place == camp else BERBERS_THERE(place=camp)
        if place not in held(s, nation):
            return NOT_HELD("3.1", place=place, nation=nation)
        if s.bought >> place & 1:
            return BOUGHT_THERE(place=place)
        units, most = muster(stack(s, nation, place)), limit(s, nation, place)
        if units.stacking > most:
            return OVER_LIMIT(place=place, count=units.stacking, most=most)
        if kind in (CASTLE, FORT) and units.castle:
            return WALLS_THERE(place=place)
        return None if place in self.places() else RUIN_ONLY(nation=nation)

    def do(self, c: Context) -> None:
        """2.3, 3.1: pay for a unit and place it."""
        s, nation, kind, place = self.s, self.nation, self.unit, self.at
        if kind == BERBER:
            deed = s.board.awards.deeds["berbers"]
            award(s, c, nation, deed.points, "berbers", "11.15")
        else:
            s.gold[nation] -= price(s, nation, kind)
            if number(s.waiting[nation], kind):
                s.waiting[nation] -= ONE[kind]
            s.bought |= 1 << place
        if kind == CASTLE:
            s.ruins[place] = 0
        put(s, nation, place, ONE[kind])
        c.tell(
            Bought(
                nation=name_of(s, nation),
                unit=KINDS[kind],
                place=s.board.places[place],
                has=s.gold[nation],
            )
        )


def too_late(s: State, nation: int, verb: str, rule: str) -> Why | None:
    """1.0: reinforcements come first, purchases and pay before the march."""
    if waits(s, nation):
        return place_first(s, nation)
    return MARCH_BEGUN(rule, verb=verb) if s.marching else None


def place_first(s: State, nation: int) -> Why:
    """3.2: reinforcements are placed before everything else."""
    return PLACE_FIRST(pieces=as_pieces(muster(s.pool).kinds, pending_chiefs(s, nation)))


def unaffordable(s: State, nation: int, kind: int) -> Why | None:
    """2.3: what is not sold, what the nation has no counters for, and what costs too much."""
    cost, gold = s.board.kinds[kind].cost, s.gold[nation]
    if not cost:
        return NOT_FOR_SALE(unit=kind)
    if not s.board.peoples.nations[nation].limits[kind]:
        return NO_SUCH_UNITS(unit=kind, nation=nation)
    return TOO_DEAR(unit=kind, cost=cost, nation=nation, gold=gold) if cost > gold else None


# -- destroying one's own ------------------------------------------------------------------------


def disbandable(s: State, nation: int) -> dict[int, list[int]]:
    """2.3: units that may be destroyed to be built again elsewhere, of kinds that can be paid."""
    found: dict[int, list[int]] = {}
    if s.gold[nation] < s.board.kinds[INF].cost:
        return found
    for kind, row in enumerate(s.board.kinds):
        if row.cost and row.cost <= s.gold[nation]:
            places = [p for p in held(s, nation) if number(stack(s, nation, p), kind)]
            if places and len(held(s, nation)) > 1:
                found[kind] = places
    return found


class Disband(Order[Plain], verb="disband", rule="2.3"):
    """2.3: destroy a unit of one’s own, to build it again elsewhere."""

    unit = one(PIECE, rule="2.3", words="what is destroyed")
    at = one(PLACE, mark=">", rule="2.3", words="where")

    def possible(self) -> bool:
        s, nation = self.s, self.nation
        return not s.marching and not waits(s, nation) and bool(disbandable(s, nation))

    def closed(self) -> Why | None:
        s, nation = self.s, self.nation
        found = too_late(s, nation, "disband", "2.3")
        if found is not None or disbandable(s, nation):
            return found
        if len(held(s, nation)) < 2:
            return ONE_PROVINCE(nation=nation)
        return self.unit_barred(Piece(INF)) or UNFIT()

    @worked_out
    def found(self) -> dict[int, list[int]]:
        return disbandable(self.s, self.nation)

    @unit.offer
    def kinds(self) -> Sequence[Any]:
        return list(self.found)

    @unit.bar
    def unit_barred(self, piece: Piece) -> Why | None:
        s, nation = self.s, self.nation
        if is_chief(piece):
            return NOT_FOR_SALE(unit=piece)
        found = unaffordable(s, nation, piece)
        if found is not None:
            return found
        return None if piece in self.found else DISBAND_NOWHERE(unit=piece, nation=nation)

    @at.offer
    def places(self) -> Sequence[Any]:
        return self.found[self.unit]

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        s, nation = self.s, self.nation
        if place not in held(s, nation):
            return NOT_HELD("2.3", place=place, nation=nation)
        if not number(stack(s, nation, place), self.unit):
            return NOT_THERE("2.3", piece=self.unit, place=place, nation=nation)
        return None

    def do(self, c: Context) -> None:
        s, nation, place = self.s, self.nation, self.at
        take(s, nation, place, ONE[self.unit])
        if s.capital[nation] == place and not stack(s, nation, place):
            s.capital[nation] = ELSEWHERE
        gone = (KINDS[self.unit],)
        where = s.board.places[place]
        c.tell(Removed(nation=name_of(s, nation), place=where, pieces=gone), rule="2.3")
