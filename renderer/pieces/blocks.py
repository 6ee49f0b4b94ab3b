"""One block as a small picture, at any size: face up, pale while it waits, or its back."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderer.boards.scene import BlockFace
from renderer.ink.geometry import Box
from renderer.ink.heraldry import RIM, arms, shield, sign
from renderer.ink.lettering import font
from renderer.ink.palette import Arms, Colour, Paint, Palette, palette
from renderer.ink.writing import DIGITS, NAME, leaf, number, put, times

FINE = 3
TALL = 1.17  # height of a block, as a multiple of its width
DEPTH = 5.0  # units that a block stands off the ground


@lru_cache(maxsize=160)
def block_token(
    face: BlockFace, width: float, paint_of: str, pale: bool, palette_name: str, scale: float
) -> Image.Image:
    """A block face up; one that waits is pale: the ground shows through."""
    colours = palette(palette_name)
    paint = colours.side(paint_of)
    u = scale * FINE
    edge = colours.gold if face.gilt else paint.edge
    picture, body = _blank(paint, width, edge, 4.5 if face.gilt else 2.2, u)
    digits = max(DIGITS, body.right * 0.24)
    room = Box(8, 7, body.right - 8, body.bottom - digits - 20)
    if face.emblem:
        _emblem(picture, face, room, paint, digits, u)
    else:
        _shields(picture, face, room, paint, colours, u)
    # codes hold digits, which keep their height; a name holds none, and may be smaller
    letters = max(NAME, digits * 1.13) if face.figure else digits * 1.57
    _code(picture, face.text, letters, body, paint.ink, u)
    small = picture.reduce(FINE)
    if pale:
        small.putalpha(small.getchannel("A").point(lambda a: a * 3 // 4))
    return small


def _blank(
    paint: Paint, width: float, edge: Colour, line: float, u: float
) -> tuple[Image.Image, Box]:
    """A block that stands a little off the ground, and its face in units."""
    high = width * TALL
    picture = Image.new("RGBA", (round(width * u), round(high * u)))
    pen = ImageDraw.Draw(picture)
    dark = (paint.edge[0] * 3 // 5, paint.edge[1] * 3 // 5, paint.edge[2] * 3 // 5)
    body = Box(0, 0, width - DEPTH, high - DEPTH)
    corner = (4 if paint.shape == "square" else 7) * u
    for box, inset, fill in (
        (Box(DEPTH, DEPTH, width - 0.5, high - 0.5), 0.0, dark),
        (body, 0.0, edge),
        (body, line, paint.face),
    ):
        left, top, right, bottom = (v * u for v in box)
        area = Box(left + inset * u, top + inset * u, right - inset * u, bottom - inset * u)
        leaf(pen, paint.shape, area, corner, fill)
    return picture, body


def _emblem(
    picture: Image.Image, face: BlockFace, room: Box, paint: Paint, digits: float, u: float
) -> None:
    x, y = room.centre
    wide = room.right - room.left
    far = min(wide * (0.55 if face.figure else 0.8), room.bottom - room.top)
    if not face.figure:
        sign(picture, face.emblem, (x * u, y * u), far * u, paint.ink)
        return
    sign(picture, face.emblem, ((x - wide * 0.2) * u, y * u), far * u, paint.ink)
    at = (x + wide * 0.29, y)
    number(picture, face.figure, at, digits, paint.ink, wide * 0.42, u)


def _shields(
    picture: Image.Image, face: BlockFace, room: Box, paint: Paint, colours: Palette, u: float
) -> None:
    """One to four shields, as large as the room allows, and an emblem beside them."""
    wide = room.right - room.left
    if face.sign:
        at = ((room.right - wide * 0.17) * u, room.centre[1] * u)
        sign(picture, face.sign, at, wide * 0.37 * u, paint.ink)
        room = room._replace(right=room.right - wide * 0.36)
    if not face.shields:
        return
    worn = arms(colours, face.faction) if face.faction else _plain(colours)
    columns = 1 if face.shields == 1 else 2
    rows = ceil(face.shields / columns)
    across, down = (room.right - room.left) / columns, (room.bottom - room.top) / rows
    high = (min(down, across * 1.15) - 3) / RIM
    x, y = room.centre
    for i in range(face.shields):
        row, column = divmod(i, columns)
        here = min(columns, face.shields - row * columns)
        at = (
            (x + (column - (here - 1) / 2) * (high / 1.15 * RIM + 2)) * u,
            (y + (row - (rows - 1) / 2) * (high * RIM + 2)) * u,
        )
        shield(picture, at, high / 1.15 * u, high * u, worn, colours)


def _plain(colours: Palette) -> Arms:
    """Those who serve no faction bear nothing."""
    return Arms(colours.gold, colours.gold, "disc")


def _code(picture: Image.Image, text: str, size: float, body: Box, ink: Colour, u: float) -> None:
    """A code on its line, as high as ever: squeezed, not made smaller."""
    letters = font("roman", round(size * u), 720)
    left, top, right, bottom = (round(v) for v in letters.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, font=letters, fill=255, anchor="ls")
    at = (body.right / 2 * u, (body.bottom - 13) * u + (top + bottom) / 2)
    put(picture, mask, at, ink, (body.right - 14) * u)


@lru_cache(maxsize=32)
def back_token(side: str, count: int, width: float, palette_name: str, scale: float) -> Image.Image:
    """A block that only its owner knows; where it stands for several, how many."""
    colours = palette(palette_name)
    paint = colours.side(side)
    u = scale * FINE
    picture, body = _blank(paint, width, paint.edge, 2.2, u)
    pen = ImageDraw.Draw(picture)
    for inset, fill in ((9.0, paint.ink), (10.6, paint.face)):
        left, top, right, bottom = (v * u for v in body)
        area = Box(left + inset * u, top + inset * u, right - inset * u, bottom - inset * u)
        leaf(pen, paint.shape, area, 4 * u, fill)
    if count:
        high = max(DIGITS, min(92, body.bottom * 0.5))
        number(picture, str(count), body.centre, high, paint.ink, body.right - 26, u)
    else:
        x, y = (v * u for v in body.centre)
        far = body.right * 0.2 * u
        points = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
        pen.polygon(points, fill=paint.ink)
    return picture.reduce(FINE)


def heap_width(count: int, width: float) -> float:
    """A block, and beside it how many of its kind there are."""
    return width if count == 1 else width + 52.0 + 18 * (len(str(count)) - 1)


@lru_cache(maxsize=64)
def heap_token(
    face: BlockFace, count: int, width: float, paint_of: str, palette_name: str, scale: float
) -> Image.Image:
    """Blocks of one kind: the face, and how many."""
    small = block_token(face, width, paint_of, False, palette_name, scale)
    if count == 1:
        return small
    whole = Image.new("RGBA", (round(heap_width(count, width) * scale), small.height))
    whole.paste(small)
    room = whole.width - small.width
    mask = times(f"×{count}", round(DIGITS * scale) + 1)
    put(whole, mask, (small.width + room / 2, small.height / 2), palette(palette_name).ink, room)
    return whole
