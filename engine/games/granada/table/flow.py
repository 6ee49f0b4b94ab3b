"""What a question of Granada is; how play goes on is `engine.flow`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from engine import flow
from engine.core import Action, Event, Level, Tree, Value
from engine.events import Telling as AnyTelling
from engine.flow import EMPTY, EMPTY_PATH, NOTHING, PLAIN, Plain, Words, one, push
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.state import State
from engine.orders import Order, Why

__all__ = [
    "EMPTY",
    "EMPTY_PATH",
    "NOTHING",
    "PLAIN",
    "POINTS",
    "STEPS",
    "Addressed",
    "Context",
    "Legacy",
    "OldAddressed",
    "OldPoint",
    "OldSealed",
    "Plain",
    "Point",
    "Round",
    "Telling",
    "Words",
    "one",
    "point",
    "push",
    "run",
    "seat",
    "step",
    "subset",
    "verbs_open",
    "whom",
]

SCRIPT: flow.Script[State] = flow.Script()
STEPS, POINTS = SCRIPT.steps, SCRIPT.points
step, point, run = SCRIPT.step, SCRIPT.point, SCRIPT.run
A = TypeVar("A", bound=tuple[Any, ...])


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in Granada."""


class Context(flow.Context):
    """Chance and the log, for the length of one action."""

    __slots__ = ()

    def tell(
        self,
        kind: str | AnyTelling,
        rule: str = "",
        public: Mapping[str, Any] | None = None,
        private: Mapping[str, Mapping[str, Any]] | None = None,
        reveals: tuple[str, ...] = (),
    ) -> None:
        if isinstance(kind, AnyTelling):
            self.emit(kind.event(rule, reveals))
        else:
            self.emit(Event(kind, rule, public or {}, private or {}, reveals))


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the side whose phase it is."""

    def whom(self, s: State, a: A) -> tuple[int, ...]:
        return (s.active,)


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


class Legacy(Order[State, Any]):
    """An order that has not moved into a class of its own yet."""

    levels: staticmethod[[State, int, Words, Words], Level]
    prefix: Words = ()

    def level(self, partial: Words = ()) -> Level:
        return self.levels(self.s, self.who, (self.verb.name, *self.prefix), partial)

    def given(self, value: Value) -> Legacy:
        new = self.fresh()
        new.prefix = (*self.prefix, value)
        return new

    def why(self, partial: Words, value: Value) -> Why | None:
        return None

    @classmethod
    def read(cls, s: Any, who: int, action: Action, asked: Any) -> Any:
        order = cls(s, who, asked)
        order.action = action
        return order


class OldPoint:
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


class OldAddressed(OldPoint):
    """A question to the side that its frame names first."""

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)


class OldSealed(OldPoint):
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


def whom(s: State) -> tuple[int, ...]:
    """The sides that owe an answer to the open question."""
    frame = s.frames[-1]
    point = POINTS[frame[0]]
    if isinstance(point, flow.Point):
        return point.whom(s, point.frame(frame))
    found: tuple[int, ...] = point.sides(s, *frame[1:])
    return found


def verbs_open(s: State, side: int) -> tuple[Value, ...]:
    """The orders with which a side may answer the open question."""
    frame = s.frames[-1]
    point = POINTS[frame[0]]
    if isinstance(point, flow.Point):
        return point.tree(s, side, point.frame(frame)).verbs.choices
    found: Level = point.level(s, side, (), (), *frame[1:])
    return found.choices
