"""What the computer player sees: prizes, enemies on the way, EL CID for hire."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action
from engine.games.hispania.computer.forecast import force, forecast
from engine.games.hispania.computer.judging import worth
from engine.games.hispania.table.board import CASTLE, CAV, INF
from engine.games.hispania.table.state import ONE
from engine.players import answer, player


def _asked(seat: str, *edits: str) -> Action:
    """What the computer answers in a position of scenario D."""
    m = engine.new_match("hispania", "D", {}, "greedy")
    for edit in ("clear", *edits):
        m.act(engine.MODERATOR, edit)
    return answer(m, seat, player("greedy", "greedy"), Random(1))


def test_it_is_drawn_towards_a_prize_far_away() -> None:
    """The ALAIN scores in the west and south, not where it comes in."""
    order = _asked("purple", "place alain 4inf > Huesca", "orders 7 alain")
    assert order[0] == "move"
    game: Any = engine.games()["hispania"]
    board = game.board
    start, end = board.place["Huesca"], board.place[order[3][-1]]
    goals = [board.place[token] for token in ("Tolede", "Cuenca", "Segovie")]
    assert min(board.away[end][g] for g in goals) < min(board.away[start][g] for g in goals)


def test_it_holds_an_enemy_up_and_goes_on() -> None:
    """Two Elites stay for one Infantry (5.3); Cordoue beyond it is empty."""
    neighbours = ("Valence", "Castellon", "Calatayud", "Segovie")
    order = _asked(
        "red",
        "place rome 4elite > Cuenca",
        *(f"place rome elite > {place}" for place in neighbours),
        *(f"place celte inf > {place}" for place in ("La-Mancha", "Tolede")),
        "orders 4 rome",
    )
    assert order[3] == ("Tolede", "Cordoue")
    assert order[6:] == ("Tolede", ("elite", "elite"))


def test_it_hires_el_cid_against_a_castle_that_it_wants() -> None:
    order = _asked(
        "green",
        "place navarre 2inf > Pamplune",
        "place saragosse castle > Saragosse",
        "place el-cid 3knight 5inf El-Cid > Camp",
        "gold navarre 12",
        "orders 17 navarre",
    )
    assert order == Action("hire", "Saragosse", ())


@pytest.mark.parametrize("first", ["A", "D"])
def test_what_it_thinks_does_not_depend_on_other_tables(first: str) -> None:
    """Scenarios share their calendar; scenario A ends at turn 13 all the same."""
    second = "D" if first == "A" else "A"
    found = {}
    for scenario in (first, second):
        m = engine.new_match("hispania", scenario, {}, "worth")
        s = m.redeal("green", Random(1))._state
        galicien = s.board.peoples.nation["galicien"]
        s.turn = 13
        found[scenario] = worth(s, galicien, s.board.place["Galice"])
    assert found["A"] < found["D"]


def _wins(place: str, ours: dict[int, int], theirs: dict[int, int]) -> float:
    """How likely it thinks an attack of the SUÈVE on the CELTE is to succeed."""
    s = engine.new_match("hispania", "D", {}, "greedy").redeal("red", Random(1))._state
    nation = s.board.peoples.nation
    attack, defence = (sum(n * ONE[kind] for kind, n in units.items()) for units in (ours, theirs))
    return forecast(
        s,
        s.board.place[place],
        force(s, nation["sueve"], attack, 0),
        force(s, nation["celte"], defence, 0),
    ).wins


def test_it_weighs_a_battle_by_the_book() -> None:
    """6.7: Cavalry charges in the plain and not in the mountains; walls are worth three men."""
    plain, mountain = "Cordoue", "Cantabrie"
    assert _wins(plain, {CAV: 3}, {INF: 3}) > 0.8
    assert _wins(mountain, {CAV: 3}, {INF: 3}) < 0.4
    assert _wins(plain, {INF: 3}, {CASTLE: 1}) < 0.4 < _wins(plain, {INF: 5}, {CASTLE: 1})
    assert 0.35 < _wins(plain, {INF: 4}, {INF: 4}) < 0.5


def test_the_omeyyad_leaves_for_narbonne() -> None:
    """11.15: four points for each of five units; nothing that they could hold brings as much."""
    order = _asked("green", "place omeyyad 4inf > Pyrenees-Orientales", "orders 12 omeyyad")
    assert order[0] == "move"
    assert order[3][-1] == "Narbonne"
    assert len(order[2]) >= 3


def test_the_vandale_leaves_before_it_vanishes() -> None:
    """11.10, 9.4: at the end of turn 9 it is gone, and whoever is in Afrique has scored."""
    order = _asked("green", "place vandale 3inf > Gibraltar", "orders 9 vandale")
    assert order[0] == "move"
    assert order[3][-1] == "Afrique"
