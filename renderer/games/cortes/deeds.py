"""What events of Cortés did on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.boards.deeds import Deed, marks, ways
from renderer.games.cortes.names import SIDES


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    found: list[Deed] = []
    for order, event in enumerate(events, 1):
        parts = event.get("drawn", {})
        who = parts.get("who", "")
        found += ways(parts, order, who if who in SIDES else "nobody")
        found += marks(parts)
    return list(dict.fromkeys(found))
