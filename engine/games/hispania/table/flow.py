"""What a decision point of Hispania is; how play goes on is `engine.flow`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from engine import flow
from engine.core import Action, Event, Level, Tree, Value
from engine.events import Telling as AnyTelling
from engine.flow import EMPTY, EMPTY_PATH, NOTHING, PLAIN, Plain, Words, one, push
from engine.games.hispania.table.board import KINDS, Board
from engine.games.hispania.table.state import ELSEWHERE, ONE, State, seat_of

__all__ = [
    "EMPTY",
    "EMPTY_PATH",
    "NOTHING",
    "PLAIN",
    "POINTS",
    "STEPS",
    "Context",
    "OldPoint",
    "Plain",
    "Point",
    "Telling",
    "Words",
    "asked",
    "name_of",
    "nobody",
    "one",
    "parted",
    "pieces",
    "point",
    "push",
    "run",
    "step",
    "subset",
    "tree",
    "whom",
]


SCRIPT: flow.Script[State] = flow.Script()
STEPS, POINTS = SCRIPT.steps, SCRIPT.points
_ASKED = "asked"
step, point, run = SCRIPT.step, SCRIPT.point, SCRIPT.run
A = TypeVar("A", bound=tuple[Any, ...])


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in Hispania."""


class Context(flow.Context):
    """Chance and the log, for the length of one action."""

    __slots__ = ()

    def tell(  # type: ignore[override]  # both ways to tell, while the chapters move
        self,
        kind: str | AnyTelling,
        rule: str = "",
        reveals: tuple[str, ...] = (),
        **public: Any,
    ) -> None:
        if isinstance(kind, AnyTelling):
            self.emit(kind.event(rule, reveals))
        else:
            self.emit(Event(kind, rule, public))

    def reveal(self, kind: str, rule: str, reveals: tuple[str, ...], **public: Any) -> None:
        """Tell what had been sealed until now."""
        self.emit(Event(kind, rule, public, reveals=reveals))


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the player of the active nation; `who` is a nation."""

    def whom(self, s: State, a: A) -> tuple[int, ...]:
        """The nations for which an answer is still owed; a seat answers for one at a time."""
        return (s.active,)


class OldPoint:
    """A decision point: which nation is asked, what may be answered, and what it does."""

    kind = ""
    rule = ""

    def nations(self, s: State, *args: Any) -> tuple[int, ...]:
        """The nations for which an answer is still owed; a seat answers for one at a time."""
        return (s.active,)

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: Any) -> Level:
        raise NotImplementedError

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: Any) -> None:
        raise NotImplementedError

    def default(self, s: State, nation: int, *args: Any) -> Action | None:
        """What happens when time is up; None: the first legal action."""
        return None

    def about(self, s: State, nation: int, *args: Any) -> Mapping[str, Any]:
        """Public facts for the prompt."""
        return {}

    def why(
        self, s: State, nation: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        """Why `value` cannot stand there: words key and rule; None: the general answer."""
        return None


def asked(s: State) -> list[tuple[int, int]]:
    """Seats that are asked now, each with the nation it answers for, in the order of seats."""
    if s.over is not None:
        return []
    if s.memo is None:
        return _asked(s)
    if _ASKED not in s.memo:
        s.memo[_ASKED] = _asked(s)
    found: list[tuple[int, int]] = s.memo[_ASKED]
    return found


def _asked(s: State) -> list[tuple[int, int]]:
    nations = whom(s)
    if len(nations) == 1:
        return [(seat_of(s, nations[0]), nations[0])]
    found: dict[int, int] = {}
    for nation in nations:
        found.setdefault(seat_of(s, nation), nation)
    return sorted(found.items())


def whom(s: State) -> tuple[int, ...]:
    """The nations for which an answer to the open question is owed."""
    frame = s.frames[-1]
    point = POINTS[frame[0]]
    if isinstance(point, flow.Point):
        return point.whom(s, point.frame(frame))
    found: tuple[int, ...] = point.nations(s, *frame[1:])
    return found


def settled(s: State) -> None:
    """Nothing changes any more, for an order is carried out on a copy: what is worked out now
    holds as long as the question stands."""
    if s.memo is None:
        s.memo = {}


def tree(s: State, nation: int) -> Tree:
    """The levels of the open question, bound to the state once for the whole walk."""
    name, *args = s.frames[-1]
    point = POINTS[name]
    settled(s)
    if isinstance(point, flow.Point):
        return point.tree(s, nation, point.frame(s.frames[-1]))
    level = point.level
    if not args:
        return lambda prefix, partial: level(s, nation, prefix, partial)
    return lambda prefix, partial: level(s, nation, prefix, partial, *args)


def subset(pool: Sequence[str], partial: Words, least: int, most: int, rule: str = "") -> Level:
    """The next element of a set taken from `pool`, in its order, alike ones side by side."""
    n, at, size = len(partial), 0, len(pool)
    for token in partial:
        while at < size and pool[at] != token:
            at += 1
        if at == size:
            return Level((), "set", False, least, most, rule)
        at += 1
    found: list[str] = []
    if n < most:
        for i in range(at, min(size, size + n - least + 1)):
            if not found or found[-1] != pool[i]:
                found.append(pool[i])
    return Level(tuple(found), "set", n >= least, least, most, rule)


def pieces(s: State, units: Sequence[int], chiefs: Sequence[int] = ()) -> list[str]:
    """Units and Chiefs as the tokens of orders, ascending."""
    names = s.board.peoples.chiefs
    return [KINDS[kind] for kind in units] + [names[chief].token for chief in chiefs]


def parted(s: State, tokens: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """The tokens of an order as a stack and Chiefs."""
    return _parted(s.board, tuple(tokens))


@lru_cache(maxsize=1 << 14)
def _parted(board: Board, tokens: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    units = 0
    chiefs = []
    for token in tokens:
        kind = board.kind.get(token)
        if kind is None:
            chiefs.append(board.peoples.chief[token])
        else:
            units += ONE[kind]
    return units, tuple(chiefs)


def name_of(s: State, nation: int) -> str:
    """The token of a nation; the neutral WISIGOTH has one of its own."""
    return s.board.peoples.tokens[nation]


def nobody(nation: int) -> bool:
    return nation == ELSEWHERE
