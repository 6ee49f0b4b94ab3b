"""What the renderer knows of a game: its layout, and the public facts of its board and pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.data import folder, load
from engine.games.granada.table.data import Board, Calendar, Pieces, Place, Zone
from engine.games.granada.table.data import Kind as Block
from engine.games.granada.table.data import Road as Route
from renderer.drawn import Region, Towns, TownSpot, WaterSpot, opened
from renderer.errors import RenderError
from renderer.geometry import Box, Point, curve, moved
from renderer.palette import Arms, Colour

STACK = (46, 50)  # the room that a stack of blocks takes
COUNTERS = (92, 50)  # the room of one people's counters in an area
FLEET = (66, 40)
REACH = {"area": 12, "town": 17, "tower": 19, "castle": 21, "resource": 26, "capital": 28}


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

    @property
    def reach(self) -> int:
        return REACH[self.kind]

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


@dataclass(frozen=True)
class Kind:
    """What a block shows when it is known."""

    key: str
    side: str
    name: str
    shields: int
    arm: str | None
    leader: bool
    army: bool


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
    layers: tuple[str, ...]  # of renderer.base, from the ground up
    compass: tuple[float, float, float] | None = None
    areas: dict[str, Area] = field(default_factory=dict)  # of a board of areas, by place
    borders: tuple[Border, ...] = ()
    signs: tuple[Sign, ...] = ()
    arms: dict[str, Arms] = field(default_factory=dict)  # of peoples
    scoring: frozenset[int] = frozenset()  # turns at whose end points are counted

    @property
    def edge(self) -> Box:
        """The picture inside its frame: no piece leaves it."""
        return Box(self.frame, self.frame, self.size[0] - self.frame, self.size[1] - self.frame)

    def town(self, key: str) -> Town:
        if key not in self.towns:
            raise RenderError(f"The layout of {self.title} has no place {key!r}.")
        return self.towns[key]

    def water(self, key: str) -> Water:
        if key not in self.waters:
            raise RenderError(f"The layout of {self.title} has no sea zone {key!r}.")
        return self.waters[key]

    def kind(self, key: str) -> Kind:
        if key not in self.kinds:
            raise RenderError(f"There is no piece {key!r} in {self.title}.")
        return self.kinds[key]


_kept: dict[tuple[str, Path, float], Layout] = {}


def layout(game: str) -> Layout:
    """The layout of a game, read once; read anew when its file has changed."""
    where = folder(game)
    path = where / "layout.yaml"
    if not path.exists():
        raise RenderError(f"{game} has no layout.yaml, so it cannot be drawn.")
    key = (game, path, path.stat().st_mtime)
    if key not in _kept:
        _kept[key] = read(game, where)
    return _kept[key]


def read(game: str, where: Path) -> Layout:
    if "areas" in load(where / "layout.yaml"):
        from renderer.areas import area_layout  # it makes a Layout of this module

        return area_layout(game, where)
    board, drawn = opened(Board, where), opened(Towns, where)
    pieces, setup = opened(Pieces, where), opened(Calendar, where)
    towns = {key: _town(key, facts, drawn.places) for key, facts in board.places.items()}
    waters = {key: _water(key, facts, drawn.zones) for key, facts in board.zones.items()}
    return Layout(
        game=game,
        title=drawn.title,
        subtitle=drawn.subtitle,
        size=drawn.size,
        frame=drawn.frame,
        schemas=drawn.schemas,
        ground=drawn.ground,
        towns=towns,
        waters=waters,
        roads=tuple(_roads(board.roads, towns, drawn.bends)),
        lanes=tuple(_lanes(board.sea, waters, drawn.lanes)),
        kinds={key: _kind(key, facts) for key, facts in pieces.kinds.items()},
        disks={key: facts.name for key, facts in pieces.disks.items()},
        regions=drawn.regions,
        boxes={key: Box(*sides) for key, sides in drawn.boxes.items()},
        turns=tuple((row.year, row.turn) for row in setup.track),
        layers=drawn.layers,
        compass=drawn.compass,
    )


def _town(key: str, facts: Place, places: Mapping[str, TownSpot]) -> Town:
    spot = places.get(key)
    if spot is None:
        raise RenderError(f"layout.yaml: the place {key!r} is missing.")
    return Town(
        key=key,
        name=facts.name,
        at=point(spot.at),
        kind=town_kind(facts),
        resource=facts.resource,
        castle=facts.castle,
        tower=facts.watchtower,
        capital=bool(facts.capital),
        territory=facts.territory,
        marks=marks(facts),
        disk=facts.disk or None,
        label=point(spot.name),
        lines=spot.lines or (facts.name,),
        beside=spot.beside,
        stack=point(spot.stack),
        inside=point(spot.inside),
    )


def town_kind(facts: Place) -> str:
    """The greatest thing that a place is."""
    if facts.capital:
        return "capital"
    if facts.resource:
        return "resource"
    if facts.castle:
        return "castle"
    return "tower" if facts.watchtower else "town"


def marks(facts: Place) -> tuple[str, ...]:
    """What stands beside a name: a port, recruitment shields, where mercenaries enter."""
    found = ["port"] if facts.port else []
    found += [f"recruit {faction}" for faction in facts.recruit]
    if facts.mercenaries:
        found.append("mercenaries")
    if facts.boabdil:
        found.append("boabdil")
    return tuple(found)


def _water(key: str, facts: Zone, zones: Mapping[str, WaterSpot]) -> Water:
    spot = zones.get(key)
    if spot is None:
        raise RenderError(f"layout.yaml: the sea zone {key!r} is missing.")
    fleets = {side: point(at) for side, at in spot.fleets.items()}
    return Water(key, facts.name, point(spot.at), point(spot.name), fleets)


def _roads(
    rows: Sequence[Route], towns: Mapping[str, Town], bends: Mapping[str, float]
) -> Iterator[Road]:
    for row in rows:
        a, b = row.between
        bend = bends.get(f"{a} {b}", bends.get(f"{b} {a}", 0))
        points = curve(towns[a].at, towns[b].at, bend if f"{a} {b}" in bends else -bend)
        yield Road((a, b), row.type, tuple(points))


def _lanes(
    rows: Sequence[tuple[str, str]], waters: Mapping[str, Water], bends: Mapping[str, float]
) -> Iterator[Road]:
    for a, b in rows:
        points = curve(waters[a].at, waters[b].at, bends.get(f"{a} {b}", 0))
        yield Road((a, b), "sea", tuple(points))


def _kind(key: str, facts: Block) -> Kind:
    name, arm = facts.name or key, facts.arm or None
    return Kind(key, facts.side, name, facts.shields, arm, facts.leader, facts.army)


def point(at: tuple[float, float]) -> Point:
    return float(at[0]), float(at[1])
