"""What a question of Cortés is; how play goes on is `engine.flow`."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from engine import flow
from engine.events import Telling as AnyTelling
from engine.flow import Context, Plain, push
from engine.games.cortes.table.state import State

__all__ = ["SCRIPT", "Context", "Party", "Plain", "Point", "Telling", "push", "step"]

SCRIPT: flow.Script[State] = flow.Script()
step = SCRIPT.step
A = TypeVar("A", bound=tuple[Any, ...])


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in Cortés."""


class Party(NamedTuple):
    """The frame of a question to the side that it names."""

    side: int


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the side that its frame names first."""
