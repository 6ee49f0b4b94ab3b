"""Castles, Ruins and Forts (9.5, 11.8), and the Castles that some nations are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.events import said
from engine.games.hispania.book.purchase import Deploy
from engine.games.hispania.book.retreat import evict
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import CASTLE, FORT
from engine.games.hispania.table.flow import (
    Context,
    Plain,
    Point,
    Telling,
    name_of,
    push,
    step,
)
from engine.games.hispania.table.orders import (
    NATION,
    NOT_HELD,
    NOT_THERE,
    PIECE,
    PLACE,
    UNITS,
    Order,
    Piece,
    Place,
    is_chief,
)
from engine.games.hispania.table.state import (
    ONE,
    State,
    bits,
    friends,
    held,
    limit,
    muster,
    number,
    put,
    spare,
    stack,
    take,
)
from engine.orders import Bar, Why, one


class Rebuilt(Telling, kind="rebuilt", rule="9.5", shape="mark"):
    """A unit is given up for a Castle on a Ruin; the Castle may come from elsewhere."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")
    unit: str = said(PIECE)
    moved: str | None = said(PLACE)


class Fortified(Telling, kind="fort", rule="11.8", shape="mark"):
    """ROME raises a Fort."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")


class Given(Telling, kind="castle", rule="11.13", shape="mark"):
    """A nation is given a Castle."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")


NO_CASTLES = Bar("no_castles", "9.5", nation=NATION)
NO_RUIN_HELD = Bar("no_ruin_held", "9.5", nation=NATION)
NO_RUIN = Bar("no_ruin", "9.5", place=PLACE)
RUIN_CONTESTED = Bar("ruin_contested", "9.5", place=PLACE, nation=NATION)
CASTLE_STANDS = Bar("castle_stands", "9.5", place=PLACE)
NOBODY_GIVEN_UP = Bar("nobody_given_up", "9.5", place=PLACE)
NO_CASTLE_LEFT = Bar("no_castle_left", "9.5", nation=NATION)
NOT_GIVEN_UP = Bar("not_given_up", "9.5", unit=PIECE)
CASTLE_FROM = Bar("castle_from", "9.5", nation=NATION)
CASTLE_CONTESTED = Bar("castle_contested", "9.5", place=PLACE)
FORT_ONCE = Bar("fort_once", "11.8", place=PLACE)
NO_FORT_THERE = Bar("no_fort_there", "11.8", place=PLACE, nation=NATION)
GIFT_MOUNTAIN = Bar("gift_mountain", "11.13", place=PLACE)
GIFT_NORTH = Bar("gift_north", "11.13", place=PLACE)
GIFT_CONTESTED = Bar("gift_contested", "11.13", place=PLACE)
GIFT_FULL = Bar("gift_full", "11.13", place=PLACE, most=UNITS)

# -- Ruins ---------------------------------------------------------------------------------------


def sources(s: State, nation: int, place: int) -> list[int]:
    """Castles on the map that could be moved to a Ruin."""
    return [
        p
        for p in held(s, nation)
        if p != place and number(stack(s, nation, p), CASTLE) and not s.here[p] & ~(1 << nation)
    ]


def _has_castles(s: State, nation: int) -> bool:
    return s.board.peoples.nations[nation].limits[CASTLE] > 0


def ruins_to_build(s: State, nation: int) -> list[int]:
    """9.5: Ruins in own provinces on which a Castle could be put for the price of a unit."""
    if not any(s.ruins) or not _has_castles(s, nation):
        return []
    found = []
    for place in held(s, nation):
        units = stack(s, nation, place)
        if not s.ruins[place] or muster(units).castle or s.here[place] != 1 << nation:
            continue
        if not muster(units).people:
            continue
        if _freed(s, nation, place) or sources(s, nation, place):
            found.append(place)
    return found


def _freed(s: State, nation: int, place: int) -> bool:
    """A Castle is left beside the map; the nation's own Ruin gives its counter back."""
    return spare(s, nation, CASTLE) + (s.ruins[place] == nation + 1) > 0


class Rebuild(Order[Any], verb="rebuild", rule="9.5", command=True):
    """9.5: give up a unit for a Castle on a Ruin."""

    ruin = one(PLACE, name="place", rule="9.5", words="where the Ruin lies")
    unit = one(PIECE, mark="with", rule="9.5", words="the unit given up for it")
    source = one(
        PLACE,
        name="from",
        mark="from",
        optional=True,
        rule="9.5",
        words="the Castle moved there, if none is left beside the map",
    )

    def possible(self) -> bool:
        return bool(ruins_to_build(self.s, self.nation))

    def closed(self) -> Why | None:
        if self.possible():
            return None
        s, nation = self.s, self.nation
        if not _has_castles(s, nation):
            return NO_CASTLES(nation=nation)
        for place in held(s, nation):
            if s.ruins[place]:
                return self.ruin_barred(Place(place))
        return NO_RUIN_HELD(nation=nation)

    @ruin.offer
    def ruins(self) -> Sequence[Any]:
        return ruins_to_build(self.s, self.nation)

    @ruin.bar
    def ruin_barred(self, place: Place) -> Why | None:
        s, nation = self.s, self.nation
        if not s.ruins[place]:
            return NO_RUIN(place=place)
        if place not in held(s, nation):
            return NOT_HELD("9.5", place=place, nation=nation)
        units = muster(stack(s, nation, place))
        if s.here[place] != 1 << nation:
            return RUIN_CONTESTED(place=place, nation=nation)
        if units.castle:
            return CASTLE_STANDS("9.5", place=place)
        if not units.people:
            return NOBODY_GIVEN_UP(place=place)
        if _freed(s, nation, place) or sources(s, nation, place):
            return None
        return NO_CASTLE_LEFT(nation=nation)

    @unit.offer
    def units(self) -> Sequence[Any]:
        kinds = self.s.board.kinds
        there = muster(stack(self.s, self.nation, self.ruin)).kinds
        return list(dict.fromkeys([k for k in there if kinds[k].counts]))

    @unit.bar
    def unit_barred(self, piece: Piece) -> Why | None:
        if is_chief(piece) or not self.s.board.kinds[piece].counts:
            return NOT_GIVEN_UP(unit=piece)
        if not number(stack(self.s, self.nation, self.ruin), piece):
            return NOT_THERE("9.5", piece=piece, place=self.ruin, nation=self.nation)
        return None

    @source.offer
    def castles(self) -> Sequence[Any]:
        free = [None] if _freed(self.s, self.nation, self.ruin) else []
        return [*free, *sources(self.s, self.nation, self.ruin)]

    @source.bar
    def source_barred(self, place: Place | None) -> Why | None:
        s, nation = self.s, self.nation
        if place is None:
            return None if _freed(s, nation, self.ruin) else CASTLE_FROM(nation=nation)
        if place not in held(s, nation):
            return NOT_HELD("9.5", place=place, nation=nation)
        if not number(stack(s, nation, place), CASTLE):
            return NOT_THERE("9.5", piece=CASTLE, place=place, nation=nation)
        return CASTLE_CONTESTED(place=place) if s.here[place] & ~(1 << nation) else None

    def do(self, c: Context) -> None:
        s, nation, place = self.s, self.nation, self.ruin
        take(s, nation, place, ONE[self.unit])
        if self.source is not None:
            take(s, nation, self.source, ONE[CASTLE])
        conquered = s.ruins[place] != nation + 1
        raise_castle(s, nation, place)
        c.tell(
            Rebuilt(
                nation=name_of(s, nation),
                place=s.board.places[place],
                unit=self.tokens(Rebuild.unit),
                moved=self.tokens(Rebuild.source),
            )
        )
        _rewards(s, c, nation, place, conquered)


def raise_castle(s: State, nation: int, place: int) -> None:
    """A Castle stands there; a Ruin's counter goes back to its owner."""
    s.ruins[place] = 0
    put(s, nation, place, ONE[CASTLE])


def _rewards(s: State, c: Context, nation: int, place: int, conquered: bool) -> None:
    """11.23, 11.27: what SÉVILLE and ALMORAVIDE score for Castles rebuilt."""
    deeds = s.board.awards.deeds
    great = deeds["great-emirate"]
    if nation == great.nation and great.first <= s.turn <= great.last:
        if place in great.provinces and not s.deeds >> place & 1:
            s.deeds |= 1 << place
            award(s, c, nation, great.points, "great-emirate", "11.23")
    taken = deeds["castles"]
    if nation == taken.nation and taken.first <= s.turn <= taken.last and conquered:
        award(s, c, nation, taken.points + s.board.income[place], "castles", "11.27")


# -- Forts ---------------------------------------------------------------------------------------


def romanise(s: State, c: Context) -> None:
    """11.8: ROME puts a free Fort in every province that it holds or has crossed, once each.

    A province it has only crossed must be empty: nobody's unit may stand there.
    """
    right = s.board.peoples.romanisation
    if s.active != right.nation or not right.first <= s.turn <= right.last:
        return
    places = [p for p in range(s.board.provinces) if _takes_fort(s, p)]
    s.crossed = 0
    if len(places) > spare(s, right.nation, FORT) > 0:
        push(s, Forts.then(Sites(sum(1 << p for p in places))))
        return
    for place in places if spare(s, right.nation, FORT) > 0 else ():
        _raise_fort(s, c, place)


def _takes_fort(s: State, place: int) -> bool:
    nation = s.active
    ours = s.here[place] == 1 << nation
    crossed = s.crossed >> place & 1 and not s.here[place]
    if not (ours or crossed) or s.romanised >> place & 1:
        return False
    return not muster(stack(s, nation, place)).castle


def _raise_fort(s: State, c: Context, place: int) -> None:
    s.romanised |= 1 << place
    put(s, s.active, place, ONE[FORT])
    c.tell(Fortified(nation=name_of(s, s.active), place=s.board.places[place]))


class Sites(NamedTuple):
    """Provinces that have had no Fort yet, a bit for each."""

    places: int


class RaiseFort(Deploy):
    """11.8: one of the last Forts."""

    under = ""
    at = one(PLACE, mark=">", rule="11.8", words="where")
    asked: Sites

    def waiting(self) -> list[Any]:
        return [FORT]

    @at.offer
    def places(self) -> Sequence[Any]:
        return bits(self.asked.places)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        if place in bits(self.asked.places):
            return None
        if self.s.romanised >> place & 1:
            return FORT_ONCE(place=place)
        return NO_FORT_THERE(place=place, nation=self.nation)

    def do(self, c: Context) -> None:
        _raise_fort(self.s, c, self.at)
        if spare(self.s, self.nation, FORT) > 0:
            push(self.s, Forts.then(Sites(self.asked.places & ~(1 << self.at))))


class Forts(Point[Sites], kind="forts", rule="11.8"):
    """Where the last Forts go, if there are fewer than provinces."""

    orders = (RaiseFort,)

    def about(self, s: State, who: int, a: Sites) -> dict[str, object]:
        return {"count": spare(s, who, FORT)}


# -- gifts ---------------------------------------------------------------------------------------


def gifts(s: State, c: Context, nation: int, when: str) -> None:
    """11.13, 11.16: free Castles at the start of a turn, or at the start or end of a sequence."""
    for gift in s.almanac.gifts.get((s.turn, nation), ()):
        left = min(gift.castles, spare(s, nation, CASTLE))
        if gift.when != when or not left:
            continue
        s.pool = min(left, gift.castles - 1)
        push(s, more_castles.then(nation))
        lodgers = friends(s, nation) & s.here[gift.where]
        if gift.take_over and lodgers:
            give(s, c, nation, gift.where)
            evict(s, c, lodgers.bit_length() - 1, gift.where)
        elif _fits(s, nation, gift.where):
            give(s, c, nation, gift.where)


@step
def more_castles(s: State, c: Context, nation: int) -> None:
    """The other Castles, after a vassal has made room for the first."""
    s.pool = min(s.pool, spare(s, nation, CASTLE))
    if s.pool and castle_sites(s, nation):
        push(s, Gifts.then())
    else:
        s.pool = 0


def _fits(s: State, nation: int, place: int) -> bool:
    """11.13: a gift may exceed the limit by one, never stand beside another Castle."""
    units = stack(s, nation, place)
    return (
        s.here[place] == 1 << nation
        and not muster(units).castle
        and muster(units).stacking <= limit(s, nation, place)
    )


def give(s: State, c: Context, nation: int, place: int) -> None:
    raise_castle(s, nation, place)
    if muster(stack(s, nation, place)).stacking > limit(s, nation, place):
        s.overfull |= 1 << place
    c.tell(Given(nation=name_of(s, nation), place=s.board.places[place]))


def castle_sites(s: State, nation: int) -> list[int]:
    """11.13: plains south of the Douro where the WISIGOTH may put a free Castle."""
    board = s.board
    islands = s.options["castles_on_islands"] == "on"
    return [
        p
        for p in held(s, nation)
        if not board.mountain[p]
        and (board.south_of_douro[p] or (islands and board.island[p]))
        and _fits(s, nation, p)
    ]


class PlaceCastle(Deploy):
    """11.13: a Castle that is a gift."""

    under = ""
    at = one(PLACE, mark=">", rule="11.13", words="where")

    def waiting(self) -> list[Any]:
        return [CASTLE]

    @at.offer
    def places(self) -> Sequence[Any]:
        return castle_sites(self.s, self.nation)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        """11.13: a plain south of the Douro, without a Castle, within its limit."""
        s, nation, board = self.s, self.nation, self.s.board
        if place not in held(s, nation):
            return NOT_HELD("11.13", place=place, nation=nation)
        if board.mountain[place]:
            return GIFT_MOUNTAIN(place=place)
        islands = s.options["castles_on_islands"] == "on"
        if not board.south_of_douro[place] and not (islands and board.island[place]):
            return GIFT_NORTH(place=place)
        if s.here[place] != 1 << nation:
            return GIFT_CONTESTED(place=place)
        units = muster(stack(s, nation, place))
        if units.castle:
            return CASTLE_STANDS("11.13", place=place)
        most = limit(s, nation, place)
        return GIFT_FULL(place=place, most=most) if units.stacking > most else None

    def do(self, c: Context) -> None:
        s, nation = self.s, self.nation
        give(s, c, nation, self.at)
        s.pool -= 1
        if s.pool and castle_sites(s, nation):
            push(s, Gifts.then())
        else:
            s.pool = 0


class Gifts(Point[Plain], kind="gifts", rule="11.13"):
    """Where the other free Castles go."""

    orders = (PlaceCastle,)
