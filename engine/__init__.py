"""Herald's engine: pure rules, no input or output beyond reading its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.core import (
    MODERATOR,
    Action,
    DataError,
    Decision,
    Event,
    Game,
    HeraldError,
    Illegal,
    Level,
    Result,
    Seen,
    Slot,
    Stale,
    Verb,
    View,
)
from engine.dice import Draw, commitment, new_seed
from engine.forms import form_of, recorded
from engine.games import games as _registry
from engine.games import with_data
from engine.match import FORMAT, Batch, Match, World
from engine.parts.ledger import Entry
from engine.parts.segments import Position
from engine.parts.segments import segments as _segments
from engine.tongues import Listed as _Listed
from engine.words import say as _say

__all__ = [
    "MODERATOR",
    "Action",
    "Batch",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "HeraldError",
    "Illegal",
    "Level",
    "Match",
    "Position",
    "Result",
    "Seen",
    "Slot",
    "Stale",
    "Verb",
    "View",
    "World",
    "commitment",
    "from_record",
    "games",
    "new_match",
    "new_seed",
]


# The function takes the place of the subpackage's name here; modules import from `engine.games`
# by `from engine.games import ...`, which does not look at this name.
def games() -> Mapping[str, Game]:
    """Every game that Herald knows, by name, with the data of this installation."""
    return _registry()


def _game(name: object) -> Game:
    known = games()
    if not isinstance(name, str) or name not in known:
        raise HeraldError(_say("no game", word=repr(name), games=_Listed(tuple(known), "")))
    return known[name]


def new_match(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: str | None = None,
) -> Match:
    """A match at its first question."""
    rules = _game(game)
    form = form_of(rules, scenario, options or {})
    return Match(rules, form.scenario, form.options, seed or new_seed())


def _pinned(record: Mapping[str, Any]) -> Game:
    """The game with the data of a record, which may be anything."""
    game = _game(record["game"])
    try:
        return with_data(game, record["data"])
    except HeraldError:
        raise
    except Exception as error:
        raise DataError(
            f"the record's data cannot be used: {type(error).__name__} {error}"
        ) from error


def from_record(
    record: Mapping[str, Any],
    watch: Callable[[Match, int], None] | None = None,
    chance: Callable[[Draw], object] | None = None,
) -> Match:
    """The match that a record describes, with the data pinned in it; from its last segment on, if
    it has several. `watch` sees the match after each entry, `chance` every draw."""
    if not isinstance(record, Mapping):
        raise DataError("a record is a mapping")
    if record.get("format") != FORMAT:
        raise DataError(
            f"this record has format {record.get('format')!r}; this Herald reads {FORMAT}"
        )
    for part, kind in (
        ("game", str),
        ("scenario", str),
        ("options", dict),
        ("data", dict),
        ("seed", str),
        ("entries", list),
    ):
        if not isinstance(record.get(part), kind):
            raise DataError(f"the record has no {part}, or not of the right kind")
    rules = _pinned(record)
    if record["scenario"] not in rules.scenarios:
        raise DataError(f"the record plays an unknown scenario {record['scenario']!r}")
    entries = [Entry.from_json(line, i) for i, line in enumerate(record["entries"])]
    try:
        options = recorded(rules, record["scenario"], record["options"]).options
    except HeraldError as error:
        raise DataError(f"the record's options: {error}") from None
    try:
        bases = _segments(record)
        first = bases[-1].entry if bases else 0
        match = Match(
            rules, record["scenario"], options, record["seed"], bases, entries[:first], chance
        )
        match.replay(entries[first:], partial(watch, match) if watch else None)
        for reader in (*match.seats, None):
            match.view(reader)
    except HeraldError:
        raise
    except Exception as error:
        if rules is _game(record["game"]):
            raise  # with our own data the fault is ours
        raise DataError(
            f"the record's data cannot be used: {type(error).__name__} {error}"
        ) from error
    return match
