"""What a moderator may change is an order too, and chance is changed alike in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.orders.domains import Words
from engine.orders.order import Order
from engine.orders.slots import one

S = TypeVar("S")
LABEL, RESULT = Words("label"), Words("word")


class Edit(Order[S, tuple[()]]):
    """An order of the moderator, who is no side. Possible while it has anything to work on."""

    def possible(self) -> bool:
        return not self.fields or bool(self.level().choices)


class Force(Edit[S], verb="force"):
    """Edit: force the next result of a chance draw."""

    label = one(LABEL)
    result = one(RESULT, mark="=")

    def draws(self) -> Mapping[str, Sequence[str]]:
        """The draws that can be forced, as order text writes them, and what can come of each."""
        raise NotImplementedError

    def drawn_as(self, label: str) -> str:
        """What the dice call a draw that order text writes as `label`."""
        return label

    def told(self, c: Any) -> None:
        """Tell what was done, but for the result."""
        raise NotImplementedError

    @label.offer
    def labels(self) -> Sequence[str]:
        return tuple(self.draws())

    @result.offer
    def results(self) -> Sequence[str]:
        return self.draws()[self.label]

    def do(self, c: Any) -> None:
        """The result is kept with the dice; only its label is told."""
        c.dice.forced.append((self.drawn_as(self.label), self.result))
        self.told(c)


class Unforce(Edit[S], verb="unforce"):
    """Edit: forget the forced results that have not come up yet."""

    def told(self, c: Any) -> None:
        """Tell that it was done."""
        raise NotImplementedError

    def do(self, c: Any) -> None:
        """A forced result that cannot come up would stop the game: it can be forgotten."""
        c.dice.forced.clear()
        self.told(c)
