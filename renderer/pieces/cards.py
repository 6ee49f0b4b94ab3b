"""One card as a small picture, at any size: upright as it is held, or on its side as it lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.ink.geometry import Box, Point
from renderer.ink.heraldry import arms, shield, sign, trumpet
from renderer.ink.lettering import figures, font, stamp
from renderer.ink.palette import Colour, Palette, palette
from renderer.ink.writing import Hand, broken, leaf, line, mixed, put, times

TALL = 1.54  # height of an upright card, as a multiple of its width
HEAD = 24.0  # units above it, for the labels on its upper edge
DIGITS = 32.0  # units: 11 pixels where a picture of 1600 units is 550 wide
LINE = 30.0  # the name on a card
FINE = 3
FAN = 4  # degrees between copies that lie behind each other
FANNED = 4  # so many copies show; the figure says how many there are


@dataclass(frozen=True)
class CardFace:
    """What a card says on its face."""

    key: str  # its word in orders
    side: str
    name: str
    short: str  # where shields and trumpet say the rest
    text: str = ""  # what it does, in a few words
    emblem: str = ""  # instead of shields
    faction: str = ""
    shields: int = 0
    trumpet: bool = False
    figure: str = ""  # on the disc at the right
    second: str = ""  # at the left, or `arrow`
    second_sign: str = ""


# -- upright -------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def card_token(card: CardFace, width: int, palette_name: str, scale: float) -> Image.Image:
    """The face of a card, so many units wide."""
    colours = palette(palette_name)
    u = scale * FINE
    w, h = width * u, width * TALL * u
    picture = Image.new("RGBA", (round(w), round(h)))
    pen = ImageDraw.Draw(picture)
    b = width * 0.035 * u
    _leaves(pen, card.side, Box(0, 0, w - 1, h - 1), width * 0.06 * u, (u, b), colours)
    panel = Box(b * 1.9, b * 1.9, w - b * 1.9, h * (0.36 if card.text else 0.48))
    if card.shields:
        _arms(picture, card, panel, colours, u)
    else:
        _scene(picture, card, panel, colours, u)
    _writing(pen, card, Box(b * 1.6, panel.bottom, w - b * 1.6, h), width, colours, u)
    _numbers(picture, card, width, colours, u)
    return picture.reduce(FINE)


def dark(colours: Palette, side: str) -> Colour:
    """The dark colour of a side."""
    paint = colours.side(side)
    return min(paint.face, paint.ink, key=sum)


def _leaves(
    pen: ImageDraw.ImageDraw,
    side: str,
    area: Box,
    corner: float,
    insets: tuple[float, float],
    colours: Palette,
) -> None:
    """Gold, the side's frame, paper: one upon another."""
    shape = colours.side(side).shape
    left, top, right, bottom = area
    fills = (colours.gold, dark(colours, side), colours.halo)
    for d, fill in zip((0.0, *insets), fills, strict=True):
        inner = Box(left + d, top + d, right - d, bottom - d)
        leaf(pen, shape, inner, max(1.0, corner - d * 0.4), fill)


def _arms(picture: Image.Image, card: CardFace, panel: Box, colours: Palette, u: float) -> None:
    """One shield, one with a trumpet, or two, on a ground of the faction's colour."""
    worn = arms(colours, card.faction)
    _ground(picture, panel, worn.field, mixed(worn.field, worn.ink, 0.22), colours, u)
    (x, y), wide = panel.centre, panel.right - panel.left
    at = (-0.17,) if card.trumpet else (0.0,) if card.shields == 1 else (-0.23, 0.23)
    share = 0.76 if card.trumpet else 0.8 if card.shields == 1 else 0.64
    high = (panel.bottom - panel.top) * share
    for across in at:
        shield(picture, (x + across * wide, y), high * 0.82, high, worn, colours)
    if card.trumpet:
        trumpet(picture, (x + 0.28 * wide, y), high * 1.04, worn, colours)


def _scene(picture: Image.Image, card: CardFace, panel: Box, colours: Palette, u: float) -> None:
    """The emblem of a card without shields."""
    frame = dark(colours, card.side)
    _ground(picture, panel, frame, mixed(frame, colours.gold, 0.16), colours, u)
    (x, y), r = panel.centre, (panel.bottom - panel.top) * 0.42
    pen = ImageDraw.Draw(picture)
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colours.gold)
    r -= 2 * u
    pen.ellipse((x - r, y - r, x + r, y + r), fill=mixed(frame, (0, 0, 0), 0.25))
    sign(picture, card.emblem, (x, y), r * 1.36, colours.gold)


def _ground(
    picture: Image.Image, panel: Box, field: Colour, ink: Colour, colours: Palette, u: float
) -> None:
    """A field with lozenges, as painters of arms fill an empty one."""
    wide, high = round(panel.right - panel.left), round(panel.bottom - panel.top)
    cloth = Image.new("RGB", (wide, high), field)
    pen = ImageDraw.Draw(cloth)
    step = 15 * u
    for i in range(-math.ceil(high / step), math.ceil((wide + high) / step) + 1):
        x = i * step + (wide % step) / 2
        pen.line((x, 0, x + high, high), fill=ink, width=max(1, round(u)))
        pen.line((x, 0, x - high, high), fill=ink, width=max(1, round(u)))
    pen.rectangle((0, 0, wide - 1, high - 1), outline=colours.ink, width=max(1, round(1.2 * u)))
    picture.paste(cloth, (round(panel.left), round(panel.top)))


def _writing(
    pen: ImageDraw.ImageDraw, card: CardFace, area: Box, width: int, colours: Palette, u: float
) -> None:
    """The name, what the card does, and at the foot the word for it in orders."""
    x, room = area.centre[0], (area.right - area.left) * 0.97
    grown = width / 200
    low = area.bottom - (0.28 if card.figure else 0.1) * width * TALL * u
    size = min(LINE * max(1.0, grown), LINE * 1.3)
    most = 2 if card.figure else 3
    parts = [(*broken(card.name, room, size * u, "roman", 700, most), "roman", 700, colours.ink)]
    if card.text:
        fit = broken(card.text, room, size * 0.86 * u, "italic", 600, 3)
        parts.append((*fit, "italic", 600, colours.faint))
    high = sum(len(lines) * letters for lines, letters, *_ in parts)
    squeeze = min(1.0, (low - area.top) / (high * 0.98))
    y = area.top + max(0.0, low - area.top - high * squeeze) / 2
    for lines, letters, face, weight, ink in parts:
        got = font(face, round(letters * min(1.0, squeeze * 1.06)), weight)
        for text in lines:
            y += letters * squeeze
            pen.text((x, y - letters * 0.24 * squeeze), text, font=got, fill=ink, anchor="ms")
    across = width * (0.32 if card.figure else 0.8) * u
    x = (0.472 if card.figure else 0.5) * width * u
    _, small = broken(card.key, across, 19 * max(1.0, grown) * u, "roman", 500, 1)
    y = area.bottom - 0.082 * width * u
    got = font("roman", round(small), 500)
    pen.text((x, y), card.key, font=got, fill=colours.faint, anchor="ms")


def _numbers(picture: Image.Image, card: CardFace, width: int, colours: Palette, u: float) -> None:
    """The figure at the right; at the left the second one, or an arrow, above its emblem."""
    if not card.figure:
        return
    pen = ImageDraw.Draw(picture)
    high = round(max(DIGITS, DIGITS * width / 200) * u)
    r = 0.86 * high
    x, y = picture.width - r - 0.065 * width * u, picture.height - r - 0.065 * width * u
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colours.ink)
    pen.ellipse((x - r + 2 * u, y - r + 2 * u, x + r - 2 * u, y + r - 2 * u), fill=colours.gold)
    put(picture, figures(card.figure, high), (x, y), colours.ink, r * 1.6)
    if not card.second:
        return
    x, foot = 0.2 * width * u, picture.height - 0.06 * width * u
    size = 0.19 * width * u
    stamp(picture, card.second_sign, x, foot - size * 0.47, size, colours.sea)
    y = foot - size * 0.95 - high / 2
    if card.second == "arrow":
        _arrow(pen, (x, y), high * 0.8, colours.sea)
    else:
        put(picture, figures(card.second, high), (x, y), colours.sea, size * 1.3)


def _arrow(pen: ImageDraw.ImageDraw, at: Point, size: float, ink: Colour) -> None:
    x, y = at
    half, thick = size * 0.72, size * 0.13
    pen.rectangle((x - half, y - thick, x + half * 0.3, y + thick), fill=ink)
    pen.polygon(
        [(x + half * 0.15, y - size * 0.45), (x + half, y), (x + half * 0.15, y + size * 0.45)],
        fill=ink,
    )


# -- on its side ---------------------------------------------------------------------------------


@lru_cache(maxsize=96)
def lying_token(
    card: CardFace,
    title: str,
    count: int,
    size: tuple[float, float],
    letters: float,
    palette_name: str,
    scale: float,
) -> Image.Image:
    """A card on its side: arms or emblem, a title in letters so high, what it does, how many."""
    colours = palette(palette_name)
    u = scale * FINE
    w, h = size
    picture = Image.new("RGBA", (round(w * u), round(h * u)))
    pen = ImageDraw.Draw(picture)
    behind = 3.0 if count > 1 else 0.0
    for d in (behind, 0.0) if count > 1 else (0.0,):
        area = Box(d * u, d * u, (w - behind + d) * u - 1, (h - behind + d) * u - 1)
        _leaves(pen, card.side, area, 8 * u, (1.2 * u, 4.4 * u), colours)
    tall = h - behind - 13
    wide = _lying_arms(picture, card, Box(6.5, 6.5, 6.5 + tall, 6.5 + tall), colours, u)
    left, right = 6.5 + wide + 8, w - behind - 11
    if count > 1:
        mask = times(f"×{count}", round(DIGITS * u))
        put(picture, mask, (right * u - mask.width / 2, (h - behind) / 2 * u), colours.ink, w * u)
        right -= mask.width / u + 9
    middle, room = (left + right) / 2, right - left
    both = bool(card.text) and h >= 96
    at = (middle, (h - behind) * (0.46 if both else 0.5) + (0 if both else letters * 0.3))
    line(picture, at, title, Hand("roman", letters, 700), room, colours.ink, u, least=letters)
    if both:
        at = (middle, (h - behind) * 0.78)
        line(picture, at, card.text, Hand("italic", 31, 600), room, colours.faint, u)
    return picture.reduce(FINE)


def _lying_arms(
    picture: Image.Image, card: CardFace, panel: Box, colours: Palette, u: float
) -> float:
    """Shields, shield and trumpet, or an emblem, at the left; gives how wide they are."""
    tall = panel.bottom - panel.top
    pen = ImageDraw.Draw(picture)
    wide = tall * (1.72 if card.shields == 2 else 1.5 if card.trumpet else 1.0)
    area = [v * u for v in (panel.left, panel.top, panel.left + wide, panel.bottom)]
    y = panel.centre[1] * u
    if not card.shields:
        pen.rectangle(area, fill=dark(colours, card.side))
        sign(picture, card.emblem, (panel.centre[0] * u, y), tall * 0.8 * u, colours.gold)
        return wide
    worn = arms(colours, card.faction)
    pen.rectangle(area, fill=mixed(worn.field, worn.ink, 0.16))
    high = tall * 0.78
    for i in range(card.shields):
        x = panel.left + tall * (0.48 + 0.76 * i)
        shield(picture, (x * u, y), high * 0.84 * u, high * u, worn, colours)
    if card.trumpet:
        at = ((panel.left + tall * 1.1) * u, y)
        trumpet(picture, at, tall * 0.9 * u, worn, colours)
    return wide


# -- several copies, marks -----------------------------------------------------------------------


def reach(count: int, width: int) -> Box:
    """What copies of a design cover, fanned; the upright card in front begins at 0, 0."""
    w, h = float(width), width * TALL
    points = [(0.0, -HEAD), (w, h)]
    for i in range(1, min(count, FANNED)):
        turn = math.radians(FAN * i)
        for x, y in ((0.0, 0.0), (w, 0.0), (0.0, h), (w, h)):
            across, down = x - w / 2, y - h
            points.append(
                (
                    w / 2 + across * math.cos(turn) - down * math.sin(turn),
                    h + across * math.sin(turn) + down * math.cos(turn),
                )
            )
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=24)
def fan_token(
    card: CardFace, count: int, seen: int, width: int, palette_name: str, scale: float
) -> Image.Image:
    """Copies of a design behind each other, how many, and how many the opponent knows."""
    box = reach(count, width)
    front = card_token(card, width, palette_name, scale)
    size = (math.ceil((box.right - box.left) * scale), math.ceil((box.bottom - box.top) * scale))
    picture = Image.new("RGBA", size)
    w, h = front.size
    corner = (round(-box.left * scale), round(-box.top * scale))
    for i in range(min(count, FANNED) - 1, 0, -1):
        copy = Image.new("RGBA", size)
        copy.paste(front, corner)
        pivot = (corner[0] + w / 2, corner[1] + h)
        turned = copy.rotate(-FAN * i, Image.Resampling.BICUBIC, center=pivot)
        picture.alpha_composite(turned)
    picture.alpha_composite(front, corner)
    above = corner[1] - round(HEAD * scale)
    if count > 1:
        picture.alpha_composite(tag(f"×{count}", False, palette_name, scale), (corner[0], above))
    if seen:
        mark = tag(str(seen) if seen < count else "", True, palette_name, scale)
        picture.alpha_composite(mark, (corner[0] + w - mark.width, above))
    return picture


@lru_cache(maxsize=64)
def tag(text: str, eye: bool, palette_name: str, scale: float) -> Image.Image:
    """A label on the corner of a card: a count, or an eye for what the opponent knows."""
    colours = palette(palette_name)
    u = scale * FINE
    mask = times(text, round(DIGITS * u)) if text else None
    look = 46 * u if eye else 0.0
    wide = (mask.width if mask else 0) + look + (30 * u if mask and eye else 22 * u)
    high = 48 * u
    picture = Image.new("RGBA", (round(wide), round(high)))
    pen = ImageDraw.Draw(picture)
    fill, ink = (colours.gold, colours.ink) if eye else (colours.ink, colours.gold)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), radius=12 * u, fill=ink)
    inner = (2 * u, 2 * u, wide - 1 - 2 * u, high - 1 - 2 * u)
    pen.rounded_rectangle(inner, radius=10 * u, fill=fill)
    if eye:
        _eye(pen, (11 * u + look / 2, high / 2), look, ink, fill)
    if mask:
        put(picture, mask, (wide - 11 * u - mask.width / 2, high / 2), ink, mask.width + 1)
    return picture.reduce(FINE)


def _eye(pen: ImageDraw.ImageDraw, at: Point, wide: float, ink: Colour, white: Colour) -> None:
    x, y = at
    lid = []
    for i in range(33):
        t = math.pi * i / 32
        lid.append((x - wide / 2 * math.cos(t), y - wide * 0.33 * math.sin(t)))
    lid += [(px, 2 * y - py) for px, py in reversed(lid)]
    pen.polygon(lid, fill=ink)
    for r, fill in ((0.22, white), (0.13, ink)):
        pen.ellipse((x - r * wide, y - r * wide, x + r * wide, y + r * wide), fill=fill)
