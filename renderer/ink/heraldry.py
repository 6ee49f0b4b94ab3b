"""Shields with their charges, trumpets and emblems: the same on the map, on blocks and on cards."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image, ImageDraw

from renderer.errors import refused
from renderer.ink.geometry import Point
from renderer.ink.lettering import font, stamp
from renderer.ink.palette import Arms, Colour, Palette

RIM = 1.18  # how much larger a shield is with its rim

Pen = ImageDraw.ImageDraw


def arms(colours: Palette, faction: str) -> Arms:
    if faction not in colours.factions:
        raise refused("shield", faction=repr(faction))
    return colours.factions[faction]


def shield(
    picture: Image.Image, at: Point, w: float, h: float, worn: Arms, colours: Palette
) -> None:
    """A shield with a rim of light, so that it stands out on any ground."""
    x, y = at
    left, top = round(x - w / 2), round(y - h / 2)
    pen = ImageDraw.Draw(picture)
    line = max(1.0, w * 0.045)
    pen.polygon(_outline(at, w + 4 * line, h + 4 * line), fill=colours.ink)
    pen.polygon(_outline(at, w + 2.2 * line, h + 2.2 * line), fill=colours.halo)
    mask = Image.new("L", (round(w) + 2, round(h) + 2))
    inner = _outline((w / 2, h / 2), w, h)
    ImageDraw.Draw(mask).polygon(inner, fill=255)
    picture.paste(cloth(worn, w, h, mask.size), (left, top), mask)
    pen.line(
        [*((px + left, py + top) for px, py in (*inner, inner[0]))],
        fill=colours.ink,
        width=max(1, round(line * 0.8)),
        joint="curve",
    )


def cloth(worn: Arms, w: float, h: float, size: tuple[int, int]) -> Image.Image:
    """The field with its charge: one of those drawn here, or an emblem."""
    made = Image.new("RGB", size, worn.field)
    if worn.charge in CHARGES:
        CHARGES[worn.charge](ImageDraw.Draw(made), w, h, worn.ink)
    else:
        stamp(made, worn.charge, w / 2, h * 0.47, min(w, h) * 0.92, worn.ink)
    return made


def _outline(at: Point, w: float, h: float) -> list[Point]:
    """Straight shoulders and round flanks."""
    x, y = at
    top = y - h / 2
    right: list[Point] = [(x + w / 2, top)]
    for i in range(17):
        t = math.pi / 2 * i / 16
        right.append((x + w / 2 * math.cos(t) ** 0.8, top + h * 0.42 + h * 0.58 * math.sin(t)))
    return right + [(2 * x - px, py) for px, py in reversed(right)]


# -- charges -------------------------------------------------------------------------------------


def _pales(pen: Pen, w: float, h: float, ink: Colour) -> None:
    for i in (0.2, 0.5, 0.8):
        pen.rectangle((w * i - w * 0.068, 0, w * i + w * 0.068, h), fill=ink)


def _bars(pen: Pen, w: float, h: float, ink: Colour) -> None:
    for i in (0.16, 0.42, 0.68):
        pen.rectangle((0, h * i - h * 0.06, w, h * i + h * 0.06), fill=ink)


def _cross(pen: Pen, w: float, h: float, ink: Colour) -> None:
    half = w / 6.5
    pen.rectangle((w / 2 - half, 0, w / 2 + half, h), fill=ink)
    pen.rectangle((0, h * 0.28, w, h * 0.28 + 2 * half), fill=ink)


def _saltire(pen: Pen, w: float, h: float, ink: Colour) -> None:
    t = w * 0.17
    low = h * 0.88
    pen.polygon([(-t, 0), (t, 0), (w + t, low), (w - t, low)], fill=ink)
    pen.polygon([(w - t, 0), (w + t, 0), (t, low), (-t, low)], fill=ink)


def _bend(pen: Pen, w: float, h: float, ink: Colour) -> None:
    t = w * 0.2
    pen.polygon([(-t, 0), (t, 0), (w + t, h * 0.9), (w - t, h * 0.9)], fill=ink)


def _disc(pen: Pen, w: float, h: float, ink: Colour) -> None:
    r = w * 0.3
    pen.ellipse((w / 2 - r, h * 0.43 - r, w / 2 + r, h * 0.43 + r), fill=ink)


def _quarters(pen: Pen, w: float, h: float, ink: Colour) -> None:
    pen.rectangle((0, 0, w / 2, h * 0.46), fill=ink)
    pen.rectangle((w / 2, h * 0.46, w, h), fill=ink)


def _castle(pen: Pen, w: float, h: float, ink: Colour) -> None:
    """Three towers upon a wall; the gate is left open."""
    for x, top in ((0.2, 0.3), (0.5, 0.12), (0.8, 0.3)):
        pen.rectangle((w * (x - 0.1), h * top, w * (x + 0.1), h * 0.74), fill=ink)
    pen.rectangle((w * 0.1, h * 0.46, w * 0.9, h * 0.74), fill=ink)


CHARGES: dict[str, Callable[[Pen, float, float, Colour], None]] = {
    "pales": _pales,
    "bars": _bars,
    "cross": _cross,
    "saltire": _saltire,
    "bend": _bend,
    "disc": _disc,
    "quarters": _quarters,
    "castle": _castle,
}


# -- trumpets and emblems ------------------------------------------------------------------------


def trumpet(picture: Image.Image, at: Point, high: float, worn: Arms, colours: Palette) -> None:
    """A straight herald's trumpet, the bell above, with a banner in the faction's colours."""
    x, y = at
    top, foot = y - high / 2, y + high / 2
    pen = ImageDraw.Draw(picture)
    line = high * 0.018
    _banner(pen, (x, top), high, line, worn, colours)
    for grow, fill in ((line * 1.3, colours.ink), (0.0, colours.gold)):
        tube, bell = high * 0.026 + grow, high * 0.13 + grow
        pen.polygon(
            [
                (x - bell, top - grow),
                (x + bell, top - grow),
                (x + tube * 1.7, top + high * 0.17),
                (x + tube, top + high * 0.3),
                (x + tube, foot),
                (x - tube, foot),
                (x - tube, top + high * 0.3),
                (x - tube * 1.7, top + high * 0.17),
            ],
            fill=fill,
        )
        for part in (0.33, 0.75, 0.965):
            ring = tube * 1.6
            mid = top + high * part
            pen.rounded_rectangle(
                (x - ring, mid - high * 0.02 - grow, x + ring, mid + high * 0.02 + grow),
                radius=high * 0.015,
                fill=fill,
            )


def _banner(pen: Pen, at: Point, high: float, line: float, worn: Arms, colours: Palette) -> None:
    x, top = at
    left, right = x - high * 0.02, x + high * 0.24
    upper, lower = top + high * 0.36, top + high * 0.72
    middle = (upper + lower) / 2
    cloth = [
        (left, upper),
        (right, upper),
        (right - high * 0.07, middle),
        (right, lower),
        (left, lower),
    ]
    pen.line([*cloth, cloth[0]], fill=colours.ink, width=round(line * 4.4), joint="curve")
    pen.polygon(cloth, fill=worn.ink)
    stripe = (left, middle - high * 0.045, right - high * 0.075, middle + high * 0.045)
    pen.rectangle(stripe, fill=worn.field)


def sign(picture: Image.Image, name: str, at: Point, size: float, ink: Colour) -> None:
    """An emblem of the strip, or one drawn here."""
    drawn = SIGNS.get(name)
    if drawn is None:
        stamp(picture, name, *at, size, ink)
    else:
        drawn(ImageDraw.Draw(picture), at, size, ink)


def _truce(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """A flag of truce."""
    x, y = at[0] - size * 0.3, at[1]
    pen.rectangle((x - size * 0.035, y - size / 2, x + size * 0.035, y + size / 2), fill=ink)
    upper = [
        (x + size * 0.75 * i / 24, y - size * 0.42 + size * 0.06 * math.sin(i / 24 * 2 * math.pi))
        for i in range(25)
    ]
    pen.polygon([*upper, *((px, py + size * 0.46) for px, py in reversed(upper))], fill=ink)


def _crucifix(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    x, y = at
    half, arm = size * 0.075, size * 0.33
    pen.rectangle((x - half, y - size / 2, x + half, y + size / 2), fill=ink)
    pen.rectangle((x - arm, y - size * 0.24, x + arm, y - size * 0.24 + 2 * half), fill=ink)


def _doubt(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """A shield with a question."""
    points = _outline(at, size * 0.84, size)
    pen.line([*points, points[0]], fill=ink, width=round(size * 0.07), joint="curve")
    letters = font("roman", round(size * 0.72), 800)
    pen.text((at[0], at[1] + size * 0.2), "?", font=letters, fill=ink, anchor="ms")


def _star(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Eight points: two squares, one upon another."""
    x, y = at
    r = size / 2
    s = r * 0.72
    pen.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=ink)
    pen.rectangle((x - s, y - s, x + s, y + s), fill=ink)


def _pyramid(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Four steps, a stair, and two shrines on top."""
    x, y = at
    for wide, upper, lower in (
        (0.5, 0.3, 0.48),
        (0.4, 0.14, 0.3),
        (0.3, -0.02, 0.14),
        (0.22, -0.16, -0.02),
    ):
        pen.rectangle(
            (x - wide * size, y + upper * size, x + wide * size, y + lower * size - 1), ink
        )
    for side in (-0.13, 0.13):
        left, right = x + (side - 0.085) * size, x + (side + 0.085) * size
        pen.rectangle((left, y - 0.36 * size, right, y - 0.17 * size), fill=ink)
        top = (x + side * size, y - 0.48 * size)
        pen.polygon([(left, y - 0.35 * size), top, (right, y - 0.35 * size)], fill=ink)


def _heart(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """What is offered."""
    x, y = at
    r = size * 0.24
    for side in (-1, 1):
        middle = x + side * r * 0.94
        pen.ellipse((middle - r, y - r * 1.5, middle + r, y + r * 0.5), fill=ink)
    tip = [(x - r * 1.84, y - r * 0.14), (x + r * 1.84, y - r * 0.14), (x, y + size * 0.46)]
    pen.polygon(tip, fill=ink)


SIGNS: dict[str, Callable[[Pen, Point, float, Colour], None]] = {
    "flag": _truce,
    "cross": _crucifix,
    "doubt": _doubt,
    "star": _star,
    "pyramid": _pyramid,
    "heart": _heart,
}
