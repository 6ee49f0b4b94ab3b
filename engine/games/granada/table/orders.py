"""What Granada's orders name, and the reasons that many of them share.

Reasons may use the seat's own blocks and cards and everything that lies open on the table: never
the enemy's hidden blocks or hand, nor the order of anything that is drawn.
"""

from __future__ import annotations

from typing import Any, NewType, TypeVar

from engine import orders
from engine.games.granada.table.board import CHRISTIAN, FACTIONS, MUSLIM, SEATS
from engine.games.granada.table.state import SHIFT, State
from engine.orders import UNFIT, Bar, Domain, Why, Words, several

Place = NewType("Place", int)
Zone = NewType("Zone", int)
Block = NewType("Block", int)  # a kind of block: alike ones are interchangeable
Card = NewType("Card", int)  # one's own by number, the enemy's by negative numbers
Faction = NewType("Faction", int)
Side = NewType("Side", int)

A = TypeVar("A", bound=tuple[Any, ...])


class Order(orders.Order[State, A]):
    """An order of one side."""

    side: int

    def __init__(self, s: State, who: int, asked: A) -> None:
        self.s, self.who, self.side, self.asked = s, who, who, asked


_FACTIONS: dict[str, Faction] = {f: Faction(i) for i, f in enumerate(FACTIONS)}
_SIDES: dict[str, Side] = {seat: Side(i) for i, seat in enumerate(SEATS)}

PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
ZONE: Domain[Zone] = Domain("zone", lambda o: o.s.board.zone, lambda o: o.s.board.zones)
BLOCK: Domain[Block] = Domain(
    "block", lambda o: o.s.board.kind, lambda o: o.s.board.kind_tokens, secret=True
)
CARD: Domain[Card] = Domain(
    "card",
    lambda o: o.s.board.card_codes[o.who],
    lambda o: o.s.board.card_words[o.who],
    lambda o, world: world.hand(o.who),
)
FACTION: Domain[Faction] = Domain("faction", lambda o: _FACTIONS, lambda o: FACTIONS)
SIDE: Domain[Side] = Domain("side", lambda o: _SIDES, lambda o: SEATS)
FLAG = Words("flag", "land")
NUMBER_OF = Words("number", "1", "2", "3")

# -- reasons that many orders share --------------------------------------------------------------

ENEMY_CARD = Bar("enemy_card", card=CARD)
NOT_IN_HAND = Bar("not_in_hand", card=CARD)
NOT_SO_MANY = Bar("not_so_many", cards=several(CARD))
ENEMY_BLOCK = Bar("enemy_block", block=BLOCK)
NOT_THERE = Bar("not_there", block=BLOCK, place=PLACE)
NOT_SO_MANY_THERE = Bar("not_so_many_there", there=several(BLOCK), place=PLACE)
ORDER_OF_SET = Bar("order_of_set", value=BLOCK, chosen=BLOCK)


def not_held(order: Order[Any], card: Card, rule: str, chosen: tuple[Card, ...] = ()) -> Why | None:
    """A card that is not in the hand, or not so often."""
    if card < 0:
        return ENEMY_CARD(rule, card=card)
    hand = order.s.hand[order.side]
    if card not in hand:
        return NOT_IN_HAND(rule, card=card)
    if hand.count(card) <= chosen.count(card):
        return NOT_SO_MANY(rule, cards=(card,) * (chosen.count(card) + 1))
    return None


def not_present(
    order: Order[Any], place: Place, block: Block, rule: str, chosen: tuple[Block, ...] = ()
) -> Why | None:
    """A block that the seat has not at a place, or not so often."""
    s = order.s
    if s.board.kinds[block].side != order.side:
        return ENEMY_BLOCK(rule, block=block)
    there = sum(1 for e in s.stacks[2 * place + order.side] if e >> SHIFT == block)
    if not there:
        return NOT_THERE(rule, block=block, place=place)
    if chosen.count(block) >= there:
        return NOT_SO_MANY_THERE(rule, there=(block,) * there, place=place)
    return None


def out_of_order(chosen: tuple[Block, ...], block: Block, rule: str) -> Why | None:
    """A set is written in the order of its kinds."""
    if not chosen or block >= chosen[-1]:
        return None
    return ORDER_OF_SET(rule, value=block, chosen=chosen[-1])


def own_faction(order: Order[Any], faction: int) -> bool:
    """Whether a faction belongs to the side that gives the order."""
    first = FACTIONS.index("andalusies")
    return (MUSLIM if faction >= first else CHRISTIAN) == order.side


def unordered(chosen: tuple[Any, ...], value: int) -> Why | None:
    """The same where no sentence says so: a set of cards or ships."""
    return UNFIT() if chosen and value < chosen[-1] else None


class Pass(Order[Any], verb="pass"):
    """Asked always: do nothing."""

    def do(self, c: Any) -> None:
        """Whatever the question, nothing comes of it."""
