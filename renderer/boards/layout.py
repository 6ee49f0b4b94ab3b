"""A board as it is drawn: where its places, names and pieces lie, whatever kind of board it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.tongues import Field, Name
from renderer.boards.facts import Cell, Kind, Sea
from renderer.boards.files import Region
from renderer.boards.grid import Grid
from renderer.errors import refused
from renderer.ink.geometry import Box, Point, moved
from renderer.ink.palette import Arms, Colour, Paint, Palette, painted

STACK = (46, 50)  # the room that a stack of blocks takes
COUNTERS = (92, 50)  # the room of one people's counters in an area
FLEET = (66, 40)
REACH = {"area": 12, "town": 17, "tower": 19, "castle": 21, "resource": 26, "capital": 28}
REACH |= {"city": 30, "hold": 22, "point": 17, "pass": 17, "box": 40}  # of a net of points


@dataclass(frozen=True)
class Town:
    """A place: where it lies, what it is, and where its name and its stack go."""

    key: str
    name: str
    at: Point
    kind: str  # of REACH: the greatest thing that it is
    resource: bool
    castle: bool
    tower: bool
    capital: bool
    territory: str
    marks: tuple[str, ...]  # emblems beside the name: a port, recruitment shields
    disk: str | None
    label: Point
    lines: tuple[str, ...]
    beside: bool  # marks stand beside the name, not below it
    stack: Point
    inside: Point  # where the defender stands when two sides are here
    figure: str = ""  # what is written in it, in a net of points
    span: int = 0  # of a hex or an area of water: how far it reaches

    @property
    def reach(self) -> int:
        return self.span or REACH[self.kind]

    @property
    def box(self) -> Box:
        return Box.around(self.at, (2 * self.reach, 2 * self.reach))

    @property
    def slot(self) -> Box:
        """Where the only stack goes, or the one outside the walls."""
        return Box.around(self.stack, self.size)

    @property
    def inner(self) -> Box:
        """Where the second stack goes: on the town, a little aside for the sake of its name."""
        return Box.around(self.inside, self.size)

    @property
    def size(self) -> tuple[int, int]:
        return COUNTERS if self.kind == "area" else STACK

    def moved(self, by: Point) -> Town:
        """The same in a picture that begins there."""
        return replace(
            self,
            at=moved(self.at, by),
            label=moved(self.label, by),
            stack=moved(self.stack, by),
            inside=moved(self.inside, by),
        )


@dataclass(frozen=True)
class Water:
    key: str
    name: str
    at: Point
    label: Point
    fleets: dict[str, Point]

    def fleet(self, side: str) -> Box:
        return Box.around(self.fleets[side], FLEET)

    def moved(self, by: Point) -> Water:
        fleets = {side: moved(at, by) for side, at in self.fleets.items()}
        return replace(self, at=moved(self.at, by), label=moved(self.label, by), fleets=fleets)


@dataclass(frozen=True)
class Road:
    ends: tuple[str, str]
    type: str
    points: tuple[Point, ...]

    def moved(self, by: Point) -> Road:
        return replace(self, points=tuple(moved(p, by) for p in self.points))


@dataclass(frozen=True, eq=False)
class Area:
    """The land of a place: closed lines of points. `paper`: a box beside the map.

    A close-up shares the points and only notes where its corner lies: there are many of them.
    """

    key: str
    rings: tuple[tuple[Point, ...], ...]
    span: Box
    tint: Colour | None
    paper: bool = False
    by: Point = (0.0, 0.0)

    def moved(self, by: Point) -> Area:
        return replace(self, by=(self.by[0] + by[0], self.by[1] + by[1]))

    @property
    def box(self) -> Box:
        (left, top), (right, bottom) = moved(self.span[:2], self.by), moved(self.span[2:], self.by)
        return Box(left, top, right, bottom)


@dataclass(frozen=True, eq=False)
class Border:
    """A line between two areas, or between one and the sea; it shares its points as areas do."""

    ends: tuple[str, str]
    type: str
    points: tuple[Point, ...]
    span: Box
    by: Point = (0.0, 0.0)

    def moved(self, by: Point) -> Border:
        return replace(self, by=(self.by[0] + by[0], self.by[1] + by[1]))


@dataclass(frozen=True)
class Sign:
    """An emblem that lies still on the map; struck out where it does not hold."""

    key: str
    at: Point
    emblem: str
    struck: bool = False

    def moved(self, by: Point) -> Sign:
        return replace(self, at=moved(self.at, by))


@dataclass(frozen=True, eq=False)
class Lattice:
    """The hexes of a board: what each is, the areas of water, roads, and how terrain is drawn."""

    grid: Grid
    cells: Mapping[str, Cell]
    seas: Mapping[str, Sea]
    roads: tuple[tuple[str, ...], ...]
    bridges: frozenset[frozenset[str]]
    terrains: Mapping[str, tuple[Colour, str]]  # tint and pattern
    wet: frozenset[str] = frozenset()  # terrains in the water
    country: str = ""  # the picture of land and water

    def dry(self, key: str) -> bool:
        """Whether a hex is land; a road may lead through one that is not."""
        return key in self.cells and self.cells[key].terrain not in self.wet

    def moved(self, by: Point) -> Lattice:
        return replace(self, grid=self.grid.moved(by))


@dataclass(frozen=True, eq=False)
class Layout:
    game: str
    title: str
    subtitle: str
    size: tuple[int, int]
    frame: int
    schemas: tuple[int, ...]
    ground: str
    towns: dict[str, Town]
    waters: dict[str, Water]
    roads: tuple[Road, ...]
    lanes: tuple[Road, ...]
    kinds: dict[str, Kind]
    disks: dict[str, str]
    regions: tuple[Region, ...]
    boxes: dict[str, Box]
    turns: tuple[tuple[str, str], ...]
    layers: tuple[str, ...]  # of renderer.boards.base, from the ground up
    compass: tuple[float, float, float] | None = None
    areas: dict[str, Area] = field(default_factory=dict)  # of a board of areas, by place
    borders: tuple[Border, ...] = ()
    signs: tuple[Sign, ...] = ()
    arms: dict[str, Arms] = field(default_factory=dict)  # of peoples and factions
    sides: dict[str, dict[str, Paint]] = field(default_factory=dict)  # by palette and side
    legend: tuple[tuple[str, Field], ...] = ()  # emblems beside those of the kinds, their words
    lattice: Lattice | None = None  # of a board of hexes
    closer: Layout | None = None  # the same board with larger hexes, for close-ups
    insets: tuple[tuple[Box, Layout], ...] = ()  # parts of it, larger, in boxes of the board
    scoring: frozenset[int] = frozenset()  # turns at whose end points are counted
    parts: dict[str, Box] = field(default_factory=dict)  # of the board, as pictures of their own

    @property
    def edge(self) -> Box:
        """The picture inside its frame: no piece leaves it."""
        return Box(self.frame, self.frame, self.size[0] - self.frame, self.size[1] - self.frame)

    @property
    def net(self) -> bool:
        """A board of many points, whose pieces look for room themselves."""
        return "nodes" in self.layers

    @property
    def tall(self) -> bool:
        return self.size[1] > self.size[0]

    def palette(self, name: str) -> Palette:
        """One of the palettes, with the paints and arms of this game."""
        return painted(name, self.sides.get(name, {}), self.arms)

    def called(self, key: str) -> Name:
        """A place or a sea zone, as a value for a sentence."""
        if key in self.towns:
            return Name(f"{self.game}.NAMES.place.{key}", self.towns[key].name)
        return Name(f"{self.game}.NAMES.zone.{key}", self.water(key).name)

    def town(self, key: str) -> Town:
        if key not in self.towns:
            raise refused("place", game=self.title, place=repr(key))
        return self.towns[key]

    def water(self, key: str) -> Water:
        if key not in self.waters:
            raise refused("zone", game=self.title, zone=repr(key))
        return self.waters[key]

    def kind(self, key: str) -> Kind:
        if key not in self.kinds:
            raise refused("piece", game=self.title, piece=repr(key))
        return self.kinds[key]
