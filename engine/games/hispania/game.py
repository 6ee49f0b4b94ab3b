"""Hispania: fifteen centuries of the peninsula. Four players, twenty-seven nations, dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.base import BaseGame
from engine.core import Action, Dice, Emit, Question, Result
from engine.flow import Context
from engine.games.hispania import words
from engine.games.hispania.book.aiming import Aim
from engine.games.hispania.book.combat import Fight, Pass, Sign
from engine.games.hispania.book.elcid import Accept, Hire, Refuse
from engine.games.hispania.book.founding import Claim
from engine.games.hispania.book.marching import Move
from engine.games.hispania.book.orders import Capital, Rebuild, Stance
from engine.games.hispania.book.parting import Hold, Stay, Submit
from engine.games.hispania.book.purchase import Buy, Deploy, Disband
from engine.games.hispania.book.retreat import Retreat
from engine.games.hispania.book.scoring import totals
from engine.games.hispania.book.sequence import set_up
from engine.games.hispania.book.stacking import Remove
from engine.games.hispania.book.standing import AMOUNTS, STANCES, Forgo
from engine.games.hispania.book.transformation import Keep
from engine.games.hispania.book.trek import Trek
from engine.games.hispania.moderator.edits import CHANGES, HALVES, Unsound, change
from engine.games.hispania.table.almanac import Almanac
from engine.games.hispania.table.board import KINDS, Board
from engine.games.hispania.table.check import check as check_state
from engine.games.hispania.table.data import read
from engine.games.hispania.table.flow import SCRIPT, name_of, settled
from engine.games.hispania.table.orders import TARGETS, Done
from engine.games.hispania.table.state import Battle, State, migrated, seat_of
from engine.games.hispania.table.view import View, make
from engine.manifest import Manifest
from engine.orders import Tree
from engine.orders.edits import Edit
from engine.parts.outlook import Warned
from engine.tongues import ENGLISH, Name, Said, Tongue
from engine.tongues.directory import Called, Directory


class Hispania(BaseGame[State]):
    """The game as the engine knows it; one instance is one set of data."""

    title = "Hispania"
    own = "nations"
    script = SCRIPT
    orders = (
        Buy, Deploy, Disband, Move, Rebuild, Capital, Stance, Hire, Done, Trek, Remove, Fight,
        Aim, Stay, Hold, Retreat, Submit, Sign, Pass, Accept, Refuse, Keep, Claim,
        Forgo,
    )  # fmt: skip
    changes = CHANGES
    states, part = State, Battle
    remade = ("almanac", "board", "memo", "options")
    schema = 2
    composed, composing = words.COMPOSED, words.COMPOSING
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = board = Board(read(data))
        self.seats = board.peoples.seats
        self.scenarios = {token: row.title for token, row in board.scenarios.items()}
        self.options = board.options
        self._almanacs: dict[tuple[str, ...], Almanac] = {}
        self.directory = Directory(self.name, self._tables())
        self._names = words.Names(self, None)  # the same for every reader

    def _tables(self) -> dict[str, Mapping[str, str | Called]]:
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
            "amount": {n: n for n in AMOUNTS},
            "switch": {way: words.NAMES[f"switch.{way}"] for way in ("on", "off")},
            "label": {die: words.NAMES[f"label.{die}"] for die in ("attack", "defence")},
            "kind": {kind: board.kind_names[kind] for kind in KINDS},
        }

    # -- playing ------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        context = Context(dice, emit)
        return set_up(self.board, self._almanac(options), scenario, options, context)

    def _almanac(self, options: Mapping[str, str]) -> Almanac:
        key = tuple(options.values())
        if key not in self._almanacs:
            self._almanacs[key] = Almanac(self.board, options)
        return self._almanacs[key]

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board, state.almanac = self.board, self._almanac(options)
        state.options, state.memo = dict(options), None

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        """The first schema knew no band that marches on, no turns in a battle, and no province
        that is closed to those who must leave another."""
        if schema != 1:
            return super().migrate(packed, schema)
        return migrated(packed)

    def warnings(
        self, view: View, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
    ) -> Iterable[Warned]:
        return words.warnings(self, view, verb, origin, who, path)

    def seat_of(self, state: State, who: int) -> int:
        """The seat that plays a nation."""
        return seat_of(state, who)

    def about(self, state: State, who: int, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Every question tells for which nation it is asked."""
        return {"actor": name_of(state, who), **facts}

    def questions(self, state: State) -> tuple[Question, ...]:
        settled(state)
        return super().questions(state)

    def tree(self, state: State, question: Question) -> Tree:
        settled(state)
        return super().tree(state, question)

    def apply(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        state.memo = None  # what was worked out before does not hold any more
        super().apply(state, seat, action, dice, emit)

    def use(self, state: State, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        state.memo = None
        super().use(state, seat, action, dice, emit)

    def edit(self, state: State, action: Action, dice: Dice, emit: Emit) -> None:
        state.memo = None
        super().edit(state, action, dice, emit)

    def change(self, state: State, context: Context, order: Edit[Any]) -> None:
        change(state, context, order)

    def changed(self, state: State, context: Context) -> None:
        if faults := self.check(state):
            context.tell(Unsound(faults=tuple(faults)))

    # -- reading ------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        return make(state, seat)

    def check(self, state: State) -> list[str]:
        return check_state(state) + super().check(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        scores = {s: p / 2 for s, p in zip(self.seats, totals(state), strict=True)}
        reason = words.said("REASONS", "won" if len(state.over) == 1 else "shared")
        return Result(state.over, reason, "15.0", scores)

    # -- words --------------------------------------------------------------------------------

    def naming(self, reader: str | None) -> words.Names:
        return self._names

    def asks(self, question: Question) -> Said:
        return words.asks(self, question)

    def turn(self, view: View) -> tuple[int, int]:
        return view.turn, view.last

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return words.chapter(view)
