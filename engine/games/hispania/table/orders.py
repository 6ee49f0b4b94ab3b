"""What Hispania's orders name, and the reasons that many of them share.

Everything lies open on the table: a reason may use the whole position, and only never an answer
that waits, sealed, for another seat's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NewType, TypeVar, cast

from engine import orders
from engine.games.hispania.table.board import KINDS
from engine.games.hispania.table.state import ONE, Stack, State
from engine.orders import Bar, Domain, Why, Words, counted, several

__all__ = [
    "CAPITAL",
    "DICE",
    "GOLD",
    "KIND",
    "NAMED_TWICE",
    "NATION",
    "NOT_HELD",
    "NOT_SO_MANY_THERE",
    "NOT_THERE",
    "PIECE",
    "PLACE",
    "PROVINCES",
    "TARGET",
    "TARGETS",
    "UNITS",
    "Done",
    "Kind",
    "Nation",
    "Order",
    "Piece",
    "Place",
    "Target",
    "as_pieces",
    "is_chief",
    "out_of_order",
    "parted",
]

Place = NewType("Place", int)  # provinces first, then what lies beyond the map
Piece = NewType("Piece", int)  # a kind of unit, or a Chief above the kinds
Kind = NewType("Kind", int)  # a kind of unit: alike ones are interchangeable
Nation = NewType("Nation", int)  # the last is nobody's: the neutral WISIGOTH
Target = NewType("Target", int)  # twice a kind; one more for those from across a river (6.4)

A = TypeVar("A", bound=tuple[Any, ...])


class Order(orders.Order[State, A]):
    """An order of one nation."""

    nation: int

    def __init__(self, s: State, who: int, asked: A) -> None:
        self.s, self.who, self.nation, self.asked = s, who, who, asked


class Done(Order[Any], verb="done", rule="1.0", command=True, ends=True):
    """1.0: go on to the next phase."""

    def do(self, c: Any) -> None:
        """The question is answered, and that is all."""


_KINDS: dict[str, Kind] = {token: Kind(i) for i, token in enumerate(KINDS)}
TARGETS = tuple(token for kind in KINDS for token in (kind, f"river-{kind}"))
_TARGET: dict[str, Target] = {token: Target(i) for i, token in enumerate(TARGETS)}


PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
PIECE: Domain[Piece] = Domain("piece", lambda o: o.s.board.piece, lambda o: o.s.board.pieces)
KIND: Domain[Kind] = Domain("piece", lambda o: _KINDS, lambda o: KINDS)
NATION: Domain[Nation] = Domain(
    "nation", lambda o: o.s.board.peoples.row, lambda o: o.s.board.peoples.tokens
)
TARGET: Domain[Target] = Domain("target", lambda o: _TARGET, lambda o: TARGETS)
CAPITAL = Words("flag", "capital")
GOLD = counted("gold")  # in halves
UNITS = counted("unit")
PROVINCES = counted("province")
DICE = counted("die")


def parted(pieces: Sequence[int]) -> tuple[Stack, tuple[int, ...]]:
    """The pieces of an order as a stack and Chiefs."""
    return _parted(tuple(pieces))


@lru_cache(maxsize=1 << 14)
def _parted(pieces: tuple[int, ...]) -> tuple[Stack, tuple[int, ...]]:
    kinds = len(KINDS)
    units = sum([ONE[piece] for piece in pieces if piece < kinds])
    return units, tuple([piece - kinds for piece in pieces if piece >= kinds])


def as_pieces(kinds: Sequence[int], chiefs: Sequence[int] = ()) -> list[Piece]:
    """Kinds of units and Chiefs as the pieces of an order, ascending."""
    above = len(KINDS)
    return cast(list[Piece], [*kinds, *[above + chief for chief in chiefs]])


def is_chief(piece: int) -> bool:
    return piece >= len(KINDS)


# -- reasons that many orders share --------------------------------------------------------------

NOT_HELD = Bar("not_held", place=PLACE, nation=NATION)
NOT_THERE = Bar("not_there", piece=PIECE, place=PLACE, nation=NATION)
NOT_SO_MANY_THERE = Bar("not_so_many_there", there=several(PIECE), place=PLACE, nation=NATION)
ORDER_OF_SET = Bar("order_of_set", piece=PIECE, chosen=PIECE)
NAMED_TWICE = Bar("named_twice", piece=PIECE)


def out_of_order(chosen: tuple[Piece, ...], piece: Piece, rule: str) -> Why | None:
    """A set is written in its own order: kinds of units as the book lists them, then Chiefs."""
    if chosen and piece < chosen[-1]:
        return ORDER_OF_SET(rule, piece=piece, chosen=chosen[-1])
    return None
