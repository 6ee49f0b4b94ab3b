"""The board of the First Crusade in words of no game."""

from __future__ import annotations

from pathlib import Path

from engine.games.crusade.table.data import Board, Scenarios, Transit, Way
from renderer.boards.facts import Place, Points, Route
from renderer.boards.files import opened

PASS = "pass"


def board(where: Path) -> Points:
    raw, plans = opened(Board, where), opened(Scenarios, where)
    places = {
        key: Place(key, stop="city", figure=str(city.sdv), marks=_marks(city.port, city.deep))
        for key, city in raw.cities.items()
    }
    places |= {
        key: Place(town.name or key, stop="hold", marks=_marks(town.port, False))
        for key, town in raw.towns.items()
    }
    places |= {
        key: Place(point.name or key, stop=_stop(point), figure=str(point.value))
        for key, point in raw.transit.items()
    }
    places |= {key: Place(box.name, stop="box") for key, box in raw.boxes.items()}
    sea = {
        (min(key, other), max(key, other)) for key, zone in raw.zones.items() for other in zone.next
    }
    return Points(
        places=places,
        roads=[Route(way.ends, _look(way)) for way in raw.connections],
        zones={key: zone.name for key, zone in raw.zones.items()},
        sea=sorted(sea),
        turns=tuple((row.short, str(row.turn)) for row in plans.track),
    )


def _marks(port: str, deep: bool) -> tuple[str, ...]:
    """An anchor; a dark one where the water is deep."""
    if not port:
        return ()
    return (" ".join(("badge", "anchor", "sea" if deep else "plain")),)


def _stop(point: Transit) -> str:
    return PASS if point.double else "point"


def _look(way: Way) -> str:
    if way.type != "road":
        return way.type
    return way.look if way.look in ("desert", "bridge") else "road"
