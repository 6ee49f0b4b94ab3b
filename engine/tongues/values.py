"""What is said, before it is worded: a key of a catalogue, and values for its fields.

A value has a kind, so that every language can give it the form that its sentence needs. Plain
text is what people typed, or a code that is the same everywhere; plain numbers are written in
figures; None is a part that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Said(NamedTuple):
    """A sentence, or a part of one with an entry of its own."""

    key: str  # "granada.EVENTS.march": whose, which group, which entry
    values: Mapping[str, Field] = {}

    def __hash__(self) -> int:
        return hash(self.key)

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "values": {k: _packed(v) for k, v in self.values.items()}}

    @classmethod
    def from_json(cls, data: object) -> Said:
        """What `to_json` wrote; raises `ValueError` for anything else."""
        if not isinstance(data, Mapping) or not isinstance(data.get("key"), str):
            raise ValueError("what is said must have a key")
        values = data.get("values")
        if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
            raise ValueError("what is said must have values, by name")
        return cls(data["key"], {name: _unpacked(value) for name, value in values.items()})


class Name(NamedTuple):
    """A thing of a game: its entry in catalogues of names, and what the data calls it."""

    key: str  # "granada.NAMES.place.Cordoba"
    text: str


class Number(NamedTuple):
    """A small number, which some languages write as a word."""

    number: int


class Ordinal(NamedTuple):
    """First, second, third."""

    number: int


class Halves(NamedTuple):
    """An amount counted in halves: 3½."""

    halves: int


class Count(NamedTuple):
    """So many of something; the entry of the noun has its forms, with a bar between them."""

    number: int
    noun: str  # "granada.NOUNS.block"


class Tally(NamedTuple):
    """So many of something, in figures: for tables and pictures."""

    number: int
    noun: str


class Listed(NamedTuple):
    """Several things, joined by `and` or `or`; by commas alone, or by semicolons (`;`)."""

    items: tuple[Field, ...]
    join: str = "and"


Field = str | int | float | None | Said | Name | Number | Ordinal | Halves | Count | Tally | Listed


def worded(text: str) -> Said:
    """Words that were made elsewhere and are passed on as they are."""
    return Said("engine.WORDS.worded", {"text": text})


# -- as JSON: what is not plain is a list that begins with its kind -------------------------------


def _packed(value: Field) -> Any:
    said = getattr(value, "said", None)  # words that know what they say
    if said is not None:
        return _packed(said)
    if isinstance(value, Said):
        return ["said", value.key, value.to_json()["values"]]
    if isinstance(value, Listed):
        return ["listed", [_packed(item) for item in value.items], value.join]
    if isinstance(value, tuple):
        return [type(value).__name__.casefold(), *value]
    return value


def _unpacked(value: Any) -> Field:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if not isinstance(value, list) or not value or value[0] not in _UNPACK:
        raise ValueError(f"{value!r} is no value of what is said")
    kinds, make = _UNPACK[value[0]]
    parts = value[1:]
    if [type(part) for part in parts] != list(kinds):
        raise ValueError(f"{value!r} is no value of what is said")
    return make(*parts)


_UNPACK: dict[str, tuple[tuple[type, ...], Callable[..., Field]]] = {
    "said": ((str, dict), lambda key, values: Said.from_json({"key": key, "values": values})),
    "name": ((str, str), Name),
    "number": ((int,), Number),
    "ordinal": ((int,), Ordinal),
    "halves": ((int,), Halves),
    "count": ((int, str), Count),
    "tally": ((int, str), Tally),
    "listed": ((list, str), lambda items, join: Listed(tuple(map(_unpacked, items)), join)),
}
