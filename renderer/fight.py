"""A battle or a siege: two lines that face each other, their cards, and the impacts between them.

The attacker stands on the left, the defender on the right, before his tower or behind his walls.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import Any

from PIL import Image, ImageDraw

from renderer.combat import (
    DIGITS,
    FORT,
    LINES,
    PEOPLE,
    SHORTEST_TRACK,
    SIZE,
    TOWER_CARD,
    TRACK,
    WALL,
    Combat,
    Force,
    Laid,
    arrange,
    combat,
    kept_words,
    public,
    sentences,
    tied,
)
from renderer.faces import back_token, block_token, card_token, fitted, slab, write
from renderer.geometry import Box
from renderer.layout import Layout
from renderer.lettering import ASSETS
from renderer.palette import Colour, Paint, Palette

__all__ = ["combat", "draw", "sentences"]

View = Mapping[str, Any]
SHARP = 2  # drawn so many times larger, then reduced


def draw(view: View, plan: Layout, colours: Palette, width: int) -> tuple[Image.Image, list[str]]:
    """The picture of the fight in a view, and its sentences."""
    fight = combat(view, plan)
    scale = width / SIZE[0]
    fine = max(1.0, scale) * SHARP
    picture = _ground(plan, fight, colours, fine)
    _title(picture, fight, colours, fine)
    if fight.siege:
        _walls(picture, fight, colours, fine)
    elif fight.fort:
        _fort(picture, fight, colours, fine)
    _track(picture, fight, colours, fine)
    for force in fight.forces:
        _heading(picture, fight, force, colours, fine)
    for force, laid in arrange(fight):
        _put(picture, force, laid, plan, colours, fine)
    _frame(picture, colours, fine)
    size = (width, round(width * SIZE[1] / SIZE[0]))
    made = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    return made, list(sentences(fight, plan))


@lru_cache(maxsize=1)
def _relief(name: str) -> Image.Image:
    with Image.open(ASSETS / "ground" / name) as picture:
        return picture.convert("RGB")


def _ground(plan: Layout, fight: Combat, colours: Palette, scale: float) -> Image.Image:
    """The country around the place, faded to paper so that everything stands out."""
    relief = _relief(plan.ground)
    across = relief.width / plan.size[0]
    wide, high = 640 * across, 400 * across
    x, y = (v * across for v in plan.town(fight.place).at)
    left = min(max(0, x - wide / 2), relief.width - wide)
    top = min(max(0, y - high / 2), relief.height - high)
    part = relief.crop((round(left), round(top), round(left + wide), round(top + high)))
    size = (round(SIZE[0] * scale), round(SIZE[1] * scale))
    part = part.resize(size, Image.Resampling.BICUBIC)
    fade = max(0.42, colours.wash + 0.3)
    return Image.blend(part, Image.new("RGB", size, colours.paper), fade)


def _title(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    middle = SIZE[0] / 2 * scale
    wide = (SIZE[0] - 120) * scale
    fitted(
        pen,
        (middle, 72 * scale),
        fight.title.upper(),
        ("capital", 54, 800),
        wide,
        scale,
        colours.accent,
        colours.halo,
    )
    asked = " and ".join(PEOPLE[seat] for seat in fight.asked)
    text = f"{fight.when} · the {fight.attacker.people} attack"
    text += f" · the {asked} decide" if asked else ""
    fitted(
        pen,
        (middle, 101 * scale),
        text,
        ("italic", 29, 600),
        wide,
        scale,
        colours.ink,
        colours.halo,
    )


def _frame(picture: Image.Image, colours: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    for inset, ink, width in (
        (0, colours.paper, 14),
        (13, colours.ink, 2.4),
        (6, colours.faint, 1.2),
    ):
        d = inset * scale
        pen.rectangle(
            (d, d, picture.width - 1 - d, picture.height - 1 - d),
            outline=ink,
            width=round(width * scale),
        )


def _put(
    picture: Image.Image, force: Force, laid: Laid, plan: Layout, colours: Palette, scale: float
) -> None:
    size = (laid.box.right - laid.box.left, laid.box.bottom - laid.box.top)
    if laid.what == "card":
        design = public(plan.game).cards[force.side][laid.key]
        token = card_token(design, laid.number, force.side, colours.name, scale)
    elif laid.what == "back":
        token = back_token(force.paint, laid.number, size, colours.name, scale)
    else:
        known = public(plan.game)
        kind = plan.kind(laid.key)
        faction, impact = known.factions[laid.key], known.impacts[laid.key]
        ready = laid.what == "waiting"
        token = block_token(kind, faction, impact, force.paint, ready, size, colours.name, scale)
    picture.paste(token, (round(laid.box.left * scale), round(laid.box.top * scale)), token)


# -- the track of impacts ------------------------------------------------------------------------

_BAR = (338, 1194)  # from the first cell to the last
_ROWS = {"attacker": 126, "defender": 196}
_ROW = 60


def _track(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    """A row of cells for each side, and marks where the other side loses a block."""
    pen = ImageDraw.Draw(picture)
    _sheet(pen, TRACK, colours, scale)
    most = max(f.impacts for f in fight.forces)
    cells = max(SHORTEST_TRACK, ceil((most + 1) / fight.loss) * fight.loss)
    step = (_BAR[1] - _BAR[0]) / cells
    for force in fight.forces:
        _row(picture, fight, force, cells, step, colours, scale)
    _marks(picture, fight, cells, step, colours, scale)


def _sheet(pen: ImageDraw.ImageDraw, area: Box, colours: Palette, scale: float) -> None:
    left, top, right, bottom = (v * scale for v in area)
    shift = 4 * scale
    pen.rounded_rectangle(
        (left + shift, top + shift, right + shift, bottom + shift),
        radius=10 * scale,
        fill=colours.faint,
    )
    pen.rounded_rectangle(
        (left, top, right, bottom),
        radius=10 * scale,
        fill=colours.paper,
        outline=colours.ink,
        width=round(2 * scale),
    )


def _row(
    picture: Image.Image,
    fight: Combat,
    force: Force,
    cells: int,
    step: float,
    colours: Palette,
    scale: float,
) -> None:
    pen = ImageDraw.Draw(picture)
    paint = colours.side(force.paint)
    top = _ROWS[force.role]
    box = Box(TRACK.left + 12, top, TRACK.left + 122, top + _ROW)
    slab(pen, force.paint, box, paint.edge, paint.face, 2.4, scale)
    x, y = box.centre
    write(picture, str(force.impacts), (x * scale, y * scale), 46 * scale, paint.ink, 92 * scale)
    left = (box.right + 14) * scale
    wide = (_BAR[0] - 12) * scale - left
    fitted(
        pen,
        (left, (top + 28) * scale),
        force.people[0].upper() + force.people[1:],
        ("roman", 32, 700),
        wide,
        scale,
        colours.ink,
        anchor="ls",
    )
    role = {"attacker": "attack", "defender": "are besieged" if fight.siege else "defend"}
    fitted(
        pen,
        (left, (top + 54) * scale),
        role[force.role],
        ("italic", 27, 600),
        wide,
        scale,
        colours.faint,
        anchor="ls",
    )
    lost = force.impacts - fight.net if fight.siege and force.role == "attacker" else 0
    for i in range(cells):
        cell = Box(_BAR[0] + i * step, top + 8, _BAR[0] + (i + 1) * step, top + _ROW - 8)
        full = i < force.impacts
        spoiled = full and i >= force.impacts - lost
        area = [v * scale for v in (cell.left + 1, cell.top, cell.right - 1, cell.bottom)]
        fill = paint.face if full and not spoiled else colours.halo
        ink = colours.ink if full else colours.side("nobody").face
        pen.rectangle(area, fill=fill, outline=ink, width=round((2.4 if full else 1.4) * scale))
        if spoiled:
            pen.line((area[0], area[3], area[2], area[1]), fill=colours.ink, width=round(2 * scale))
    _flags(picture, fight, force, top, colours, scale)


def _flags(
    picture: Image.Image, fight: Combat, force: Force, top: float, colours: Palette, scale: float
) -> None:
    """Who leads, who has the initiative, who has finished: words on ribbons, one upon another."""
    words = []
    if not fight.siege and force.side == fight.leader:
        words.append(("leads, tied" if tied(fight) else "leads", colours.gold, colours.ink))
    if force.side == fight.initiative:
        word = "assaults" if fight.siege else "initiative"
        words.append((word, colours.accent, colours.halo))
    if force.finished:
        words.append(("finished", colours.side("nobody").face, colours.ink))
    pen = ImageDraw.Draw(picture)
    left, room = _BAR[1] + 14, TRACK.right - 12 - _BAR[1] - 14
    width = (room - 8) / 2 if len(words) > 1 else min(room, 210)
    for i, (word, fill, ink) in enumerate(words[:2]):
        box = Box(left + i * (width + 8), top + 9, left + i * (width + 8) + width, top + _ROW - 9)
        _ribbon(pen, box, fill, colours.ink, scale)
        x, y = box.centre
        fitted(
            pen,
            (x * scale, (y + 10) * scale),
            word,
            ("roman", 31, 750),
            (width - 28) * scale,
            scale,
            ink,
        )


def _ribbon(pen: ImageDraw.ImageDraw, box: Box, fill: Colour, edge: Colour, scale: float) -> None:
    left, top, right, bottom = (v * scale for v in box)
    notch = 11 * scale
    outline = [
        (left, top),
        (right, top),
        (right - notch, (top + bottom) / 2),
        (right, bottom),
        (left, bottom),
    ]
    pen.polygon(outline, fill=fill)
    pen.line([*outline, outline[0]], fill=edge, width=round(1.8 * scale), joint="curve")


def _marks(
    picture: Image.Image, fight: Combat, cells: int, step: float, colours: Palette, scale: float
) -> None:
    pen = ImageDraw.Draw(picture)
    # inside a castle only the attacker's row costs blocks
    low = _ROWS["defender"] + (-4 if fight.siege else _ROW)
    for number in range(fight.loss, cells + 1, fight.loss):
        x = (_BAR[0] + number * step) * scale
        pen.line(
            (x, (TRACK.top + 8) * scale, x, low * scale),
            fill=colours.main,
            width=round(4.5 * scale),
        )
        if fight.siege:
            pen.line(
                (x, low * scale, x, (_ROWS["defender"] + _ROW) * scale),
                fill=colours.main,
                width=round(1.4 * scale),
            )
        if number < cells or not fight.siege:
            at = (x, (TRACK.bottom - 24) * scale)
            write(picture, str(number), at, DIGITS * scale, colours.main, 56 * scale)
    text = "impacts for each block lost"
    if fight.guns == "fired":
        text = "for each block, under artillery"
    elif fight.guns == "perhaps":
        text = f"a block ({fight.loss - 2} if artillery fired)"
    elif fight.siege:
        text = "impacts for each block inside"
    wide = (_BAR[0] - TRACK.left - 30) * scale
    fitted(
        pen,
        ((TRACK.left + 14) * scale, (TRACK.bottom - 16) * scale),
        text,
        ("italic", 27, 600),
        wide,
        scale,
        colours.ink,
        anchor="ls",
    )
    if fight.siege:
        x, y = (_BAR[1] + TRACK.right) / 2, TRACK.bottom - 14
        fitted(
            pen,
            (x * scale, y * scale),
            f"{fight.net} count against the castle",
            ("roman", 30, 700),
            (TRACK.right - _BAR[1] - 26) * scale,
            scale,
            colours.ink,
        )


# -- walls and towers ----------------------------------------------------------------------------

_STONE: Colour = (196, 178, 146)
_SHADE: Colour = (158, 138, 106)
_LIGHT: Colour = (216, 202, 174)


def _crenellated(
    pen: ImageDraw.ImageDraw, box: Box, fill: Colour, colours: Palette, scale: float, tooth: float
) -> None:
    """A wall with merlons on top, its courses of stone, and an outline."""
    left, top, right, bottom = (v * scale for v in box)
    count = max(3, round((box.right - box.left) / tooth) // 2 * 2 + 1)
    wide, high = (right - left) / count, tooth * 0.8 * scale
    outline = [(left, bottom)]
    for i in range(count):
        y = top if i % 2 == 0 else top + high
        outline += [(left + i * wide, y), (left + (i + 1) * wide, y)]
    outline.append((right, bottom))
    pen.polygon(outline, fill=fill)
    course = 22 * scale
    y, odd = top + high + course, False
    while y < bottom - 4 * scale:
        pen.line((left, y, right, y), fill=_SHADE, width=round(scale))
        x = left + (30 if odd else 52) * scale
        while x < right:
            pen.line((x, y - course, x, y), fill=_SHADE, width=round(scale))
            x += 44 * scale
        y, odd = y + course, not odd
    pen.line([*outline, outline[0]], fill=colours.ink, width=round(2.4 * scale), joint="curve")


def _flag(
    pen: ImageDraw.ImageDraw, x: float, y: float, paint: Paint, colours: Palette, scale: float
) -> None:
    """A pole at (x, y) with the holder's colours."""
    pen.line(
        (x * scale, y * scale, x * scale, (y - 46) * scale),
        fill=colours.ink,
        width=round(3 * scale),
    )
    cloth = [(x, y - 46), (x + 40, y - 38), (x + 30, y - 30), (x + 40, y - 20), (x, y - 22)]
    points = [(a * scale, b * scale) for a, b in cloth]
    pen.polygon(points, fill=paint.face)
    pen.line([*points, points[0]], fill=paint.edge, width=round(2 * scale))


def _walls(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    """A castle around the besieged: a wall behind them and a tower at each end."""
    pen = ImageDraw.Draw(picture)
    area = LINES["defender"]
    bottom = area.bottom + 4
    wall = Box(area.left + WALL - 10, area.top + 8, area.right - WALL + 10, bottom)
    _crenellated(pen, wall, _LIGHT, colours, scale, 26)
    for left in (area.left, area.right - WALL):
        tower = Box(left, area.top + 2, left + WALL, bottom)
        _crenellated(pen, tower, _STONE, colours, scale, 18)
        slit = [v * scale for v in (left + 24, area.top + 120, left + 32, area.top + 164)]
        pen.rounded_rectangle(slit, radius=4 * scale, fill=colours.ink)
    _flag(pen, area.right - 50, area.top + 4, colours.side(fight.holder), colours, scale)


def _fort(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    """The castle or watchtower of a field combat, in the back of the side that holds it."""
    pen = ImageDraw.Draw(picture)
    area = LINES[fight.behind]
    left = area.left if fight.behind == "attacker" else area.right - FORT + 14
    right, top = left + FORT - 14, area.top + 40
    x, bottom = (left + right) / 2, top + 300
    parts: tuple[tuple[Box, Colour, float], ...]
    if fight.fort == "castle":
        parts = (
            (Box(x - 27, top, x + 27, bottom), _STONE, 11),
            (Box(left + 8, top + 130, right - 8, bottom), _LIGHT, 14),
            (Box(left, top + 84, left + 36, bottom), _STONE, 8),
            (Box(right - 36, top + 84, right, bottom), _STONE, 8),
        )
    else:
        parts = (
            (Box(x - 36, top + 40, x + 36, bottom), _LIGHT, 20),
            (Box(x - 46, top, x + 46, top + 62), _STONE, 13),
        )
    _flag(pen, x, top + 6, colours.side(fight.holder), colours, scale)
    for box, fill, tooth in parts:
        _crenellated(pen, box, fill, colours, scale, tooth)
    _gate(pen, x, bottom, colours, scale)
    if fight.tower_card:
        box = Box(left, bottom + 16, right, bottom + 62)
        _ribbon(pen, box, colours.gold, colours.ink, scale)
        at = ((x - 5) * scale, (bottom + 39) * scale)
        write(picture, f"+{TOWER_CARD}", at, DIGITS * scale, colours.ink, 90 * scale)


def _gate(
    pen: ImageDraw.ImageDraw, x: float, bottom: float, colours: Palette, scale: float
) -> None:
    left, top, right, low = (v * scale for v in (x - 16, bottom - 62, x + 16, bottom - 1))
    pen.ellipse((left, top, right, top + right - left), fill=colours.ink)
    pen.rectangle((left, top + (right - left) / 2, right, low), fill=colours.ink)


def _heading(
    picture: Image.Image, fight: Combat, force: Force, colours: Palette, scale: float
) -> None:
    """Above each line: how many blocks, and who stands aside."""
    pen = ImageDraw.Draw(picture)
    area = LINES[force.role]
    blocks = "block" if force.count == 1 else "blocks"
    text = f"{force.count} {blocks}"
    if force.deployed:
        some = len(force.deployed) if len(force.deployed) < force.count else "all"
        text += f", {some} in the line" if force.count > 1 else " in the line"
    if force.kept:
        text += f"; {force.kept} more {kept_words(force, fight)}"
    if fight.disk and force.side == "muslim":
        text += f"; {fight.disk}"
    x, anchor = (area.right, "rs") if force.role == "attacker" else (area.left, "ls")
    fitted(
        pen,
        (x * scale, (area.top - 10) * scale),
        text,
        ("roman", 38, 700),
        (area.right - area.left) * scale,
        scale,
        colours.ink,
        colours.halo,
        anchor,
    )
