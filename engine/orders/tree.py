"""The tree of choices of one question: its verbs, and below each the order under way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import Action, Level, Value
from engine.orders.order import Order


class Tree:
    """What may be answered to one question, made as it is asked for."""

    __slots__ = ("_asked", "_found", "_made", "_rule", "_s", "_who")

    def __init__(
        self, found: Sequence[type[Order[Any, Any]]], s: Any, who: int, asked: Any, rule: str = ""
    ) -> None:
        """`found`: the orders whose verbs are open, in the order of the menu."""
        self._found = found
        self._made: dict[str, Order[Any, Any]] = {}
        self._s, self._who, self._asked, self._rule = s, who, asked, rule

    @property
    def verbs(self) -> Level:
        names = tuple([order.verb.name for order in self._found])
        return Level(names, "one", False, 1, 1, self._rule)

    @property
    def orders(self) -> dict[str, Order[Any, Any]]:
        """An order under way for every verb."""
        return {order.verb.name: self.order(order.verb.name) for order in self._found}

    def order(self, verb: str) -> Order[Any, Any]:
        """The order under way with a verb; nothing of it is filled."""
        made = self._made.get(verb)
        if made is None:
            made = self._made[verb] = self._known(verb)(self._s, self._who, self._asked)
        return made

    def _known(self, verb: str) -> type[Order[Any, Any]]:
        for order in self._found:
            if order.verb.name == verb:
                return order
        raise KeyError(verb)

    def __call__(self, prefix: tuple[Value, ...], partial: tuple[Value, ...]) -> Level:
        """What may stand next after `prefix`, with `partial` of a set or path chosen."""
        return self.at(prefix).level(partial) if prefix else self.verbs

    def sample(self, rng: Random) -> Action:
        """A random answer: any is possible, those that end a phase are rare. The order that is
        drawn is filled in place: it is none of those that the tree hands out."""
        random, found = rng.random, self._found
        cls = found[int(random() * len(found))]
        if cls.verb.ends and len(found) > 1 and random() < 0.8:
            cls = found[int(random() * len(found))]
        return cls(self._s, self._who, self._asked).draw(random)

    def at(self, prefix: tuple[Value, ...]) -> Order[Any, Any]:
        """The order under way after `prefix`."""
        order = self.order(prefix[0])
        for value in prefix[1:]:
            order = order.given(value)
        return order
