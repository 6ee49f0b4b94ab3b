"""From cells to borders: each line between two provinces once, smoothed, clipped to the real coast.

`areas.json` holds the lines (`arcs`) with the two that they part, `sea` or `land` where a province
ends, and for each province its rings: numbers of arcs, `~n` for an arc run backwards.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from shapely import coverage_simplify
from shapely.geometry import LineString, Point, Polygon, box, shape
from shapely.ops import linemerge, polygonize, unary_union

from renderer.making.ground import smooth
from renderer.making.hispania.growth import NARROW, Grid

COARSE = 0.05  # degrees within which the steps of the cells are straightened
PLACES = 3  # decimals kept: a hundred metres
CRUMB = 0.004  # square degrees; smaller pieces cut off by the coast go to their neighbour
MEET = 0.06  # degrees about a corner in which the four provinces are drawn together
STEP = 0.07  # degrees between the points of a border before it is smoothed
WOBBLE = 0.022  # degrees

FRANCE = box(-1.8, 42.4, 3.2, 44.2)

Corners = Sequence[Mapping[str, Any]]
Line = list[tuple[float, float]]


def areas(names: list[str], labels: np.ndarray, corners: Corners, clips: Path) -> dict[str, Any]:
    """The whole of areas.json."""
    ours = {k: shape(v) for k, v in json.loads((clips / "hispania.json").read_text()).items()}
    abroad = shape(json.loads((clips / "coast.json").read_text())).intersection(FRANCE)
    abroad = abroad.difference(unary_union(list(ours.values())).buffer(0.03))
    faces = _faces(_borders(names, labels, corners), ours.pop("mainland"))
    owners = _owners(faces, names, labels)
    lines = _lines(faces, owners, abroad)
    for island, land in ours.items():
        for part in getattr(land, "geoms", [land]):
            lines.append(((island, "sea"), _short(part.exterior.coords)))
    return {
        "arcs": [{"between": list(pair), "line": line} for pair, line in lines],
        "rings": {name: _rings(name, lines) for name in [*names, *ours]},
    }


def _borders(names: list[str], labels: np.ndarray, corners: Corners) -> list[Line]:
    """Smooth lines between the provinces, not yet clipped."""
    cells = coverage_simplify([_cells(labels == i) for i in range(len(names))], COARSE)
    merged = linemerge(unary_union([province.boundary for province in cells]))
    drawn = []
    for line in getattr(merged, "geoms", [merged]):
        points = [_drawn_in(point, corners) for point in line.segmentize(STEP).coords]
        points = [p for p, before in zip(points, [None, *points], strict=False) if p != before]
        if len(points) > 1:
            drawn.append(smooth(points, 2))
    return drawn


def _cells(mine: np.ndarray) -> Any:
    runs = []
    for row in range(mine.shape[0]):
        edges = np.flatnonzero(np.diff(np.r_[0, mine[row].astype(int), 0]))
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            (left, top), (right, low) = Grid.country(first, row), Grid.country(last, row + 1)
            runs.append(box(left, low, right, top))
    return unary_union(runs)


def _drawn_in(point: tuple[float, ...], corners: Corners) -> tuple[float, float]:
    """The point, or the corner itself where it is near enough: there the four meet exactly."""
    lon, lat = point[0], point[1]
    calm = 1.0
    for corner in corners:
        x, y = corner["at"]
        away = float(np.hypot((lon - x) * NARROW, lat - y))
        if away < MEET:
            return x, y
        calm = min(calm, (away - MEET) / MEET)
    # one field for all, so that lines that met still meet: old borders are seldom straight
    bend = np.sin(lon * 13 + 3 * np.sin(lat * 7)) + 0.6 * np.sin(lat * 29 + lon * 11)
    sway = np.sin(lat * 15 + 3 * np.sin(lon * 6)) + 0.6 * np.sin(lon * 31 - lat * 9)
    return lon + calm * WOBBLE * float(bend), lat + calm * WOBBLE * float(sway)


def _faces(borders: list[Line], land: Polygon) -> list[Polygon]:
    """The pieces of the land; borders run on into the sea, so that they surely cross the coast."""
    lines = unary_union([land.boundary, *(LineString(line) for line in borders)])
    return [face for face in polygonize(lines) if land.contains(face.representative_point())]


def _owners(faces: list[Polygon], names: list[str], labels: np.ndarray) -> list[str]:
    """The province of each face; crumbs that the coast cuts off go to their longest neighbour."""
    owners = []
    for face in faces:
        x, y = Grid.at(*face.representative_point().coords[0])
        row, column = (
            min(max(int(n), 0), most - 1) for n, most in ((y, Grid.high), (x, Grid.wide))
        )
        owners.append(names[labels[row, column]])
    largest = {
        name: max((f.area for f, o in zip(faces, owners, strict=True) if o == name), default=0)
        for name in names
    }
    for i, face in enumerate(faces):
        if face.area < CRUMB and face.area < largest[owners[i]]:
            shared = [
                0 if i == j else face.boundary.intersection(other.boundary).length
                for j, other in enumerate(faces)
            ]
            owners[i] = owners[int(np.argmax(shared))]
    return owners


def _lines(
    faces: list[Polygon], owners: list[str], abroad: Any
) -> list[tuple[tuple[str, str], Line]]:
    """Every stretch between two owners, from junction to junction."""
    beside: dict[frozenset[tuple[float, float]], list[str]] = {}
    for face, owner in zip(faces, owners, strict=True):
        for ring in (face.exterior, *face.interiors):
            for a, b in itertools.pairwise(_short(ring.coords)):
                if a != b:
                    beside.setdefault(frozenset((a, b)), []).append(owner)
    stretches: dict[tuple[str, str], list[LineString]] = {}
    for ends, both in beside.items():
        if len(both) == 2 and both[0] == both[1]:
            continue
        a, b = sorted(ends)
        other = both[1] if len(both) == 2 else _outside(a, b, abroad)
        pair = (both[0], other) if len(both) == 1 else tuple(sorted(both))
        stretches.setdefault(pair, []).append(LineString([a, b]))  # type: ignore[arg-type]
    found = []
    for pair, pieces in stretches.items():
        merged = linemerge(pieces)
        lines = getattr(merged, "geoms", [merged])
        found += [(pair, _short(line.coords)) for line in lines]
    return found


def _outside(a: tuple[float, float], b: tuple[float, float], abroad: Any) -> str:
    middle = Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return "land" if abroad.distance(middle) < 0.1 else "sea"


def _short(points: Any) -> Line:
    return [(round(float(x), PLACES), round(float(y), PLACES)) for x, y, *_ in points]


def _rings(name: str, lines: list[tuple[tuple[str, str], Line]]) -> list[list[int]]:
    """The arcs of a province, put end to end."""
    left = {i: line for i, (pair, line) in enumerate(lines) if name in pair}
    rings = []
    while left:
        first, line = left.popitem()
        ring, start, here = [first], line[0], line[-1]
        while here != start:
            for i, line in left.items():
                if here in (line[0], line[-1]):
                    ring.append(i if line[0] == here else ~i)
                    here = line[-1] if line[0] == here else line[0]
                    del left[i]
                    break
            else:
                raise ValueError(f"the outline of {name} is open at {here}")
        rings.append(ring)
    return rings
