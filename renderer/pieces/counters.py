"""Counters on a board of areas: one people's units in one place, with its arms and its kinds.

The edge has the colour and the shape of the side, the block at the left the arms of the people.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.boards.layout import COUNTERS
from renderer.ink.geometry import Box
from renderer.ink.heraldry import cloth, sign
from renderer.ink.lettering import figures, font, stamp
from renderer.ink.palette import Arms, Paint, Palette, palette
from renderer.ink.writing import leaf, mixed

FINE = 3
DIGITS = 30  # units: 10 pixels where a picture is 550 wide
EDGE = 4.0  # of the side's colour
BLOCK = 25.0  # the arms
CELL = 22.0  # a kind of unit
TAG = 20  # how high a leader's name is
BADGE = 20

Cell = tuple[str, int]  # an emblem and how many; none for walls, which stand alone


def counter_size(cells: tuple[Cell, ...]) -> tuple[float, int]:
    """Width and height in units: never wider than the room of an area."""
    wide = 2 * EDGE + BLOCK + sum(_wide(cell) for cell in cells) + 3
    return min(wide, COUNTERS[0]), COUNTERS[1]


def _wide(cell: Cell) -> float:
    return CELL + 8 if cell[1] > 9 else CELL


@lru_cache(maxsize=1024)
def counter_token(
    side: str, worn: Arms, cells: tuple[Cell, ...], gilt: bool, palette_name: str, scale: float
) -> Image.Image:
    """A people's units in one place; `gilt`: a leader is with them."""
    colours = palette(palette_name)
    paint, unit = colours.side(side), scale * FINE
    wide, high = counter_size(cells)
    picture = Image.new("RGBA", (round(wide * unit), round(high * unit)))
    body = Box(0, 0, picture.width - 1, picture.height - 1)
    _slab(picture, body, paint, colours, gilt, unit)
    _arms(picture, worn, paint, unit)
    left = EDGE + BLOCK + 1
    natural = sum(_wide(cell) for cell in cells) or 1.0
    narrow = min(1.0, (wide - EDGE - 1 - left) / natural)
    pen = ImageDraw.Draw(picture)
    for i, cell in enumerate(cells):
        width = _wide(cell) * narrow
        if i:  # so that two figures are never read as one
            x = left * unit
            far = min(left + width, wide - EDGE - (4 if i == len(cells) - 1 else 0)) * unit
            shade = colours.halo if i % 2 == 0 else mixed(colours.halo, colours.faint, 0.3)
            pen.rectangle((x, EDGE * unit, far, (high - EDGE) * unit - 1), shade)
            pen.line((x, EDGE * unit, x, (high - EDGE) * unit), colours.ink, round(2 * unit))
        _cell(picture, cell, left + width / 2, width, colours, unit)
        left += width
    return picture.reduce(FINE)


def _slab(
    picture: Image.Image, body: Box, paint: Paint, colours: Palette, gilt: bool, unit: float
) -> None:
    pen = ImageDraw.Draw(picture)
    edge = colours.gold if gilt else paint.face
    inner = EDGE if gilt else EDGE - 0.4
    rings = ((0.0, colours.ink), (0.9, edge), (inner, colours.ink), (EDGE, colours.halo))
    for inset, fill in rings:
        d = inset * unit
        area = Box(body.left + d, body.top + d, body.right - d, body.bottom - d)
        leaf(pen, paint.shape, area, max(1.0, 5 - inset * 0.5) * unit, fill)


def _arms(picture: Image.Image, worn: Arms, paint: Paint, unit: float) -> None:
    """The left part of the counter, cut to the counter's own shape."""
    w, h = BLOCK * unit, (COUNTERS[1] - 2 * EDGE) * unit
    size = (round(w), round(h))
    mask = Image.new("L", size)
    leaf(ImageDraw.Draw(mask), paint.shape, Box(0, 0, w * 2.5, h - 1), 3.4 * unit, 255)  # type: ignore[arg-type]
    picture.paste(cloth(worn, w, h, size), (round(EDGE * unit), round(EDGE * unit)), mask)
    pen = ImageDraw.Draw(picture)
    x = (EDGE + BLOCK) * unit
    pen.line((x, EDGE * unit, x, EDGE * unit + h), fill=worn.ink, width=round(0.9 * unit))


def _cell(
    picture: Image.Image, cell: Cell, middle: float, width: float, colours: Palette, unit: float
) -> None:
    emblem, count = cell
    x = middle * unit
    if not count:  # walls: the emblem says it all
        stamp(picture, emblem, x, 25 * unit, min(width + 3, 24) * unit, colours.ink)
        return
    digits = figures(str(count), round(DIGITS * unit))
    room = (width - 5) * unit
    if digits.width > room:
        digits = digits.resize((max(1, round(room)), digits.height), Image.Resampling.LANCZOS)
    corner = (round(x - digits.width / 2), round(4.6 * unit))
    area = (*corner, corner[0] + digits.width, corner[1] + digits.height)
    picture.paste(colours.ink, area, digits)
    stamp(picture, emblem, x, 40.4 * unit, min(width - 1, 12.5) * unit, colours.ink)


# -- leaders and badges --------------------------------------------------------------------------


def tag_size(name: str) -> tuple[float, int]:
    return font("roman", 32, 700).getlength(name) / 2 + 27, TAG


@lru_cache(maxsize=128)
def tag_token(name: str, side: str, palette_name: str, scale: float) -> Image.Image:
    """A leader's name on a gilt ribbon, with a crown."""
    colours = palette(palette_name)
    unit = scale * FINE
    wide, high = (v * unit for v in tag_size(name))
    picture = Image.new("RGBA", (round(wide), round(high)))
    pen = ImageDraw.Draw(picture)
    for inset, fill in ((0.0, colours.ink), (1.1, colours.gold)):
        d = inset * unit
        pen.rounded_rectangle((d, d, wide - 1 - d, high - 1 - d), radius=4 * unit, fill=fill)
    pen.rectangle(
        (wide - 5 * unit, 3 * unit, wide - 3 * unit, high - 3 * unit), colours.side(side).face
    )
    stamp(picture, "crown", 10 * unit, high / 2, 15 * unit, colours.ink)
    letters = font("roman", round(16 * unit), 700)
    pen.text((19 * unit, high / 2 + 5 * unit), name, font=letters, fill=colours.ink, anchor="ls")
    return picture.reduce(FINE)


@lru_cache(maxsize=128)
def mark_token(what: str, worn: Arms | None, palette_name: str, scale: float) -> Image.Image:
    """A capital: a gilt star with the arms of its people in it. A ruin: broken walls."""
    colours = palette(palette_name)
    unit = scale * FINE
    side = round(BADGE * unit)
    picture = Image.new("RGBA", (side, side))
    middle = (side / 2, side / 2)
    if what == "capital":
        sign(picture, "star", middle, side * 1.0, colours.ink)
        sign(picture, "star", middle, side * 0.86, colours.gold)
        pen = ImageDraw.Draw(picture)
        r = side * 0.2
        box = (middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r)
        pen.ellipse(
            box, fill=worn.field if worn else colours.paper, outline=colours.ink, width=round(unit)
        )
        return picture.reduce(FINE)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), radius=3 * unit, fill=colours.ink)
    d = 1.2 * unit
    pen.rounded_rectangle((d, d, side - 1 - d, side - 1 - d), radius=2.4 * unit, fill=colours.halo)
    stamp(picture, what, *middle, side * 0.8, colours.ink)
    return picture.reduce(FINE)
