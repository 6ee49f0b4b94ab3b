"""Segments: a record that goes on from a position, because its beginning no longer replays.

Rules are code, and code cannot be pinned in a record. When a new version of the rules replays a
record to another position, the match can go on from the position that was kept: a new *segment*
begins there. Undo does not cross it, and each segment is verified by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from engine.core import DataError, Game

SPECTATOR = ""  # as a key of JSON, where there is no None


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stood after so many entries: all that is needed to go on from there."""

    entry: int
    schema: int
    chance: int  # the number of the next draw
    forced: tuple[tuple[str, str], ...]
    told: Mapping[str, int]  # the number of each reader's next event
    state: Mapping[str, Any]
    mends: int = 0  # how many mends of the game its rules knew

    def to_json(self) -> dict[str, Any]:
        return {
            "entry": self.entry,
            "schema": self.schema,
            "chance": self.chance,
            "forced": [list(pair) for pair in self.forced],
            "told": dict(self.told),
            "state": dict(self.state),
            "mends": self.mends,
        }

    @classmethod
    def from_json(cls, data: object) -> Position:
        try:
            if not isinstance(data, Mapping):
                raise TypeError
            entry, schema, chance = data["entry"], data["schema"], data["chance"]
            mends = data.get("mends", 0)
            numbers = (entry, schema, chance, mends)
            if any(type(n) is not int or n < 0 for n in numbers):
                raise TypeError
            forced = tuple((str(label), str(wanted)) for label, wanted in data["forced"])
            told = {str(reader): int(n) for reader, n in data["told"].items()}
            return cls(entry, schema, chance, forced, told, dict(data["state"]), mends)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise DataError("a position of the record cannot be read") from None

    @property
    def digest(self) -> str:
        """Two positions with the same digest play on alike."""
        parts = [self.schema, self.chance, [list(pair) for pair in self.forced], dict(self.state)]
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()

    def as_of(self, game: Game, schema: int) -> Position | None:
        """The same as an older schema would have written it; None if the game cannot say."""
        if schema == self.schema:
            return self
        state = game.older(self.state, schema)
        return replace(self, schema=schema, state=state) if state is not None else None

    def migrated(self, game: Game) -> Position:
        """The same position in the words of this version of the game."""
        if self.schema == game.schema:
            return self
        state = game.migrate(self.state, self.schema)
        return replace(self, schema=game.schema, state=state)


def segments(record: Mapping[str, Any]) -> tuple[Position, ...]:
    """The positions from which the record went on, oldest first."""
    raw = record.get("segments", [])
    if not isinstance(raw, list):
        raise DataError("the record's segments are no list")
    found = tuple(Position.from_json(one) for one in raw)
    starts = [one.entry for one in found]
    if starts != sorted(starts) or any(start > len(record["entries"]) for start in starts):
        raise DataError("the record's segments are out of order")
    return found


def continued(record: Mapping[str, Any], base: Position) -> dict[str, Any]:
    """The record, going on from a position at its end."""
    return {**record, "segments": [*record.get("segments", []), base.to_json()]}


def parts(record: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Position | None]]:
    """Each segment as a record that ends where the next one begins, and where that is."""
    found = segments(record)
    for i in range(len(found) + 1):
        goal = found[i] if i < len(found) else None
        entries = record["entries"][: goal.entry] if goal else record["entries"]
        yield {**record, "entries": entries, "segments": record.get("segments", [])[:i]}, goal
