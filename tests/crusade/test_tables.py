"""The arithmetic of the book's examples."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.games.crusade.book.after import ATTACKER, DEFENDER, forced
from engine.games.crusade.book.attrition import total
from engine.games.crusade.book.battle import damage, part, ratio, superior
from engine.games.crusade.book.cards.hands import limit
from engine.games.crusade.book.ground import lose, units
from engine.games.crusade.book.lines import sea_links
from engine.games.crusade.book.naval import capacity
from engine.games.crusade.table.charts import CF, D, F
from engine.games.crusade.table.people import CRUSADER
from engine.games.crusade.table.state import Battle, State, knights_of


def position(form: str = "two", *edits: str) -> State:
    match = engine.new_match("crusade", form, seed="tables")
    for edit in edits:
        match.act(engine.MODERATOR, edit)
    found: State = match._state
    return found


@pytest.mark.parametrize(
    ("attacker", "defender", "drm"),
    [
        (13, 6, 2), (17, 6, 3), (6, 17, -3), (6, 13, -2), (35, 49, -1), (35, 40, 0), (35, 53, -1),
        (35, 62, -2), (5, 9, -2), (3, 7, -2), (3, 8, -3), (4, 7, -1), (7, 4, 1), (15, 24, -1),
        (22, 8, 3),
    ],
)  # fmt: skip
def test_ratios(attacker: int, defender: int, drm: int) -> None:
    """T-20 to T-33."""
    assert ratio(attacker, defender) == drm


def test_who_is_three_to_one_loses_by_the_enemys_numbers() -> None:
    """T-38: 22 against 8 and 25/15 cost two and one, and the attacker must retreat."""
    b = Battle.__new__(Battle)
    b.sizes, b.percent = (22, 8), (25, 15)
    assert superior(22, 8)
    b.losses = damage(position(), b, 8)
    assert b.losses == (2, 1)
    assert forced(b, ATTACKER)
    assert not forced(b, DEFENDER)


def test_rounding_of_losses() -> None:
    """T-40: the higher per cent rounds up, the lower down."""
    assert part(15, 10, up=False) == 1
    assert part(24, 20, up=True) == 5


def test_cells_of_the_tables() -> None:
    """T-36, T-37, T-39."""
    charts = position().board.charts
    assert charts.formation(CRUSADER, 4, 5) == CF
    assert charts.adjustment(CRUSADER, D, F) == -2
    assert (charts.tagged[2].attacker, charts.tagged[2].defender) == (20, 5)


@pytest.mark.parametrize(("sp", "more"), [(32, 3), (200, 10), (9, 0)])
def test_size_in_attrition(sp: int, more: int) -> None:
    """T-11."""
    s = position("two", "turn 3")
    assert total(s, 0, sp, 0, 0, CRUSADER, 0) == more


def test_hands() -> None:
    """T-05: four Crusaders hold six cards together, three Muslims five, nobody more than two."""
    s = position("seven")
    assert limit(s, 0) == (2, 6)
    assert limit(s, 6) == (2, 5)
    assert limit(position("two"), 0) == (3, 3)


def test_decks() -> None:
    """T-02: 34 events on each side."""
    s = position()
    assert [len(pile) for pile in s.draws] == [34, 34]


def test_losses_are_shared_evenly_among_factions() -> None:
    """T-16: four are lost by three; the fourth by the largest."""
    s = position(
        "two", "clear", "army Ridwan 10 > Aleppo", "army Duqaq 12 > Aleppo",
        "army Kerbogha 20 > Aleppo",
    )  # fmt: skip
    people = s.board.people.leader
    armies = [people[name] for name in ("Ridwan", "Duqaq", "Kerbogha")]
    assert lose(s, units(s, armies), 4) == 4
    assert [s.army[x] for x in armies] == [9, 11, 18]


def test_at_least_half_of_the_losses_are_the_players() -> None:
    """7.2G: Armenians are no cannon fodder."""
    s = position("two", "clear", "army Godfrey 10 > Marash", "army Thorus 10 > Marash")
    people = s.board.people.leader
    lose(s, units(s, [people["Godfrey"], people["Thorus"]]), 5)
    assert s.army[people["Thorus"]] == 8
    assert s.army[people["Godfrey"]] == 7


def test_knights_of_two_factions_ride_together() -> None:
    """T-35: 4 and 3 are 7."""
    s = position("two", "clear", "army Robert-FL 10 > C3", "army Raymond 10 > C3")
    people = s.board.people.leader
    assert knights_of(s, (people["Robert-FL"], people["Raymond"])) == 7


def test_supply_of_fleets() -> None:
    """T-44: Tyre alone supplies four NSP; deep water all of them."""
    s = position("two", "control n-franks > Tyre")
    zone = s.board.zone["Sea-Acre"]
    assert capacity(s, CRUSADER, zone) == 4
    s = position("two", "control n-franks > Acre")
    assert capacity(s, CRUSADER, zone) == 99


def test_an_enemy_fleet_closes_the_line_over_sea() -> None:
    """T-45."""
    edits = (
        "turn 3", "control n-franks > Acre", "control n-franks > Tortosa",
        "fleets crusader 2 > Sea-Tortosa",
    )  # fmt: skip
    open_ = position("two", *edits)
    player, faction = 0, 0
    cyprus = open_.board.cyprus
    assert cyprus in sea_links(open_, player, faction)
    shut = position("two", *edits, "fleets egypt 2 > Sea-Tortosa")
    assert cyprus not in sea_links(shut, player, faction)


def test_budgets_are_not_combined() -> None:
    """T-03, T-04: a seat with several factions buys for one after the other."""
    match = engine.new_match("crusade", "two", seed="markers")
    match.act(engine.MODERATOR, "phase purchase")
    asked: list[Any] = []
    while match.decision("muslims") is not None and match.decisions()[0].kind == "buy":
        decision = match.decision("muslims")
        if decision is None:
            break
        asked.append(decision.about["faction"])
        match.act("muslims", "buy")
    assert asked == ["n-syrians", "s-syrians", "mosul"]
