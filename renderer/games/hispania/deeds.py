"""What events of Hispania did on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.boards.deeds import Deed, marks, ways
from renderer.games.hispania.names import book
from renderer.games.hispania.words import say


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    known = book()
    found: list[Deed] = []
    for order, event in enumerate(events, 1):
        parts = event.get("drawn", {})
        nation = parts.get("who", "")
        if nation in known.nations:
            found += ways(parts, order, known.nations[nation].seat, known.nation(nation))
        else:
            found += ways(parts, order, "nobody", say("Nobody"))
        # who arrives at sea or beyond the map has done nothing yet
        found += [mark for mark in marks(parts) if mark.place in known.incomes]
    return list(dict.fromkeys(found))
