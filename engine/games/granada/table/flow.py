"""What a question of Granada is; how play goes on is `engine.flow`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from engine import flow
from engine.core import Action, Value
from engine.events import Telling as AnyTelling
from engine.flow import Context, Plain, push
from engine.games.granada.table.state import State

__all__ = [
    "POINTS",
    "STEPS",
    "Addressed",
    "Context",
    "Party",
    "Plain",
    "Point",
    "Round",
    "Telling",
    "push",
    "run",
    "step",
    "verbs_open",
    "whom",
]

SCRIPT: flow.Script[State] = flow.Script()
STEPS, POINTS = SCRIPT.steps, SCRIPT.points
step, run = SCRIPT.step, SCRIPT.run
A = TypeVar("A", bound=tuple[Any, ...])


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in Granada."""


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the side whose phase it is."""

    def whom(self, s: State, a: A) -> tuple[int, ...]:
        return (s.active,)


class Party(NamedTuple):
    """The frame of a question to a side that it names."""

    side: int


class Addressed(Point[A]):
    """A question to the side that its frame names first."""

    def whom(self, s: State, a: A) -> tuple[int, ...]:
        return (a[0],)


class Round(flow.Round[State, A], script=SCRIPT):
    """A question to both sides at once."""

    def parties(self, s: State, a: A) -> tuple[int, ...]:
        return (0, 1)

    def cleared(self, parties: tuple[int, ...]) -> list[Action | None]:
        return [None, None]


def whom(s: State) -> tuple[int, ...]:
    """The sides that owe an answer to the open question."""
    point, asked = SCRIPT.question(s)
    return point.whom(s, asked)


def verbs_open(s: State, side: int) -> tuple[Value, ...]:
    """The orders with which a side may answer the open question."""
    point, asked = SCRIPT.question(s)
    return point.tree(s, side, asked).verbs.choices
