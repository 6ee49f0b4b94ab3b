"""A hand of cards: copies fanned, in rows, and below them what lies open beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from engine.tongues import Tongue
from renderer.ink.geometry import Box
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand as Letters
from renderer.ink.writing import line
from renderer.pictures.sheets import (
    MARGIN,
    TALLEST,
    TITLE,
    WIDE,
    Laid,
    Sheet,
    Token,
    heading,
    rule,
    table,
)
from renderer.pieces import cards
from renderer.pieces.cards import HEAD, TALL, CardFace
from renderer.words import say

GAP = 18.0
LARGEST, SMALLEST = 290, 186
OPEN = (474.0, 104.0)  # a card lying open


class Fan(NamedTuple):
    """Copies of one design, and how many of them the opponent knows."""

    card: CardFace
    count: int  # type: ignore[assignment]  # hides a method nobody needs
    seen: int = 0


class Lying(NamedTuple):
    """Copies of a card that lie open, and what to call them."""

    card: CardFace
    count: int  # type: ignore[assignment]
    title: str


@dataclass(frozen=True)
class Hand:
    """A hand as its owner may see it, and its words."""

    title: str
    when: str
    counts: tuple[tuple[str, int], ...]
    fans: tuple[Fan, ...]
    lying: tuple[Lying, ...]
    words: tuple[str, ...]
    summary: tuple[str, ...]


def hand_sheet(hand: Hand, colours: Palette, tongue: Tongue) -> Sheet:
    width, rows = _dealt(hand.fans, bool(hand.lying))
    laid: list[Laid] = []
    y = float(TITLE)
    for row in rows:
        laid += _row(row, y, width, colours)
        y += _row_height(width)
    if not rows:
        y += 190
    top = y + 16
    if hand.lying:
        laid += _lying(hand.lying, top + 50, colours)
        y = max(piece.box.bottom for piece in laid) + 14

    def back(picture: Image.Image, scale: float) -> None:
        table(picture, colours, scale)
        heading(picture, hand.title, hand.when, hand.counts, colours, scale)
        if not rows:
            at, letters = (WIDE / 2, TITLE + 110.0), Letters("italic", 44, 500)
            text = tongue.word(say("hand.empty"))
            line(picture, at, text, letters, WIDE - 2 * MARGIN, colours.paper, scale)
        if hand.lying:
            rule(picture, tongue.word(say("hand.open")), top + 14, colours, scale)

    return Sheet((WIDE, round(y + MARGIN)), tuple(laid), back, hand.words, hand.summary)


def _dealt(fans: Sequence[Fan], lying: bool) -> tuple[int, list[list[Fan]]]:
    """The largest cards that fit a sheet of common height, and their rows."""
    around = TITLE + MARGIN + (OPEN[1] + 94 if lying else 0)
    for tallest in (TALLEST, TALLEST * 6 // 5, TALLEST * 3 // 2):
        for width in range(LARGEST, SMALLEST - 1, -4):
            rows = _rows(fans, width)
            if len(rows) * _row_height(width) <= tallest - around:
                return width, rows
    return SMALLEST, _rows(fans, SMALLEST)


def _row_height(width: int) -> float:
    return HEAD + width * TALL + cards.reach(cards.FANNED, width).bottom - width * TALL + 8


def _across(fan: Fan, width: int) -> float:
    box = cards.reach(fan.count, width)
    return box.right - box.left


def _rows(fans: Sequence[Fan], width: int) -> list[list[Fan]]:
    """As few rows as there must be, all about equally long."""
    room = WIDE - 2 * MARGIN - 8
    least = len(_filled(fans, width, room))
    total = sum(_across(fan, width) + GAP for fan in fans)
    for tight in range(20):
        wanted = min(room, total / max(1, least) + tight * (room / 20))
        rows = _filled(fans, width, wanted)
        if len(rows) <= least:
            return rows
    return _filled(fans, width, room)


def _filled(fans: Sequence[Fan], width: int, room: float) -> list[list[Fan]]:
    rows: list[list[Fan]] = []
    left = 0.0
    for fan in fans:
        across = _across(fan, width)
        if not rows or left < across:
            rows.append([])
            left = room
        rows[-1].append(fan)
        left -= across + GAP
    return rows


def _row(row: list[Fan], top: float, width: int, colours: Palette) -> Iterator[Laid]:
    x = (WIDE - sum(_across(fan, width) for fan in row) - GAP * (len(row) - 1)) / 2
    for fan in row:
        reach = cards.reach(fan.count, width)
        box = Box(x, top, x + reach.right - reach.left, top + reach.bottom - reach.top)
        yield Laid(fan.card.key, box, _fanned(fan, width, colours))
        x = box.right + GAP


def _fanned(fan: Fan, width: int, colours: Palette) -> Token:
    return lambda scale: cards.fan_token(fan.card, fan.count, fan.seen, width, colours.name, scale)


def _lying(found: Sequence[Lying], top: float, colours: Palette) -> Iterator[Laid]:
    """Cards on their side, three in a row."""
    for start in range(0, len(found), 3):
        row = found[start : start + 3]
        x = (WIDE - len(row) * OPEN[0] - (len(row) - 1) * 2 * GAP) / 2
        for one in row:
            box = Box(x, top, x + OPEN[0], top + OPEN[1])
            yield Laid(f"open {one.card.side} {one.card.key}", box, _laid_open(one, colours))
            x = box.right + 2 * GAP
        top += OPEN[1] + GAP


def _laid_open(one: Lying, colours: Palette) -> Token:
    return lambda scale: cards.lying_token(
        one.card, one.title, one.count, OPEN, 36, colours.name, scale
    )
