"""How the computer player marches: it weighs every march it can see and takes the best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core import Action
from engine.games.hispania import movement
from engine.games.hispania.flow import pieces
from engine.games.hispania.judging import (
    BOLD,
    COST,
    STRENGTH,
    odds,
    pulls,
    strength,
    worth,
)
from engine.games.hispania.movement import Band, Way
from engine.games.hispania.scoring import bounty
from engine.games.hispania.state import (
    ONE,
    Stack,
    State,
    chiefs_at,
    held,
    limit,
    muster,
    places_of,
    seat_of,
    stack,
)

LEAST = 0.5  # a march must gain more than this
DRAWN = 0.25  # what being nearer to a prize is worth to each unit, as a share of it
MANY = 4  # units that a prize draws on; more would only stand in each other's way
FARTHEST = 4  # provinces of a march


class March(NamedTuple):
    """Who goes where, and who stays on the way to hold an enemy up (5.3)."""

    band: Band
    path: tuple[int, ...]
    drop_at: int | None
    drop: Stack


def best_march(s: State, nation: int) -> Action | None:
    """The march that gains most, if any gains something."""
    drawn = pulls(s, nation)
    best: tuple[float, March] | None = None
    for start in movement.starts(s, nation):
        for bands in _bands(s, nation, start):
            ways = _ways(s, nation, bands[-1])
            for band in bands:
                loss = _left(s, nation, band)
                for march in _marches(s, nation, band, ways):
                    value = _value(s, nation, march, drawn) - loss
                    if value > LEAST and (best is None or value > best[0]):
                        best = (value, march)
    return _order(s, best[1]) if best is not None else None


def _order(s: State, march: March) -> Action:
    places, band = s.board.places, march.band
    names = tuple(pieces(s, muster(band.units).kinds, band.chiefs))
    drop_at = None if march.drop_at is None else places[march.drop_at]
    left = tuple(pieces(s, muster(march.drop).kinds))
    way = tuple(places[p] for p in march.path)
    return Action("move", places[band.start], names, way, None, (), drop_at, left)


def _bands(s: State, nation: int, start: int) -> Iterator[list[Band]]:
    """A few, half, all but one and all who can march: without their Chiefs, and with them."""
    units = movement.unmoved(s, nation, start)
    chiefs = tuple(movement.idle_chiefs(s, nation, start))
    strong = sorted(muster(units).kinds, key=lambda k: -STRENGTH[k])
    n = len(strong)
    sizes = sorted({n, n - 1, n // 2, *range(1, min(n, 6) + 1)} - {0, -1})
    for led in ((), chiefs) if chiefs else ((),):
        bands = []
        for size in sizes:
            chosen = strong[:size] if size > 1 else strong[-1:]
            if size == n or bool(led) == (bool(chiefs) and size * 2 >= n):
                bands.append(Band(start, sum(ONE[k] for k in chosen), led))
        if bands:
            yield bands


def _left(s: State, nation: int, band: Band) -> float:
    """What is given up where the band starts."""
    start = band.start
    if start >= s.board.provinces:
        return -2.0 * COST - 0.1 * muster(band.units).total  # those who stay there are lost
    rest = stack(s, nation, start) - band.units
    if rest:
        over = muster(stack(s, nation, start)).stacking - limit(s, nation, start)
        return -2.0 if over > 0 else 0.0
    return worth(s, nation, start)


# -- where to ------------------------------------------------------------------------------------


def _ways(s: State, nation: int, band: Band) -> list[tuple[tuple[int, ...], Way]]:
    """Every place that a band can reach, by a shortest way; some of it may have to stay on it."""
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
                found.append((longer, way))
    return found


def _marches(
    s: State, nation: int, band: Band, ways: list[tuple[tuple[int, ...], Way]]
) -> Iterator[March]:
    """Those of the ways that everybody in a band can follow; whoever must stays there (5.3)."""
    led = bool(band.chiefs)
    kinds = muster(band.units).kinds
    reach = min((movement.allowance(s, kind, led) for kind in kinds), default=0)
    for path, way in ways:
        if way[-1].cost <= reach and movement.can_stop(s, nation, band, way):
            yield _with_guards(band, path, way)


def _with_guards(band: Band, path: tuple[int, ...], way: Way) -> March:
    held_up = [stage for stage in way[:-1] if stage.need]
    if not held_up:
        return March(band, path, None, 0)
    (stage,) = held_up  # more than one would have been refused
    kinds = sorted(muster(band.units).kinds, key=lambda k: STRENGTH[k])
    return March(band, path, stage.place, sum(ONE[k] for k in kinds[: stage.need]))


def _value(s: State, nation: int, march: March, drawn: list[float]) -> float:
    band, way = march.band, (march.band.start, *march.path)
    if march.drop_at is None:
        return _gain(s, nation, band, way) + _nearer(s, band, way[-1], drawn)
    stay = Band(band.start, march.drop, ())
    on = Band(band.start, band.units - march.drop, band.chiefs)
    held_up = _attack(s, nation, stay, way[: way.index(march.drop_at) + 1])
    return held_up + _gain(s, nation, on, way) + _nearer(s, on, way[-1], drawn)


def _nearer(s: State, band: Band, place: int, drawn: list[float]) -> float:
    """What it is worth to stand nearer to a prize that others may still hold."""
    if place >= s.board.provinces:
        return 0.0
    before = drawn[band.start] if band.start < s.board.provinces else 0.0
    return DRAWN * min(MANY, muster(band.units).total) * (drawn[place] - before)


def _gain(s: State, nation: int, band: Band, way: tuple[int, ...]) -> float:
    n, place = muster(band.units).total, way[-1]
    if place >= s.board.provinces:
        for exit_ in s.board.awards.exits:
            if exit_.nation == nation and exit_.to == place:
                return n * (exit_.points - 1.0)
        return -9.0
    here = stack(s, nation, place)
    if movement.hostile(s, nation, place):
        return _attack(s, nation, band, way)
    crowd = muster(here + band.units).stacking - limit(s, nation, place)
    fresh = 0.0 if here else worth(s, nation, place) + _homes(s, nation)
    threat = 0.3 * n if here and _threatened(s, nation, place) else 0.0
    return fresh + threat - 2.0 * COST * max(0, crowd)


def _homes(s: State, nation: int) -> float:
    """A new province feeds two units more (7.0)."""
    people = sum(muster(stack(s, nation, p)).people for p in places_of(s, nation))
    return 1.2 * COST * min(2, max(0, people - 2 * len(held(s, nation))))


def _threatened(s: State, nation: int, place: int) -> bool:
    return any(movement.hostile(s, nation, p) for p in s.board.adjacent[place])


def _attack(s: State, nation: int, band: Band, way: tuple[int, ...]) -> float:
    *_, whence, place = way
    here = stack(s, nation, place)
    enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
    theirs_units = stack(s, enemy, place)
    units = here + band.units
    ours = strength(s, place, units, True)
    theirs = strength(s, place, theirs_units, False)
    if chiefs_at(s, enemy, place):
        theirs *= 1.4
    if band.chiefs or chiefs_at(s, nation, place):
        ours *= 1.4
    if s.board.crosses(whence, place):
        theirs *= 1.15
    share = odds(ours, theirs)
    if share < BOLD:
        return -9.0
    prize = worth(s, nation, place) + _homes(s, nation)
    led = list(band.chiefs)
    for kind in muster(theirs_units).kinds:
        prize += bounty(s, nation, enemy, kind, -1, led)
    if seat_of(s, enemy) == seat_of(s, nation):
        prize -= worth(s, enemy, place) + COST * muster(theirs_units).total
    else:
        prize += 0.5 * worth(s, enemy, place) if seat_of(s, enemy) >= 0 else 0.0
    before = odds(strength(s, place, here, True), theirs) if here else 0.0
    bold = (s.turn, nation) in s.almanac.invasions or bool(band.chiefs)
    crowd = max(0, muster(units).stacking - limit(s, nation, place) - (2 if bold else 1))
    return (share - before) * prize - (1 - share) * COST - 2.0 * COST * crowd
