"""What orders told, told once more: to show what would be taken back, and who knows it already."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.tables import words_mod as words
from engine import Match, Seen
from engine.mending import used_chance

MOST = 10  # lines; a request must fit into one message
LONG = 160  # characters of a line


def told(match: Match, entries: Collection[int], reader: str | None) -> list[str]:
    """Everything that these orders told a reader."""
    seen = [one for one in match.events(reader) if one.entry in entries]
    return [said for one in seen if (said := match.tell(one, reader))]


def shortened(lines: Sequence[str], most: int = MOST) -> str:
    """As a list, the first ones of many."""
    kept = [f"• {line if len(line) <= LONG else line[: LONG - 1] + '…'}" for line in lines[:most]]
    if len(lines) > most:
        kept.append(words.MORE_LINES.format(count=len(lines) - most))
    return "\n".join(kept)


def revealed(match: Match, entries: Collection[int], reader: str | None) -> list[str]:
    """What these orders have shown everybody that had been somebody's secret."""
    seen = [one for one in match.events(reader) if one.entry in entries and one.reveals]
    return [said for one in seen if (said := match.tell(one, reader))]


def learned(match: Match, entries: Collection[int], seat: str) -> list[str]:
    """What these orders told one seat alone: a draw, a look. Not for other players' eyes."""
    public = [(one.entry, one.kind, dict(one.args)) for one in match.events(None)]
    chance = {entry for entry in entries if used_chance(match, entry)}

    def news(one: Seen) -> bool:
        return one.entry in chance and (one.entry, one.kind, dict(one.args)) not in public

    return [said for one in match.events(seat) if news(one) and (said := match.tell(one, seat))]
