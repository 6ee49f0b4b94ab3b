"""What the computer player sees: prizes, enemies on the way, EL CID for hire."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import Action
from engine.games.hispania.computer.judging import worth
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
    board = engine.games()["hispania"].board
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
        "red",
        "place aragon 2inf > Tortosa",
        "place saragosse castle > Saragosse",
        "place el-cid 3knight 5inf El-Cid > Camp",
        "gold aragon 12",
        "orders 17 aragon",
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
