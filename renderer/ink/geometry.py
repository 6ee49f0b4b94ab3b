"""Boxes and curves, in the units of a layout."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, at: Point, size: tuple[float, float]) -> Box:
        (x, y), (w, h) = at, size
        return cls(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def meets(self, other: Box) -> bool:
        """Whether two boxes share any area; four comparisons, for where it is asked often."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def distance(self, point: Point) -> float:
        """How far a point lies from the box; 0 inside."""
        across = max(self.left - point[0], point[0] - self.right, 0.0)
        down = max(self.top - point[1], point[1] - self.bottom, 0.0)
        return math.hypot(across, down)

    def inside(self, other: Box) -> bool:
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def moved(at: Point, by: Point) -> Point:
    """A point as seen from another corner."""
    return at[0] - by[0], at[1] - by[1]


def span(points: Iterable[Point]) -> Box:
    """The box that holds some points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def curve(a: Point, b: Point, bend: float, step: float = 6.0) -> list[Point]:
    """From a to b, bulging to the left of the way by `bend` at its middle."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = (by - ay) / length, -(bx - ax) / length
    cx, cy = (ax + bx) / 2 + nx * 2 * bend, (ay + by) / 2 + ny * 2 * bend
    count = max(2, round(length / step))
    points = []
    for i in range(count + 1):
        t = i / count
        u = 1 - t
        points.append(
            (u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by)
        )
    return points


def finely(points: Sequence[Point]) -> list[Point]:
    """A line by points that lie close together."""
    found = [points[0]]
    for a, b in itertools.pairwise(points):
        count = max(1, round(math.dist(a, b) / 2))
        found += [
            (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            for i in range(1, count + 1)
        ]
    return found


def dashes(points: list[Point], on: float, off: float) -> list[list[Point]]:
    """A line cut into dashes."""
    found: list[list[Point]] = []
    drawing, left = True, on
    current = [points[0]]
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        done = 0.0
        while length - done > left:
            done += left
            t = done / length
            cut = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            if drawing:
                found.append([*current, cut])
            drawing, left = not drawing, off if drawing else on
            current = [cut]
        left -= length - done
        if drawing:
            current.append(b)
    if drawing and len(current) > 1:
        found.append(current)
    return found
