"""Room beside a town: a spot that hides no name, no other town, no foreign road, no other piece."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, product

from renderer.boards import names
from renderer.boards.files import Region
from renderer.boards.layout import Layout, Road, Town
from renderer.ink.geometry import Box, Point, finely
from renderer.ink.lettering import font

ENDING = 64.0  # so near to its town a road ends: here, and only here, a stack may cover it
ROAD = 3.5  # half of a road's width
FAR, STEP = 320, 8  # how far a free spot is looked for, and how finely
ENOUGH = 300  # free spots to look at before a line may cross something
TOUCHING = 12.0  # a stack that stands further off than this has a line to its town
CROSSED = 24.0  # units of foreign roads that a stack may cover
TURNS, GAPS = 48, (2.0, 7.0, 11.9, 24.0, 40.0)
FURTHER = (56.0, 70.0, 90.0, 115.0)  # where there is no room, for a plate only
LARGEST = 60  # of a plate; faces side by side are wider
CLOSE_BY = 190.0  # how far a plate is squeezed in, whatever it hides of roads
BEST = 50  # spots that are kept for each town and size


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


def squeezed(
    plan: Layout, town: Town, size: tuple[float, float], taken: Iterable[Box]
) -> Box | None:
    """The nearest spot on no name, no town and no piece, whatever roads it hides. Its line crosses
    nothing; where that cannot be, the town's own name, but nothing foreign."""
    full = [*taken, *afloat(plan)]
    foreign = [names.box(t) for t in plan.towns.values() if t != town]
    foreign += [t.box for t in plan.towns.values() if t != town]
    second = None
    for box in _around(town.at, (round(size[0]), round(size[1]))):
        if box.distance(town.at) > CLOSE_BY:
            break
        if (
            box.inside(plan.edge)
            and not any(box.meets(other) for other in full)
            and not any(box.meets(other) for other in still(plan))
            and not on_a_town(plan, box)
            and not _crosses(line(town, box), foreign)
        ):
            if not _crosses(line(town, box), [names.box(town)]):
                return box
            second = second or box
    return second


@lru_cache(maxsize=4096)
def spots(plan: Layout, key: str, size: tuple[float, float]) -> tuple[Box, ...]:
    """Where a stack of this size can stand beside its town, the best first: on no name, no town,
    no fleet and nothing else that lies still; it hides little of roads that lead elsewhere."""
    town, plate = plan.towns[key], max(size) < LARGEST
    reach = town.reach + FURTHER[-1] + max(size)
    walls = [box for box in (*still(plan), *afloat(plan)) if box.distance(town.at) < reach]
    others = [t for t in plan.towns.values() if _far(t.at, town.at) < reach + t.reach]
    found = []
    for turn in range(TURNS):
        for gap in (*GAPS, *FURTHER) if plate else GAPS:
            box = beside(town, size, gap, math.tau * turn / TURNS)
            if not box.inside(plan.edge) or any(box.meets(wall) for wall in walls):
                continue
            if any(box.distance(t.at) < t.reach for t in others):
                continue
            if _crosses(line(town, box), [*walls, *(t.box for t in others if t != town)]):
                continue
            own, foreign = covered(plan, key, box)
            if foreign <= CROSSED or plate:  # a plate is all that can be shown
                level = abs(math.sin(math.tau * turn / TURNS)) * 3
                hid = own * 0.3 + foreign * 0.7 if plate else own * 0.6 + foreign * 1.6
                cost = gap * 1.6 + hid + level + (50 if gap > TOUCHING else 0)
                found.append((cost, box))
    return tuple(box for _, box in sorted(found)[:BEST])


def _far(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def beside(town: Town, size: tuple[float, float], gap: float, turn: float) -> Box:
    """A box so far from the rim of a town, in a direction."""
    dx, dy = math.cos(turn), math.sin(turn)
    x, y = town.at[0] + dx * town.reach, town.at[1] + dy * town.reach
    half = Box.around((x, y), (0, 0))
    low, high = 0.0, max(size) + town.reach + gap
    for _ in range(9):  # move it out until it is as far away as it should be
        far = (low + high) / 2
        half = Box.around((x + dx * far, y + dy * far), size)
        if half.distance(town.at) < town.reach + gap:
            low = far
        else:
            high = far
    return Box.around((x + dx * high, y + dy * high), size)


def covered(plan: Layout, key: str, box: Box) -> tuple[float, float]:
    """How much of the town's own roads a box hides, and of those that lead elsewhere."""
    wide = Box(box.left - ROAD, box.top - ROAD, box.right + ROAD, box.bottom + ROAD)
    own = foreign = 0.0
    for road, points, around in lines(plan):
        if around.meets(wide):
            hid = 2.0 * sum(wide.holds(p) for p in points)
            if key in road.ends:
                own += hid
            else:
                foreign += hid
    return own, foreign


def on_rim(plan: Layout, town: Town, size: tuple[int, int], turn: float, taken: list[Box]) -> Box:
    """A small thing on the rim of a town, as near to a direction as nothing else is hidden."""
    walls = [*still(plan), *taken]
    turns = sorted(range(TURNS), key=lambda i: min(i, TURNS - i))
    for off in turns:
        angle = turn + math.tau * off / TURNS
        far = town.reach * 0.92
        at = (town.at[0] + math.cos(angle) * far, town.at[1] + math.sin(angle) * far)
        box = Box.around(at, size)
        if not any(box.meets(wall) for wall in walls):
            return box
    return free(plan, town, size, taken)


def stand(plan: Layout, key: str, size: tuple[float, float], taken: Iterable[Box]) -> Box | None:
    """The best spot that no other piece has, if there is one."""
    full = tuple(taken)
    for box in spots(plan, key, size):
        if not any(box.meets(other) for other in full):
            return box
    return None


@lru_cache(maxsize=32)
def afloat(plan: Layout) -> tuple[Box, ...]:
    """Where fleets lie, whether or not there are any."""
    return tuple(w.fleet(side) for w in plan.waters.values() for side in w.fleets)


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
