"""Who can answer in a seat without a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from engine.core import Action, Decision, HeraldError
from engine.match import Match, World
from engine.players.greedy import initiative, stirred
from engine.players.random import RandomPlayer
from engine.tongues import Listed
from engine.words import say

__all__ = ["PLAYERS", "Player", "RandomPlayer", "answer", "freely", "may_use", "player"]

FREELY = 0.2  # how often somebody uses a right before the next answer, if there is one
MOST_USED = 3  # rights that a computer uses between two answers: nobody waits for it for ever


class Chooser(Protocol):
    """Chooses an answer. `world` is a redealt match: the player may try things out in it."""

    def choose(self, world: World, decision: Decision) -> Action: ...


class Player(Chooser, Protocol):
    """And uses rights."""

    rash: bool  # whether it uses rights at random

    def use(self, world: World, rights: Sequence[Decision]) -> tuple[Decision, Action] | None: ...


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


def freely(
    match: Match, players: Mapping[str, Player], rng: Random
) -> tuple[str, Action, str] | None:
    """A right that somebody uses beside the questions, the order, and the right's key; None: nobody
    does. Who plays at random uses them so; the others by the game's judgement, if it has one."""
    rights = [r for r in match.rights() if (who := players.get(r.seat)) is not None and who.rash]
    if rights and rng.random() < FREELY:
        right = rng.choice(rights)
        return right.seat, right.sample(rng), right.key
    for seat, who in players.items():
        if not who.rash and may_use(match, seat):
            world = match.world(seat).redeal(seat, rng)
            used = who.use(world, world.rights(seat))
            if used is not None:
                return seat, used[1], used[0].key
    return None


def may_use(match: Match, seat: str) -> bool:
    """Whether a computer should look at the rights of a seat: there are some, the game has a
    judgement of them, and it has not used several since somebody last answered a question."""
    if not match.rights(seat) or initiative(match.game) is None:
        return False
    entries, used = match.entries, 0
    for index in reversed(match.live):
        if entries[index].what != "use":
            break
        used += entries[index].seat == seat
    return used < MOST_USED and stirred(match, seat)


def answer(match: Match, seat: str, player: Chooser, rng: Random) -> Action:
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
    world = match.world(seat).redeal(seat, rng)
    question = world.decision(seat)
    assert question is not None  # a redealt world asks the seat the same question
    return player.choose(world, question)
