"""The order to march (chapter 5): an army along a way, taking units up and leaving them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import many, said
from engine.events import number as number_of
from engine.games.hispania.book.chiefs import kill_lone_chiefs
from engine.games.hispania.book.income import keep
from engine.games.hispania.book.movement import (
    Band,
    Column,
    Way,
    allowance,
    ardent_chief,
    attack_room,
    can_go,
    can_march,
    can_stop,
    column_at,
    corner,
    drops,
    enough_later,
    free_to_go,
    friendly,
    furthest,
    goes_on,
    hostile,
    idle_chiefs,
    left_over,
    marching_on,
    may_end,
    must_drop,
    note_crossed,
    onward,
    parts_of,
    pick_steps,
    pickable,
    starts,
    to_leave,
    too_full,
    trace,
    unmoved,
    walk,
)
from engine.games.hispania.book.parting import slain, where_viriathus_is
from engine.games.hispania.book.purchase import place_first, waits
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import BERBER, KINDS
from engine.games.hispania.table.flow import Context, Plain, Telling, name_of
from engine.games.hispania.table.orders import (
    NAMED_TWICE,
    NATION,
    NOT_SO_MANY_THERE,
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
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    capitals_free,
    chiefs_at,
    fewer,
    holder,
    muster,
    number,
    pack,
    put,
    stack,
    take,
)
from engine.games.hispania.table.ways import exit_room, leaves_for_good, ways_out
from engine.orders import (
    NONE,
    NUMBER,
    UNFIT,
    Bar,
    Offer,
    Why,
    counted,
    one,
    path,
    several,
    some,
    subset,
    worked_out,
)

PROVINCES = counted("province")

NOBODY_MARCHES = Bar("nobody_marches", "5.0", nation=NATION)
ARDOUR_ONLY = Bar("ardour_only", "9.2", chief=PIECE, place=PLACE)
ARDOUR_LEADS = Bar("ardour_leads", "9.2", chief=PIECE)
NOBODY_AT = Bar("nobody_at", "5.0", nation=NATION, place=PLACE)
WALLS_ONLY = Bar("walls_only", "5.1", nation=NATION, place=PLACE)
ALL_MARCHED = Bar("all_marched", "5.0", nation=NATION, place=PLACE)
START_STUCK = Bar("start_stuck", "5.0", nation=NATION, place=PLACE)
MARCH_NOBODY = Bar("march_nobody", "5.0", pieces=several(PIECE), place=PLACE)
GO_ON_LED = Bar("go_on_led", "5.2", chief=PIECE)
NOT_HIS_CHIEF = Bar("not_his_chief", "5.2", chief=PIECE, nation=NATION)
CHIEF_ELSEWHERE = Bar("chief_elsewhere", "5.2", chief=PIECE, place=PLACE)
CHIEF_MARCHED = Bar("chief_marched", "5.2", chief=PIECE)
WALLS_STAY = Bar("walls_stay", "5.1")
HAS_MARCHED = Bar("has_marched", "5.0", piece=PIECE, place=PLACE)
FEW_UNMOVED = Bar("few_unmoved", "5.0", pieces=several(PIECE), place=PLACE)
BERBERS_FOLLOW = Bar("berbers_follow", "11.15")
BAND_STUCK = Bar("band_stuck", "5.0", pieces=several(PIECE), place=PLACE)
MARCH_NOWHERE = Bar("march_nowhere", "5.0", place=PLACE)
NO_RETURN = Bar("no_return", "5.0", place=PLACE)
FROM_CAMP = Bar("from_camp", "11.26", place=PLACE)
FROM_BEYOND = Bar("from_beyond", "5.4", here=PLACE, places=several(PLACE))
NO_ENTRY = Bar("no_entry", "5.4", place=PLACE, nation=NATION, here=PLACE)
NO_SEA = Bar("no_sea", "5.6", nation=NATION)
NO_ANCHOR = Bar("no_anchor", "5.6", here=PLACE)
STRAIT_LATE = Bar("strait_late", "5.5", here=PLACE, there=PLACE)
CORNER = Bar("corner", "5.0", here=PLACE, there=PLACE)
NO_BORDER = Bar("no_border", "5.0", here=PLACE, there=PLACE)
CROSSING_ENDS = Bar("crossing_ends", "5.5", here=PLACE)
BEYOND_ENDS = Bar("beyond_ends", "5.4", here=PLACE)
MOUNTAIN_STOPS = Bar("mountain_stops", "5.1", here=PLACE)
ENEMY_HOLDS = Bar("enemy_holds", "5.3", here=PLACE, need=UNITS, band=NUMBER)
ENEMY_CROWDED = Bar("enemy_crowded", "5.3", here=PLACE, need=UNITS, room=NUMBER)
TOO_FAR = Bar("too_far", "5.1", there=PLACE, far=PROVINCES)
FRIENDS_THERE = Bar("friends_there", "9.6", place=PLACE, owner=NATION)
ONLY_PASSED = Bar("only_passed", "5.4", place=PLACE)
EXIT_FULL = Bar("exit_full", "5.4", place=PLACE, room=UNITS)
CHIEF_ALONE = Bar("chief_alone", "6.2", place=PLACE)
HELD_TWICE = Bar("held_twice", "5.3", places=several(PLACE))
SLOW_NOWHERE = Bar("slow_nowhere", "5.1", pieces=several(PIECE), place=PLACE)
NOBODY_GOES_ON = Bar("nobody_goes_on", "5.3", need=UNITS, here=PLACE, place=PLACE)
SINGLE_STEP = Bar("single_step", "5.2")
PICK_CHIEF = Bar("pick_chief", "5.2")
NOT_ON_THE_WAY = Bar("not_on_the_way", "5.2", place=PLACE)
PICK_BEYOND = Bar("pick_beyond", "5.2", place=PLACE)
PICK_CONTESTED = Bar("pick_contested", "5.2", place=PLACE)
PICK_NOBODY = Bar("pick_nobody", "5.2", nation=NATION, place=PLACE)
PICK_SLOW = Bar("pick_slow", "5.2", place=PLACE, end=PLACE)
PICK_WHO = Bar("pick_who", "5.2", place=PLACE)
PICK_NO_CHIEF = Bar("pick_no_chief", "5.2", chief=PIECE)
PIECE_SLOW = Bar("piece_slow", "5.2", piece=PIECE, far=PROVINCES, place=PLACE, end=PLACE)
SLOW_STAY = Bar("slow_stay", "5.1", pieces=several(PIECE), place=PLACE)
HOLD_ENEMY = Bar("hold_enemy", "5.3", need=UNITS, place=PLACE)
DROP_ONLY_CHIEFS = Bar("drop_only_chiefs", "5.2")
DROP_BEYOND = Bar("drop_beyond", "5.3", place=PLACE)
HOLD_ELSEWHERE = Bar("hold_elsewhere", "5.3", place=PLACE)
SLOW_EARLIER = Bar("slow_earlier", "5.1", pieces=several(PIECE), place=PLACE)
DROP_EVERYBODY = Bar("drop_everybody", "5.3", place=PLACE)
DROP_WHO = Bar("drop_who", "5.3", place=PLACE)
DROP_CHIEF = Bar("drop_chief", "5.2", chief=PIECE)
DROP_NOT_MARCHING = Bar("drop_not_marching", "5.3", piece=PIECE, place=PLACE)
DROP_FEWER = Bar("drop_fewer", "5.3", pieces=several(PIECE), place=PLACE)
DROP_MOST = Bar("drop_most", "5.3", place=PLACE, most=NUMBER)


class Marched(Telling, kind="move", rule="5.0", shape="way"):
    """An army marches; units join it and are left on the way."""

    nation: str = said(NATION, part="who")
    start: str = said(PLACE, part="from")
    pieces: tuple[str, ...] = many(PIECE)
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    pick_at: str | None = said(PLACE)
    pick: tuple[str, ...] = many(PIECE)
    drop_at: str | None = said(PLACE)
    drop: tuple[str, ...] = many(PIECE)


class Left(Telling, kind="exit", rule="5.4"):
    """Units leave the map for good."""

    nation: str = said(NATION, part="who")
    to: str = said(PLACE)
    count: int = number_of()


def set_out(s: State, c: Context, nation: int) -> None:
    """2.4: what is above the reserve is lost before the march."""
    if not s.marching:
        s.marching = True
        keep(s, c, nation)


# -- the order -----------------------------------------------------------------------------------


class Move(Order[Plain], verb="move", rule="5.0", command=True):
    """5.0: march an army."""

    start = one(PLACE, name="from", rule="5.0", words="where they start")
    pieces = some(PIECE, rule="5.0", words="who marches")
    road = path(PLACE, name="path", mark=">", rule="5.0", words="the way, province by province")
    pick_at = one(PLACE, optional=True, rule="5.2", words="where to take units up")
    pick = some(
        PIECE, mark="+", at=pick_at, optional=True, rule="5.2", words="who joins on the way"
    )
    drop_at = one(PLACE, optional=True, rule="5.3", words="where to leave units")
    drop = some(
        PIECE, mark="-", at=drop_at, optional=True, rule="5.3", words="who is left on the way"
    )

    def possible(self) -> bool:
        return not waits(self.s, self.nation) and can_march(self.s, self.nation)

    def closed(self) -> Why | None:
        if waits(self.s, self.nation):
            return place_first(self.s, self.nation)
        return None if can_march(self.s, self.nation) else NOBODY_MARCHES(nation=self.nation)

    # -- where they start --

    @start.offer
    def starts(self) -> Sequence[Any]:
        return starts(self.s, self.nation)

    @start.bar
    def start_barred(self, place: Place) -> Why | None:
        s, nation = self.s, self.nation
        ardour = ardent_chief(s)
        if ardour != ELSEWHERE and 0 <= s.chiefs[ardour] != place:
            return ARDOUR_ONLY(chief=as_pieces((), (ardour,))[0], place=s.chiefs[ardour])
        units, chiefs = stack(s, nation, place), chiefs_at(s, nation, place)
        if not units and not chiefs:
            return NOBODY_AT(nation=nation, place=place)
        if not muster(units).mobile and not chiefs:
            return WALLS_ONLY(nation=nation, place=place)
        marching = unmoved(s, nation, place)
        idle = idle_chiefs(s, nation, place)
        if not marching and not idle and column_at(s, place) is None:
            return ALL_MARCHED(nation=nation, place=place)
        if not idle and marching and marching == number(marching, BERBER) * ONE[BERBER]:
            return BERBERS_FOLLOW()
        return None if place in self.starts() else START_STUCK(nation=nation, place=place)

    # -- who marches --

    @worked_out
    def column(self) -> Column | None:
        """5.2: those at the start who came with a Chief and may go on with him."""
        return column_at(self.s, self.start) if self.s.column else None

    @worked_out
    def idle(self) -> list[int]:
        idle = idle_chiefs(self.s, self.nation, self.start)
        return sorted([*idle, *self.column.chiefs]) if self.column is not None else idle

    @worked_out
    def fresh(self) -> Stack:
        """Those at the start who have not marched yet."""
        return unmoved(self.s, self.nation, self.start)

    @worked_out
    def marchers(self) -> Stack:
        if self.column is None:
            return self.fresh
        return self.fresh + pack(tuple([kind for kind, _ in self.column.left]))

    def _led(self, units: Stack, chiefs: tuple[int, ...]) -> bool:
        """5.2: whoever has marched goes on only behind the Chief with whom he came."""
        if self.column is None or {*self.column.chiefs} & {*chiefs}:
            return True
        return fewer(units, self.fresh) == units

    @worked_out
    def free(self) -> bool:
        return free_to_go(self.s, self.nation, self.start)

    def _fine(self, units: Stack, chiefs: tuple[int, ...]) -> bool:
        """Whether such a band finds somewhere to go."""
        if self.column is not None:
            if not self._led(units, chiefs):
                return False
            band = marching_on(self.s, self.nation, self.start, units, chiefs)
            return can_go(self.s, self.nation, band)
        if self.free and units and (chiefs or not number(units, BERBER)):
            return True
        return can_go(self.s, self.nation, Band(self.start, units, chiefs))

    def _may_grow(self, chosen: tuple[Stack, tuple[int, ...]], piece: Piece) -> bool:
        """5.3: with this piece they, or they and one Chief more, find somewhere to go; of a column
        also with more units, for those whom it leaves must not be too many."""
        more, new = parted((piece,))
        units, chiefs = chosen[0] + more, (*chosen[1], *new)
        if self._fine(units, chiefs):
            return True
        last = chosen[1][-1] if chosen[1] else ELSEWHERE
        later = [(*chiefs, c) for c in self.idle if c > last and c not in chiefs]
        if any(self._fine(units, led) for led in later):
            return True
        if self.column is None or is_chief(piece):
            return False
        rest = pack(tuple([k for k in muster(self.marchers - units).kinds if k >= piece]))
        return any(self._fine(units + some, led) for some in parts_of(rest) for led in later)

    @pieces.offer
    def next_marcher(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        units, chiefs = self.marchers, self.idle
        pool = as_pieces(muster(units).kinds, chiefs)
        plain = subset(pool, chosen, 1, len(pool))
        if self.free and not chiefs and not number(units, BERBER):
            return plain
        band = parted(chosen)
        found = tuple([piece for piece in plain.choices if self._may_grow(band, piece)])
        return Offer(found, plain.may_stop and self._fine(*band), 1, len(pool))

    @pieces.bar
    def marcher_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        if piece is None:
            return self._band_barred(chosen)
        if is_chief(piece):
            barred = self._chief_barred(chosen, piece)
        else:
            barred = self._unit_barred(chosen, piece, self.start)
        barred = barred or out_of_order(chosen, piece, "5.0")
        if barred is not None:
            return barred
        grows = self._may_grow(parted(chosen), piece)
        return None if grows else self._stuck((*chosen, piece))

    def _band_barred(self, chosen: tuple[Piece, ...]) -> Why | None:
        if not chosen:
            pool = as_pieces(muster(self.marchers).kinds, self.idle)
            return MARCH_NOBODY(pieces=pool, place=self.start)
        return None if self._fine(*parted(chosen)) else self._stuck(chosen)

    def _stuck(self, band: tuple[Piece, ...]) -> Why:
        """Why such a band goes nowhere."""
        ardour = ardent_chief(self.s)
        units, chiefs = parted(band)
        if self.column is not None and not self._led(units, chiefs):
            return GO_ON_LED(chief=as_pieces((), self.column.chiefs)[0])
        if ardour != ELSEWHERE and ardour not in chiefs:
            return ARDOUR_LEADS(chief=as_pieces((), (ardour,))[0])
        if number(units, BERBER) and not chiefs:
            return BERBERS_FOLLOW()
        return BAND_STUCK(pieces=band, place=self.start)

    def _chief_barred(self, chosen: tuple[Piece, ...], piece: Piece) -> Why | None:
        s, chief = self.s, piece - len(KINDS)
        if s.lords[chief] != self.nation:
            return NOT_HIS_CHIEF(chief=piece, nation=self.nation)
        if s.chiefs[chief] != self.start:
            return CHIEF_ELSEWHERE(chief=piece, place=self.start)
        if s.chief_moved >> chief & 1 and chief not in self.idle:
            return CHIEF_MARCHED(chief=piece)
        return NAMED_TWICE("5.2", piece=piece) if piece in chosen else None

    def _unit_barred(self, chosen: tuple[Piece, ...], kind: Piece, place: Place) -> Why | None:
        """Units of the nation that have not marched, and not so many."""
        s, nation = self.s, self.nation
        there = number(stack(s, nation, place), kind)
        if not there:
            return NOT_THERE("5.0", piece=kind, place=place, nation=nation)
        if not s.board.kinds[kind].move:
            return WALLS_STAY()
        ready = self.marchers if place == self.start else unmoved(s, nation, place)
        left = number(ready, kind)
        if not left:
            return HAS_MARCHED(piece=kind, place=place)
        if chosen.count(kind) < left:
            return None
        if left == there:
            return NOT_SO_MANY_THERE("5.0", there=(kind,) * there, place=place, nation=nation)
        return FEW_UNMOVED(pieces=(kind,) * left, place=place)

    # -- the way --

    @worked_out
    def band(self) -> Band:
        return marching_on(self.s, self.nation, self.start, *parted(self.pieces))

    @road.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        s, nation, band = self.s, self.nation, self.band
        stops = False
        if chosen:
            way = trace(s, nation, band, chosen)
            if way is None or way[-1].cost > furthest(s, band):
                return Offer((), False)
            stops = can_stop(s, nation, band, way)
        return Offer(tuple(onward(s, nation, band, chosen)), stops, 1, 8)

    @road.bar
    def place_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        s, nation, band = self.s, self.nation, self.band
        if place is None:
            return self._end_barred(chosen) if chosen else MARCH_NOWHERE(place=self.start)
        here = chosen[-1] if chosen else self.start
        if place == self.start or place in chosen:
            return NO_RETURN(place=place)
        if chosen:
            barred = self._stopped(chosen)
            if barred is not None:
                return barred
        ways = ways_out(s, nation, here, not chosen and band.pace < 0)
        if place not in ways:
            return self._no_way(here, place)
        way = trace(s, nation, band, chosen) if chosen else ()
        spent = way[-1].cost if way else 0
        far = furthest(s, band)
        if spent + ways[place][0] > far:
            return TOO_FAR(there=place, far=far)
        if goes_on(s, nation, band, (*chosen, place)):
            return None
        return self._end_barred((*chosen, place))

    def _stopped(self, chosen: tuple[Place, ...]) -> Why | None:
        """5.1, 5.3, 5.5: why nobody goes on from the end of the way."""
        s, nation, band, here = self.s, self.nation, self.band, chosen[-1]
        found = walk(s, nation, band, chosen)
        if found is None or not found[1]:
            return None
        before = chosen[-2] if len(chosen) > 1 else self.start
        if ways_out(s, nation, before, len(chosen) == 1)[here][1]:
            over = here >= s.board.provinces
            return BEYOND_ENDS(here=here) if over else CROSSING_ENDS(here=here)
        if s.board.mountain[here] and not band.chiefs:
            return MOUNTAIN_STOPS(here=here)
        need = to_leave(s, nation, here)
        if too_full(s, nation, here, need):
            return ENEMY_CROWDED(here=here, need=need, room=attack_room(s, nation, here))
        return ENEMY_HOLDS(here=here, need=need, band=muster(band.units).total)

    def _no_way(self, here: int, place: Place) -> Why:
        """5.0, 5.4 to 5.6: why there is no way between two places."""
        s, nation, board = self.s, self.nation, self.s.board
        if here == board.camp:
            return FROM_CAMP(place=board.peoples.mercenary_goal)
        if here >= board.provinces:
            places = sorted(ways_out(s, nation, here, True))
            return FROM_BEYOND("5.6" if here == board.sea else "", here=here, places=places)
        if place == board.sea:
            fleet = (s.turn, nation) in s.almanac.fleets
            return NO_ANCHOR(here=here) if fleet else NO_SEA(nation=nation)
        if place in board.straits[here] and place < board.provinces:
            return STRAIT_LATE(here=here, there=place)
        if place >= board.provinces:
            return NO_ENTRY(place=place, nation=nation, here=here)
        if corner(board, here, place):
            return CORNER(here=here, there=place)
        return NO_BORDER(here=here, there=place)

    def _end_barred(self, chosen: tuple[Place, ...]) -> Why | None:
        """5.4, 6.2, 9.6: why the march cannot end there."""
        s, nation, band, end = self.s, self.nation, self.band, chosen[-1]
        way = trace(s, nation, band, chosen)
        if way is None:
            return UNFIT()
        if can_stop(s, nation, band, way):
            return None
        if not may_end(s, nation, end):
            return FRIENDS_THERE(place=end, owner=holder(s, end))
        beyond = end >= s.board.provinces
        if end in (s.board.gascony, s.board.narbonne) and self.start >= s.board.provinces:
            return ONLY_PASSED(place=end)
        if beyond and leaves_for_good(s, nation, end):
            room = exit_room(s, nation, end)
            if muster(band.units).total > room:
                return EXIT_FULL(place=end, room=room)
        if not band.chiefs and number(band.units, BERBER):
            return BERBERS_FOLLOW()
        if not band.units:
            return CHIEF_ALONE(place=end)
        return self._left_badly(way)

    def _left_badly(self, way: Way) -> Why:
        """5.3: those who must stay on the way cannot, or nobody would be left to go on."""
        s, band, end = self.s, self.band, way[-1].place
        held = [stage for stage in way[:-1] if stage.need]
        if len(held) > 1:
            return HELD_TWICE(places=[stage.place for stage in held])
        if held:
            return NOBODY_GOES_ON(need=held[0].need, here=held[0].place, place=end)
        slow = must_drop(s, band, way, ELSEWHERE, 0)
        return SLOW_NOWHERE(pieces=muster(slow).kinds, place=end)

    # -- who joins --

    @worked_out
    def way(self) -> Way:
        found = trace(self.s, self.nation, self.band, self.road)
        assert found is not None
        return found

    def _step(self, place: int) -> int:
        """The step of the way that leads to a place; ELSEWHERE if none does."""
        for i, stage in enumerate(self.way):
            if stage.place == place:
                return i
        return ELSEWHERE

    def _must_pick(self) -> bool:
        """6.2: no Chief attacks alone."""
        return not self.band.units and hostile(self.s, self.nation, self.road[-1])

    @pick_at.offer
    def pick_places(self) -> Sequence[Any]:
        if len(self.road) == 1 or not self.band.chiefs:
            return NONE
        way = self.way
        spots = [way[i].place for i in pick_steps(self.s, self.nation, self.band, way)]
        return spots if self._must_pick() else [None, *spots]

    @pick_at.bar
    def pick_at_barred(self, place: Place | None) -> Why | None:
        """5.2: a Chief takes up units that have not marched and can follow him."""
        s, nation = self.s, self.nation
        if place is None:
            alone = len(self.road) > 1 and self._must_pick()
            return CHIEF_ALONE(place=self.road[-1]) if alone else None
        if len(self.road) == 1:
            return SINGLE_STEP()
        if not self.band.chiefs:
            return PICK_CHIEF()
        i = self._step(place)
        if i in (ELSEWHERE, len(self.way) - 1):
            return NOT_ON_THE_WAY(place=place)
        if place >= s.board.provinces:
            return PICK_BEYOND(place=place)
        if hostile(s, nation, place) or friendly(s, nation, place):
            return PICK_CONTESTED(place=place)
        if not unmoved(s, nation, place):
            return PICK_NOBODY(nation=nation, place=place)
        if pickable(s, nation, self.band, self.way, i):
            return None
        return PICK_SLOW(place=place, end=self.road[-1])

    @worked_out
    def joining(self) -> Stack:
        """Those who could join where the order says."""
        assert self.pick_at is not None
        return pickable(self.s, self.nation, self.band, self.way, self._step(self.pick_at))

    @pick.offer
    def next_pick(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        pool = muster(self.joining).kinds
        return subset(pool, chosen, 1, len(pool))

    @pick.bar
    def pick_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        place = self.pick_at
        assert place is not None
        if piece is None:
            return None if chosen else PICK_WHO(place=place)
        if is_chief(piece):
            return PICK_NO_CHIEF(chief=piece)
        barred = self._unit_barred(chosen, piece, place)
        if barred is not None:
            return barred
        if not number(self.joining, piece):
            far, end = allowance(self.s, piece, True), self.road[-1]
            return PIECE_SLOW(piece=piece, far=far, place=place, end=end)
        return out_of_order(chosen, piece, "5.2")

    # -- who stays --

    @worked_out
    def taken_up(self) -> tuple[int, Stack]:
        """The step at which units join, and they."""
        if self.pick_at is None:
            return ELSEWHERE, 0
        return self._step(self.pick_at), parted(self.pick)[0]

    @worked_out
    def slow(self) -> Stack:
        return must_drop(self.s, self.band, self.way, *self.taken_up)

    @drop_at.offer
    def drop_places(self) -> Sequence[Any]:
        way = self.way
        if len(way) == 1:
            return NONE
        spots = [way[i].place for i in drops(self.s, self.nation, self.band, way, *self.taken_up)]
        forced = self.slow or any(stage.need for stage in way[:-1])
        return spots if forced else [None, *spots]

    @drop_at.bar
    def drop_at_barred(self, place: Place | None) -> Why | None:
        """5.3: in one province of the way some may stay, and sometimes must."""
        s, nation, way = self.s, self.nation, self.way
        held = next((stage for stage in way[:-1] if stage.need), None)
        if place is None:
            if held is not None:
                return HOLD_ENEMY(need=held.need, place=held.place)
            slow = muster(self.slow).kinds
            return SLOW_STAY(pieces=slow, place=self.road[-1]) if slow else None
        if len(way) == 1:
            return SINGLE_STEP()
        i = self._step(place)
        if i in (ELSEWHERE, len(way) - 1):
            return NOT_ON_THE_WAY("5.3", place=place)
        if not self.band.units:
            return DROP_ONLY_CHIEFS()
        if place >= s.board.provinces:
            return DROP_BEYOND(place=place)
        if friendly(s, nation, place):
            return FRIENDS_THERE(place=place, owner=holder(s, place))
        if held is not None and held.place != place:
            return HOLD_ELSEWHERE(place=held.place)
        if i in drops(s, nation, self.band, way, *self.taken_up):
            return None
        if self.slow:
            return SLOW_EARLIER(pieces=muster(self.slow).kinds, place=place)
        return DROP_EVERYBODY(place=place)

    @worked_out
    def divisible(self) -> Stack:
        """Those who are there where some are left."""
        assert self.drop_at is not None
        pick_at, pick = self.taken_up
        return self.band.units + (pick if pick_at <= self._step(self.drop_at) else 0)

    @worked_out
    def least(self) -> int:
        assert self.drop_at is not None
        return max(1, self.way[self._step(self.drop_at)].need)

    @drop.offer
    def next_drop(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        counts, least = muster(self.divisible).counts, self.least
        forced, picked = muster(self.slow).counts, muster(parted(chosen)[0]).counts
        total, n = sum(counts), len(chosen)
        owed = sum([max(0, f - p) for f, p in zip(forced, picked, strict=True)])
        found = []
        for kind in range(chosen[-1] if chosen else 0, len(counts)):
            if picked[kind] < counts[kind] and n < total - 1:
                if n + 1 + owed - (picked[kind] < forced[kind]) <= total - 1:
                    if enough_later(forced, counts, picked, kind, least - n - 1):
                        found.append(kind)
        good = n >= least and not owed
        return Offer(tuple(found), good, least, total - 1)

    @drop.bar
    def drop_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        place, end = self.drop_at, self.road[-1]
        assert place is not None
        slow, picked = muster(self.slow), muster(parted(chosen)[0]).counts
        owing = any(p < f for p, f in zip(picked, slow.counts, strict=True))
        if piece is None:
            if owing:
                return SLOW_STAY(pieces=slow.kinds, place=end)
            if len(chosen) >= self.least:
                return None
            need = self.way[self._step(place)].need
            return HOLD_ENEMY(need=need, place=place) if need else DROP_WHO(place=place)
        if is_chief(piece):
            return DROP_CHIEF(chief=piece)
        there = number(self.divisible, piece)
        if not there:
            return DROP_NOT_MARCHING(piece=piece, place=place)
        if picked[piece] >= there:
            return DROP_FEWER(pieces=(piece,) * there, place=place)
        barred = out_of_order(chosen, piece, "5.3")
        if barred is not None:
            return barred
        if piece in self.next_drop(chosen).choices:
            return None
        if owing:
            return SLOW_STAY(pieces=slow.kinds, place=end)
        most = muster(self.divisible).total - 1
        if len(chosen) >= most:
            return DROP_MOST(place=place, most=most)
        return HOLD_ENEMY(need=self.least, place=place)

    # -- the deed --

    def do(self, c: Context) -> None:
        s, nation, start, band, way = self.s, self.nation, self.start, self.band, self.way
        set_out(s, c, nation)
        capitals_free(s)
        hunted = where_viriathus_is(s)
        pick_at, pick = self.taken_up
        drop_at = self._step(self.drop_at) if self.drop_at is not None else ELSEWHERE
        drop = parted(self.drop)[0]
        c.tell(
            Marched(
                nation=name_of(s, nation),
                start=s.board.places[start],
                pieces=self.tokens(Move.pieces),
                path=self.tokens(Move.road),
                pick_at=self.tokens(Move.pick_at),
                pick=self.tokens(Move.pick),
                drop_at=self.tokens(Move.drop_at),
                drop=self.tokens(Move.drop),
            )
        )
        if self.column is not None and band.pace >= 0:
            _step_off(s, band, self.column)
        take(s, nation, start, band.units)
        if pick:
            take(s, nation, way[pick_at].place, pick)
        if drop:
            _arrive(s, c, nation, start, way, drop_at, drop)
        for stage in way[:-1]:
            kill_lone_chiefs(s, c, nation, stage.place)
        for chief in band.chiefs:
            s.chiefs[chief] = way[-1].place
            s.chief_moved |= 1 << chief
        _arrive(s, c, nation, start, way, len(way) - 1, band.units + pick - drop)
        row = self.column
        alone = s.board.chief_move if band.pace < 0 or row is None else row.alone
        s.column = left_over(s, band, way, (pick_at, pick), drop, alone)
        note_crossed(s, nation, start, way)
        slain(s, nation, hunted)


def _step_off(s: State, band: Band, row: Column) -> None:
    """What was noted of those who march on goes with them, not what was noted of the others."""
    tired = fewer(band.units, pack(tuple([kind for kind, _ in row.left])))
    s.moved[band.start] -= tired
    if row.wet:
        s.wet[band.start] -= tired


def _arrive(s: State, c: Context, nation: int, start: int, way: Way, i: int, units: Stack) -> None:
    """Units end their march: in a province, at sea, or beyond the map."""
    place = way[i].place
    if place >= s.board.provinces and leaves_for_good(s, nation, place):
        _leave(s, c, nation, place, units)
        return
    if not units:
        return
    before = way[i - 1].place if i else start
    put(s, nation, place, units)
    s.moved[place] += units
    if place < s.board.provinces:
        if before not in (s.board.sea, s.board.camp):
            s.came[place] |= 1 << before
        if before < s.board.provinces and s.board.crosses(before, place):
            s.wet[place] += units
        kill_lone_chiefs(s, c, nation, place)


def _leave(s: State, c: Context, nation: int, box: int, units: Stack) -> None:
    """11.1, 11.10, 11.15: units that leave the map for good, for points."""
    n = muster(units).total
    for chief, at in enumerate(s.chiefs):
        if at == box and s.lords[chief] == nation:
            s.chiefs[chief] = ELSEWHERE
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box:
            s.exits[number_] += n
            c.tell(Left(nation=name_of(s, nation), to=s.board.places[box], count=n))
            award(s, c, nation, n * exit_.points, "exit", "8.0")
