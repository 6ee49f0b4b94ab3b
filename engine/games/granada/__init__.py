"""Granada: Last Stand of the Moors, 1482-1492. Two players, hidden blocks, hidden hands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine import flow, orders, packing
from engine.core import (
    Action,
    Dice,
    Emit,
    Option,
    Question,
    Result,
    Seen,
    Tree,
    Value,
    Verb,
)
from engine.games.granada import words
from engine.games.granada.book import (
    battle,
    boabdil,
    deployment,
    losses,
    morale,
    movement,
    retreat,
    sequence,
    setup,
    siege,
)
from engine.games.granada.book.scoring import points
from engine.games.granada.moderator.edits import CHANGES, EDITS, change, warn
from engine.games.granada.table.board import ARMIES, FACTIONS, OWNERS, SEATS, Board, faction_name
from engine.games.granada.table.check import check as check_state
from engine.games.granada.table.data import read
from engine.games.granada.table.flow import POINTS, Context, run
from engine.games.granada.table.redeal import Dealt, redeal
from engine.games.granada.table.state import Battle, State
from engine.games.granada.table.view import View, make
from engine.games.granada.verbs import VERBS
from engine.tongues import ENGLISH, Said, Tongue, named
from engine.words import meanings

__all__ = [
    "Granada",
    "battle",
    "boabdil",
    "deployment",
    "losses",
    "morale",
    "movement",
    "retreat",
    "sequence",
    "setup",
    "siege",
]


ENGLISH.learn("granada", VERBS=meanings(VERBS), EDITS=meanings(EDITS))

_SIDES = {seat: side for side, seat in enumerate(SEATS)}


_MADE_AGAIN = ("board", "memo", "options")  # of a state: not part of a position


class Granada:
    """The game as the engine knows it; one instance is one set of data."""

    name = "granada"
    title = "Granada"
    own = "hand"
    seats: tuple[str, ...] = SEATS
    verbs: Mapping[str, Verb] = {
        **VERBS,
        **{
            order.verb.name: order.verb
            for point in POINTS.values()
            if isinstance(point, flow.Point)
            for order in point.orders
        },
    }
    edits: Mapping[str, Verb] = EDITS
    schema = 1  # of `dump`; grows when the fields of a state change, and `migrate` with it
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    data: Mapping[str, Any]
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.board = Board(read(data))
        self.scenarios = self.board.scenarios
        self.options = self.board.options
        self._names: dict[str, dict[str, str]] = self._name_tables()

    def _name_tables(self) -> dict[str, dict[str, str]]:
        board = self.board
        return {
            "place": dict(board.place_names),
            "zone": dict(board.zone_names),
            "block": dict(board.kind_names),
            "card": dict(board.card_names),
            "faction": {f: faction_name(i) for i, f in enumerate(FACTIONS)},
            "side": {s: words.NAMES[f"side.{s}"] for s in SEATS},
            "owner": {s: words.NAMES[f"owner.{s}"] for s in OWNERS},
            "army": {a: words.NAMES[f"army.{a}"] for a in ARMIES},
            "turn": {t: t for t in board.turn_tokens},
            "ship": {"F": words.NAMES["ship.F"]},
            "flag": {"land": words.NAMES["flag.land"]},
            "number": {n: n for n in "123"},  # so that too many tiles are refused by their rule
        }

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        names = self._names.get(domain, {})
        return names if tongue is ENGLISH else named(self.name, domain, names, tongue)

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return self.seats

    def hides(self, options: Mapping[str, str]) -> bool:
        return True

    def defaults(self, scenario: str) -> Mapping[str, str]:
        return {}

    def locked(self, scenario: str) -> Mapping[str, str]:
        return {}

    # -- playing ------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        return setup.set_up(self.board, scenario, options, Context(dice, emit))

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> dict[str, Any]:
        return packing.pack(state, _MADE_AGAIN)

    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> State:
        state = packing.unpack(State, packed, Battle, _MADE_AGAIN)
        state.board, state.memo, state.options = self.board, {}, dict(options)
        return state

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        """There was no other way to write a position yet."""
        raise packing.unknown(self.title, schema, self.schema)

    def questions(self, state: State) -> tuple[Question, ...]:
        if state.over is not None:
            return ()
        frame = state.frames[-1]
        args = frame[1:]
        point = POINTS[frame[0]]
        if isinstance(point, flow.Point):
            a = point.frame(frame)
            return tuple(
                [
                    Question(
                        SEATS[side],
                        point.kind,
                        point.rule,
                        point.reaction,
                        point.about(state, side, a),
                    )
                    for side in point.whom(state, a)
                ]
            )
        return tuple(
            [
                Question(
                    SEATS[side],
                    point.kind,
                    point.rule,
                    point.reaction,
                    point.about(state, side, *args),
                )
                for side in point.sides(state, *args)
            ]
        )

    def sealed(self, state: State) -> tuple[str, ...]:
        """Seats whose answer to the open question is in but not yet resolved."""
        return tuple(SEATS[i] for i, a in enumerate(state.sealed) if a is not None)

    def rights(self, state: State) -> tuple[Question, ...]:
        return ()

    def use(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        raise NotImplementedError

    def tree(self, state: State, question: Question) -> Tree:
        side = _SIDES.get(question.seat)
        if side is None:
            edits = [order(state, -1, ()) for order in CHANGES]
            return orders.Tree([order for order in edits if order.possible()])
        frame = state.frames[-1]
        point = POINTS[frame[0]]
        if isinstance(point, flow.Point):
            return point.tree(state, side, point.frame(frame))
        found: Tree = point.tree(state, side, *frame[1:])
        return found

    def default(self, state: State, question: Question) -> Action | None:
        name, *args = state.frames[-1]
        point = POINTS[name]
        if isinstance(point, flow.Point):
            return point.default(state, SEATS.index(question.seat), point.frame(state.frames[-1]))
        found: Action | None = point.default(state, SEATS.index(question.seat), *args)
        return found

    def apply(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        context = Context(dice, emit)
        frame = state.frames[-1]
        point = POINTS[frame[0]]
        if isinstance(point, flow.Point):
            point.answer(state, context, _SIDES[seat], action, point.frame(frame))
        else:
            point.answer(state, context, _SIDES[seat], action, *frame[1:])
        run(state, context)

    def edit(self, state: State, action: Action, dice: Dice, emit: Emit) -> None:
        context = Context(dice, emit)
        order = next(order for order in CHANGES if order.verb.name == action.verb)
        change(state, context, order.read(state, -1, action, ()))
        run(state, context)
        warn(state, context)

    # -- reading ------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        return make(state, seat)

    def reveal(self, state: State) -> View:
        return make(state, None, revealed=True)

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        return redeal(state, seat, rng)

    def check(self, state: State) -> list[str]:
        return check_state(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        winner, reason, rule = state.over
        score = points(state)
        return Result(
            (SEATS[winner],),
            Said(f"granada.REASONS.{reason}"),
            rule,
            {"christian": score[0], "muslim": score[1]},
        )

    def refusal(
        self,
        state: State,
        question: Question,
        prefix: tuple[Value, ...],
        partial: tuple[Value, ...],
        value: Value,
    ) -> tuple[Said, str]:
        return words.refusal(self, state, question, prefix, partial, value)

    def asks(self, question: Question) -> Said:
        return words.asks(self, question)

    def prompt(self, question: Question, tongue: Tongue = ENGLISH) -> str:
        return tongue.word(self.asks(question))

    def says(self, seen: Seen, reader: str | None) -> Said:
        return words.says(self, seen, reader)

    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str:
        return tongue.word(self.says(seen, reader))

    def turn(self, view: View) -> tuple[int, int]:
        return view.number, self.board.turns

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return words.chapter(view)
