"""Languages: words are made when they are read, for whoever reads them.

Engine and games say `Said(key, values)`; a `Tongue` words it at the edge. Its catalogue has a
template for each key, its grammar makes numbers, lists and capitals. English is always there:
each catalogue module teaches it its own sentences.

A template's fields name values. A field with a capital (`{Side}`) is the value of that name at
the beginning of a sentence. What one can do is named (`{do.plan}`), and written as the front end
that shows it has it typed: `tongue.through(ways)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Final, Protocol

from engine.tongues.en import English
from engine.tongues.values import (
    Count,
    Field,
    Halves,
    Listed,
    Name,
    Number,
    Ordinal,
    Said,
    Tally,
    worded,
)

__all__ = [
    "ENGLISH",
    "Count",
    "Field",
    "Grammar",
    "Halves",
    "Listed",
    "Name",
    "Number",
    "Ordinal",
    "Said",
    "Tally",
    "Tongue",
    "Ways",
    "opening",
    "worded",
]


class Grammar(Protocol):
    """What a language does by rule."""

    def figure(self, n: float) -> str: ...
    def number(self, n: int) -> str: ...
    def ordinal(self, n: int) -> str: ...
    def halves(self, n: int) -> str: ...
    def count(self, n: int, forms: Sequence[str]) -> str: ...
    def tally(self, n: int, forms: Sequence[str]) -> str: ...
    def listed(self, words: Sequence[str], join: str) -> str: ...
    def sentence(self, text: str) -> str: ...


class Ways:
    """How what one can do is written: `{do.plan}` is a plain command unless a front end differs."""

    def __init__(self, ways: Mapping[str, str]) -> None:
        self._ways = ways

    def __getattr__(self, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._ways.get(name)
        return f"/{name.replace('_', ' ')}" if found is None else found


class Tongue:
    """One language: its name, its sentences by key, and its grammar."""

    def __init__(self, language: str, grammar: Grammar, catalogue: Mapping[str, str] = {}) -> None:
        self.language = language
        self.grammar = grammar
        self.catalogue = dict(catalogue)
        self.ways: Ways = Ways({})

    def through(self, ways: Mapping[str, str]) -> Tongue:
        """The same language, with what one can do written as one front end has it."""
        other = copy(self)
        other.ways = Ways(ways)
        return other

    def learn(self, whose: str, **groups: Mapping[str, str]) -> None:
        """Take in groups of sentences: `learn("granada", EVENTS=...)` gives `granada.EVENTS.*`."""
        for group, entries in groups.items():
            for key, template in entries.items():
                self.catalogue[f"{whose}.{group}.{key}"] = template

    def knows(self, key: str) -> bool:
        return key in self.catalogue

    def template(self, key: str) -> str:
        """The sentence of that key; where it is missing, the English one."""
        found = self.catalogue.get(key)
        return found if found is not None else ENGLISH.catalogue[key]

    def word(self, said: Said) -> str:
        """What is said, in this language."""
        return self.template(said.key).format_map(_Fields(self, said.values))

    def terms(self, word: str) -> tuple[str, ...]:
        """How a word of order text is written, first, and what else is read as it."""
        found = self.catalogue.get(f"engine.ORDERS.{word}")
        return tuple(found.split(", ")) if found else (word,)

    def name(self, name: Name) -> str:
        """A thing by its name in this language, else by the name that the data has for it."""
        found = self.catalogue.get(name.key)
        if found is None and name.key in ENGLISH.catalogue:
            found = self.template(name.key)
        return name.text if found is None else found

    def field(self, value: Field) -> str:
        """A value in words."""
        return value if type(value) is str else _WORDED[type(value)](self, value)


_ABSENT: Final = Said("")


class _Fields:
    """The values of a sentence, worded when the template asks for them."""

    __slots__ = ("tongue", "values")

    def __init__(self, tongue: Tongue, values: Mapping[str, Field]) -> None:
        self.tongue = tongue
        self.values = values

    def __getitem__(self, name: str) -> str | Ways:
        value = self.values.get(name, _ABSENT)
        if value is not _ABSENT:
            return value if type(value) is str else _WORDED[type(value)](self.tongue, value)
        if name == "do":
            return self.tongue.ways
        low = name[:1].lower() + name[1:]
        return self.tongue.grammar.sentence(self.tongue.field(self.values[low]))


_WORDED: Final[dict[type, Callable[[Tongue, Any], str]]] = {
    Said: Tongue.word,
    Name: Tongue.name,
    int: lambda tongue, n: tongue.grammar.figure(n),
    float: lambda tongue, n: tongue.grammar.figure(n),
    Number: lambda tongue, n: tongue.grammar.number(n.number),
    Ordinal: lambda tongue, n: tongue.grammar.ordinal(n.number),
    Halves: lambda tongue, n: tongue.grammar.halves(n.halves),
    Count: lambda tongue, n: tongue.grammar.count(n.number, tongue.template(n.noun).split("|")),
    Tally: lambda tongue, n: tongue.grammar.tally(n.number, tongue.template(n.noun).split("|")),
    Listed: lambda tongue, many: tongue.grammar.listed(
        [tongue.field(item) for item in many.items], many.join
    ),
    type(None): lambda tongue, nothing: "",
}

ENGLISH: Final = Tongue("en", English())


def opening(entries: Mapping[str, str]) -> dict[str, str]:
    """Sentences, whose first field therefore has a capital. A key with a plus is a part of one."""
    return {
        key: f"{{{text[1:2].upper()}{text[2:]}" if text[:1] == "{" and "+" not in key else text
        for key, text in entries.items()
    }
