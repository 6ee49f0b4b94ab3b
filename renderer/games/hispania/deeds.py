"""What events of Hispania did on the map, read by the words of their arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from renderer.deeds import Deed, Mark, Way
from renderer.games.hispania.names import book

FIGHTS = frozenset({"battle", "round", "battle over", "chief killed"})
FLIGHTS = frozenset({"retreat"})
QUIET = frozenset({"turn", "sequence", "income", "stance", "points", "set up"})


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    found: list[Deed] = []
    for order, event in enumerate(events, 1):
        if event["kind"] not in QUIET:
            found += _deeds(order, event["kind"], event["args"])
    return list(dict.fromkeys(found))


def _deeds(order: int, kind: str, args: Mapping[str, Any]) -> Iterator[Deed]:
    known, nation = book(), args.get("nation") or ""
    side = known.nations[nation].seat if nation in known.nations else "nobody"
    who = known.nation(nation) if nation in known.nations else "Nobody"
    start, flight = args.get("start"), kind in FLIGHTS
    if isinstance(start, str) and "path" in args:
        for one, other in pairwise((start, *args["path"])):
            yield Way(side, one, other, flight, order, who)
    elif isinstance(start, str):
        for goal in _places(args.get("to")):
            if goal != start:
                yield Way(side, start, goal, flight, order, who)
    for place in (*_places(args.get("place")), *_places(args.get("places"))):
        if place not in known.incomes:
            continue  # who arrives at sea or beyond the map has done nothing yet
        yield Mark(place, "fight" if kind in FIGHTS else "deed")


def _places(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(p for p in value if isinstance(p, str)) if isinstance(value, list | tuple) else ()
