"""Room beside a town: a spot that hides no name, no other town, no foreign road, no other piece."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, product

from renderer import names
from renderer.drawn import Region
from renderer.geometry import Box, Point, finely
from renderer.layout import Layout, Road, Town
from renderer.lettering import font

ENDING = 64.0  # so near to its town a road ends: here, and only here, a stack may cover it
ROAD = 3.5  # half of a road's width
FAR, STEP = 320, 8  # how far a free spot is looked for, and how finely
ENOUGH = 300  # free spots to look at before a line may cross something
TOUCHING = 12.0  # a stack that stands further off than this has a line to its town


def free(plan: Layout, town: Town, size: tuple[int, int], taken: Iterable[Box]) -> Box:
    """The nearest free spot whose line to the town crosses nothing; else no name; else any."""
    full = sorted(taken, key=lambda box: box.distance(town.at))  # the nearest are met first
    pieces = [box for box in full if not box.holds(town.at)]
    spots = (
        box
        for box in _around(town.at, size)
        if not any(box.meets(other) for other in full) and is_open(plan, town.key, box)
    )
    best, least = Box.around(town.at, size), 3
    for box in islice(spots, ENOUGH):
        way = line(town, box)
        crossed = 2 if _crosses(way, still(plan)) else 1 if _crosses(way, pieces) else 0
        if crossed < least:
            best, least = box, crossed
        if not least:
            break
    return best


def _crosses(way: tuple[Point, Point] | None, walls: Iterable[Box]) -> bool:
    if way is None:
        return False
    (x, y), (a, b) = way
    around = Box(min(x, a) - 1, min(y, b) - 1, max(x, a) + 1, max(y, b) + 1)
    points = finely(way)
    return any(box.holds(p) for box in walls if box.meets(around) for p in points)


_OFFSETS = sorted(
    product(range(-FAR, FAR + 1, STEP), repeat=2), key=lambda d: (d[0] ** 2 + d[1] ** 2, d)
)


def _around(at: Point, size: tuple[int, int]) -> Iterator[Box]:
    """Boxes round a point, the nearest first."""
    return (Box.around((at[0] + dx, at[1] + dy), size) for dx, dy in _OFFSETS)


@lru_cache(maxsize=4096)
def is_open(plan: Layout, key: str, box: Box) -> bool:
    """Whether nothing lies still there that a piece of this town must not hide."""
    return (
        box.inside(plan.edge)
        and not any(box.meets(other) for other in still(plan))
        and not on_a_town(plan, box)
        and not hidden(plan, plan.towns[key], box)
    )


def line(town: Town, box: Box) -> tuple[Point, Point] | None:
    """From the rim of a town to a stack that stands apart from it."""
    gap = box.distance(town.at) - town.reach
    if gap <= TOUCHING:
        return None
    (x, y), (a, b) = town.at, box.centre
    length = math.dist((x, y), (a, b))
    rim = (x + (a - x) * town.reach / length, y + (b - y) * town.reach / length)
    return rim, (a, b)


@lru_cache(maxsize=32)
def still(plan: Layout) -> tuple[Box, ...]:
    """Names, sea medallions, tracks: what is written on the board itself."""
    found = [names.box(town) for town in plan.towns.values()]
    found += [region_box(region) for region in plan.regions]
    for water in plan.waters.values():
        found += [names.zone_box(water), Box.around(water.at, (34, 34))]
    found += [Box.around(sign.at, (24, 24)) for sign in plan.signs]
    return (*found, *plan.boxes.values())


def region_box(region: Region) -> Box:
    """The room of the name of a country, with the space between its letters."""
    letters = font(region.face, region.size, 600)
    wide = sum(letters.getlength(letter) + region.space for letter in region.name)
    return Box.around(region.at, (wide, region.size))


def on_a_town(plan: Layout, box: Box) -> bool:
    towns = (town for town in plan.towns.values() if town.key not in plan.areas)
    return any(box.distance(town.at) < town.reach for town in towns)


def hidden(plan: Layout, town: Town, box: Box) -> list[Road]:
    """The roads that a stack of this town would hide, other than where they end at the town."""
    wide = Box(box.left - ROAD, box.top - ROAD, box.right + ROAD, box.bottom + ROAD)
    return [
        road
        for road, points, around in lines(plan)
        if around.meets(wide)
        and any(
            wide.holds(p) and (town.key not in road.ends or math.dist(p, town.at) > ENDING)
            for p in points
        )
    ]


@lru_cache(maxsize=32)
def lines(plan: Layout) -> tuple[tuple[Road, tuple[Point, ...], Box], ...]:
    """Roads by points close together, each with the box that it lies in."""
    found = []
    for road in plan.roads:
        points = tuple(finely(road.points))
        xs, ys = zip(*points, strict=True)
        found.append((road, points, Box(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)))
    return tuple(found)
