"""Names on the map: how they are written, how much room they take."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.geometry import Box
from renderer.layout import Layout, Town, Water
from renderer.lettering import Font, font, stamp
from renderer.palette import Palette

MARK = 21  # the room of one mark beside a name
LINE = {"capital": 25, "resource": 25, "castle": 24, "tower": 23, "town": 22}
ZONE = 22


def face(kind: str, scale: float) -> Font:
    """Capitals in capitals; the more a town matters, the heavier its name."""
    weight = {"capital": 800, "resource": 750, "castle": 700, "tower": 600, "town": 550}[kind]
    if kind == "capital":
        return font("capital", round(22 * scale), weight)
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
    for town in plan.towns.values():
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
    for i, mark in enumerate(town.marks):
        _mark(picture, mark, (x + (i + 0.5) * MARK) * scale, y * scale, palette, scale)


def _mark(
    picture: Image.Image, mark: str, x: float, y: float, palette: Palette, scale: float
) -> None:
    pen = ImageDraw.Draw(picture)
    r = 9.5 * scale
    word, _, faction = mark.partition(" ")
    if word == "recruit":
        field, charge = palette.factions[faction]
        shield(pen, x, y, 17 * scale, 19 * scale, field, charge, faction, palette)
        return
    fill = {"port": palette.sea, "mercenaries": palette.gold, "boabdil": palette.sides["grey"].face}
    name = {"port": "anchor", "mercenaries": "two-coins", "boabdil": "moon"}[word]
    ink = palette.halo if word == "port" else palette.ink
    pen.ellipse(
        (x - r, y - r, x + r, y + r),
        fill=fill[word],
        outline=palette.halo,
        width=round(1.5 * scale),
    )
    stamp(picture, name, x, y, 14 * scale, ink)


def shield(
    pen: ImageDraw.ImageDraw,
    x: float,
    y: float,
    w: float,
    h: float,
    field: tuple[int, int, int],
    charge: tuple[int, int, int],
    faction: str,
    palette: Palette,
) -> None:
    """A recruitment shield: colours of the faction and a charge that tells it without colour."""
    left, top = x - w / 2, y - h / 2
    outline = [
        (left, top),
        (left + w, top),
        (left + w, top + h * 0.5),
        (left + w * 0.82, top + h * 0.8),
        (x, top + h),
        (left + w * 0.18, top + h * 0.8),
        (left, top + h * 0.5),
    ]
    pen.polygon(outline, fill=field)
    third = w / 3
    if faction in ("aragon", "bannigas"):  # pales
        for i in (0.17, 0.5, 0.83):
            pen.line(
                (left + w * i, top, left + w * i, top + h * 0.78),
                fill=charge,
                width=max(1, round(w * 0.13)),
            )
    elif faction in ("castile", "kingdoms"):  # a cross
        pen.rectangle((x - third / 2, top, x + third / 2, top + h * 0.94), fill=charge)
        pen.rectangle((left, top + h * 0.3, left + w, top + h * 0.3 + third), fill=charge)
    elif faction in ("leon", "sarray"):  # a bend
        pen.line(
            (left + 1, top + h * 0.1, left + w * 0.85, top + h * 0.75),
            fill=charge,
            width=max(2, round(w * 0.26)),
        )
    else:  # a disc
        pen.ellipse(
            (x - third * 0.85, y - third * 1.05, x + third * 0.85, y + third * 0.65), fill=charge
        )
    pen.line([*outline, outline[0]], fill=palette.ink, width=max(1, round(w * 0.08)))
