"""Lessons: case files with words, which somebody plays step by step.

A lesson is a case that anybody can run; it also says something before its steps (`say`) and at its
end, and names the seat that learns. The orders of that seat wait for the learner; the others are
played as they stand. What is written as `illegal` for the learner is tried on purpose: the refusal
is the lesson. Nothing else is kept: a lesson of so many steps is always the same position, so that
a front end need only remember how far somebody is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine import text
from engine.cases import Case, CaseError, Table, load
from engine.core import Action, Decision, Game, Illegal, Seen
from engine.data import load as load_data
from engine.games import manifests
from engine.match import Match
from engine.tongues import Said
from engine.tongues.phrases import taught


@dataclass(frozen=True, slots=True)
class Card:
    """What a game is about, on one card."""

    who: Said  # how many play, and what it is about
    paragraphs: tuple[Said, ...]  # the aim, a turn, and what else a newcomer should know
    orders: tuple[tuple[str, Said], ...]  # some to begin with, each with what it does


def card(game: Game) -> Card | None:
    """The card of a game; None if it has none."""
    manifest = manifests().get(game.name)
    path = manifest.folder / "card.yaml" if manifest is not None else None
    if path is None or not path.exists():
        return None
    data, key = load_data(path), f"{game.name}.CARD"
    orders = tuple(
        (str(one["order"]), taught(f"{key}.order{n}", one["does"]))
        for n, one in enumerate(data["orders"])
    )
    texts = tuple(taught(f"{key}.{part}", data[part]) for part in PARTS if part in data)
    return Card(taught(f"{key}.who", data["who"]), texts, orders)


PARTS = ("aim", "turn", "note")


def title(case: Case) -> Said:
    """What a lesson is called."""
    return taught(f"{case.game}.LESSONS.{case.lesson}", case.title)


def lessons(game: Game) -> tuple[Case, ...]:
    """The lessons of a game, in order; raises `CaseError` where one is malformed."""
    return _read(game.name) if game.name in manifests() else ()


@lru_cache(maxsize=16)
def _read(name: str) -> tuple[Case, ...]:
    folder = manifests()[name].folder / "lessons"
    found = [case for path in sorted(folder.glob("*.yaml")) for case in load(path)]
    for case in found:
        if not (case.lesson and case.seat and case.end):
            raise CaseError(f"{case.name}: a lesson has `lesson`, `seat` and `end`.")
    return tuple(sorted(found, key=lambda case: case.lesson))


@dataclass(frozen=True, slots=True)
class Task:
    """What the learner is to do next."""

    order: str
    forbidden: bool = False  # it is refused, and that is what one learns


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of what the learner typed."""

    taken: bool = False  # the lesson has gone on
    refusal: Illegal | None = None
    possible: bool = False  # legal, but not what is practised here


class Lesson:
    """A lesson under way. `done` counts the learner's tasks that lie behind."""

    def __init__(self, case: Case, done: int = 0) -> None:
        self.case = case
        self.done = 0
        self.said: tuple[Said, ...] = ()  # since the last task
        self.task: Task | None = None  # none: it is over
        self.since = 0  # the last event that the learner had seen when the task before was done
        self._table = Table(case)
        self._table.prepare()
        self._next = 0  # the step that has not been taken
        self.since = self._seen()
        self._forward()
        while self.done < done and not self.over:
            self.skip()

    @property
    def match(self) -> Match:
        return self._table.match

    @property
    def seat(self) -> str:
        return self.case.seat

    @property
    def over(self) -> bool:
        return self.task is None

    @property
    def question(self) -> Decision | None:
        return self.match.decision(self.seat)

    def news(self) -> tuple[Seen, ...]:
        """What the learner has seen happen since the task before."""
        return self.match.events(self.seat, self.since)

    def answer(self, typed: str) -> Reply:
        """Try what the learner typed; the lesson goes on if it is what is practised, or the same
        by other words."""
        task = self.task
        if task is None:
            return Reply()
        try:
            given = text.read(self.match.game, self._asked(), typed)
        except Illegal as refusal:
            if task.forbidden and self._meant(refusal):
                self.skip()
                return Reply(True, refusal)
            return Reply(refusal=refusal)
        if task.forbidden or not self._same(given):
            return Reply(possible=True)
        self.skip()
        return Reply(True)

    def skip(self) -> None:
        """Do what is practised, as it stands in the file."""
        if self.task is None:
            return
        self.since = self._seen()
        if not self.task.forbidden:
            self._table.take(self._next)
        self._on()

    def back(self) -> Lesson:
        """The same lesson, one task earlier."""
        return Lesson(self.case, max(0, self.done - 1))

    # -- inside --

    def _on(self) -> None:
        self.done += 1
        self._next += 1
        self._forward()

    def _seen(self) -> int:
        seen = self.match.events(self.seat)
        return seen[-1].number if seen else 0

    def _forward(self) -> None:
        """Take every step up to the learner's next one."""
        said: list[Said] = []
        self.task = None
        while self._next < len(self.case.steps):
            [(word, value)] = self.case.steps[self._next].items()
            self.task = self._task(word, value)
            if self.task is not None:
                break
            if word == "say":
                said.append(self._worded(str(self._next), str(value)))
            self._table.take(self._next)
            self._next += 1
        else:
            said.append(self._worded("end", self.case.end))
        self.said = tuple(said)
        if self.task is not None:
            self._lead_up(self.task)

    def _worded(self, step: str, text: str) -> Said:
        return taught(f"{self.case.game}.LESSONS.{self.case.lesson}.{step}", text)

    def _task(self, word: str, value: Any) -> Task | None:
        if word == self.seat:
            return Task(str(value))
        if word == "illegal" and isinstance(value, Mapping) and self.seat in value:
            return Task(str(value[self.seat]), forbidden=True)
        return None

    def _lead_up(self, task: Task) -> None:
        """On to the question that the task answers: what `otherwise` answers comes before it."""
        if task.forbidden:
            self._table.refusal(self.seat, task.order)
        else:
            self._table.understood(self.seat, task.order)

    def _asked(self) -> Decision:
        asked = self.question
        assert asked is not None, "a task leads up to its question"
        return asked

    def _meant(self, refusal: Illegal) -> bool:
        """Whether it was refused for the reason that the lesson is about."""
        assert self.task is not None
        wanted = self._table.refusal(self.seat, self.task.order)
        return (refusal.said.key, refusal.rule) == (wanted.said.key, wanted.rule)

    def _same(self, given: Action) -> bool:
        """Whether an order leads where the task's leads."""
        assert self.task is not None
        wanted = self._table.understood(self.seat, self.task.order)
        if given == wanted:
            return True
        ends = []
        for action in (given, wanted):
            trial = self.match.fork()
            trial.act(self.seat, action)
            ends.append(trial.position().digest)
        return ends[0] == ends[1]
