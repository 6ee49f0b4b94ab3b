"""Granada: Last Stand of the Moors, 1482-1492. Two players, hidden blocks, hidden hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from engine.base import BaseGame
from engine.core import Dice, Emit, Question, Result, Slot, Verb
from engine.flow import Context
from engine.games.granada import words
from engine.games.granada.book.battle import (
    Commander,
    FieldArmy,
    Fight,
    Inside,
    Split,
    Stand,
    Surrender,
)
from engine.games.granada.book.boabdil import Camp, Return
from engine.games.granada.book.bombardment import Bombardment, Pioneers
from engine.games.granada.book.deployment import Broadside, Deploy, Finish, Free, Watchtower
from engine.games.granada.book.losses import Lose
from engine.games.granada.book.morale import Challenge, Show, Yield
from engine.games.granada.book.move import Move
from engine.games.granada.book.movement import (
    Done,
    Guard,
    Limited,
    Minimal,
    Mobilize,
    ReadySally,
    Rest,
    Total,
)
from engine.games.granada.book.muster import Muster
from engine.games.granada.book.naval import Anchor, Engage, Evade, Land, Onward, Sail, Sink
from engine.games.granada.book.retreat import Capture, Retreat
from engine.games.granada.book.scoring import points
from engine.games.granada.book.sequence import Bid, Bull, Discard, First, Hire
from engine.games.granada.book.setup import Draw, set_up
from engine.games.granada.book.siege import Assault, Hold, Sortie
from engine.games.granada.moderator.edits import CHANGES, Unsound, change
from engine.games.granada.table.board import ARMIES, FACTIONS, OWNERS, SEATS, Board, faction_name
from engine.games.granada.table.check import check as check_state
from engine.games.granada.table.data import read
from engine.games.granada.table.flow import SCRIPT
from engine.games.granada.table.orders import Pass
from engine.games.granada.table.redeal import Dealt, redeal
from engine.games.granada.table.state import Battle, State
from engine.games.granada.table.view import View, make
from engine.manifest import Manifest
from engine.orders.edits import Edit
from engine.parts.outlook import Warned
from engine.tongues import ENGLISH, Field, Said, Tongue
from engine.tongues.directory import Directory


class Granada(BaseGame[State]):
    """The game as the engine knows it; one instance is one set of data."""

    title = "Granada"
    own = "hand"
    schema = 2
    seats: tuple[str, ...] = SEATS
    script = SCRIPT
    orders = (
        Draw, Bid, First, Rest, Minimal, Limited, Total, Mobilize, Move, Muster, Sail, ReadySally,
        Guard, Done, Onward, Anchor, Land, Engage, Sink, Evade, Fight, Stand, Inside, Split,
        Commander, Surrender, FieldArmy, Assault, Hold, Free, Deploy, Watchtower, Broadside,
        Bombardment, Pioneers, Sortie, Finish, Challenge, Pass, Show, Yield, Lose, Retreat,
        Capture, Camp, Return, Discard, Hire, Bull,
    )  # fmt: skip
    changes = CHANGES
    states, part = State, Battle
    remade = ("board", "options")
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES
    composed, composing = words.COMPOSED, words.COMPOSING

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = board = Board(read(data))
        self.scenarios = board.scenarios
        self.options = board.options
        self.directory = Directory(self.name, self._tables(board))

    def _tables(self, board: Board) -> dict[str, Mapping[str, str]]:
        return {
            "place": board.place_names,
            "zone": board.zone_names,
            "block": board.kind_names,
            "card": board.card_names,
            "faction": {f: faction_name(i) for i, f in enumerate(FACTIONS)},
            "side": {s: words.NAMES[f"side.{s}"] for s in SEATS},
            "owner": {s: words.NAMES[f"owner.{s}"] for s in OWNERS},
            "army": {a: words.NAMES[f"army.{a}"] for a in ARMIES},
            "turn": {t: t for t in board.turn_tokens},
            "ship": {"F": words.NAMES["ship.F"]},
            "flag": {"land": words.NAMES["flag.land"]},
            "number": {n: n for n in "123"},  # so that too many tiles are refused by their rule
        }

    def hides(self, options: Mapping[str, str]) -> bool:
        return True

    # -- playing ------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        return set_up(self.board, scenario, options, Context(dice, emit))

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board, state.options = self.board, dict(options)

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        """The first schema did not keep who had come into a battle with which card."""
        if schema != 1:
            return super().migrate(packed, schema)
        found = dict(packed)
        if found["battle"] is not None:
            part = found["battle"]["part"]
            found["battle"] = {"part": {**part, "deployments": []}}
        return found

    def older(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any] | None:
        """Without what the first schema did not keep."""
        found = dict(packed)
        if schema == 1 and found["battle"] is not None:
            part = dict(found["battle"]["part"])
            part.pop("deployments")
            found["battle"] = {"part": part}
        return found if schema == 1 else None

    def change(self, state: State, context: Context, order: Edit[Any]) -> None:
        change(state, context, order)

    def changed(self, state: State, context: Context) -> None:
        """What is wrong may name hidden pieces: the moderator is told apart."""
        if self.check(state):
            context.tell(Unsound())

    # -- reading ------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        return make(state, seat)

    def reveal(self, state: State) -> View:
        return make(state, None, revealed=True)

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        return redeal(state, seat, rng)

    def check(self, state: State) -> list[str]:
        return check_state(state) + super().check(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        winner, reason, rule = state.over
        scores = dict(zip(SEATS, points(state), strict=True))
        return Result((SEATS[winner],), Said(f"granada.REASONS.{reason}"), rule, scores)

    def warnings(
        self, view: View, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
    ) -> Iterable[Warned]:
        return words.warnings(self, view, verb, origin, who, path)

    # -- words --------------------------------------------------------------------------------

    def naming(self, reader: str | None) -> words.Names:
        return words.Names(self, reader)

    def slot_words(self, verb: Verb, slot: Slot, edits: bool) -> Field:
        return words.slot_words(slot)

    def not_now(self, question: Question, verb: str) -> Said:
        return words.not_now(self, question, verb)

    def asks(self, question: Question) -> Said:
        return words.asks(self, question)

    def turn(self, view: View) -> tuple[int, int]:
        return view.number, self.board.turns

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return words.chapter(view)
