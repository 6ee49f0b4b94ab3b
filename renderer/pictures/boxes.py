"""Boxes of blocks beside the board: a column for each side, heaps below each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.boards.scene import BlockFace
from renderer.ink.geometry import Box
from renderer.ink.lettering import figures
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand, label, line
from renderer.pictures.sheets import TALLEST, TITLE, WIDE, Laid, Sheet, Token, heading, table
from renderer.pieces.blocks import TALL, back_token, heap_token, heap_width

COLUMN = (WIDE - 3 * 40) / 2
GAP = 16.0
BLOCKS = (124, 112, 100, 92)  # how wide blocks may be: the largest that fit
DIGITS = 32.0
ASIDE = 218  # the room of what stands at the right of the first heading


class Heap(NamedTuple):
    """Blocks under one heading; `blocks` is None where the reader knows only their number."""

    heading: str
    side: str
    count: int  # type: ignore[assignment]  # hides a method nobody needs
    blocks: tuple[BlockFace, ...] | None


@dataclass(frozen=True)
class Column:
    title: str
    side: str
    heaps: tuple[Heap, ...]
    aside: tuple[str, int]  # a figure beside the first heading


@dataclass(frozen=True)
class Boxes:
    title: str
    when: str
    columns: tuple[Column, ...]  # two of them
    words: tuple[str, ...]


class _Filled(NamedTuple):
    headings: list[tuple[str, int, float]]  # words, how many blocks, the top of the line
    laid: list[Laid]
    bottom: float


def box_sheet(boxes: Boxes, colours: Palette) -> Sheet:
    for width in BLOCKS:
        filled = [_filled(c, i, width, colours) for i, c in enumerate(boxes.columns)]
        bottom = max(column.bottom for column in filled)
        if bottom + 30 <= TALLEST:
            break
    tall = round(bottom + 40)

    def back(picture: Image.Image, scale: float) -> None:
        table(picture, colours, scale)
        heading(picture, boxes.title, boxes.when, (), colours, scale)
        for i, (column, rows) in enumerate(zip(boxes.columns, filled, strict=True)):
            _panel(picture, i, column, tall - 34, colours, scale)
            for row, (text, count, y) in enumerate(rows.headings):
                wide = COLUMN - (ASIDE + 30 if not row else 36)
                _counted(picture, text, count, (_left(i) + 18, y), wide, colours, scale)
            at = (_left(i) + COLUMN - ASIDE, rows.headings[0][2])
            _counted(picture, *column.aside, at, ASIDE - 16, colours, scale)

    laid = tuple(piece for column in filled for piece in column.laid)
    return Sheet((WIDE, tall), laid, back, boxes.words, boxes.words)


def _left(index: int) -> float:
    return 40 + index * (COLUMN + 40)


def _filled(column: Column, index: int, width: int, colours: Palette) -> _Filled:
    headings: list[tuple[str, int, float]] = []
    laid: list[Laid] = []
    y = TITLE + 84.0
    for heap in column.heaps:
        headings.append((heap.heading, heap.count, y))
        y = _flow(heap, index, y + 48, width, colours, laid)
    return _Filled(headings, laid, y)


def _flow(
    heap: Heap, index: int, top: float, width: int, colours: Palette, laid: list[Laid]
) -> float:
    """Blocks in rows; returns where the next heading goes."""
    left, right = _left(index) + 18, _left(index) + COLUMN - 12
    high = width * TALL
    x, y = left, top
    cells = _cells(heap, width, colours)
    for key, across, token in cells:
        if x + across > right:
            x, y = left, y + high + GAP
        what = f"{heap.heading} {heap.side} {key}"
        laid.append(Laid(what, Box(x, y, x + across, y + high), token))
        x += across + GAP
    return y + high + 22 if cells else y + 4


def _cells(heap: Heap, width: int, colours: Palette) -> list[tuple[str, float, Token]]:
    """What lies in a heap: kind, width, picture. What is hidden is one back with a figure."""
    if heap.blocks is None:
        if not heap.count:
            return []
        return [
            (
                "hidden",
                float(width),
                lambda scale: back_token(heap.side, heap.count, width, colours.name, scale),
            )
        ]
    return [
        (face.key, heap_width(count, width), _face(heap.side, face, count, width, colours))
        for face, count in Counter(heap.blocks).items()
    ]


def _face(side: str, face: BlockFace, count: int, width: int, colours: Palette) -> Token:
    return lambda scale: heap_token(face, count, width, side, colours.name, scale)


def _counted(
    picture: Image.Image,
    text: str,
    count: int,
    at: tuple[float, float],
    wide: float,
    colours: Palette,
    scale: float,
) -> None:
    """A heading with its number first, as large as the figures on blocks."""
    mask = figures(str(count), round(DIGITS * scale))
    corner = (round(at[0] * scale), round((at[1] + 1) * scale))
    picture.paste(colours.ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
    place = (corner[0] + mask.width + 12 * scale, corner[1] + mask.height)
    beside, room = (place[0] / scale, place[1] / scale), wide - mask.width / scale - 12
    hand = Hand("roman", 33, 650)
    label(picture, beside, text, hand, room, colours.ink, scale, anchor="ls", least=20)


def _panel(
    picture: Image.Image, index: int, column: Column, bottom: float, colours: Palette, scale: float
) -> None:
    """The paper of a column, and a band with the side's name."""
    pen = ImageDraw.Draw(picture)
    paint, left = colours.side(column.side), _left(index)
    for box, fill, edge, radius in (
        ((left, TITLE, left + COLUMN, bottom), colours.paper, colours.gold, 10),
        ((left + 10, TITLE + 10, left + COLUMN - 10, TITLE + 66), paint.face, paint.edge, 7),
    ):
        area = [v * scale for v in box]
        pen.rounded_rectangle(
            area, radius=radius * scale, fill=fill, outline=edge, width=round(2 * scale)
        )
    at = (left + COLUMN / 2, TITLE + 51)
    line(picture, at, column.title, Hand("capital", 36, 750), COLUMN - 40, paint.ink, scale)
