"""What people call nations, seats, Chiefs and units: from the public data, read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.data import folder
from engine.games.hispania.table.data import Board, Nation, Nations
from renderer.drawn import opened
from renderer.errors import RenderError

GAME = "hispania"
NOBODY = "neutral"
PLURAL = {
    "inf": "infantry",
    "elite": "elites",
    "cav": "cavalry",
    "knight": "knights",
    "crusader": "crusader knights",
    "castle": "castles",
    "fort": "forts",
    "berber": "Berbers",
}


@dataclass(frozen=True)
class Book:
    """The names of a set of data."""

    seats: Mapping[str, str]
    nations: Mapping[str, Nation]
    chiefs: Mapping[str, str]
    incomes: Mapping[str, float]

    def nation(self, key: str) -> str:
        if key == NOBODY:
            return "neutral WISIGOTH"
        if key not in self.nations:
            raise RenderError(f"There is no nation {key!r} in Hispania.")
        return self.nations[key].name

    def chief(self, key: str) -> str:
        if key not in self.chiefs:
            raise RenderError(f"There is no Chief {key!r} in Hispania.")
        return self.chiefs[key]

    def seat(self, key: str) -> str:
        if key not in self.seats:
            raise RenderError(f"There is no seat {key!r} in Hispania.")
        return self.seats[key]


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


def many(count: int, word: str) -> str:
    """1 province, 2 provinces."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def forces(pieces: Iterable[str]) -> str:
    """3 infantry, 1 castle."""
    counts = Counter(pieces)
    words = []
    for kind, count in counts.items():
        word = PLURAL.get(kind, kind)
        if count == 1 and kind not in ("inf", "cav"):
            word = word.removesuffix("s")
        words.append(f"{count} {word}")
    return ", ".join(words)


def both(names: Sequence[str]) -> str:
    """ "Red", "Red and Blue", "Red, Blue and Green"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
