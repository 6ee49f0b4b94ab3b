"""The parts of a plan: lines, the conditions on them, and the orders they carry.

A condition speaks of public facts only: it is shown what a spectator sees, and nothing else. An
order is made from what its own seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from engine.core import Action, Decision, Game, HeraldError, Illegal
from engine.match import World
from engine.tongues import ENGLISH, Listed, Said, Tongue, worded
from engine.words import say_plan

Facts = Mapping[str, int]  # public facts by name; a yes is 1, a no is 0


class Unclear(HeraldError):  # noqa: N818 (what a person is told, not a fault)
    """Words of a plan that cannot be understood, and what could stand there."""

    def __init__(self, reason: Said, could: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.could = tuple(could)


class Fault(NamedTuple):
    """What is wrong with one line of a plan."""

    line: int
    text: str
    said: Said
    could: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        return ENGLISH.word(self.said)

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        """The line, what is wrong with it, and what it could be, in a language."""
        key = "fault, could" if self.could else "fault"
        could = Listed(self.could, "")
        return tongue.word(
            say_plan(key, line=self.line, text=self.text, reason=self.said, could=could)
        )

    def __str__(self) -> str:
        return self.worded()


class Unreadable(HeraldError):  # noqa: N818 (a name of the contract)
    """A plan that cannot be used: every line that is wrong, and why."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        return "\n".join(fault.worded(tongue) for fault in self.faults)


class AskOwner(HeraldError):  # noqa: N818 (not a fault: the plan leaves the question to a person)
    """A question that the plan leaves to the person who wrote it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """`4+`: four or more; `4-`: four or fewer."""

    number: int
    upwards: bool = True

    def __contains__(self, number: int) -> bool:
        return number >= self.number if self.upwards else number <= self.number

    def __str__(self) -> str:
        return f"{self.number}{'+' if self.upwards else '-'}"

    @classmethod
    def read(cls, word: str) -> Bound | None:
        """A bare number is the least that is meant: `stop lead 4`."""
        digits = word.rstrip("+-")
        if not digits.isdecimal() or len(word) - len(digits) > 1 or len(digits) > 3:
            return None
        return cls(int(digits), not word.endswith("-"))


@dataclass(frozen=True, slots=True)
class Condition:
    """A public fact, and how much of it there must be."""

    fact: str
    bound: Bound | None = None  # None: a plain yes
    negated: bool = False

    def holds(self, facts: Facts) -> bool:
        """A fact that does not exist at this question neither holds nor fails to."""
        number = facts.get(self.fact)
        if number is None:
            return False
        wanted = number in self.bound if self.bound is not None else bool(number)
        return wanted != self.negated

    def __str__(self) -> str:
        bound = f" {self.bound}" if self.bound is not None else ""
        return f"{'not ' if self.negated else ''}{self.fact}{bound}"


class Skip(NamedTuple):
    """Why an order could not be given."""

    said: Said


@dataclass(frozen=True, slots=True)
class Table:
    """What an order is made from: the question in the seat's own world, and the public facts."""

    world: World
    decision: Decision
    facts: Facts

    @property
    def game(self) -> Game:
        return self.world.game

    @property
    def seat(self) -> str:
        return self.decision.seat

    def legal(self, action: Action) -> Action | Skip:
        """The action if it answers the question; else why it does not."""
        try:
            self.decision.demand(action)
        except Illegal as refusal:
            return Skip(refusal.said)
        return action


class Order(Protocol):
    """What one line of a plan wants done. `str(order)` reads back to the same order."""

    habit: ClassVar[str]  # "", BRAKE (before all other lines) or ONCE (once in a battle)

    def concerns(self, decision: Decision) -> bool:
        """Whether it is about questions like this one."""
        ...

    def make(self, table: Table) -> Action | Skip:
        """A legal answer, or why there is none."""
        ...

    def refrain(self, decision: Decision) -> Action | None:
        """What is done if no line about the question can stand; None: what `else` says."""
        ...


BRAKE, ONCE = "brake", "once"


@dataclass(frozen=True, slots=True)
class Line:
    """One instruction: when, what, and how often in one battle."""

    number: int  # in the text, from 1
    order: Order
    conditions: tuple[Condition, ...] = ()
    most: int | None = None

    @property
    def brake(self) -> bool:
        """Looked at before the other lines, wherever it stands."""
        return self.order.habit == BRAKE

    @property
    def limit(self) -> int | None:
        return 1 if self.most is None and self.order.habit == ONCE else self.most

    def __str__(self) -> str:
        when = f"[{', '.join(map(str, self.conditions))}] " if self.conditions else ""
        often = f" max {self.most}" if self.most is not None else ""
        return f"{when}{self.order}{often}"


@dataclass(frozen=True, slots=True)
class Ask:
    """`ask always challenge`: these questions go to the person, whatever the hand holds."""

    topic: str
    kinds: frozenset[str]
    habit: ClassVar[str] = ""

    def concerns(self, decision: Decision) -> bool:
        return decision.kind in self.kinds

    def make(self, table: Table) -> Action | Skip:
        raise AskOwner(say_plan("ask owner", seat=table.seat))

    def refrain(self, decision: Decision) -> Action | None:
        return None

    def __str__(self) -> str:
        return f"ask always {self.topic}"


class Note(NamedTuple):
    """For the owner alone: a line that was skipped, why, and how often."""

    line: int
    text: str
    said: Said
    times: int = 1

    @property
    def why(self) -> str:
        return ENGLISH.word(self.said)

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        key = "skipped, often" if self.times > 1 else "skipped"
        return tongue.word(
            say_plan(key, line=self.line, text=self.text, times=self.times, why=self.said)
        )

    def __str__(self) -> str:
        return self.worded()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a plan has been carried out, to be kept while its owner is asked."""

    battle: str = ""
    used: tuple[tuple[int, int], ...] = ()  # line and how often
    notes: tuple[tuple[int, Said, int], ...] = ()  # line, why it was skipped, how often

    def to_json(self) -> dict[str, object]:
        return {
            "battle": self.battle,
            "used": [list(pair) for pair in self.used],
            "notes": [[line, why.to_json(), times] for line, why, times in self.notes],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Progress:
        return cls(
            str(data["battle"]),
            tuple((int(line), int(times)) for line, times in data["used"]),
            tuple((int(line), _why(why), int(times)) for line, why, times in data["notes"]),
        )


def _why(kept: object) -> Said:
    """Why a line was skipped, as it was kept; some were kept in finished words."""
    return worded(kept) if isinstance(kept, str) else Said.from_json(kept)
