"""Provinces grown from their points: over rough country slowly, over the three rivers hardly."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage as ndi
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import shape

from renderer.making.ground import _noise
from renderer.making.hispania.country import WINDOW
from renderer.making.sources import RELIEF_CELLS

WEST, EAST, SOUTH, NORTH = -9.8, 3.6, 35.8, 44.0
CELL = 1 / 40  # degrees of latitude
NARROW = 0.766  # a degree of longitude in degrees of latitude, at 40 degrees north
WALL = 60
# where a river is a border: names in Natural Earth, and the longitudes between which it is one
RIVERS = {"Ebro": (-2.5, 1.0), "Duero": (-9.0, -2.9), "Tajo": (-8.3, -2.9), "Tejo": (-8.3, -2.9)}
CORNER = 0.22  # degrees about a point of four provinces in which its quarters are drawn
SEED = 5


class Grid:
    """Cells of the country; `x` and `y` may lie between them."""

    wide = int((EAST - WEST) / CELL * NARROW)
    high = int((NORTH - SOUTH) / CELL)

    @staticmethod
    def at(lon: float, lat: float) -> tuple[float, float]:
        return (lon - WEST) / CELL * NARROW, (NORTH - lat) / CELL

    @staticmethod
    def country(x: float, y: float) -> tuple[float, float]:
        return WEST + x * CELL / NARROW, NORTH - y * CELL

    @classmethod
    def mask(cls, lines: list[Any], width: int = 0) -> np.ndarray:
        picture = Image.new("L", (cls.wide, cls.high))
        draw = ImageDraw.Draw(picture)
        for points in lines:
            drawn = [cls.at(*p[:2]) for p in points]
            if width:
                draw.line(drawn, fill=1, width=width)
            else:
                draw.polygon(drawn, fill=1)
        return np.asarray(picture) > 0


def grow(
    points: Mapping[str, list[list[float]]], corners: Sequence[Mapping[str, Any]], clips: Path
) -> tuple[list[str], np.ndarray]:
    """The province of every cell near the mainland, by its place in the list of names."""
    names = list(points)
    mainland = shape(json.loads((clips / "hispania.json").read_text())["mainland"])
    land = Grid.mask([mainland.exterior.coords])
    cost = _roughness(clips) + WALL * _rivers(clips)
    cost = np.where(land, cost, cost + 4)
    sources = {
        (int(y), int(x)): names.index(name)
        for name, several in points.items()
        for x, y in (Grid.at(*point) for point in several)
    }
    for corner in corners:
        sources |= _round(corner, names)
    labels = _nearest(cost, ndi.binary_dilation(land, iterations=6), sources)
    for corner in corners:
        labels = _stamped(labels, corner, names)
    return names, _filled(_whole(labels, len(names)))


def _roughness(clips: Path) -> np.ndarray:
    """What a step costs: noise, and more where the relief picture is rough."""
    west, _, _, north = WINDOW
    grey = np.asarray(Image.open(clips / "relief.png").convert("L")).astype(float)
    rough = ndi.gaussian_filter(np.abs(grey - ndi.gaussian_filter(grey, 4)), 1.5)
    rows = (north - (NORTH - np.arange(Grid.high) * CELL)) * RELIEF_CELLS
    columns = (WEST + np.arange(Grid.wide) * CELL / NARROW - west) * RELIEF_CELLS
    where = np.meshgrid(rows, columns, indexing="ij")
    slope = ndi.map_coordinates(rough, where, order=1, mode="nearest") / 12
    noise = np.clip(_noise(Grid.high, Grid.wide, 14, 3, SEED), -1.5, 2) * 0.3
    return np.maximum(1 + noise + np.clip(slope, 0, 1.5), 0.35)


def _rivers(clips: Path) -> np.ndarray:
    lines = []
    for river in json.loads((clips / "rivers.json").read_text()):
        for name, (first, last) in RIVERS.items():
            if (river["name"] or "").startswith(name):
                line = shape(river["line"])
                for part in getattr(line, "geoms", [line]):
                    inside = [p for p in part.coords if first <= p[0] <= last]
                    if len(inside) > 1:
                        lines.append(inside)
    return Grid.mask(lines, 2)


def _round(corner: Mapping[str, Any], names: list[str]) -> dict[tuple[int, int], int]:
    """Four rays of points about a corner, so that the provinces meet there by themselves."""
    x, y = Grid.at(*corner["at"])
    found = {}
    for quarter, name in enumerate(corner["round"]):
        angle = math.radians(180 - (quarter * 90 + 45 - corner["turn"]))
        for far in (0.45, 0.9, 1.35):
            reach = CORNER * far / CELL
            cell = (int(y - math.sin(angle) * reach), int(x + math.cos(angle) * reach))
            found[cell] = names.index(name)
    return found


def _nearest(
    cost: np.ndarray, passable: np.ndarray, sources: dict[tuple[int, int], int]
) -> np.ndarray:
    """For each passable cell the owner of the source that reaches it at the least cost."""
    high, wide = cost.shape
    index = np.arange(high * wide).reshape(high, wide)
    starts, ends, prices = [], [], []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        a = (slice(0, high - dy), slice(max(0, -dx), wide - max(0, dx)))
        b = (slice(dy, high), slice(max(0, dx), wide + min(0, dx)))
        good = passable[a] & passable[b]
        starts.append(index[a][good])
        ends.append(index[b][good])
        prices.append(((cost[a] + cost[b]) / 2 * math.hypot(dx, dy))[good])
    where = (np.concatenate(starts), np.concatenate(ends))
    graph = coo_matrix((np.concatenate(prices), where), shape=(high * wide, high * wide)).tocsr()
    owner = {index[cell]: name for cell, name in sources.items()}
    _, _, source = dijkstra(
        graph, directed=False, indices=list(owner), return_predecessors=True, min_only=True
    )
    labels = np.full(high * wide, -1)
    reached = source >= 0
    labels[reached] = [owner[cell] for cell in source[reached]]
    return labels.reshape(high, wide)


def _stamped(labels: np.ndarray, corner: Mapping[str, Any], names: list[str]) -> np.ndarray:
    """Four quarters drawn about the corner itself."""
    x, y = Grid.at(*corner["at"])
    rows, columns = np.mgrid[: Grid.high, : Grid.wide] + 0.5
    right, up = columns - x, y - rows
    near = np.hypot(right, up) < CORNER / CELL
    turned = 180 - np.degrees(np.arctan2(up, right)) + corner["turn"]
    owners = np.array([names.index(name) for name in corner["round"]])
    quarters = owners[((turned % 360) // 90).astype(int)]
    return np.where(near & (labels >= 0), quarters, labels)


def _whole(labels: np.ndarray, count: int) -> np.ndarray:
    """Each province in one piece; crumbs go to whoever is nearest."""
    labels = labels.copy()
    for name in range(count):
        parts, number = ndi.label(labels == name)
        if number > 1:
            sizes = ndi.sum(labels == name, parts, range(1, number + 1))
            labels[(parts > 0) & (parts != 1 + int(np.argmax(sizes)))] = -1
    return labels


def _filled(labels: np.ndarray) -> np.ndarray:
    """No cell without an owner: the sea too, so that the coast alone decides where land ends."""
    rows, columns = ndi.distance_transform_edt(
        labels < 0, return_distances=False, return_indices=True
    )
    return labels[rows, columns]
