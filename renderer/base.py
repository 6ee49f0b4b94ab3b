"""What lies still under the pieces: ground, roads, lanes, names, tracks. Drawn once, kept.

A layer draws one kind of thing. A layout names its layers in their order; a game of areas or hexes
adds one to `LAYERS` and the others stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from PIL import Image, ImageDraw

from renderer import areas, margins, names
from renderer.errors import RenderError
from renderer.geometry import Point, dashes
from renderer.layout import Layout
from renderer.lettering import ASSETS, Font, font, stamp
from renderer.margins import paper, turn_cell
from renderer.palette import Colour, Palette

BAND = 200  # rows of pixels that are faded at once
SHARP = 2  # drawn so many times larger, then reduced: smooth lines without a drawing library


class Layer(Protocol):
    """Draws one kind of thing from the layout, `scale` pixels for each of its units."""

    def __call__(
        self, picture: Image.Image, plan: Layout, palette: Palette, scale: float, /
    ) -> None: ...


_grounds: dict[str, Image.Image] = {}


def ground(name: str) -> Image.Image:
    """The country of one board; the last one is let go before the next is opened."""
    if name not in _grounds:
        path = ASSETS / "ground" / name
        if not path.exists():
            raise RenderError(f"The ground picture {name!r} is missing.")
        _grounds.clear()
        with Image.open(path) as picture:
            _grounds[name] = picture.convert("RGB")  # a copy, without its decoder
    return _grounds[name]


_bases: dict[tuple[Layout, str, float], Image.Image] = {}
_KEPT = 4  # 8 MB each at a width of 1600


def base(plan: Layout, palette: Palette, scale: float) -> Image.Image:
    """The empty board at a scale, kept for the next picture."""
    key = (plan, palette.name, scale)
    if key not in _bases:
        while len(_bases) >= _KEPT:
            _bases.pop(next(iter(_bases)))
        _bases[key] = _drawn(plan, palette, scale)
    return _bases[key]


def _drawn(plan: Layout, palette: Palette, scale: float) -> Image.Image:
    fine = scale * SHARP
    size = (round(plan.size[0] * fine), round(plan.size[1] * fine))
    picture = ground(plan.ground).resize(size, Image.Resampling.BICUBIC)
    for top in range(0, size[1], BAND) if palette.wash else ():  # whole it would take as much again
        band = (0, top, size[0], min(top + BAND, size[1]))
        picture.paste(washed(picture.crop(band), palette), band)
    for layer in layers(plan):
        layer(picture, plan, palette, fine)
    return picture.reduce(SHARP)


def layers(plan: Layout, below: str = "") -> list[Layer]:
    """The layers of a board in their order; or only those that lie below one of them."""
    known = list(plan.layers)
    for name in known:
        if name not in LAYERS:
            raise RenderError(f"layout.yaml: there is no layer {name!r}.")
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
        _turns(picture, plan, palette, scale)
        _legend(picture, plan, palette, scale)


def _turns(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    for number, (year, turn) in enumerate(plan.turns, 1):
        cell = turn_cell(plan, number)
        paper(picture, cell, palette, scale)
        x = cell.centre[0] * scale
        short = year if len(year) == 4 else f"{year[:4]}–{year[-2:]}"
        pen.text(
            (x, (cell.top + 31) * scale),
            short,
            fill=palette.ink,
            anchor="ms",
            font=font("roman", round(24 * scale), 650),
        )
        pen.text(
            (x, (cell.top + 60) * scale),
            turn,
            fill=palette.accent,
            anchor="ms",
            font=font("capital", round(26 * scale), 700),
        )


def _legend(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Lines of the roads; the towns explain themselves by their emblems."""
    area = plan.boxes.get("legend")
    if area is None:
        return
    pen = ImageDraw.Draw(picture)
    small = font("roman", round(18 * scale), 550)
    for i, (kind, word) in enumerate(
        (("main", "main road"), ("hybrid", "hybrid"), ("secondary", "secondary"))
    ):
        y = (area.top + 24 + i * 27) * scale
        line = [((area.left + 14) * scale, y), ((area.left + 48) * scale, y)]
        if kind == "secondary":
            for dash in dashes(line, 9 * scale, 5 * scale):
                pen.line(dash, fill=palette.minor, width=round(2.8 * scale))
        else:
            pen.line(line, fill=palette.main, width=round(5 * scale))
        if kind == "hybrid":
            for dash in dashes(line, 9 * scale, 8 * scale):
                pen.line(dash, fill=palette.hybrid, width=round(5 * scale))
        pen.text(
            ((area.left + 54) * scale, y + 6 * scale),
            word,
            font=small,
            fill=palette.ink,
            anchor="ls",
        )


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
    "areas": areas.areas,
    "beyond": areas.beyond,
    "straits": areas.straits,
    "signs": areas.signs,
    "calendar": margins.calendar,
    "legend": margins.legend,
    "regions": regions,
    "compass": compass,
    "lanes": lanes,
    "roads": roads,
    "names": names.draw,
    "panels": panels,
    "frame": frame,
}
