"""Who can answer in a seat without a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, Protocol

from engine.core import Action, Decision, HeraldError
from engine.match import Match, World
from engine.players.random import RandomPlayer
from engine.tongues import Listed
from engine.words import say

__all__ = ["PLAYERS", "Player", "RandomPlayer", "answer", "freely", "player"]

FREELY = 0.2  # how often somebody uses a right before the next answer, if there is one


class Player(Protocol):
    """Chooses an answer. `world` is a redealt match: the player may try things out in it."""

    rash: bool  # whether it uses rights at random

    def choose(self, world: World, decision: Decision) -> Action: ...


def _greedy(seed: str) -> Player:
    from engine.players.greedy import GreedyPlayer  # heavy, and not every command needs it

    return GreedyPlayer(seed)


def _wild(seed: str) -> Player:
    from engine.players.wild import WildPlayer

    return WildPlayer(seed)


PLAYERS: Final[Mapping[str, Callable[[str], Player]]] = {
    "random": RandomPlayer,
    "greedy": _greedy,
    "wild": _wild,
}


def player(name: str, seed: str) -> Player:
    """The computer player of that name, with luck of its own."""
    if name not in PLAYERS:
        known = Listed(tuple(PLAYERS), "")
        raise HeraldError(say("no player", word=repr(name), players=known))
    return PLAYERS[name](seed)


def freely(match: Match, players: Mapping[str, Player], rng: Random) -> tuple[str, Action] | None:
    """A right that somebody uses beside the questions, and the order; None: nobody does. Only who
    plays at random does so: it needs no judgement."""
    rights = [r for r in match.rights() if (who := players.get(r.seat)) is not None and who.rash]
    if not rights or rng.random() >= FREELY:
        return None
    right = rng.choice(rights)
    return right.seat, right.sample(rng)


def answer(match: Match, seat: str, player: Player, rng: Random) -> Action:
    """What `player` answers to the question `seat` has been asked.

    The player is given a redealt match, never the true one: it cannot know what the seat does
    not. Redealing costs time, and the random player looks at nothing but the question, so it is
    given the question alone.
    """
    decision = match.decision(seat)
    if decision is None:
        raise HeraldError(say("not asked now", seat=seat))
    if isinstance(player, RandomPlayer):
        return player.pick(decision)
    world = match.redeal(seat, rng)
    question = world.decision(seat)
    assert question is not None  # a redealt world asks the seat the same question
    return player.choose(world, question)
