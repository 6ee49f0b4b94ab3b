"""What moves on a board of areas: who holds which land, and everybody's counters upon it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from renderer.boards import land, margins, names, room
from renderer.boards.deeds import Mark
from renderer.boards.layout import Area, Layout, Town
from renderer.boards.overlay import Written, lettering
from renderer.boards.points import Piece, mark_turn, put
from renderer.boards.scene import Pile, Scene, Spot
from renderer.ink.geometry import Box, Point
from renderer.ink.palette import Palette, palette
from renderer.pieces.counters import (
    BADGE,
    Cell,
    counter_size,
    counter_token,
    mark_token,
    tag_size,
    tag_token,
)

WALLS = ("castle", "white-tower")  # emblems that stand for one alone
TINT, HATCH, RIM = 0.5, 0.42, 0.85  # how strongly land is covered by its holder's colours
LINE, EDGE = 1.6, 8.0  # units from the border: where a side's colour begins, and where it ends
HATCHES = ("", "rising", "falling", "level", "upright", "crossed", "checks", "dots")


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board."""
    _colour(picture, scene, plan, palette, scale, _kept)
    for place in scene.action:
        highlight(picture, plan, Mark(place), palette, scale)
    for letters, at in _names(plan, palette.name, scale):
        picture.paste(letters, at, letters)
    put(picture, arrange(scene, plan, palette, scale), palette, scale)
    mark_turn(picture, scene, plan, palette, scale)
    margins.title(picture, scene, plan, palette, scale)
    points = dict(scene.points)
    for panel in (panel for panel in scene.panels if panel.side in plan.boxes):
        margins.panel(picture, panel, points[panel.side], plan, palette, scale)
    margins.roll(picture, scene, plan, palette, scale)


# -- the land ------------------------------------------------------------------------------------


Cloth = tuple[Image.Image, tuple[int, int]]
Weaver = Callable[[Layout, str, str, str, tuple[int, int], str, float], Cloth | None]


def under(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Land in the colours of its holder: tinted and hatched, the side's colour along the border."""
    _colour(picture, scene, plan, palette, scale, _land)


def _colour(
    picture: Image.Image,
    scene: Scene,
    plan: Layout,
    palette: Palette,
    scale: float,
    weave: Weaver,
) -> None:
    sides = _sides(scene)
    for spot in scene.spots:
        if spot.control in plan.arms and spot.place in plan.areas:
            side = sides.get(spot.control, "nobody")
            cloth = weave(plan, spot.place, spot.control, side, picture.size, palette.name, scale)
            if cloth is not None:
                picture.paste(cloth[0], cloth[1], cloth[0])


@lru_cache(maxsize=2)
def _names(plan: Layout, palette_name: str, scale: float) -> list[Written]:
    return lettering(plan, palette_name, scale)


def _sides(scene: Scene) -> dict[str, str]:
    """Who plays each people."""
    return {banner.arms: panel.side for panel in scene.panels for banner in panel.banners}


def _land(
    plan: Layout,
    place: str,
    people: str,
    side: str,
    size: tuple[int, int],
    palette_name: str,
    scale: float,
) -> Cloth | None:
    area, colours, worn = plan.areas[place], palette(palette_name), plan.arms[people]
    part = land.pixels(area, size, scale)
    if area.paper or part is None:
        return None
    inside = land.mask(area, part, scale)
    cloth = Image.new("RGB", inside.size, worn.field)
    cover = _part(inside, TINT)
    lines = land.hatching(worn.hatch, inside.size, scale)
    if lines is not None:
        cloth.paste(worn.ink, (0, 0), lines)
        cover = ImageChops.lighter(cover, _part(ImageChops.multiply(inside, lines), HATCH + 0.1))
    depths = land.depth(inside, scale)
    border = ImageChops.invert(land.deeper(depths, EDGE))
    cloth.paste(colours.side(side).face, (0, 0), border)
    cover = Image.composite(_part(inside, RIM), cover, border)
    cover = ImageChops.multiply(cover, land.deeper(depths, LINE))  # the border itself is bare
    cloth.putalpha(cover)
    return cloth, part[:2]


_kept: Weaver = lru_cache(maxsize=96)(_land)  # of whole boards; a close-up is seldom seen again


def _part(mask: Image.Image, share: float) -> Image.Image:
    return mask.point([round(v * share) for v in range(256)])


def highlight(
    picture: Image.Image, plan: Layout, mark: Mark, palette: Palette, scale: float
) -> None:
    """A gilt border around the land; in the colour of the new owner if it changed hands."""
    area = plan.areas[mark.place]
    part = land.pixels(area, picture.size, scale)
    if part is None:
        return
    inner = palette.side(mark.owner).face if mark.owner in palette.sides else palette.gold
    if mark.what == "fight":
        inner = palette.main
    depths = land.depth(land.mask(area, part, scale), scale)
    for half, ink in ((7.5, palette.ink), (5.6, palette.gold), (2.4, inner)):
        around, within = land.deeper(depths, -half), land.deeper(depths, half)
        picture.paste(ink, part, ImageChops.subtract(around, within))


# -- counters ------------------------------------------------------------------------------------


def arrange(scene: Scene, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """Every counter, name and badge with its place. The order is the order of drawing."""
    sides = _sides(scene)
    found: list[Piece] = []
    for spot in scene.spots:
        town = plan.town(spot.place)
        found += _badges(spot, town, plan, palette, scale)
        if spot.piles:
            found.append(_first(spot, town, plan, sides, palette, scale, found))
    for spot in scene.spots:  # what has no place of its own goes where there is room
        for pile in _ranked(spot)[1:]:
            found.append(_other(pile, spot, plan, sides, palette, scale, found))
    for spot in scene.spots:
        for pile in spot.piles:
            found += _tags(pile, spot, plan, sides, palette, scale, found)
    return found


def _ranked(spot: Spot) -> list[Pile]:
    """Whose land it is first."""
    return sorted(spot.piles, key=lambda pile: pile.side != spot.defender)


def _first(
    spot: Spot,
    town: Town,
    plan: Layout,
    sides: dict[str, str],
    palette: Palette,
    scale: float,
    taken: Sequence[Piece],
) -> Piece:
    pile = _ranked(spot)[0]
    token, size = _counter(pile, plan, sides, palette, scale)
    full = [piece.box for piece in taken]
    own = (b for b in homes(plan, town.key, size) if not any(b.meets(o) for o in full))
    box = next(own, None) or Box.around(town.slot.centre, size)
    return Piece(f"{pile.side} {spot.place}", box, token, _line(plan, town, box))


COARSE = 0.25  # pixels for a unit where land is searched for room
WHOLE, MOST = 253, 200  # of 255: how much of a counter lies on its land


@lru_cache(maxsize=1024)
def homes(plan: Layout, key: str, size: tuple[float, float]) -> tuple[Box, ...]:
    """Where a counter lies wholly on its own land and on no name, nearest to its usual room; where
    there is no such place, mostly on its land."""
    area, town = plan.areas[key], plan.towns[key]
    if area.paper:
        return ()
    part = land.pixels(area, plan.size, COARSE)
    if part is None:
        return ()
    inside = land.mask(area, part, COARSE)
    radius = (size[0] / 2 * COARSE, size[1] / 2 * COARSE)
    shares = inside.filter(ImageFilter.BoxBlur(radius))
    slots = [other.slot for other in plan.towns.values() if other.key != key]
    walls = [box for box in (*room.still(plan), *slots) if box.meets(area.box)]
    found = []
    for at, share in enumerate(shares.tobytes()):
        if share >= MOST:
            x, y = at % shares.width, at // shares.width
            centre = ((part[0] + x + 0.5) / COARSE, (part[1] + y + 0.5) / COARSE)
            box = Box.around(centre, size)
            if box.inside(plan.edge) and not any(box.meets(wall) for wall in walls):
                found.append((share < WHOLE, math.dist(centre, town.slot.centre), box))
    return tuple(box for _, _, box in sorted(found)[:40])


def _other(
    pile: Pile,
    spot: Spot,
    plan: Layout,
    sides: dict[str, str],
    palette: Palette,
    scale: float,
    taken: Sequence[Piece],
) -> Piece:
    """Another people in the same place: beside the first if there is room."""
    town = plan.town(spot.place)
    token, size = _counter(pile, plan, sides, palette, scale)
    full = [piece.box for piece in taken]
    own = (b for b in homes(plan, town.key, size) if not any(b.meets(o) for o in full))
    box = next(own, None) or _room(plan, town, size, full)
    return Piece(f"{pile.side} {spot.place}", box, token, _line(plan, town, box))


def _counter(
    pile: Pile, plan: Layout, sides: dict[str, str], palette: Palette, scale: float
) -> tuple[Image.Image, tuple[float, int]]:
    cells = _cells(pile, plan)
    side = sides.get(pile.side, "nobody")
    worn = plan.arms[pile.side]
    token = counter_token(side, worn, cells, bool(pile.leaders), palette.name, scale)
    return token, counter_size(cells)


def _cells(pile: Pile, plan: Layout) -> tuple[Cell, ...]:
    """A cell for each kind, in the order of the layout; walls without a figure."""
    counts = Counter(pile.known)
    order = list(plan.kinds)
    found = []
    for key in sorted(counts, key=order.index):
        emblem = plan.kind(key).arm or ""
        alone = emblem in WALLS and counts[key] == 1
        found.append((emblem, 0 if alone else counts[key]))
    return tuple(found)


def _line(plan: Layout, town: Town, box: Box) -> tuple[Point, Point] | None:
    """From the border of the land to counters that stand outside it."""
    area = plan.areas[town.key]
    if area.paper or _within(area, box.centre):
        return None
    return _shore(area, town.at, box.centre), box.centre


@lru_cache(maxsize=1024)
def _shore(area: Area, town: Point, at: Point) -> Point:
    """A little inside the border, where it is nearest."""
    bx, by = area.by
    points = ((x - bx, y - by) for ring in area.rings for x, y in ring)
    x, y = min(points, key=lambda p: math.dist(p, at))
    far = math.dist((x, y), town) or 1.0
    inward = min(10.0, far)
    return x + (town[0] - x) / far * inward, y + (town[1] - y) / far * inward


@lru_cache(maxsize=1024)
def _within(area: Area, at: Point) -> bool:
    """Whether a point lies on the land."""
    x, y = at[0] + area.by[0], at[1] + area.by[1]
    inside = False
    for ring in area.rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def _room(plan: Layout, town: Town, size: tuple[float, float], taken: list[Box]) -> Box:
    """On the land if it can be, else as near as may be; no other place's rooms are taken."""
    others = [t.slot for t in plan.towns.values() if t.key != town.key]
    if plan.areas[town.key].paper:
        box = Box.around((2 * town.at[0] - town.slot.centre[0], town.slot.centre[1]), size)
        if not any(box.meets(other) for other in taken):
            return box
    wide = (math.ceil(size[0]), math.ceil(size[1]))
    return room.free(plan, town, wide, [*taken, *others])


def _tags(
    pile: Pile,
    spot: Spot,
    plan: Layout,
    sides: dict[str, str],
    palette: Palette,
    scale: float,
    taken: Sequence[Piece],
) -> Iterator[Piece]:
    """The names of leaders, close to their counters."""
    home = next(p.box for p in taken if p.what == f"{pile.side} {spot.place}")
    full = [piece.box for piece in taken]
    for name in pile.leaders:
        size = tag_size(name)
        box = _beside(plan, home, size, full)
        if box is None:
            wide = (math.ceil(size[0]), size[1])
            box = room.free(plan, plan.town(spot.place), wide, full)
        full.append(box)
        token = tag_token(name, sides.get(pile.side, "nobody"), palette.name, scale)
        near = box.distance(home.centre) < (home.bottom - home.top) / 2 + 4
        beside = near or box.distance(home.centre) <= (home.right - home.left) / 2 + 4
        line = None if beside else (home.centre, box.centre)
        yield Piece(f"leader {name}", box, token, line)


def _beside(plan: Layout, home: Box, size: tuple[float, float], taken: Sequence[Box]) -> Box | None:
    """Below, above or next to a counter, where nothing is hidden."""
    w, h = size
    x, y = home.centre
    down, across = (home.bottom - home.top + h) / 2, (home.right - home.left + w) / 2
    aside = (0, 8, -8, 16, -16, 24, -24, 36, -36)
    spots: list[Point] = [(dx, s * down) for s in (1, -1) for dx in aside]
    spots += [(s * across, dy) for s in (1, -1) for dy in (0, 15, -15)]
    spots += [(dx, s * (down + h)) for s in (1, -1) for dx in (0, 16, -16)]
    for dx, dy in spots:
        box = Box.around((x + dx, y + dy), size)
        if (
            box.inside(plan.edge)
            and not any(box.meets(other) for other in room.still(plan))
            and not any(box.meets(other) for other in taken)
        ):
            return box
    return None


def _badges(
    spot: Spot, town: Town, plan: Layout, palette: Palette, scale: float
) -> Iterator[Piece]:
    """Capital and ruin, at both ends of the marks below the name."""
    area = names.box(town)
    y = area.bottom - names.MARK / 2
    for badge in spot.badges:
        what, _, people = badge.partition(" ")
        at = -1.5 if what == "capital" else 1.5
        box = Box.around((town.label[0] + at * names.MARK, y), (BADGE, BADGE))
        worn = plan.arms[people] if people else None
        emblem = what if what == "capital" else plan.kind(what).arm or ""
        yield Piece(f"{what} {spot.place}", box, mark_token(emblem, worn, palette.name, scale))
