"""Taking a data file apart: the types of its fields, and a reader that notes what is unsound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.data import DataError, load

Test = Callable[[object], str]  # what the value must be; "" when it is
Fields = Mapping[str, Test]
Problems = Iterator[str]


def guess(token: str, known: Iterable[str]) -> str:
    near = get_close_matches(token, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""


def text(value: object) -> str:
    return "" if isinstance(value, str) and value.strip() else "must be text (quote numbers)"


def flag(value: object) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def whole(low: int, high: int) -> Test:
    def test(value: object) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if good else f"must be a whole number from {low} to {high}"

    return test


def word(*words: str) -> Test:
    def test(value: object) -> str:
        return "" if value in words else "must be one of " + ", ".join(words)

    return test


def words(*known: str) -> Test:
    def test(value: object) -> str:
        if not isinstance(value, list) or not value or not all(isinstance(w, str) for w in value):
            return "must be a list of names"
        strange = [w for w in value if known and w not in known]
        if strange:
            return f"has the unknown name {strange[0]!r}{guess(strange[0], known)}"
        return "" if len(set(value)) == len(value) else "names the same thing twice"

    return test


def either_null(test: Test) -> Test:
    return lambda value: "" if value is None else test(value)


class Reader:
    """One file: takes it apart, keeps what is sound, and notes a sentence for what is not."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.problems: list[str] = []
        self.sources: list[tuple[str, str]] = []  # entry, rule numbers
        self.raw: dict[str, Any] = {}
        try:
            self.raw = load(folder / name)
        except DataError as error:
            self.problems.append(str(error))
        self.sound = not self.problems

    def note(self, entry: str, problem: str) -> None:
        self.problems.append(f"{self.name}, {entry}: {problem}.")

    def top(self, *known: str) -> None:
        if not self.sound:
            return
        for key in self.raw:
            if key not in known:
                self.note(key, f"unknown part of the file{guess(key, known)}")
        for key in known:
            if key not in self.raw:
                self.note(key, "this part of the file is missing")

    def table(self, raw: object, entry: str) -> dict[str, Any]:
        if isinstance(raw, dict):
            return raw
        if raw is not None:
            self.note(entry, "must be a mapping of names to values")
        return {}

    def rows(self, key: str) -> list[Any]:
        raw = self.raw.get(key)
        if raw is not None and not isinstance(raw, list):
            self.note(key, "must be a list")
        return raw if isinstance(raw, list) else []

    def fields(self, raw: object, entry: str, known: Fields, needed: str) -> dict[str, Any]:
        """The fields of an entry that are known and of the right type; lists become tuples."""
        if not isinstance(raw, dict):
            self.note(entry, "must be a mapping of fields to values")
            return {}
        good: dict[str, Any] = {}
        for field, value in raw.items():
            wrong = known[field](value) if field in known else ""
            if field not in known:
                self.note(entry, f"{field!r} is not a field here{guess(field, known)}")
            elif wrong:
                self.note(entry, f"{field} is {_shown(value)}; it {wrong}")
            else:
                good[field] = tuple(value) if isinstance(value, list) else value
        for field in needed.split():
            if field not in raw:
                self.note(entry, f"the field {field} is missing")
        for field in ("source", "optional"):
            if isinstance(good.get(field), str):
                self.sources.append((entry, good[field]))
        return good


def _shown(value: object) -> str:
    try:
        shown = repr(value)
    except (ValueError, RecursionError):  # Python will not write a number of 5,000 digits
        return "too long to show"
    return shown if len(shown) <= 60 else shown[:57] + "..."
