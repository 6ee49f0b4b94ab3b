"""What a board has, in words of no game: the package of a game reads it out of the game's files.

A layout says where things are drawn, facts say what there is. Whatever a game has not is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from engine.data import load
from engine.tongues import Field
from renderer.errors import RenderError

Turns: TypeAlias = tuple[tuple[str, str], ...]  # years and number of each turn that has a cell


@dataclass(frozen=True)
class Kind:
    """What a piece shows when it is known."""

    key: str
    side: str
    name: Field
    shields: int = 0
    arm: str | None = None
    leader: bool = False
    army: bool = False


# -- points that roads join ----------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A town; `marks` are emblems beside its name (`renderer.boards.names`)."""

    name: str
    capital: bool = False
    resource: bool = False
    castle: bool = False
    tower: bool = False
    territory: str = ""  # whose land it lies in
    marks: tuple[str, ...] = ()
    disk: str | None = None
    stop: str = ""  # of a net of points: city, hold, point, pass or box
    figure: str = ""  # what is written in it

    @property
    def kind(self) -> str:
        """The greatest thing that a place is."""
        if self.stop:
            return self.stop
        if self.capital:
            return "capital"
        if self.resource:
            return "resource"
        if self.castle:
            return "castle"
        return "tower" if self.tower else "town"


@dataclass(frozen=True)
class Route:
    """A road: main, secondary or hybrid."""

    between: tuple[str, str]
    type: str = "main"


@dataclass(frozen=True)
class Points:
    """A board of towns and roads, with sea zones where there are any."""

    places: Mapping[str, Place]
    roads: Sequence[Route] = ()
    zones: Mapping[str, str] = field(default_factory=dict)  # the names of seas
    sea: Sequence[tuple[str, str]] = ()  # which of them meet
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    disks: Mapping[str, str] = field(default_factory=dict)
    turns: Turns = ()


def plain_points(where: Path) -> Points:
    """A board.yaml of towns with a `name` and of roads with `between` and perhaps a `type`."""
    raw = load(where / "board.yaml")
    try:
        places = {key: Place(str(row["name"])) for key, row in raw["places"].items()}
        roads = [
            Route((row["between"][0], row["between"][1]), row.get("type", "main"))
            for row in raw.get("roads", ())
        ]
    except (AttributeError, IndexError, KeyError, TypeError):
        raise RenderError("board.yaml: places need a name, and roads two ends.") from None
    return Points(places, roads)


# -- areas ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Land:
    """An area of the map; a tint of the layout, deeper where the land is high."""

    name: str
    tint: str
    high: bool = False
    marks: tuple[str, ...] = ()
    sign: str = ""  # an emblem off its shore
    struck: bool = False  # which may not be used


class Line(Protocol):
    """A line between two areas, or between one and `sea` or `land`."""

    @property
    def between(self) -> tuple[str, str]: ...
    @property
    def line(self) -> Sequence[tuple[float, float]]: ...


@dataclass(frozen=True)
class Areas:
    """A board of areas. Borders stand once; rings are made of their numbers, `~n` run backwards."""

    lands: Mapping[str, Land]
    borders: Sequence[Line]
    rings: Mapping[str, Sequence[Sequence[int]]]
    rivers: frozenset[frozenset[str]] = frozenset()  # which borders are rivers
    beyond: Mapping[str, str] = field(default_factory=dict)  # names of what lies beyond the map
    straits: Sequence[tuple[str, str]] = ()
    kinds: Mapping[str, Field] = field(default_factory=dict)  # how units are called
    legend: tuple[tuple[str, Field], ...] = ()  # other emblems, and their words
    turns: Turns = ()
    scoring: frozenset[int] = frozenset()


# -- hexes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A hex of land: its terrain in the layout, and what stands there for ever."""

    terrain: str
    name: str = ""
    emblem: str = ""


@dataclass(frozen=True)
class Sea:
    """An area of water, made of hexes that have no number of their own."""

    name: str
    cells: tuple[str, ...]
    closed: bool = False  # unlike the others: some may not enter it


@dataclass(frozen=True)
class Hexes:
    """A board of hexes; everything that is not land or an area of water is left blank."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    cells: Mapping[str, Cell]
    low: str = "odd"  # the columns that lie half a hex lower
    seas: Mapping[str, Sea] = field(default_factory=dict)
    roads: Sequence[tuple[str, ...]] = ()  # from hex to hex
    bridges: frozenset[frozenset[str]] = frozenset()  # two hexes between which a road crosses water
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    legend: tuple[tuple[str, Field], ...] = ()  # signs, and their words
    turns: Turns = ()


Facts: TypeAlias = Points | Areas | Hexes
