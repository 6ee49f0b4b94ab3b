"""Chapters 3 and 10: putting units on the map: set-up, redeployment, the returned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, many, number, said
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.book.stacks import embark, fix_guns, join
from engine.games.cortes.table.board import (
    AZTEC,
    GUNBOAT,
    INFANTRY,
    LEADER,
    QUAGMIRE,
    SPANISH,
)
from engine.games.cortes.table.flow import Context, Point, Telling
from engine.games.cortes.table.orders import (
    PLACE,
    SIDE,
    UNFIT,
    UNIT,
    Order,
    Place,
    Unit,
    absent,
)
from engine.games.cortes.table.state import GUN, IN, KIND, OFF, SEATS, SEEN, SHIFT, State
from engine.orders import Bar, Offer, Why, one, path, some, worked_out

SETUP, REDEPLOY, RETURN = range(3)
MANY = 500  # grounds that are kept
STAGES = ("setup", "redeployment", "returned")

NOT_IN_HAND = Bar("not_in_hand", "3.1", unit=UNIT)
NOT_ALLOWED = Bar("not_allowed", "3.2", place=PLACE)
NO_PLACE = Bar("no_place", "3.2", unit=UNIT)
NOTHING_TO_LIFT = Bar("nothing_to_lift", "3.1", place=PLACE)


class Placed(Telling, kind="placed", rule="3.1"):
    side: str = said(SIDE)
    places: tuple[str, ...] = many(PLACE, form="path")
    count: int = number(noun="unit", secret=None)
    units: tuple[str, ...] = many(UNIT, default=())
    own: tuple[str, ...] = many(UNIT, who="side", default=())


class Lifted(Telling, kind="lifted", rule="3.1"):
    side: str = said(SIDE)
    place: str = said(PLACE)
    count: int = number(noun="unit")


class Ready(Telling, kind="ready", rule="3.1"):
    side: str = said(SIDE)
    stage: str = fact()


class Tops(Telling, kind="tops", rule="8.8"):
    """What is seen of a side's stacks after it has placed units."""

    side: str = said(SIDE)
    tops: tuple[Any, ...] = fact(secret=True)


class Deploying(NamedTuple):
    """The frame: who places units, and why."""

    side: int
    stage: int


def tell_tops(s: State, c: Context, side: int) -> None:
    """8.8: the top counter of each stack is seen."""
    if s.clouded(side):
        board = s.board
        found = tuple(
            (board.places[place], board.faces[stack[0] >> SHIFT], len(stack))
            for place, stack in sorted(s.stacks[side].items())
        )
        c.tell(Tops(side=SEATS[side], tops=found))


# -- where a unit may be placed --------------------------------------------------------------------


def spots(s: State, side: int, stage: int, face: int) -> list[int]:
    """All places where a unit in hand may be put now."""
    if side == SPANISH and stage == SETUP:
        return camp_spots(s, face)
    stacks, leader, hexes = s.stacks[side], s.leaders[side], s.board.hexes
    found = [
        p
        for p in grounds(s, side, stage, face)
        if (p not in stacks and p != leader and p < hexes) or _room(s, side, p, face)
    ]
    if stage != RETURN:
        return found
    company = [p for p in found if p in stacks]
    return company or found  # 10.12


def open_to(s: State, side: int, stage: int, face: int, place: int) -> bool:
    """Whether a unit in hand may be put into one place."""
    if stage == RETURN or (side == SPANISH and stage == SETUP):
        return place in spots(s, side, stage, face)
    return place in grounds(s, side, stage, face) and _room(s, side, place, face)


def camp_spots(s: State, face: int) -> list[int]:
    """3.2: the camps that still wait for one of its sort, within stacking but for one group."""
    board, found = s.board, []
    for which, camp in enumerate(board.camps):
        if board.face_sort[face] in board.camp_sorts[which] and _quota(s, which, face):
            found += [p for p in camp.places if camp.overstack or _room(s, SPANISH, p, face)]
    return found


def anywhere(s: State, side: int, stage: int, face: int) -> bool:
    """Whether there is any such place."""
    if side == AZTEC and face != s.board.leader_face[AZTEC]:
        return True  # the open lake has always room
    if side == SPANISH and stage != SETUP and s.board.face_type[face] == GUNBOAT:
        return True  # and so have the areas in the east
    return bool(spots(s, side, stage, face))


def _room(s: State, side: int, place: int, face: int) -> bool:
    """10.9: stacking binds in an R&R as ever; Cortés needs a boat on the lake."""
    if face == s.board.leader_face[SPANISH] and place >= s.board.hexes:
        return any(s.board.face_type[f] == GUNBOAT for f in s.faces(SPANISH, place))
    return fits(s, side, place, (face,))


def _quota(s: State, camp: int, face: int) -> bool:
    """3.2: whether the camp still waits for one of this sort."""
    board = s.board
    sort = board.face_sort[face]
    there = sum(
        1
        for place in board.camps[camp].places
        for f in s.faces(SPANISH, place)
        if board.face_sort[f] == sort
    )
    if face == board.leader_face[SPANISH]:
        there += s.leaders[SPANISH] in board.camps[camp].places
    return there < board.camp_sorts[camp].get(sort, 0)


def grounds(s: State, side: int, stage: int, face: int) -> Sequence[int]:
    """Places that the book opens to a unit, room or not."""
    board = s.board
    if side == SPANISH:
        return spanish_ground(s, face)
    if face == board.leader_face[AZTEC]:
        return [p for p in aztec_ground(s, stage) if p in board.on_island]
    return aztec_ground(s, stage)


def spanish_ground(s: State, face: int) -> Sequence[int]:
    """10.7, R-25: the mainland, kept forts and their causeways; boats on the east edge."""
    board = s.board
    lake = board.harbours
    if board.face_type[face] == GUNBOAT:
        return lake
    kept = s.kept[SPANISH]
    land: Sequence[int] = board.mainland
    if kept:
        roads = {p for fort in kept for p in board.approach[fort]}
        land = [*land, *sorted(roads | {*kept})]
    taken = {*s.stacks[AZTEC], s.leaders[AZTEC]}
    if not taken.isdisjoint(land):
        land = [p for p in land if p not in taken]
    return [*land, *lake] if face == board.leader_face[SPANISH] else land


def aztec_ground(s: State, stage: int) -> Sequence[int]:
    """3.3: four hexes from the Spaniards; 10.8: the island, forts that are kept, the open lake."""
    board = s.board
    if stage == SETUP:
        key = ("setup", *[p for p in s.stacks[SPANISH] if _keeps_off(s, p)])
        if key not in board.opened:
            if len(board.opened) > MANY:
                board.opened.clear()
            near = set(_near_spaniards(s))
            board.opened[key] = (
                *[p for p in range(board.hexes) if board.terrain[p] != QUAGMIRE and p not in near],
                *board.open_lake,
            )  # fmt: skip
        return board.opened[key]
    key = ("rest", s.rules.tepeyac)
    if key not in board.opened:
        near = set(_near_tepeyac(s))
        board.opened[key] = tuple([p for p in board.island if p not in near])
    taken = {*s.stacks[SPANISH], s.leaders[SPANISH]}
    land = [p for p in board.opened[key] if p not in taken]
    return [*land, *sorted(s.kept[AZTEC]), *board.open_lake]


def _keeps_off(s: State, place: int) -> bool:
    """R-05: whether the Aztecs must stay away from those in a hex when they set up."""
    board = s.board
    if place >= board.hexes:
        return False
    if not s.rules.spanish_distance:
        return True
    return any(board.face_european[e >> SHIFT] for e in s.stacks[SPANISH][place])


def _near_spaniards(s: State) -> Iterable[int]:
    """3.3, R-05, R-52: hexes within three of a unit of the Spanish side, lake areas apart."""
    board = s.board
    far = board.limits.setup_distance.number - 1
    for place in s.stacks[SPANISH]:
        if _keeps_off(s, place):
            yield from board.disc(place, far)


def _near_tepeyac(s: State) -> Iterable[int]:
    """10.8, R-23: hexes too near to Tepeyac for Aztecs."""
    board = s.board
    for place in board.tepeyac:
        yield from board.disc(place, s.rules.tepeyac)


# -- putting down ----------------------------------------------------------------------------------


def put(s: State, side: int, place: int, face: int) -> None:
    """A unit out of the hand comes to a place."""
    board = s.board
    hand = list(s.pool[side])
    hand.remove(face)
    s.pool[side] = tuple(hand)
    if board.face_type[face] == LEADER:
        s.leaders[side] = place
        if place >= board.hexes:
            stack = s.at(side, place)
            boats = [i for i, e in enumerate(stack) if board.face_type[e >> SHIFT] == GUNBOAT]
            embark(s, side, place, max(boats, key=lambda i: (board.factor[stack[i] >> SHIFT], -i)))
        return
    join(s, side, place, (face << SHIFT | IN,))
    if side == SPANISH and place < board.hexes:
        harness(s, place)


def conceal(s: State, side: int) -> None:
    """8.8: of those who were placed together only the top counters have been seen."""
    for place, stack in list(s.stacks[side].items()):
        if any(e & IN for e in stack):
            rest = [e & ~(SEEN | KIND | IN) if e & IN else e for e in stack[1:]]
            s.replace(side, place, (stack[0] & ~IN, *rest))


def harness(s: State, place: int) -> None:
    """11.6: cannons go to infantry that carries none."""
    board, stack = s.board, list(s.at(SPANISH, place))
    loose = sum(1 for e in stack if e >> SHIFT == board.cannon) - sum(1 for e in stack if e & GUN)
    for i, e in enumerate(stack):
        if loose > 0 and not e & GUN and board.face_type[e >> SHIFT] == INFANTRY:
            stack[i] |= GUN
            loose -= 1
    s.replace(SPANISH, place, tuple(stack))


def lift(s: State, side: int, place: int) -> int:
    """Everybody in a place comes back into the hand."""
    faces = list(s.faces(side, place))
    s.replace(side, place, ())
    if s.leaders[side] == place:
        s.leaders[side] = OFF
        faces.append(s.board.leader_face[side])
    s.pool[side] = tuple(sorted((*s.pool[side], *faces)))
    return len(faces)


def liftable(s: State, side: int, stage: int) -> list[int]:
    """Places with units that were put there in this deployment."""
    found = {*s.stacks[side], *([s.leaders[side]] if s.leaders[side] != OFF else [])}
    kept = s.kept[side] if stage == REDEPLOY else ()
    return sorted(place for place in found if place not in kept)


# -- orders ----------------------------------------------------------------------------------------


class Deploy(Order[Deploying], verb="place", rule="3.1", command=True):
    """3.1: put units on the map, the next place when the first is full."""

    units = some(UNIT, rule="3.1", words="who is placed")
    road = path(PLACE, name="places", mark=">", rule="3.2", words="where, one after the other")
    shut = Bar("nobody_in_hand", "3.1")

    def possible(self) -> bool:
        return any(self.able(face) for face in dict.fromkeys(self.s.pool[self.side]))

    def able(self, face: int) -> bool:
        return anywhere(self.s, self.side, self.asked.stage, face)

    @worked_out
    def hand(self) -> tuple[int, ...]:
        known = {face: self.able(face) for face in dict.fromkeys(self.s.pool[self.side])}
        return tuple(face for face in self.s.pool[self.side] if known[face])

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        found = [
            face
            for face in dict.fromkeys(self.hand)
            if (not chosen or face >= chosen[-1])
            and chosen.count(Unit(face)) < self.hand.count(face)
        ]
        return Offer(tuple(found), bool(chosen), 1, len(self.hand))

    @units.bar
    def unit_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None:
            return None if chosen else UNFIT()
        if unit in self.next_unit(chosen).choices:
            return None
        if self.s.board.face_side[unit] == self.side and unit not in self.s.pool[self.side]:
            return NOT_IN_HAND(unit=unit)
        hand = tuple(face << SHIFT for face in self.s.pool[self.side])
        why = absent(self, 0, hand, unit, chosen, "3.1")
        return NO_PLACE(unit=unit) if why is None else NOT_IN_HAND(unit=unit) if (
            self.s.board.face_side[unit] == self.side and unit >= (chosen[-1] if chosen else 0)
        ) else why  # fmt: skip

    @units.hides
    def placing(self, world: Any) -> Any:
        return world.hand(self.side)

    def trial(self, way: Sequence[int]) -> tuple[State, list[int]]:
        """The position after these places are filled, and who is still in hand."""
        known = self.__dict__.setdefault("_trials", {})
        key = (tuple(self.units), tuple(way))
        if key not in known:
            if way:
                before, left = self.trial(way[:-1])
                s, left = before.copy(), left[:]
                for face in left[:]:
                    if open_to(s, self.side, self.asked.stage, face, way[-1]):
                        put(s, self.side, way[-1], face)
                        left.remove(face)
            else:
                s, left = self.s, list(self.units)
            known[key] = (s, left)
        found: tuple[State, list[int]] = known[key]
        return found

    @road.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        s, left = self.trial(chosen)
        found: dict[int, None] = {}
        for face in dict.fromkeys(left):
            found.update(dict.fromkeys(spots(s, self.side, self.asked.stage, face)))
        places = tuple(place for place in sorted(found) if place not in chosen)
        return Offer(places, bool(chosen), 1, 60)

    @road.bar
    def place_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        if place is None:
            return None if chosen else UNFIT()
        return None if place in self.next_place(chosen).choices else NOT_ALLOWED(place=place)

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        placed: list[int] = []
        left = list(self.units)
        for place in self.road:
            for face in left[:]:
                if open_to(s, side, self.asked.stage, face, place):
                    put(s, side, place, face)
                    left.remove(face)
                    placed.append(face)
        conceal(s, side)
        told = Placed(side=SEATS[side], places=self.tokens(Deploy.road), count=len(placed))
        units = tuple(board.faces[face] for face in sorted(placed))
        told.public["own" if s.clouded(side) else "units"] = units
        c.tell(told, reveals=("count",) if s.clouded(side) else ())
        tell_tops(s, c, side)


class Lift(Order[Deploying], verb="lift", rule="3.1", ends=True):
    """3.1: take units back into the hand."""

    place = one(PLACE, rule="3.1", words="where they stand")
    shut = Bar("nobody_to_lift", "3.1")

    def possible(self) -> bool:
        return self.asked.stage != RETURN and bool(self.places())

    @place.offer
    def places(self) -> Sequence[Any]:
        return liftable(self.s, self.side, self.asked.stage)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else NOTHING_TO_LIFT(place=place)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        count = lift(s, side, self.place)
        c.tell(Lifted(side=SEATS[side], place=s.board.places[self.place], count=count))


class Standard(Order[Deploying], verb="standard", rule="3.1", command=True, ends=True):
    """3.1: place everybody who is left in the usual way, and end."""

    def do(self, c: Context) -> None:
        s, side, stage = self.s, self.side, self.asked.stage
        automatic(s, side, stage)
        conceal(s, side)
        finish(s, c, side, stage)


def automatic(s: State, side: int, stage: int) -> None:
    """Everybody in hand finds a place: the standard one, or where he stood, or the nearest."""
    if stage == SETUP:
        by_the_book(s, side)
        if s.pool[side]:
            for place in liftable(s, side, stage):
                lift(s, side, place)
            by_the_book(s, side)
    elif stage == REDEPLOY:
        go_home(s, side)
    crowd(s, side, stage)


def by_the_book(s: State, side: int) -> None:
    """Our standard set-up, as far as it is free."""
    board = s.board
    usual = board.standard["veteran" if s.rules.cannons else "beginner"]
    rows = usual.spanish if side == SPANISH else usual.aztec
    for place, things in rows:
        for thing in things:
            face = _face(s, side, thing)
            if face in s.pool[side] and open_to(s, side, SETUP, face, place):
                put(s, side, place, face)


def _face(s: State, side: int, thing: int) -> int:
    board = s.board
    if side == SPANISH:
        return board.fresh[board.sort_of_unit[thing]]
    code = board.kinds[thing]
    return board.leader_face[AZTEC] if code.type == LEADER else board.fresh[board.sort[code.code]]


def go_home(s: State, side: int) -> None:
    """Everybody back where he stood, as far as that is legal."""
    homes = s.homes[side]
    for place in sorted(homes):
        for face in homes[place]:
            if face in s.pool[side] and open_to(s, side, REDEPLOY, face, place):
                put(s, side, place, face)


def crowd(s: State, side: int, stage: int) -> None:
    """Whoever is still in hand goes to the free place nearest to the great temple."""
    board = s.board
    far = board.from_centre
    for face in sorted(s.pool[side], key=lambda f: (board.face_type[f] == LEADER, f)):
        found = spots(s, side, stage, face)
        if found:
            put(s, side, min(found, key=far.__getitem__), face)


class Back(Order[Deploying], verb="return", rule="10.7", command=True):
    """10.7: put everybody back where he stood, as far as that is legal."""

    shut = Bar("no_way_back", "10.7")

    def possible(self) -> bool:
        return self.asked.stage == REDEPLOY and bool(self.s.pool[self.side])

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        before = len(s.pool[side])
        go_home(s, side)
        conceal(s, side)
        told = Placed(side=SEATS[side], places=(), count=before - len(s.pool[side]))
        c.tell(told, rule="10.7", reveals=("count",) if s.clouded(side) else ())
        tell_tops(s, c, side)


class Placing(Order[Deploying], verb="done", rule="4.2", ends=True):
    """4.2: end this phase."""

    shut = Bar("some_in_hand", "3.1")

    def possible(self) -> bool:
        return not self.s.pool[self.side]

    def do(self, c: Context) -> None:
        finish(self.s, c, self.side, self.asked.stage)


def finish(s: State, c: Context, side: int, stage: int) -> None:
    """The deployment is over: its frame leaves the stack."""
    s.frames.pop()
    for place in list(s.stacks[side]):
        if side == SPANISH:
            fix_guns(s, place)
    c.tell(Ready(side=SEATS[side], stage=STAGES[stage]))
    tell_tops(s, c, side)


class Deployment(Point[Deploying], kind="deployment", rule="3.1"):
    """3.1, 10.7, 10.8, 10.12: place units until all are on the map."""

    orders = (Deploy, Lift, Back, Standard, Placing)
    otherwise = Standard

    def about(self, s: State, who: int, a: Deploying) -> dict[str, Any]:
        return {"count": len(s.pool[who])}

    def answer(self, s: State, c: Any, who: int, action: Action, a: Deploying) -> None:
        """The question stays until it is ended."""
        self.reads(action.verb, a).read(s, who, action, a).do(c)
