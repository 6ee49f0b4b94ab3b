"""Crowded positions made by hand, played at random: battles, sieges and relief, all checked."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import Action
from engine.match import Match

PLACES = (
    "E1", "D4", "E3", "E5", "E4", "St-Symeon", "E2", "Syrian-Gates", "G8", "G7", "Antioch",
    "Harenc", "Homs",
)  # fmt: skip
MASTERS = {
    "Antioch": ("n-syrians", "n-franks"),
    "Harenc": ("n-syrians", "germans"),
    "Homs": ("s-syrians", "n-syrians", "germans"),
    "St-Symeon": ("n-syrians", "germans", "sicilians"),
}
BOLD = ("attack", "siege", "assault", "intercept", "join", "stand", "defend", "stay")


def crowded(rng: Random, seed: str) -> Match:
    match = engine.new_match("crusade", rng.choice(("two", "four", "seven")), seed=seed)
    leaders = [one.token for one in match._state.board.people.leaders[:18]]
    edits = ["clear", f"turn {rng.randint(2, 13)}"]
    edits += [f"control {rng.choice(who)} > {place}" for place, who in MASTERS.items()]
    edits += [
        f"army {x} {rng.choice((0, 3, 8, 15, 25, 40))} > {rng.choice(PLACES)}"
        for x in leaders
        if rng.random() < 0.7
    ]
    edits.append(f"card {rng.choice([e.split()[1] for e in edits if e.startswith('army')])}")
    for edit in edits:
        match.act(engine.MODERATOR, edit)
    return match


def bold(match: Match, rng: Random) -> None:
    decision = rng.choice(match.decisions())
    action = decision.sample(rng)
    for _ in range(6):
        other = decision.sample(rng)
        if other.verb in BOLD or (other.verb == "march" and other[-1] in BOLD):
            action = other
            break
    match.act(decision.seat, Action(*action))


@pytest.mark.parametrize("number", range(8))
def test_crowded_positions(number: int) -> None:
    for trial in range(4):
        rng = Random(f"fights {number} {trial}")
        match = crowded(rng, f"fights {number} {trial}")
        for _ in range(25):
            if match.over or match._state.phase != "operations":
                break
            bold(match, rng)
            assert not match.game.check(match._state)


def test_nobody_sallies_against_his_own_side() -> None:
    """8.3D: a leader in a City that his own side besieges has nobody to attack."""
    match = engine.new_match("crusade", "two", seed="sally")
    for edit in (
        "clear", "turn 3", "army Robert-FL 40 > G8", "army Adhemar 10 > Homs",
        "besiege partial Robert-FL > Homs", "card Adhemar",
    ):  # fmt: skip
        match.act(engine.MODERATOR, edit)
    with pytest.raises(engine.Illegal):
        match.act("crusaders", "attack")
