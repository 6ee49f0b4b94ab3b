"""What lies still under the pieces: ground, roads, lanes, names, tracks. Drawn once, kept.

A layer draws one kind of thing. A layout names its layers in their order; a game of areas or hexes
adds one to `LAYERS` and the others stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from PIL import Image, ImageDraw

from engine.tongues import ENGLISH, Tongue
from renderer.boards import hexes, land, margins, names, net
from renderer.boards.layout import Layout
from renderer.boards.margins import paper, turn_cell
from renderer.errors import refused
from renderer.ink.geometry import Box, Point, dashes
from renderer.ink.heraldry import arms, shield
from renderer.ink.lettering import ASSETS, Font, font, stamp
from renderer.ink.palette import Colour, Palette
from renderer.ink.palette import palette as palette_named
from renderer.ink.writing import Hand, label
from renderer.pieces.tokens import star
from renderer.words import say

BAND = 200  # rows of pixels that are faded at once
LEGEND = "legend"
SHARP = 2  # drawn so many times larger, then reduced: smooth lines without a drawing library


class Layer(Protocol):
    """Draws one kind of thing from the layout, `scale` pixels for each of its units."""

    def __call__(
        self, picture: Image.Image, plan: Layout, palette: Palette, scale: float, /
    ) -> None: ...


_grounds: dict[str, Image.Image] = {}


def ground(name: str, palette: Palette) -> Image.Image:
    """The country of one board, or plain paper; the last is let go before the next is opened."""
    if not name:
        return Image.new("RGB", (800, 600), palette.bed)
    if name not in _grounds:
        path = ASSETS / "ground" / name
        if not path.exists():
            raise refused("ground", name=repr(name))
        _grounds.clear()
        with Image.open(path) as picture:
            _grounds[name] = picture.convert("RGB")  # a copy, without its decoder
    return _grounds[name]


class _Bare(NamedTuple):
    """The empty board without a word of any language, and the part of it where words go."""

    picture: Image.Image
    patch: Image.Image | None  # not yet reduced
    corner: tuple[int, int]


_bases: dict[tuple[Layout, str, float], _Bare] = {}
_KEPT = 4  # 8 MB each at a width of 1600


def base(plan: Layout, palette: Palette, scale: float, tongue: Tongue = ENGLISH) -> Image.Image:
    """The empty board at a scale: one is kept for all languages, the legend is written upon it."""
    bare = _bare(plan, palette, scale)
    picture = bare.picture.copy()
    if bare.patch is not None:
        x, y = bare.corner
        picture.paste(_legend(plan, palette.name, scale, tongue), (x // SHARP, y // SHARP))
    return picture


def _bare(plan: Layout, palette: Palette, scale: float) -> _Bare:
    key = (plan, palette.name, scale)
    if key not in _bases:
        while len(_bases) >= _KEPT:
            _bases.pop(next(iter(_bases)))
        _bases[key] = _drawn(plan, palette, scale)
    return _bases[key]


@lru_cache(maxsize=16)
def _legend(plan: Layout, palette_name: str, scale: float, tongue: Tongue) -> Image.Image:
    colours = palette_named(palette_name)
    bare, fine = _bare(plan, colours, scale), scale * SHARP
    assert bare.patch is not None
    picture = bare.patch.copy()
    part = replace(plan, boxes={LEGEND: _part(plan.boxes[LEGEND], bare.corner, fine)})
    write = margins.legend if plan.areas else hexes.legend if plan.lattice else _roads_legend
    write(picture, part, colours, fine, tongue)
    return picture.reduce(SHARP)


def _part(area: Box, corner: tuple[int, int], fine: float) -> Box:
    x, y = corner[0] / fine, corner[1] / fine
    return Box(area.left - x, area.top - y, area.right - x, area.bottom - y)


def _drawn(plan: Layout, palette: Palette, scale: float) -> _Bare:
    fine = scale * SHARP
    size = (round(plan.size[0] * fine), round(plan.size[1] * fine))
    picture = ground(plan.ground, palette).resize(size, Image.Resampling.BICUBIC)
    for top in range(0, size[1], BAND) if palette.wash else ():  # whole it would take as much again
        band = (0, top, size[0], min(top + BAND, size[1]))
        picture.paste(washed(picture.crop(band), palette), band)
    for layer in layers(plan):
        layer(picture, plan, palette, fine)
    if LEGEND not in plan.layers or LEGEND not in plan.boxes:
        return _Bare(picture.reduce(SHARP), None, (0, 0))
    left, upper, right, lower = (v * scale for v in plan.boxes[LEGEND])
    corner = (math.floor(left) * SHARP, math.floor(upper) * SHARP)
    area = (*corner, math.ceil(right) * SHARP, math.ceil(lower) * SHARP)
    return _Bare(picture.reduce(SHARP), picture.crop(area), corner)


def layers(plan: Layout, below: str = "") -> list[Layer]:
    """The layers of a board in their order; or only those that lie below one of them.

    The legend is none of them: it is written in the language of the reader.
    """
    known = [name for name in plan.layers if name != LEGEND]
    for name in known:
        if name not in LAYERS:
            raise refused("layer", name=repr(name))
    kept = known[: known.index(below)] if below in known else known
    return [LAYERS[name] for name in kept]


def washed(picture: Image.Image, palette: Palette) -> Image.Image:
    """The country faded towards white."""
    if not palette.wash:
        return picture
    faded = [round(v + (255 - v) * palette.wash) for v in range(256)]
    return picture.point(faded * 3)


# -- layers --------------------------------------------------------------------------------------


def regions(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Names of countries and mountains, spaced out and faint."""
    for region in plan.regions:
        letters = font(region.face, round(region.size * scale), 600)
        space = region.space * scale
        _spaced(picture, region.name, region.at, letters, space, palette.faint, scale)


def _spaced(
    picture: Image.Image,
    text: str,
    at: Sequence[float],
    letters: Font,
    space: float,
    ink: Colour,
    scale: float,
) -> None:
    pen = ImageDraw.Draw(picture)
    widths = [letters.getlength(c) + space for c in text]
    x = at[0] * scale - (sum(widths) - space) / 2
    y = at[1] * scale + letters.size * 0.32
    for letter, width in zip(text, widths, strict=True):
        pen.text((x, y), letter, font=letters, fill=ink, anchor="ls")
        x += width


def lanes(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Which sea zones meet: dotted lines, and a medallion with an anchor for each zone."""
    pen = ImageDraw.Draw(picture)
    for lane in plan.lanes:
        for dash in dashes(_scaled(lane.points, scale), 9 * scale, 9 * scale):
            pen.line(dash, fill=palette.sea, width=round(2.2 * scale), joint="curve")
    for water in plan.waters.values():
        x, y, r = water.at[0] * scale, water.at[1] * scale, 16 * scale
        pen.ellipse(
            (x - r, y - r, x + r, y + r),
            fill=palette.sea,
            outline=palette.halo,
            width=round(2 * scale),
        )
        stamp(picture, "anchor", x, y, 22 * scale, palette.halo)


def roads(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Main roads solid, secondary ones dashed, hybrid ones solid with dark dashes."""
    pen = ImageDraw.Draw(picture)
    lines = [(road, _scaled(road.points, scale)) for road in plan.roads]
    for _, points in lines:
        pen.line(points, fill=palette.bed, width=round(8.5 * scale), joint="curve")
    for road, points in lines:
        if road.type == "secondary":
            for dash in dashes(points, 11 * scale, 6 * scale):
                pen.line(dash, fill=palette.minor, width=round(2.8 * scale), joint="curve")
        else:
            pen.line(points, fill=palette.main, width=round(5 * scale), joint="curve")
        if road.type == "hybrid":
            for dash in dashes(points, 11 * scale, 11 * scale):
                pen.line(dash, fill=palette.hybrid, width=round(5 * scale), joint="curve")


def _scaled(points: Sequence[Point], scale: float) -> list[Point]:
    return [(x * scale, y * scale) for x, y in points]


def panels(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """The paper under tracks and boxes."""
    for name, area in plan.boxes.items():
        if name != "track":
            paper(picture, area, palette, scale)
    if not plan.areas:
        if "track" in plan.boxes:
            _turns(picture, plan, palette, scale)


def _turns(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    for number, (year, turn) in enumerate(plan.turns, 1):
        cell = turn_cell(plan, number)
        paper(picture, cell, palette, scale)
        x = cell.centre[0] * scale
        short = year if len(year) == 4 else f"{year[:4]}–{year[-2:]}"
        at, wide = (cell.centre[0], cell.top + 31), cell.right - cell.left - 16
        label(picture, at, short, Hand("roman", 24, 650), wide, palette.ink, scale, least=18)
        pen.text(
            (x, (cell.top + 60) * scale),
            turn,
            fill=palette.accent,
            anchor="ms",
            font=font("capital", round(26 * scale), 700),
        )


def _roads_legend(
    picture: Image.Image, plan: Layout, palette: Palette, scale: float, tongue: Tongue
) -> None:
    """Lines of the roads, and what towns are: the whole legend is a picture of its own."""
    area = plan.boxes[LEGEND]
    drawn = {road.type for road in plan.roads}
    signs = [f"road.{kind}" for kind in ("main", "hybrid", "secondary") if kind in drawn]
    signs += [f"town.{kind}" for kind in _towns(plan)]
    rows = max(1, min(3, int((area.bottom - area.top - 6) / 22)))
    wide = (area.right - area.left - 12) / max(1, math.ceil(len(signs) / rows))
    for i, name in enumerate(signs):
        left = area.left + 8 + i // rows * wide
        y = area.top + (area.bottom - area.top) * (i % rows + 0.5) / rows
        if name.startswith("road."):
            road_sign(picture, name[5:], Box(left, y - 9, left + 34, y + 9), palette, scale)
        else:
            _town_sign(picture, name[5:], (left + 17, y), plan, palette, scale)
        label(
            picture, (left + 40, y + 6), tongue.word(say(name)), Hand("roman", 18, 550), wide - 46,
            palette.ink, scale, anchor="ls", least=11,
        )  # fmt: skip


def _towns(plan: Layout) -> list[str]:
    """What places of this board are, beside plain towns."""
    towns = plan.towns.values()
    found = [kind for kind in ("castle", "tower") if any(getattr(t, kind) for t in towns)]
    found += ["resource"] if any(t.resource for t in towns) else []
    return found + (["arms"] if any(m.startswith("arms") for t in towns for m in t.marks) else [])


def road_sign(picture: Image.Image, kind: str, area: Box, palette: Palette, scale: float) -> None:
    """A piece of a road, as it is drawn on the map."""
    pen = ImageDraw.Draw(picture)
    y = (area.top + area.bottom) / 2 * scale
    line = [(area.left * scale, y), (area.right * scale, y)]
    if kind == "secondary":
        for dash in dashes(line, 9 * scale, 5 * scale):
            pen.line(dash, fill=palette.minor, width=round(2.8 * scale))
        return
    pen.line(line, fill=palette.main, width=round(5 * scale))
    for dash in dashes(line, 9 * scale, 8 * scale) if kind == "hybrid" else ():
        pen.line(dash, fill=palette.hybrid, width=round(5 * scale))


def _town_sign(
    picture: Image.Image, kind: str, at: Point, plan: Layout, palette: Palette, scale: float
) -> None:
    x, y = at[0] * scale, at[1] * scale
    if kind == "arms":
        first = next(iter(plan.arms))
        shield(picture, (x, y), 15 * scale, 17 * scale, arms(palette, first), palette)
    elif kind == "resource":
        star(ImageDraw.Draw(picture), (x, y), 11 * scale, palette.ink)
        star(ImageDraw.Draw(picture), (x, y), 9 * scale, palette.gold)
    else:
        emblem = {"castle": "castle", "tower": "white-tower"}[kind]
        stamp(picture, emblem, x, y, 20 * scale, palette.ink)


def frame(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """A border of paper, lined twice."""
    pen = ImageDraw.Draw(picture)
    width, height, edge = picture.width, picture.height, plan.frame * scale
    for i in range(round(edge * 0.72)):
        pen.rectangle((i, i, width - 1 - i, height - 1 - i), outline=palette.paper)
    for at, ink, thick in ((0.72, palette.ink, 2.4), (0.3, palette.faint, 1.2)):
        d = edge * at
        pen.rectangle(
            (d, d, width - 1 - d, height - 1 - d), outline=ink, width=round(thick * scale)
        )


def compass(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """A rose of sixteen points. North is up; distances are stretched, directions nearly true."""
    if plan.compass is None:
        return
    pen = ImageDraw.Draw(picture)
    x, y, far = (v * scale for v in plan.compass)
    for r, width in ((far * 0.78, 1.4), (far * 0.7, 0.9)):
        pen.ellipse((x - r, y - r, x + r, y + r), outline=palette.sea, width=round(width * scale))
    for i in range(16):
        angle = math.pi * i / 8
        reach = far * (0.92 if i % 4 == 0 else 0.6 if i % 2 == 0 else 0.4)
        tip = (x + math.sin(angle) * reach, y - math.cos(angle) * reach)
        for turn, fill in ((0.28, palette.halo), (-0.28, palette.sea)):
            root = far * 0.2
            side = (x + math.sin(angle + turn) * root, y - math.cos(angle + turn) * root)
            pen.polygon([tip, side, (x, y)], fill=fill)
    pen.text(
        (x, y - far * 0.98),
        "N",
        font=font("capital", round(20 * scale), 800),
        fill=palette.sea,
        anchor="ms",
    )


LAYERS: dict[str, Layer] = {
    "areas": land.areas,
    "beyond": land.beyond,
    "straits": land.straits,
    "signs": land.signs,
    "calendar": margins.calendar,
    "hexes": hexes.hexes,
    "regions": regions,
    "compass": compass,
    "lanes": lanes,
    "roads": roads,
    "ways": net.ways,
    "nodes": net.nodes,
    "names": names.draw,
    "panels": panels,
    "frame": frame,
}
