"""What a moderator may change is an order too, and chance is changed alike in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.core import Event
from engine.orders.domains import Words
from engine.orders.order import Order
from engine.orders.slots import one

S = TypeVar("S")
LABEL, RESULT = Words("label"), Words("word")


class Edit(Order[S, tuple[()]]):
    """An order of the moderator, who is no side. Possible while it has anything to work on."""

    def possible(self) -> bool:
        return not self.fields or bool(self.level().choices)

    def told(self, c: Any) -> None:
        """Tell what was changed: of a slot with a `who` everybody else learns how many."""
        public: dict[str, Any] = {"edit": self.verb.name}
        private: dict[str, dict[str, Any]] = {}
        for field in self.fields:
            words = self.tokens(field)
            if field.who is None:
                public[field.name] = words
            else:
                public["count"] = len(words)
                private.setdefault(self.tokens(field.who), {})[field.name] = words
        c.emit(Event("edit", "", public, private))


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
        c.emit(Event("edit", "", {"edit": self.verb.name, "label": self.label}))

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

    def do(self, c: Any) -> None:
        """A forced result that cannot come up would stop the game: it can be forgotten."""
        c.dice.forced.clear()
        self.told(c)
