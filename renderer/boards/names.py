"""Names on the map: how they are written, how much room they take."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.boards.layout import Layout, Town, Water
from renderer.ink.geometry import Box, Point
from renderer.ink.heraldry import arms, shield
from renderer.ink.lettering import Font, font, stamp
from renderer.ink.palette import Palette

MARK = 21  # the room of one mark beside a name
LINE = {"area": 25, "capital": 28, "resource": 31, "castle": 31, "tower": 30, "town": 27}
WEIGHT = {
    "area": 700,
    "capital": 800,
    "resource": 750,
    "castle": 700,
    "tower": 600,
    "town": 550,
}
LINE |= {"city": 28, "hold": 26, "point": 17, "pass": 24, "box": 26}  # of a net of points
WEIGHT |= {"city": 750, "hold": 650, "point": 550, "pass": 600, "box": 700}
ZONE = 22


def face(kind: str, scale: float) -> Font:
    """Capitals in capitals; the more a town matters, the heavier its name."""
    weight = WEIGHT[kind]
    if kind == "capital":
        return font("capital", round((LINE[kind] - 1) * scale), weight)
    return font("roman", round((LINE[kind] - 1) * scale), weight)


def size(kind: str, lines: Sequence[str], count: int, beside: bool) -> tuple[float, float]:
    """Width and height of a name with its marks, in units of the layout."""
    letters = face(kind, 2)
    width = max(letters.getlength(line) for line in lines) / 2 + 4
    height = LINE[kind] * len(lines)
    if count and beside:
        width += count * MARK + 2
    elif count:
        width, height = max(width, count * MARK), height + MARK
    return width, height


def box(town: Town) -> Box:
    return Box.around(town.label, size(town.kind, town.lines, len(town.marks), town.beside))


def zone_box(water: Water) -> Box:
    letters = font("italic", ZONE * 2, 550)
    return Box.around(water.label, (letters.getlength(water.name) / 2 + 4, ZONE + 2))


def draw(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Every name of towns and seas, each with a halo that parts it from the ground."""
    pen = ImageDraw.Draw(picture)
    for water in plan.waters.values():
        x, y = water.label
        pen.text(
            (x * scale, (y + 7) * scale),
            water.name,
            fill=palette.sea,
            anchor="ms",
            font=font("italic", round(ZONE * scale), 550),
            stroke_width=round(2.4 * scale),
            stroke_fill=palette.water,
        )
    for town in (town for town in plan.towns.values() if town.lines):
        _name(picture, pen, town, palette, scale)


def _name(
    picture: Image.Image, pen: ImageDraw.ImageDraw, town: Town, palette: Palette, scale: float
) -> None:
    area = box(town)
    letters = face(town.kind, scale)
    room = len(town.marks) * MARK + 2 if town.beside and town.marks else 0
    middle = (area.left + area.right - room) / 2
    for i, line in enumerate(town.lines):
        base = area.top + LINE[town.kind] * (i + 1) - 6
        pen.text(
            (middle * scale, base * scale),
            line,
            font=letters,
            fill=palette.ink,
            anchor="ms",
            stroke_width=round(2.4 * scale),
            stroke_fill=palette.halo,
        )
    if room:
        x, y = area.right - room + 2, area.top + LINE[town.kind] / 2 + 1
    else:
        x = town.label[0] - len(town.marks) * MARK / 2
        y = area.bottom - MARK / 2
    for i, what in enumerate(town.marks):
        mark(picture, what, (x + (i + 0.5) * MARK) * scale, y * scale, palette, scale)


def mark(
    picture: Image.Image, said: str, x: float, y: float, palette: Palette, scale: float
) -> None:
    """`arms castile`, `badge anchor sea` (gold, or plain), `coin 2`, or `room`: kept free."""
    word, _, what = said.partition(" ")
    if word == "arms":
        shield(picture, (x, y), 15.5 * scale, 17.5 * scale, arms(palette, what), palette)
    elif word in FIGURES:
        _figure(picture, word, what, (x, y), palette, scale)
    elif word == "badge":
        emblem, _, tone = what.partition(" ")
        _badge(picture, emblem, tone, (x, y), palette, scale)


def _badge(
    picture: Image.Image, emblem: str, tone: str, at: Point, palette: Palette, scale: float
) -> None:
    """An emblem on a round badge."""
    x, y = at
    pen = ImageDraw.Draw(picture)
    r = 9.5 * scale
    fill = {"sea": palette.sea, "gold": palette.gold}.get(tone, palette.side("nobody").face)
    pen.ellipse(
        (x - r, y - r, x + r, y + r), fill=fill, outline=palette.halo, width=round(1.5 * scale)
    )
    ink = palette.halo if tone == "sea" else palette.ink
    stamp(picture, emblem, x, y, 14 * scale, ink)


FIGURES = ("peak", "ring", "coin")  # how many may stand in the mountains, in the plain; income


def _figure(
    picture: Image.Image, word: str, figure: str, at: Point, palette: Palette, scale: float
) -> None:
    """A number in a mountain, in a ring or on a coin."""
    pen = ImageDraw.Draw(picture)
    x, y = at
    r = 9.5 * scale
    line, low = round(1.6 * scale), 4.6 * scale
    if word == "peak":
        shape = [(x, y - r * 1.16), (x + r * 1.14, y + r * 0.86), (x - r * 1.14, y + r * 0.86)]
        pen.polygon(shape, fill=palette.minor)
        low = 6.4 * scale
    else:
        fill = palette.gold if word == "coin" else palette.halo
        pen.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=palette.ink, width=line)
    ink = palette.halo if word == "peak" else palette.ink
    size = 14 if word == "peak" else 15 if len(figure) == 1 else 11.5  # 1½ stays on its coin
    low = low if size > 12 else 3.8 * scale
    letters = font("roman", round(size * scale), 750)
    pen.text((x, y + low), figure, font=letters, fill=ink, anchor="ms")
