"""The council as the engine knows it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.base import BaseGame
from engine.boards import ways
from engine.core import Dice, Emit, Option, Question, Result, Seen, Value
from engine.decks import Deck
from engine.flow import Round
from engine.manifest import Manifest
from engine.naming import Names
from engine.tongues import ENGLISH, Said, Tongue
from engine.tongues.directory import Directory
from tests.contract.council import words
from tests.contract.council.table import (
    COUNTS,
    NUMBERS,
    SCRIPT,
    SEATS,
    WORDS,
    Board,
    Dealt,
    State,
    View,
    redeal,
    view,
)
from tests.contract.council.talks import Accept, Promise, Retract, Vow
from tests.contract.council.turns import STRIDE, Bid, Going, Turn, Walk


class Council(BaseGame[State]):
    """One instance is one set of data."""

    title = "Council"
    own = "words"
    seats: tuple[str, ...] = SEATS
    scenarios: Mapping[str, str] = {name: f"for {count}" for name, count in COUNTS.items()}
    script = SCRIPT
    orders = (*Turn.orders, Bid, Promise, Retract, Accept, Vow)
    states = State
    remade = ("board",)
    catalogue = words.CATALOGUE
    tallies: Mapping[str, tuple[str, ...]] = {"throws": ("throw",)}

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = board = Board(data["map"])
        self.options = {
            name: Option(
                name, o["rule"], tuple(o["values"]), o["default"], o["title"], o["summary"]
            )
            for name, o in data["rules"]["options"].items()
        }
        tables = {"side": SEATS, "place": board.places, "number": NUMBERS, "word": WORDS}
        self.directory = Directory(
            self.name,
            {
                **{domain: {name: name for name in names} for domain, names in tables.items()},
                "card": {c: f"card {c[1:]}" for c in board.cards},
            },
        )

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return SEATS[: COUNTS[scenario] + (options["guest"] == "on")]

    def allies(self, seat: str, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """Every second seat is of one side."""
        side = SEATS.index(seat) % 2
        return tuple(s for s in self.seats_of(scenario, options)[side::2] if s != seat)

    def parley(self, view: Any) -> bool:
        """Whoever is asked at first listens; later nobody does."""
        return bool(view.active == (SEATS[0],))

    def hides(self, options: Mapping[str, str]) -> bool:
        return options["secrets"] == "on"

    def defaults(self, scenario: str) -> Mapping[str, str]:
        return {"secrets": "off"} if scenario == "endless" else {}

    def locked(self, scenario: str) -> Mapping[str, str]:
        return {"guest": "off"} if scenario == "full" else {}

    # -- playing ----------------------------------------------------------------------------------

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        s = State.__new__(State)
        s.count = count = len(self.seats_of(scenario, options))
        s.board, s.secrets = self.board, options["secrets"] == "on"
        s.endless, s.round, s.over = scenario == "endless", 1, None
        s.frames, s.sealed = [Turn.then(Going(0, 0))], []
        s.deck = Deck(tuple(range(len(self.board.worth))))
        s.points, s.at = [0] * count, [0] * count
        s.heard, s.hand = [()] * count, [()] * count
        s.promised, s.vows = [None] * count, [None] * count
        return s

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board, state.deck = self.board, Deck(*state.deck)

    def route(
        self, state: State, question: Question, prefix: tuple[Value, ...], goal: str
    ) -> Sequence[tuple[str, ...]] | None:
        """6: the cheapest ways; which tolls are paid matters."""
        given = Walk.begun(prefix)
        if given is None:
            return None
        board, so_far = self.board, [self.board.place[name] for name in given["way"]]
        start = state.at[SEATS.index(question.seat)]
        way = [start, *so_far]
        spent = sum(board.costs[a, b] for a, b in itertools.pairwise(way))

        def cost(here: int, there: int) -> int | None:
            return None if there in way else board.cost(here, there)

        found = ways.choices(
            board.graph,
            way[-1],
            board.place[goal],
            cost,
            lambda place: place if place in board.tolls else None,
            STRIDE - spent,
        )
        return [tuple(board.places[place] for place in one[1:]) for one in found]

    def outcomes(self, seen: Sequence[Seen], seat: str) -> Mapping[str, int]:
        lost = sum(s.args["lost"] for s in seen if s.kind == "dare" and s.args["side"] == seat)
        return {"lost": lost}

    # -- reading ----------------------------------------------------------------------------------

    def view(self, state: State, seat: str | None) -> View:
        if state.over is not None:
            return view(state, seat, ())
        point, brings = self.question(state)
        asked = point.parties(state, brings) if isinstance(point, Round) else (brings.who,)
        return view(state, seat, tuple(SEATS[who] for who in asked))

    def redeal(self, state: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        return redeal(state, seat, rng)

    def check(self, state: State) -> list[str]:
        cards = [*state.deck.rest, *state.deck.top, *(c for hand in state.hand for c in hand)]
        found = [] if len(cards) == len({*cards}) else ["a card is there twice"]
        return found + super().check(state)

    def result(self, state: State) -> Result | None:
        if state.over is None:
            return None
        scores = {seat: float(p) for seat, p in zip(SEATS, state.points, strict=False)}
        winners = tuple(seat for seat in scores if scores[seat] == max(state.points))
        return Result(winners, Said("council.REASONS.points"), "8", scores)

    # -- words ------------------------------------------------------------------------------------

    def naming(self, reader: str | None) -> Names:
        """Everybody calls things the same."""
        return Names(self, None)

    def turn(self, view: View) -> tuple[int, int]:
        return view.round, view.last

    def chapter(self, view: View) -> str:
        return "auction" if len(view.active) > 1 else ""

    def headline(self, view: View, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return (("Round", str(view.round)), ("Active", ", ".join(view.active) or "nobody"))
