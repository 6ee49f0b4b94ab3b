"""The end of a game: the board as it stands, under a banner with the winner and the reckoning."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box
from renderer.ink.heraldry import shield, sign
from renderer.ink.palette import Arms, Palette, palette
from renderer.ink.writing import DIGITS, Hand, leaf, line, number

HIGH = 292  # units of the board: the banner above it, without notes
ROW = 140  # units: one side's reckoning
NOTE = 38  # units: a line of notes
FINE = 2
MANY = 4  # more sides than these stand in two columns


@dataclass(frozen=True)
class Part:
    """One line of a reckoning: how many of what, at how much, and what they make."""

    word: str
    sign: str
    figure: str
    total: str
    arms: Arms | None = None  # of the people that it is about


@dataclass(frozen=True)
class Total:
    side: str
    people: str
    total: str
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()  # what had been hidden until now, line by line


@dataclass(frozen=True)
class End:
    winner: str
    title: str
    reason: str
    sides: tuple[Total, ...]  # two side by side, a few below each other, or in two columns
    words: tuple[str, ...]


def draw(ended: End, wide: int, colours: Palette, board: Image.Image) -> Image.Image:
    """The board, so many units wide, under its banner."""
    banner = _banner(ended, wide, colours.name, board.width / wide)
    picture = Image.new("RGB", (board.width, banner.height + board.height))
    picture.paste(banner, (0, 0))
    picture.paste(board, (0, banner.height))
    return picture


@lru_cache(maxsize=2)
def _banner(ended: End, wide: int, palette_name: str, scale: float) -> Image.Image:
    colours, u = palette(palette_name), scale * FINE
    paint = colours.side(ended.winner)
    columns = 2 if len(ended.sides) == 2 or len(ended.sides) > MANY else 1
    more = (ceil(len(ended.sides) / columns) - 1) * ROW
    high = HIGH + more + NOTE * max(len(side.notes) for side in ended.sides)
    picture = Image.new("RGB", (round(wide * u), round(high * u)), colours.paper)
    pen = ImageDraw.Draw(picture)
    for inset, ink, width in ((13, colours.ink, 2.4), (6, colours.faint, 1.2)):
        area = [v * u for v in (inset, inset, wide - inset, high + 20)]
        pen.rectangle(area, outline=ink, width=round(width * u))
    _cloth(pen, Box(150, 26, wide - 150, 136), ended.winner, colours, u)
    for y, text, hand in (
        (86.0, ended.title.upper(), Hand("capital", 56, 800)),
        (122.0, ended.reason, Hand("italic", 35, 600)),
    ):
        line(picture, (wide / 2, y), text, hand, wide - 330, paint.ink, u)
    half = (wide - 60) / columns
    for i, side in enumerate(ended.sides):
        left, top = 26 + i % columns * (half + 8), 150 + i // columns * ROW
        _side(picture, side, Box(left, top, left + half, top + ROW - 4), colours, u)
        for row, note in enumerate(side.notes):
            at = (left + 6, HIGH + NOTE * row + 22)
            line(picture, at, note, Hand("roman", 31, 500), half - 12, colours.ink, u, anchor="ls")
    return picture.reduce(FINE)


def _cloth(pen: ImageDraw.ImageDraw, box: Box, winner: str, colours: Palette, u: float) -> None:
    """A banner of the winner's colour with swallow tails behind it."""
    left, top, right, bottom = box
    paint = colours.side(winner)
    dark = (paint.face[0] * 3 // 4, paint.face[1] * 3 // 4, paint.face[2] * 3 // 4)
    for x, turn in ((left, -1), (right, 1)):
        tail = [
            (x - turn * 40, top + 18),
            (x + turn * 96, top + 18),
            (x + turn * 66, (top + bottom) / 2 + 9),
            (x + turn * 96, bottom + 6),
            (x - turn * 40, bottom + 6),
        ]
        points = [(a * u, b * u) for a, b in tail]
        pen.polygon(points, fill=dark)
        pen.line([*points, points[0]], fill=paint.edge, width=round(2.4 * u), joint="curve")
    area = [v * u for v in box]
    pen.rectangle(area, fill=paint.face, outline=paint.edge, width=round(2.4 * u))
    inner = [v * u for v in (left + 8, top + 8, right - 8, bottom - 8)]
    pen.rectangle(inner, outline=colours.gold, width=round(2.4 * u))


def _side(picture: Image.Image, side: Total, area: Box, colours: Palette, u: float) -> None:
    """A side's points, and beside them what made them."""
    pen = ImageDraw.Draw(picture)
    paint = colours.side(side.side)
    box = Box(area.left, area.top + 6, area.left + 148, area.bottom - 6)
    for inset, fill in ((0.0, paint.edge), (2.4, paint.face)):
        left, top, right, bottom = (v * u for v in box)
        d = inset * u
        leaf(pen, paint.shape, Box(left + d, top + d, right - d, bottom - d), 7 * u, fill)
    x, y = box.centre
    number(picture, side.total, (x, y - 14), 56, paint.ink, 124, u)
    at = (x, box.bottom - 14)
    line(picture, at, side.people, Hand("italic", 30, 600), 130, paint.ink, u)
    left = box.right + 10
    step = (area.right - left) / len(side.parts)
    for i, part in enumerate(side.parts):
        cell = Box(left + i * step, area.top, left + (i + 1) * step, area.bottom)
        _part(picture, part, cell, colours, u)


def _part(picture: Image.Image, part: Part, area: Box, colours: Palette, u: float) -> None:
    x, _ = area.centre
    wide = area.right - area.left - 10
    if part.arms:
        at = (x * u, (area.top + 29) * u)
        shield(picture, at, 40 * u, 45 * u, part.arms, colours)
    if part.sign:
        at = ((area.left + 26) * u, (area.top + 34) * u)
        if part.sign == "star":  # as on the board: gilt
            sign(picture, part.sign, at, 42 * u, colours.ink)
            sign(picture, part.sign, at, 34 * u, colours.gold)
        else:
            sign(picture, part.sign, at, 44 * u, colours.ink)
    if part.figure:
        at = (x + 24, area.top + 34)
        number(picture, part.figure, at, DIGITS, colours.ink, wide - 52, u)
    at = (x + (0 if part.arms else 10), area.top + 80)
    number(picture, part.total, at, DIGITS + 4, colours.accent, wide, u)
    at = (x + 2, area.bottom - 14)
    line(picture, at, part.word, Hand("italic", 31, 600), wide, colours.ink, u)
