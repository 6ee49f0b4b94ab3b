"""What lies on the table of a council: the map, the state, what a reader sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from engine import flow, orders
from engine.core import Action
from engine.decks import Deck
from engine.events import Telling as AnyTelling
from engine.flow import PLAIN, Frame
from engine.orders import Domain, Words
from engine.orders.piles import Pile

SEATS = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
COUNTS = {"pair": 2, "quartet": 4, "full": 7, "endless": 3}
ROUNDS = 12
WORDS = ("sun", "moon", "star", "comet")
NUMBERS = ("0", "1", "2", "3", "4", "5", "6")


class Board:
    """The map and the cards, from the data."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.places: tuple[str, ...] = tuple(data["places"])
        self.place = {name: number for number, name in enumerate(self.places)}
        self.costs: dict[tuple[int, int], int] = {}
        for one, other, cost in data["roads"]:
            a, b = self.place[one], self.place[other]
            self.costs[a, b] = self.costs[b, a] = cost
        self.graph = [
            sorted(b for a, b in self.costs if a == place) for place in range(len(self.places))
        ]
        self.tolls = frozenset(self.place[name] for name in data["tolls"])
        self.worth: tuple[int, ...] = tuple(data["cards"])
        self.cards = tuple(f"c{number}" for number in range(len(self.worth)))
        self.card = {name: number for number, name in enumerate(self.cards)}

    def cost(self, here: int, there: int) -> int | None:
        return self.costs.get((here, there))


class State:
    """A position. Lists are the state's own; what stands in them is never changed."""

    __slots__ = (
        "at", "board", "count", "deck", "endless", "frames", "hand", "heard", "over", "points",
        "promised", "round", "sealed", "secrets", "vows",
    )  # fmt: skip

    board: Board
    count: int  # of seats
    secrets: bool
    endless: bool
    round: int
    over: str | None
    frames: list[Frame]
    sealed: list[Action | None]
    deck: Deck
    points: list[int]
    at: list[int]  # where each envoy is
    heard: list[tuple[str, ...]]  # words that each seat was told
    hand: list[tuple[int, ...]]
    promised: list[tuple[int, int] | None]  # to whom, and how much
    vows: list[str | None]

    def copy(self) -> State:
        new = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(new, name, list(value) if isinstance(value, list) else value)
        return new


class View(NamedTuple):
    """What one reader may know."""

    seat: str | None
    active: tuple[str, ...]
    round: int
    last: int
    points: Mapping[str, int]
    at: Mapping[str, str]
    promised: Mapping[str, tuple[str, int]]
    pile: int
    cards: Mapping[str, int]  # how many each holds
    top: tuple[str | None, ...]  # of the pile, as far as somebody looked
    heard: tuple[str, ...]  # the reader's own, as all that follows
    hand: tuple[str, ...]
    vow: str | None

    def to_json(self) -> dict[str, Any]:
        return {name: list(v) if isinstance(v, tuple) else v for name, v in self._asdict().items()}


def view(s: State, seat: str | None, active: tuple[str, ...]) -> View:
    seats = SEATS[: s.count]
    own = SEATS.index(seat) if seat is not None else -1
    cards, known = s.board.cards, s.deck.known_to(own) if own >= 0 else (None,) * len(s.deck.top)
    return View(
        seat,
        active,
        s.round if s.endless else min(s.round, ROUNDS),
        0 if s.endless else ROUNDS,
        dict(zip(seats, s.points, strict=True)),
        {name: s.board.places[place] for name, place in zip(seats, s.at, strict=True)},
        {seats[i]: (SEATS[p[0]], p[1]) for i, p in enumerate(s.promised) if p is not None},
        len(s.deck),
        {name: len(hand) for name, hand in zip(seats, s.hand, strict=True)},
        tuple(None if card is None else cards[card] for card in known),
        s.heard[own] if own >= 0 else (),
        tuple(cards[card] for card in s.hand[own]) if own >= 0 else (),
        s.vows[own] if own >= 0 else None,
    )


# -- flow and orders -----------------------------------------------------------------------------

SCRIPT: flow.Script[State] = flow.Script()


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in council."""


class Order(orders.Order[State, Any]):
    """An order of one seat."""

    @property
    def seat(self) -> str:
        return SEATS[self.who]


SIDE: Domain[int] = Domain("side", lambda o: {n: i for i, n in enumerate(SEATS)}, lambda o: SEATS)
PLACE: Domain[int] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
CARD: Domain[int] = Domain(
    "card",
    lambda o: o.s.board.card,
    lambda o: o.s.board.cards,
    lambda o, world: world.hand(o.who),
)
NUMBER_OF = Words("number", *NUMBERS)
WORD = Words("word", *WORDS)


# -- another world -------------------------------------------------------------------------------


class Dealt:
    """How an action of another seat reads where its cards are others."""

    def __init__(self, old: State, new: State) -> None:
        self.old, self.new = old, new

    def hand(self, who: int) -> Pile:
        return Pile(zip(self.old.hand[who], self.new.hand[who], strict=True))

    def alias(self, seat: str, action: Action) -> Action | None:
        who = SEATS.index(seat)
        point: flow.Point[State, Any]
        for point in SCRIPT.rights.values():
            if any(order.verb.name == action.verb for order in point.orders):
                return self._read(point, who, action, PLAIN)
        frame = self.old.frames[-1]
        point = SCRIPT.points[frame[0]]
        return self._read(point, who, action, point.frame(frame))

    def _read(self, point: Any, who: int, action: Action, asked: Any) -> Action | None:
        try:
            order = point.reads(action.verb, asked)
            found: Action = order.read(self.old, who, action, asked).alias(self)
        except LookupError:
            return None
        return found


def redeal(s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
    """What the reader has not looked at is dealt anew: hands, pile, words, vows, sealed bids."""
    new = s.copy()
    own = SEATS.index(seat) if seat is not None else -1
    reader = own if own >= 0 else None
    pool = list(s.deck.unknown_to(reader))
    pool += [card for who, hand in enumerate(s.hand) if who != own for card in hand]
    pool.sort()
    rng.shuffle(pool)
    for who in range(s.count):
        if who == own:
            continue
        new.hand[who] = tuple([pool.pop() for _ in s.hand[who]])
        new.heard[who] = tuple([rng.choice(WORDS) for _ in s.heard[who]])
        if s.secrets:
            new.vows[who] = rng.choice((None, *WORDS))
    new.deck = s.deck.dealt_anew(reader, pool, rng)
    if any(new.sealed):
        frame = new.frames[-1]
        point: Any = SCRIPT.points[frame[0]]
        point.reseal(new, point.frame(frame), (own,), rng)
    return new, Dealt(s, new)
