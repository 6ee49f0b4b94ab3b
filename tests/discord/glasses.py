"""The false language, read through glasses that take its brackets away again.

A conversation that was written in English is held in the false language, word for word: the bot
brackets and lengthens everything it says, the person reads it as if it were English, and what
really came is kept. At the end nothing may stand outside of brackets but names, codes and what
people typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.tongues.en import English
from engine.tongues.false import FalseTongue, bracketed
from tests.contract.tongues import texts
from tests.people import Heard, Person

MORE = "="  # what lengthens; tildes would strike out, and are only in alt texts
_BRACKETS = re.compile(r"⟦|[=~]*⟧")


class _Grammar(English):
    """As English counts and lists, in brackets."""

    def number(self, n: int) -> str:
        return bracketed(super().number(n), MORE)

    def ordinal(self, n: int) -> str:
        return bracketed(super().ordinal(n), MORE)

    def count(self, n: int, forms: Sequence[str]) -> str:
        return f"{self.number(n)}{bracketed(' ')}{forms[n != 1]}"

    def tally(self, n: int, forms: Sequence[str]) -> str:
        return f"{n}{bracketed(' ')}{forms[n != 1]}"

    def listed(self, words: Sequence[str], join: str) -> str:
        if len(words) < 2 or join in ("\n", " "):
            return join.join(words)
        if not join.isalpha():
            return bracketed(f"{join or ','} ").join(words)
        return f"{bracketed(', ').join(words[:-1])}{bracketed(f' {join} ', MORE)}{words[-1]}"

    def sentence(self, text: str) -> str:
        start = len(text) - len(text.lstrip("⟦"))
        return text[:start] + super().sentence(text[start:])


class Glassy(FalseTongue):
    """The false language with English numbers, so that it can be read as English."""

    def __init__(self) -> None:
        super().__init__(MORE)
        self.grammar = _Grammar()


def plainly(data: Any) -> Any:
    """What came, without the brackets and what was put into them."""
    if isinstance(data, str):
        return _BRACKETS.sub("", data)
    if isinstance(data, dict):
        return {key: plainly(value) for key, value in data.items()}
    return [plainly(one) for one in data] if isinstance(data, list) else data


class Glasses:
    """Whoever puts them on reads English; what came stays in `seen`."""

    def __init__(self) -> None:
        self.seen: list[Heard] = []
        self.worn: list[Person] = []

    def put_on(self, person: Person) -> None:
        person.reads = self._read
        self.worn.append(person)

    def typed(self) -> set[str]:
        """Everything that the people wrote themselves, in commands and forms."""
        return texts([body for person in self.worn for body in person.wrote])

    def _read(self, kind: str, data: Any) -> Any:
        self.seen.append(Heard(kind, data, 0.0))
        return plainly(data)

    def __iter__(self) -> Iterator[Heard]:
        return iter(self.seen)
