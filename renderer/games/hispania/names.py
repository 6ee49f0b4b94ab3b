"""What people call nations, seats, Chiefs and units: from the public data, read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.data import folder
from engine.games.hispania.table.data import Board, Nation, Nations
from engine.tongues import Field, Name, Said
from renderer.boards.files import opened
from renderer.errors import RenderError
from renderer.games.hispania.words import many, say, undrawn
from renderer.words import commas

GAME = "hispania"
NOBODY = "neutral"
Called = Name | Said


@dataclass(frozen=True)
class Book:
    """The names of a set of data."""

    seats: Mapping[str, str]
    nations: Mapping[str, Nation]
    chiefs: Mapping[str, str]
    incomes: Mapping[str, float]

    def nation(self, key: str) -> Called:
        if key == NOBODY:
            return say("neutral")
        if key not in self.nations:
            raise RenderError(undrawn("nation", nation=repr(key)))
        return Name(f"hispania.NAMES.nation.{key}", self.nations[key].name)

    def chief(self, key: str) -> Name:
        if key not in self.chiefs:
            raise RenderError(undrawn("chief", chief=repr(key)))
        return Name(f"hispania.NAMES.piece.{key}", self.chiefs[key])

    def seat(self, key: str) -> Name:
        if key not in self.seats:
            raise RenderError(undrawn("seat", seat=repr(key)))
        return Name(f"hispania.NAMES.side.{key}", self.seats[key])


_kept: dict[tuple[Path, float], Book] = {}


def book() -> Book:
    path = folder(GAME) / "nations.yaml"
    key = (path, path.stat().st_mtime)
    if key not in _kept:
        rows, board = opened(Nations, path.parent), opened(Board, path.parent)
        _kept[key] = Book(
            {name: row.name for name, row in rows.seats.items()},
            rows.nations,
            {name: row.name for name, row in rows.chiefs.items()},
            {name: row.income for name, row in board.provinces.items()},
        )
    return _kept[key]


def number(value: float) -> str:
    """Gold and points with their halves: 3½."""
    whole, half = divmod(round(abs(value) * 2), 2)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole or ''}½" if half else f"{sign}{whole}"


def forces(pieces: Iterable[str]) -> Field:
    """3 infantry, 1 castle."""
    return commas(many(count, f"unit.{kind}") for kind, count in Counter(pieces).items())
