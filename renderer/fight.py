"""A battle or a siege: two lines that face each other, their cards, and the score between them.

The attacker stands on the left, the defender on the right, before his tower or behind his walls.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderer.base import ground as relief_of
from renderer.blocks import BlockFace, back_token, block_token
from renderer.cards import CardFace, lying_token
from renderer.combat import (
    FORT,
    SHORTEST_TRACK,
    TRACK,
    WIDE,
    Combat,
    Force,
    Ground,
    Laid,
    Ribbon,
    arrange,
    ground,
)
from renderer.geometry import Box
from renderer.layout import Layout
from renderer.palette import Colour, Palette, palette
from renderer.walls import FLAG, FORT_HIGH, castle_token, fort_token
from renderer.writing import DIGITS, NAME, Hand, leaf, line, number

FINE = 2  # the track is drawn so many times larger


def draw(fight: Combat, plan: Layout, colours: Palette, scale: float) -> Image.Image:
    """The picture of a fight, so many pixels for a unit."""
    land = ground(fight)
    at = plan.town(fight.place).at
    picture = _country(plan.ground, plan.size[0], at, land.size, colours.name, scale).copy()
    _title(picture, fight, colours, scale)
    _forts(picture, fight, land, colours, scale)
    track = _track(fight, colours, scale * FINE).reduce(FINE)
    picture.paste(track, (round(TRACK.left * scale), round(TRACK.top * scale)), track)
    for where, force in fight.forces:
        _heading(picture, force, where, land, colours, scale)
    for laid in arrange(fight):
        token = _token(fight, laid, colours, scale)
        picture.paste(token, (round(laid.box.left * scale), round(laid.box.top * scale)), token)
    return picture


@lru_cache(maxsize=2)
def _country(
    name: str,
    wide: int,
    at: tuple[float, float],
    units: tuple[int, int],
    palette_name: str,
    scale: float,
) -> Image.Image:
    """The country around the place, faded to paper so that everything stands out, in a frame."""
    colours, relief = palette(palette_name), relief_of(name)
    across = relief.width / wide
    part = (640 * across, 640 * across * units[1] / units[0])
    x, y = (v * across for v in at)
    left = min(max(0, x - part[0] / 2), relief.width - part[0])
    top = min(max(0, y - part[1] / 2), relief.height - part[1])
    size = (round(units[0] * scale), round(units[1] * scale))
    area = (left, top, left + part[0], top + part[1])
    seen = relief.resize(size, Image.Resampling.BICUBIC, area)
    picture = Image.blend(
        seen, Image.new("RGB", size, colours.paper), max(0.42, colours.wash + 0.3)
    )
    pen = ImageDraw.Draw(picture)
    for inset, ink, width in (
        (0, colours.paper, 14),
        (13, colours.ink, 2.4),
        (6, colours.faint, 1.2),
    ):
        d = inset * scale
        box = (d, d, picture.width - 1 - d, picture.height - 1 - d)
        pen.rectangle(box, outline=ink, width=round(width * scale))
    return picture


def _title(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    for y, text, hand, ink in (
        (66, fight.title.upper(), Hand("capital", 52, 800), colours.accent),
        (101, fight.subtitle, Hand("italic", 35, 600), colours.ink),
    ):
        line(picture, (WIDE / 2, y), text, hand, WIDE - 120, ink, scale, halo=colours.halo)


def _heading(
    picture: Image.Image, force: Force, where: str, land: Ground, colours: Palette, scale: float
) -> None:
    """Above each line: how many blocks, and who stands aside."""
    area = land.lines[where]
    x, anchor = (area.right, "rs") if where == "left" else (area.left, "ls")
    at, hand = (x, area.top - 16), Hand("roman", 46, 700)
    wide = area.right - area.left
    line(
        picture, at, force.heading, hand, wide, colours.ink, scale,
        halo=colours.halo, anchor=anchor, least=34,
    )  # fmt: skip


def _forts(
    picture: Image.Image, fight: Combat, land: Ground, colours: Palette, scale: float
) -> None:
    """Walls around the besieged, or what stands behind a line in the field."""
    if fight.walls:
        area = land.lines["right"]
        wide, high = area.right - area.left, area.bottom - area.top
        token = castle_token(wide, high, fight.holder, colours.name, scale)
        at = (round(area.left * scale), round((area.top - FLAG) * scale))
        picture.paste(token, at, token)
    elif fight.fort:
        area = land.lines[fight.fort_at]
        left = area.left if fight.fort_at == "left" else area.right - FORT + 14
        token = fort_token(fight.fort, fight.holder, colours.name, scale)
        picture.paste(token, (round(left * scale), round((area.top + 40 - FLAG) * scale)), token)
        if fight.fort_mark:
            foot = area.top + 40 + FORT_HIGH + 12
            box = Box(left, foot, left + FORT - 14, foot + 48)
            _ribbon(ImageDraw.Draw(picture), box, colours.gold, colours.ink, scale)
            x, y = box.centre
            number(picture, fight.fort_mark, (x - 5, y), DIGITS, colours.ink, 84, scale)


def _token(fight: Combat, laid: Laid, colours: Palette, scale: float) -> Image.Image:
    force = fight.left if laid.where == "left" else fight.right
    size = (laid.box.right - laid.box.left, laid.box.bottom - laid.box.top)
    if isinstance(laid.face, CardFace):
        short = laid.face.short
        return lying_token(laid.face, short, laid.number, size, NAME, colours.name, scale)
    if isinstance(laid.face, BlockFace):
        pale = laid.what == "waiting"
        return block_token(laid.face, round(size[0]), force.paint, pale, colours.name, scale)
    return back_token(force.paint, laid.number, round(size[0]), colours.name, scale)


# -- the track of the score ----------------------------------------------------------------------

BAR = (348.0, 1140.0)  # from the first cell to the last, in units of the track
ROWS = {"left": 8.0, "right": 92.0}
ROW = 76.0
NOTES = 219.0  # where the words below the rows stand


def _track(fight: Combat, colours: Palette, u: float) -> Image.Image:
    """A row of cells for each side, and marks where the other side loses a block."""
    wide, high = TRACK.right - TRACK.left, TRACK.bottom - TRACK.top
    picture = Image.new("RGBA", (round((wide + 4) * u), round((high + 4) * u)))
    pen = ImageDraw.Draw(picture)
    shadow, paper = (
        (4 * u, 4 * u, (wide + 4) * u - 1, (high + 4) * u - 1),
        (0, 0, wide * u, high * u),
    )
    pen.rounded_rectangle(shadow, radius=10 * u, fill=colours.faint)
    pen.rounded_rectangle(
        paper, radius=10 * u, fill=colours.paper, outline=colours.ink, width=round(2 * u)
    )
    most = max(force.score for _, force in fight.forces)
    step = max(fight.left.step, fight.right.step, 1)
    cells = max(SHORTEST_TRACK, ceil((most + 1) / step) * step)
    for where, force in fight.forces:
        _row(picture, force, ROWS[where], cells, colours, u)
    for x, text, hand, anchor, room in (
        (14.0, fight.price, Hand("italic", 34, 600), "ls", 720.0),
        (wide - 14, fight.outcome, Hand("roman", 36, 700), "rs", 760.0),
    ):
        line(picture, (x, NOTES), text, hand, room, colours.ink, u, anchor=anchor)
    return picture


def _row(
    picture: Image.Image, force: Force, top: float, cells: int, colours: Palette, u: float
) -> None:
    pen = ImageDraw.Draw(picture)
    paint = colours.side(force.paint)
    box = Box(12, top + 4, 122, top + ROW - 6)
    for inset, fill in ((0.0, paint.edge), (2.4, paint.face)):
        left, upper, right, lower = (v * u for v in box)
        d = inset * u
        leaf(pen, paint.shape, Box(left + d, upper + d, right - d, lower - d), 6 * u, fill)
    score = str(force.score).replace("-", "−")
    number(picture, score, box.centre, 46, paint.ink, 90, u)
    room = BAR[0] - 14 - 136
    name = force.people[0].upper() + force.people[1:]
    line(
        picture, (136, top + 38), name, Hand("roman", NAME, 700), room, colours.ink, u,
        anchor="ls", least=NAME,
    )  # fmt: skip
    hand = Hand("italic", 32, 600)
    line(picture, (136, top + 68), force.role, hand, room, colours.faint, u, anchor="ls")
    _cells(picture, force, Box(BAR[0], top + 10, BAR[1], top + ROW - 12), cells, colours, u)
    _ribbons(picture, force.ribbons, top, colours, u)


def _cells(
    picture: Image.Image, force: Force, area: Box, cells: int, colours: Palette, u: float
) -> None:
    """A cell for each point; a bar and its figure wherever the other side loses a block."""
    pen = ImageDraw.Draw(picture)
    paint, nobody = colours.side(force.paint), colours.side("nobody").face
    step = (area.right - area.left) / cells
    for i in range(cells):
        full = i < force.score
        spoiled = full and i >= force.score - force.spoiled
        left = area.left + i * step
        box = [v * u for v in (left + 1, area.top, left + step - 1, area.bottom)]
        fill = paint.face if full and not spoiled else colours.halo
        ink, width = (colours.ink, 2.4) if full else (nobody, 1.4)
        pen.rectangle(box, fill=fill, outline=ink, width=round(width * u))
        if spoiled:
            pen.line((box[0], box[3], box[2], box[1]), fill=colours.ink, width=round(2 * u))
    for points in range(force.step, cells + 1, force.step) if force.step else ():
        x = area.left + points * step
        bar = [v * u for v in (x, area.top - 6, x, area.bottom + 6)]
        pen.line(bar, fill=colours.main, width=round(4.5 * u))
        _figure(picture, points, (x, area.centre[1]), colours, u)


def _figure(
    picture: Image.Image, points: int, at: tuple[float, float], colours: Palette, u: float
) -> None:
    """How many points a bar stands for, on a small plate."""
    pen = ImageDraw.Draw(picture)
    half = 19 if points < 10 else 25
    x, y = min(at[0], BAR[1] - 6), at[1]
    plate = [v * u for v in (x - half, y - 20, x + half, y + 20)]
    pen.rounded_rectangle(
        plate, radius=6 * u, fill=colours.paper, outline=colours.main, width=round(2.4 * u)
    )
    number(picture, str(points), (x, y), DIGITS, colours.main, 2 * half - 8, u)


def _ribbons(
    picture: Image.Image, ribbons: tuple[Ribbon, ...], top: float, colours: Palette, u: float
) -> None:
    """Words about a side, one beside another."""
    tones = {
        "lead": (colours.gold, colours.ink),
        "act": (colours.accent, colours.halo),
        "done": (colours.side("nobody").face, colours.ink),
    }
    pen = ImageDraw.Draw(picture)
    left, room = BAR[1] + 30, TRACK.right - TRACK.left - 12 - BAR[1] - 30
    width = (room - 8) / 2 if len(ribbons) > 1 else min(room, 230)
    for i, (text, tone) in enumerate(ribbons[:2]):
        fill, ink = tones[tone]
        x = left + i * (width + 8)
        box = Box(x, top + 11, x + width, top + ROW - 13)
        _ribbon(pen, box, fill, colours.ink, u)
        at = (box.centre[0] - 5, box.centre[1] + 11)
        line(picture, at, text, Hand("roman", 38, 750), width - 30, ink, u)


def _ribbon(pen: ImageDraw.ImageDraw, box: Box, fill: Colour, edge: Colour, u: float) -> None:
    left, top, right, bottom = (v * u for v in box)
    notch = 11 * u
    outline = [
        (left, top),
        (right, top),
        (right - notch, (top + bottom) / 2),
        (right, bottom),
        (left, bottom),
    ]
    pen.polygon(outline, fill=fill)
    pen.line([*outline, outline[0]], fill=edge, width=round(1.8 * u), joint="curve")
