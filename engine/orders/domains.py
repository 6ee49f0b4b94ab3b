"""Kinds of things that orders name: how orders write them, and what the rules know them as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from engine.orders.bars import Kind, Naming
from engine.tongues import Field

V = TypeVar("V")

Codes = Callable[[Any], Mapping[str, V]]
Tokens = Callable[[Any], Any]  # a sequence or a mapping: code to token
Hidden = Callable[[Any, Any], Any]  # (order, world) to the pile that such things come from


class Domain(Kind, Generic[V]):
    """A kind of thing: the tables of an order that turn words into codes and back.

    A domain holds everything that a person could name, also what is not his. `hidden` is the
    pile that a thing comes from when every slot of the domain has the same. Of a domain that is
    `secret` each slot says whence its things come (`hides`), or that they lie open.
    """

    __slots__ = ("codes", "hidden", "name", "secret", "tokens")

    def __init__(
        self,
        name: str,
        codes: Codes[V],
        tokens: Tokens,
        hidden: Hidden | None = None,
        secret: bool = False,
    ) -> None:
        self.name, self.codes, self.tokens, self.hidden = name, codes, tokens, hidden
        self.secret = secret

    def token(self, order: Any, code: V) -> str:
        found: str = self.tokens(order)[code]
        return found

    def code(self, order: Any, token: object) -> V | None:
        """What a word stands for; None if it is none of these."""
        return self.codes(order).get(token) if isinstance(token, str) else None

    def read(self, order: Any, token: str) -> V:
        return self.codes(order)[token]

    def values(self, order: Any) -> tuple[V, ...]:
        """Everything that a person could name."""
        return tuple(self.codes(order).values())

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return names.thing(self.name, self.token(order, value))


class Words(Domain[str]):
    """Words that stand for themselves."""

    __slots__ = ("known",)

    def __init__(self, name: str, *known: str) -> None:
        table = {word: word for word in known}
        super().__init__(name, lambda order: table, lambda order: table)
        self.known = table

    def token(self, order: Any, code: str) -> str:
        return code

    def code(self, order: Any, token: object) -> str | None:
        if not isinstance(token, str) or (self.known and token not in self.known):
            return None
        return token

    def read(self, order: Any, token: str) -> str:
        return token
