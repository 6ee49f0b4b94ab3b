"""How play goes on, in every game: a stack of frames in the state, each a step or a point.

A *step* is a function that runs by itself. A *point* asks somebody; it stays on top of the stack
until it has been answered. A *round* is a point that asks several at once. Control flow is data:
a state can be copied at any question.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import (
    Any,
    ClassVar,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeVar,
    get_args,
    overload,
)

from engine.core import About, Action, Dice, Emit, HeraldError
from engine.events import Telling
from engine.orders import Order, Tree

Frame = tuple[Any, ...]  # the name of a step or a point, and its arguments


class Staged(Protocol):
    """What a state must have."""

    frames: list[Frame]
    over: Any  # None while it is being played


class Sealing(Staged, Protocol):
    """What a state must have where several are asked at once."""

    sealed: list[Action | None]


S = TypeVar("S", bound=Any)
A = TypeVar("A", bound=tuple[Any, ...])
P = ParamSpec("P")


class Context:
    """Chance and the log, for the length of one action."""

    __slots__ = ("dice", "emit")

    def __init__(self, dice: Dice, emit: Emit) -> None:
        self.dice = dice
        self.emit = emit

    def tell(
        self,
        told: Telling,
        *,
        rule: str = "",
        reveals: tuple[str, ...] = (),
        only: tuple[str, ...] | None = None,
    ) -> None:
        """Something has happened: by the rule of its kind, or by another; to all, or to `only`
        some seats."""
        if told._open and not rule and not reveals and only is None:
            self.emit(told)
        else:
            self.emit(told.event(rule, reveals, only))


C = TypeVar("C", bound=Context)


class Step(Generic[S, C, P]):
    """A function that runs by itself when its frame comes up."""

    def __init__(self, function: Callable[Concatenate[S, C, P], None]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__
        self._frame = (self.name,)

    def __call__(self, s: S, c: C, *args: P.args, **kwargs: P.kwargs) -> None:
        self.function(s, c, *args, **kwargs)

    def then(self, *args: P.args, **kwargs: P.kwargs) -> Frame:
        """Its frame: to be carried out when those above it are done."""
        if kwargs:
            raise HeraldError(f"The arguments of the step {self.name} are given in order.")
        return self._frame + args


def _arguments(function: Callable[..., None]) -> tuple[str, ...]:
    """The arguments of a step, after the state and the context."""
    return tuple(inspect.signature(function).parameters)[2:]


class Script(Generic[S]):
    """The steps, points and events of one game, as its chapters declare them."""

    def __init__(self) -> None:
        self.steps: dict[str, Callable[..., None]] = {}
        self.points: dict[str, Any] = {}
        self.rights: dict[str, Right[S]] = {}
        self.events: dict[str, type[Telling]] = {}
        self.promised: dict[str, tuple[str, ...]] = {}  # steps named ahead: their arguments
        self.read = False  # whether the chapters were looked through for events told wrongly
        self._last: tuple[Any, Any, Any] = (None, None, None)  # a frame, its point, what it brings

    def step(self, function: Callable[Concatenate[S, C, P], None]) -> Step[S, C, P]:
        """Register a function as the step of its own name."""
        self._once(function.__name__, "steps or points")
        promised = self.promised.pop(function.__name__, None)
        if promised is not None and promised != _arguments(function):
            raise HeraldError(f"The step {function.__name__} has other arguments than named ahead.")
        self.steps[function.__name__] = function
        return Step(function)

    def ahead(self, function: Callable[Concatenate[S, C, P], None]) -> Step[S, C, P]:
        """Name a step that a later chapter registers: where two chapters need each other, the
        first has only its head."""
        self.promised[function.__name__] = _arguments(function)
        return Step(function)

    def ask(self, point: Point[S, Any]) -> None:
        """Register a question, or a right, under its kind."""
        self._once(point.kind, "steps or points")
        if isinstance(point, Right):
            self.rights[point.kind] = point
        else:
            self.points[point.kind] = point

    def declare(self, event: type[Telling]) -> None:
        """Register a kind of event."""
        if event.kind in self.events:
            raise HeraldError(f"Two events are of the kind {event.kind}.")
        self.events[event.kind] = event

    def _once(self, name: str, what: str) -> None:
        if name in self.steps or name in self.points or name in self.rights:
            raise HeraldError(f"Two {what} are called {name}.")

    def question(self, s: Staged) -> tuple[Point[S, Any], Any]:
        """The open question, and what it brings."""
        frame, last = s.frames[-1], self._last
        if last[0] is not frame:
            point: Point[S, Any] = self.points[frame[0]]
            self._last = last = (frame, point, point.frame(frame))
        return last[1], last[2]

    def run(self, s: Staged, c: Context) -> None:
        """Carry out steps until somebody must be asked or the game is over."""
        steps, frames = self.steps, s.frames
        while s.over is None and frames[-1][0] in steps:
            frame = frames.pop()
            steps[frame[0]](s, c, *frame[1:])


def push(s: Staged, *frames: Frame) -> None:
    """Put frames on the stack so that the first named comes first."""
    s.frames.extend(reversed(frames))


# -- questions -----------------------------------------------------------------------------------


class Plain(NamedTuple):
    """The frame of a question that brings nothing with it."""


PLAIN = Plain()


class Point(Generic[S, A]):
    """A question: who is asked, which orders answer it, and what happens when time is up.

    `class Engage(Point[Sea], kind="engage", rule="9.1")` registers it in the game's script; `Sea`
    is a NamedTuple, the frame that the question brings.
    """

    script: ClassVar[Script[Any]]
    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    reaction: ClassVar[bool] = False  # a secret could change the answer: it is asked anyway
    brings: ClassVar[type[Any]] = Plain
    orders: ClassVar[Sequence[type[Order[Any, Any]]]] = ()
    plain: ClassVar[Any] = PLAIN
    _known: ClassVar[dict[str, type[Order[Any, Any]]] | None] = None  # the same by verb
    otherwise: ClassVar[type[Order[Any, Any]] | None] = None  # given when time is up
    facts: ClassVar[Mapping[str, About]] = {}  # what it tells, if its name is not its domain

    def __init_subclass__(
        cls,
        kind: str = "",
        rule: str = "",
        reaction: bool = False,
        script: Script[Any] | None = None,
    ) -> None:
        super().__init_subclass__()
        if script is not None:
            cls.script = script
        for base in getattr(cls, "__orig_bases__", ()):
            for found in get_args(base):
                if isinstance(found, type) and hasattr(found, "_fields"):
                    cls.brings = found
        cls._known = None
        if kind:
            cls.kind, cls.rule, cls.reaction = kind, rule, reaction
            cls.script.ask(cls())

    @overload
    @classmethod
    def then(cls: type[Point[S, Plain]]) -> Frame: ...
    @overload
    @classmethod
    def then(cls, asked: A) -> Frame: ...
    @classmethod
    def then(cls, asked: Any = ()) -> Frame:
        """Its frame: asked when those above it are done."""
        return (cls.kind, *asked)

    def frame(self, frame: Frame) -> A:
        """What a frame of the stack brings."""
        found: A = tuple.__new__(self.brings, frame[1:]) if len(frame) > 1 else self.plain
        return found

    def whom(self, s: S, a: A) -> tuple[int, ...]:
        """Those who still owe an answer: the one whom the frame names first."""
        return (a[0],)

    def about(self, s: S, who: int, a: A) -> Mapping[str, Any]:
        """Public facts for the prompt."""
        return {}

    def default(self, s: S, who: int, a: A) -> Action | None:
        """What happens when time is up; None: the first legal action."""
        return self.otherwise.act() if self.otherwise is not None else None

    def open(self, s: S, who: int, a: A) -> Sequence[type[Order[Any, Any]]]:
        """The orders that may be given now: those that are `possible`."""
        return [cls for cls in self.orders if cls.always or cls(s, who, a).possible()]

    def tree(self, s: S, who: int, a: A) -> Tree:
        return Tree(self.open(s, who, a), s, who, a, self.rule)

    def reads(self, verb: str, a: A) -> type[Order[Any, Any]]:
        """The class of an order that answers this question."""
        known = self._known
        if known is None:
            known = type(self)._known = {order.verb.name: order for order in self.orders}
        return known[verb]

    def answer(self, s: S, c: Any, who: int, action: Action, a: A) -> None:
        """The question is answered: it leaves the stack, and the order is carried out."""
        order = self.reads(action[0], a).read(s, who, action, a)
        s.frames.pop()
        order.do(c)


def answering(whom: Sequence[int], seat_of: Callable[[int], int]) -> list[tuple[int, int]]:
    """The seats of those who are asked, each with whom it answers for: one at a time."""
    if len(whom) == 1:
        return [(seat_of(whom[0]), whom[0])]
    found: dict[int, int] = {}
    for who in whom:
        found.setdefault(seat_of(who), who)
    return sorted(found.items())


class Round(Point[S, A]):
    """A question to several at once: answers wait, sealed, until the last of them is in.

    They wait in `s.sealed`, one place for each of those asked, in the order of `parties`; `opened`
    gets all of them together. Nothing tells who has answered but that they are no longer asked.
    """

    def parties(self, s: S, a: A) -> tuple[int, ...]:
        """All who are asked, whether or not they have answered."""
        raise NotImplementedError

    def whom(self, s: S, a: A) -> tuple[int, ...]:
        parties = self.parties(s, a)
        if len(s.sealed) != len(parties):
            return parties
        return tuple([who for who, given in zip(parties, s.sealed, strict=True) if given is None])

    def given(self, s: S, a: A) -> tuple[int, ...]:
        """Those whose answers wait."""
        owing = self.whom(s, a)
        return tuple([who for who in self.parties(s, a) if who not in owing])

    def answer(self, s: S, c: Any, who: int, action: Action, a: A) -> None:
        parties = self.parties(s, a)
        if len(s.sealed) != len(parties):
            s.sealed = [None] * len(parties)
        s.sealed[parties.index(who)] = action
        if None not in s.sealed:
            answers = tuple(
                [
                    self.reads(given.verb, a).read(s, each, given, a)
                    for each, given in zip(parties, s.sealed, strict=True)
                ]
            )
            s.sealed = self.cleared(parties)
            s.frames.pop()
            self.opened(s, c, a, answers)

    def cleared(self, parties: tuple[int, ...]) -> list[Action | None]:
        """What `s.sealed` holds when nothing is sealed."""
        return []

    def opened(self, s: S, c: Any, a: A, answers: tuple[Order[Any, Any], ...]) -> None:
        """All answers are in: what they do is worked out in the order of `parties`."""
        raise NotImplementedError

    def reseal(self, s: S, a: A, known: Collection[int], rng: Random) -> None:
        """In a world dealt anew: answers that wait become any that could be given there, the true
        one too, for what is never dealt could be found by elimination.

        Those of `known` stay: the reader of that world gave them himself.
        """
        parties = self.parties(s, a)
        if len(s.sealed) != len(parties):
            return
        for at, who in enumerate(parties):
            if s.sealed[at] is not None and who not in known:
                s.sealed[at] = None
                s.sealed[at] = self.tree(s, who, a).sample(rng)


class Right(Point[S, Plain]):
    """An invitation beside the questions: an offer, a card for any time, an instruction.

    It holds up nobody: no clock runs for it, and play goes on whether or not it is used. `whom`
    follows from public facts alone; using it leaves the stack of frames to the order.
    """

    def answer(self, s: S, c: Any, who: int, action: Action, a: Plain) -> None:
        self.reads(action.verb, a).read(s, who, action, a).do(c)
