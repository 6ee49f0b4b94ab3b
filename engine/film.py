"""A finished match as a row of pictures: what stood where after each visit, nothing hidden.

Only for a record that has reached its end: until then every position holds secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import HeraldError, Seen, View
from engine.match import Match
from engine.parts.segments import parts
from engine.tongues import ENGLISH, Tongue
from engine.words import say

MOST = 90  # pictures of one film


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a film: the table as it stood, and what had just happened."""

    view: View
    title: str
    words: str


def film(record: Mapping[str, Any], most: int = MOST, tongue: Tongue = ENGLISH) -> Iterator[Shot]:
    """The pictures, one after the other; if there are too many, evenly chosen ones."""
    from engine import from_record  # the façade stands above

    end = from_record(record)
    if not end.over:
        raise HeraldError(say("not over"))
    scenes = [(part, cuts) for part, _ in parts(record) if (cuts := _cuts(part)) is not None]
    wanted = set(_evenly(sorted({cut for _, cuts in scenes for cut in cuts}), most))
    for part, cuts in scenes:
        yield from _shots(part, wanted.intersection(cuts), tongue)


def _cuts(record: Mapping[str, Any]) -> list[int] | None:
    """The last entry of every visit of this segment; None if it cannot be replayed any more."""
    from engine import from_record

    chapters: dict[int, str] = {}

    def watch(match: Match, entry: int) -> None:
        chapters[entry] = match.game.chapter(match.view(None))

    try:
        match = from_record(record, watch)
    except Exception:  # played by other rules: what they showed is not known
        return None
    live = match.live
    return [
        entry
        for entry, after in zip(live, (*live[1:], -1), strict=True)
        if after < 0 or _ends(match, chapters, entry, after)
    ]


def _ends(match: Match, chapters: Mapping[int, str], entry: int, after: int) -> bool:
    """Whether a visit, or a scene that the game tells as one, ends here."""
    if chapters[entry] and chapters[entry] == chapters[after]:
        return False
    return bool(chapters[entry]) or match.entries[entry].seat != match.entries[after].seat


def _evenly(cuts: list[int], most: int) -> list[int]:
    """At most so many, the first and the last among them."""
    if len(cuts) <= most:
        return cuts
    step = (len(cuts) - 1) / max(1, most - 1)
    return [cuts[round(i * step)] for i in range(most - 1)] + [cuts[-1]]


def _shots(record: Mapping[str, Any], wanted: set[int], tongue: Tongue) -> list[Shot]:
    from engine import from_record

    found: list[Shot] = []
    told = 0

    def watch(match: Match, entry: int) -> None:
        nonlocal told
        if entry in wanted:
            seen = match.events(None, told)
            told = max([told, *[one.number for one in seen]])
            found.append(_shot(match, seen, tongue))

    from_record(record, watch)
    return found


def _shot(match: Match, seen: tuple[Seen, ...], tongue: Tongue) -> Shot:
    spectator = match.view(None)
    title = " · ".join(words for _, words in match.game.headline(spectator, tongue)[:2] if words)
    words = [said for one in seen if (said := match.tell(one, None, tongue))]
    return Shot(match.uncovered(), title, " ".join(words[-2:]))
