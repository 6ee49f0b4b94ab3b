"""Random play of both versions: it ends, stays sound, replays, keeps its secrets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine.games import known
from engine.match import Match
from tests.contract import law
from tests.contract.interference import Inspector
from tests.contract.play import any_open, eager_player, random_player, steps
from tests.contract.worlds import Spot, same_luck_same_world


@pytest.fixture(autouse=True)
def _cortes() -> Iterator[None]:
    with known("cortes"):
        yield


def new(version: str, seed: str) -> Match:
    return engine.new_match("cortes", version, {"limit": "40"}, seed=seed)


@pytest.mark.parametrize("version", ["veteran", "beginner"])
@pytest.mark.parametrize("eager", [False, True])
def test_random_games_end_and_stay_sound(version: str, eager: bool) -> None:
    rng = Random(f"{version} {eager}")
    match = new(version, str(eager))
    player = (eager_player if eager else random_player)(rng)
    for _ in steps(match, player, rng):
        assert match.check() == []
    assert match.over
    assert match.check() == []
    again = engine.from_record(match.record())
    assert again.game.dump(again._state) == match.game.dump(match._state)
    for seat in (*match.seats, None):
        for seen in match.events(seat):
            assert match.tell(seen, seat)


def test_what_is_offered_is_what_nothing_bars() -> None:
    faults = []
    for match, rng in law.positions("cortes", "random", 40, "law"):
        for _, tree in law.trees(match):
            for verb in tree.verbs.choices:
                for stage in law.walk(tree, str(verb), rng):
                    if rng.random() < 0.3:
                        faults += [*law.faults(stage), *filter(None, [law.stuck(stage, rng)])]
    assert faults == []


def test_readers_cannot_tell_worlds_apart() -> None:
    inspector = Inspector(Random(0))
    rng = Random("secrets")
    match = new("veteran", "secrets")
    choose = eager_player(rng)
    while not match.over and len(match) < 160:
        decision = any_open(match, rng)
        action = choose(match, decision)
        if rng.random() < 0.4:
            inspector.step(match, decision.seat, action)
        else:
            match.act(decision.seat, action)
    assert inspector.followed.total() > inspector.lost.total()


def test_the_same_luck_deals_the_same_world() -> None:
    rng = Random("luck")
    match = new("veteran", "luck")
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        if number % 25 == 24:
            for reader in (*match.seats, None):
                assert same_luck_same_world(Spot(match.fork(), reader), str(number))
        if number > 130:
            return
