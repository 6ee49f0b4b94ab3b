"""What the signs mean: every mark of a game's pictures, with its words, on one sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand, line
from renderer.pictures.sheets import Sheet

WIDE = 1600
FRAME = 18.0
TOP = 96.0  # where the columns begin
BAND = 54.0
ROW = 112.0
SIGN = 108.0  # the room of a sign
TITLE = Hand("capital", 56, 800)
HEADING = Hand("capital", 36, 750)
NAME = Hand("roman", 40, 700)
TEXT = Hand("italic", 32, 600)
FOOT = 76.0  # so that nothing lies under Discord's badge

Drawing = Callable[[Image.Image, Box, float], None]  # a sign in its room, in units, at a scale


class Entry(NamedTuple):
    """A sign, what it is called, and what it means."""

    draw: Drawing
    name: str
    text: str


class Column(NamedTuple):
    heading: str
    entries: tuple[Entry, ...]


def token(make: Callable[[float], Image.Image]) -> Drawing:
    """A sign that is a small picture: in the middle of its room."""

    def draw(picture: Image.Image, room: Box, scale: float) -> None:
        made = make(scale)
        x, y = room.centre
        at = (round(x * scale - made.width / 2), round(y * scale - made.height / 2))
        picture.paste(made, at, made)

    return draw


def legend_sheet(
    title: str, columns: Sequence[Column], palette: Palette, words: tuple[str, ...]
) -> Sheet:
    """Columns side by side, as high as the longest."""
    rows = max(len(column.entries) for column in columns)
    high = TOP + BAND + 14 + rows * ROW + FOOT
    wide = (WIDE - 2 * FRAME - 16) / len(columns)

    def back(picture: Image.Image, scale: float) -> None:
        _paper(picture, palette, scale)
        line(picture, (WIDE / 2, 74), title, TITLE, WIDE - 200, palette.accent, scale)
        for i, column in enumerate(columns):
            _column(picture, column, FRAME + 8 + i * wide, wide, palette, scale)

    return Sheet((WIDE, round(high)), (), back, words, words)


def _paper(picture: Image.Image, palette: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, *picture.size), fill=palette.paper)
    for d, thick, ink in ((FRAME * 0.96, 2.4, palette.ink), (FRAME * 0.4, 1.2, palette.faint)):
        box = (d * scale, d * scale, picture.width - 1 - d * scale, picture.height - 1 - d * scale)
        pen.rectangle(box, outline=ink, width=round(thick * scale))


def _column(
    picture: Image.Image, column: Column, left: float, wide: float, palette: Palette, scale: float
) -> None:
    pen = ImageDraw.Draw(picture)
    box = (left + 4, TOP, left + wide - 4, TOP + BAND)
    pen.rectangle([v * scale for v in box], fill=palette.ink)
    at = (left + wide / 2, TOP + BAND - 15)
    line(picture, at, column.heading, HEADING, wide - 40, palette.gold, scale)
    room = wide - SIGN - 24
    for i, entry in enumerate(column.entries):
        top = TOP + BAND + 14 + i * ROW
        entry.draw(picture, Box(left + 6, top, left + SIGN, top + ROW), scale)
        x = left + SIGN + 8
        down = 46 if entry.text else 66
        line(picture, (x, top + down), entry.name, NAME, room, palette.ink, scale, anchor="ls")
        if entry.text:
            at = (x, top + 86)
            line(picture, at, entry.text, TEXT, room, palette.faint, scale, anchor="ls", least=26)
