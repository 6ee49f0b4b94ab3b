"""What the computer player does in Cortés: it takes what is offered and spares what is dear."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine.core import Action
from engine.games import known
from engine.players import answer, player


@pytest.fixture(autouse=True)
def _cortes() -> Iterator[None]:
    with known("cortes"):
        yield


def _match(*edits: str, scenario: str = "veteran") -> engine.Match:
    m = engine.new_match("cortes", scenario, {}, "computer")
    for edit in ("clear", *edits):
        m.act(engine.MODERATOR, edit)
    return m


def _asked(seat: str, *edits: str) -> Action:
    return answer(_match(*edits), seat, player("greedy", "computer"), Random(1))


def test_it_walks_over_an_emperor_who_stands_alone() -> None:
    order = _asked(
        "spanish",
        "place spanish Te2 > 3018",
        "place spanish Badajoz4 > 1105",
        "place aztec K4 R2 > 1322",
        "leader Cortes > 1105",
        "leader Cuauhtemoc > 3017",
        "phase movement spanish",
    )
    assert order == Action("move", "3018", ("Te2",), ("3017",), None, ())


def test_it_attacks_at_good_odds_and_not_at_bad_ones() -> None:
    good = ("place spanish Badajoz4 Jorge4 Monjaraz4 > 3018", "place aztec R1 > 3017")
    bad = ("place spanish Badajoz1 > 3018", "place aztec 3K4 > 3017")
    both = ("leader Cuauhtemoc > 3016", "place aztec K4 > 3016", "place spanish Verdugo4 > 1105",
            "leader Cortes > 1105", "phase combat spanish")  # fmt: skip
    assert _asked("spanish", *good, *both)[:3] == ("attack", "3017", ("3018",))
    assert _asked("spanish", *bad, *both) == Action("done")


def test_boats_bombard_before_anybody_attacks() -> None:
    order = _asked(
        "spanish",
        "place spanish B2 B2 > 8",
        "place spanish Badajoz4 Jorge4 Monjaraz4 > 2413",
        "place aztec R2 > 2313",
        "place aztec K4 > 3016",
        "leader Cuauhtemoc > 3016",
        "leader Cortes > 2413",
        "phase combat spanish",
    )
    assert order == Action("bombard", "2313", "8", ("B2", "B2"))


def test_it_keeps_chapultepec_while_allies_may_desert() -> None:
    order = _asked(
        "aztec",
        "place aztec K4 R2 > 1322",
        "place aztec K4 > 3016",
        "leader Cuauhtemoc > 3016",
        "place spanish Badajoz1 > 1321",
        "place spanish Verdugo4 > 1105",
        "leader Cortes > 1105",
        "phase movement aztec",
    )
    assert order == Action("done")


def test_it_loses_allies_before_europeans_and_regulars_before_knights() -> None:
    match = _match(
        "place spanish Verdugo4 > 1105",
        "leader Cortes > 1105",
        "place aztec K4 R2 > 3017",
        "place spanish Badajoz4 Jorge4 Monjaraz4 > 3018",
        "place aztec K4 > 3016",
        "leader Cuauhtemoc > 3016",
        "phase combat spanish",
    )
    match.act("spanish", Action("attack", "3017", ("3018",), (), None, (), ()))
    rng = Random(1)
    asked = match.decisions()[0]
    while asked.kind == "losses" and asked.seat == "spanish":
        match.act("spanish", asked.default)
        asked = match.decisions()[0]
    if asked.kind == "losses":
        lost = answer(match, "aztec", player("greedy", "computer"), rng)
        assert lost[1][0].startswith("R")


@pytest.mark.parametrize("scenario", ["veteran", "beginner"])
def test_it_plays_to_the_end_and_answers_every_question_itself(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of its answers falls back on the default because it was not legal."""
    from engine.games.cortes.computer import greedy

    refused: list[Action] = []

    def strict(world: engine.match.World, decision: engine.core.Decision, rng: Random) -> Action:
        judge = greedy._JUDGES[decision.kind]
        action = judge(world._state, world.seats.index(decision.seat), decision)
        if action not in decision:
            refused.append(action)
            return decision.default
        return action

    monkeypatch.setattr(greedy, "choose", strict)
    match = engine.new_match("cortes", scenario, {}, f"computer {scenario}")
    players = {seat: player("greedy", seat) for seat in match.seats}
    rng = Random(2)
    while not match.over:
        seat = match.decisions()[0].seat
        match.act(seat, answer(match, seat, players[seat], rng))
    assert refused == []
    assert match.check() == []


def test_it_beats_who_plays_at_random() -> None:
    for number, names in enumerate((("greedy", "random"), ("random", "greedy")) * 2):
        match = engine.new_match("cortes", "veteran", {}, f"random {number}")
        players = {
            seat: player(name, f"{number}") for seat, name in zip(match.seats, names, strict=True)
        }
        rng = Random(number)
        while not match.over:
            seat = match.decisions()[0].seat
            match.act(seat, answer(match, seat, players[seat], rng))
        assert match.result is not None
        assert match.result.winners == (match.seats[names.index("greedy")],)
