"""A table's record, replayed; and whether that leads to where the table stood.

The rules are code and may change under a running game. What a table's position was is kept, and a
short digest of it with every commit, so that the first difference can be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmodel import col, select

import engine
from bot.store import models
from engine import HeraldError, Illegal, Match, Position
from engine.match import FORMAT
from engine.parts.ledger import Entry
from engine.parts.mends import likely, mends
from engine.parts.segments import continued as going_on
from engine.rulebook import Mend
from engine.tongues.phrases import TELLING

if TYPE_CHECKING:
    from bot.tables.floor.sitting import Sitting

SHORT = 16  # letters of a digest kept with an entry


class Differs(HeraldError):  # noqa: N818 (of the record, not of the program)
    """A record that does not lead to where its table stood. Its words name no order."""

    def __init__(
        self,
        entry: int,
        now: tuple[str, ...] = (),
        mends: tuple[Mend, ...] = (),
        newer: tuple[Mend, ...] = (),
    ) -> None:
        super().__init__(f"the record differs at entry {entry}")
        self.entry = entry  # the first that is known to differ
        self.now = now  # what everybody would read of it now
        self.mends = mends  # of the rules: those that it can be of, as far as that entry shows
        self.newer = newer  # all that the table's rules did not know


@dataclass(frozen=True, slots=True)
class Past:
    """What is kept of a match: its record, where it stood, and where it stood before."""

    record: Mapping[str, Any]
    kept: Position | None
    digests: Mapping[int, str]  # entry: of the position after it


def short(position: Position) -> str:
    return position.digest[:SHORT]


async def past(sitting: Sitting) -> Past:
    row, entry, segment = sitting.row, models.Entry, models.Segment
    pinned = await sitting.get(models.Pinned, row.pinned)
    lines = await sitting.values(
        select(entry.line, entry.digest).where(entry.table == row.id).order_by(col(entry.number))
    )
    bases = await sitting.values(
        select(segment.position).where(segment.table == row.id).order_by(col(segment.number))
    )
    kept = await sitting.get(models.Position, row.id)
    record = {
        "format": FORMAT,
        "game": row.game,
        "scenario": row.scenario,
        "options": row.options,
        "data": pinned.data if pinned else None,
        "seed": row.seed,
        "entries": [line for line, _ in lines],
        "segments": bases,
    }
    return Past(
        record,
        Position.from_json(kept.position) if kept else None,
        {number: digest for number, (_, digest) in enumerate(lines) if digest},
    )


def replayed(past: Past) -> Match:
    """The match that the record leads to; raises `Differs` unless it is where the table stood."""
    try:
        match = engine.from_record(past.record)
    except Exception as error:  # rules that have changed may fail in any way
        raise _first(past) from error
    if past.kept is not None and not _same(match, past.kept):
        raise _first(past)
    return match


def continued(past: Past) -> Match:
    """The match as it goes on from where the table stood; raises `HeraldError` if it cannot."""
    assert past.kept is not None
    try:
        return engine.from_record(going_on(past.record, past.kept))
    except HeraldError:
        raise
    except Exception as error:
        raise HeraldError("the position cannot be played on") from error


def _same(match: Match, kept: Position) -> bool:
    try:
        position = match.position()
        older = position.as_of(match.game, kept.schema)
        if older is not None:
            return older.digest == kept.digest
        return position.digest == kept.migrated(match.game).digest
    except HeraldError:
        return False  # an older position that this version cannot read


def _first(past: Past) -> Differs:
    """Where the record first leads elsewhere, as far as the digests tell."""
    trail = _Trail(past)
    try:
        engine.from_record(past.record, trail.follow)
    except Differs as found:
        return found
    except Exception as error:
        refused = error.__cause__
        return trail.differs(trail.at + 1, refused.rule if isinstance(refused, Illegal) else "")
    return trail.differs(trail.at)


class _Trail:
    """What a record did since its digests last agreed."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.at = -1  # the last entry that could be replayed
        self.agreed = -1
        self.kinds: set[str] = set()  # of what everybody was told since

    def follow(self, match: Match, entry: int) -> None:
        self.at = entry
        seen = [s for s in match.events(None) if s.entry == entry]
        self.kinds.update(s.kind for s in seen)
        wanted, kept = self.past.digests.get(entry), self.past.kept
        if kept is None or wanted is None:
            return
        position = match.position().as_of(match.game, kept.schema)
        if position is None:
            return
        if short(position) != wanted:
            told = tuple(said for s in seen if (said := match.tell(s, None, TELLING)))
            raise self.differs(entry, now=told)
        self.agreed = entry
        self.kinds.clear()

    def differs(self, entry: int, rule: str = "", now: tuple[str, ...] = ()) -> Differs:
        game = engine.games()[self.past.record["game"]]
        newer = mends(game)[self.past.kept.mends if self.past.kept is not None else 0 :]
        orders = {_verb(line) for line in self.past.record["entries"][self.agreed + 1 : entry + 1]}
        return Differs(entry, now, likely(newer, orders, self.kinds, rule), newer)


def _verb(line: Mapping[str, Any]) -> str:
    """The verb of an entry's order; an undo has none."""
    action = Entry.from_json(line, 0).action
    return action.verb if action is not None else ""
