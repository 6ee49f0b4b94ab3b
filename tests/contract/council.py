"""A council: a game small enough to be seen through, for what depends on its form.

Two to seven seats by scenario and option, secrets by option, a form without a last turn, shared
victories. Each seat in turn takes a number, throws a die, or tells another seat a word: openly
(everybody knows to whom) or under the table (nobody does). No registry lists it: the fixture
`council` puts it there for one test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

import pytest

import engine
from engine.core import (
    DONE,
    Action,
    Declared,
    Dice,
    Emit,
    Event,
    Level,
    Option,
    Question,
    Result,
    Seen,
    Slot,
    Tree,
    Value,
    Verb,
)
from engine.tongues import ENGLISH, Said, Tongue

ENGLISH.learn(
    "council",
    REASONS={"points": "most points"},
    REFUSALS={"any": "That cannot be done in council."},
)

SEATS = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
COUNTS = {"pair": 2, "quartet": 4, "full": 7, "endless": 3}
ROUNDS = 3
WORDS = ("sun", "moon", "star", "comet")
SWITCH = ("off", "on")
OPTIONS = {
    "guest": Option("guest", "1", SWITCH, "off", "A guest", "One seat more."),
    "secrets": Option("secrets", "2", SWITCH, "on", "Secrets", "Words are whispered."),
}


@dataclass
class State:
    seats: tuple[str, ...]
    secrets: bool
    endless: bool
    active: int = 0
    round: int = 1
    over: bool = False
    points: list[int] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=list)  # words that each seat was told

    def copy(self) -> State:
        heard = [list(words) for words in self.heard]
        return replace(self, points=list(self.points), heard=heard)


class View(NamedTuple):
    seat: str | None
    active: str | None
    round: int
    last: int
    points: Mapping[str, int]
    heard: tuple[str, ...]  # the reader's own

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "heard": list(self.heard)}


class Same:
    def alias(self, seat: str, action: Action) -> Action | None:
        return action


class Council:
    name = "council"
    title = "Council"
    own = "words"
    seats = SEATS
    scenarios = {name: f"for {count}" for name, count in COUNTS.items()}
    options = OPTIONS
    edits: Mapping[str, Verb] = {}
    events: Mapping[str, Declared] = {}
    data: Mapping[str, Any] = {}
    tallies: Mapping[str, tuple[str, ...]] = {"throws": ("throw",)}
    schema = 1
    verbs = {
        "take": Verb("take", (Slot("count", domain="number"),), "3"),
        "throw": Verb("throw", (), "4"),
        "whisper": Verb("whisper", (Slot("to", domain="side"),), "5"),
        "slip": Verb("slip", (Slot("to", domain="side"),), "6"),
        "close": Verb("close", (), "7", ends=True),
    }

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return SEATS[: COUNTS[scenario] + (options["guest"] == "on")]

    def hides(self, options: Mapping[str, str]) -> bool:
        return options["secrets"] == "on"

    def defaults(self, scenario: str) -> Mapping[str, str]:
        return {"secrets": "off"} if scenario == "endless" else {}

    def locked(self, scenario: str) -> Mapping[str, str]:
        return {"guest": "off"} if scenario == "full" else {}

    # -- playing ----------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        seats = self.seats_of(scenario, options)
        made = State(seats, options["secrets"] == "on", scenario == "endless")
        made.points = [0] * len(seats)
        made.heard = [[] for _ in seats]
        return made

    def questions(self, s: State) -> tuple[Question, ...]:
        return () if s.over else (Question(s.seats[s.active], "turn", "1"),)

    def rights(self, s: State) -> tuple[Question, ...]:
        return ()

    def use(self, s: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        raise NotImplementedError

    def tree(self, s: State, question: Question) -> Tree:
        if question.seat not in s.seats:  # the moderator, who can change nothing here
            return lambda prefix, partial: Level(())

        def level(prefix: tuple[Value, ...], partial: tuple[Value, ...]) -> Level:
            if not prefix:
                secret = ("whisper", "slip") if s.secrets else ()
                return Level(("take", "throw", *secret, *(("close",) if s.endless else ())))
            if prefix[0] == "take" and len(prefix) == 1:
                return Level(("1", "2", "3"))
            if prefix[0] in ("whisper", "slip") and len(prefix) == 1:
                return Level(tuple(seat for seat in s.seats if seat != question.seat))
            return DONE

        return level

    def refusal(self, s: State, question: Question, *fault: Any) -> tuple[Said, str]:
        return Said("council.REFUSALS.any"), "1"

    def default(self, s: State, question: Question) -> Action | None:
        return Action("take", "1")

    def sealed(self, s: State) -> tuple[str, ...]:
        return ()

    def apply(self, s: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        at = s.seats.index(seat)
        if action.verb == "take":
            s.points[at] += int(action.args[0])
            emit(Event("take", "3", {"side": seat, "count": int(action.args[0])}))
        elif action.verb == "throw":
            shown = dice.pick("die", (1, 2, 3, 4, 5, 6))
            s.points[at] += shown
            emit(Event("throw", "4", {"side": seat, "shown": shown}))
        elif action.verb in ("whisper", "slip"):
            self._tell(s, seat, action, emit)
        s.active = (at + 1) % len(s.seats)
        s.round += s.active == 0
        s.over = action.verb == "close" or (not s.endless and s.round > ROUNDS)

    def _tell(self, s: State, seat: str, action: Action, emit: Emit) -> None:
        to = action.args[0]
        word = WORDS[(s.round + s.active) % len(WORDS)]
        s.heard[s.seats.index(to)].append(word)
        if action.verb == "whisper":
            emit(Event("whisper", "5", {"side": seat, "to": to}, {to: {"word": word}}))
        else:
            emit(Event("slip", "6", {"side": seat}))
            emit(Event("slipped", "6", {"side": seat, "word": word}, only=(to,)))

    def edit(self, s: State, action: Action, dice: Dice, emit: Emit) -> None:
        raise AssertionError("there are no edits")

    # -- reading ----------------------------------------------------------------------------------

    def view(self, s: State, seat: str | None) -> View:
        heard = s.heard[s.seats.index(seat)] if seat else ()
        active = None if s.over else s.seats[s.active]
        points = dict(zip(s.seats, s.points, strict=True))
        turn = s.round if s.endless else min(s.round, ROUNDS)
        return View(seat, active, turn, 0 if s.endless else ROUNDS, points, tuple(heard))

    def reveal(self, s: State) -> View:
        return self.view(s, None)

    def redeal(self, s: State, seat: str | None, rng: Random) -> tuple[State, Same]:
        new = s.copy()
        for owner, heard in zip(new.seats, new.heard, strict=True):
            if owner != seat:
                heard[:] = [rng.choice(WORDS) for _ in heard]
        return new, Same()

    def check(self, s: State) -> list[str]:
        return [] if len(s.points) == len(s.seats) else ["somebody has no points"]

    def result(self, s: State) -> Result | None:
        if not s.over:
            return None
        scores = {seat: float(points) for seat, points in zip(s.seats, s.points, strict=True)}
        winners = tuple(seat for seat in s.seats if scores[seat] == max(s.points))
        return Result(winners, Said("council.REASONS.points"), "8", scores)

    def copy(self, s: State) -> State:
        return s.copy()

    def dump(self, s: State) -> dict[str, Any]:
        packed = {**vars(s.copy())}
        return {**packed, "seats": list(s.seats)}

    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return State(**{**packed, "seats": tuple(packed["seats"])})

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        return dict(packed)

    # -- words ------------------------------------------------------------------------------------

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        known = {"side": SEATS, "number": ("1", "2", "3")}.get(domain, ())
        return {name: name for name in known}

    def prompt(self, question: Question, tongue: Tongue = ENGLISH) -> str:
        return "What do you do?"

    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str:
        said = ", ".join(f"{name} {value}" for name, value in seen.args.items())
        return f"{seen.kind}: {said}."

    def turn(self, view: View) -> tuple[int, int]:
        return view.round, view.last

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return (("Round", str(view.round)), ("Active", view.active or ""))

    def chapter(self, view: View) -> str:
        return ""


@pytest.fixture
def council(monkeypatch: pytest.MonkeyPatch) -> Council:
    """The game, known by its name as long as the test runs."""
    game = Council()
    known = {**engine.games(), game.name: game}
    monkeypatch.setattr(engine, "_registry", lambda: known)
    return game
