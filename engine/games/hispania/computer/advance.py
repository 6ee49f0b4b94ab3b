"""How the computer player marches: it weighs every march it can see and takes the best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core import Action
from engine.games.hispania.book import movement
from engine.games.hispania.book.marching import Move
from engine.games.hispania.book.movement import Band, Way
from engine.games.hispania.book.scoring import bounty
from engine.games.hispania.computer.forecast import Force, force, forecast
from engine.games.hispania.computer.judging import (
    BOLD,
    COST,
    STRENGTH,
    doomed,
    pulls,
    room,
    tribute,
    worth,
)
from engine.games.hispania.table.board import BERBER
from engine.games.hispania.table.flow import pieces
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    chiefs_at,
    held,
    limit,
    muster,
    number,
    places_of,
    seat_of,
    stack,
)

LEAST = 0.5  # a march must gain more than this
DRAWN = 0.25  # what being nearer to a prize is worth to each unit, as a share of it
MANY = 4  # units that a prize draws on; more would only stand in each other's way
FARTHEST = 4  # provinces of a march
NEVER = -99.0
POINT = 2.0  # what half a point is worth that is sure, beside the provinces of a count
LOSS = 1.0  # what a unit is worth that is lost in a victory


class March(NamedTuple):
    """Who goes where, and who stays on the way to hold an enemy up (5.3)."""

    band: Band
    path: tuple[int, ...]
    drop_at: int | None
    drop: Stack


class Foe(NamedTuple):
    """Who would be attacked in a province, and what beating him is worth."""

    force: Force
    prize: float


class Road(NamedTuple):
    """A way of the largest band of a stack; `plain`: any other that is as fast can take it too."""

    path: tuple[int, ...]
    way: Way
    plain: bool


def best_march(s: State, nation: int) -> Action | None:
    """The march that gains most, if any gains something."""
    staff = Staff(s, nation)
    best: tuple[float, March] | None = None
    for start in movement.starts(s, nation):
        for bands in _bands(s, nation, start):
            roads = staff.roads(bands[-1])
            for band in bands:
                loss = _left(s, nation, band)
                for march in staff.marches(band, roads):
                    value = staff.value(march) - loss
                    if value > LEAST and (best is None or value > best[0]):
                        best = (value, march)
    return _order(s, best[1]) if best is not None else None


def _order(s: State, march: March) -> Action:
    places, band = s.board.places, march.band
    names = tuple(pieces(s, muster(band.units).kinds, band.chiefs))
    drop_at = None if march.drop_at is None else places[march.drop_at]
    left = tuple(pieces(s, muster(march.drop).kinds))
    way = tuple(places[p] for p in march.path)
    start = places[band.start]
    return Move.act(start=start, pieces=names, road=way, drop_at=drop_at, drop=left)


def _bands(s: State, nation: int, start: int) -> Iterator[list[Band]]:
    """A few, half, all but one and all who can march: without their Chiefs, and with them."""
    units = movement.unmoved(s, nation, start)
    chiefs = tuple(movement.idle_chiefs(s, nation, start))
    strong = sorted(muster(units).kinds, key=lambda k: -STRENGTH[k])
    n = len(strong)
    sizes = sorted({n, n - 1, n // 2, *range(1, min(n, 6) + 1)} - {0, -1})
    for led in _leaders(s, chiefs):
        bands = []
        for size in sizes:
            chosen = strong[:size] if size > 1 else strong[-1:]
            if size == n or bool(led) == (bool(chiefs) and size * 2 >= n):
                bands.append(Band(start, sum(ONE[k] for k in chosen), led))
        if bands:
            yield bands


def _leaders(s: State, chiefs: tuple[int, ...]) -> list[tuple[int, ...]]:
    """With nobody or with all of them; in a Chief's second march only with him (9.2)."""
    if movement.ardent_chief(s) != ELSEWHERE:
        return [chiefs]
    return [(), chiefs] if chiefs else [()]


def _left(s: State, nation: int, band: Band) -> float:
    """What is given up where the band starts."""
    start = band.start
    if start >= s.board.provinces:
        return -2.0 * COST - 0.1 * muster(band.units).total  # those who stay there are lost
    rest = stack(s, nation, start) - band.units
    if rest:
        over = muster(stack(s, nation, start)).stacking - room(s, nation, start)
        return -2.0 if over > 0 else 0.0
    return worth(s, nation, start)


# -- where to ------------------------------------------------------------------------------------


class Staff:
    """Weighs the marches of one nation as things stand; what it has looked up it remembers."""

    def __init__(self, s: State, nation: int) -> None:
        self.s = s
        self.nation = nation
        self.drawn = pulls(s, nation)
        people = sum(muster(stack(s, nation, p)).people for p in places_of(s, nation))
        hungry = max(0, people - 2 * len(held(s, nation)))
        self.homes = 1.2 * COST * min(2, hungry)  # a new province feeds two units more (7.0)
        self.invades = (s.turn, nation) in s.almanac.invasions
        self.zeal = _zeal(s, nation)
        self.life = 0.0 if doomed(s, nation) else float(COST)  # what a unit is still good for
        self.foes: dict[tuple[int, tuple[int, ...]], Foe] = {}

    def roads(self, band: Band) -> list[Road]:
        """Every place that a band can reach, by a shortest way; some may have to stay on it."""
        s, nation = self.s, self.nation
        seen = {band.start}
        paths: list[tuple[int, ...]] = [()]
        found = []
        for path in paths:
            if len(path) >= FARTHEST:
                continue
            for place in movement.onward(s, nation, band, path):
                if place not in seen:
                    seen.add(place)
                    longer = (*path, place)
                    paths.append(longer)
                    way = movement.trace(s, nation, band, longer)
                    assert way is not None
                    found.append(Road(longer, way, self._plain(band, way)))
        return found

    def _plain(self, band: Band, way: Way) -> bool:
        end = way[-1].place
        free = not number(band.units, BERBER) and movement.may_end(self.s, self.nation, end)
        return end < self.s.board.provinces and free and not any(x.need for x in way[:-1])

    def marches(self, band: Band, roads: list[Road]) -> Iterator[March]:
        """Those of the roads that everybody in a band can follow; whoever must stays there."""
        led = bool(band.chiefs)
        kinds = muster(band.units).kinds
        reach = min((movement.allowance(self.s, kind, led) for kind in kinds), default=0)
        for path, way, plain in roads:
            if way[-1].cost > reach:
                continue
            if plain:
                yield March(band, path, None, 0)
            elif movement.can_stop(self.s, self.nation, band, way):
                yield _with_guards(band, path, way)

    def value(self, march: March) -> float:
        band, way = march.band, (march.band.start, *march.path)
        if march.drop_at is None:
            return self._gain(band, way) + self._nearer(band, way[-1])
        stay = Band(band.start, march.drop, ())
        on = Band(band.start, band.units - march.drop, band.chiefs)
        held_up = self._attack(stay, way[: way.index(march.drop_at) + 1])
        return held_up + self._gain(on, way) + self._nearer(on, way[-1])

    def _nearer(self, band: Band, place: int) -> float:
        """What it is worth to stand nearer to a prize that others may still hold."""
        provinces = self.s.board.provinces
        if place >= provinces:
            return 0.0
        before = self.drawn[band.start] if band.start < provinces else 0.0
        return DRAWN * min(MANY, muster(band.units).total) * (self.drawn[place] - before)

    def _gain(self, band: Band, way: tuple[int, ...]) -> float:
        s, nation = self.s, self.nation
        n, place = muster(band.units).total, way[-1]
        if place >= s.board.provinces:
            for exit_ in s.board.awards.exits:
                if exit_.nation == nation and exit_.to == place:
                    return n * (POINT * exit_.points - self.life)
            return -9.0
        if movement.hostile(s, nation, place):
            return self._attack(band, way)
        here = stack(s, nation, place)
        crowd = muster(here + band.units).stacking - room(s, nation, place)
        fresh = 0.0 if here else worth(s, nation, place) + self.homes
        threat = 0.3 * n if here and _threatened(s, nation, place) else 0.0
        return fresh + threat - 2.0 * COST * max(0, crowd)

    def _attack(self, band: Band, way: tuple[int, ...]) -> float:
        s, nation = self.s, self.nation
        *_, whence, place = way
        foe = self._foe(place, band.chiefs)
        here = stack(s, nation, place)
        units = here + band.units
        if foe.prize <= NEVER:
            return NEVER
        led = bool(band.chiefs or chiefs_at(s, nation, place))
        bonus = self.zeal + (s.board.bonus_chief if led else 0)
        theirs = foe.force
        if s.board.crosses(whence, place):
            theirs = theirs._replace(bonus=theirs.bonus + s.board.bonus_river)
        found = forecast(s, place, force(s, nation, units, bonus), theirs)
        if found.wins < BOLD:
            return -9.0
        before = 0.0
        if here:
            before = forecast(s, place, force(s, nation, here, bonus), theirs).wins
        bold = self.invades or bool(band.chiefs)
        crowd = max(0, muster(units).stacking - limit(s, nation, place) - (2 if bold else 1))
        gain = (found.wins - before) * foe.prize - (1 - found.wins) * COST
        return gain - LOSS * found.lost * (found.wins - before) - 2.0 * COST * crowd

    def _foe(self, place: int, led: tuple[int, ...]) -> Foe:
        if (place, led) not in self.foes:
            self.foes[place, led] = _foe(self.s, self.nation, place, led, self.homes)
        return self.foes[place, led]


def _foe(s: State, nation: int, place: int, led: tuple[int, ...], homes: float) -> Foe:
    enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
    units = stack(s, enemy, place)
    bonus = s.board.bonus_chief if chiefs_at(s, enemy, place) else 0
    theirs = force(s, enemy, units, bonus)
    if seat_of(s, enemy) == seat_of(s, nation):
        return Foe(theirs, NEVER)  # one's own: at best they change, or score, for the same player
    prize = worth(s, nation, place) + homes + tribute(s, nation, enemy)
    for kind in muster(units).kinds:
        prize += POINT * bounty(s, nation, enemy, kind, -1, list(led))
    prize += 0.5 * worth(s, enemy, place) if seat_of(s, enemy) >= 0 else 0.0
    return Foe(theirs, prize)


def _zeal(s: State, nation: int) -> int:
    """9.3: what zeal adds to the dice of an invasion, in its first wave."""
    invasion = s.almanac.invasions.get((s.turn, nation))
    return s.board.bonus_zeal if invasion is not None and invasion.zeal and s.wave == 1 else 0


def _threatened(s: State, nation: int, place: int) -> bool:
    return any(movement.hostile(s, nation, p) for p in s.board.adjacent[place])


def _with_guards(band: Band, path: tuple[int, ...], way: Way) -> March:
    """Whoever must stay on the way to hold the enemy up (5.3): the weakest."""
    held_up = [stage for stage in way[:-1] if stage.need]
    if not held_up:
        return March(band, path, None, 0)
    (stage,) = held_up  # more than one would have been refused
    kinds = sorted(muster(band.units).kinds, key=lambda k: STRENGTH[k])
    return March(band, path, stage.place, sum(ONE[k] for k in kinds[: stage.need]))
