"""What happened, drawn on a map: arrows along roads and lanes, highlights at places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from renderer.boards.deeds import Deed, Mark, Way
from renderer.boards.layout import Layout
from renderer.boards.scene import Scene
from renderer.ink.geometry import Box, Point, dashes, finely, union
from renderer.ink.lettering import figures
from renderer.ink.palette import Colour, Palette
from renderer.ink.writing import put

FINE = 3  # drawn so many times larger
SHAFT, HEAD, APART = 9.0, 26.0, 13.0
RING = 15  # how far a highlight reaches beyond a town


def marks(scene: Scene, done: Sequence[Deed], seen: Iterable[str]) -> list[Mark]:
    """One highlight a place: a fight tells more than a new owner, and that more than a deed."""
    rank = {"deed": 0, "taken": 1, "fight": 2}
    kept: dict[str, Mark] = {}
    now = [Mark(place) for place in scene.action]
    for mark in [*now, *(d for d in done if isinstance(d, Mark))]:
        before = kept.get(mark.place)
        if mark.place in seen and (before is None or rank[mark.what] >= rank[before.what]):
            kept[mark.place] = mark
    return list(kept.values())


def highlight(
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


def arrows(
    part: Layout, shown: Scene, done: Sequence[Deed], within: Box
) -> list[tuple[Way, list[Point]]]:
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
        if all(within.holds(p) for p in line):
            found.append((way, line))
    return found


def _line(part: Layout, way: Way) -> list[Point]:
    """The road or lane between two places, finely; the straight way where there is none."""
    for road in (*part.roads, *part.lanes):
        if set(road.ends) == {way.start, way.goal}:
            points = list(road.points)
            return finely(points if road.ends[0] == way.start else points[::-1])
    at = {key: town.at for key, town in part.towns.items()}
    at |= {key: water.at for key, water in part.waters.items()}
    return finely([at[way.start], at[way.goal]])


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
    if part.lattice:  # an arrow lies over the piles: only their figures are kept clear
        return [Box.around(town.at, (town.reach, town.reach))]
    grown = 2 * town.reach + 12
    found = [Box.around(town.at, (grown, grown))]
    piles = sum(len(s.piles) for s in shown.spots if s.place == key)
    return [*found, town.slot] if piles and part.areas else found


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


def arrow(
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


def price(
    picture: Image.Image, line: Sequence[Point], cost: str, palette: Palette, scale: float
) -> None:
    """What a march cost, on a small plate upon its arrow."""
    x, y = line[len(line) // 2]
    half = (13 + 6 * (len(cost) - 1), 13)
    box = [v * scale for v in (x - half[0], y - half[1], x + half[0], y + half[1])]
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(
        box, radius=5 * scale, fill=palette.gold, outline=palette.ink, width=round(2 * scale)
    )
    put(picture, figures(cost, round(18 * scale)), (x * scale, y * scale), palette.ink, 40 * scale)


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
