"""Castles and towers of a battle, as small pictures, made once for each look and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box
from renderer.ink.palette import Colour, Paint, Palette, palette

STONE: Colour = (196, 178, 146)
SHADE: Colour = (158, 138, 106)
LIGHT: Colour = (216, 202, 174)
FORT = 128  # the room of a tower or castle behind a line
WALL = 56  # the room of a corner tower of a besieged castle
FLAG = 48  # the room of a flag above a wall
FORT_HIGH = 300
FINE = 2

Pen = ImageDraw.ImageDraw


@lru_cache(maxsize=3)
def castle_token(
    wide: float, high: float, holder: str, palette_name: str, scale: float
) -> Image.Image:
    """A castle around the besieged: a wall behind them and a tower at each end."""
    colours = palette(palette_name)
    u = scale * FINE
    picture = Image.new("RGBA", (round(wide * u), round((high + FLAG) * u)))
    pen = ImageDraw.Draw(picture)
    top, bottom = FLAG, FLAG + high - 2
    wall = Box(WALL - 10, top + 6, wide - WALL + 10, bottom)
    _crenellated(pen, wall, LIGHT, colours, u, 26)
    for left in (2.0, wide - WALL - 2):
        _crenellated(pen, Box(left, top, left + WALL, bottom), STONE, colours, u, 18)
        slit = [v * u for v in (left + 24, top + 120, left + 32, top + 164)]
        pen.rounded_rectangle(slit, radius=4 * u, fill=colours.ink)
    _flag(pen, wide - 50, top + 2, colours.side(holder), colours, u)
    return picture.reduce(FINE)


@lru_cache(maxsize=8)
def fort_token(fort: str, holder: str, palette_name: str, scale: float) -> Image.Image:
    """The castle or watchtower of a field combat, in the back of the side that holds it."""
    colours = palette(palette_name)
    u = scale * FINE
    wide = FORT - 14
    picture = Image.new("RGBA", (round(wide * u), round((FORT_HIGH + FLAG) * u)))
    pen = ImageDraw.Draw(picture)
    x, top, bottom = wide / 2, FLAG - 2.0, FLAG - 2.0 + FORT_HIGH
    parts: tuple[tuple[Box, Colour, float], ...]
    if fort == "castle":
        parts = (
            (Box(x - 27, top, x + 27, bottom), STONE, 11),
            (Box(9, top + 130, wide - 9, bottom), LIGHT, 14),
            (Box(2, top + 84, 37, bottom), STONE, 8),
            (Box(wide - 37, top + 84, wide - 2, bottom), STONE, 8),
        )
    else:
        parts = (
            (Box(x - 36, top + 40, x + 36, bottom), LIGHT, 20),
            (Box(x - 46, top, x + 46, top + 62), STONE, 13),
        )
    _flag(pen, x, top + 6, colours.side(holder), colours, u)
    for box, fill, tooth in parts:
        _crenellated(pen, box, fill, colours, u, tooth)
    _gate(pen, x, bottom, colours, u)
    return picture.reduce(FINE)


def _crenellated(
    pen: Pen, box: Box, fill: Colour, colours: Palette, scale: float, tooth: float
) -> None:
    """A wall with merlons on top, its courses of stone, and an outline."""
    left, top, right, bottom = (v * scale for v in box)
    count = max(3, round((box.right - box.left) / tooth) // 2 * 2 + 1)
    wide, high = (right - left) / count, tooth * 0.8 * scale
    outline = [(left, bottom)]
    for i in range(count):
        y = top if i % 2 == 0 else top + high
        outline += [(left + i * wide, y), (left + (i + 1) * wide, y)]
    outline.append((right, bottom))
    pen.polygon(outline, fill=fill)
    course = 22 * scale
    y, odd = top + high + course, False
    while y < bottom - 4 * scale:
        pen.line((left, y, right, y), fill=SHADE, width=round(scale))
        x = left + (30 if odd else 52) * scale
        while x < right:
            pen.line((x, y - course, x, y), fill=SHADE, width=round(scale))
            x += 44 * scale
        y, odd = y + course, not odd
    pen.line([*outline, outline[0]], fill=colours.ink, width=round(2.4 * scale), joint="curve")


def _flag(pen: Pen, x: float, y: float, paint: Paint, colours: Palette, scale: float) -> None:
    """A pole at (x, y) with the holder's colours."""
    pole = [v * scale for v in (x, y, x, y - 46)]
    pen.line(pole, fill=colours.ink, width=round(3 * scale))
    cloth = [(x, y - 46), (x + 40, y - 38), (x + 30, y - 30), (x + 40, y - 20), (x, y - 22)]
    points = [(a * scale, b * scale) for a, b in cloth]
    pen.polygon(points, fill=paint.face)
    pen.line([*points, points[0]], fill=paint.edge, width=round(2 * scale))


def _gate(pen: Pen, x: float, bottom: float, colours: Palette, scale: float) -> None:
    left, top, right, low = (v * scale for v in (x - 16, bottom - 62, x + 16, bottom - 1))
    pen.ellipse((left, top, right, top + right - left), fill=colours.ink)
    pen.rectangle((left, top + (right - left) / 2, right, low), fill=colours.ink)
