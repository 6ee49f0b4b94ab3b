"""Whole games at random in every form: checked at every step, replayed to the same bytes."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import Action
from engine.match import Match

FORMS = ("two", "three", "four", "five", "five-princes", "six", "seven")


def step(match: Match, rng: Random) -> None:
    """One answer at random, or now and then a right; most of what ends something is left."""
    rights = match.rights()
    if rights and rng.random() < 0.05:
        decision = rng.choice(rights)
    else:
        decision = rng.choice(match.decisions())
    action = decision.sample(rng)
    for _ in range(3):
        if not match.game.verbs[action.verb].ends:
            break
        action = decision.sample(rng)
    match.act(decision.seat, Action(*action))


def played(form: str, seed: str, check: bool = True) -> Match:
    match, rng = engine.new_match("crusade", form, seed=seed), Random(seed)
    while not match.over:
        assert len(match) < 8000, "a game does not end"
        step(match, rng)
        if check:
            assert not match.game.check(match._state)
    return match


@pytest.mark.parametrize("form", FORMS)
def test_a_game_ends_and_is_replayed(form: str) -> None:
    match = played(form, f"whole {form}")
    assert match.result is not None
    assert set(match.result.scores) == set(match.seats)
    again = engine.from_record(match.record())
    assert again.game.dump(again._state) == match.game.dump(match._state)
    assert [e.to_json() for e in again.events(None)] == [e.to_json() for e in match.events(None)]


@pytest.mark.fuzz
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", range(20))
def test_many_games_end(form: str, number: int) -> None:
    played(form, f"many {number}")


def test_seats_follow_from_the_form() -> None:
    seats = {form: engine.new_match("crusade", form, seed="s").seats for form in FORMS}
    assert [len(found) for found in seats.values()] == [2, 3, 4, 5, 5, 6, 7]


def test_a_position_outlives_the_program() -> None:
    match, rng = engine.new_match("crusade", "seven", seed="packed"), Random("packed")
    for _ in range(150):
        step(match, rng)
    game = match.game
    packed = game.dump(match._state)
    assert game.dump(game.load(packed, match.options)) == packed


def test_views_tell_no_hand_but_ones_own() -> None:
    match, rng = engine.new_match("crusade", "four", seed="views"), Random("views")
    for _ in range(120):
        step(match, rng)
    s = match._state
    for player, seat in enumerate(match.seats):
        view = match.view(seat).to_json()
        assert len(view["hand"]) == len(s.hand[player])
        assert set(view["markers"]) <= {
            s.board.people.factions[f].token for f in s.form.played[player]
        }
    assert match.view(None).to_json()["hand"] == []
