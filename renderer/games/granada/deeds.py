"""What events of Granada did on the map.

Events are read by the words of their arguments (`from` and `path`, `place` and `to`, `zone`), as
one reader saw them; what only the other side knows is not in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from renderer.deeds import Deed, Mark, Way

FIGHTS = frozenset({"battle", "assault", "overrun", "sea_battle", "sighting", "field_result"})
TAKEN = frozenset({"control", "castle"})
FLIGHTS = frozenset({"retreat", "evaded", "surrender", "commander"})
UNMOVED = frozenset({"set_up"})  # the start of a game happens everywhere


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    found: list[Deed] = []
    at_sea: dict[str, tuple[str, int]] = {}  # where a side's fleet is under way, since which event
    for order, event in enumerate(events, 1):
        if event["kind"] not in UNMOVED:
            found += _deeds(order, event["kind"], event["args"], at_sea)
    return list(dict.fromkeys(found))


def _deeds(
    order: int, kind: str, args: Mapping[str, Any], at_sea: dict[str, tuple[str, int]]
) -> Iterator[Deed]:
    side, flight = args.get("side") or "", kind in FLIGHTS
    place: str = args.get("place") or ""
    zone: str = args.get("zone") or ""
    if zone:
        here, sailed = at_sea.get(side, ("", order)) if kind == "enter" else ("", order)
        start = args.get("from") or here
        if start and start != zone:
            yield Way(side, start, zone, flight, sailed)
        else:
            yield _mark(kind, zone, args)
        if kind in ("sail", "enter", "evaded"):
            at_sea[side] = zone, sailed
    elif "path" in args and (args.get("from") or place):
        stops = (args.get("from") or place, *args["path"])
        for start, goal in pairwise(stops):
            yield Way(side, start, goal, flight, order)
    elif kind in ("embark", "land") and place and side in at_sea:
        here, sailed = at_sea[side]
        start, goal = (place, here) if kind == "embark" else (here, place)
        yield Way(side, start, goal, order=sailed)
    elif place:
        for who, goal in ((side, args.get("to")), ("grey", args.get("grey"))):
            if isinstance(goal, str) and goal != place:
                yield Way(who, place, goal, flight, order)
        yield _mark(kind, place, args)


def _mark(kind: str, place: str, args: Mapping[str, Any]) -> Mark:
    if kind in TAKEN:
        return Mark(place, "taken", args["owner"])
    return Mark(place, "fight" if kind in FIGHTS else "deed")
