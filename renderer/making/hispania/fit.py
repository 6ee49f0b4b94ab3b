"""Where each province has its name and its units: tried on a grid, one after another, again and
again, until nothing lies on anything else and everything as near to its province as can be.

Writes the part of layout.yaml below its line; the part above is written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from PIL import Image, ImageDraw

from renderer.boards import names
from renderer.boards.files import Region
from renderer.boards.layout import COUNTERS
from renderer.boards.room import region_box
from renderer.ink.geometry import Box, Point
from renderer.making.hispania.ground import Projection

LINE = "# ---- fitted\n"
GRID = 4
FAR = 130  # how far from its province something may stand
ROUNDS = 14
ANCHOR = 15  # how far off the shore an anchor lies
APART = 2  # units between any two things
SHORT = {"Occidentales": "Occ.", "Orientales": "Or."}  # where the whole word finds no room
COST = {"name": 1.3, "stack": 1.0}  # of lying outside one's province


@dataclass
class Piece:
    """A name or the room of units, and where it may go with what that costs by itself."""

    key: str
    what: str
    size: tuple[float, float]
    spots: np.ndarray  # x, y
    cost: np.ndarray
    at: Point = (0.0, 0.0)

    @property
    def box(self) -> Box:
        return Box.around(self.at, self.size)


def fit(folder: Path, board: Mapping[str, Any]) -> None:
    """Names, units and anchors of all provinces."""
    path = folder / "layout.yaml"
    head = path.read_text().split(LINE)[0]
    layout = yaml.safe_load(head)
    projection = Projection(layout, 1)
    shapes = {
        name: [[projection.at(*p) for p in ring] for ring in rings]
        for name, rings in outlines(json.loads((folder / "areas.json").read_text())).items()
    }
    land = _mask([ring for rings in shapes.values() for ring in rings], layout["size"])
    anchors = {
        name: _off_shore(shapes[name], land)
        for name, facts in board["provinces"].items()
        if facts.get("landing") in ("anchor", "crossed")
    }
    middles = {name: _middle(shapes[name], layout["size"]) for name in board["provinces"]}
    walls = [*_walls(layout), *(Box.around(at, (26, 26)) for at in anchors.values())]
    pieces = [
        piece
        for name, facts in board["provinces"].items()
        for piece in _pieces(name, facts["name"], shapes[name], middles[name], layout, walls, land)
    ]
    _settle(pieces)
    path.write_text(head + LINE + "\n".join(_rows(board, pieces, middles, anchors)) + "\n")


def _rows(
    board: Mapping[str, Any],
    pieces: list[Piece],
    middles: Mapping[str, Point],
    anchors: Mapping[str, Point],
) -> Iterator[str]:
    yield "# A province: its middle, its name with the marks below it, and its units."
    yield "places:"
    found = {(p.key, p.what): p.at for p in pieces}
    for name, facts in board["provinces"].items():
        parts = [f"at: {_point(middles[name])}"]
        parts += [f"{what}: {_point(found[name, what])}" for what in COST]
        lines = _broken(facts["name"])
        if len(lines) > 1:
            parts.append(f"lines: [{', '.join(lines)}]")
        yield f"  {name}: {{{', '.join(parts)}}}"
    yield "# Anchors, on the water off the shore that one may land on."
    yield "anchors:"
    for name, at in anchors.items():
        yield f"  {name}: {_point(at)}"


def outlines(areas: Mapping[str, Any]) -> dict[str, list[list[tuple[float, float]]]]:
    """Each province as closed rings of points."""
    lines = [arc["line"] for arc in areas["arcs"]]

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        parts = [lines[n] if n >= 0 else lines[~n][::-1] for n in numbers]
        return [tuple(p) for part in parts for p in part[:-1]]

    return {name: [ring(r) for r in rings] for name, rings in areas["rings"].items()}


def _broken(name: str) -> list[str]:
    """A long name in two lines, the second shortened where it must be."""
    words = name.split(" ")
    if len(words) == 1 or len(name) < 9:
        return [name]
    return [" ".join(words[:-1]), SHORT.get(words[-1], words[-1])]


def _walls(layout: Mapping[str, Any]) -> list[Box]:
    """What nothing may lie on: boxes, names of seas, and the ends of straits."""
    boxes = [Box(*sides) for part in ("boxes", "beyond") for sides in layout[part].values()]
    boxes += [region_box(Region.model_validate(row)) for row in layout["regions"]]
    for strait in layout["straits"].values():
        boxes += [Box.around(tuple(strait[end]), (20, 20)) for end in ("from", "to")]
    return [Box(b.left - 4, b.top - 4, b.right + 4, b.bottom + 4) for b in boxes]


def _pieces(
    key: str,
    name: str,
    rings: list[Any],
    middle: Point,
    layout: Mapping[str, Any],
    walls: list[Box],
    land: np.ndarray,
) -> Iterator[Piece]:
    inside, abroad = _sums(_mask(rings, layout["size"])), _sums(land)
    points = np.array([p for ring in rings for p in ring])
    (left, top), (right, low) = points.min(0), points.max(0)
    grid = np.mgrid[left - FAR : right + FAR : GRID, top - FAR : low + FAR : GRID]
    every = grid.reshape(2, -1).T.round()
    edge = layout["frame"] + 3
    wide, high = layout["size"]
    for what, weight in COST.items():
        size = names.size("area", _broken(name), 4, False) if what == "name" else COUNTERS
        w, h = size
        ok = (every[:, 0] - w / 2 >= edge) & (every[:, 0] + w / 2 <= wide - edge)
        ok &= (every[:, 1] - h / 2 >= edge) & (every[:, 1] + h / 2 <= high - edge)
        for wall in walls:
            ok &= ~_meets(every, size, wall)
        spots = every[ok]
        out = 1 - _share(inside, spots, size)
        far = np.hypot(*(spots - middle).T)
        cost = weight * (500 * out + 0.9 * far + 0.01 * far**1.6)
        # on the sea is better than in another province
        cost += weight * 900 * (_share(abroad, spots, size) - 1 + out)
        yield Piece(key, what, size, spots, cost)


def _settle(pieces: list[Piece]) -> None:
    """Each in turn goes where it costs least; lying on another costs more from round to round."""
    for piece in pieces:
        piece.at = tuple(piece.spots[piece.cost.argmin()])
    for turn in range(ROUNDS):
        for piece in pieces:
            cost = piece.cost.copy()
            near = piece.spots.min(0) - 100, piece.spots.max(0) + 100
            for other in pieces:
                if (
                    other is piece
                    or not (near[0] < other.at).all()
                    or not (other.at < near[1]).all()
                ):
                    continue
                price = (0.06 + 0.05 * turn) * (1.0 if turn < ROUNDS - 4 else 50.0)
                cost += price * _overlap(piece.spots, piece.size, other.box)
            piece.at = tuple(piece.spots[cost.argmin()])


def _meets(spots: np.ndarray, size: tuple[float, float], wall: Box) -> np.ndarray:
    return _overlap(spots, size, wall) > 0


def _overlap(spots: np.ndarray, size: tuple[float, float], box: Box) -> np.ndarray:
    w, h = size[0] / 2 + APART, size[1] / 2 + APART
    across = np.minimum(spots[:, 0] + w, box.right) - np.maximum(spots[:, 0] - w, box.left)
    down = np.minimum(spots[:, 1] + h, box.bottom) - np.maximum(spots[:, 1] - h, box.top)
    return np.maximum(across, 0) * np.maximum(down, 0)


def _sums(mask: np.ndarray) -> np.ndarray:
    return np.pad(mask.cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def _share(sums: np.ndarray, spots: np.ndarray, size: tuple[float, float]) -> np.ndarray:
    """How much of a box lies inside the province."""
    high, wide = sums.shape

    def cut(values: np.ndarray, most: int) -> np.ndarray:
        return np.clip(values.astype(int), 0, most - 1)

    left, right = (cut(spots[:, 0] + s * size[0] / 2, wide) for s in (-1, 1))
    top, low = (cut(spots[:, 1] + s * size[1] / 2, high) for s in (-1, 1))
    held = sums[low, right] - sums[top, right] - sums[low, left] + sums[top, left]
    return held / (size[0] * size[1])


def _middle(rings: list[Any], size: list[int]) -> Point:
    """The middle of the greatest part."""
    greatest = max(rings, key=lambda ring: np.ptp(np.array(ring), axis=0).prod())
    y, x = np.argwhere(_mask([greatest], size)).mean(0)
    return float(x), float(y)


def _off_shore(rings: list[Any], land: np.ndarray) -> Point:
    """A spot on the water near the middle of the province's shore."""
    spots = []
    for x, y in (p for ring in rings for p in ring):
        for angle in np.arange(0, 2 * np.pi, np.pi / 8):
            at = (x + ANCHOR * np.cos(angle), y + ANCHOR * np.sin(angle))
            if not _box(land, at, 9).any():
                spots.append(at)
    middle = np.mean(spots, 0)
    x, y = min(spots, key=lambda at: float(np.hypot(*(np.array(at) - middle))))
    return float(x), float(y)


def _box(land: np.ndarray, at: tuple[float, float], half: int) -> np.ndarray:
    x, y = int(at[0]), int(at[1])
    return land[max(y - half, 0) : y + half, max(x - half, 0) : x + half]


def _mask(rings: list[Any], size: list[int]) -> np.ndarray:
    picture = Image.new("1", (size[0], size[1]))
    draw = ImageDraw.Draw(picture)
    for ring in rings:
        draw.polygon(ring, fill=1)
    return np.asarray(picture).astype(np.int32)


def _point(at: tuple[float, float]) -> str:
    return f"[{at[0]:.0f}, {at[1]:.0f}]"
