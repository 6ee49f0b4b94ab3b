"""A sheet of cards of paper beside the board: arms and a name, figures, units, dice and words.

Every card is as high as what it holds; cards stand in one column or in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box
from renderer.ink.heraldry import shield, sign
from renderer.ink.palette import Arms, Colour, Palette
from renderer.ink.writing import DIGITS, Hand, leaf, line, number
from renderer.pictures.sheets import MARGIN, TITLE, WIDE, Sheet, heading, table

BAND = 92  # units: the head of a card
PAD = 18
FIGURES = 92
TILE = (116.0, 108.0)
DIE = 66.0
LINE = 38.0
HEAD = 40.0  # words above a row
GAP = 20.0
BODY = Hand("roman", 31, 550)
SMOOTH = 2  # cards are drawn so many times larger


class Tile(NamedTuple):
    """An emblem with a figure and a word."""

    emblem: str
    figure: str
    word: str
    pale: bool = False  # one that is gone


class Row(NamedTuple):
    """One of: figures with their words, tiles, dice, or a text; with words above it."""

    head: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    tiles: tuple[Tile, ...] = ()
    dice: tuple[int, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Card:
    side: str
    arms: Arms
    title: str
    note: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Ledger:
    title: str
    when: str
    counts: tuple[tuple[str, int | str], ...]
    cards: tuple[Card, ...]
    words: tuple[str, ...]
    summary: tuple[str, ...]


def ledger_sheet(ledger: Ledger, colours: Palette) -> Sheet:
    placed = list(_placed(ledger.cards))
    bottom = max((box.bottom for _, box in placed), default=TITLE)

    def back(picture: Image.Image, scale: float) -> None:
        table(picture, colours, scale)
        heading(picture, ledger.title, ledger.when, ledger.counts, colours, scale)
        fine = scale * SMOOTH
        for card, box in placed:
            left, top = round(box.left * scale), round(box.top * scale)
            size = (round((box.right - box.left) * fine), round((box.bottom - box.top) * fine))
            paper = Image.new("RGB", size, colours.ink)
            _card(paper, card, Box(0, 0, box.right - box.left, box.bottom - box.top), colours, fine)
            picture.paste(paper.reduce(SMOOTH), (left, top))

    return Sheet((WIDE, round(bottom + 36)), (), back, ledger.words, ledger.summary)


def _placed(cards: tuple[Card, ...]) -> list[tuple[Card, Box]]:
    """Two in a row, as high as the higher one; a single card is as wide as the sheet."""
    columns = 1 if len(cards) == 1 else 2
    wide = (WIDE - 2 * MARGIN - (columns - 1) * GAP) / columns
    top = float(TITLE)
    found = []
    for first in range(0, len(cards), columns):
        row = cards[first : first + columns]
        high = max(_high(card, wide) for card in row)
        for i, card in enumerate(row):
            left = MARGIN + i * (wide + GAP)
            found.append((card, Box(left, top, left + wide, top + high)))
        top += high + GAP
    return found


def _high(card: Card, wide: float) -> float:
    return BAND + sum(_row_high(row, wide - 2 * PAD) for row in card.rows) + 14


def _row_high(row: Row, wide: float) -> float:
    high = HEAD if row.head else 0.0
    if row.figures:
        high += FIGURES
    if row.tiles:
        high += ceil(len(row.tiles) / _across(wide, TILE[0])) * (TILE[1] + 8)
    if row.dice:
        high += ceil(len(row.dice) / _across(wide, DIE)) * (DIE + 8)
    return high + len(wrapped(row.text, wide)) * LINE + 6


def _across(wide: float, each: float) -> int:
    return max(1, int((wide + 8) // (each + 8)))


def wrapped(text: str, wide: float) -> list[str]:
    """A text in lines that fit."""
    letters = BODY.font(1)
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.getlength(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# -- drawing -------------------------------------------------------------------------------------


def _card(picture: Image.Image, card: Card, box: Box, colours: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    paint = colours.side(card.side)
    area = [v * scale for v in box]
    pen.rounded_rectangle(
        area, radius=12 * scale, fill=colours.paper, outline=colours.gold, width=round(3 * scale)
    )
    band = Box(box.left + 9, box.top + 9, box.right - 9, box.top + BAND - 8)
    left, top, right, bottom = (v * scale for v in band)
    for inset, fill in ((0.0, paint.edge), (2.4 * scale, paint.face)):
        leaf(
            pen,
            paint.shape,
            Box(left + inset, top + inset, right - inset, bottom - inset),
            8 * scale,
            fill,
        )
    at = ((band.left + 52) * scale, band.centre[1] * scale)
    shield(picture, at, 52 * scale, 60 * scale, card.arms, colours)
    room = band.right - band.left - 120
    named = room * (0.58 if card.note else 1.0)
    y = band.centre[1] + 14
    line(
        picture, (band.left + 92, y), card.title, Hand("capital", 42, 750), named, paint.ink,
        scale, anchor="ls", least=34,
    )  # fmt: skip
    if card.note:
        line(
            picture, (band.right - 22, y), card.note, Hand("italic", 33, 600), room - named - 10,
            paint.ink, scale, anchor="rs",
        )  # fmt: skip
    y = box.top + BAND
    inner = Box(box.left + PAD, y, box.right - PAD, box.bottom)
    for row in card.rows:
        _row(picture, row, inner, y, colours, scale)
        y += _row_high(row, inner.right - inner.left)


def _row(
    picture: Image.Image, row: Row, area: Box, y: float, colours: Palette, scale: float
) -> None:
    wide = area.right - area.left
    if row.head:
        at = (area.left, y + 29)
        hand = Hand("italic", 32, 650)
        line(picture, at, row.head, hand, wide, colours.accent, scale, anchor="ls")
        y += HEAD
    if row.figures:
        step = wide / len(row.figures)
        for i, (word, figure) in enumerate(row.figures):
            x = area.left + (i + 0.5) * step
            number(picture, figure, (x, y + 28), 40, colours.ink, step - 12, scale)
            at = (x, y + 80)
            line(picture, at, word, Hand("italic", 30, 600), step - 8, colours.faint, scale)
        y += FIGURES
    for i, tile in enumerate(row.tiles):
        across = _across(wide, TILE[0])
        left = area.left + i % across * (TILE[0] + 8)
        top = y + i // across * (TILE[1] + 8)
        _tile(picture, tile, Box(left, top, left + TILE[0], top + TILE[1]), colours, scale)
    for i, throw in enumerate(row.dice):
        across = _across(wide, DIE)
        left, top = area.left + i % across * (DIE + 8), y + i // across * (DIE + 8)
        _die(picture, throw, Box(left, top, left + DIE, top + DIE), colours, scale)
    for i, text in enumerate(wrapped(row.text, wide)):
        at = (area.left, y + i * LINE + 29)
        line(picture, at, text, BODY, wide, colours.ink, scale, anchor="ls")


def _tile(picture: Image.Image, tile: Tile, box: Box, colours: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    ink: Colour = colours.faint if tile.pale else colours.ink
    fill = colours.paper if tile.pale else colours.halo
    area = [v * scale for v in box]
    pen.rounded_rectangle(area, radius=8 * scale, fill=fill, outline=ink, width=round(2 * scale))
    x, y = box.centre[0], box.top + 38
    if tile.figure:
        sign(picture, tile.emblem, ((x - 26) * scale, y * scale), 50 * scale, ink)
        number(picture, tile.figure, (x + 28, y), DIGITS + 8, ink, 50, scale)
    else:
        sign(picture, tile.emblem, (x * scale, y * scale), 54 * scale, ink)
    if tile.pale:
        pen.line(
            [v * scale for v in (box.left + 8, y + 28, box.right - 8, y - 28)],
            fill=colours.main, width=round(4 * scale),
        )  # fmt: skip
    at = (x, box.bottom - 11)
    line(picture, at, tile.word, Hand("roman", 30, 600), TILE[0] - 10, ink, scale)


def _die(picture: Image.Image, throw: int, box: Box, colours: Palette, scale: float) -> None:
    """A die of ten sides."""
    pen = ImageDraw.Draw(picture)
    (x, _), left, right = box.centre, box.left, box.right
    waist, chin = box.top + DIE * 0.4, box.top + DIE * 0.64
    outline = [(x, box.top), (right, waist), (right - 2, chin), (x, box.bottom), (left + 2, chin)]
    points = [(a * scale, b * scale) for a, b in (*outline, (left, waist))]
    pen.polygon(points, fill=colours.halo)
    width = round(2.4 * scale)
    pen.line([*points, points[0], points[1]], fill=colours.ink, width=width, joint="curve")
    number(picture, str(throw), (x, box.centre[1]), DIGITS, colours.ink, DIE - 22, scale)
