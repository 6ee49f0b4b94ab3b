"""A fight as a reader may know it, in the words of no game, and what of it lies where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from renderer.blocks import TALL, BlockFace
from renderer.cards import CardFace
from renderer.geometry import Box

WIDE = 1600  # units: as wide as a board
HIGH = 1100  # and as high as fits a chat; more where many fight
TRACK = Box(36, 110, WIDE - 36, 344)
TOP = 402  # of the lines
MIDDLE = 20  # between a line and the middle of the picture
SIDE = {"left": (40.0, WIDE / 2 - MIDDLE), "right": (WIDE / 2 + MIDDLE, WIDE - 40.0)}
FOOT = 34
FORT = 128  # the room of a tower or castle behind a line
WALL = 56  # the room of a corner tower of a besieged castle
GAP = 9
LARGEST, SMALLEST = 176, 104  # widths of blocks
BREAK = 14  # between those who fight and those who wait
CARD = (365.0, 66.0)
SHORTEST_TRACK = 28


class Ribbon(NamedTuple):
    """A word about a side: it leads, it acts, or it is done."""

    text: str
    tone: str  # lead, act or done


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
    price: str  # below the track: what the score costs
    outcome: str  # and what comes of it
    words: tuple[str, ...]  # everything, the most important first

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
        size=(WIDE, round(bottom + low + FOOT)),
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
    return _rows(force, wide, width) * (width * TALL + GAP) + max(0, breaks) * BREAK


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
        for i, face in enumerate(faces):
            row, column = divmod(i, columns)
            at = (column * (width + GAP), y + row * (size[1] + GAP))
            yield Laid(where, what, face, 1, _facing(where, area, at, size))
        if faces:
            y += ceil(len(faces) / columns) * (size[1] + GAP) + BREAK
    if force.hidden:
        room = area.right - area.left - width
        step = int(min(width * 0.42, room / max(1, force.hidden - 1)))
        for i in reversed(range(force.hidden)):  # the nearest to the enemy is drawn last
            count = force.hidden if i == 0 else 0
            yield Laid(where, "back", None, count, _facing(where, area, (i * step, y), size))


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
