"""Slots typed in a slash command mean the very order that its text means: in random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engine
from bot.tables.play.slots import composed
from engine import Action, Decision, Game, Slot
from engine.core import Value
from engine.text import read

GAMES = 30
STEPS = 1500


def typed(slot: Slot, value: Value) -> str:
    """A slot's value as somebody would type it into an option."""
    if value is None or value == ():
        return ""
    if slot.form == "one":
        return str(value)
    return (" > " if slot.form == "path" else " ").join(map(str, value))


def given(game: Game, action: Action) -> dict[str, str]:
    slots = zip(game.verbs[action.verb].slots, action.args, strict=True)
    return {slot.name: text for slot, value in slots if (text := typed(slot, value))}


def meant(game: Game, decision: Decision, action: Action) -> Action:
    return read(game, decision, composed(game, action.verb, given(game, action)))


@pytest.mark.parametrize("name", engine.games())
def test_slots_and_text_are_one(name: str) -> None:
    seen: Counter[str] = Counter()
    dropped = 0
    for n in range(GAMES):
        rng = Random(f"{name} {n}")
        match = engine.new_match(name, seed=f"{rng.getrandbits(128):032x}")
        for _ in range(STEPS):
            if match.over:
                break
            decision = match.decisions()[0]
            action = decision.sample(rng)
            assert meant(match.game, decision, action) == action
            seen[action.verb] += 1
            dropped += "drop" in given(match.game, action)
            match.act(decision.seat, action)
    of_their_own = {verb.name for verb in match.game.verbs.values() if verb.command}
    assert len(of_their_own & set(seen)) >= len(of_their_own) * 0.6, seen
    if name == "granada":
        assert {"move", "muster", "sail", "deploy", "lose", "retreat", "pass"} <= set(seen)
        assert dropped > 0
