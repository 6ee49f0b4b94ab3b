"""Which pictures a view of Cortés can give, and which of them a report wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.games.cortes.deeds import deeds

View = Mapping[str, Any]
RESTS = ("rest", "desertion", "recovered", "replenished", "disease")


def kinds(view: View) -> tuple[str, ...]:
    found = ["board", "city", "region"]
    if view["battle"]:
        found.append("battle")
    if view["rests"]:
        found.append("rr")
    if view["winners"]:
        found.append("end")
    return tuple(found)


def best(view: View, events: Sequence[Mapping[str, Any]]) -> str:
    """The end, what an R&R brought back, the battle, where something was done, else the board."""
    able = kinds(view)
    told = {event["kind"] for event in events}
    if "end" in able:
        return "end"
    if "rr" in able and told & set(RESTS):
        return "rr"
    if "battle" in able:
        return "battle"
    return "region" if deeds(events) else "board"
