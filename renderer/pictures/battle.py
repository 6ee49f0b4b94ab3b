"""A battle or a siege: two lines that face each other, their cards, and the score between them.

`Combat` says it as a reader may know it, in the words of no game. The attacker stands on the left,
the defender on the right, before his tower or behind his walls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.boards.base import ground as relief_of
from renderer.boards.layout import Layout
from renderer.boards.scene import BlockFace
from renderer.ink.geometry import Box
from renderer.ink.palette import Colour, Palette, palette
from renderer.ink.writing import DIGITS, NAME, Hand, leaf, line, number
from renderer.pieces.blocks import TALL, back_token, block_token
from renderer.pieces.cards import CardFace, lying_token
from renderer.pieces.walls import FLAG, FORT, FORT_HIGH, WALL, castle_token, fort_token

WIDE = 1600  # units: as wide as a board
HIGH = 1090  # and as high as fits a chat; more where many fight
TRACK = Box(36, 110, WIDE - 36, 284)
BAND = Box(14, 292, WIDE - 14, 408)  # the verdict
TOP = 474  # of the lines
TAGS = 78.0  # below a block of the line: its card, and how its impacts add up
TAG = 38.0
MEDAL = 24.0
HAND = 112.0  # the row of one's own cards
MIDDLE = 20  # between a line and the middle of the picture
SIDE = {"left": (40.0, WIDE / 2 - MIDDLE), "right": (WIDE / 2 + MIDDLE, WIDE - 40.0)}
FOOT = 34
GAP = 9
LARGEST, SMALLEST = 176, 104  # widths of blocks
BREAK = 14  # between those who fight and those who wait
CARD = (365.0, 66.0)
SHORTEST_TRACK = 28
FINE = 2  # the track is drawn so many times larger


class Ribbon(NamedTuple):
    """A word about a side: it leads, it acts, or it is done."""

    text: str
    tone: str  # lead, act or done


class Note(NamedTuple):
    """What a block in the line brought: its impacts, the card that brought it, and the sum."""

    score: str
    card: CardFace | None
    sum: str
    driven: bool = False  # it counts for nothing any more


@dataclass(frozen=True)
class Force:
    """One side of a fight, as far as the reader knows it."""

    side: str
    paint: str
    people: str
    role: str  # what they do, in a few words
    heading: str  # above their line
    deployed: tuple[BlockFace, ...]
    waiting: tuple[BlockFace, ...]  # not deployed, and known to the reader
    hidden: int  # not deployed, and not known
    cards: tuple[tuple[CardFace, int], ...]
    score: int
    step: int  # so much of the score costs the other side a block; 0 if nothing does
    spoiled: int = 0  # so much of the score counts for nothing
    ribbons: tuple[Ribbon, ...] = ()
    guests: tuple[BlockFace, ...] = ()  # who stands with them and is no block
    notes: tuple[Note, ...] = ()  # of those deployed, in their order

    @property
    def groups(self) -> tuple[tuple[str, tuple[BlockFace, ...]], ...]:
        """Who stands face up, from the first row to the last."""
        return ("block", self.deployed), ("waiting", self.waiting), ("guest", self.guests)

    @property
    def count(self) -> int:
        return len(self.deployed) + len(self.waiting) + self.hidden


@dataclass(frozen=True)
class Combat:
    """Who attacks stands on the left. `walls`: those on the right are shut in a castle."""

    place: str
    title: str
    subtitle: str
    left: Force
    right: Force
    walls: bool
    fort: str  # castle, tower or nothing
    fort_at: str  # left or right: in whose back it stands
    holder: str
    fort_mark: str  # a figure on a ribbon at the fort
    price: str  # of a siege: how the price of a loss adds up
    verdict: tuple[str, str]  # who leads and what turns it; what it costs as it stands
    words: tuple[str, ...]  # everything, the most important first
    hand: tuple[tuple[CardFace, str], ...] = ()  # the reader's own cards: what each could add now
    hand_title: str = ""
    breaches: int = 0  # losses that are due behind the walls

    @property
    def forces(self) -> tuple[tuple[str, Force], tuple[str, Force]]:
        return ("left", self.left), ("right", self.right)


class Laid(NamedTuple):
    """Something on the ground of a fight, in units."""

    where: str  # left or right
    what: str  # block, waiting, guest, back or card
    face: BlockFace | CardFace | None
    number: int
    box: Box
    note: Note | None = None


@dataclass(frozen=True)
class Ground:
    """How high the picture is, where the lines stand and where the cards lie."""

    size: tuple[int, int]
    lines: dict[str, Box]  # with walls and fort
    rooms: dict[str, Box]  # for blocks
    cards: dict[str, Box]
    widths: dict[str, float]  # of blocks


def ground(fight: Combat) -> Ground:
    """As high as usual, unless blocks at their smallest or the cards need more."""
    rows = max(ceil(len(force.cards) / 2) for _, force in fight.forces)
    low = rows * (CARD[1] + GAP)
    foot = HAND if fight.hand else 0.0
    usual = HIGH - FOOT - low - TOP
    across = {where: _room(fight, where) for where, _ in fight.forces}
    need = max(_height(f, right - left, SMALLEST) for (left, right), f in _paired(fight, across))
    bottom = TOP + max(usual, need + _LID)
    widths = {
        where: _width(force, across[where][1] - across[where][0], bottom - TOP - _LID)
        for where, force in fight.forces
    }
    if not fight.walls:  # in the field both look alike; the few inside a castle need not be small
        widths = dict.fromkeys(widths, min(widths.values()))
    lines = {where: Box(SIDE[where][0], TOP, SIDE[where][1], bottom) for where in SIDE}
    return Ground(
        size=(WIDE, round(bottom + low + FOOT + foot)),
        lines=lines,
        rooms={
            where: Box(left, TOP + (WALL if shut else 4), right, bottom - 6)
            for where, (left, right) in across.items()
            for shut in [fight.walls and where == "right"]
        },
        cards={w: Box(SIDE[w][0], bottom + GAP, SIDE[w][1], bottom + low) for w in SIDE},
        widths=widths,
    )


_LID = WALL + 6  # no line is higher than the room behind walls


def _paired(
    fight: Combat, across: dict[str, tuple[float, float]]
) -> list[tuple[tuple[float, float], Force]]:
    return [(across[where], force) for where, force in fight.forces]


def _room(fight: Combat, where: str) -> tuple[float, float]:
    """From where to where blocks may stand."""
    left, right = SIDE[where]
    if fight.walls:
        return (left + WALL, right - WALL) if where == "right" else (left, right)
    if fight.fort and fight.fort_at == where:
        return (left + FORT, right) if where == "left" else (left, right - FORT)
    return left, right


def _rows(force: Force, wide: float, width: float) -> int:
    columns = _columns(wide, width)
    return sum(ceil(len(faces) / columns) for _, faces in force.groups) + bool(force.hidden)


def _height(force: Force, wide: float, width: float) -> float:
    breaks = sum(1 for _, faces in force.groups if faces) + bool(force.hidden) - 1
    tags = ceil(len(force.deployed) / _columns(wide, width)) * TAGS if force.notes else 0.0
    return _rows(force, wide, width) * (width * TALL + GAP) + max(0, breaks) * BREAK + tags


def _columns(wide: float, width: float) -> int:
    return int((wide + GAP) // (width + GAP))


def _width(force: Force, wide: float, high: float) -> float:
    """The widest blocks with which everything fits."""
    fitting = (w for w in range(LARGEST, SMALLEST, -2) if _height(force, wide, w) <= high)
    return next(fitting, SMALLEST)


def arrange(fight: Combat) -> list[Laid]:
    """Every block, back and card of both sides."""
    found: list[Laid] = []
    land = ground(fight)
    for where, force in fight.forces:
        blocks = list(_blocks(where, force, land.rooms[where], land.widths[where]))
        shut_in = fight.walls and where == "right"
        found += _centred(blocks, land.rooms[where], shut_in)
        found += _cards(where, force, land.cards[where])
    return found


def _centred(laid: Sequence[Laid], area: Box, across: bool) -> Iterator[Laid]:
    """Few blocks stand in the middle of their ground, not at its upper edge."""
    if not laid:
        return
    x, y = 0.0, (area.bottom - max(one.box.bottom for one in laid)) / 2
    if across:
        x = (area.right - max(one.box.right for one in laid)) / 2
    for one in laid:
        left, top, right, bottom = one.box
        yield one._replace(box=Box(left + x, top + y, right + x, bottom + y))


def _blocks(where: str, force: Force, area: Box, width: float) -> Iterator[Laid]:
    """Rows from the middle outwards: who fights in front, then who waits, then the hidden ones."""
    size = (width, width * TALL)
    columns = _columns(area.right - area.left, width)
    y = area.top
    for what, faces in force.groups:
        notes = force.notes if what == "block" else ()
        step = size[1] + GAP + (TAGS if notes else 0.0)
        for i, face in enumerate(faces):
            row, column = divmod(i, columns)
            at = (column * (width + GAP), y + row * step)
            note = notes[i] if notes else None
            yield Laid(where, what, face, 1, _facing(where, area, at, size), note)
        if faces:
            y += ceil(len(faces) / columns) * step + BREAK
    if force.hidden:
        room = area.right - area.left - width
        step = int(min(width + GAP, room / max(1, force.hidden - 1)))
        for i in reversed(range(force.hidden)):  # the nearest to the enemy is drawn last
            yield Laid(where, "back", None, 0, _facing(where, area, (i * step, y), size))


def _facing(where: str, area: Box, at: tuple[float, float], size: tuple[float, float]) -> Box:
    """A box so far from the middle of the picture, and so far down."""
    along, top = at
    left = area.right - along - size[0] if where == "left" else area.left + along
    return Box(left, top, left + size[0], top + size[1])


def _cards(where: str, force: Force, area: Box) -> Iterator[Laid]:
    """Two in a row, nearest to the enemy first."""
    wide, high = CARD
    for i, (face, count) in enumerate(force.cards):
        row, column = divmod(i, 2)
        at = (column * (wide + GAP), area.top + row * (high + GAP))
        yield Laid(where, "card", face, count, _facing(where, area, at, CARD))


# -- drawing ------------------------------------------------------------------------------------


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
        if laid.note is not None:
            _note(picture, laid, laid.note, colours, scale)
    _verdict(picture, fight, colours, scale)
    if fight.hand:
        _hand(picture, fight, land, colours, scale)
    return picture


def _verdict(picture: Image.Image, fight: Combat, colours: Palette, scale: float) -> None:
    """A dark band: who leads, what turns it, and what it would cost now."""
    pen = ImageDraw.Draw(picture)
    box = [v * scale for v in BAND]
    pen.rectangle(box, fill=colours.ink)
    for y in (box[1], box[3]):
        pen.line((box[0], y, box[2], y), fill=colours.gold, width=round(2.4 * scale))
    x, wide = BAND.centre[0], BAND.right - BAND.left - 40
    first, second = fight.verdict
    line(picture, (x, BAND.top + 50), first, Hand("roman", 46, 700), wide, colours.gold, scale)
    line(picture, (x, BAND.top + 98), second, Hand("roman", 38, 600), wide, colours.halo, scale)


def _note(picture: Image.Image, laid: Laid, note: Note, colours: Palette, scale: float) -> None:
    """A gilt medal with the impacts, below the block its card and how they add up."""
    left, top, right, bottom = laid.box
    pen = ImageDraw.Draw(picture)
    x, y, r = (right - 8) * scale, (top + 4) * scale, MEDAL * scale
    if note.driven:
        bar = [(left * scale, (bottom - 20) * scale), (right * scale, (top + 20) * scale)]
        pen.line(bar, fill=colours.main, width=round(9 * scale))
    else:
        for far, fill in ((r, colours.ink), (r - 2.4 * scale, colours.gold)):
            pen.ellipse((x - far, y - far, x + far, y + far), fill=fill)
        number(picture, note.score, (x / scale, y / scale), DIGITS, colours.ink, 38, scale)
    middle, wide = (left + right) / 2, right - left
    if note.card is not None:
        size = (wide, TAG)
        token = lying_token(note.card, note.card.short, 1, size, 26, colours.name, scale)
        picture.paste(token, (round(left * scale), round((bottom + 4) * scale)), token)
    at, hand = (middle, bottom + 4 + TAG + 28), Hand("roman", 31, 650)
    ink = colours.main if note.driven else colours.ink
    line(picture, at, note.sum, hand, wide + 6, ink, scale, halo=colours.halo, least=24)


def _hand(
    picture: Image.Image, fight: Combat, land: Ground, colours: Palette, scale: float
) -> None:
    """One's own cards along the foot, each with what it could add now."""
    bottom = land.size[1] - 14.0
    top = bottom - HAND
    pen = ImageDraw.Draw(picture)
    pen.rectangle([v * scale for v in (14, top, WIDE - 14, bottom)], fill=colours.ink)
    line_ = (14 * scale, top * scale, (WIDE - 14) * scale, top * scale)
    pen.line(line_, fill=colours.gold, width=round(2.4 * scale))
    at, hand = (34.0, top + 44), Hand("italic", 34, 600)
    line(picture, at, fight.hand_title, hand, 150, colours.paper, scale, anchor="ls")
    left, count = 196.0, len(fight.hand)
    step = (WIDE - 30 - left) / count
    for i, (card, text) in enumerate(fight.hand):
        size = (min(300.0, step - 10), 50.0)
        x = left + i * step
        token = lying_token(card, card.short, 1, size, 32, colours.name, scale)
        picture.paste(token, (round(x * scale), round((top + 10) * scale)), token)
        at = (x + size[0] / 2, top + 98)
        line(picture, at, text, Hand("roman", 32, 600), step - 8, colours.gold, scale, least=20)


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
    colours = palette(palette_name)
    relief = relief_of(name, colours)
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
        for i in range(fight.breaches):
            _breach(picture, area, i, colours, scale)
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


def _breach(picture: Image.Image, area: Box, i: int, colours: Palette, scale: float) -> None:
    """A gap in the wall, for a block that must fall, and rubble below it."""
    pen = ImageDraw.Draw(picture)
    x, top = area.left + WALL + 70 + i * 130, area.top + 4
    edge = [
        (-52, 0),
        (-30, 46),
        (-40, 74),
        (-12, 118),
        (0, 160),
        (14, 110),
        (36, 84),
        (28, 40),
        (52, 0),
    ]
    pen.polygon([((x + a) * scale, (top + b) * scale) for a, b in edge], fill=colours.faint)
    for a, b, r in ((-46, 10, 13), (-20, 14, 16), (14, 12, 14), (42, 10, 12), (0, -4, 12)):
        cx, cy = (x + a) * scale, (area.bottom - 14 - b) * scale
        box = (cx - r * scale, cy - r * 0.7 * scale, cx + r * scale, cy + r * 0.7 * scale)
        pen.rectangle(box, fill=colours.paper, outline=colours.ink, width=round(1.6 * scale))
    for far, fill in ((MEDAL, colours.ink), (MEDAL - 2.4, colours.gold)):
        ring = [v * scale for v in (x - far, top + 36 - far, x + far, top + 36 + far)]
        pen.ellipse(ring, fill=fill)
    number(picture, str(i + 1), (x, top + 36), DIGITS, colours.ink, 38, scale)


def _token(fight: Combat, laid: Laid, colours: Palette, scale: float) -> Image.Image:
    force = fight.left if laid.where == "left" else fight.right
    size = (laid.box.right - laid.box.left, laid.box.bottom - laid.box.top)
    if isinstance(laid.face, CardFace):
        short = laid.face.short
        return lying_token(laid.face, short, laid.number, size, NAME, colours.name, scale)
    if isinstance(laid.face, BlockFace):
        return block_token(laid.face, round(size[0]), force.paint, False, colours.name, scale)
    return back_token(force.paint, laid.number, round(size[0]), colours.name, scale)


# -- the track of the score ----------------------------------------------------------------------

BAR = (348.0, 1140.0)  # from the first cell to the last, in units of the track
ROWS = {"left": 8.0, "right": 92.0}
ROW = 76.0
NOTES = 142.0  # where the price of a siege stands


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
        if where == "left" or not fight.price:
            _row(picture, force, ROWS[where], cells, colours, u)
    if fight.price:
        at, hand = (14.0, NOTES), Hand("roman", 40, 650)
        line(picture, at, fight.price, hand, wide - 28, colours.ink, u, anchor="ls")
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
