"""Sentences as constants of a catalogue module, and words that still know what they say.

    NO_TABLE = Phrase("There is no table {table} here.")
    learn("tables.WORDS", globals())

    words.NO_TABLE(table="Granada 12")         # Said("tables.WORDS.no_table", ...)
    words.NO_TABLE.format(table="Granada 12")  # the same as `Saying`: its English, and what is said

Whoever passes words on without reading them passes a `Saying`: it is English for whoever looks at
it there, and is worded anew for its reader at the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.tongues import _WORDED, ENGLISH, Field, Listed, Name, Said, Tongue, worded


class Saying(str):
    """Something said, and its English."""

    said: Said

    def __new__(cls, said: Said, english: str | None = None) -> Saying:
        told = str.__new__(cls, ENGLISH.word(said) if english is None else english)
        told.said = said
        return told

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.said, str(self)

    def __deepcopy__(self, memo: object) -> Saying:
        return self

    def capitalize(self) -> Saying:
        """At the beginning of a sentence."""
        return Saying(OPENING(text=self.said))


class Phrase(Saying):
    """An entry of a catalogue. `learn` gives it its key: the name that it has in its module."""

    key: str

    def __new__(cls, english: str) -> Phrase:
        phrase = str.__new__(cls, english)
        phrase.key = ""
        return phrase

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (str(self),)

    @property
    def english(self) -> str:
        return str(self)

    @property
    def said(self) -> Said:  # type: ignore[override]
        """A phrase without fields, as it stands."""
        return Said(self.key)

    def __call__(self, **values: Field) -> Said:
        return Said(self.key, {name: field(value) for name, value in values.items()})

    def format(self, *_: object, **values: Any) -> Saying:
        return Saying(self(**values))


_WORDED[Saying] = _WORDED[Phrase] = lambda tongue, words: tongue.word(words.said)


def field(value: Any) -> Field:
    """What stands in a field: words that know what they say give just that."""
    return value.said if isinstance(value, Saying) else value


def said_of(words: Said | str) -> Said:
    """What is said by words; those that do not know it any more are passed on as they are."""
    if isinstance(words, Said):
        return words
    return words.said if isinstance(words, Saying) else worded(words)


class _Telling(Tongue):
    """English that does not forget what it says."""

    def word(self, said: Said) -> Saying:
        return Saying(said)

    def field(self, value: Field) -> Saying:
        return NAMED.format(name=value)


TELLING: Final = _Telling(ENGLISH.language, ENGLISH.grammar)
TELLING.catalogue = ENGLISH.catalogue  # the same, at every moment


def learn(group: str, names: Mapping[str, object]) -> None:
    """Teach English what stands in a module, and give every phrase its key."""
    for name, found in names.items():
        if isinstance(found, Phrase):
            _learn(f"{group}.{name.casefold()}", found)
        elif isinstance(found, Mapping) and name.isupper():
            for entry, phrase in found.items():
                if isinstance(phrase, Phrase):
                    _learn(f"{group}.{name.casefold()}.{entry}", phrase)


def _learn(key: str, phrase: Phrase) -> None:
    """A phrase that another module names too keeps its first key."""
    if not phrase.key:
        phrase.key = key
        ENGLISH.catalogue[key] = str(phrase)


def taught(key: str, text: str) -> Said:
    """A text of a game's data, which stands in the catalogue under this key from now on."""
    ENGLISH.catalogue[key] = " ".join(text.split()).replace("{", "{{").replace("}", "}}")
    return Said(key)


# -- words of words --------------------------------------------------------------------------------

OPENING: Final = Phrase("{Text}")
LISTING: Final = Phrase("{items}")
NAMED: Final = Phrase("{name}")
learn("engine.TOLD", globals())


def listed(items: Iterable[Any], join: str = "and") -> Saying:
    """Several things: a, b and c."""
    return LISTING.format(items=Listed(tuple(field(item) for item in items), join))


def lines(*parts: str) -> Saying:
    """One below the other."""
    return listed(parts, "\n")


def sentences(parts: Iterable[str]) -> Saying:
    """One after the other."""
    return listed(parts, " ")


def named(key: str, text: str) -> str:
    """A thing, or what an order means, by its entry and by what the data calls it."""
    return NAMED.format(name=Name(key, text)) if text else text


# -- kept ------------------------------------------------------------------------------------------


def packed(value: Any) -> Any:
    """Whatever is kept as JSON, with what is said in the place of words."""
    if isinstance(value, Saying):
        return value.said.to_json()
    if isinstance(value, Mapping):
        return {key: packed(item) for key, item in value.items()}
    return [packed(item) for item in value] if isinstance(value, list | tuple) else value


def unpacked(value: Any) -> Any:
    """The same again. Words that were kept as such stay so."""
    if isinstance(value, Mapping):
        if value.keys() == {"key", "values"}:
            known = value["key"] in ENGLISH.catalogue  # a game may have gone
            return Saying(Said.from_json(value)) if known else str(value["key"])
        return {key: unpacked(item) for key, item in value.items()}
    return [unpacked(item) for item in value] if isinstance(value, list) else value
