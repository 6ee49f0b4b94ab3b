"""What events of Granada did on the map, as one reader saw them.

A voyage is told in several events, so somebody must follow where a side's fleet is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.boards.deeds import Deed, Parts, marks, ways

SAILING = ("sail", "enter", "evaded")  # the fleet is in the sea zone that these name
VOYAGE = ("enter", "embark", "land")  # these name one end of a leg; the other is where it is


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    found: list[Deed] = []
    fleets: dict[str, tuple[str, int]] = {}  # where a side's fleet is under way, since which event
    for order, event in enumerate(events, 1):
        parts = event.get("drawn")
        if not parts:
            continue
        side = parts.get("who", "")
        parts, since = _followed(event["kind"], parts, order, fleets)
        found += ways(parts, since, side)
        if grey := event["args"].get("grey"):  # 10.12.2: it goes its own way from the same place
            found += ways({**parts, "to": grey}, order, "grey")
        found += marks(parts)
    return list(dict.fromkeys(found))


def _followed(
    kind: str, parts: Parts, order: int, fleets: dict[str, tuple[str, int]]
) -> tuple[Parts, int]:
    """The parts with both ends of a leg at sea, and the event with which the voyage began."""
    side = parts.get("who", "")
    if kind in VOYAGE and side in fleets:
        here, order = fleets[side]
        parts = {"from": here, "to": here, **parts}
    if kind in SAILING:
        fleets[side] = parts.get("to") or parts["at"], order
    return parts, order
