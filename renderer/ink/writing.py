"""Words and figures that fit their room, and the outlines of what they are written on."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box, Point
from renderer.ink.lettering import Font, figures, font
from renderer.ink.palette import Colour

LEAST = 29.5  # units: a font of 10 pixels where a picture of 1600 units is shown 550 wide
NAME = 45.0  # units: capitals of 10 pixels, measured by their ink
DIGITS = 30.0  # units: figures of 10 pixels, measured by their ink


class Hand(NamedTuple):
    """A face, the size of its letters in units, and their weight."""

    face: str
    size: float
    weight: int

    def font(self, scale: float) -> Font:
        return font(self.face, round(self.size * scale), self.weight)


def line(
    picture: Image.Image,
    at: Point,
    text: str,
    hand: Hand,
    wide: float,
    ink: Colour,
    scale: float,
    *,
    halo: Colour | None = None,
    anchor: str = "ms",
    least: float = LEAST,
) -> None:
    """A line of text, in units: smaller where it must be, and then squeezed, never cut."""
    written = _line(text, hand, round(wide, 1), ink, halo, least, scale)
    x, y = at[0] * scale, at[1] * scale
    left = {"l": 0.0, "m": written.width / 2, "r": written.width}[anchor[0]]
    picture.paste(written.ink, (round(x - left), round(y) - written.base), written.ink)


def label(
    picture: Image.Image,
    at: Point,
    text: str,
    hand: Hand,
    wide: float,
    ink: Colour,
    scale: float,
    *,
    anchor: str = "ms",
    least: float = LEAST,
) -> None:
    """A text straight on the picture where there is room for it; else as `line` fits it in."""
    letters = hand.font(scale)
    if letters.getlength(text) <= wide * scale:
        place = (at[0] * scale, at[1] * scale)
        ImageDraw.Draw(picture).text(place, text, font=letters, fill=ink, anchor=anchor)
    else:
        line(picture, at, text, hand, wide, ink, scale, anchor=anchor, least=least)


class _Written(NamedTuple):
    ink: Image.Image
    width: float
    base: int


@lru_cache(maxsize=256)
def _line(
    text: str, hand: Hand, wide: float, ink: Colour, halo: Colour | None, least: float, scale: float
) -> _Written:
    letters = smaller(text, hand, wide, scale, least).font(scale)
    stroke = round(2.4 * scale) if halo else 0
    left, top, right, bottom = letters.getbbox(text, anchor="ls", stroke_width=stroke)
    size = (max(1, round(right - left)) + 2, max(1, round(bottom - top)) + 2)
    picture = Image.new("RGBA", size, (*(halo or ink), 0))
    at = (1 - left, 1 - top)
    pen = ImageDraw.Draw(picture)
    pen.text(at, text, font=letters, fill=ink, anchor="ls", stroke_width=stroke, stroke_fill=halo)
    if picture.width > wide * scale:
        picture = picture.resize((round(wide * scale), picture.height), Image.Resampling.LANCZOS)
    return _Written(picture, float(picture.width), round(at[1]))


def smaller(text: str, hand: Hand, wide: float, scale: float, least: float = LEAST) -> Hand:
    """The largest size, not below the least, at which a text fits."""
    size = hand.size
    while size > least and hand._replace(size=size).font(scale).getlength(text) > wide * scale:
        size = max(least, size - 1)
    return hand._replace(size=size)


def number(
    picture: Image.Image,
    text: str,
    at: Point,
    high: float,
    ink: Colour,
    wide: float,
    scale: float,
) -> None:
    """Figures of an exact height, in units, centred, squeezed where they are too wide."""
    place = (at[0] * scale, at[1] * scale)
    put(picture, figures(text, round(high * scale)), place, ink, wide * scale)


def times(text: str, high: int) -> Image.Image:
    """Figures so high, with a smaller sign before them where there is one."""
    if not text.startswith("×"):
        return figures(text, high)
    digits, by = figures(text[1:], high), figures("×", round(high * 0.55))
    mask = Image.new("L", (by.width + digits.width + round(high * 0.14), high))
    mask.paste(by, (0, high - by.height - round(high * 0.08)))
    mask.paste(digits, (mask.width - digits.width, 0))
    return mask


def put(picture: Image.Image, mask: Image.Image, at: Point, ink: Colour, wide: float) -> None:
    """A mask in one colour, centred, narrowed where it is too wide."""
    if mask.width > wide:
        mask = mask.resize((max(1, round(wide)), mask.height), Image.Resampling.LANCZOS)
    corner = (round(at[0] - mask.width / 2), round(at[1] - mask.height / 2))
    picture.paste(ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)


def broken(
    text: str, wide: float, size: float, face: str, weight: int, most: int
) -> tuple[tuple[str, ...], float]:
    """Lines and the size of their letters: as few lines as fit, smaller only when they must."""
    words = text.split()
    while size > 8:
        letters = font(face, round(size), weight)
        for count in range(1, min(most, len(words)) + 1):
            lines = _lines(words, count, letters)
            if all(letters.getlength(line) <= wide for line in lines):
                return lines, size
        size *= 0.95
    return (text,), size


def _lines(words: list[str], count: int, letters: Font) -> tuple[str, ...]:
    """Words in so many lines, the longest as short as can be."""
    if count == 1:
        return (" ".join(words),)
    best: tuple[str, ...] = ()
    for cut in range(1, len(words) - count + 2):
        lines = (" ".join(words[:cut]), *_lines(words[cut:], count - 1, letters))
        if not best or max(map(letters.getlength, lines)) < max(map(letters.getlength, best)):
            best = lines
    return best


# -- outlines ------------------------------------------------------------------------------------


def leaf(pen: ImageDraw.ImageDraw, shape: str, area: Box, corner: float, fill: Colour) -> None:
    """The outline of a side's pieces and cards: square, round, with cut corners or pointed sides;
    in pixels."""
    left, top, right, bottom = area
    if shape == "hex":
        c, middle = corner * 1.6, (top + bottom) / 2
        outline = [(left + c, top), (right - c, top), (right, middle), (right - c, bottom)]
        pen.polygon([*outline, (left + c, bottom), (left, middle)], fill=fill)
        return
    if shape != "cut":
        radius = corner * 2.2 if shape == "round" else corner
        pen.rounded_rectangle(area, radius=radius, fill=fill)
        return
    c = corner * 1.6
    pen.polygon(
        [
            (left + c, top),
            (right - c, top),
            (right, top + c),
            (right, bottom - c),
            (right - c, bottom),
            (left + c, bottom),
            (left, bottom - c),
            (left, top + c),
        ],
        fill=fill,
    )


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """A colour with so much of another in it."""
    r, g, b = (round(a + (c - a) * part) for a, c in zip(one, other, strict=True))
    return r, g, b
