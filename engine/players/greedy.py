"""A computer player that looks one answer ahead, by the judgement that each game supplies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.core import Action, Decision, Game, HeraldError
from engine.manifest import part
from engine.match import Match, World
from engine.words import say

Judgement = Callable[[World, Decision, Random], Action]
Used = tuple[Decision, Action]  # a right, and the order that uses it
Initiative = Callable[[World, Sequence[Decision], Random], Used | None]


def judgement(game: Game) -> Judgement | None:
    """The function `choose` of the game's own computer player; None if it has none."""
    module = part(game, "computer")
    return module.choose if module is not None else None


def initiative(game: Game) -> Initiative | None:
    """Its function `use`, which looks at the rights of a seat; None if it never uses any."""
    return getattr(part(game, "computer"), "use", None)


def stirred(match: Match, seat: str) -> bool:
    """Whether a look at a seat's rights is worth a world dealt anew: the game's `stirred` says so
    of what the seat itself sees. A game that has none is always worth it."""
    looks = getattr(part(match.game, "computer"), "stirred", None)
    return looks is None or bool(looks(match.view(seat)))


class GreedyPlayer:
    """Answers for one seat at a time. It must be given a redealt world, never the match."""

    rash = False

    def __init__(self, seed: str | int = 0) -> None:
        self._rng = Random(f"greedy:{seed}")

    def choose(self, world: World, decision: Decision) -> Action:
        """The best answer it can see to the question that `world` asks."""
        if not isinstance(world, World):
            raise TypeError("a computer player is only ever given a redealt world")
        only = only_answer(world, decision)
        if only is not None:
            return only
        judge = judgement(world.game)
        if judge is None:
            raise HeraldError(say("no computer", game=world.game.title))
        return judge(world, decision, self._rng)

    def use(self, world: World, rights: Sequence[Decision]) -> Used | None:
        """The right that it uses now, and how; None: it lets them be."""
        judge = initiative(world.game)
        return judge(world, rights, self._rng) if judge is not None else None


def only_answer(world: World, decision: Decision) -> Action | None:
    """The answer, if there is one verb without slots and no other."""
    verbs = decision.next(()).choices
    if len(verbs) == 1 and not world.game.verbs[verbs[0]].slots:
        return Action(verbs[0])
    return None
