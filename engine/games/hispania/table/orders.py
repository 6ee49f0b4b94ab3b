"""What Hispania's orders name; `who` gives an order is a nation."""

from __future__ import annotations

from typing import Any, NewType, TypeVar

from engine import orders
from engine.games.hispania.table.state import State
from engine.orders import Domain

__all__ = ["PLACE", "Order", "Place"]

Place = NewType("Place", int)

A = TypeVar("A", bound=tuple[Any, ...])


class Order(orders.Order[State, A]):
    """An order of one nation."""

    nation: int

    def __init__(self, s: State, who: int, asked: A) -> None:
        super().__init__(s, who, asked)
        self.nation = who


PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
