"""The player for fuzzing: sense enough to reach every corner, folly enough to do anything there.

Pure chance hardly ever gathers an army before a castle, so it never storms one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core import Action, Decision
from engine.match import World
from engine.players.greedy import GreedyPlayer

FOLLY = 0.35  # the share of answers left to chance


class WildPlayer:
    """Answers as the greedy player does, but now and then takes any legal order."""

    rash = True

    def __init__(self, seed: str | int = 0) -> None:
        self._rng = Random(f"wild:{seed}")
        self._greedy = GreedyPlayer(seed)

    def choose(self, world: World, decision: Decision) -> Action:
        if self._rng.random() < FOLLY:
            return decision.sample(self._rng)
        return self._greedy.choose(world, decision)

    def use(self, world: World, rights: Sequence[Decision]) -> None:
        """Its rights are used at random (`freely`)."""
