"""The tree of choices of one question: its verbs, and below each the order under way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import Action, Level, Value
from engine.orders.order import Order


class Tree:
    """What may be answered to one question, made as it is asked for."""

    __slots__ = ("_rule", "orders")

    def __init__(self, orders: Sequence[Order[Any, Any]], rule: str = "") -> None:
        """`orders`: one under way for each verb that is open, in the order of the menu."""
        self.orders = {order.verb.name: order for order in orders}
        self._rule = rule

    @property
    def verbs(self) -> Level:
        return Level(tuple(self.orders), "one", False, 1, 1, self._rule)

    def __call__(self, prefix: tuple[Value, ...], partial: tuple[Value, ...]) -> Level:
        """What may stand next after `prefix`, with `partial` of a set or path chosen."""
        return self.at(prefix).level(partial) if prefix else self.verbs

    def sample(self, rng: Random) -> Action:
        """A random answer: any is possible, those that end a phase are rare. The order that is
        drawn is filled in place, so the tree is used up."""
        random, orders = rng.random, self.orders
        verbs = tuple(orders)
        order = orders[verbs[int(random() * len(verbs))]]
        if order.verb.ends and len(verbs) > 1 and random() < 0.8:
            order = orders[verbs[int(random() * len(verbs))]]
        return order.draw(random)

    def at(self, prefix: tuple[Value, ...]) -> Order[Any, Any]:
        """The order under way after `prefix`."""
        order = self.orders[prefix[0]]
        for value in prefix[1:]:
            order = order.given(value)
        return order
