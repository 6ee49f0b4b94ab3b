"""Which pictures a view of Hispania can give, and which of them a report wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.games.hispania.deeds import deeds

View = Mapping[str, Any]


def kinds(view: View) -> tuple[str, ...]:
    """Nothing is hidden; a seat is offered the sheet of its own nations besides."""
    found = ["board", "region", "legend"]
    if view["seat"] is not None:
        found.append("nation")
    if view["battle"]:
        found.append("battle")
    if view["winners"]:
        found.append("end")
    return tuple(found)


def best(view: View, events: Sequence[Mapping[str, Any]]) -> str:
    """The end, the battle that goes on, the region where something was done, else the board."""
    able = kinds(view)
    for kind in ("end", "battle"):
        if kind in able:
            return kind
    return "region" if deeds(events) else "board"
