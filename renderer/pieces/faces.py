"""Blocks face up and small: on the map beside their town, and in a roll below it."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderer.boards.layout import STACK
from renderer.boards.scene import BlockFace
from renderer.ink.geometry import Box
from renderer.ink.heraldry import arms, shield, sign
from renderer.ink.lettering import figures
from renderer.ink.palette import Arms, Colour, Paint, Palette, palette
from renderer.ink.writing import Hand, leaf, mixed, put
from renderer.pieces.tokens import block_token

FINE = 4
TALL = 1.2  # height of a face, as a multiple of its width
SMALL = 32  # the width of a face on the map
BESIDE = 26  # of one that stands beside a foreign plate
ALL = 40  # from this width on every shield is drawn, below it one for all
ACROSS = 3  # faces in a row of a rack
RACK = 6  # more than these stand as a plate
TAB, FIGURE = 25, 27  # the tab with the number of blocks: how wide, and how high its figure


@lru_cache(maxsize=1024)
def face_token(
    face: BlockFace, width: float, pale: bool, palette_name: str, scale: float
) -> Image.Image:
    """The shield above, the figure below and beside it what the block can do; leaders are gilt."""
    colours = palette(palette_name)
    paint = colours.side(face.side)
    u = scale * FINE
    picture = Image.new("RGBA", (round(width * u), round(width * TALL * u)))
    depth = width * 0.045
    body = Box(0, 0, width - depth, width * TALL - depth)
    edge = colours.gold if face.gilt else paint.edge
    line = width * (0.075 if face.gilt else 0.04)
    below = Box(depth, depth, width, width * TALL)
    pen = ImageDraw.Draw(picture)
    for box, inset, fill in ((below, 0.0, paint.edge), (body, 0.0, edge), (body, line, paint.face)):
        area = Box(*(v * u for v in box))
        area = Box(
            area.left + inset * u, area.top + inset * u, area.right - inset * u - 1,
            area.bottom - inset * u - 1,
        )  # fmt: skip
        leaf(pen, paint.shape, area, width * 0.1 * u, fill)
    if face.emblem:
        sign(picture, face.emblem, (body.right / 2 * u, body.bottom * 0.3 * u), width * 0.6 * u,
             paint.ink)  # fmt: skip
    else:
        _shields(picture, face, body, width, colours, u)
    _foot(picture, face, body, width, paint, u)
    if pale:
        picture = _pale(picture, width, colours, u)
    return picture.reduce(FINE)


def _shields(
    picture: Image.Image, face: BlockFace, body: Box, width: float, colours: Palette, u: float
) -> None:
    """One shield for all, or where there is room each of them, side by side."""
    count = (1 if width < ALL else face.shields) if face.shields else 0
    if not count:
        return
    worn = arms(colours, face.faction) if face.faction else Arms(colours.gold, colours.gold, "disc")
    room = body.right * 0.86
    high = min(body.bottom * 0.44, room / count * 1.12)
    wide = high / 1.15
    for i in range(count):
        x = body.right / 2 + (i - (count - 1) / 2) * wide * 1.08
        shield(
            picture, (x * u, body.bottom * 0.31 * u), wide * 0.9 * u, high * 0.9 * u, worn, colours
        )


def _foot(
    picture: Image.Image, face: BlockFace, body: Box, width: float, paint: Paint, u: float
) -> None:
    """The figure of shields, and right of it horse, crossbow, gun or banner; or three letters."""
    y, high = body.bottom * 0.765, width * 0.38
    if not face.short.isdigit():
        mask = _letters(face.short, round(width * 0.46 * u))
        put(picture, mask, (body.right / 2 * u, y * u), paint.ink, body.right * 0.84 * u)
        return
    x = body.right * (0.3 if face.sign else 0.5)
    put(picture, figures(face.short, round(high * u)), (x * u, y * u), paint.ink, width * 0.4 * u)
    if face.sign:
        sign(picture, face.sign, (body.right * 0.68 * u, y * u), width * 0.42 * u, paint.ink)


@lru_cache(maxsize=64)
def _letters(text: str, size: int) -> Image.Image:
    letters = Hand("roman", size, 750).font(1)
    left, top, right, bottom = (round(v) for v in letters.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, font=letters, fill=255, anchor="ls")
    return mask


def _pale(picture: Image.Image, width: float, colours: Palette, u: float) -> Image.Image:
    """A block that has marched: it is faint, and a foot-print lies on it."""
    faint = picture.copy()
    faint.putalpha(picture.getchannel("A").point(lambda a: a * 9 // 20))
    pen = ImageDraw.Draw(faint)
    x, y, r = width * 0.8 * u, width * 0.2 * u, width * 0.075 * u
    for dx, dy, by in ((0.0, 1.2, 1.5), (-0.7, -1.2, 0.55), (0.15, -1.5, 0.6), (0.95, -1.2, 0.5)):
        cx, cy, far = x + dx * r, y + dy * r, by * r
        pen.ellipse((cx - far * 0.8, cy - far, cx + far * 0.8, cy + far), fill=colours.ink)
    return faint


# -- on the map ----------------------------------------------------------------------------------


def rack_size(count: int) -> tuple[float, float]:
    """The room of so many faces with their tab; one alone has none."""
    rows = ceil(count / ACROSS)
    across = ceil(count / rows)
    return (TAB if count > 1 else 0) + across * SMALL, rows * SMALL * TALL


@lru_cache(maxsize=512)
def rack_token(
    faces: tuple[BlockFace, ...], pale: tuple[bool, ...], walls: bool, palette_name: str,
    scale: float,
) -> Image.Image:  # fmt: skip
    """A few blocks beside their town: the number on a tab, then the faces."""
    colours = palette(palette_name)
    wide, high = rack_size(len(faces))
    picture = Image.new("RGBA", (round(wide * scale), round(high * scale)))
    paint, left = colours.side(faces[0].side), 0.0
    if len(faces) > 1:
        left = TAB
        tab = _tab(str(len(faces)), faces[0].side, SMALL * TALL, palette_name, scale)
        picture.paste(tab, (0, round((high - SMALL * TALL) / 2 * scale)), tab)
    across = ceil(len(faces) / ceil(len(faces) / ACROSS))
    for i, face in enumerate(faces):
        row, column = divmod(i, across)
        token = face_token(face, SMALL, pale[i], palette_name, scale)
        at = (round((left + column * SMALL) * scale), round(row * SMALL * TALL * scale))
        picture.paste(token, at, token)
    if walls:
        _wall(picture, colours.faint, paint, scale)
    return picture


def _wall(picture: Image.Image, stone: Colour, paint: Paint, scale: float) -> None:
    """Battlements at the foot of those who are shut in."""
    pen = ImageDraw.Draw(picture)
    wide, high = picture.size
    top = high - 5 * scale
    pen.rectangle((0, top, wide, high), fill=stone)
    step = 5 * scale
    for i in range(0, int(wide / step) + 1, 2):
        pen.rectangle((i * step, top - 3.4 * scale, (i + 1) * step - 1, top), fill=stone)


@lru_cache(maxsize=128)
def _tab(text: str, side: str, high: float, palette_name: str, scale: float) -> Image.Image:
    paint = palette(palette_name).side(side)
    u = scale * FINE
    picture = Image.new("RGBA", (round(TAB * u), round(high * u)))
    pen = ImageDraw.Draw(picture)
    light = sum(paint.face) > sum(paint.ink)
    fill, ink = (paint.ink, paint.face) if light else (paint.face, paint.ink)
    pen.rounded_rectangle(
        (0, 0, TAB * u, high * u - 1), radius=4 * u, fill=fill, outline=paint.edge,
        width=round(1.4 * u),
    )  # fmt: skip
    mask = figures(text, round(FIGURE * u))
    put(picture, mask, (TAB / 2 * u, high / 2 * u), ink, (TAB - 6) * u)
    return picture.reduce(FINE)


EYE = (30, 20)
EYED = (STACK[0] + 9, STACK[1] + 9)  # the room of a plate with an eye at its corner


@lru_cache(maxsize=256)
def eye_token(count: int, palette_name: str, scale: float) -> Image.Image:
    """How many of a foreign stack are known."""
    colours = palette(palette_name)
    u = scale * FINE
    wide, high = EYE
    picture = Image.new("RGBA", (round(wide * u), round(high * u)))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(
        (0, 0, wide * u - 1, high * u - 1), radius=9 * u, fill=colours.gold, outline=colours.ink,
        width=round(1.6 * u),
    )  # fmt: skip
    x, y = 10 * u, high / 2 * u
    pen.polygon([(x - 7 * u, y), (x, y - 5 * u), (x + 7 * u, y), (x, y + 5 * u)], fill=colours.ink)
    pen.ellipse((x - 2.6 * u, y - 2.6 * u, x + 2.6 * u, y + 2.6 * u), fill=colours.halo)
    put(picture, figures(str(count), round(13 * u)), (22 * u, y), colours.ink, 12 * u)
    return picture.reduce(FINE)


def plate_token(
    side: str, count: int, known: int, walls: bool, gilt: bool, palette_name: str, scale: float
) -> Image.Image:
    """A stack as one block with its number; an eye says how many of a foreign one are known."""
    plate = block_token(side, count, (), gilt, walls, "", palette_name, scale)
    if not known:
        return plate
    picture = Image.new("RGBA", (round(EYED[0] * scale), round(EYED[1] * scale)))
    picture.paste(plate, (0, picture.height - plate.height))
    eye = eye_token(known, palette_name, scale)
    picture.alpha_composite(eye, (picture.width - eye.width, 0))
    return picture


@lru_cache(maxsize=512)
def known_token(
    side: str, count: int, faces: tuple[BlockFace, ...], walls: bool, gilt: bool,
    palette_name: str, scale: float,
) -> Image.Image:  # fmt: skip
    """A plate with its count, and beside it the faces that are known: two at most."""
    plate = block_token(side, count, (), gilt, walls, "", palette_name, scale)
    wide = plate.width + round(len(faces) * BESIDE * scale)
    picture = Image.new("RGBA", (wide, plate.height))
    picture.paste(plate)
    for i, face in enumerate(faces):
        token = face_token(face, BESIDE, False, palette_name, scale)
        at = (plate.width + round(i * BESIDE * scale), (plate.height - token.height) // 2)
        picture.paste(token, at, token)
    return picture


@lru_cache(maxsize=64)
def rest_token(side: str, count: int, width: float, palette_name: str, scale: float) -> Image.Image:
    """Backs of those that are not known: +8."""
    paint = palette(palette_name).side(side)
    u = scale * FINE
    picture = Image.new("RGBA", (round(width * u), round(width * TALL * u)))
    pen = ImageDraw.Draw(picture)
    for inset, fill in ((0.0, paint.edge), (width * 0.04, mixed(paint.face, paint.edge, 0.12))):
        area = Box(inset * u, inset * u, (width - inset) * u - 1, (width * TALL - inset) * u - 1)
        leaf(pen, paint.shape, area, width * 0.1 * u, fill)
    at = (width / 2 * u, width * TALL / 2 * u)
    put(picture, figures(f"+{count}", round(width * 0.45 * u)), at, paint.ink, width * 0.8 * u)
    return picture.reduce(FINE)
