"""The registry of computer players, and what they are given."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.match import World
from engine.players import PLAYERS, answer, player


class Nosy:
    """Keeps what it is given."""

    def __init__(self) -> None:
        self.world: engine.Match | None = None

    rash = False

    def choose(self, world: World, decision: engine.Decision) -> engine.Action:
        self.world = world
        return next(iter(decision))


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_answers_and_repeats_itself(name: str) -> None:
    answers = []
    for _ in range(2):
        match = engine.new_match("granada", seed="players")
        one, rng, given = player(name, "p"), Random(1), []
        for _ in range(12):
            decision = match.decisions()[0]
            action = answer(match, decision.seat, one, rng)
            assert action in decision
            match.act(decision.seat, action)
            given.append(action)
        answers.append(given)
    assert answers[0] == answers[1]


def test_a_player_is_given_another_world() -> None:
    match = engine.new_match("granada", seed="players")
    nosy = Nosy()
    action = answer(match, "christian", nosy, Random(1))
    assert isinstance(nosy.world, World)
    assert nosy.world.seed != match.seed
    assert action in match.decisions()[0]


def test_unknown_players_and_unasked_seats_are_refused() -> None:
    with pytest.raises(engine.HeraldError, match="no player 'nobody'"):
        player("nobody", "s")
    match = engine.new_match("granada", seed="players")
    for seat in match.seats:
        match.act(seat, answer(match, seat, player("random", "s"), Random(1)))
    idle = next(s for s in match.seats if match.decision(s) is None)
    with pytest.raises(engine.HeraldError, match="Nothing is asked"):
        answer(match, idle, player("random", "s"), Random(1))
