"""Examples of the book that need no game: tables, odds, concentric attacks, stacking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import engine
from engine.games import known
from engine.games.cortes.book.marching import cost
from engine.games.cortes.book.odds import clamp, concentric, ground, ratio
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.game import Cortes
from engine.games.cortes.table.board import AZTEC, ELITE, SPANISH
from engine.games.cortes.table.pieces import GONE
from engine.games.cortes.table.state import SHIFT, State

SHIFTS = {
    "1012": 0,  # clear
    "3116": -1,  # dry land city
    "3016": -2,  # temple
    "2408": -2,  # fortress
    "1322": -3,  # major fortress
}


@pytest.fixture(scope="module")
def game() -> Iterator[Cortes]:
    with known("cortes"):
        found = engine.games()["cortes"]
        assert isinstance(found, Cortes)
        yield found


@pytest.fixture
def state(game: Cortes) -> State:
    state = engine.new_match("cortes", seed="book")._state
    assert isinstance(state, State)
    return state


def test_t01_chapultepec_is_1322(game: Cortes) -> None:
    assert game.board.places[game.board.chapultepec] == "1322"


def test_t02_the_counter_of_the_example(game: Cortes) -> None:
    board = game.board
    face = board.face["Ixtlilochitl4"]
    assert (board.face_steps[face], board.factor[face], board.face_move[face]) == (4, 6, 5)
    assert board.face_lake[face]
    assert board.face_type[face] == ELITE
    assert board.tribes[board.face_tribe[face]] == "Te"


def test_t03_128_counters(game: Cortes) -> None:
    sides = [
        sum(
            sort.count * (2 if sort.steps == 4 else 1)
            for sort in game.board.sorts
            if sort.side == s
        )
        for s in (SPANISH, AZTEC)
    ]
    assert sides == [62, 64]
    assert sum(sides) + game.board.data.units.markers == 128


@pytest.mark.parametrize(
    ("attack", "defence", "columns"), [(26, 7, 2), (5, 11, -2), (6, 6, 0), (40, 2, 19), (1, 9, -8)]
)
def test_odds_both_ways(attack: int, defence: int, columns: int) -> None:
    assert ratio(attack, defence) == columns


def test_the_clamp_comes_last(state: State) -> None:
    assert [clamp(state, columns) for columns in (-8, -3, 0, 7, 19)] == [0, 0, 3, 10, 10]
    assert state.board.odds[clamp(state, ratio(40, 2) - 3)] == "8:1"


def test_39_of_64_sets_of_hexes_are_concentric(state: State) -> None:
    place = state.board.place["3016"]
    around = state.board.beside[place]
    sets = [each for n in range(7) for each in combinations(around, n)]
    found = [each for each in sets if concentric(state, place, each)]
    assert len(sets) == 64
    assert len(found) == 39


@pytest.mark.parametrize(("place", "columns"), SHIFTS.items())
def test_terrain_in_combat(state: State, place: str, columns: int) -> None:
    for side in (SPANISH, AZTEC):
        assert ground(state, side, state.board.place[place]) == columns


def test_chinampa_helps_aztecs_alone(state: State) -> None:
    place = state.board.place["3010"]
    assert [ground(state, side, place) for side in (SPANISH, AZTEC)] == [0, -1]


MOVERS = {"Badajoz4": 0, "Tl2": 0, "Olid4": 1, "K4": 2, "R2": 2}
# 13.1: from, to, and the points of infantry and allies, of cavalry, of Aztecs; 0: closed
CELLS = {
    "clear": ("1000", "1001", 1, 1, 1),
    "clear by a road on land": ("3018", "3017", 1, 1, 1),
    "causeway over the lake": ("1409", "1509", 2, 2, 1),
    "dry city": ("1000", "1100", 1, 1, 1),
    "dry city by road": ("2609", "2709", 1, 1, 1),
    "chinampa": ("2313", "2413", 2, 0, 2),
    "chinampa by road": ("2313", "2414", 2, 2, 1),
    "temple": ("2710", "2810", 2, 2, 2),
    "temple by road": ("2709", "2810", 2, 2, 1),
    "fortress": ("2409", "2408", 2, 2, 2),
    "fortress by road": ("2508", "2408", 2, 2, 1),
    "fortress over the lake": ("2213", "2313", 2, 2, 1),
    "major fortress": ("1222", "1322", 2, 2, 2),
    "quagmire": ("3024", "3023", 0, 0, 0),
    "water": ("3024", "2923", 0, 0, 0),
}


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("unit", MOVERS)
def test_every_cell_of_the_terrain_table(state: State, cell: str, unit: str) -> None:
    here, there, *points = CELLS[cell]
    board = state.board
    mover = board.mover[board.face[unit]]
    assert mover == MOVERS[unit]
    assert cost(state, mover, board.place[here], board.place[there]) == points[mover]


BOOK = """
8/0 4/0 3/1 3/1 2/1 2/1 1/1 1/1 1/1 1/2 1/2
4/0 4/0 2/0 2/1 3/2 0/0 1/1 1/2 1/2 1/2 1/3
4/0 4/0 2/1 3/2 1/2 1/1 0/1 1/3 1/3 1/3 1/3
4/0 3/1 1/0 1/0 2/2 1/2 2/4 0/2 0/2 0/3 0/3
4/0 3/0 0/0 1/1 1/1 0/2 0/3 0/3 0/3 0/4 0/4
4/0 2/0 2/1 2/2 1/2 0/1 1/3 0/2 0/3 0/4 0/4
4/0 3/0 1/1 1/1 0/0 0/2 0/2 0/3 0/4 0/4 0/4
3/0 2/0 2/2 0/0 0/1 1/3 1/3 1/3 0/4 0/4 0/4
3/1 3/1 2/1 0/1 1/2 1/4 0/3 0/4 0/4 0/4 0/4
3/1 2/1 2/3 1/2 0/2 0/3 0/4 0/4 0/4 0/4 0/4
3/1 1/1 1/2 1/3 1/3 0/4 0/5 0/6 0/6 0/7 0/8
"""


@pytest.mark.parametrize("roll", range(2, 13))
def test_every_row_of_the_combat_table(game: Cortes, roll: int) -> None:
    row = BOOK.split("\n")[roll - 1].split()
    found = [f"{a}/{d}" for a, d in (column[roll - 2] for column in game.board.results)]
    assert found == row


def test_every_worked_example_and_every_ruling_has_a_case() -> None:
    folder = Path(__file__).parents[1] / "cases" / "cortes"
    names = [line for f in folder.glob("*.yaml") for line in f.read_text("utf-8").splitlines()
             if line.startswith("case:")]  # fmt: skip
    text = "\n".join(names)
    wanted = {f"T{n:02}" for n in range(1, 37)} | {f"R-{n:02}" for n in range(1, 67)}
    tests = {"T03"}  # of the counters: test_t03_128_counters
    assert {tag for tag in wanted - tests if tag not in text} == set()
    assert len(names) - sum(1 for name in names if re.search(r"\bT\d\d\b", name)) >= 150


def test_the_checksums_of_the_table(game: Cortes) -> None:
    sums = [tuple(map(sum, zip(*column, strict=True))) for column in game.board.results]
    assert sums == [
        (44, 3), (31, 4), (18, 12), (15, 14), (12, 18), (6, 23), (6, 30), (4, 33), (3, 36), (3, 41),
        (3, 43),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "units", "may"),
    [
        (AZTEC, "K4 K4 K4", True), (AZTEC, "K4 K4 K4 K4", False), (AZTEC, "K4 R2", True),
        (AZTEC, "K4 K4 R2", False), (AZTEC, "R2 R1", False),
        (SPANISH, "Chichimeca4 Tl2", True), (SPANISH, "Chichimeca4 Te2", False),
        (SPANISH, "Tl2 Tl2", False), (SPANISH, "Badajoz4 Tl2", False), (SPANISH, "G Tl2", False),
        (SPANISH, "Jorge4 Badajoz4 Monjaraz4 Tapia4 Olid4 G G", True),
        (SPANISH, "Jorge4 Badajoz4 Monjaraz4 Tapia4 Verdugo4 Olid4", False),
    ],
)  # fmt: skip
def test_who_may_stand_together(state: State, side: int, units: str, may: bool) -> None:
    faces = [state.board.face[word] for word in units.split()]
    assert fits(state, side, state.board.place["1010"], faces) is may


def test_a_face_falls_step_by_step(game: Cortes) -> None:
    board = game.board
    face, seen = board.face["K4"], []
    while face != GONE:
        seen.append(board.faces[face])
        face = board.lower[face]
    assert seen == ["K4", "K3", "K2", "K1"]


def test_a_copy_shares_nothing_that_changes(state: State) -> None:
    copy = state.copy()
    copy.put(AZTEC, 0, (state.board.face["R2"] << SHIFT,))
    copy.dead[0] = (1,)
    copy.frames.pop()
    assert not state.stacks[AZTEC]
    assert state.dead[0] == ()
    assert len(state.frames) == len(copy.frames) + 1
