"""The player that takes any legal order, for fuzzing and as the weakest opponent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core import Action, Decision
from engine.match import Match


class RandomPlayer:
    """Every legal answer is possible; those that end a phase are rare."""

    rash = True

    def __init__(self, seed: str | int) -> None:
        self._rng = Random(seed)

    def pick(self, decision: Decision) -> Action:
        """An answer from the question alone."""
        return decision.sample(self._rng)

    def choose(self, world: Match, decision: Decision) -> Action:
        return self.pick(decision)

    def use(self, world: Match, rights: Sequence[Decision]) -> None:
        """Its rights are used at random (`freely`)."""
