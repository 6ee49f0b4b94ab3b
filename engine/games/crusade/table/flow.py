"""What a question of the First Crusade is, and what its orders name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NewType, TypeVar

from engine import flow, orders
from engine.events import Telling as AnyTelling
from engine.flow import PLAIN, Context, Plain, push
from engine.games.crusade.table.board import Board
from engine.games.crusade.table.charts import CF, CI, D, E, F, P
from engine.games.crusade.table.facts import FACTIONS, FORMATIONS, LEADER_NAMES
from engine.games.crusade.table.state import State
from engine.orders import Domain, Words

__all__ = [
    "CARD",
    "CF",
    "CI",
    "CITY",
    "DEED",
    "DEEDS",
    "FACTION",
    "FORMATION",
    "FORMATIONS",
    "GIFT",
    "GIFTS",
    "KIND",
    "LEADER",
    "NUMBER",
    "NUMBERS",
    "PLACE",
    "PLAIN",
    "SCRIPT",
    "SIDE",
    "ZONE",
    "Card",
    "Context",
    "D",
    "E",
    "F",
    "Faction",
    "Leader",
    "Order",
    "P",
    "Place",
    "Plain",
    "Point",
    "Right",
    "Round",
    "Seat",
    "Telling",
    "Zone",
    "dice",
    "die",
    "faction",
    "leader",
    "leaders",
    "place",
    "push",
    "seas",
    "step",
]

SCRIPT: flow.Script[State] = flow.Script()
step = SCRIPT.step
A = TypeVar("A", bound=tuple[Any, ...])

Place = NewType("Place", int)
Zone = NewType("Zone", int)
Leader = NewType("Leader", int)
Faction = NewType("Faction", int)
Seat = NewType("Seat", int)  # a player of this form
Card = NewType("Card", int)  # a kind of event card


@lru_cache(maxsize=8)
def seas(board: Board) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The zones, and behind them Egypt's box, which fleets enter as if it were one."""
    tokens = (*board.zones, board.places[board.egypt])
    return tokens, {token: number for number, token in enumerate(tokens)}


NUMBERS = tuple(str(n) for n in range(251))
DEEDS = ("siege-total", "siege-partial", "assault", "ravage", "attack", "harass", "relieve")
GIFTS = ("fight", "continue", "again")

PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
CITY = PLACE
ZONE: Domain[Zone] = Domain("zone", lambda o: seas(o.s.board)[1], lambda o: seas(o.s.board)[0])
LEADER: Domain[Leader] = Domain(
    "leader",
    lambda o: o.s.board.people.leader,
    lambda o: LEADER_NAMES,
)
FACTION: Domain[Faction] = Domain(
    "faction",
    lambda o: o.s.board.people.faction,
    lambda o: FACTIONS,
)
SIDE: Domain[Seat] = Domain(
    "side",
    lambda o: {token: Seat(i) for i, token in enumerate(o.s.form.seats)},
    lambda o: o.s.form.seats,
)
CARD: Domain[Card] = Domain(
    "card",
    lambda o: o.s.board.charts.event,
    lambda o: o.s.board.charts.events,
    lambda o, world: world.hand(o.player),
)
KIND: Domain[Card] = Domain(
    "card", lambda o: o.s.board.charts.event, lambda o: o.s.board.charts.events
)  # a card by its name, whoever may hold it
NUMBER = Words("number", *NUMBERS)
DEED = Words("deed", *DEEDS)
GIFT = Words("gift", *GIFTS)
FORMATION = Words("formation", *FORMATIONS)


class Telling(AnyTelling, script=SCRIPT):
    """Something that happens in the Crusade."""


class Order(orders.Order[State, A]):
    """An order for one faction; cards are its player's."""

    player: int

    def __init__(self, s: State, who: int, asked: A) -> None:
        self.s, self.who, self.asked = s, who, asked
        self.player = s.form.seat_of[who]

    @property
    def seat(self) -> str:
        """The token of the player's seat."""
        return self.s.form.seats[self.player]

    @property
    def token(self) -> str:
        """The token of the faction."""
        return FACTIONS[self.who]


class Point(flow.Point[State, A], script=SCRIPT):
    """A question to the faction that its frame names first."""

    def about(self, s: State, who: int, a: A) -> Mapping[str, Any]:
        return {"faction": FACTIONS[who]}


class Round(flow.Round[State, A], script=SCRIPT):
    """A question to several factions at once."""

    def about(self, s: State, who: int, a: A) -> Mapping[str, Any]:
        return {"faction": FACTIONS[who]}


class Right(flow.Right[State], script=SCRIPT):
    """Something that may be done beside the questions."""


def place(s: State, node: int) -> str:
    return s.board.places[node]


def leader(s: State, number: int) -> str:
    return LEADER_NAMES[number]


def leaders(s: State, numbers: Any) -> tuple[str, ...]:
    return tuple([LEADER_NAMES[x] for x in numbers])


def faction(s: State, number: int) -> str:
    return FACTIONS[number]


def die(c: Context, label: str) -> int:
    found: int = c.dice.pick(label, (1, 2, 3, 4, 5, 6))
    return found


def dice(c: Context, label: str) -> int:
    """2.4: two of them, added up."""
    return die(c, label) + die(c, label)
