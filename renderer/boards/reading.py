"""Layouts, read once: where things are drawn, and the facts that the package of a game gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.data import DataError, folder
from engine.tongues import Field
from renderer.boards import facts
from renderer.boards.facts import Kind
from renderer.boards.files import (
    AreaSpot,
    Arrow,
    Drawn,
    Inset,
    Lattice,
    Projection,
    Realm,
    Towns,
    TownSpot,
    WaterSpot,
    opened,
)
from renderer.boards.grid import Grid
from renderer.boards.layout import Area, Border, Layout, Road, Sign, Town, Water
from renderer.boards.layout import Lattice as Hexed
from renderer.errors import RenderError, refused
from renderer.games import pictures
from renderer.ink.geometry import Box, Point, curve, span
from renderer.ink.lettering import EMBLEMS
from renderer.ink.palette import PALETTES, Arms, Colour, Paint

SEA, LAND = "sea", "land"

_kept: dict[tuple[str, Path, float], Layout] = {}


def layout(game: str) -> Layout:
    """The layout of a game, read once; read anew when its file has changed."""
    where = folder(game)
    path = where / "layout.yaml"
    if not path.exists():
        raise refused("layout", game=game)
    key = (game, path, path.stat().st_mtime)
    if key not in _kept:
        _kept[key] = read(game, where)
    return _kept[key]


def read(game: str, where: Path) -> Layout:
    """The layout in a folder, whatever kind of board the game has."""
    board = pictures(game).board(where)
    if isinstance(board, facts.Areas):
        return _areas(game, board, opened(Realm, where))
    if isinstance(board, facts.Hexes):
        return _hexes(game, board, opened(Lattice, where))
    return _points(game, board, opened(Towns, where))


def _shared(game: str, drawn: Drawn) -> dict[str, Any]:
    """What the layouts of all kinds of boards say alike."""
    return {
        "game": game,
        "title": drawn.title,
        "subtitle": drawn.subtitle,
        "size": drawn.size,
        "frame": drawn.frame,
        "schemas": drawn.schemas,
        "ground": drawn.ground,
        "regions": drawn.regions,
        "boxes": {key: Box(*sides) for key, sides in drawn.boxes.items()},
        "layers": drawn.layers,
        "arms": {k: Arms(a.field, a.ink, a.charge, a.hatch) for k, a in drawn.arms.items()},
        "sides": {name: _paints(drawn, name) for name in PALETTES},
        "parts": {key: Box(*sides) for key, sides in drawn.parts.items()},
    }


def _paints(drawn: Drawn, palette: str) -> dict[str, Paint]:
    coats = {key: (getattr(row, palette), row.shape) for key, row in drawn.sides.items()}
    return {key: Paint(c.face, c.ink, c.edge, shape) for key, (c, shape) in coats.items()}


# -- points that roads join ----------------------------------------------------------------------


def _points(game: str, board: facts.Points, drawn: Towns) -> Layout:
    towns = {key: _town(key, place, drawn.places) for key, place in board.places.items()}
    waters = {key: _water(key, name, drawn.zones) for key, name in board.zones.items()}
    return Layout(
        **_shared(game, drawn),
        towns=towns,
        waters=waters,
        roads=tuple(_roads(board.roads, towns, drawn.bends)),
        lanes=tuple(_lanes(board.sea, waters, drawn.lanes)),
        kinds=dict(board.kinds),
        disks=dict(board.disks),
        turns=board.turns,
        compass=drawn.compass,
    )


def _town(key: str, place: facts.Place, places: Mapping[str, TownSpot]) -> Town:
    spot = places.get(key)
    if spot is None:
        raise RenderError(f"layout.yaml: the place {key!r} is missing.")
    return Town(
        key=key,
        name=place.name,
        at=_at(spot.at),
        kind=place.kind,
        resource=place.resource,
        castle=place.castle,
        tower=place.tower,
        capital=place.capital,
        territory=place.territory,
        marks=place.marks,
        disk=place.disk,
        label=_at(spot.name),
        lines=spot.lines or (place.name,),
        beside=spot.beside,
        stack=_at(spot.stack or spot.at),
        inside=_at(spot.inside or spot.at),
        figure=place.figure,
    )


def _water(key: str, name: str, zones: Mapping[str, WaterSpot]) -> Water:
    spot = zones.get(key)
    if spot is None:
        raise RenderError(f"layout.yaml: the sea zone {key!r} is missing.")
    fleets = {side: _at(at) for side, at in spot.fleets.items()}
    return Water(key, name, _at(spot.at), _at(spot.name), fleets)


def _roads(
    rows: Sequence[facts.Route], towns: Mapping[str, Town], bends: Mapping[str, float]
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


def _at(at: tuple[float, float]) -> Point:
    return float(at[0]), float(at[1])


# -- areas ---------------------------------------------------------------------------------------


def _areas(game: str, board: facts.Areas, drawn: Realm) -> Layout:
    """What lies beyond the map are boxes of paper."""
    lines = [[_placed(drawn.projection, *p) for p in border.line] for border in board.borders]
    areas = {
        key: _area(key, land, board.rings, lines, drawn.tints) for key, land in board.lands.items()
    }
    boxes = {key: Box(*sides) for key, sides in drawn.beyond.items()}
    areas |= {k: Area(k, (_corners(box),), box, None, True) for k, box in boxes.items()}
    towns = {key: _middle(key, land, drawn.places) for key, land in board.lands.items()}
    towns |= {key: _beyond(key, name, boxes) for key, name in board.beyond.items()}
    return Layout(
        **_shared(game, drawn),
        towns=towns,
        waters={},
        roads=(),
        lanes=tuple(_straits(board.straits, drawn.straits)),
        kinds={key: _kind(key, sign, board.kinds) for key, sign in drawn.kinds.items()},
        disks={},
        turns=board.turns,
        areas=areas,
        borders=tuple(_borders(board, lines)),
        signs=tuple(_signs(board.lands, drawn.anchors)),
        scoring=board.scoring,
        legend=board.legend,
    )


def _placed(how: Projection, lon: float, lat: float) -> Point:
    """Where a point of the country is drawn."""
    (left, top), (west, north) = how.at, how.corner
    return left + (lon - west) * (how.degree * how.narrow), top + (north - lat) * how.degree


def _area(
    key: str,
    land: facts.Land,
    rings: Mapping[str, Sequence[Sequence[int]]],
    lines: Sequence[Sequence[Point]],
    tints: Mapping[str, Colour],
) -> Area:
    if key not in rings:
        raise DataError(f"areas: the area {key!r} has no border.")
    made = tuple(tuple(_ring(numbers, lines)) for numbers in rings[key])
    r, g, b = tints[land.tint]
    deep = 0.86 if land.high else 1.0
    around = span(at for ring in made for at in ring)
    tint = (round(r * deep), round(g * deep * 0.98), round(b * deep * 0.95))
    return Area(key, made, around, tint)


def _ring(numbers: Sequence[int], lines: Sequence[Sequence[Point]]) -> Iterator[Point]:
    """One line after another; `~n` is line n run backwards."""
    for n in numbers:
        line = lines[n] if n >= 0 else lines[~n][::-1]
        yield from line[:-1]


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _middle(key: str, land: facts.Land, places: Mapping[str, AreaSpot]) -> Town:
    spot = places.get(key)
    if spot is None:
        raise DataError(f"layout.yaml: the place {key!r} is missing.")
    return _place(
        key,
        land.name,
        _at(spot.at),
        label=_at(spot.name),
        lines=spot.lines or (land.name,),
        marks=land.marks,
        stack=_at(spot.stack),
        inside=_at(spot.stack),  # a second army stands where there is room
    )


def _beyond(key: str, name: str, boxes: Mapping[str, Box]) -> Town:
    """A box of paper: its name above, two rooms below."""
    if key not in boxes:
        raise DataError(f"layout.yaml: the place {key!r} is missing.")
    left, top, right, bottom = boxes[key]
    middle, low = (left + right) / 2, bottom - 30
    return _place(
        key,
        name,
        (middle, top + 34),
        label=(middle, top + 14),
        lines=(name,),
        marks=(),
        stack=(left + (middle - left) / 2 + 1, low),
        inside=(middle + (right - middle) / 2 - 1, low),
    )


def _place(key: str, name: str, at: Point, **where: Any) -> Town:
    return Town(
        key=key,
        name=name,
        at=at,
        kind="area",
        resource=False,
        castle=False,
        tower=False,
        capital=False,
        territory="",
        disk=None,
        beside=False,
        **where,
    )


def _straits(rows: Sequence[tuple[str, str]], drawn: Mapping[str, Arrow]) -> Iterator[Road]:
    for one, other in rows:
        how = drawn.get(f"{one} {other}")
        if how is None:
            raise DataError(f"layout.yaml: the strait '{one} {other}' is missing.")
        points = curve(_at(how.from_), _at(how.to), how.bend)
        yield Road((one, other), "strait", tuple(points))


def _borders(board: facts.Areas, lines: Sequence[Sequence[Point]]) -> Iterator[Border]:
    """Coasts, frontiers of the map, rivers, borders within a tint and between two."""
    for row, line in zip(board.borders, lines, strict=True):
        one, other = row.between
        if SEA in (one, other):
            kind = "coast"
        elif LAND in (one, other):
            kind = "frontier"
        elif frozenset(row.between) in board.rivers:
            kind = "river"
        else:
            same = board.lands[one].tint == board.lands[other].tint
            kind = "border" if same else "zone"
        yield Border((one, other), kind, tuple(line), span(line))


def _signs(lands: Mapping[str, facts.Land], anchors: Mapping[str, Point]) -> Iterator[Sign]:
    for key, land in lands.items():
        if land.sign:
            if key not in anchors:
                raise DataError(f"layout.yaml: the {land.sign} of {key!r} is missing.")
            yield Sign(key, _at(anchors[key]), land.sign, land.struck)


def _kind(key: str, sign: str, names: Mapping[str, Field]) -> Kind:
    if sign not in EMBLEMS:
        raise DataError(f"layout.yaml: there is no emblem {sign!r} for {key!r}.")
    return Kind(key, "", names.get(key, key), arm=sign)


# -- hexes ---------------------------------------------------------------------------------------


def _hexes(game: str, board: facts.Hexes, drawn: Lattice) -> Layout:
    """The whole grid; beside it the same with larger hexes, for insets and close-ups."""
    at, high = _at(drawn.hexes.at), drawn.hexes.high
    grid = Grid(board.columns, board.rows, board.low, at, high)
    _on_the_grid(board, grid)
    shared = _shared(game, drawn) | {"kinds": dict(board.kinds), "turns": board.turns}
    shared |= {"waters": {}, "roads": (), "lanes": (), "disks": {}, "legend": board.legend}
    plan = Layout(**shared, compass=drawn.compass, **_lattice(board, drawn, grid))
    closer = replace(grid, at=(24.0, 24.0), high=float(drawn.closer))
    wide, tall = closer.size
    size = (max(SMALLEST[0], round(wide) + 48), max(SMALLEST[1], round(tall) + 48))
    large = {**shared, "size": size, "boxes": {}, "regions": ()}
    insets = [
        (Box(*row.box), replace(plan, **_lattice(board, drawn, _centred(grid, row))))
        for row in drawn.insets.values()
    ]
    near = Layout(**large, **_lattice(board, drawn, closer))
    return replace(plan, closer=near, insets=tuple(insets))


SMALLEST = (960, 720)  # a close-up must fit into the larger board


def _on_the_grid(board: facts.Hexes, grid: Grid) -> None:
    cells = {cell for sea in board.seas.values() for cell in sea.cells}
    road = {key for chain in board.roads for key in chain}
    for key in sorted(cells | road | board.cells.keys()):
        if key not in grid:
            raise DataError(f"board.yaml: there is no hex {key!r} on the grid.")


def _centred(grid: Grid, inset: Inset) -> Grid:
    """The grid so large, with a hex in the middle of a box."""
    if inset.middle not in grid:
        raise DataError(f"layout.yaml: there is no hex {inset.middle!r} on the grid.")
    large = replace(grid, at=(0.0, 0.0), high=float(inset.high))
    (x, y), (a, b) = Box(*inset.box).centre, large.centre(inset.middle)
    return replace(large, at=(x - a, y - b))


def _lattice(board: facts.Hexes, drawn: Lattice, grid: Grid) -> dict[str, Any]:
    terrains = {key: (row.tint, row.pattern) for key, row in drawn.terrains.items()}
    for key, cell in board.cells.items():
        if cell.terrain not in terrains:
            raise DataError(f"layout.yaml: the terrain {cell.terrain!r} of {key!r} is missing.")
    roads = tuple(tuple(chain) for chain in board.roads)
    wet = frozenset(key for key, row in drawn.terrains.items() if row.wet)
    lattice = Hexed(
        grid, board.cells, board.seas, roads, board.bridges, terrains, wet, drawn.country
    )
    towns = {
        key: _hex(key, cell.name or key, grid.centre(key), grid)
        for key, cell in board.cells.items()
    }
    for key, sea in board.seas.items():
        towns[key] = _hex(key, sea.name, grid.centre(grid.deepest(sea.cells)), grid)
    return {"lattice": lattice, "towns": towns}


def _hex(key: str, name: str, at: Point, grid: Grid) -> Town:
    span = max(1, round(grid.high / 2))
    place = _place(key, name, at, label=at, lines=(), marks=(), stack=at, inside=at)
    return replace(place, kind="hex", span=span)
