"""Nobody learns what he may not know: equal views, lockstep, strength, for two and seven."""

from __future__ import annotations

from random import Random

import pytest

import engine
from tests.contract.interference import Inspector
from tests.contract.play import any_open, eager_player
from tests.contract.worlds import Spot, same_luck_same_world


def inspect(form: str, seed: str, inspector: Inspector, often: float, most: int) -> None:
    rng = Random(seed)
    match = engine.new_match("crusade", form, seed=seed)
    choose = eager_player(rng)
    while not match.over and len(match) < most:
        decision = any_open(match, rng)
        action = choose(match, decision)
        if rng.random() < often:
            inspector.step(match, decision.seat, action)
        else:
            match.act(decision.seat, action)


@pytest.mark.parametrize("form", ["two", "seven"])
def test_what_a_reader_sees_does_not_depend_on_secrets(form: str) -> None:
    inspector = Inspector(Random(form))
    for number in range(2):
        inspect(form, f"secrets {form} {number}", inspector, 0.1, 350)
    assert not inspector.weak()


@pytest.mark.parametrize("form", ["two", "seven"])
def test_the_same_luck_deals_the_same_world(form: str) -> None:
    rng = Random(f"luck {form}")
    match = engine.new_match("crusade", form, seed=f"luck {form}")
    choose = eager_player(rng)
    looked = 0
    while not match.over and len(match) < 300:
        decision = any_open(match, rng)
        match.act(decision.seat, choose(match, decision))
        if len(match) % 15 == 0 and not match.over:
            reader = rng.choice((*match.seats, None))
            assert same_luck_same_world(Spot(match, reader), f"{len(match)}")
            looked += 1
    assert looked > 10
