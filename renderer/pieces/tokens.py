"""Pieces as small pictures with a transparent ground, made once for each look and kept."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.boards.layout import FLEET, REACH, STACK, Town
from renderer.ink.heraldry import sign
from renderer.ink.lettering import figures, font, stamp
from renderer.ink.palette import Paint, Palette, palette

FINE = 4
DIGITS = 30  # units of the layout: 10 pixels where a picture is 550 wide
ARMS = {"horse": "horse-head", "crossbow": "crossbow", "gun": "cannon"}


def town_token(
    town: Town, control: str, castle: str | None, paint: Palette, scale: float
) -> Image.Image:
    """A town in the colour of who holds it; a castle in the colour of its own holder."""
    fort = "castle" if town.castle else "white-tower" if town.tower else ""
    return _town(town.kind, town.resource, fort, control, castle or control, paint.name, scale)


@lru_cache(maxsize=512)
def _town(
    kind: str, resource: bool, fort: str, control: str, owner: str, palette_name: str, scale: float
) -> Image.Image:
    colours = palette(palette_name)
    held, keep = colours.side(control), colours.side(owner)
    unit = scale * FINE
    reach = REACH[kind]
    half = (reach + 2) * unit
    picture = Image.new("RGBA", (round(half * 2),) * 2)
    pen = ImageDraw.Draw(picture)
    if resource:
        star(pen, (half, half), reach * unit, colours.ink)
        star(pen, (half, half), (reach - 2.6) * unit, colours.gold)
        core = reach - 7.0
    else:
        core = float(reach)
    _disc(pen, half, core * unit, colours.ink)
    _disc(pen, half, (core - 2) * unit, held.face)
    if kind == "capital":
        _ring(pen, half, (core - 4) * unit, held.ink, 1.6 * unit)
    if fort:
        ink = held.ink
        if owner != control:
            side = (core - 5.5) * unit
            pen.rectangle(
                (half - side, half - side, half + side, half + side),
                fill=keep.face,
                outline=colours.ink,
                width=round(unit),
            )
            ink = keep.ink
        stamp(picture, fort, half, half, (core - 2.5) * 1.45 * unit, ink)
    elif control == "nobody":  # hollow: it is told from a held town without its colour
        _ring(pen, half, 6 * unit, held.ink, 2 * unit)
    elif kind == "town":
        _disc(pen, half, 3.4 * unit, held.ink)
    elif resource:
        _disc(pen, half, 5 * unit, held.ink)
    return picture.reduce(FINE)


def _disc(pen: ImageDraw.ImageDraw, at: float, r: float, fill: tuple[int, int, int]) -> None:
    pen.ellipse((at - r, at - r, at + r, at + r), fill=fill)


def _ring(
    pen: ImageDraw.ImageDraw, at: float, r: float, ink: tuple[int, int, int], width: float
) -> None:
    pen.ellipse((at - r, at - r, at + r, at + r), outline=ink, width=round(width))


def star(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], r: float, fill: tuple[int, int, int]
) -> None:
    """Eight points, as the tiles of the Alhambra have them."""
    points = []
    for i in range(16):
        far = r if i % 2 == 0 else r * 0.77
        angle = math.pi * i / 8
        points.append((at[0] + far * math.sin(angle), at[1] - far * math.cos(angle)))
    pen.polygon(points, fill=fill)


# -- blocks --------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def block_token(
    side: str,
    count: int,
    strip: tuple[str, ...],
    gilt: bool,
    walls: bool,
    holder: str,
    palette_name: str,
    scale: float,
) -> Image.Image:
    """A stack as one block: the side's colour and shape, the count, and a strip of what is known.

    `strip`: the shields first, then emblems. `gilt`: a leader is among them. `walls`: besieged.
    `holder`: another side that holds the town below; its colour frames the block.
    """
    colours = palette(palette_name)
    paint = colours.side(side)
    unit = scale * FINE
    width, height = STACK[0] * unit, STACK[1] * unit
    picture = Image.new("RGBA", (round(width), round(height)))
    pen = ImageDraw.Draw(picture)
    edge = colours.gold if gilt else paint.edge
    if count > 1:  # the next block of the pile shows below
        below = (2 * unit, 4 * unit, width - 1, height - 1)
        _slab(pen, paint.shape, below, unit, paint.edge, paint.face, 1.2)
    body = (0.0, 0.0, width - 3 * unit, height - 3.5 * unit)
    if holder:
        pen.rectangle(body, fill=colours.ink)
        inset = 1.2 * unit
        pen.rectangle((inset, inset, body[2] - inset, body[3] - inset), colours.side(holder).face)
        inset = 4.4 * unit
        framed = (inset, inset, body[2] - inset, body[3] - inset)
        _slab(pen, paint.shape, framed, unit, edge, paint.face, 1.6)
    else:
        _slab(pen, paint.shape, body, unit, edge, paint.face, 3.0 if gilt else 1.6)
    low = 13.5 if strip else 0.0
    inset = 14 if holder else 8
    digits = _squeezed(figures(str(count), round(DIGITS * unit)), body[2] - inset * unit)
    x, y = body[2] / 2, (body[3] - low * unit) / 2 + (1 * unit if strip else 0)
    corner = (round(x - digits.width / 2), round(y - digits.height / 2))
    picture.paste(paint.ink, (*corner, corner[0] + digits.width, corner[1] + digits.height), digits)
    if strip:
        _strip(picture, strip, body, unit, paint)
    if walls:
        _battlements(pen, body, unit, colours)
    return picture.reduce(FINE)


def _squeezed(digits: Image.Image, room: float) -> Image.Image:
    """Narrower if need be, never lower."""
    if digits.width <= room:
        return digits
    return digits.resize((round(room), digits.height), Image.Resampling.LANCZOS)


def _slab(
    pen: ImageDraw.ImageDraw,
    shape: str,
    area: tuple[float, float, float, float],
    unit: float,
    edge: tuple[int, int, int],
    face: tuple[int, int, int],
    line: float,
) -> None:
    """The outline of a side's block: square, with cut corners, or round."""
    for inset, fill in ((0.0, edge), (line * unit, face)):
        left, top, right, bottom = (
            area[0] + inset,
            area[1] + inset,
            area[2] - inset,
            area[3] - inset,
        )
        if shape == "cut":
            c = 8 * unit
            pen.polygon(
                [
                    (left + c, top),
                    (right - c, top),
                    (right, top + c),
                    (right, bottom - c),
                    (right - c, bottom),
                    (left + c, bottom),
                    (left, bottom - c),
                    (left, top + c),
                ],
                fill=fill,
            )
        else:
            radius = (15 if shape == "round" else 3) * unit
            pen.rounded_rectangle((left, top, right, bottom), radius=radius, fill=fill)


def _strip(
    picture: Image.Image,
    strip: tuple[str, ...],
    body: tuple[float, float, float, float],
    unit: float,
    paint: Paint,
) -> None:
    """Shields in figures, then what arms and leaders are there, squeezed into the width."""
    pen = ImageDraw.Draw(picture)
    y = body[3] - 8.5 * unit
    step = min(12.0, 36 / len(strip))
    x = body[2] / 2 - step * (len(strip) - 1) / 2 * unit
    for i, mark in enumerate(strip):
        if i == 0:
            pen.text(
                (x, y + 4.6 * unit),
                mark,
                font=font("roman", round(15 * unit), 700),
                fill=paint.ink,
                anchor="ms",
            )
        else:
            stamp(picture, mark, x, y, min(step + 0.5, 12) * unit, paint.ink)
        x += step * unit


def _battlements(
    pen: ImageDraw.ImageDraw, body: tuple[float, float, float, float], unit: float, colours: Palette
) -> None:
    """A besieged stack stands behind a wall."""
    left, _, right, bottom = body
    top = bottom - 4 * unit
    pen.rectangle((left, top, right, bottom), fill=colours.faint)
    width = (right - left) / 9
    for i in range(0, 9, 2):
        pen.rectangle(
            (left + i * width, top - 3 * unit, left + (i + 1) * width, top), fill=colours.faint
        )


@lru_cache(maxsize=256)
def fleet_token(
    side: str, ships: int, carried: int, palette_name: str, scale: float
) -> Image.Image:
    """A squadron: a hull in the side's colour, how many ships, a pip for each block aboard."""
    colours = palette(palette_name)
    paint = colours.side(side)
    unit = scale * FINE
    width, height = FLEET[0] * unit, FLEET[1] * unit
    picture = Image.new("RGBA", (round(width), round(height)))
    pen = ImageDraw.Draw(picture)
    for inset, fill in ((0.0, paint.edge), (1.8 * unit, paint.face)):
        pen.polygon(
            [
                (inset * 1.6, inset),
                (width - 1 - inset * 1.6, inset),
                (width - 9 * unit - inset * 0.3, height - 1 - inset),
                (9 * unit + inset * 0.3, height - 1 - inset),
            ],
            fill=fill,
        )
    stamp(picture, "galley", 24 * unit, 18 * unit, 27 * unit, paint.ink)
    digits = _squeezed(figures(str(ships), round(DIGITS * unit)), 25 * unit)
    corner = (round(46 * unit - digits.width / 2), round(2.9 * unit))
    picture.paste(paint.ink, (*corner, corner[0] + digits.width, corner[1] + digits.height), digits)
    for i in range(min(carried, 8)):
        x = 14 * unit + i * 5 * unit
        pen.rectangle((x, 33.6 * unit, x + 3.6 * unit, 37.2 * unit), fill=paint.ink)
    return picture.reduce(FINE)


@lru_cache(maxsize=64)
def badge_token(letter: str, emblem_name: str, palette_name: str, scale: float) -> Image.Image:
    """A small round badge at a town: a governor's disk with its letter, or pioneers."""
    colours = palette(palette_name)
    unit = scale * FINE
    half = 10 * unit
    picture = Image.new("RGBA", (round(half * 2),) * 2)
    pen = ImageDraw.Draw(picture)
    _disc(pen, half, half - 1, colours.ink)
    _disc(pen, half, half - 1.6 * unit, colours.gold if letter else colours.paper)
    if letter:
        pen.text(
            (half, half),
            letter,
            font=font("capital", round(13 * unit), 800),
            fill=colours.ink,
            anchor="mm",
        )
    else:
        sign(picture, emblem_name, (half, half), 14 * unit, colours.ink)
    return picture.reduce(FINE)
