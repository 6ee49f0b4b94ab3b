"""Blocks and cards of a fight as small pictures, and the writing on them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderer.combat import CARD, DIGITS, Design
from renderer.geometry import Box
from renderer.layout import Kind
from renderer.lettering import figures, font, stamp
from renderer.names import shield
from renderer.palette import Colour, Paint, Palette, palette
from renderer.tokens import ARMS

CARD_SIGNS = {
    "watchtower": "white-tower",
    "commander": "knight-banner",
    "bombardment": "cannon",
    "charge": "horse-head",
    "crossbowmen": "crossbow",
    "broadside": "galley",
    "captured": "moon",
    "sortie": "castle",
    "surrender": "castle",
    "mobilization": "crown",
}


def fitted(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    letters: tuple[str, int, int],
    wide: float,
    scale: float,
    ink: Colour,
    halo: Colour | None = None,
    anchor: str = "ms",
) -> None:
    """A line of text, made smaller until it fits."""
    face, size, weight = letters
    while size > 9 and font(face, round(size * scale), weight).getlength(text) > wide:
        size -= 1
    pen.text(
        at,
        text,
        font=font(face, round(size * scale), weight),
        fill=ink,
        anchor=anchor,
        stroke_width=round(2.4 * scale) if halo else 0,
        stroke_fill=halo,
    )


def write(
    picture: Image.Image, text: str, at: tuple[float, float], high: float, ink: Colour, wide: float
) -> float:
    """Figures of an exact height, centred, squeezed if they are too wide; gives their width."""
    mask = figures(text, round(high))
    if mask.width > wide:
        mask = mask.resize((max(1, round(wide)), mask.height), Image.Resampling.LANCZOS)
    x, y = round(at[0] - mask.width / 2), round(at[1] - mask.height / 2)
    picture.paste(ink, (x, y, x + mask.width, y + mask.height), mask)
    return float(mask.width)


# -- blocks ----------------------------------------------------------------------------------------

_DEPTH = 5.0


def slab(
    pen: ImageDraw.ImageDraw,
    side: str,
    box: Box,
    edge: Colour,
    face: Colour,
    line: float,
    scale: float,
) -> None:
    """The outline of a side's block: square, with cut corners, or round."""
    for inset, fill in ((0.0, edge), (line, face)):
        left, top = (box.left + inset) * scale, (box.top + inset) * scale
        right, bottom = (box.right - inset) * scale, (box.bottom - inset) * scale
        if side == "muslim":
            c = 11 * scale
            corners = [
                (left + c, top),
                (right - c, top),
                (right, top + c),
                (right, bottom - c),
                (right - c, bottom),
                (left + c, bottom),
                (left, bottom - c),
                (left, top + c),
            ]
            pen.polygon(corners, fill=fill)
        else:
            radius = (20 if side == "grey" else 4) * scale
            pen.rounded_rectangle((left, top, right, bottom), radius=radius, fill=fill)


def _blank(
    side: str, size: tuple[float, float], edge: Colour, face: Colour, line: float, scale: float
) -> tuple[Image.Image, ImageDraw.ImageDraw, Box]:
    """A block that stands a little off the ground, and its face to draw on."""
    picture = Image.new("RGBA", (round(size[0] * scale), round(size[1] * scale)))
    pen = ImageDraw.Draw(picture)
    dark = (edge[0] * 3 // 5, edge[1] * 3 // 5, edge[2] * 3 // 5)
    shadow = Box(_DEPTH, _DEPTH, size[0] - 0.5, size[1] - 0.5)
    body = Box(0, 0, size[0] - _DEPTH, size[1] - _DEPTH)
    slab(pen, side, shadow, dark, dark, 0, scale)
    slab(pen, side, body, edge, face, line, scale)
    return picture, pen, body


@lru_cache(maxsize=256)
def block_token(
    kind: Kind,
    faction: str,
    impact: int,
    side: str,
    waiting: bool,
    size: tuple[float, float],
    palette_name: str,
    scale: float,
) -> Image.Image:
    """A block face up: its shields in the faction's colours, its arm, its code; gilt for leaders.

    One that waits is pale: the ground shows through.
    """
    colours = palette(palette_name)
    paint = colours.side(side)
    edge = colours.gold if kind.leader else paint.edge
    picture, pen, body = _blank(side, size, edge, paint.face, 4.5 if kind.leader else 2.2, scale)
    wide, high = body.right, body.bottom
    digits = max(DIGITS, wide * 0.24)
    room = Box(10, 7, wide - 10, high - digits - 19)
    sign = "knight-banner" if kind.leader else ""
    sign = "crown" if kind.army else ARMS.get(kind.arm or "", sign)
    shown = room._replace(right=wide * 0.6) if sign else room
    y = room.centre[1] * scale
    if kind.army:
        far = min(wide * 0.46, room.bottom - room.top)
        stamp(picture, sign, wide * 0.33 * scale, y, far * scale, paint.ink)
        at = (wide * 0.74 * scale, y)
        write(picture, f"+{impact}", at, digits * scale, paint.ink, wide * 0.36 * scale)
    else:
        dark = sum(paint.face) < 300  # a dark shield on it needs an edge of light
        _shields(pen, kind.shields, faction, shown, paint, colours, scale, lined=dark)
        if sign:
            stamp(picture, sign, wide * 0.78 * scale, y, wide * 0.33 * scale, paint.ink)
    # codes hold digits, which keep their height; names hold none, and may be smaller
    name = kind.name.removesuffix(" I").removesuffix(" II") if kind.army else kind.key
    letters = digits * (1.13 if kind.army else 1.57)
    _code(picture, name, (wide / 2, high - 14), letters, wide - 14, paint.ink, scale)
    if waiting:
        picture.putalpha(picture.getchannel("A").point(lambda a: a * 3 // 4))
    return picture


def _code(
    picture: Image.Image,
    text: str,
    at: tuple[float, float],
    size: float,
    wide: float,
    ink: Colour,
    scale: float,
) -> None:
    """A code on its line, as high as ever: squeezed, not made smaller."""
    letters = font("roman", round(size * scale), 720)
    left, top, right, bottom = (round(v) for v in letters.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, font=letters, fill=255, anchor="ls")
    if mask.width > wide * scale:
        mask = mask.resize((round(wide * scale), mask.height), Image.Resampling.LANCZOS)
    x, y = round(at[0] * scale - mask.width / 2), round(at[1] * scale) + top
    picture.paste(ink, (x, y, x + mask.width, y + mask.height), mask)


def _shields(
    pen: ImageDraw.ImageDraw,
    number: int,
    faction: str,
    area: Box,
    paint: Paint,
    colours: Palette,
    scale: float,
    lined: bool = False,
) -> None:
    """One to four shields, as large as the room allows."""
    field, charge = colours.factions.get(faction, (paint.ink, paint.face))
    columns = 1 if number == 1 else 2
    rows = ceil(number / columns) if number else 1
    high = min((area.bottom - area.top) / rows, (area.right - area.left) / columns * 1.15) - 5
    wide = high / 1.15
    x, y = area.centre
    for i in range(number):
        row, column = divmod(i, columns)
        here = min(columns, number - row * columns)
        at = (x + (column - (here - 1) / 2) * (wide + 5), y + (row - (rows - 1) / 2) * (high + 5))
        if lined:
            _lining(pen, at, wide, high, paint.ink, scale)
        shield(
            pen,
            at[0] * scale,
            at[1] * scale,
            wide * scale,
            high * scale,
            field,
            charge,
            faction,
            colours,
        )


def _lining(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    wide: float,
    high: float,
    ink: Colour,
    scale: float,
) -> None:
    """The outline of a shield, a little larger, to be drawn behind it."""
    x, top = at[0], at[1] - high / 2 - 2
    far, low = wide / 2 + 2.5, high + 5
    outline = [
        (x - far, top),
        (x + far, top),
        (x + far, top + low * 0.52),
        (x + far * 0.66, top + low * 0.81),
        (x, top + low),
        (x - far * 0.66, top + low * 0.81),
        (x - far, top + low * 0.52),
    ]
    pen.polygon([(a * scale, b * scale) for a, b in outline], fill=ink)


@lru_cache(maxsize=128)
def back_token(
    side: str, count: int, size: tuple[float, float], palette_name: str, scale: float
) -> Image.Image:
    """A block that nobody but its owner knows; on the nearest one stands how many there are."""
    colours = palette(palette_name)
    paint = colours.side(side)
    picture, pen, body = _blank(side, size, paint.edge, paint.face, 2.2, scale)
    inner = Box(9, 9, body.right - 9, body.bottom - 9)
    slab(pen, side, inner, paint.ink, paint.face, 1.6, scale)
    x, y = body.centre
    if count:
        high = min(92, body.bottom * 0.5)
        write(
            picture,
            str(count),
            (x * scale, y * scale),
            max(DIGITS, high) * scale,
            paint.ink,
            (body.right - 22) * scale,
        )
    else:
        far = min(body.right, body.bottom) * 0.2
        points = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
        pen.polygon([(a * scale, b * scale) for a, b in points], fill=paint.ink)
    return picture


@lru_cache(maxsize=128)
def card_token(
    design: Design, count: int, side: str, palette_name: str, scale: float
) -> Image.Image:
    """A small card: its name, its shields or emblem, a trumpet, how many of them lie there."""
    colours = palette(palette_name)
    paint = colours.side(side)
    wide, high = CARD
    picture = Image.new("RGBA", (round(wide * scale), round(high * scale)))
    pen = ImageDraw.Draw(picture)
    for box, fill in (
        ((4, 4, wide - 0.5, high - 0.5), colours.faint),
        ((0, 0, wide - 4, high - 4), colours.ink),
        ((2, 2, wide - 6, high - 6), colours.halo),
    ):
        pen.rounded_rectangle([v * scale for v in box], radius=9 * scale, fill=fill)
    band = [v * scale for v in (2, 2, wide - 6, 36)]
    pen.rounded_rectangle(
        band, radius=8 * scale, fill=paint.face, corners=(True, True, False, False)
    )
    pen.line(
        (2 * scale, 36 * scale, (wide - 6) * scale, 36 * scale),
        fill=colours.ink,
        width=round(1.6 * scale),
    )
    x = (wide - 4) / 2
    name = design.name.removeprefix("Double ").removesuffix(" with trumpet")
    fitted(
        pen,
        (x * scale, 27 * scale),
        name,
        ("roman", 25, 700),
        (wide - 14) * scale,
        scale,
        paint.ink,
    )
    ink, body = colours.ink, Box(8, 42, wide - 12, high - 12)
    if design.type == "double":
        _shields(pen, 2, design.faction, body, paint, colours, scale)
    elif design.type == "trumpet":
        _shields(
            pen, 1, design.faction, body._replace(bottom=body.bottom - 34), paint, colours, scale
        )
        many = count > 1  # beside the badge there is less room
        _trumpet(pen, x + 25 * many, high - 27, 44 if many else 60, colours, scale)
    elif design.faction:
        _shields(
            pen, 1, design.faction, body._replace(bottom=body.bottom - 20), paint, colours, scale
        )
    elif design.type in CARD_SIGNS:
        stamp(picture, CARD_SIGNS[design.type], x * scale, 92 * scale, 78 * scale, ink)
    else:
        _swords(pen, x, 92, 32, colours, scale)
    if count > 1:
        badge = Box(3, high - 48, 56, high - 7)
        slab(pen, "christian", badge, colours.ink, colours.gold, 1.8, scale)
        at = badge.centre
        write(
            picture,
            f"×{count}",
            (at[0] * scale, at[1] * scale),
            DIGITS * scale,
            colours.ink,
            46 * scale,
        )
    return picture


def _trumpet(
    pen: ImageDraw.ImageDraw, x: float, y: float, wide: float, colours: Palette, scale: float
) -> None:
    """A straight trumpet with a banner hanging from it."""
    left, right = x - wide / 2, x + wide / 2
    bell = [(right - 18, y - 3), (right, y - 13), (right, y + 11), (right - 18, y + 2)]
    tube = [(left, y - 3), (right - 16, y - 3), (right - 16, y + 2), (left, y + 2)]
    cloth = [
        (left + 8, y + 2),
        (left + 25, y + 2),
        (left + 25, y + 16),
        (left + 16.5, y + 11),
        (left + 8, y + 16),
    ]
    for points, fill in ((cloth, colours.accent), (tube, colours.gold), (bell, colours.gold)):
        scaled = [(a * scale, b * scale) for a, b in points]
        pen.polygon(scaled, fill=fill)
        pen.line([*scaled, scaled[0]], fill=colours.ink, width=round(1.4 * scale))


def _swords(
    pen: ImageDraw.ImageDraw, x: float, y: float, far: float, colours: Palette, scale: float
) -> None:
    """Crossed swords: a challenge."""
    for turn in (-1, 1):
        blade = (
            (x - turn * far) * scale,
            (y + far) * scale,
            (x + turn * far) * scale,
            (y - far) * scale,
        )
        pen.line(blade, fill=colours.ink, width=round(6 * scale))
        gx, gy = x - turn * far * 0.55, y + far * 0.55
        guard = (
            (gx - 11) * scale,
            (gy - turn * 11) * scale,
            (gx + 11) * scale,
            (gy + turn * 11) * scale,
        )
        pen.line(guard, fill=colours.accent, width=round(6 * scale))
