"""A sheet beside the board: what lies on it, its words, and the table under it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box
from renderer.ink.lettering import figures, font
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand, line, put

WIDE = 1600  # units across, as the board: so letters are as large in both
TALLEST = 1200  # cards and blocks shrink before a sheet grows higher
MARGIN = 46
TITLE = 150  # where the cards begin

Token = Callable[[float], Image.Image]


class Laid(NamedTuple):
    """Something on a sheet, in units, and how to make it at a scale."""

    what: str
    box: Box
    token: Token


@dataclass(frozen=True)
class Sheet:
    """A sheet before it is drawn: its size, what lies on it, and its words."""

    size: tuple[int, int]
    laid: tuple[Laid, ...]
    back: Callable[[Image.Image, float], None]
    words: tuple[str, ...]  # everything on it
    summary: tuple[str, ...]  # the same, shorter

    def draw(self, scale: float) -> Image.Image:
        size = (round(self.size[0] * scale), round(self.size[1] * scale))
        picture = Image.new("RGB", size)
        self.back(picture, scale)
        for piece in self.laid:
            token = piece.token(scale)
            corner = (round(piece.box.left * scale), round(piece.box.top * scale))
            picture.paste(token, corner, token)
        return picture


def table(picture: Image.Image, colours: Palette, scale: float) -> None:
    """A dark table with a gilt line, so that cards stand out."""
    pen = ImageDraw.Draw(picture)
    width, height = picture.size
    pen.rectangle((0, 0, width, height), fill=colours.ink)
    for d, thick in ((12, 2.4), (20, 1.0)):
        area = (d * scale, d * scale, width - 1 - d * scale, height - 1 - d * scale)
        pen.rectangle(area, outline=colours.gold, width=max(1, round(thick * scale)))


def heading(
    picture: Image.Image,
    title: str,
    when: str,
    counts: Sequence[tuple[str, int | str]],
    colours: Palette,
    scale: float,
) -> None:
    """Whose sheet it is and when, and some figures at the right."""
    room = WIDE - 2 * MARGIN - 165 * len(counts)
    hand = Hand("capital", 52, 750)
    line(picture, (MARGIN, 82), title, hand, room, colours.gold, scale, anchor="ls")
    hand = Hand("italic", 34, 550)
    line(picture, (MARGIN, 124), when, hand, room, colours.paper, scale, anchor="ls")
    x = WIDE - MARGIN - 75.0
    for word, count in reversed(counts):
        mask = figures(str(count), round(42 * scale))
        put(picture, mask, (x * scale, 66 * scale), colours.paper, 130 * scale)
        line(picture, (x, 124), word, Hand("italic", 31, 550), 150, colours.paper, scale)
        x -= 160


def rule(picture: Image.Image, text: str, y: float, colours: Palette, scale: float) -> None:
    """A line across the table with words in its middle."""
    pen = ImageDraw.Draw(picture)
    letters = font("italic", round(31 * scale), 550)
    half = letters.getlength(text) / 2 + 18 * scale
    x = WIDE / 2 * scale
    for a, b in ((MARGIN * scale, x - half), (x + half, (WIDE - MARGIN) * scale)):
        pen.line((a, y * scale, b, y * scale), fill=colours.gold, width=max(1, round(1.4 * scale)))
    pen.text((x, (y + 9) * scale), text, font=letters, fill=colours.paper, anchor="ms")
