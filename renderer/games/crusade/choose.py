"""Which pictures a view of the First Crusade can give, and which of them a report wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.games.crusade.deeds import deeds

View = Mapping[str, Any]


def kinds(view: View) -> tuple[str, ...]:
    found = ["board", "north", "south", "region"]
    if view["seat"] is not None:
        found += ["hand", "nation"]
    if view["battle"] or any(spot["siege"] for spot in view["places"].values()):
        found.append("battle")
    if view["over"]:
        found.append("end")
    return tuple(found)


def best(view: View, events: Sequence[Mapping[str, Any]]) -> str:
    """The end, the battle that goes on, the region where something was done, else the board."""
    if view["over"]:
        return "end"
    if view["battle"]:
        return "battle"
    return "region" if deeds(events) else "board"
