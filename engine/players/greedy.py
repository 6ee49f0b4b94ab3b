"""A computer player that looks one answer ahead, by the judgement that each game supplies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from random import Random

from engine.core import Action, Decision
from engine.match import World

Judgement = Callable[[World, Decision, Random], Action]


@lru_cache(maxsize=16)
def judgement(game: str) -> Judgement:
    """The function `choose` of the game's own module `greedy`."""
    found: Judgement = import_module(f"engine.games.{game}.computer.greedy").choose
    return found


class GreedyPlayer:
    """Answers for one seat at a time. It must be given a redealt world, never the match."""

    def __init__(self, seed: str | int = 0) -> None:
        self._rng = Random(f"greedy:{seed}")

    def choose(self, world: World, decision: Decision) -> Action:
        """The best answer it can see to the question that `world` asks."""
        if not isinstance(world, World):
            raise TypeError("a computer player is only ever given a redealt world")
        return only_answer(world, decision) or judgement(world.game.name)(
            world, decision, self._rng
        )


def only_answer(world: World, decision: Decision) -> Action | None:
    """The answer, if there is one verb without slots and no other."""
    verbs = decision.next(()).choices
    if len(verbs) == 1 and not world.game.verbs[verbs[0]].slots:
        return Action(verbs[0])
    return None
