"""What a decision point of Granada is; how play goes on is `engine.flow`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engine import flow
from engine.core import Action, Event, Level, Tree, Value
from engine.flow import EMPTY, EMPTY_PATH, NOTHING, Words, one, push
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.state import State

__all__ = [
    "EMPTY",
    "EMPTY_PATH",
    "NOTHING",
    "POINTS",
    "STEPS",
    "Addressed",
    "Context",
    "Point",
    "Sealed",
    "Words",
    "one",
    "point",
    "push",
    "run",
    "seat",
    "step",
    "subset",
]


class Context(flow.Context):
    """Chance and the log, for the length of one action."""

    __slots__ = ()

    def tell(
        self,
        kind: str,
        rule: str,
        public: Mapping[str, Any],
        private: Mapping[str, Mapping[str, Any]] | None = None,
        reveals: tuple[str, ...] = (),
    ) -> None:
        self.emit(Event(kind, rule, public, private or {}, reveals))


class Point:
    """A decision point: who is asked, what may be answered, and what the answer does."""

    kind = ""
    rule = ""
    reaction = False  # a secret could change the answer, so it is asked whether or not it can

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        """The sides that still owe an answer."""
        return (s.active,)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        raise NotImplementedError

    def tree(self, s: State, side: int, *args: Any) -> Tree:
        """The levels of this question, bound to the state once for the whole walk."""
        if not args:
            return partial(self.level, s, side)
        level = self.level
        return lambda prefix, chosen: level(s, side, prefix, chosen, *args)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        raise NotImplementedError

    def default(self, s: State, side: int, *args: Any) -> Action | None:
        """What happens when time is up; None: the first legal action."""
        return None

    def about(self, s: State, side: int, *args: Any) -> Mapping[str, Any]:
        """Public facts for the prompt."""
        return {}

    def why(
        self, s: State, side: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        """Why `value` cannot stand there: words key and rule; None: the general answer."""
        return None


class Addressed(Point):
    """A question to the side that its frame names first."""

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)


class Sealed(Point):
    """A question to both sides at once: answers are kept unresolved until both are in."""

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return tuple(side for side, answer in enumerate(s.sealed) if answer is None)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.sealed[side] = action
        if None not in s.sealed:
            s.frames.pop()
            self.resolve(s, c, *args)

    def resolve(self, s: State, c: Context, *args: Any) -> None:
        """Both answers are in `s.sealed`; what they do is worked out in the order of the seats."""

    def opened(self, s: State) -> tuple[Value, ...]:
        """What each side put down, taken out of the seal."""
        chosen = tuple(action[1] for action in s.sealed if action is not None)
        s.sealed = [None, None]
        return chosen


SCRIPT: flow.Script[Point] = flow.Script()
STEPS, POINTS = SCRIPT.steps, SCRIPT.points
step, point, run = SCRIPT.step, SCRIPT.point, SCRIPT.run


def subset(
    pool: Sequence[int],
    names: Sequence[str],
    partial: Words,
    least: int,
    most: int,
    rule: str = "",
) -> Level:
    """The next element of a set taken from `pool`, an ascending list with repeats."""
    n = len(partial)
    at = 0
    size = len(pool)
    for token in partial:
        while at < size and names[pool[at]] != token:
            at += 1
        if at == size:
            return Level((), "set", False, least, most, rule)
        at += 1
    found: list[str] = []
    if n < most:
        last = -1
        limit = size + n - least  # the last index from which `least` can still be reached
        for i in range(at, size):
            if i > limit:
                break
            kind = pool[i]
            if kind != last:
                found.append(names[kind])
                last = kind
    return Level(tuple(found), "set", n >= least, least, most, rule)


def seat(side: int) -> str:
    return SEATS[side]
