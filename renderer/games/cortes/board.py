"""The board of Cortés in words of no game: hexes, the areas of the lake, causeways."""

from __future__ import annotations

from pathlib import Path

from engine.games.cortes.table.data import TYPES, Hex, Map, Units
from engine.games.cortes.table.data import Kind as Unit
from engine.tongues import Field, Name
from renderer.boards.facts import Cell, Hexes, Kind, Sea
from renderer.boards.files import opened
from renderer.games.cortes.names import ARMS
from renderer.games.cortes.words import say

SIGNS = {"temple_complex": "pyramid", "fortress": "white-tower", "major_fortress": "castle"}
LEGEND: tuple[tuple[str, Field], ...] = (
    *((f"terrain:{key}", say(f"terrain.{key}")) for key in ("clear", "market")),
    *((f"terrain:{key}", say(f"terrain.{key}")) for key in ("dry_land_city", "chinampa_city")),
    ("terrain:quagmire", say("terrain.quagmire")),
    ("pyramid", say("temple")),
    ("white-tower", say("fortress")),
    ("castle", say("chapultepec")),
    ("road", say("causeway")),
    ("road:wet", say("bridge")),
    ("water:9", say("area")),
    ("water:11:closed", say("closed")),
    ("side:spanish", say("pile.spanish")),
    ("side:aztec", say("pile.aztec")),
    *((ARMS[type_], say(f"type.{type_}")) for type_ in TYPES),
    ("heart", say("sacrifice")),
    ("cross", say("desecrated")),
)


def board(where: Path) -> Hexes:
    files, units = opened(Map, where), opened(Units, where).kinds
    wet = (side.split("-") for road in files.causeways.values() for side in road.wet)
    return Hexes(
        columns=files.grid.columns,
        rows=files.grid.rows,
        cells={number: _cell(row) for number, row in files.hexes.items()},
        low=files.grid.shoved,
        seas={name: Sea(name, row.cells, row.closed) for name, row in files.lake.items()},
        roads=[road.hexes for road in files.causeways.values()],
        bridges=frozenset(frozenset(pair) for pair in wet),
        kinds={key: _kind(key, row) for key, row in units.items()},
        legend=LEGEND,
    )


def _cell(row: Hex) -> Cell:
    terrain = row.terrain
    if row.region == "causeway":
        terrain = "causeway"
    elif row.region == "tenochtitlan" and terrain == "clear":
        terrain = "market"
    return Cell(terrain, row.name, SIGNS.get(row.terrain, ""))


def _kind(key: str, row: Unit) -> Kind:
    name = Name(f"cortes.NAMES.kind.{key}", row.name)
    return Kind(key, row.side, name, arm=ARMS[row.type], leader=row.type == "leader")
