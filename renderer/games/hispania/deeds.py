"""What events of Hispania did on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderer.deeds import Deed, Parts, marks, places, ways
from renderer.games.hispania.names import book

FIGHTS = frozenset({"battle", "round", "battle over", "chief killed"})
FLIGHTS = frozenset({"retreat"})
QUIET = frozenset({"turn", "sequence", "points", "set up"})


def deeds(events: Sequence[Mapping[str, Any]]) -> list[Deed]:
    """The deeds of events in their order, each once."""
    known = book()
    found: list[Deed] = []
    for order, event in enumerate(events, 1):
        parts = event["drawn"] if "drawn" in event else _parts(event["kind"], event["args"])
        nation = parts.get("who", "")
        if nation in known.nations:
            found += ways(parts, order, known.nations[nation].seat, known.nation(nation))
        else:
            found += ways(parts, order, "nobody", "Nobody")
        # who arrives at sea or beyond the map has done nothing yet
        found += [mark for mark in marks(parts) if mark.place in known.incomes]
    return list(dict.fromkeys(found))


def _parts(kind: str, args: Mapping[str, Any]) -> Parts:
    """The parts of an event that is not declared, by the words of its arguments."""
    if kind in QUIET:
        return {}
    shape = "fight" if kind in FIGHTS else "flight" if kind in FLIGHTS else "mark"
    start = args.get("start")
    found = {
        "shape": shape,
        "who": args.get("nation") or "",
        "from": start if isinstance(start, str) else None,
        "to": args.get("to"),
        "at": (*places(args.get("place")), *places(args.get("places"))),
    }
    return {**found, "way": args["path"]} if "path" in args else found
