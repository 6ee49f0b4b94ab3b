"""8.7.1: assaults at random: each that may begin can be carried to its end, and is."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import MODERATOR

BLOCKS = ("C3", "C2", "C1x", "C1g", "A3", "A1x", "A1g", "L1!", "C1!", "Ferdinand", "O2h", "K1g")
CARDS = (
    "Castile", "Castile*", "Castile2", "Aragon", "Aragon*", "Aragon2", "Leon", "Kingdoms*",
    "Commander", "Bombardment", "Charge", "Crossbowmen", "Challenge",
)  # fmt: skip


def besieged(rng: Random) -> engine.Match:
    match = engine.new_match("granada", seed=str(rng.random()))
    here = rng.sample(BLOCKS, rng.randint(2, 5))
    dead = [b for b in ("C1g", "A1g", "K1g") if b not in here and rng.random() < 0.5]
    for edit in (
        "clear",
        "place muslim N2,N1 > Loja",
        *(f"place christian {block} > Loja" for block in here),
        *(f"place christian {block} > Cordoba" for block in dead),
        *(f"eliminate christian {block} > Cordoba" for block in dead),
        "hand christian " + ",".join(rng.sample(CARDS, rng.randint(2, 6))),
        "hand muslim",
        "starts christian",
        "phase combat christian",
    ):
        match.act(MODERATOR, edit)
    match.act("muslim", "inside")
    return match


@pytest.mark.parametrize("seed", range(12))
def test_an_assault_never_falls_short(seed: int) -> None:
    rng = Random(seed)
    begun = 0
    for _ in range(12):
        match = besieged(rng)
        decision = match.decision("christian")
        assert decision is not None
        if "assault" not in decision.verbs:
            continue
        begun += 1
        match.act("christian", "assault")
        while (decision := match.decision("christian")) and decision.kind == "storm":
            match.act("christian", decision.sample(rng))
        (result,) = [s for s in match.events(None) if s.kind == "siege_result"]
        assert result.args["impacts"] >= result.args["needed"]
    assert begun
