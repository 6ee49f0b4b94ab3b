"""The First Crusade: two to seven players, a map of points, cards in secret hands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.base import BaseGame
from engine.core import Dice, Emit, Question, Result
from engine.decks import Deck
from engine.flow import Context
from engine.games.crusade import words
from engine.games.crusade.book import deals, standing
from engine.games.crusade.book.acting import Act
from engine.games.crusade.book.after import Retreating
from engine.games.crusade.book.battle import Cards
from engine.games.crusade.book.cards.egypt import Egyptian, Levying
from engine.games.crusade.book.cards.events import Ending, Sickening
from engine.games.crusade.book.cards.hands import Keeping
from engine.games.crusade.book.cards.quarrels import Calming, Sowing
from engine.games.crusade.book.cards.visions import Contesting, Seeing
from engine.games.crusade.book.drawing import Buying, Leading, Rousing
from engine.games.crusade.book.interception import Intercepting, Joining
from engine.games.crusade.book.naval import Fleeing, Resisting, Sailing
from engine.games.crusade.book.scoring import Adding, Aiming, scores
from engine.games.crusade.book.sequence import (
    LAST,
    Arriving,
    Assigning,
    Camping,
    Entering,
    Talking,
    set_up,
)
from engine.games.crusade.book.siege import Feeding
from engine.games.crusade.book.spoils import Dooming, Occupying
from engine.games.crusade.book.withdrawal import Standing
from engine.games.crusade.moderator.stage import CHANGES
from engine.games.crusade.table.board import Board
from engine.games.crusade.table.check import check as check_state
from engine.games.crusade.table.data import read
from engine.games.crusade.table.flow import DEEDS, GIFTS, NUMBERS, SCRIPT, seas
from engine.games.crusade.table.people import Form
from engine.games.crusade.table.redeal import Dealt, redeal
from engine.games.crusade.table.state import Battle, State
from engine.games.crusade.table.view import View, make
from engine.manifest import Manifest
from engine.tongues import ENGLISH, Said, Tongue
from engine.tongues.directory import Directory

POINTS = (
    Act, Sailing, Standing, Intercepting, Joining, Cards, Retreating, Feeding, Talking, Entering,
    Assigning, Buying, Leading, Camping, Aiming, Adding, Keeping, Sickening, Seeing, Contesting,
    Egyptian, Levying, Sowing, Calming, Ending, Occupying, Dooming, Arriving, Rousing,
    Resisting, Fleeing, standing.Standing, deals.Dealing,
)  # fmt: skip


class Crusade(BaseGame[State]):
    """The game as the engine knows it; one instance is one set of data."""

    title = "First Crusade"
    own = "hand"
    script = SCRIPT
    orders = tuple(dict.fromkeys(order for point in POINTS for order in point.orders))
    changes = CHANGES
    states, part = State, Battle
    remade = ("board", "form", "options")
    turns = LAST
    catalogue = words.CATALOGUE
    tallies: Mapping[str, tuple[str, ...]] = words.TALLIES

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = board = Board(read(data))
        people = board.people
        self.seats = tuple(people.seats)
        self.numbers = {seat: number for number, seat in enumerate(self.seats)}
        self.scenarios = {token: form.title for token, form in people.forms.items()}
        self.directory = Directory(self.name, self._tables())

    def _tables(self) -> dict[str, Mapping[str, str]]:
        board, names = self.board, words.NAMES
        zones = {t: board.zone_names.get(t, board.names.get(t, t)) for t in seas(board)[0]}

        def group(domain: str, tokens: Any) -> dict[str, str]:
            return {t: names[f"{domain}.{t}"] for t in tokens}

        charts = board.charts
        return {
            "place": dict(board.names),
            "zone": zones,
            "leader": dict(board.people.leader_names),
            "faction": dict(board.people.faction_names),
            "side": dict(board.people.seat_names),
            "card": dict(charts.event_names),
            "standard": dict(charts.standard_names),
            "activation": {**board.people.leader_names, **charts.standard_names},
            "number": {n: n for n in NUMBERS},
            "deed": group("deed", DEEDS),
            "gift": group("gift", GIFTS),
            "siege": group("siege", ("total", "partial")),
            "formation": group("formation", ("D", "P", "F", "E", "CI", "CF")),
            "posture": group("posture", standing.POSTURES),
            "leave": group("leave", standing.LEAVES),
            "phase": group("phase", words.PHASES),
            "switch": group("switch", ("always", "once", "yes", "no")),
            "fatimids": group("fatimids", ("stores", "men", "fleets", "army")),
            "split": group("split", ("halves", "flight")),
        }

    # -- forms --------------------------------------------------------------------------------

    def form(self, scenario: str) -> Form:
        return self.board.people.forms[scenario]

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return self.form(scenario).seats

    def allies(self, seat: str, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        form = self.form(scenario)
        sides = dict(zip(form.seats, form.side_of, strict=True))
        return tuple([one for one in form.seats if one != seat and sides[one] == sides[seat]])

    def hides(self, options: Mapping[str, str]) -> bool:
        return True

    # -- playing ------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        context = Context(dice, emit)
        s = set_up(self.board, self.form(scenario), options, context)
        self.script.run(s, context)
        return s

    def dump(self, state: State) -> dict[str, Any]:
        return {**super().dump(state), "form": state.form.token}

    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> State:
        plain = {name: value for name, value in packed.items() if name != "form"}
        s = super().load(plain, options)
        s.form = self.form(packed["form"])
        s.pile = Deck(*s.pile)
        return s

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board, state.options = self.board, dict(options)

    def seat_of(self, state: State, who: int) -> int:
        """The seat that answers for a faction."""
        form = state.form
        return self.numbers[form.seats[form.seat_of[who]]]

    # -- reading ------------------------------------------------------------------------------

    def _player(self, state: State, seat: str | None) -> int:
        return state.form.seats.index(seat) if seat is not None else -1

    def view(self, state: State, seat: str | None) -> View:
        points = scores(state) if state.over is not None else ()
        return make(state, self._player(state, seat), scores=points)

    def reveal(self, state: State) -> View:
        return make(state, -1, whole=True, scores=scores(state))

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        return redeal(state, self._player(state, seat), rng)

    def check(self, state: State) -> list[str]:
        return check_state(state) + super().check(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        winners, reason, rule = state.over
        seats = state.form.seats
        points = dict(zip(seats, scores(state), strict=True))
        said = Said(f"{self.name}.REASONS.{reason}")
        return Result(tuple([seats[p] for p in winners]), said, rule, points)

    def turn(self, view: Any) -> tuple[int, int]:
        """What is asked before the first turn belongs to it."""
        return max(1, view.turn), LAST

    # -- words --------------------------------------------------------------------------------

    def asks(self, question: Question) -> Said:
        return super().asks(question)

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return words.headline(self, view, tongue)

    def chapter(self, view: View) -> str:
        return f"battle {view.battle.place}" if view.battle is not None else ""

    def parley(self, view: View) -> bool:
        """11.0: in the Diplomacy phase."""
        return view.phase == "diplomacy"
