"""A board of areas: where each lies, and the layers that draw land, borders, straits and signs.

The layout names a file of lines, each with the two areas that it parts; an area is made of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

from engine.data import DataError
from engine.games.hispania.table.data import (
    Arc,
    Board,
    Calendar,
    Land,
    UnitKinds,
    Way,
    read_areas,
)
from engine.games.hispania.table.data import Kind as Unit
from renderer.drawn import AreaSpot, Arrow, Projection, Realm, opened
from renderer.geometry import Box, Point, curve, dashes, span
from renderer.layout import Area, Border, Kind, Layout, Road, Sign, Town, point
from renderer.lettering import EMBLEMS, stamp
from renderer.palette import Arms, Colour, Palette

SEA = "sea"
LAND = "land"
SHADE = 0.32  # how strongly an area's own tint covers the relief
RIVER = 5.4  # units
SIGN = 11  # the radius of a sign


# -- reading -------------------------------------------------------------------------------------


def _placed(how: Projection, lon: float, lat: float) -> Point:
    """Where a point of the country is drawn."""
    (left, top), (west, north) = how.at, how.corner
    return left + (lon - west) * (how.degree * how.narrow), top + (north - lat) * how.degree


def area_layout(game: str, where: Path) -> Layout:
    """The layout of a game of areas: what lies beyond the map are boxes of paper."""
    board, drawn = opened(Board, where), opened(Realm, where)
    shapes = read_areas(where / drawn.areas)
    lines = [[_placed(drawn.projection, *p) for p in arc.line] for arc in shapes.arcs]
    areas = {
        key: _area(key, facts, shapes.rings, lines, drawn.tints)
        for key, facts in board.provinces.items()
    }
    boxes = {key: Box(*sides) for key, sides in drawn.beyond.items()}
    areas |= {k: Area(k, (_corners(box),), box, None, True) for k, box in boxes.items()}
    towns = {key: _town(key, facts, drawn.places) for key, facts in board.provinces.items()}
    towns |= {key: _beyond(key, facts.name, boxes) for key, facts in board.beyond.items()}
    units = opened(UnitKinds, where).kinds
    track = opened(Calendar, where).track
    return Layout(
        game=game,
        title=drawn.title,
        subtitle=drawn.subtitle,
        size=drawn.size,
        frame=drawn.frame,
        schemas=drawn.schemas,
        ground=drawn.ground,
        towns=towns,
        waters={},
        roads=(),
        lanes=tuple(_straits(board.straits, drawn.straits)),
        kinds={key: _kind(key, sign, units) for key, sign in drawn.kinds.items()},
        disks={},
        regions=drawn.regions,
        boxes={key: Box(*sides) for key, sides in drawn.boxes.items()},
        turns=tuple((row.years, str(row.turn)) for row in track),
        layers=drawn.layers,
        areas=areas,
        borders=tuple(_borders(shapes.arcs, lines, board)),
        signs=tuple(_signs(board, drawn.anchors)),
        scoring=frozenset(row.turn for row in track if row.score),
        arms={k: Arms(row.field, row.ink, row.charge, row.hatch) for k, row in drawn.arms.items()},
    )


def _area(
    key: str,
    facts: Land,
    rings: Mapping[str, Sequence[Sequence[int]]],
    lines: Sequence[Sequence[Point]],
    tints: Mapping[str, Colour],
) -> Area:
    if key not in rings:
        raise DataError(f"areas: the area {key!r} has no border.")
    made = tuple(tuple(_ring(numbers, lines)) for numbers in rings[key])
    r, g, b = tints[facts.zone]
    deep = 0.86 if facts.terrain == "mountain" else 1.0
    around = span(at for ring in made for at in ring)
    return Area(
        key, made, around, (round(r * deep), round(g * deep * 0.98), round(b * deep * 0.95))
    )


def _ring(numbers: Sequence[int], lines: Sequence[Sequence[Point]]) -> Iterator[Point]:
    """One line after another; `~n` is line n run backwards."""
    for n in numbers:
        line = lines[n] if n >= 0 else lines[~n][::-1]
        yield from line[:-1]


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _town(key: str, facts: Land, places: Mapping[str, AreaSpot]) -> Town:
    spot = places.get(key)
    if spot is None:
        raise DataError(f"layout.yaml: the place {key!r} is missing.")
    terrain = "peak" if facts.terrain == "mountain" else "ring"
    coins = f"{facts.income:g}".replace(".5", "½").replace("0½", "½")
    return _place(
        key,
        facts.name,
        "area",
        point(spot.at),
        label=point(spot.name),
        lines=spot.lines or (facts.name,),
        marks=("room", f"{terrain} {facts.stack}", f"coin {coins}", "room"),
        stack=point(spot.stack),
        inside=point(spot.stack),  # a second army stands where there is room
    )


def _beyond(key: str, name: str, boxes: Mapping[str, Box]) -> Town:
    """A box of paper: its name above, two rooms below."""
    if key not in boxes:
        raise DataError(f"layout.yaml: the place {key!r} is missing.")
    left, top, right, bottom = boxes[key]
    middle, low = (left + right) / 2, bottom - 30
    return _place(
        key,
        name,
        "area",
        (middle, top + 34),
        label=(middle, top + 14),
        lines=(name,),
        marks=(),
        stack=(left + (middle - left) / 2 + 1, low),
        inside=(middle + (right - middle) / 2 - 1, low),
    )


def _place(key: str, name: str, kind: str, at: Point, **where: Any) -> Town:
    return Town(
        key=key,
        name=name,
        at=at,
        kind=kind,
        resource=False,
        castle=False,
        tower=False,
        capital=False,
        territory="",
        disk=None,
        beside=False,
        **where,
    )


def _straits(rows: Sequence[Way], drawn: Mapping[str, Arrow]) -> Iterator[Road]:
    for row in rows:
        one, other = row.between
        how = drawn.get(f"{one} {other}")
        if how is None:
            raise DataError(f"layout.yaml: the strait '{one} {other}' is missing.")
        points = curve(point(how.from_), point(how.to), how.bend)
        yield Road((one, other), "strait", tuple(points))


def _borders(
    arcs: Sequence[Arc], lines: Sequence[Sequence[Point]], board: Board
) -> Iterator[Border]:
    rivers = {row.ends for row in board.borders if row.river}
    for arc, line in zip(arcs, lines, strict=True):
        one, other = arc.between
        if SEA in (one, other):
            kind = "coast"
        elif LAND in (one, other):
            kind = "frontier"
        elif arc.ends in rivers:
            kind = "river"
        else:
            same = board.provinces[one].zone == board.provinces[other].zone
            kind = "border" if same else "zone"
        yield Border((one, other), kind, tuple(line), span(line))


def _signs(board: Board, anchors: Mapping[str, Point]) -> Iterator[Sign]:
    for key, facts in board.provinces.items():
        if facts.landing in ("anchor", "crossed"):
            if key not in anchors:
                raise DataError(f"layout.yaml: the anchor of {key!r} is missing.")
            yield Sign(key, point(anchors[key]), "anchor", facts.landing == "crossed")


def _kind(key: str, sign: str, units: Mapping[str, Unit]) -> Kind:
    if sign not in EMBLEMS:
        raise DataError(f"layout.yaml: there is no emblem {sign!r} for {key!r}.")
    name = units[key].name if key in units else key.capitalize()
    return Kind(key, "", name, 0, sign, False, False)


# -- masks ---------------------------------------------------------------------------------------

FINE = 2
AROUND = 12  # units of surroundings
BLUR = 7.0  # units

Part = tuple[int, int, int, int] | None


def pixels(area: Area, size: tuple[int, int], scale: float) -> Part:
    """The part of a picture in which an area lies, with its surroundings; None if outside."""
    box, around = area.box, AROUND * scale
    left, top = max(0, int(box.left * scale - around)), max(0, int(box.top * scale - around))
    right = min(size[0], int(box.right * scale + around) + 1)
    bottom = min(size[1], int(box.bottom * scale + around) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def mask(area: Area, part: tuple[int, int, int, int], scale: float) -> Image.Image:
    """White inside the area."""
    left, top, right, bottom = part
    made = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    pen = ImageDraw.Draw(made)
    dx, dy = area.by[0] + left / scale, area.by[1] + top / scale
    fine = scale * FINE
    for ring in area.rings:
        pen.polygon([((x - dx) * fine, (y - dy) * fine) for x, y in ring], 255)
    return made.reduce(FINE)


def depth(inside: Image.Image, scale: float) -> Image.Image:
    """How deep in the land a pixel lies: 128 on the border, more inside, less outside."""
    return inside.filter(ImageFilter.GaussianBlur(BLUR * scale))


def deeper(depths: Image.Image, units: float) -> Image.Image:
    """White where the land is deeper than so many units; less than nothing is outside it."""
    least = 255 * 0.5 * (1 + math.erf(units / BLUR / math.sqrt(2)))
    slope = 28.0  # the edge is soft, not stepped
    return depths.point(
        [round(min(255.0, max(0.0, 128 + (v - least) * slope))) for v in range(256)]
    )


# -- layers --------------------------------------------------------------------------------------


def areas(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Every area in its tint, then the borders; a river is a border in blue."""
    for area in plan.areas.values():
        part = pixels(area, picture.size, scale)
        if part and area.tint:
            seen = mask(area, part, scale)
            picture.paste(area.tint, part, seen.point([round(v * SHADE) for v in range(256)]))
    pen = ImageDraw.Draw(picture)
    lines = [
        (b, [((x - b.by[0]) * scale, (y - b.by[1]) * scale) for x, y in b.points])
        for b in plan.borders
    ]
    inland = [(b, line) for b, line in lines if b.type != "coast"]
    for _, line in inland:
        pen.line(line, fill=palette.bed, width=round(6.4 * scale), joint="curve")
    for border, line in inland:
        if border.type == "river":
            pen.line(line, fill=palette.sea, width=round(RIVER * scale), joint="curve")
            pen.line(line, fill=palette.water, width=round(1.8 * scale), joint="curve")
        elif border.type == "border":
            for dash in dashes(line, 7 * scale, 4 * scale):
                pen.line(dash, fill=palette.minor, width=round(2.2 * scale), joint="curve")
        else:
            pen.line(line, fill=palette.minor, width=round(3 * scale), joint="curve")


def beyond(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Boxes of paper for what lies beyond the map."""
    pen = ImageDraw.Draw(picture)
    for area in plan.areas.values():
        if area.paper:
            left, top, right, bottom = (v * scale for v in area.box)
            for grow, fill in ((3 * scale, palette.faint), (0.0, palette.paper)):
                box = (left + grow, top + grow, right + grow, bottom + grow)
                pen.rounded_rectangle(box, radius=9 * scale, fill=fill)
            pen.rounded_rectangle(
                (left, top, right, bottom), 9 * scale, outline=palette.ink, width=round(2 * scale)
            )


def straits(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Broken lines with a point at both ends."""
    pen = ImageDraw.Draw(picture)
    for lane in plan.lanes:
        points = [(x * scale, y * scale) for x, y in lane.points]
        for ink, width in ((palette.halo, 6.0), (palette.sea, 3.4)):
            for dash in dashes(points, 9 * scale, 6 * scale):
                pen.line(dash, fill=ink, width=round(width * scale), joint="curve")
        for tip, before in ((points[-1], points[-2]), (points[0], points[1])):
            _head(pen, before, tip, palette, scale)


def _head(
    pen: ImageDraw.ImageDraw, before: Point, tip: Point, palette: Palette, scale: float
) -> None:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    for reach, ink in ((9.5, palette.halo), (7.0, palette.sea)):
        far, half = reach * scale, reach * 0.8 * scale
        back = (tip[0] - ux * far, tip[1] - uy * far)
        front = (tip[0] + ux * far * 0.7, tip[1] + uy * far * 0.7)
        pen.polygon(
            [
                front,
                (back[0] - uy * half, back[1] + ux * half),
                (back[0] + uy * half, back[1] - ux * half),
            ],
            fill=ink,
        )


def signs(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Anchors on the water; one that is struck out may not be used."""
    pen = ImageDraw.Draw(picture)
    for sign in plan.signs:
        (x, y), r = (sign.at[0] * scale, sign.at[1] * scale), SIGN * scale
        fill, ink = (palette.halo, palette.faint) if sign.struck else (palette.sea, palette.halo)
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=fill, outline=palette.halo, width=round(1.6 * scale))
        stamp(picture, sign.emblem, x, y, 16 * scale, ink)
        if sign.struck:
            d = r * 0.78
            pen.line((x - d, y + d, x + d, y - d), fill=palette.main, width=round(3 * scale))
            pen.ellipse(box, outline=palette.main, width=round(2.2 * scale))
