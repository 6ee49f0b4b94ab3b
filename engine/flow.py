"""How play goes on, in every game: a stack of frames in the state, each a step or a point.

A *step* is a function that runs by itself. A *point* asks seats; it stays on top of the stack
until it has been answered. Control flow is data: a state can be copied at any question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engine.core import Dice, Emit, Level, Value

Words = tuple[Value, ...]  # the values of an order so far
Step = Callable[..., None]


class Staged(Protocol):
    """What a state must have."""

    frames: list[tuple[Any, ...]]
    over: Any  # None while it is being played


class Asking(Protocol):
    """What a decision point must have."""

    kind: str


class Context:
    """Chance and the log, for the length of one action."""

    __slots__ = ("dice", "emit")

    def __init__(self, dice: Dice, emit: Emit) -> None:
        self.dice = dice
        self.emit = emit


P = TypeVar("P", bound=Asking)
C = TypeVar("C", bound=type)


class Script(Generic[P]):
    """The steps and the points of one game, as its chapters register them."""

    def __init__(self) -> None:
        self.steps: dict[str, Step] = {}
        self.points: dict[str, P] = {}

    def step(self, function: Step) -> Step:
        """Register a function as the step of its own name."""
        self.steps[function.__name__] = function
        return function

    def point(self, cls: C) -> C:
        """Register a decision point under its kind."""
        made: P = cls()
        self.points[made.kind] = made
        return cls

    def run(self, s: Staged, c: Context) -> None:
        """Carry out steps until a seat must be asked or the game is over."""
        steps, frames = self.steps, s.frames
        while s.over is None and frames[-1][0] in steps:
            frame = frames.pop()
            steps[frame[0]](s, c, *frame[1:])


def push(s: Staged, *frames: tuple[Any, ...]) -> None:
    """Put frames on the stack so that the first named comes first."""
    s.frames.extend(reversed(frames))


# -- levels that many points need ----------------------------------------------------------------


def one(choices: Sequence[Value], rule: str = "") -> Level:
    return Level(tuple(choices), "one", False, 1, 1, rule)


NOTHING = Level((None,))
EMPTY = Level((), "set", True, 0, 0)
EMPTY_PATH = Level((), "path", True, 0, 0)
