"""What orders told, told once more: to show what would be taken back, and who knows it already."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.store import models
from bot.tables.floor import words_mod as words
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Who
from engine import Match, Seen
from engine.events import drawn
from engine.mending import used_chance
from engine.tongues.phrases import TELLING, Saying
from engine.tongues.phrases import lines as lines_of

MOST = 10  # lines; a request must fit into one message
LONG = 160  # characters of a line


def told(match: Match, entries: Collection[int], reader: str | None) -> list[str]:
    """Everything that these orders told a reader."""
    seen = [one for one in match.events(reader) if one.entry in entries]
    return [said for one in seen if (said := match.tell(one, reader, TELLING))]


def shortened(lines: Sequence[str], most: int = MOST) -> str:
    """As a list, the first ones of many."""
    kept: list[str] = [words.BULLET.format(line=_short(line)) for line in lines[:most]]
    if len(lines) > most:
        kept.append(words.MORE_LINES.format(count=len(lines) - most))
    return lines_of(*kept) if kept else ""


def _short(line: str) -> str:
    """An order that somebody typed may be long; what is told is as long as it is."""
    if isinstance(line, Saying) or len(line) <= LONG:
        return line
    return line[: LONG - 1] + "…"


def revealed(match: Match, entries: Collection[int], reader: str | None) -> list[str]:
    """What these orders have shown everybody that had been somebody's secret."""
    seen = [one for one in match.events(reader) if one.entry in entries and one.reveals]
    return [said for one in seen if (said := match.tell(one, reader, TELLING))]


async def latest(sitting: Sitting, match: Match, who: Who | None) -> tuple[dict[str, object], ...]:
    """The events of the last report, as their reader may know them: for a picture."""
    seat = sitting.seat_of(who) if who is not None else None
    report = await sitting.get(models.Report, sitting.id, sitting.row.reports)
    if report is None:
        return ()
    last = [s for s in match.events(seat) if report.first <= s.entry <= report.last]
    return tuple(drawn(match.game.events, s.to_json()) for s in last)


def learned(match: Match, entries: Collection[int], seat: str) -> list[str]:
    """What these orders told one seat alone: a draw, a look. Not for other players' eyes."""
    public = [(one.entry, one.kind, dict(one.args)) for one in match.events(None)]
    chance = {entry for entry in entries if used_chance(match, entry)}

    def news(one: Seen) -> bool:
        return one.entry in chance and (one.entry, one.kind, dict(one.args)) not in public

    return [
        said for one in match.events(seat) if news(one) and (said := match.tell(one, seat, TELLING))
    ]
