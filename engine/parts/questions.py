"""The questions of a match: which are open, under which numbers, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import MODERATOR, Action, Clock, Decision, Game, Level, Question, Value

EDITING = Question(MODERATOR, "edit", "")


class Together(Decision):
    """A seat's question and its rights as one tree, for menus: an order of any of them may be
    given. It goes by the name of the first."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Decision]) -> None:
        first = parts[0]
        super().__init__(first._game, first._state, first._question, first.number, first._clock)
        self.parts = tuple(parts)

    def next(self, prefix: tuple[Value, ...] = (), partial: tuple[Value, ...] = ()) -> Level:
        if prefix:
            return self.part(prefix[0]).next(prefix, partial)
        verbs = dict.fromkeys(verb for part in self.parts for verb in part.verbs)
        return Level(tuple(verbs), "one", False, 1, 1, self.rule)

    def part(self, verb: str) -> Decision:
        """The question or right that knows a verb."""
        return next((part for part in self.parts if verb in part.verbs), self.parts[0])

    def route(self, prefix: tuple[Value, ...], goal: str) -> Sequence[tuple[str, ...]] | None:
        return self.part(prefix[0]).route(prefix, goal)

    def sample(self, rng: Random) -> Action:
        return rng.choice(self.parts).sample(rng)


class Questions:
    """The open questions. A number is the length of the record when a question was first asked."""

    __slots__ = ("asked", "clock", "decisions", "invited", "open", "rights")

    def __init__(self, asked: int = 0) -> None:
        self.asked = asked
        self.clock = Clock()
        self.open: dict[str, tuple[str, int]] = {}  # seat: kind and number of its question
        self.decisions: tuple[Decision, ...] | None = None  # made when somebody looks
        self.invited: dict[tuple[str, str], int] = {}  # seat and kind of a right: its number
        self.rights: tuple[Decision, ...] | None = None

    def fork(self) -> Questions:
        new = Questions(self.asked)
        new.open = dict(self.open)
        new.invited = dict(self.invited)
        return new

    def ask(self, game: Game, state: Any) -> tuple[Decision, ...]:
        """The open questions, at most one a seat. One that stays open while another seat answers
        keeps its number: a button pressed in good faith must not be stale."""
        if self.decisions is None:
            known, opened, found = self.open, {}, []
            for question in game.questions(state):
                seat, kind = question.seat, question.kind
                number = self.asked
                if seat in known and known[seat][0] == kind:
                    number = known[seat][1]
                opened[seat] = (kind, number)
                found.append(Decision(game, state, question, number, self.clock))
            self.open, self.decisions = opened, tuple(found)
        return self.decisions

    def invite(self, game: Game, state: Any) -> tuple[Decision, ...]:
        """The rights that may be used now. One that stays keeps its number, whatever happens."""
        if self.rights is None:
            self.number_rights(game, state)
            if not self.invited:
                self.rights = ()
                return ()
            numbers = self.invited
            self.rights = tuple(
                [
                    Decision(game, state, q, numbers[q.seat, q.kind], self.clock)
                    for q in game.rights(state)
                ]
            )
        return self.rights

    def number_rights(self, game: Game, state: Any) -> None:
        """Number the rights that have come up, whether or not anybody looks at them."""
        if self.rights is not None:
            return
        found, numbers = game.invited(state), self.invited
        if (found or numbers) and found != tuple(numbers):
            self.invited = {right: numbers.get(right, self.asked) for right in found}

    def editing(self, game: Game, state: Any) -> Decision:
        """The question that the moderator may always answer."""
        return Decision(game, state, EDITING, self.asked, self.clock)

    def move_on(self, asked: int, answered: str | None) -> None:
        """The match has moved: the seat that answered is asked anew, or, with None, everybody."""
        self.clock.now += 1
        self.asked = asked
        self.rights = None
        if answered is not None:
            self.open.pop(answered, None)
        else:
            self.open = {}
        self.decisions = None
