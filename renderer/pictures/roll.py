"""The muster roll below a map: what a reader knows of the pieces, face up, place by place.

In units of a picture 1600 wide, whatever the map above it is cut from: so names are as large
below a close-up as below the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.boards.scene import Roll, Troop
from renderer.ink.geometry import Box
from renderer.ink.lettering import figures, font
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand, label, put
from renderer.pictures.sheets import Sheet
from renderer.pieces.faces import TALL, face_token, rest_token

WIDE = 1600
FRAME = 18.0
MARGIN = 34.0
HEADING = Hand("capital", 30, 750)
NOTE = Hand("italic", 30, 600)
NAME = Hand("roman", 34, 650)  # 11.7 pixels where a picture is shown 550 wide
COUNT = 31.0  # the height of the figures: 10.6 pixels there
BAND = 44.0  # under a heading
FACES = (72.0, 66.0, 58.0)  # how wide: the largest that keeps a roll within so many rows
ROWS = 4
APART, GAP = 30.0, 12.0  # between stacks, and between name, number and faces
FOOT = 62.0  # below the last row, so that nothing lies under Discord's badge


class Part(NamedTuple):
    """A stack in a row, or what of it did not fit into the row before."""

    troop: Troop
    first: int
    last: int
    left: float
    faces: float  # where they begin
    lead: bool  # with name and number

    @property
    def shows(self) -> int:
        return self.last - self.first


class Laid(NamedTuple):
    """One roll: how wide its faces are, and what stands in its rows."""

    roll: Roll
    face: float
    rows: tuple[tuple[Part, ...], ...]

    @property
    def step(self) -> float:
        return self.face * TALL + 14

    @property
    def high(self) -> float:
        return BAND + 12 + self.step * len(self.rows)


@lru_cache(maxsize=256)
def _written(text: str) -> float:
    return float(NAME.font(2).getlength(text)) / 2


def _number(count: int) -> float:
    return figures(str(count), round(COUNT)).width


def _tokens(troop: Troop) -> int:
    return len(troop.faces) + bool(troop.hidden)


def laid_out(roll: Roll) -> Laid:
    """The largest faces with which the roll has no more than four rows."""
    for face in FACES:
        made = Laid(roll, face, _rows(roll.troops, face))
        if len(made.rows) <= ROWS:
            break
    return made


def _rows(troops: Sequence[Troop], face: float) -> tuple[tuple[Part, ...], ...]:
    """Filled greedily: a stack goes into the first row that has room for it."""
    right = WIDE - MARGIN
    rows: list[list[Part]] = []
    ends: list[float] = []
    for troop in troops:
        head = _written(troop.name) + GAP + _number(troop.count) + GAP
        wide = head + _tokens(troop) * face
        row = next((i for i, end in enumerate(ends) if end + APART + wide <= right), None)
        if row is None:
            rows.append([])
            ends.append(MARGIN - APART)
            row = len(rows) - 1
        left, first = ends[row] + APART, 0
        most = max(1, int((right - left - head) / face))
        while True:  # more than a row holds goes on in the next
            last = min(_tokens(troop), first + most)
            begins = left + head if first == 0 else left
            rows[row].append(Part(troop, first, last, left, begins, first == 0))
            ends[row] = begins + (last - first) * face
            if last == _tokens(troop):
                break
            rows.append([])
            ends.append(MARGIN - APART)
            row, left, first = len(rows) - 1, MARGIN, last
            most = int((right - left) / face)
    return tuple(map(tuple, rows))


def height(rolls: Sequence[Roll]) -> float:
    return sum(laid_out(roll).high for roll in rolls) + FOOT if rolls else 0.0


def below(
    picture: Image.Image, rolls: Sequence[Roll], caption: str, palette: Palette
) -> Image.Image:
    """A picture with the rolls under it."""
    if not rolls:
        return picture
    scale = picture.width / WIDE
    high = round(height(rolls) * scale)
    whole = Image.new("RGB", (picture.width, picture.height + high), palette.paper)
    whole.paste(picture)
    drawn = sheet(rolls, caption, palette, scale)
    whole.paste(drawn, (0, picture.height))
    return whole


def roll_sheet(
    rolls: Sequence[Roll], caption: str, words: tuple[str, ...], palette: Palette
) -> Sheet:
    """The rolls alone, without a map."""

    def back(picture: Image.Image, scale: float) -> None:
        picture.paste(sheet(rolls, caption, palette, scale))

    return Sheet((WIDE, round(height(rolls))), (), back, words, words)


def sheet(rolls: Sequence[Roll], caption: str, palette: Palette, scale: float) -> Image.Image:
    """The rolls on paper, lined as the map above them is."""
    picture = Image.new("RGB", (round(WIDE * scale), round(height(rolls) * scale)), palette.paper)
    y = 0.0
    for roll in rolls:
        made = laid_out(roll)
        _heading(picture, roll, y, palette, scale)
        for i, row in enumerate(made.rows):
            top = y + BAND + 12 + i * made.step
            for part in row:
                _part(picture, part, made.face, top, palette, scale)
        y += made.high
    at, hand = (WIDE / 2, y + FOOT / 2), Hand("italic", 30, 600)
    label(picture, at, caption, hand, WIDE - 300, palette.faint, scale)
    pen = ImageDraw.Draw(picture)
    for x, thick, ink in ((FRAME * 0.96, 2.4, palette.ink), (FRAME * 0.4, 1.2, palette.faint)):
        d = x * scale
        bottom = picture.height - 1 - d
        line = [(d, 0), (d, bottom), (picture.width - 1 - d, bottom), (picture.width - 1 - d, 0)]
        pen.line(line, fill=ink, width=round(thick * scale))
    return picture


def _heading(picture: Image.Image, roll: Roll, y: float, palette: Palette, scale: float) -> None:
    """A band in the dark colour of the side."""
    paint = palette.side(roll.side)
    dark, light = sorted((paint.face, paint.ink), key=sum)
    pen = ImageDraw.Draw(picture)
    box = [v * scale for v in (FRAME, y, WIDE - FRAME, y + BAND)]
    pen.rectangle(box, fill=dark)
    at = (MARGIN, y + BAND / 2 + 10)
    label(picture, at, roll.heading, HEADING, 1000, light, scale, anchor="ls")
    at = (WIDE - MARGIN, y + BAND / 2 + 10)
    label(picture, at, roll.note, NOTE, 480, light, scale, anchor="rs")


def _part(
    picture: Image.Image, part: Part, face: float, top: float, palette: Palette, scale: float
) -> None:
    middle, troop = top + face * TALL / 2, part.troop
    if part.lead:
        letters = font(NAME.face, round(NAME.size * scale), NAME.weight)
        pen = ImageDraw.Draw(picture)
        at = (part.left * scale, (middle + 11) * scale)
        pen.text(at, troop.name, font=letters, fill=palette.ink, anchor="ls")
        wide = _written(troop.name)
        if troop.walls:
            _wall(pen, Box(part.left, middle + 21, part.left + wide, middle + 29), palette, scale)
        digits = figures(str(troop.count), round(COUNT * scale))
        x = part.faces - GAP - _number(troop.count) / 2
        put(picture, digits, (x * scale, middle * scale), palette.accent, 200 * scale)
    for i in range(part.first, part.last):
        token = _token(troop, i, face, palette)(scale)
        x = part.faces + (i - part.first) * face
        picture.paste(token, (round(x * scale), round(top * scale)), token)


def _token(troop: Troop, i: int, face: float, palette: Palette) -> Callable[[float], Image.Image]:
    if i >= len(troop.faces):
        side = troop.faces[0].side
        return lambda scale: rest_token(side, troop.hidden, face, palette.name, scale)
    pale = i < len(troop.gone) and troop.gone[i]
    return lambda scale: face_token(troop.faces[i], face, pale, palette.name, scale)


def _wall(pen: ImageDraw.ImageDraw, area: Box, palette: Palette, scale: float) -> None:
    """Under the name of those who are besieged."""
    box = Box(*(v * scale for v in area))
    half = (box.top + box.bottom) / 2
    pen.rectangle((box.left, half, box.right, box.bottom), fill=palette.faint)
    step = 9 * scale
    for i in range(0, int((box.right - box.left) / step), 2):
        x = box.left + i * step
        pen.rectangle((x, box.top, x + step - 1, half), fill=palette.faint)
