"""Boards: graphs, cheapest ways and hexes, against positions worked by hand.

The little map, flat-topped, odd columns half a hex lower; each hex touches the one above it, the
one below and the four aslant:

          0201        0401
    0101        0301        0501
          0202        0402
    0102        0302        0502
          0203        0403
    0103        0303        0503
          0204        0404
    0104        0304        0504

Its river runs down from the upper edge between columns 02 and 03 and ends below 0302:
0201/0301, 0202/0301, 0202/0302, 0203/0302.

The pointy map, odd rows half a hex to the right:

       0101  0201  0301
    0102  0202  0302
       0103  0203  0303
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import atan2, degrees, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import DataError, HeraldError
from engine.boards import (
    FAR,
    Cost,
    Graph,
    Grid,
    Numbering,
    Way,
    all_ways,
    cheapest,
    choices,
    connected,
    distances,
    matters,
    way,
)
from engine.boards.hexes import Cell, Cube, Hexside, corners, ends, hexside, joined, line, moved

LITTLE = Grid(Numbering(), Numbering().sheet(range(1, 6), range(1, 5)))
POINTED = Numbering(top="pointy")
POINTY = Grid(POINTED, POINTED.sheet(range(1, 4), range(1, 4)))
RIVER = ("0201 0301", "0202 0301", "0202 0302", "0203 0302")
NUMBERINGS = (
    Numbering("flat", "odd"),
    Numbering("flat", "even"),
    Numbering("pointy", "odd"),
    Numbering("pointy", "even"),
)


def at(*numbers: str, grid: Grid = LITTLE) -> tuple[int, ...]:
    return tuple(grid.at(number) for number in numbers)


def told(places: Iterable[int], grid: Grid = LITTLE) -> str:
    return " ".join(grid.numbers[place] for place in places)


def river(extra: int | None) -> Cost:
    """Every hex costs 1, crossing the river so much more."""
    sides = {LITTLE.side(*at(*pair.split())): extra for pair in RIVER}
    return LITTLE.costs([1] * 20, sides)


def sides(*pairs: str) -> tuple[Hexside, ...]:
    return LITTLE.hexsides(LITTLE.side(*at(*pair.split())) for pair in pairs)


# -- steps -----------------------------------------------------------------------------------------


def test_steps_and_what_hangs_together() -> None:
    """0 - 1 - 2 - 3 in a row, 4 alone."""
    graph = ((1,), (0, 2), (1, 3), (2,), ())
    assert distances(graph, 0) == (0, 1, 2, 3, FAR)
    assert connected(graph, 0, lambda place: place != 2) == {0, 1}
    assert connected(graph, 4, lambda place: True) == {4}


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_every_number_of_a_large_sheet_comes_back(numbering: Numbering) -> None:
    """Columns 10 to 43 and rows 00 to 44: 34 times 45 hexes."""
    numbers = numbering.sheet(range(10, 44), range(45))
    assert (len(numbers), numbers[0], numbers[-1]) == (1530, "1000", "4344")
    cubes = [numbering.cube(numbering.cell(number)) for number in numbers]
    assert len(set(cubes)) == len(numbers)
    assert {sum(cube) for cube in cubes} == {0}
    assert tuple(numbering.number(numbering.cell_of(cube)) for cube in cubes) == numbers


def test_numbers_of_other_widths() -> None:
    assert Numbering(digits=1).cell("74") == Cell(7, 4)
    assert Numbering(digits=3).number(Cell(7, 40)) == "007040"


@pytest.mark.parametrize("number", ["", "101", "01011", "01-1", "abcd", "٠١٠١", "01²1"])
def test_what_is_no_number_is_refused(number: str) -> None:
    with pytest.raises(HeraldError, match="is no number of a hex: it has 4 digits, 2 for the col"):
        LITTLE.at(number)


@pytest.mark.parametrize(("cell", "name"), [(Cell(100, 1), "Column 100"), (Cell(1, -1), "Row -1")])
def test_a_cell_that_no_number_names_is_refused(cell: Cell, name: str) -> None:
    with pytest.raises(HeraldError, match=f"{name} cannot be written in 2 digits."):
        Numbering().number(cell)


def test_a_map_that_cannot_be_is_refused() -> None:
    with pytest.raises(DataError, match="flat or pointy at the top, not 'round'"):
        Numbering(top="round")  # type: ignore[arg-type]
    with pytest.raises(DataError, match="odd or even, not 'all'"):
        Numbering(shoved="all")  # type: ignore[arg-type]
    with pytest.raises(DataError, match="Numbers of 0 digits"):
        Numbering(digits=0)
    with pytest.raises(DataError, match="Hex 0102 is on the map twice"):
        Grid(Numbering(), ("0101", "0102", "0103", "0102"))


# -- neighbours ------------------------------------------------------------------------------------


def test_neighbours_in_their_directions() -> None:
    inner, upper = LITTLE.beside[LITTLE.at("0302")], LITTLE.beside[LITTLE.at("0201")]
    assert LITTLE.numbering.directions == ("n", "ne", "se", "s", "sw", "nw")
    assert told(inner) == "0301 0402 0403 0303 0203 0202"
    assert upper == (-1, -1, *at("0301", "0202", "0101"), -1)
    assert told(LITTLE.adjacent[LITTLE.at("0201")]) == "0101 0202 0301"
    assert told([LITTLE.neighbour(LITTLE.at("0302"), "sw")]) == "0203"


def test_neighbours_of_pointy_hexes() -> None:
    (middle,) = at("0202", grid=POINTY)
    (upper,) = at("0201", grid=POINTY)
    assert POINTED.directions == ("ne", "e", "se", "sw", "w", "nw")
    assert told(POINTY.beside[middle], POINTY) == "0201 0302 0203 0103 0102 0101"
    assert POINTY.beside[upper] == (-1, *at("0301", "0302", "0202", "0101", grid=POINTY), -1)


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_neighbours_lie_where_their_direction_says(numbering: Numbering) -> None:
    """Measured on paper, with one hex from flat to flat as the unit."""

    def centre(cell: Cell) -> tuple[float, float]:
        straight, along = cell if numbering.top == "flat" else reversed(cell)
        lag = 0.5 if straight % 2 == (numbering.shoved == "odd") else 0.0
        x, y = straight * sqrt(3) / 2, along + lag
        return (x, y) if numbering.top == "flat" else (y, x)

    compass = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
    if numbering.top == "pointy":
        compass = {"ne": 30, "e": 90, "se": 150, "sw": 210, "w": 270, "nw": 330}
    grid = Grid(numbering, numbering.sheet(range(6), range(6)))
    cells = [numbering.cell(number) for number in grid.numbers]
    for a, b in product(range(36), repeat=2):
        (x, y), (u, v) = centre(cells[a]), centre(cells[b])
        touch = 0 < sqrt((u - x) ** 2 + (v - y) ** 2) < 1.01
        assert (b in grid.adjacent[a]) == touch
        if touch:
            angle = round(degrees(atan2(u - x, y - v))) % 360
            assert compass[numbering.directions[grid.towards(a, b)]] == angle
            assert grid.towards(b, a) == (grid.towards(a, b) + 3) % 6


def test_what_lies_off_the_map_is_refused() -> None:
    first, last = at("0101", "0504")
    with pytest.raises(HeraldError, match=r"There is no hex 0601 on this map\."):
        LITTLE.at("0601")
    with pytest.raises(HeraldError, match=r"The map has no hex nw of 0101\."):
        LITTLE.neighbour(first, "nw")
    with pytest.raises(HeraldError, match="no direction 'w' on this map; there are n, ne, se, s"):
        LITTLE.neighbour(first, "w")
    with pytest.raises(HeraldError, match=r"0101 and 0504 do not touch\."):
        LITTLE.side(first, last)
    for place in (-1, 20):
        with pytest.raises(HeraldError, match="off the map"):
            LITTLE.distance(first, place)
        with pytest.raises(HeraldError, match="off the map"):
            LITTLE.disc(place, 1)
        with pytest.raises(HeraldError, match="off the map"):
            LITTLE.towards(first, place)


# -- distance, disc, line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "far"),
    [("0101 0101", 0), ("0101 0104", 3), ("0101 0503", 4), ("0101 0504", 5), ("0201 0503", 4)],
)
def test_distances_counted_by_hand(pair: str, far: int) -> None:
    a, b = at(*pair.split())
    assert LITTLE.distance(a, b) == LITTLE.distance(b, a) == far


def test_discs_and_rings_counted_by_hand() -> None:
    corner, inner = at("0101", "0302")
    assert told(LITTLE.disc(corner, 1)) == "0101 0102 0201 0202"
    assert told(LITTLE.disc(inner, 0)) == "0302"
    assert told(LITTLE.ring(inner, 1)) == "0202 0203 0301 0303 0402 0403"
    assert told(LITTLE.ring(inner, 2)) == ("0101 0102 0103 0201 0204 0304 0401 0404 0501 0502 0503")
    assert len(LITTLE.disc(inner, 2)) == 1 + 6 + 11


def test_a_large_sheet_as_its_book_has_it() -> None:
    """What the book of Cortés tells of its map, and distances counted on the drawn one."""
    grid = Grid(Numbering(), Numbering().sheet(range(10, 44), range(45)))
    assert {"3010", "3011"} < set(told(grid.adjacent[grid.at("2910")], grid).split())
    assert {"3024", "3025"} < set(told(grid.adjacent[grid.at("2924")], grid).split())
    around = told(grid.adjacent[grid.at("3023")], grid)
    assert around == "2922 2923 3022 3024 3122 3123"
    counted = "2810 3016 7, 1322 3016 17, 3400 3016 18, 2543 3016 30, 1539 2543 10, 2543 4244 17"
    for row in counted.split(", "):
        a, b, far = row.split()
        assert grid.distance(*at(a, b, grid=grid)) == int(far)
    camp = told(grid.disc(grid.at("4244"), 2), grid)
    assert camp == "4043 4044 4142 4143 4144 4242 4243 4244 4342 4343 4344"


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_distance_is_the_number_of_steps(numbering: Numbering) -> None:
    grid = Grid(numbering, numbering.sheet(range(12), range(11)))
    for place in (0, 5, 60, 131):
        steps = distances(grid.adjacent, place)
        assert steps == tuple(grid.distance(place, other) for other in range(132))
        for radius in range(5):
            assert grid.disc(place, radius) == tuple(i for i in range(132) if steps[i] <= radius)
            assert grid.ring(place, radius) == tuple(i for i in range(132) if steps[i] == radius)


def test_straight_lines() -> None:
    """0101 to 0301 runs along the side between 0201 and 0202: either will do."""
    a, b, c = at("0101", "0503", "0301")
    assert told(LITTLE.line(a, b)) == "0101 0202 0302 0403 0503"
    assert told(LITTLE.line(a, a)) == "0101"
    assert told(LITTLE.line(a, c)) == "0101 0202 0301"
    assert told(LITTLE.line(a, c, lean=-1)) == "0101 0201 0301"


def test_a_line_along_a_side_stays_on_either() -> None:
    """In all six directions between two neighbours, and for the second half of a line of four."""
    steps = Numbering().steps
    for first, second in zip(steps, (*steps[1:], steps[0]), strict=True):
        start, half = Cube(0, 0, 0), moved(first, second)
        between = {line(start, half, lean)[1] for lean in (1, -1)}
        assert between == {first, second}
        for lean in (1, -1):
            once = line(start, half, lean)
            twice = line(start, moved(half, half), lean)
            assert twice == (*once, *(moved(half, cube) for cube in once[1:]))


CUBES = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).map(lambda p: Cube(*p, -sum(p)))


@settings(deadline=None)
@given(CUBES, CUBES, st.sampled_from((1, -1)))
def test_a_line_is_a_shortest_way_there_and_back(a: Cube, b: Cube, lean: int) -> None:
    there = line(a, b, 1 if lean > 0 else -1)
    assert (there[0], there[-1]) == (a, b)
    assert all(hexside(*step) for step in pairwise(there))
    assert len(there) == 1 + max(abs(x - y) for x, y in zip(a, b, strict=True))
    assert there == line(b, a, 1 if lean > 0 else -1)[::-1]


# -- hexsides --------------------------------------------------------------------------------------


def named(corner: tuple[Cube, ...]) -> str:
    numbering = LITTLE.numbering
    return " ".join(sorted(numbering.number(numbering.cell_of(cube)) for cube in corner))


def test_a_hexside_has_one_name_and_two_corners() -> None:
    a, b = at("0202", "0302")
    assert LITTLE.side(a, b) == LITTLE.side(b, a)
    first, second = LITTLE.cubes[a], LITTLE.cubes[b]
    assert hexside(first, second) == hexside(second, first)
    (side,) = sides("0202 0302")
    assert {named(corner) for corner in corners(side)} == {"0202 0203 0302", "0202 0301 0302"}
    with pytest.raises(HeraldError, match="only between two hexes that touch"):
        hexside(first, first)


def test_a_river_hangs_together_and_has_two_ends() -> None:
    assert joined(sides(*RIVER))
    assert {named(corner) for corner in ends(sides(*RIVER))} == {"0201 0300 0301", "0203 0302 0303"}
    broken = sides(RIVER[0], RIVER[1], RIVER[3])
    assert not joined(broken)
    assert len(ends(broken)) == 4
    assert joined(sides(RIVER[3], *RIVER)), "the order and a side told twice do not matter"


def test_a_loop_has_no_end_and_a_fork_has_three() -> None:
    (middle,) = at("0302")
    moat = LITTLE.hexsides(LITTLE.side(middle, other) for other in LITTLE.adjacent[middle])
    assert joined(moat)
    assert ends(moat) == ()
    fork = sides("0202 0302", "0202 0203", "0203 0302")
    assert joined(fork)
    assert len(ends(fork)) == 3
    assert joined(())


def test_a_road_crosses_the_sides_between_its_hexes() -> None:
    road = at("0101", "0202", "0302")
    assert LITTLE.crossed(road) == ((road[0], road[1]), (road[1], road[2]))
    with pytest.raises(HeraldError, match=r"0101 and 0302 do not touch\."):
        LITTLE.crossed(at("0101", "0302"))


# -- costs and ways on the map ---------------------------------------------------------------------


def test_a_river_makes_the_detour_cheaper() -> None:
    """Across 1 + 3; round the end of the river three hexes at 1."""
    start, goal = at("0202", "0302")
    assert told(way(LITTLE.adjacent, start, goal, river(0))) == "0202 0302"
    assert told(way(LITTLE.adjacent, start, goal, river(3))) == "0202 0203 0303 0302"
    assert told(way(LITTLE.adjacent, start, goal, river(None))) == "0202 0203 0303 0302"
    assert cheapest(LITTLE.adjacent, start, river(3))[goal] == 3
    assert way(LITTLE.adjacent, start, goal, river(3), most=2) == ()


def test_how_far_a_unit_comes() -> None:
    """With 2 to spend and a river that costs 2: nobody crosses it, and 0303 is reached round it."""
    start = LITTLE.at("0202")
    reached = cheapest(LITTLE.adjacent, start, river(2), most=2)
    assert told(reached) == "0202 0101 0102 0201 0203 0103 0204 0303"
    assert list(reached.values()) == [0, 1, 1, 1, 1, 2, 2, 2]


def test_a_choice_is_asked_for_where_it_matters() -> None:
    """The river costs 2: across it 3, round it 3. An enemy watches 0303."""
    start, goal = at("0202", "0302")
    ways = all_ways(LITTLE.adjacent, start, goal, river(2))
    assert [told(w) for w in ways] == ["0202 0203 0303 0302", "0202 0302"]
    watched = {LITTLE.at("0303"): "watched"}
    assert choices(LITTLE.adjacent, start, goal, river(2), watched.get) == ways
    assert matters(LITTLE.adjacent, start, goal, river(2), watched.get)
    assert not matters(LITTLE.adjacent, start, goal, river(2), lambda place: None)
    assert not matters(LITTLE.adjacent, start, goal, river(3), watched.get)


def test_a_road_leads_where_nobody_could_walk() -> None:
    """0302 is a swamp. The road 0202 - 0302 - 0403 costs 1 a step, even over the river."""
    swamp = [None if number == "0302" else 2 for number in LITTLE.numbers]
    road = dict.fromkeys(LITTLE.crossed(at("0202", "0302", "0403")), 1)
    fenced = {LITTLE.side(*at("0202", "0302")): None}
    cost = LITTLE.costs(swamp, fenced, road)
    start, middle, goal, above = at("0202", "0302", "0403", "0301")
    assert told(way(LITTLE.adjacent, start, goal, cost)) == "0202 0302 0403"
    assert cheapest(LITTLE.adjacent, start, cost)[goal] == 2
    assert cost(above, middle) is None
    assert cost(middle, above) == 2
    assert cost(start, goal) is None, "no step: they do not touch"


def test_costs_by_side_are_read_from_either_hex() -> None:
    low, high = at("0202", "0302")
    cost = LITTLE.costs([1] * 20, {(high, low): 4})
    assert (cost(low, high), cost(high, low)) == (5, 5)
    with pytest.raises(HeraldError, match=r"0101 and 0504 do not touch\."):
        LITTLE.costs([1] * 20, {(0, 19): 4})
    with pytest.raises(ValueError, match="3 costs are given for 20 hexes"):
        LITTLE.costs([1] * 3)


def test_ways_without_number_are_told_apart_all_the_same() -> None:
    """29 steps to the right, 20 of them half a hex down and 9 up: ten million ways."""
    grid = Grid(Numbering(), Numbering().sheet(range(30), range(30)))
    start, goal, spot = at("0005", "2910", "1407", grid=grid)
    cost = grid.costs([1] * 900)
    assert len(all_ways(grid.adjacent, start, goal, cost, cap=10)) == 10
    found = choices(grid.adjacent, start, goal, cost, {spot: "spot"}.get)
    assert [spot in w for w in found] == [False, True]


# -- ways over any graph ---------------------------------------------------------------------------


def test_ways_to_oneself_and_to_nowhere() -> None:
    graph = ((1,), (0,), ())
    assert way(graph, 0, 0, lambda a, b: 1) == (0,)
    assert all_ways(graph, 0, 0, lambda a, b: 1) == ((0,),)
    assert way(graph, 0, 2, lambda a, b: 1) == ()
    assert all_ways(graph, 0, 2, lambda a, b: 1) == ()
    assert cheapest(graph, 2, lambda a, b: 1) == {2: 0}
    assert all_ways(((1, 1), ()), 0, 1, lambda a, b: 1) == ((0, 1),), "a step given twice"


@pytest.mark.parametrize("price", [0, -1])
def test_a_step_costs_something(price: int) -> None:
    with pytest.raises(ValueError, match=f"the step from 0 to 1 costs {price}; the least is 1"):
        cheapest(((1,), (0,)), 0, lambda a, b: price)


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no place -1 among 2"):
        cheapest(((1,), (0,)), -1, lambda a, b: 1)
    with pytest.raises(ValueError, match="there is no place 2 among 2"):
        way(((1,), (0,)), 0, 2, lambda a, b: 1)


Prices = dict[tuple[int, int], int]


@st.composite
def priced(draw: st.DrawFn) -> tuple[Graph, Prices]:
    """Up to six places, each step one way only, some barred; neighbours in no order."""
    size = draw(st.integers(2, 6))
    graph, prices = [], {}
    for a in range(size):
        others = draw(st.lists(st.sampled_from([b for b in range(size) if b != a]), unique=True))
        graph.append(others)
        for b in others:
            price = draw(st.sampled_from((None, 1, 1, 2, 3)))
            if price is not None:
                prices[a, b] = price
    return graph, prices


def walks(graph: Graph, prices: Prices, so_far: Way, spent: int) -> Iterator[tuple[int, Way]]:
    """Every way on that enters no place twice, with what it costs in all."""
    yield spent, so_far
    for other in graph[so_far[-1]]:
        price = prices.get((so_far[-1], other))
        if price is not None and other not in so_far:
            yield from walks(graph, prices, (*so_far, other), spent + price)


@settings(deadline=None)
@given(priced(), st.one_of(st.none(), st.integers(0, 6)), st.lists(st.sampled_from("ab-")))
def test_ways_are_those_that_brute_force_finds(
    board: tuple[Graph, Prices], most: int | None, marks: list[str]
) -> None:
    graph, prices = board

    def cost(a: int, b: int) -> int | None:
        return prices.get((a, b))

    def what(place: int) -> str | None:
        return marks[place] if place < len(marks) and marks[place] != "-" else None

    every = [w for w in walks(graph, prices, (0,), 0) if most is None or w[0] <= most]
    least: dict[int, int] = {}
    for spent, walk in every:
        least[walk[-1]] = min(spent, least.get(walk[-1], spent))
    found = cheapest(graph, 0, cost, most)
    assert found == least
    assert list(found) == sorted(least, key=lambda place: (least[place], place))
    for goal in range(len(graph)):
        best = sorted(w for spent, w in every if w[-1] == goal and spent == least[goal])
        assert all_ways(graph, 0, goal, cost, most) == tuple(best)
        assert all_ways(graph, 0, goal, cost, most, cap=2) == tuple(best[:2])
        assert way(graph, 0, goal, cost, most) == (best[0] if best else ())
        kinds: dict[tuple[str, ...], Way] = {}
        for walk in best:
            kind = tuple(mark for mark in map(what, walk) if mark is not None)
            kinds.setdefault(kind, walk)
        assert choices(graph, 0, goal, cost, what, most) == tuple(kinds.values())
        assert matters(graph, 0, goal, cost, what, most) == (len(kinds) > 1)
