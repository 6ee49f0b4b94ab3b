"""Cortés: Conquest of the Aztec Empire. Two players, hexes, a lake, and a city."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.base import BaseGame
from engine.core import Dice, Emit, Question, Value
from engine.flow import Context
from engine.games.cortes import words
from engine.games.cortes.book.attack import Attack
from engine.games.cortes.book.battle import Advance, Temple
from engine.games.cortes.book.charge import Drive
from engine.games.cortes.book.deployment import Back, Deploy, Lift, Standard
from engine.games.cortes.book.ending import loss_points
from engine.games.cortes.book.lake import Bombard, Engage
from engine.games.cortes.book.leaders import Flee
from engine.games.cortes.book.losses import Lose
from engine.games.cortes.book.movement import (
    Aboard,
    Done,
    Escape,
    Leave,
    Limber,
    Move,
    Raid,
    Top,
)
from engine.games.cortes.book.rest import Keep
from engine.games.cortes.book.sequence import Accept, Continue, Object, Regroup
from engine.games.cortes.book.setup import set_up
from engine.games.cortes.book.trap import Abandon, Fight, Lure
from engine.games.cortes.book.ways import route
from engine.games.cortes.moderator.edits import CHANGES, TABLES, Unsound
from engine.games.cortes.table.check import check as check_state
from engine.games.cortes.table.data import read
from engine.games.cortes.table.flow import SCRIPT
from engine.games.cortes.table.pieces import Realm
from engine.games.cortes.table.redeal import Dealt, redeal, secrets
from engine.games.cortes.table.state import SEATS, Battle, Rules, State
from engine.games.cortes.table.view import View, make
from engine.manifest import Manifest
from engine.tongues import ENGLISH, Tongue
from engine.tongues.directory import Directory

BEGINNER = {
    "fog": "off", "causeways": "off", "cannons": "off", "tribes": "off", "raids": "off",
    "traps": "off", "charges": "off", "prisoners": "off", "desecration": "off",
    "temple_fog": "off", "disease": "off",
}  # fmt: skip


class Cortes(BaseGame[State]):
    """The game as the engine knows it; one instance is one set of data."""

    title = "Cortés"
    own = "stacks"
    seats: tuple[str, ...] = SEATS
    scenarios: Mapping[str, str] = {
        "veteran": "The siege of Tenochtitlan (veterans)",
        "beginner": "The siege of Tenochtitlan (beginners)",
    }
    script = SCRIPT
    orders = (
        Deploy, Lift, Back, Standard, Move, Leave, Raid, Escape, Limber, Aboard, Top, Done, Engage,
        Bombard, Attack, Fight, Abandon, Lure, Drive, Lose, Temple, Flee, Advance, Continue,
        Regroup, Object, Accept, Keep,
    )  # fmt: skip
    changes = CHANGES
    states, part = State, Battle
    remade = ("board", "rules")
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES
    catalogue = words.CATALOGUE
    composed, composing = words.COMPOSED, words.COMPOSING

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = board = Realm(read(data))
        self._rules: dict[tuple[str, ...], Rules] = {}
        places = {
            token: board.place_names.get(token, token) if i < board.hexes else f"lake {token}"
            for i, token in enumerate(board.places)
        }
        names: dict[str, Mapping[str, str]] = {
            "place": {t: f"{n} {t}" if n != t and t in board.place_names else n
                      for t, n in places.items()},
            "unit": board.face_names,
            "units": board.face_plurals,
            "fighter": board.face_names,
            "snare": {"stack": "stack", **board.face_names},
            "side": {seat: words.NAMES[f"side.{seat}"] for seat in SEATS},
            "leader": {w: words.NAMES[f"leader.{w}"] for w in ("Cortes", "Cuauhtemoc")},
            **TABLES,
        }  # fmt: skip
        self.directory = Directory(self.name, names)

    def hides(self, options: Mapping[str, str]) -> bool:
        return options["fog"] == "on" or options["temple_fog"] == "on" == options["desecration"]

    def defaults(self, scenario: str) -> Mapping[str, str]:
        return BEGINNER if scenario == "beginner" else {}

    # -- playing ------------------------------------------------------------------------------

    def rules(self, options: Mapping[str, str]) -> Rules:
        key = tuple(options[name] for name in self.options)
        if key not in self._rules:
            self._rules[key] = Rules(options)
        return self._rules[key]

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        state = set_up(self.board, self.rules(options))
        self.script.run(state, Context(dice, emit))
        return state

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board, state.rules = self.board, self.rules(options)

    def route(
        self, state: State, question: Question, prefix: tuple[Value, ...], goal: str
    ) -> Sequence[tuple[str, ...]] | None:
        return route(state, SEATS.index(question.seat), prefix, goal)

    def changed(self, state: State, context: Context) -> None:
        """What is wrong may name hidden units: the moderator is told apart."""
        if self.check(state):
            context.tell(Unsound())

    # -- reading ------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        return make(state, seat)

    def reveal(self, state: State) -> View:
        return make(state, None, revealed=True)

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        return redeal(state, seat, rng)

    def hidden(self, state: State, who: int) -> Mapping[int, Sequence[int]]:
        """What others have not seen of a side, place by place; the hand is at -1."""
        return secrets(state, who)

    def check(self, state: State) -> list[str]:
        return check_state(state) + super().check(state)

    def scores(self, state: State) -> Sequence[float]:
        points = float(loss_points(state))
        return [-points, points]

    # -- words --------------------------------------------------------------------------------

    def naming(self, reader: str | None) -> words.CortesNames:
        return words.CortesNames(self, reader)

    def turn(self, view: View) -> tuple[int, int]:
        """The pair of turns, of how many the table has agreed on; the set-up is of the first."""
        return max(1, view.turn), view.limit

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return words.chapter(view)
