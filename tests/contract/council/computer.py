"""The council's computer: it answers at random, accepts what it is promised, and gives nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core import Action, Decision
from engine.match import World


def choose(world: World, decision: Decision, rng: Random) -> Action:
    return decision.sample(rng)


def use(world: World, rights: Sequence[Decision], rng: Random) -> tuple[Decision, Action] | None:
    """10: points that somebody promised are taken at once."""
    for right in rights:
        if right.kind == "accepting":
            return right, right.default
    return None
