"""The map as the checks look at it: forgiving, because it may be wrong.

What names a hex that is not there is passed over here; `board.known` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise

from engine.boards.hexes import Cell, Cube, distance, moved
from engine.games.cortes.table.data import Map

Edge = frozenset[str]


class Chart:
    def __init__(self, board: Map) -> None:
        self.board = board
        self.hexes = board.hexes
        self.numbering = board.grid.numbering
        self._around: dict[str, list[str]] = {}
        self._cubes: dict[str, Cube] = {}
        columns, rows = board.grid.columns, board.grid.rows
        self.sheet = set(
            self.numbering.sheet(range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1))
        )

    def terrain(self, number: str) -> str:
        return self.hexes[number].terrain if number in self.hexes else ""

    def region(self, number: str) -> str:
        return self.hexes[number].region if number in self.hexes else ""

    def of(self, region: str) -> set[str]:
        return {number for number, row in self.hexes.items() if row.region == region}

    def ground(self, terrain: str) -> list[str]:
        return [number for number, row in self.hexes.items() if row.terrain == terrain]

    # ---- the grid ------------------------------------------------------------------------------

    def around(self, number: str) -> list[str]:
        """The six positions about one, also those without a hex."""
        if number not in self._around:
            centre = self.cube(number)
            cells = [self.numbering.cell_of(moved(centre, step)) for step in self.numbering.steps]
            found = [self.numbering.number(cell) for cell in cells if self._written(cell)]
            self._around[number] = found
        return self._around[number]

    def cube(self, number: str) -> Cube:
        if number not in self._cubes:
            self._cubes[number] = self.numbering.cube(self.numbering.cell(number))
        return self._cubes[number]

    def _written(self, cell: Cell) -> bool:
        return 0 <= cell.column <= 99 and 0 <= cell.row <= 99

    def beside(self, number: str) -> list[str]:
        return [other for other in self.around(number) if other in self.hexes]

    def touch(self, a: str, b: str) -> bool:
        return b in self.around(a)

    def far(self, a: str, b: str) -> int:
        return distance(self.cube(a), self.cube(b))

    def disc(self, anchor: str, radius: int) -> list[str]:
        return [number for number in self.hexes if self.far(number, anchor) <= radius]

    # ---- roads and sides -----------------------------------------------------------------------

    @cached_property
    def roads(self) -> set[Edge]:
        """The hexsides that a causeway crosses."""
        return {
            frozenset(pair)
            for road in self.board.causeways.values()
            for pair in pairwise(road.hexes)
        }

    @cached_property
    def wet(self) -> set[Edge]:
        return {
            frozenset(side.split("-"))
            for road in self.board.causeways.values()
            for side in road.wet
        }

    @cached_property
    def over(self) -> set[str]:
        """Hexes of causeway over the lake."""
        return self.of("causeway")

    @cached_property
    def special(self) -> dict[Edge, str]:
        return {frozenset(row.between): row.kind for row in self.board.hexsides}

    def crosses(self, a: str, b: str) -> bool:
        """Whether one can walk from one to the other."""
        if not self.touch(a, b) or "quagmire" in (self.terrain(a), self.terrain(b)):
            return False
        edge = frozenset((a, b))
        if edge in self.roads:
            return True
        dry = a not in self.over and b not in self.over
        return self.special.get(edge, "land" if dry else "water") == "land"

    def walked(self, start: str, may: Callable[[str, str], bool] = lambda a, b: True) -> set[str]:
        """Every hex that can be reached."""
        seen, queue = {start}, [start] if start in self.hexes else []
        for here in queue:
            for there in self.beside(here):
                if there not in seen and self.crosses(here, there) and may(here, there):
                    seen.add(there)
                    queue.append(there)
        return seen

    # ---- the lake ------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> dict[str, str]:
        """Positions of the lake, each with its area."""
        return {cell: name for name, area in self.board.lake.items() for cell in area.cells}

    @cached_property
    def borders(self) -> dict[str, set[str]]:
        """The areas about each hex but the quagmire."""
        return {
            number: {self.cells[n] for n in self.around(number) if n in self.cells}
            for number, row in self.hexes.items()
            if row.terrain != "quagmire"
        }

    @cached_property
    def open_water(self) -> set[Edge]:
        """Areas whose cells touch."""
        return {
            frozenset((name, self.cells[n]))
            for cell, name in self.cells.items()
            for n in self.around(cell)
            if self.cells.get(n, name) != name
        }

    @cached_property
    def across(self) -> set[Edge]:
        """Areas on two sides of a causeway over the lake or of a fort in it (7.20)."""
        on_roads = {number for edge in self.roads for number in edge}
        bearing = (self.over | set(self.board.forts)) & on_roads & set(self.borders)
        return {
            frozenset((a, b))
            for number in bearing
            for a in self.borders[number]
            for b in self.borders[number]
            if a < b
        }

    def whole(self, cells: Iterable[str]) -> bool:
        """Whether positions hang together."""
        left = set(cells)
        queue = [left.pop()] if left else []
        for here in queue:
            reached = left.intersection(self.around(here))
            queue.extend(sorted(reached))
            left -= reached
        return not left
