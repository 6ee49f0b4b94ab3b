"""One card as a small picture: what a design shows, from the public data, made once and kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from engine.data import folder, load
from renderer.errors import RenderError
from renderer.geometry import Box, Point
from renderer.lettering import Font, figures, font, stamp
from renderer.palette import Colour, Palette, palette

TALL = 1.54  # height of a card, as a multiple of its width
HEAD = 24.0  # units above a card, for the labels on its upper edge
DIGITS = 32.0  # units: 11 pixels where a picture of 1600 units is 550 wide
LINE = 28.0  # the name on a card
FINE = 3
FAN = 4  # degrees between copies that lie behind each other
FANNED = 4  # so many copies show; the figure says how many there are


@dataclass(frozen=True)
class Design:
    """What a card says on its face."""

    key: str
    side: str
    name: str
    type: str
    faction: str | None
    bid: int | None
    naval: int | str | None
    impact: int


# What a card without shields does, in five words, and the emblem that stands for it.
SPECIALS = {
    "commander": ("crown", "any block, or slip away"),
    "bombardment": ("cannon", "a gun fires; guns return"),
    "challenge": ("doubt", "their block must prove itself"),
    "charge": ("horse-head", "any horse, with its attack"),
    "crossbowmen": ("crossbow", "any crossbow, with its attack"),
    "watchtower": ("white-tower", "adds 4 impacts in defence"),
    "mobilization": ("knight-banner", "total movement for one card"),
    "captured": ("moon", "takes Boabdil after a victory"),
    "broadside": ("galley", "fleets add 2 or 3"),
    "sortie": ("castle", "the besieger loses {impact} impacts"),
    "papal_bull": ("cross", "brings Crusaders to your castles"),
    "surrender": ("flag", "leave a castle without loss"),
}
SHIELDS = {"plain": 1, "trumpet": 1, "double": 2}

_kept: dict[tuple[str, Path, float], dict[str, dict[str, Design]]] = {}


def designs(game: str) -> dict[str, dict[str, Design]]:
    """The designs of each side by key, read once; read anew when the file has changed."""
    path = folder(game) / "cards.yaml"
    key = (game, path, path.stat().st_mtime if path.exists() else 0.0)
    if key not in _kept:
        _kept[key] = {
            side: {name: _design(name, side, facts) for name, facts in rows.items()}
            for side, rows in load(path).items()
        }
    return _kept[key]


def design(game: str, side: str, key: str) -> Design:
    found = designs(game).get(side, {})
    if key not in found:
        raise RenderError(f"There is no card {key!r} in the {side.capitalize()} deck.")
    return found[key]


def _design(key: str, side: str, facts: Mapping[str, Any]) -> Design:
    return Design(
        key,
        side,
        facts["name"],
        facts["type"],
        facts.get("faction"),
        facts.get("bid"),
        facts.get("naval"),
        facts.get("impact", 0),
    )


def ability(card: Design) -> str:
    """What a special card does; nothing for a card with shields."""
    if card.type in SHIELDS:
        return ""
    if card.type not in SPECIALS:
        raise RenderError(f"The card {card.key!r} is of a kind that cannot be drawn: {card.type}.")
    return SPECIALS[card.type][1].format(impact=abs(card.impact))


# -- a card --------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def card_token(card: Design, width: int, palette_name: str, scale: float) -> Image.Image:
    """The face of a card, so many units wide."""
    colours = palette(palette_name)
    u = scale * FINE
    w, h = width * u, width * TALL * u
    picture = Image.new("RGBA", (round(w), round(h)))
    pen = ImageDraw.Draw(picture)
    frame, edge = _frame(colours, card.side)
    leaf(pen, card.side, (0, 0, w - 1, h - 1), width * 0.075 * u, edge)
    leaf(pen, card.side, (u, u, w - 1 - u, h - 1 - u), width * 0.07 * u, frame)
    b = width * 0.035 * u
    leaf(pen, card.side, (b, b, w - 1 - b, h - 1 - b), width * 0.05 * u, colours.halo)
    words = ability(card)
    panel = (b * 1.9, b * 1.9, w - b * 1.9, h * (0.36 if words else 0.48))
    if words:
        _scene(picture, card, panel, frame, colours, u)
    else:
        _arms(picture, card, panel, colours, u)
    _writing(pen, card, words, (b * 1.6, panel[3], w - b * 1.6, h), width, colours, u)
    _numbers(picture, card, width, colours, u)
    return picture.reduce(FINE)


def _frame(colours: Palette, side: str) -> tuple[Colour, Colour]:
    """The dark colour of a side, and the line around it."""
    paint = colours.side(side)
    return min(paint.face, paint.ink, key=sum), colours.gold


def leaf(
    pen: ImageDraw.ImageDraw,
    side: str,
    area: tuple[float, float, float, float],
    corner: float,
    fill: Colour,
) -> None:
    """The outline of a side's cards: round corners, or cut ones."""
    left, top, right, bottom = area
    if side != "muslim":
        pen.rounded_rectangle(area, radius=corner, fill=fill)
        return
    pen.polygon(
        [
            (left + corner, top),
            (right - corner, top),
            (right, top + corner),
            (right, bottom - corner),
            (right - corner, bottom),
            (left + corner, bottom),
            (left, bottom - corner),
            (left, top + corner),
        ],
        fill=fill,
    )


def _arms(
    picture: Image.Image,
    card: Design,
    panel: tuple[float, float, float, float],
    colours: Palette,
    u: float,
) -> None:
    """One shield, one with a trumpet, or two, on a ground of the faction's colour."""
    if card.faction not in colours.factions:
        raise RenderError(f"There is no shield for the faction {card.faction!r}.")
    field, charge = colours.factions[card.faction]
    _ground(picture, panel, field, mixed(field, charge, 0.22), colours, u)
    left, top, right, bottom = panel
    x, y, wide = (left + right) / 2, (top + bottom) / 2, right - left
    high = (bottom - top) * {"plain": 0.8, "trumpet": 0.76, "double": 0.64}[card.type]
    at = {"plain": (0.0,), "trumpet": (-0.17,), "double": (-0.23, 0.23)}[card.type]
    for across in at:
        shield(picture, (x + across * wide, y), high * 0.82, high, card.faction, colours)
    if card.type == "trumpet":
        trumpet(picture, (x + 0.28 * wide, y), high * 1.04, card.faction, colours)


def _scene(
    picture: Image.Image,
    card: Design,
    panel: tuple[float, float, float, float],
    frame: Colour,
    colours: Palette,
    u: float,
) -> None:
    """The emblem of a special card."""
    _ground(picture, panel, frame, mixed(frame, colours.gold, 0.16), colours, u)
    left, top, right, bottom = panel
    x, y, r = (left + right) / 2, (top + bottom) / 2, (bottom - top) * 0.42
    pen = ImageDraw.Draw(picture)
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colours.gold)
    r -= 2 * u
    pen.ellipse((x - r, y - r, x + r, y + r), fill=mixed(frame, (0, 0, 0), 0.25))
    sign(picture, SPECIALS[card.type][0], (x, y), r * 1.36, colours.gold)


def _ground(
    picture: Image.Image,
    panel: tuple[float, float, float, float],
    field: Colour,
    line: Colour,
    colours: Palette,
    u: float,
) -> None:
    """A field with lozenges, as painters of arms fill an empty one."""
    wide, high = round(panel[2] - panel[0]), round(panel[3] - panel[1])
    cloth = Image.new("RGB", (wide, high), field)
    pen = ImageDraw.Draw(cloth)
    step = 15 * u
    for i in range(-math.ceil(high / step), math.ceil((wide + high) / step) + 1):
        x = i * step + (wide % step) / 2
        pen.line((x, 0, x + high, high), fill=line, width=max(1, round(u)))
        pen.line((x, 0, x - high, high), fill=line, width=max(1, round(u)))
    pen.rectangle((0, 0, wide - 1, high - 1), outline=colours.ink, width=max(1, round(1.2 * u)))
    picture.paste(cloth, (round(panel[0]), round(panel[1])))


def _writing(
    pen: ImageDraw.ImageDraw,
    card: Design,
    words: str,
    area: tuple[float, float, float, float],
    width: int,
    colours: Palette,
    u: float,
) -> None:
    """The name, what the card does, and at the foot the word for it in orders."""
    left, top, right, bottom = area
    x, room = (left + right) / 2, (right - left) * 0.97
    grown = width / 200
    low = bottom - (0.28 if card.bid is not None else 0.1) * width * TALL * u
    size = min(LINE * max(1.0, grown), LINE * 1.3)
    most = 2 if card.bid is not None else 3
    parts = [(*fitted(card.name, room, size * u, "roman", 700, most), "roman", 700, colours.ink)]
    if words:
        fit = fitted(words, room, size * 0.86 * u, "italic", 600, 3)
        parts.append((*fit, "italic", 600, colours.faint))
    high = sum(len(lines) * letters for lines, letters, *_ in parts)
    squeeze = min(1.0, (low - top) / (high * 0.98))
    y = top + max(0.0, low - top - high * squeeze) / 2
    for lines, letters, face, weight, ink in parts:
        got = font(face, round(letters * min(1.0, squeeze * 1.06)), weight)
        for line in lines:
            y += letters * squeeze
            pen.text((x, y - letters * 0.24 * squeeze), line, font=got, fill=ink, anchor="ms")
    across = width * (0.32 if card.bid is not None else 0.8) * u
    x = (0.472 if card.bid is not None else 0.5) * width * u
    _, small = fitted(card.key, across, 19 * max(1.0, grown) * u, "roman", 500, 1)
    got = font("roman", round(small), 500)
    y = bottom - 0.062 * width * u
    pen.text((x, y - 0.02 * width * u), card.key, font=got, fill=colours.faint, anchor="ms")


def _numbers(picture: Image.Image, card: Design, width: int, colours: Palette, u: float) -> None:
    """The bid at the right; at the left the naval number, or an arrow, above a ship."""
    if card.bid is None:
        return
    pen = ImageDraw.Draw(picture)
    high = round(max(DIGITS, DIGITS * width / 200) * u)
    r = 0.86 * high
    x, y = picture.width - r - 0.065 * width * u, picture.height - r - 0.065 * width * u
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colours.ink)
    pen.ellipse((x - r + 2 * u, y - r + 2 * u, x + r - 2 * u, y + r - 2 * u), fill=colours.gold)
    put(picture, figures(str(card.bid), high), (x, y), colours.ink, r * 1.6)
    x, foot = 0.2 * width * u, picture.height - 0.06 * width * u
    ship = 0.19 * width * u
    stamp(picture, "galley", x, foot - ship * 0.47, ship, colours.sea)
    y = foot - ship * 0.95 - high / 2
    if card.naval == "arrow":
        _arrow(pen, (x, y), high * 0.8, colours.sea)
    else:
        put(picture, figures(str(card.naval), high), (x, y), colours.sea, ship * 1.3)


def _arrow(pen: ImageDraw.ImageDraw, at: Point, size: float, ink: Colour) -> None:
    """A ship that slips away."""
    x, y = at
    half, thick = size * 0.72, size * 0.13
    pen.rectangle((x - half, y - thick, x + half * 0.3, y + thick), fill=ink)
    pen.polygon(
        [(x + half * 0.15, y - size * 0.45), (x + half, y), (x + half * 0.15, y + size * 0.45)],
        fill=ink,
    )


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


@lru_cache(maxsize=64)
def fan_token(
    card: Design, count: int, seen: int, width: int, palette_name: str, scale: float
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
    pen.rounded_rectangle(
        (2 * u, 2 * u, wide - 1 - 2 * u, high - 1 - 2 * u), radius=10 * u, fill=fill
    )
    if eye:
        _eye(pen, (11 * u + look / 2, high / 2), look, ink, fill)
    if mask:
        x = wide - 11 * u - mask.width / 2
        put(picture, mask, (x, high / 2), ink, mask.width + 1)
    return picture.reduce(FINE)


def times(text: str, high: int) -> Image.Image:
    """Figures so high, with a smaller sign before them where there is one."""
    if not text.startswith("×"):
        return figures(text, high)
    number, by = figures(text[1:], high), figures("×", round(high * 0.55))
    mask = Image.new("L", (by.width + number.width + round(high * 0.14), high))
    mask.paste(by, (0, high - by.height - round(high * 0.08)))
    mask.paste(number, (mask.width - number.width, 0))
    return mask


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


# -- signs ---------------------------------------------------------------------------------------


def _outline(at: Point, w: float, h: float) -> list[Point]:
    """A shield with straight shoulders and round flanks."""
    x, y = at
    top = y - h / 2
    right: list[Point] = [(x + w / 2, top)]
    for i in range(17):
        t = math.pi / 2 * i / 16
        right.append((x + w / 2 * math.cos(t) ** 0.8, top + h * 0.42 + h * 0.58 * math.sin(t)))
    return right + [(2 * x - px, py) for px, py in reversed(right)]


def shield(
    picture: Image.Image, at: Point, w: float, h: float, faction: str, colours: Palette
) -> None:
    """A faction's arms: the same charges as the small shields on the board; else a plain one."""
    field, charge = colours.factions.get(faction, (colours.gold, colours.gold))
    x, y = at
    left, top = x - w / 2, y - h / 2
    pen = ImageDraw.Draw(picture)
    line = max(1.0, w * 0.045)
    pen.polygon(_outline(at, w + 4 * line, h + 4 * line), fill=colours.ink)
    pen.polygon(_outline(at, w + 2.2 * line, h + 2.2 * line), fill=colours.halo)
    mask = Image.new("L", (round(w) + 2, round(h) + 2))
    inner = _outline((w / 2, h / 2), w, h)
    ImageDraw.Draw(mask).polygon(inner, fill=255)
    cloth = Image.new("RGB", mask.size, field)
    _charge(ImageDraw.Draw(cloth), faction, w, h, charge)
    picture.paste(cloth, (round(left), round(top)), mask)
    pen.line(
        [*((px + left, py + top) for px, py in (*inner, inner[0]))],
        fill=colours.ink,
        width=max(1, round(line * 0.8)),
        joint="curve",
    )


def _charge(pen: ImageDraw.ImageDraw, faction: str, w: float, h: float, ink: Colour) -> None:
    third = w / 3
    if faction in ("aragon", "bannigas"):  # pales
        for i in (0.2, 0.5, 0.8):
            pen.rectangle((w * i - w * 0.068, 0, w * i + w * 0.068, h), fill=ink)
    elif faction in ("castile", "kingdoms"):  # a cross
        pen.rectangle((w / 2 - third / 2, 0, w / 2 + third / 2, h), fill=ink)
        pen.rectangle((0, h * 0.28, w, h * 0.28 + third), fill=ink)
    elif faction in ("leon", "sarray"):  # a bend
        t = w * 0.2
        pen.polygon([(-t, 0), (t, 0), (w + t, h * 0.9), (w - t, h * 0.9)], fill=ink)
    else:  # a disc
        r = third * 0.86
        pen.ellipse((w / 2 - r, h * 0.43 - r, w / 2 + r, h * 0.43 + r), fill=ink)


def trumpet(picture: Image.Image, at: Point, high: float, faction: str, colours: Palette) -> None:
    """A straight herald's trumpet with its banner, the bell above."""
    field, charge = colours.factions[faction]
    x, y = at
    top, foot = y - high / 2, y + high / 2
    pen = ImageDraw.Draw(picture)
    line = high * 0.018
    cloth = (x - high * 0.02, top + high * 0.36, x + high * 0.24, top + high * 0.72)
    banner = [
        (cloth[0], cloth[1]),
        (cloth[2], cloth[1]),
        (cloth[2] - high * 0.07, (cloth[1] + cloth[3]) / 2),
        (cloth[2], cloth[3]),
        (cloth[0], cloth[3]),
    ]
    for grow, fill in ((line * 2.2, colours.ink), (0.0, charge)):
        pen.polygon(banner, fill=fill)
        if grow:
            pen.line([*banner, banner[0]], fill=fill, width=round(grow * 2), joint="curve")
    stripe = (cloth[1] + cloth[3]) / 2
    pen.rectangle(
        (cloth[0], stripe - high * 0.045, cloth[2] - high * 0.075, stripe + high * 0.045),
        fill=field,
    )
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


def sign(picture: Image.Image, name: str, at: Point, size: float, ink: Colour) -> None:
    """An emblem of the strip, or one drawn here."""
    drawn = _DRAWN.get(name)
    if drawn is None:
        stamp(picture, name, *at, size, ink)
    else:
        drawn(ImageDraw.Draw(picture), at, size, ink)


def _flag(pen: ImageDraw.ImageDraw, at: Point, size: float, ink: Colour) -> None:
    """A flag of truce."""
    x, y = at[0] - size * 0.3, at[1]
    pen.rectangle((x - size * 0.035, y - size / 2, x + size * 0.035, y + size / 2), fill=ink)
    steps = range(25)
    upper = [
        (x + size * 0.75 * i / 24, y - size * 0.42 + size * 0.06 * math.sin(i / 24 * 2 * math.pi))
        for i in steps
    ]
    pen.polygon([*upper, *((px, py + size * 0.46) for px, py in reversed(upper))], fill=ink)


def _cross(pen: ImageDraw.ImageDraw, at: Point, size: float, ink: Colour) -> None:
    x, y = at
    half, arm = size * 0.075, size * 0.33
    pen.rectangle((x - half, y - size / 2, x + half, y + size / 2), fill=ink)
    pen.rectangle((x - arm, y - size * 0.24, x + arm, y - size * 0.24 + 2 * half), fill=ink)


def _doubt(pen: ImageDraw.ImageDraw, at: Point, size: float, ink: Colour) -> None:
    """A shield with a question."""
    points = _outline(at, size * 0.84, size)
    pen.line([*points, points[0]], fill=ink, width=round(size * 0.07), joint="curve")
    letters = font("roman", round(size * 0.72), 800)
    pen.text((at[0], at[1] + size * 0.2), "?", font=letters, fill=ink, anchor="ms")


_DRAWN: dict[str, Callable[[ImageDraw.ImageDraw, Point, float, Colour], None]] = {
    "flag": _flag,
    "cross": _cross,
    "doubt": _doubt,
}


# -- lettering -----------------------------------------------------------------------------------


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """A colour with so much of another in it."""
    r, g, b = (round(a + (c - a) * part) for a, c in zip(one, other, strict=True))
    return r, g, b


def put(picture: Image.Image, mask: Image.Image, at: Point, ink: Colour, wide: float) -> None:
    """A mask in one colour, centred, narrowed where it is too wide."""
    if mask.width > wide:
        mask = mask.resize((round(wide), mask.height), Image.Resampling.LANCZOS)
    corner = (round(at[0] - mask.width / 2), round(at[1] - mask.height / 2))
    picture.paste(ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)


def fitted(
    text: str, wide: float, size: float, face: str, weight: int, most: int
) -> tuple[tuple[str, ...], float]:
    """Lines and the size of their letters: as few lines as fit, smaller only when they must."""
    words = text.split()
    while size > 8:
        letters = font(face, round(size), weight)
        for count in range(1, min(most, len(words)) + 1):
            lines = _broken(words, count, letters)
            if all(letters.getlength(line) <= wide for line in lines):
                return lines, size
        size *= 0.95
    return (text,), size


def _broken(words: list[str], count: int, letters: Font) -> tuple[str, ...]:
    """Words in so many lines, the longest as short as can be."""
    if count == 1:
        return (" ".join(words),)
    best: tuple[str, ...] = ()
    for cut in range(1, len(words) - count + 2):
        lines = (" ".join(words[:cut]), *_broken(words[cut:], count - 1, letters))
        if not best or max(map(letters.getlength, lines)) < max(map(letters.getlength, best)):
            best = lines
    return best
