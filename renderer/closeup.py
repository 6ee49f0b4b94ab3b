"""The region where something happens: a part of the board, larger, with arrows and highlights.

A window is cut out of the layout, so that the layers of the board draw it. What would be cut by
its edge is left out: a name, a stack or an arrow is whole or not there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from renderer import base, names, pieces
from renderer.deeds import Deed, Mark, Way, deeds, ends
from renderer.errors import RenderError
from renderer.geometry import Box, Point, dashes
from renderer.layout import Layout, Road, Town, Water
from renderer.lettering import font
from renderer.palette import Colour, Palette
from renderer.palette import palette as palette_named
from renderer.scene import Scene

WIDE, HIGH = 720, 540  # units of the layout: the smallest name is 10 pixels where 550 are shown
BAND = 40  # the line of words below the map
FRAME = 12
SEEN = Box(FRAME, FRAME, WIDE - FRAME, HIGH - BAND - 4)  # of a window: what is whole
STEP = 8  # windows begin at multiples of this, so that the next picture finds its ground again
ASIDE = 13 * STEP  # how far from the middle the place of action may lie
FINE = 3  # arrows are drawn so many times larger
SHAFT, HEAD, APART = 9.0, 26.0, 13.0
RING = 15  # how far a highlight reaches beyond a town


class Closeup(NamedTuple):
    picture: Image.Image
    summary: tuple[str, ...]


def closeup(
    scene: Scene,
    plan: Layout,
    palette: Palette,
    width: int,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> Closeup:
    """The picture, at least 1100 pixels wide, and its sentences."""
    done = deeds(events)
    wanted = _wanted(scene, plan, places, done)
    corner = window(plan, wanted)
    part = cut(plan, corner)
    seen = part.towns.keys() | part.waters.keys()
    shown = _within(scene, seen)
    scale = max(1100, width) / WIDE
    picture = _ground(plan, palette.name, corner, scale).copy()
    for mark in _marks(scene, done, seen):
        _highlight(picture, part, mark, palette, scale)
    for way, points in arrows(part, shown, done):
        _arrow(picture, points, way, palette, scale)
    letters = _lettering(plan, palette.name, corner, scale)
    picture.paste(letters, (0, 0), letters)
    for piece in pieces.arrange(shown, part, palette, scale):
        x, y = piece.box.centre
        token = piece.token
        at = (round(x * scale - token.width / 2), round(y * scale - token.height / 2))
        picture.paste(token, at, token)
    _caption(picture, f"{scene.heading}. {scene.doing}", palette, scale)
    return Closeup(picture, tuple(_summary(scene, plan, wanted, seen, done)))


# -- which part of the board ---------------------------------------------------------------------


def _wanted(
    scene: Scene, plan: Layout, places: Sequence[str], done: Sequence[Deed]
) -> tuple[str, ...]:
    """What the picture is about, the most important first: as asked, or the last deeds first."""
    found = list(places) or [key for deed in reversed(done) for key in reversed(ends(deed))]
    if not places:
        found = [*found, *scene.action] if found else list(scene.action)
    if not found:  # nothing happens: where both sides stand, or the greatest stack
        meet = [s.place for s in scene.spots if len(s.piles) > 1]
        most = max(scene.spots, key=lambda s: sum(p.count for p in s.piles), default=None)
        found = meet or ([most.place] if most else list(plan.towns)[:1])
    for key in found:
        whole(plan, key)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=512)
def whole(plan: Layout, key: str) -> Box:
    """The room of a place or a sea zone with everything that may lie there."""
    if key in plan.towns:
        town = plan.towns[key]
        reach = 2 * (town.reach + RING)
        around = Box.around(town.at, (reach, reach))
        return union([around, names.box(town), town.slot, pieces.inner_box(plan, town)])
    if key in plan.waters:
        water = plan.waters[key]
        fleets = [water.fleet(side) for side in water.fleets]
        return union([Box.around(water.at, (62, 62)), names.zone_box(water), *fleets])
    raise RenderError(f"The layout of {plan.title} has no place {key!r}.")


def union(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@lru_cache(maxsize=64)
def window(plan: Layout, wanted: tuple[str, ...]) -> tuple[int, int]:
    """The corner of the window that shows most of what is wanted and cuts the fewest others."""
    core = whole(plan, wanted[0])
    for key in wanted[1:]:
        more = union([core, whole(plan, key)])
        if _fits(more):
            core = more
    ideal = _corner(plan, core)
    rooms = [whole(plan, key) for key in (*plan.towns, *plan.waters)]

    def cost(corner: tuple[int, int]) -> float:
        seen = _shift(SEEN, (-corner[0], -corner[1]))
        partly = sum(1 for room in rooms if room.overlap(seen) > 0 and not room.inside(seen))
        return partly * 16 + math.dist(corner, ideal)

    choices = [
        (left, top)
        for left in range(ideal[0] - ASIDE, ideal[0] + ASIDE + 1, STEP)
        for top in range(ideal[1] - ASIDE, ideal[1] + ASIDE + 1, STEP)
        if 0 <= left <= plan.size[0] - WIDE
        and 0 <= top <= plan.size[1] - HIGH + BAND
        and core.inside(_shift(SEEN, (-left, -top)))
    ]
    return min(choices, key=cost, default=ideal)


def _corner(plan: Layout, core: Box) -> tuple[int, int]:
    """The window with something in its middle, as far as the board reaches."""
    (x, y), (a, b) = core.centre, SEEN.centre
    left = min(max(0, round((x - a) / STEP) * STEP), plan.size[0] - WIDE)
    return left, min(max(0, round((y - b) / STEP) * STEP), plan.size[1] - HIGH + BAND)


def _fits(box: Box) -> bool:
    across, down = box.right - box.left, box.bottom - box.top
    # less a step, since windows begin at steps
    return across + STEP <= SEEN.right - SEEN.left and down + STEP <= SEEN.bottom - SEEN.top


def _shift(box: Box, by: Point) -> Box:
    return Box(box.left - by[0], box.top - by[1], box.right - by[0], box.bottom - by[1])


def _moved(at: Point, by: Point) -> Point:
    return at[0] - by[0], at[1] - by[1]


@lru_cache(maxsize=16)
def cut(plan: Layout, corner: tuple[int, int]) -> Layout:
    """The layout of a window: only places and sea zones that lie wholly in it."""
    towns = {
        key: _town(town, corner)
        for key, town in plan.towns.items()
        if _shift(whole(plan, key), corner).inside(SEEN)
    }
    waters = {
        key: _water(water, corner)
        for key, water in plan.waters.items()
        if _shift(whole(plan, key), corner).inside(SEEN)
    }
    regions = [{**r, "at": _moved(tuple(r["at"]), corner)} for r in plan.regions]
    return replace(
        plan,
        size=(WIDE, HIGH),
        frame=FRAME,
        towns=towns,
        waters=waters,
        roads=tuple(_road(road, corner) for road in plan.roads),
        lanes=tuple(_road(lane, corner) for lane in plan.lanes),
        regions=tuple(r for r in regions if _region(r).inside(SEEN)),
        boxes={},
        compass=None,
    )


def _town(town: Town, by: Point) -> Town:
    return replace(
        town, at=_moved(town.at, by), label=_moved(town.label, by), stack=_moved(town.stack, by)
    )


def _water(water: Water, by: Point) -> Water:
    fleets = {side: _moved(at, by) for side, at in water.fleets.items()}
    return replace(water, at=_moved(water.at, by), label=_moved(water.label, by), fleets=fleets)


def _road(road: Road, by: Point) -> Road:
    return replace(road, points=tuple(_moved(p, by) for p in road.points))


def _region(region: Mapping[str, Any]) -> Box:
    letters = font(region["face"], region["size"], 600)
    wide = sum(letters.getlength(c) + region["space"] for c in region["name"])
    return Box.around(region["at"], (wide, region["size"]))


def _within(scene: Scene, seen: Iterable[str]) -> Scene:
    return replace(
        scene,
        spots=tuple(s for s in scene.spots if s.place in seen),
        squadrons=tuple(q for q in scene.squadrons if q.zone in seen),
    )


# -- what lies still -----------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _ground(plan: Layout, name: str, corner: tuple[int, int], scale: float) -> Image.Image:
    """The window without anything that moves."""
    palette = palette_named(name)
    fine = scale * base.SHARP
    picture = Image.new("RGB", (round(WIDE * fine), round(HIGH * fine)), palette.paper)
    picture.paste(_country(plan, palette, corner, fine))
    part = cut(plan, corner)
    for layer in (base.regions, base.lanes, base.roads):
        layer(picture, part, palette, fine)
    _dots(picture, plan, part, corner, palette, fine)
    for layer in (_band, base.frame):
        layer(picture, part, palette, fine)
    return picture.reduce(base.SHARP)


@lru_cache(maxsize=4)
def _lettering(plan: Layout, name: str, corner: tuple[int, int], scale: float) -> Image.Image:
    """The names alone: they lie over arrows and highlights, and under the pieces."""
    palette = palette_named(name)
    fine = scale * base.SHARP
    size = (round(WIDE * fine), round(HIGH * fine))
    picture = Image.new("RGBA", size, (*palette.halo, 0))
    names.draw(picture, cut(plan, corner), palette, fine)
    return picture.reduce(base.SHARP)


def _country(plan: Layout, palette: Palette, corner: tuple[int, int], scale: float) -> Image.Image:
    ground = base._ground(plan.ground)
    ratio = ground.width / plan.size[0]
    size = (round(WIDE * scale), round((HIGH - BAND) * scale))
    left, top = corner[0] * ratio, corner[1] * ratio
    area = (left, top, left + WIDE * ratio, top + (HIGH - BAND) * ratio)
    picture = ground.resize(size, Image.Resampling.BICUBIC, area)
    if palette.wash:
        picture = Image.blend(picture, Image.new("RGB", size, (255, 255, 255)), palette.wash)
    return picture


def _dots(
    picture: Image.Image,
    plan: Layout,
    part: Layout,
    corner: tuple[int, int],
    palette: Palette,
    scale: float,
) -> None:
    """Where roads meet at a place that the edge would cut: a plain dot, nothing is said of it."""
    pen = ImageDraw.Draw(picture)
    for key in plan.towns.keys() - part.towns.keys():
        x, y = (v * scale for v in _moved(plan.towns[key].at, corner))
        r = 8 * scale
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=palette.bed, outline=palette.faint, width=round(2 * scale))


def _band(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """The paper for the line of words."""
    pen = ImageDraw.Draw(picture)
    top = (HIGH - BAND) * scale
    pen.rectangle((0, top, picture.width, picture.height), fill=palette.paper)
    pen.line((0, top, picture.width, top), fill=palette.ink, width=round(2.4 * scale))


def _caption(picture: Image.Image, text: str, palette: Palette, scale: float) -> None:
    letters = font("roman", round(23 * scale), 650)
    while letters.getlength(text) > (WIDE - 50) * scale:
        text = text[:-2].rstrip(" …") + "…"
    at = (WIDE / 2 * scale, (HIGH - BAND / 2 + 4) * scale)
    ImageDraw.Draw(picture).text(at, text, fill=palette.ink, anchor="ms", font=letters)


# -- what happened -------------------------------------------------------------------------------


def _marks(scene: Scene, done: Sequence[Deed], seen: Iterable[str]) -> list[Mark]:
    """One highlight a place: a fight tells more than a new owner, and that more than a deed."""
    rank = {"deed": 0, "taken": 1, "fight": 2}
    kept: dict[str, Mark] = {}
    now = [Mark(place) for place in scene.action]
    for mark in [*now, *(d for d in done if isinstance(d, Mark))]:
        before = kept.get(mark.place)
        if mark.place in seen and (before is None or rank[mark.what] >= rank[before.what]):
            kept[mark.place] = mark
    return list(kept.values())


def _highlight(
    picture: Image.Image, part: Layout, mark: Mark, palette: Palette, scale: float
) -> None:
    """A gilt ring; flames around it for a fight; in the colour of the new owner if it changed."""
    if mark.place in part.towns:
        town = part.towns[mark.place]
        (x, y), reach = town.at, float(town.reach)
    else:
        (x, y), reach = part.waters[mark.place].at, 16.0
    if mark.what == "fight":
        for far, near, ink in ((RING, 1.0, palette.ink), (RING - 2.2, 2.6, palette.gold)):
            hole = _burst((x, y), reach + near, reach + near)
            _paint(picture, [_burst((x, y), reach + 5, reach + far)], ink, scale, hole)
        return
    inner = palette.side(mark.owner).face if mark.owner else palette.gold
    for far, near, ink in ((11.5, 3.2, palette.ink), (9.8, 4.9, inner)):
        hole = _burst((x, y), reach + near, reach + near)
        _paint(picture, [_burst((x, y), reach + far, reach + far)], ink, scale, hole)


def _burst(at: Point, near: float, far: float) -> list[Point]:
    """A round of 18 points between two radii; a circle if they are the same."""
    count = 36 if near != far else 72
    return [
        (
            at[0] + math.sin(math.tau * i / count) * (far if i % 2 else near),
            at[1] - math.cos(math.tau * i / count) * (far if i % 2 else near),
        )
        for i in range(count)
    ]


def arrows(part: Layout, shown: Scene, done: Sequence[Deed]) -> list[tuple[Way, list[Point]]]:
    """The ways that lie wholly in the window, in its units, clear of the stacks at their ends."""
    ways = [d for d in done if isinstance(d, Way)]
    known = part.towns.keys() | part.waters.keys()
    taken: dict[frozenset[str], int] = {}
    found = []
    for way in ways:
        if way.start not in known or way.goal not in known:
            continue
        pair = frozenset((way.start, way.goal))
        same = sum(1 for w in ways if frozenset((w.start, w.goal)) == pair)
        place = taken.get(pair, 0)
        taken[pair] = place + 1
        line = _beside(_line(part, way), way, min(APART, 30 / same) * (place - (same - 1) / 2))
        line = _trimmed(line, _rooms(part, shown, way.start), _rooms(part, shown, way.goal))
        if all(SEEN.holds(p) for p in line):
            found.append((way, line))
    return found


def _line(part: Layout, way: Way) -> list[Point]:
    """The road or lane between two places, finely; the straight way where there is none."""
    for road in (*part.roads, *part.lanes):
        if set(road.ends) == {way.start, way.goal}:
            points = list(road.points)
            return _finely(points if road.ends[0] == way.start else points[::-1])
    at = {key: town.at for key, town in part.towns.items()}
    at |= {key: water.at for key, water in part.waters.items()}
    return _finely([at[way.start], at[way.goal]])


def _finely(points: Sequence[Point]) -> list[Point]:
    found = [points[0]]
    for a, b in pairwise(points):
        count = max(1, round(math.dist(a, b) / 2))
        found += [
            (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            for i in range(1, count + 1)
        ]
    return found


def _beside(points: list[Point], way: Way, by: float) -> list[Point]:
    """Several arrows on one road lie side by side, whichever way they go."""
    if not by:
        return points
    (ax, ay), (bx, by_) = points[0], points[-1]
    length = math.dist((ax, ay), (bx, by_)) or 1.0
    by = by if way.start < way.goal else -by
    dx, dy = (by_ - ay) / length * by, -(bx - ax) / length * by
    return [(x + dx, y + dy) for x, y in points]


def _rooms(part: Layout, shown: Scene, key: str) -> list[Box]:
    """What an arrow must not run under: the town, and the blocks that stand there."""
    if key in part.waters:
        water = part.waters[key]
        fleets = [water.fleet(q.side) for q in shown.squadrons if q.zone == key]
        return [Box.around(water.at, (44, 44)), *fleets]
    town = part.towns[key]
    grown = 2 * town.reach + 12
    found = [Box.around(town.at, (grown, grown))]
    piles = sum(len(s.piles) for s in shown.spots if s.place == key)
    found += [town.slot] if piles else []
    return found + ([pieces.inner_box(part, town)] if piles > 1 else [])


def _trimmed(line: list[Point], start: list[Box], goal: list[Box]) -> list[Point]:
    """The middle of a way; if little is left of it, only the towns are kept clear."""
    for first, last in _leniently(start, goal):
        kept = [p for p in line if not any(box.holds(p) for box in first + last)]
        if len(kept) > 1 and math.dist(kept[0], kept[-1]) > HEAD + 4:
            return kept
    return line


def _leniently(start: list[Box], goal: list[Box]) -> list[tuple[list[Box], list[Box]]]:
    """What to keep clear of, from everything to nothing: rather the head than the tail."""
    return [(start, goal), (start[:1], goal), (start[:1], goal[:1]), ([], [])]


def _arrow(
    picture: Image.Image, line: list[Point], way: Way, palette: Palette, scale: float
) -> None:
    """Solid for a march or a voyage, broken for a flight; the colours of the side."""
    paint = palette.side(way.side if way.side in palette.sides else "nobody")
    head = min(HEAD * 0.8, math.dist(line[0], line[-1]) * 0.55)
    neck = next((i for i in reversed(range(len(line))) if math.dist(line[i], line[-1]) >= head), 0)
    shaft, tip = line[: neck + 1], line[-1]
    parts = dashes(shaft, 13, 9) if way.flight and len(shaft) > 1 else [shaft]
    for grow, ink in ((2.4, paint.ink), (0.0, paint.face)):
        outline = [_ribbon(p, SHAFT / 2 + grow, grow) for p in parts if len(p) > 1]
        _paint(picture, [*outline, _head(line[neck], tip, grow)], ink, scale)


def _ribbon(points: Sequence[Point], half: float, longer: float) -> list[Point]:
    """A band along a line."""
    left, right = [], []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 3)], points[min(last, i + 3)]
        length = math.dist((ax, ay), (bx, by)) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        on = -longer if i == 0 else longer if i == last else 0.0
        x, y = x + ux * on, y + uy * on
        left.append((x + uy * half, y - ux * half))
        right.append((x - uy * half, y + ux * half))
    return left + right[::-1]


def _head(neck: Point, tip: Point, grow: float) -> list[Point]:
    length = math.dist(neck, tip) or 1.0
    ux, uy = (tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length
    half = HEAD / 2 + grow * 1.9
    back = (neck[0] - ux * grow, neck[1] - uy * grow)
    front = (tip[0] + ux * grow * 1.7, tip[1] + uy * grow * 1.7)
    return [
        (back[0] + uy * half, back[1] - ux * half),
        front,
        (back[0] - uy * half, back[1] + ux * half),
    ]


def _paint(
    picture: Image.Image,
    shapes: Sequence[Sequence[Point]],
    ink: Colour,
    scale: float,
    hole: Sequence[Point] = (),
) -> None:
    """Shapes with smooth edges."""
    area = union(Box(x, y, x, y) for shape in shapes for x, y in shape)
    left, top = math.floor(area.left * scale) - 1, math.floor(area.top * scale) - 1
    right, bottom = math.ceil(area.right * scale) + 1, math.ceil(area.bottom * scale) + 1
    mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    pen = ImageDraw.Draw(mask)
    for shape, fill in (*((shape, 255) for shape in shapes), (hole, 0)):
        if shape:
            pen.polygon(
                [((x * scale - left) * FINE, (y * scale - top) * FINE) for x, y in shape], fill
            )
    picture.paste(ink, (left, top, right, bottom), mask.reduce(FINE))


# -- in words ------------------------------------------------------------------------------------


def _summary(
    scene: Scene, plan: Layout, wanted: Sequence[str], seen: Iterable[str], done: Sequence[Deed]
) -> list[str]:
    """What happened, what stands where, and what did not fit into the picture."""

    def called(key: str) -> str:
        return plan.towns[key].name if key in plan.towns else plan.waters[key].name

    here = [key for key in wanted if key in seen]
    found = [
        f"Close-up of {plan.title}, {scene.heading}. {scene.doing}. "
        f"Around {', '.join(called(key) for key in here[:6])}."
    ]
    ways = [d for d in done if isinstance(d, Way)]
    if ways:
        found.append("Arrows: " + "; ".join(_routes(ways, called)) + ".")
    fights = [d.place for d in done if isinstance(d, Mark) and d.what == "fight"]
    if fights:
        found.append(f"Fights at {', '.join(called(k) for k in dict.fromkeys(fights))}.")
    missing = [called(key) for key in wanted if key not in seen]
    if missing:
        found.append(f"Outside the picture: {', '.join(missing)}.")
    first = [*here, *(key for key in plan.towns if key in seen and key not in here)]
    for key in first:
        found += [row for row in scene.details if row.startswith(f"{called(key)}: ")]
    return found


def _routes(ways: Sequence[Way], called: Any) -> list[str]:
    """The legs of one march or voyage make one route."""
    routes: list[tuple[Way, list[str]]] = []
    for way in ways:
        if routes and routes[-1][0].order == way.order and routes[-1][1][-1] == way.start:
            routes[-1][1].append(way.goal)
        else:
            routes.append((way, [way.start, way.goal]))
    return [
        f"{way.side.capitalize()}{' in flight' if way.flight else ''}, "
        f"{' to '.join(called(stop) for stop in stops)}"
        for way, stops in routes
    ]
