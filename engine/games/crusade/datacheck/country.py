"""The country of board.yaml as lines and ways, for the check."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import cos, hypot, radians

from engine.games.crusade.table.data import Board

Point = tuple[float, float]

DEGREE = 111.2  # kilometres
VALLEY = (
    (35.61, 32.92),
    (35.58, 32.72),
    (35.57, 32.60),
    (35.56, 32.45),
    (35.55, 32.20),
    (35.54, 32.00),
    (35.54, 31.86),
    (35.53, 31.77),
)  # the Jordan, from its lake to the Dead Sea


class Country:
    """Who is whose neighbour, and what it costs to get there."""

    def __init__(self, board: Board) -> None:
        self.stops = {*board.cities, *board.boxes}
        self.boxes = set(board.boxes)
        self.value = {key: point.value for key, point in board.transit.items()}
        self.kinds = {way.both: way.type for way in board.connections}
        self.near: dict[str, set[str]] = {}
        for way in board.connections:
            a, b = way.ends
            self.near.setdefault(a, set()).add(b)
            self.near.setdefault(b, set()).add(a)

    def cost(self, start: str, rain: bool = False, avoid: tuple[str, ...] = ()) -> dict[str, int]:
        """6.3A: the fewest attrition points to every space that a way leads to."""
        best, heap = {start: 0}, [(0, start)]
        while heap:
            points, here = heapq.heappop(heap)
            if points > best[here] or (here != start and here in self.stops):
                continue
            for there in sorted(self.near.get(here, ())):
                river = self.kinds[frozenset((here, there))] == "river"
                if there in avoid or there in self.boxes or (rain and river):
                    continue
                total = points + self.value.get(there, 1) + (2 if river else 0)
                if total < best.get(there, 999):
                    best[there] = total
                    heapq.heappush(heap, (total, there))
        return best


def known(board: Board, *tokens: str) -> bool:
    return all(t in board.cities or t in board.towns or t in board.transit for t in tokens)


def kilometres(a: Point, b: Point) -> float:
    narrow = cos(radians((a[1] + b[1]) / 2))
    return DEGREE * hypot((a[0] - b[0]) * narrow, a[1] - b[1])


def southern(board: Board, country: Country) -> list[str]:
    """The neighbours immediately south of St. Symeon."""
    at = board.spots
    east, north = at["St-Symeon"]
    found = []
    for token in sorted(country.near.get("St-Symeon", ())):
        if token in at:
            x, y = at[token]
            if y < north and abs(x - east) * 0.81 < north - y:
                found.append(token)
    return found


def valley(board: Board) -> set[frozenset[str]]:
    """The connections that cross the Jordan between its lake and the Dead Sea."""
    return {
        frozenset(ends)
        for ends, a, b in _roads(board)
        if any(_cut(a, b, c, d) for c, d in pairwise(VALLEY))
    }


def crossing(board: Board) -> Iterator[tuple[str, str]]:
    """Connections that cross, by their ends."""
    for (one, a, b), (other, c, d) in combinations(list(_roads(board)), 2):
        if not set(one) & set(other) and _cut(a, b, c, d):
            yield "-".join(one), "-".join(other)


def _roads(board: Board) -> Iterator[tuple[tuple[str, str], Point, Point]]:
    at = board.spots
    for way in board.connections:
        a, b = way.ends
        if a in at and b in at:
            yield way.ends, at[a], at[b]


def _cut(p: Point, q: Point, r: Point, s: Point) -> bool:
    return _turn(p, q, r) * _turn(p, q, s) < 0 and _turn(r, s, p) * _turn(r, s, q) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
