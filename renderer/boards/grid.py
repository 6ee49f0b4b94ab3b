"""A grid of flat-topped hexes: where each lies, which meet, and the outline of several.

A key is the column and the row, two digits each: `1004`. Every other column lies half a hex lower.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from renderer.ink.geometry import Box, Point

Side = tuple[Point, Point]


def _near(point: Point) -> tuple[int, int]:
    """Corners of neighbours are the same, whatever the rounding."""
    return round(point[0] * 8), round(point[1] * 8)


@dataclass(frozen=True)
class Grid:
    """Columns and rows from the first to the last; `low`: the columns that lie lower."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    low: str = "odd"
    at: Point = (0.0, 0.0)  # the upper left corner
    high: float = 24.0  # of one hex

    @property
    def edge(self) -> float:
        """The length of a hexside."""
        return self.high / math.sqrt(3)

    @property
    def size(self) -> tuple[float, float]:
        across, down = self.columns[1] - self.columns[0], self.rows[1] - self.rows[0] + 1
        return (across * 1.5 + 2) * self.edge, (down + 0.5) * self.high

    def moved(self, by: Point) -> Grid:
        return replace(self, at=(self.at[0] - by[0], self.at[1] - by[1]))

    def __contains__(self, key: str) -> bool:
        if len(key) != 4 or not (key.isascii() and key.isdigit()):
            return False
        column, row = self.spot(key)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def spot(self, key: str) -> tuple[int, int]:
        return int(key[:2]), int(key[2:])

    def centre(self, key: str) -> Point:
        column, row = self.spot(key)
        lower = 0.5 if self._lower(column) else 0.0
        x = self.at[0] + self.edge * (1 + 1.5 * (column - self.columns[0]))
        return x, self.at[1] + self.high * (0.5 + row - self.rows[0] + lower)

    def _lower(self, column: int) -> bool:
        return (column % 2 == 1) == (self.low == "odd")

    def box(self, key: str) -> Box:
        return Box.around(self.centre(key), (2 * self.edge, self.high))

    def corners(self, key: str, inset: float = 0.0) -> list[Point]:
        """From the right one, clockwise on the picture."""
        x, y = self.centre(key)
        far = self.edge - inset * 2 / math.sqrt(3)
        turns = [math.pi / 3 * i for i in range(6)]
        return [(x + far * math.cos(turn), y + far * math.sin(turn)) for turn in turns]

    def beside(self, key: str) -> list[str]:
        """The hexes across each side, in the order of the sides; also those off the grid."""
        column, row = self.spot(key)
        down = 1 if self._lower(column) else 0
        steps = ((1, down), (0, 1), (-1, down), (-1, down - 1), (0, -1), (1, down - 1))
        return [f"{column + dx:02}{row + dy:02}" for dx, dy in steps]

    def sides(self, key: str) -> Iterator[tuple[str, Side]]:
        """Every hexside with the hex across it."""
        corners = self.corners(key)
        for i, other in enumerate(self.beside(key)):
            yield other, (corners[i], corners[(i + 1) % 6])

    def outline(self, keys: Collection[str]) -> list[Side]:
        """The hexsides between some hexes and all others."""
        return [side for key in keys for other, side in self.sides(key) if other not in keys]

    def loops(self, keys: Collection[str]) -> list[list[Point]]:
        """The same as closed lines, so that they can be drawn without gaps at the corners."""
        ahead: dict[tuple[int, int], list[Side]] = {}
        for side in self.outline(keys):
            ahead.setdefault(_near(side[0]), []).append(side)
        found = []
        while ahead:
            start, (first, *rest) = ahead.popitem()
            if rest:
                ahead[start] = rest
            loop = list(first)
            while _near(loop[-1]) in ahead:
                here = _near(loop[-1])
                following = ahead[here].pop()
                if not ahead[here]:
                    del ahead[here]
                loop.append(following[1])
            found.append(loop)
        return found

    def deepest(self, keys: Collection[str]) -> str:
        """The hex that lies furthest inside of several: there is most room around it."""
        inside, layer = set(keys), set(keys)
        while layer:
            kept, layer = layer, {k for k in layer if inside.issuperset(self.beside(k))}
            inside = layer
        xs, ys = zip(*(self.centre(k) for k in keys), strict=True)
        middle = (sum(xs) / len(xs), sum(ys) / len(ys))
        return min(sorted(kept), key=lambda k: math.dist(self.centre(k), middle))
