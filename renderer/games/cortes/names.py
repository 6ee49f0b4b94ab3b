"""What people call units and sides of Cortés: from the public data, read once.

A view writes a counter as its name or code and its steps: `Badajoz3`, `K4`, `G`; `K?` if only the
kind is known, `?` if not even that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.data import folder
from engine.games.cortes.table.data import Kind, Map, Tables, Units
from engine.tongues import Field, Name, Said
from renderer.boards.files import opened
from renderer.errors import RenderError
from renderer.games.cortes.words import many, say, undrawn
from renderer.words import commas

GAME = "cortes"
SIDES = ("spanish", "aztec")
ARMS = {
    "infantry": "crossed-swords",
    "cavalry": "horse-head",
    "gunboat": "galley",
    "cannon": "cannon",
    "elite": "battle-axe",
    "ally": "bow-arrow",
    "knight": "eagle-head",
    "regular": "spears",
    "leader": "crown",
}


class Counted(NamedTuple):
    """A counter: what it is and how many steps it has; "" if it has none, "?" if nobody says."""

    sort: str
    steps: str

    @property
    def known(self) -> bool:
        return bool(self.sort)


@dataclass(frozen=True)
class Book:
    """The names of a set of data."""

    names: Mapping[str, str]  # of sorts: a unit with a name, or a kind by its code
    kind_of: Mapping[str, str]
    kinds: Mapping[str, Kind]
    terrain: Mapping[str, str]  # of hexes
    grounds: Mapping[str, str]  # what terrains are called

    def kind(self, counter: Counted) -> str:
        if counter.sort not in self.kind_of:
            raise RenderError(undrawn("unit", unit=repr(counter.sort)))
        return self.kind_of[counter.sort]

    def called(self, counter: Counted) -> Field:
        if counter.sort not in self.names:
            raise RenderError(undrawn("unit", unit=repr(counter.sort)))
        return Name(f"cortes.NAMES.sort.{counter.sort}", self.names[counter.sort])

    def factor(self, counter: Counted) -> int:
        """The combat factor; 0 of those that have none, or whose steps are not known."""
        combat = self.kinds[self.kind(counter)].combat if counter.known else ()
        left = int(counter.steps) if counter.steps.isdigit() else 0
        return combat[len(combat) - left] if 0 < left <= len(combat) else 0


_kept: dict[tuple[Path, float], Book] = {}


def book() -> Book:
    path = folder(GAME) / "units.yaml"
    key = (path, path.stat().st_mtime)
    if key not in _kept:
        _kept[key] = _read(path.parent)
    return _kept[key]


def _read(where: Path) -> Book:
    units, board, tables = opened(Units, where), opened(Map, where), opened(Tables, where)
    names = {kind.code: kind.name for kind in units.kinds.values()}
    kind_of = {kind.code: token for token, kind in units.kinds.items()}
    for row in (*units.spanish.values(), *units.aztec.values()):
        if row.token:
            names[row.token], kind_of[row.token] = row.name, row.kind
    terrain = {number: row.terrain for number, row in board.hexes.items()}
    grounds = {token: row.name for token, row in tables.terrain.items()}
    return Book(names, kind_of, units.kinds, terrain, grounds)


def read(token: str) -> Counted:
    """A counter as a view writes it."""
    found = re.fullmatch(r"([A-Za-z]*)([0-9]?|\?)", token)
    if found is None:
        raise RenderError(undrawn("unit", unit=repr(token)))
    return Counted(found[1], found[2])


def side(name: str) -> Said:
    if name not in SIDES:
        raise RenderError(undrawn("side", side=repr(name)))
    return say(f"side.{name}")


def forces(known: Book, units: Iterable[str]) -> Field:
    """Badajoz (4 steps), 2 knight (4 steps), 3 unknown."""
    parts: list[Field] = []
    counted = Counter(read(unit) for unit in units)
    for counter, count in sorted(counted.items(), key=lambda row: not row[0].known):
        parts.append(_force(known, counter, count))
    return commas(parts)


def _force(known: Book, counter: Counted, count: int) -> Said | Field:
    if not counter.known:
        return many(count, "unknown")
    name = known.called(counter)
    if not counter.steps:
        entry = "unit.many.plain" if count > 1 else "unit"
        return say(entry, count=count, name=name)
    if counter.steps == "?":
        entry = "unit.many.kind" if count > 1 else "unit.kind"
        return say(entry, count=count, name=name)
    entry = "unit.many" if count > 1 else "unit.steps"
    return say(entry, count=count, name=name, steps=many(int(counter.steps), "steps"))
