"""The law of orders: a value is offered if and only if no bar holds, and all can be completed."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import Action
from engine.text.grammar import write
from tests.contract.law import faults, stuck, trees, walk
from tests.contract.play import any_open, eager_player


@pytest.mark.parametrize("form", ["two", "seven"])
def test_offers_and_bars_agree(form: str) -> None:
    rng = Random(f"law {form}")
    match = engine.new_match("crusade", form, seed=f"law {form}")
    choose = eager_player(rng)
    looked = 0
    while not match.over and len(match) < 350:
        if rng.random() < 0.35:
            for _, tree in trees(match):
                for stage in walk(tree, rng.choice(list(tree.orders)), rng):
                    found = list(faults(stage))
                    assert not found, found[:3]
                    assert not stuck(stage, rng)
                    looked += 1
        decision = any_open(match, rng)
        match.act(decision.seat, Action(*choose(match, decision)))
    assert looked > 100


def test_order_text_reads_back() -> None:
    rng = Random("text")
    match = engine.new_match("crusade", "four", seed="text")
    choose = eager_player(rng)
    read = 0
    while not match.over and len(match) < 200:
        decision = any_open(match, rng)
        action = choose(match, decision)
        if rng.random() < 0.4:
            written = write(match.game.verbs, action)
            other = match.fork()
            other.act(decision.seat, written, key=decision.key)
            assert other.entries[-1].action == action
            read += 1
        match.act(decision.seat, action)
    assert read > 20
