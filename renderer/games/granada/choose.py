"""Which pictures a view of Granada can give, and which of them a report wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.games.granada.deeds import deeds
from renderer.games.granada.scene import revealed

View = Mapping[str, Any]


def kinds(view: View) -> tuple[str, ...]:
    """3.3: hand, roll and box are for the seat that owns them; at the end nothing is hidden."""
    found = ["board", "west", "centre", "east", "region", "legend"]
    if view["seat"] is not None:
        found += ["hand", "roll", "box"]
    if view["battle"]:
        found.append("battle")
    if view["winner"] and revealed(view):
        found.append("end")
    return tuple(found)


def best(view: View, events: Sequence[Mapping[str, Any]]) -> str:
    """The fight that goes on, the end, the region where something was done, else the board."""
    able = kinds(view)
    if "end" in able:
        return "end"
    if "battle" in able:
        return "battle"
    return "region" if deeds(events) else "board"
