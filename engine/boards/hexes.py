"""Maps of hexes: what is printed in a hex, where its neighbours lie, and what its sides are.

`Numbering` says how the hexes of a map stand and how they are numbered, `Grid` compiles the hexes
that a map has into flat tables by index. Between them stand cube coordinates, in which neighbours,
distances and lines do not depend on the map: three numbers that sum up to 0, of which one step
changes two by one.

    flat-topped          pointy-topped

        n                   nw   ne
    nw     ne
       hex                w   hex   e
    sw     se
        s                   sw   se

Directions are counted clockwise in this order, so that `d + 3` modulo 6 is opposite to `d`.

A hexside is known by the two hexes that it parts, a corner by the three that meet in it. A river
is a set of hexsides, which hang together where they share a corner; a road is a row of hexes, and
the sides that it crosses are those between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from engine.boards.ways import Cost
from engine.core import DataError, HeraldError


class Cell(NamedTuple):
    """Column and row as they are printed; columns grow to the right, rows downwards."""

    column: int
    row: int


class Cube(NamedTuple):
    q: int
    r: int
    s: int


Hexside: TypeAlias = tuple[Cube, Cube]  # in order, so that each side has one name
Corner: TypeAlias = tuple[Cube, Cube, Cube]
Side: TypeAlias = tuple[int, int]  # a hexside between two hexes of a grid, the lower index first

_STEPS = (
    Cube(0, -1, 1),
    Cube(1, -1, 0),
    Cube(1, 0, -1),
    Cube(0, 1, -1),
    Cube(-1, 1, 0),
    Cube(-1, 0, 1),
)


@dataclass(frozen=True)
class Numbering:
    """How the hexes of a map stand, and how they are numbered: column, then row.

    Flat-topped hexes stand in straight columns of which every second is shoved half a hex down,
    pointy-topped ones in straight rows of which every second is shoved half a hex to the right.
    Where a map shows odd lines shoved up or to the left, its even lines are the shoved ones.
    """

    top: Literal["flat", "pointy"] = "flat"
    shoved: Literal["odd", "even"] = "odd"
    digits: int = 2  # of the column, and of the row

    def __post_init__(self) -> None:
        if self.top not in ("flat", "pointy"):
            raise DataError(f"Hexes are flat or pointy at the top, not {self.top!r}.")
        if self.shoved not in ("odd", "even"):
            raise DataError(f"The shoved lines of a map are odd or even, not {self.shoved!r}.")
        if self.digits < 1:
            raise DataError(f"Numbers of {self.digits} digits cannot name a hex.")

    @property
    def directions(self) -> tuple[str, ...]:
        if self.top == "flat":
            return ("n", "ne", "se", "s", "sw", "nw")
        return ("ne", "e", "se", "sw", "w", "nw")

    @property
    def steps(self) -> tuple[Cube, ...]:
        """One step in each direction."""
        return _STEPS if self.top == "flat" else (*_STEPS[1:], _STEPS[0])

    def direction(self, name: str) -> int:
        if name not in self.directions:
            known = ", ".join(self.directions)
            raise HeraldError(f"There is no direction {name!r} on this map; there are {known}.")
        return self.directions.index(name)

    def cell(self, number: str) -> Cell:
        """Column and row of a number as it is printed."""
        width = self.digits
        if not (number.isascii() and number.isdigit() and len(number) == 2 * width):
            raise HeraldError(
                f"{number!r} is no number of a hex: it has {2 * width} digits, "
                f"{width} for the column and {width} for the row."
            )
        return Cell(int(number[:width]), int(number[width:]))

    def number(self, cell: Cell) -> str:
        for name, value in zip(("Column", "Row"), cell, strict=True):
            if not 0 <= value < 10**self.digits:
                raise HeraldError(f"{name} {value} cannot be written in {self.digits} digits.")
        return "".join(str(value).zfill(self.digits) for value in cell)

    def cube(self, cell: Cell) -> Cube:
        if self.top == "flat":
            q, r = cell.column, cell.row - self._shift(cell.column)
        else:
            q, r = cell.column - self._shift(cell.row), cell.row
        return Cube(q, r, -q - r)

    def cell_of(self, cube: Cube) -> Cell:
        if self.top == "flat":
            return Cell(cube.q, cube.r + self._shift(cube.q))
        return Cell(cube.q + self._shift(cube.r), cube.r)

    def _shift(self, line: int) -> int:
        """How many hexes a column or row lags behind a slanting line of hexes from 0 on."""
        return line // 2 if self.shoved == "odd" else (line + 1) // 2

    def sheet(self, columns: range, rows: range) -> tuple[str, ...]:
        """The numbers of a whole sheet, column by column."""
        return tuple(self.number(Cell(c, r)) for c in columns for r in rows)


def moved(cube: Cube, step: Cube, times: int = 1) -> Cube:
    return Cube(cube.q + step.q * times, cube.r + step.r * times, cube.s + step.s * times)


def distance(a: Cube, b: Cube) -> int:
    return max(abs(a.q - b.q), abs(a.r - b.r), abs(a.s - b.s))


def ring(centre: Cube, radius: int) -> tuple[Cube, ...]:
    """All hexes exactly so far away, clockwise."""
    if radius == 0:
        return (centre,)
    found = []
    at = moved(centre, _STEPS[0], radius)
    for direction in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            found.append(at)
            at = moved(at, _STEPS[direction])
    return tuple(found)


def disc(centre: Cube, radius: int) -> tuple[Cube, ...]:
    """All hexes within so many, from the centre outwards."""
    return tuple(cube for r in range(radius + 1) for cube in ring(centre, r))


def line(a: Cube, b: Cube, lean: Literal[1, -1] = 1) -> tuple[Cube, ...]:
    """The hexes from `a` to `b` that lie nearest to the straight line, one for each step.

    Where the line runs along a hexside, `lean` says on which side of it to stay; the way back
    stays on the same side. A rule that asks about both sides compares both lines.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    whole = 16 * steps  # so fine that leaning decides ties and nothing else
    found = []
    for i in range(steps + 1):
        q, r, s = (16 * (x * (steps - i) + y * i) for x, y in zip(a, b, strict=True))
        found.append(_nearest((q + lean, r + 2 * lean, s - 3 * lean), whole))
    return tuple(found)


def _nearest(point: tuple[int, int, int], whole: int) -> Cube:
    """The hex in which a point lies; its coordinates are given in so many parts of one."""
    q, r, s = ((2 * x + whole) // (2 * whole) for x in point)
    off = [abs(x * whole - y) for x, y in zip((q, r, s), point, strict=True)]
    if off[0] == max(off):
        return Cube(-r - s, r, s)
    if off[1] == max(off):
        return Cube(q, -q - s, s)
    return Cube(q, r, -q - r)


# -- hexsides --------------------------------------------------------------------------------------


def hexside(a: Cube, b: Cube) -> Hexside:
    if distance(a, b) != 1:
        raise HeraldError("There is a hexside only between two hexes that touch.")
    return (a, b) if a < b else (b, a)


def corners(side: Hexside) -> tuple[Corner, Corner]:
    """Where a hexside begins and ends: the two hexes and a third that touches both."""
    a, b = side
    third = sorted(set(ring(a, 1)) & set(ring(b, 1)))
    return _corner(a, b, third[0]), _corner(a, b, third[1])


def _corner(*cubes: Cube) -> Corner:
    a, b, c = sorted(cubes)
    return a, b, c


def _meetings(sides: Iterable[Hexside]) -> dict[Corner, list[Hexside]]:
    """Which of the sides meet in each corner."""
    found: dict[Corner, list[Hexside]] = {}
    for side in sorted(set(sides)):
        for corner in corners(side):
            found.setdefault(corner, []).append(side)
    return found


def ends(sides: Iterable[Hexside]) -> tuple[Corner, ...]:
    """The corners where only one of the sides arrives: two of a line, none of a loop."""
    return tuple(sorted(c for c, meeting in _meetings(sides).items() if len(meeting) == 1))


def joined(sides: Iterable[Hexside]) -> bool:
    """Whether the sides hang together, corner to corner."""
    left = set(sides)
    meetings = _meetings(left)
    queue = [left.pop()] if left else []
    for side in queue:
        for corner in corners(side):
            reached = left.intersection(meetings[corner])
            queue.extend(sorted(reached))
            left -= reached
    return not left


# -- the hexes of a map ----------------------------------------------------------------------------


class Grid:
    """The hexes that a map has, as flat tables by index, in the order in which they are given."""

    def __init__(self, numbering: Numbering, numbers: Iterable[str]) -> None:
        self.numbering = numbering
        self.numbers = tuple(numbers)
        self.cubes = tuple(numbering.cube(numbering.cell(number)) for number in self.numbers)
        self.index = {number: i for i, number in enumerate(self.numbers)}
        self._of_cube = {cube: i for i, cube in enumerate(self.cubes)}
        if len(self.index) < len(self.numbers):
            twice = next(n for i, n in enumerate(self.numbers) if self.index[n] != i)
            raise DataError(f"Hex {twice} is on the map twice.")
        # The neighbour in each direction, -1 where the map has no hex; and only those there are.
        self.beside = tuple(
            tuple(self._of_cube.get(moved(cube, step), -1) for step in numbering.steps)
            for cube in self.cubes
        )
        self.adjacent = tuple(tuple(sorted(set(row) - {-1})) for row in self.beside)

    def at(self, number: str) -> int:
        """The index of a hex by its number."""
        self.numbering.cell(number)
        if number not in self.index:
            raise HeraldError(f"There is no hex {number} on this map.")
        return self.index[number]

    def neighbour(self, place: int, direction: str) -> int:
        found = self.beside[self._known(place)][self.numbering.direction(direction)]
        if found < 0:
            raise HeraldError(f"The map has no hex {direction} of {self.numbers[place]}.")
        return found

    def towards(self, place: int, other: int) -> int:
        """The direction in which a neighbour lies."""
        if other not in self.adjacent[self._known(place)]:
            numbers = f"{self.numbers[place]} and {self.numbers[self._known(other)]}"
            raise HeraldError(f"{numbers} do not touch.")
        return self.beside[place].index(other)

    def distance(self, place: int, other: int) -> int:
        """How far apart two hexes lie, over hexes that the map does not have too."""
        return distance(self.cubes[self._known(place)], self.cubes[self._known(other)])

    def disc(self, place: int, radius: int) -> tuple[int, ...]:
        """The hexes of the map within so many, by index."""
        return tuple(sorted(self._here(disc(self.cubes[self._known(place)], radius))))

    def ring(self, place: int, radius: int) -> tuple[int, ...]:
        """The hexes of the map exactly so far away, by index."""
        return tuple(sorted(self._here(ring(self.cubes[self._known(place)], radius))))

    def line(self, place: int, other: int, lean: Literal[1, -1] = 1) -> tuple[int, ...]:
        """The hexes of the map on the straight line between two, in order; see `line`."""
        a, b = self.cubes[self._known(place)], self.cubes[self._known(other)]
        return tuple(self._here(line(a, b, lean)))

    def _here(self, cubes: Iterable[Cube]) -> list[int]:
        return [self._of_cube[cube] for cube in cubes if cube in self._of_cube]

    def _known(self, place: int) -> int:
        if not 0 <= place < len(self.numbers):
            raise HeraldError("That hex lies off the map.")
        return place

    def side(self, place: int, other: int) -> Side:
        """The hexside between two neighbours."""
        self.towards(place, other)
        return (place, other) if place < other else (other, place)

    def crossed(self, road: Sequence[int]) -> tuple[Side, ...]:
        """The hexsides that a road crosses from hex to hex."""
        return tuple(self.side(a, b) for a, b in pairwise(road))

    def hexsides(self, sides: Iterable[Side]) -> tuple[Hexside, ...]:
        """The same sides by the cubes of their hexes, for `corners`, `ends` and `joined`."""
        return tuple(hexside(self.cubes[a], self.cubes[b]) for a, b in sides)

    def costs(
        self,
        enter: Sequence[int | None],
        extra: Mapping[Side, int | None] | None = None,
        instead: Mapping[Side, int | None] | None = None,
    ) -> Cost:
        """The cost of a step, for `ways`: that of the hex entered, by index, None if barred.

        `extra` is added for crossing a side, as a river; `instead` stands in place of all else, as
        a road that leads even where a unit could not go without it. None bars the side.
        """
        if len(enter) != len(self.numbers):
            raise ValueError(f"{len(enter)} costs are given for {len(self.numbers)} hexes")
        added = {self.side(*side): price for side, price in (extra or {}).items()}
        roads = {self.side(*side): price for side, price in (instead or {}).items()}
        table: dict[tuple[int, int], int] = {}
        for a, others in enumerate(self.adjacent):
            for b in others:
                side = (a, b) if a < b else (b, a)
                price, more = enter[b], added.get(side, 0)
                if side in roads:
                    price, more = roads[side], 0
                if price is not None and more is not None:
                    table[a, b] = price + more
        return lambda a, b: table.get((a, b))
