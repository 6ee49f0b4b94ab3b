"""What events of the First Crusade did on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.tongues import Field
from renderer.boards.deeds import Deed, Way, marks, ways
from renderer.games.crusade.names import Book, book
from renderer.games.crusade.words import say


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    known = book()
    found: list[Deed] = []
    for order, event in enumerate(events, 1):
        parts = event.get("drawn", {})
        side, who = _who(known, parts.get("who", ""))
        found += _march(ways(parts, order, side, who), event.get("args", {}).get("points"))
        for mark in marks(parts):
            found.append(replace(mark, owner=side if mark.what == "taken" else ""))
    return list(dict.fromkeys(found))


def _march(legs: Iterable[Way], points: object) -> list[Way]:
    """The legs of a march; the last one says what it cost."""
    found = list(legs)
    if found and isinstance(points, int) and points:
        found[-1] = replace(found[-1], cost=str(points))
    return found


def _who(known: Book, who: object) -> tuple[str, Field]:
    """A leader or a faction; of several the first."""
    token = str(who[0]) if isinstance(who, list | tuple) and who else str(who)
    if token in known.leaders:
        return known.side(known.leaders[token].faction), known.leader(token)
    if token in known.factions:
        return known.side(token), known.faction(token)
    return "nobody", say("Nobody")
