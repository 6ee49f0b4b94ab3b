"""Hispania: fifteen centuries of the peninsula. Four players, twenty-seven nations, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine import flow, packing, refusing
from engine.core import (
    MODERATOR,
    Action,
    Dice,
    Emit,
    Option,
    Question,
    Result,
    Seen,
    Slot,
    Tree,
    Value,
    Verb,
)
from engine.games.hispania import words
from engine.games.hispania.book import (
    combat,
    founding,
    orders,
    parting,
    sequence,
    stacking,
    transformation,
    trek,
)
from engine.games.hispania.book.aiming import TARGETS
from engine.games.hispania.book.scoring import totals
from engine.games.hispania.book.standing import STANCES
from engine.games.hispania.moderator.edits import HALVES, apply_edit, edit_level
from engine.games.hispania.table.almanac import Almanac
from engine.games.hispania.table.board import KINDS, Board
from engine.games.hispania.table.check import check as check_state
from engine.games.hispania.table.data import read
from engine.games.hispania.table.flow import POINTS, Context, asked, run, settled, tree, whom
from engine.games.hispania.table.redeal import Same, deal
from engine.games.hispania.table.state import Battle, State
from engine.games.hispania.table.view import View, make
from engine.games.hispania.verbs import EDITS, VERBS
from engine.manifest import Manifest
from engine.orders import Order
from engine.tongues import ENGLISH, Field, Name, Said, Tongue, worded
from engine.tongues.directory import Called, Directory
from engine.words import meaning, meanings

__all__ = [
    "Hispania",
    "combat",
    "founding",
    "orders",
    "parting",
    "sequence",
    "stacking",
    "transformation",
    "trek",
]


ENGLISH.learn("hispania", VERBS=meanings(VERBS), EDITS=meanings(EDITS))

_MADE_AGAIN = ("almanac", "board", "memo", "options")  # of a state: not part of a position


class Hispania:
    """The game as the engine knows it; one instance is one set of data."""

    title = "Hispania"
    own = "nations"
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
    seats: tuple[str, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    data: Mapping[str, Any]
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        self.manifest = manifest
        self.name = manifest.name
        self.data = data
        self.board = board = Board(read(data))
        self.seats = board.peoples.seats
        self.scenarios = {token: row.title for token, row in board.scenarios.items()}
        self.options = board.options
        self._almanacs: dict[tuple[str, ...], Almanac] = {}
        self._directory = Directory(self.name, self._name_tables())

    def _name_tables(self) -> dict[str, Mapping[str, str | Called]]:
        board = self.board
        pieces = {**board.kind_names, **board.peoples.chief_names}
        called = {**board.peoples.nation_names, "neutral": words.NAMES["nation.neutral"]}
        nations = {t: Name(f"hispania.NAMES.nation.{t}", name) for t, name in called.items()}
        return {
            "place": dict(board.place_names),
            "zone": dict(board.zone_names),
            "piece": pieces,
            "target": {t: words.target(board, t) for t in TARGETS},
            "nation": nations,
            "actor": nations,
            "stance": {how: words.NAMES[f"stance.{how}"] for how in STANCES},
            "side": dict(board.peoples.seat_names),
            "flag": {"capital": words.NAMES["flag.capital"]},
            "number": {n: n for n in HALVES},
            "switch": {way: words.NAMES[f"switch.{way}"] for way in ("on", "off")},
            "label": {die: words.NAMES[f"label.{die}"] for die in ("attack", "defence")},
            "kind": {kind: board.kind_names[kind] for kind in KINDS},
        }

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        return self._directory.names(domain, tongue)

    def called(self, domain: str, token: str) -> Called:
        return self._directory.called(domain, token) or worded(token)

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return self.seats

    def hides(self, options: Mapping[str, str]) -> bool:
        return False

    def defaults(self, scenario: str) -> Mapping[str, str]:
        return {}

    def locked(self, scenario: str) -> Mapping[str, str]:
        return {}

    # -- playing ------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        context = Context(dice, emit)
        return sequence.set_up(self.board, self._almanac(options), scenario, options, context)

    def _almanac(self, options: Mapping[str, str]) -> Almanac:
        key = tuple(options.values())
        if key not in self._almanacs:
            self._almanacs[key] = Almanac(self.board, options)
        return self._almanacs[key]

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> dict[str, Any]:
        return packing.pack(state, _MADE_AGAIN)

    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> State:
        state = packing.unpack(State, packed, Battle, _MADE_AGAIN)
        state.board, state.almanac = self.board, self._almanac(options)
        state.options, state.memo = dict(options), None
        return state

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        """There was no other way to write a position yet."""
        raise packing.unknown(self.title, schema, self.schema)

    def questions(self, state: State) -> tuple[Question, ...]:
        settled(state)
        found = asked(state)
        if not found:
            return ()
        name, *args = state.frames[-1]
        point = POINTS[name]
        if isinstance(point, flow.Point):
            args = [point.frame(state.frames[-1])]
        return tuple(
            [
                Question(
                    self.seats[seat],
                    point.kind,
                    point.rule,
                    False,
                    {
                        "actor": words.token(self, nation),
                        **point.about(state, nation, *args),
                    },
                )
                for seat, nation in found
            ]
        )

    def _nation(self, state: State, seat: str) -> int:
        """The nation that a seat answers for now."""
        nations = whom(state)
        if len(nations) == 1:
            return nations[0]
        number = self.seats.index(seat)
        return next(nation for asked_, nation in asked(state) if asked_ == number)

    def sealed(self, state: State) -> tuple[str, ...]:
        """Seats whose answer to the open question is in but not yet resolved."""
        if state.battle is None:
            return ()
        nations = self.board.peoples.nations
        return tuple(
            self.seats[nations[nation].seat]
            for nation, answer in zip(state.battle.nations, state.sealed, strict=True)
            if answer is not None
        )

    def rights(self, state: State) -> tuple[Question, ...]:
        return ()

    def use(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        raise NotImplementedError

    def route(self, state: State, question: Question, prefix: tuple[Value, ...], goal: str) -> None:
        return None

    def outcomes(self, seen: Sequence[Seen], seat: str) -> Mapping[str, int]:
        return {}

    def tree(self, state: State, question: Question) -> Tree:
        if question.seat not in self.seats:
            return lambda prefix, partial: edit_level(state, prefix, partial)
        return tree(state, self.board.peoples.nation[question.about["actor"]])

    def default(self, state: State, question: Question) -> Action | None:
        name, *args = state.frames[-1]
        point = POINTS[name]
        if isinstance(point, flow.Point):
            args = [point.frame(state.frames[-1])]
        found: Action | None = point.default(state, self._nation(state, question.seat), *args)
        return found

    def apply(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        state.memo = None  # what was worked out before does not hold any more
        context = Context(dice, emit)
        name, *args = state.frames[-1]
        point = POINTS[name]
        if isinstance(point, flow.Point):
            args = [point.frame(state.frames[-1])]
        point.answer(state, context, self._nation(state, seat), action, *args)
        run(state, context)

    def edit(self, state: State, action: Action, dice: Dice, emit: Emit) -> None:
        state.memo = None
        context = Context(dice, emit)
        apply_edit(state, context, action)
        run(state, context)
        faults = check_state(state)
        if faults:
            context.tell("warning", "", faults=tuple(faults))

    # -- reading ------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        return make(state, seat)

    def reveal(self, state: State) -> View:
        return make(state, None)

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Same]:
        return deal(self, state, seat, rng), Same()

    def check(self, state: State) -> list[str]:
        return check_state(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        scores = {s: p / 2 for s, p in zip(self.seats, totals(state), strict=True)}
        reason = words.said("REASONS", "won" if len(state.over) == 1 else "shared")
        return Result(state.over, reason, "15.0", scores)

    def naming(self, reader: str | None) -> words.Names:
        return words.Names(self)

    def slot_words(self, verb: Verb, slot: Slot, edits: bool) -> Field:
        return meaning(f"hispania.{'EDITS' if edits else 'VERBS'}", verb.name, slot)

    def not_now(self, question: Question, verb: str) -> Said:
        return refusing.not_now(verb, self.asks(question))

    def closed_order(self, state: State, question: Question, verb: str) -> Order[Any, Any] | None:
        if question.seat == MODERATOR:
            return None
        frame = state.frames[-1]
        point = POINTS[frame[0]]
        if not isinstance(point, flow.Point):
            return None
        for order in point.orders:
            if order.verb.name == verb:
                return order(state, self._nation(state, question.seat), point.frame(frame))
        return None

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
        return view.turn, view.last

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return words.chapter(view)
