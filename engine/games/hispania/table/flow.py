"""What a question of Hispania is; how play goes on is `engine.flow`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine import flow
from engine.core import Action
from engine.events import Telling as AnyTelling
from engine.events import said
from engine.flow import PLAIN, Context, Plain, push
from engine.games.hispania.table.board import KINDS
from engine.games.hispania.table.state import Battle, State, seat_of

__all__ = [
    "PLAIN",
    "POINTS",
    "STEPS",
    "Context",
    "Plain",
    "Point",
    "Sides",
    "Telling",
    "asked",
    "name_of",
    "of_battle",
    "pieces",
    "push",
    "run",
    "settled",
    "step",
]


SCRIPT: flow.Script[State] = flow.Script()
STEPS, POINTS = SCRIPT.steps, SCRIPT.points
step, run = SCRIPT.step, SCRIPT.run
A = TypeVar("A", bound=tuple[Any, ...])


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in Hispania."""


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the player of the active nation; `who` is a nation."""

    def whom(self, s: State, a: A) -> tuple[int, ...]:
        """The nations for which an answer is still owed; a seat answers for one at a time."""
        return (s.active,)


class Sides(flow.Round[State, Plain], script=SCRIPT):
    """A question to both sides of a battle, or to the one that has a choice."""

    facts = {"enemy": said("nation")}

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        """Whether a side is asked at all: anybody can see that."""
        raise NotImplementedError

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        if s.memo is None:
            return self._parties(s)
        if self.kind not in s.memo:
            s.memo[self.kind] = self._parties(s)
        found: tuple[int, ...] = s.memo[self.kind]
        return found

    def _parties(self, s: State) -> tuple[int, ...]:
        b = of_battle(s)
        return tuple([b.nations[side] for side in (0, 1) if self.open_to(s, b, side)])

    def cleared(self, parties: tuple[int, ...]) -> list[Action | None]:
        return [None, None]

    def about(self, s: State, who: int, a: Plain) -> dict[str, object]:
        b = of_battle(s)
        enemy = b.nations[1 - b.nations.index(who)]
        return {"place": s.board.places[b.place], "enemy": name_of(s, enemy)}


def of_battle(s: State) -> Battle:
    """The battle that is being fought."""
    assert s.battle is not None
    return s.battle


def asked(s: State) -> list[tuple[int, int]]:
    """The seats that are asked now, each with the nation it answers for."""
    point, brings = SCRIPT.question(s)
    return flow.answering(point.whom(s, brings), lambda who: seat_of(s, who))


def settled(s: State) -> None:
    """Nothing changes any more, for an order is carried out on a copy: what is worked out now
    holds as long as the question stands."""
    if s.memo is None:
        s.memo = {}


def pieces(s: State, units: Sequence[int], chiefs: Sequence[int] = ()) -> list[str]:
    """Units and Chiefs as the tokens of orders, ascending."""
    names = s.board.peoples.chiefs
    return [KINDS[kind] for kind in units] + [names[chief].token for chief in chiefs]


def name_of(s: State, nation: int) -> str:
    """The token of a nation; the neutral WISIGOTH has one of its own."""
    return s.board.peoples.tokens[nation]
