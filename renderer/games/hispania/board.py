"""The board of Hispania in words of no game: provinces with their borders, straits and turns."""

from __future__ import annotations

from pathlib import Path

from engine.games.hispania.table.data import Board, Calendar, UnitKinds, read_areas
from engine.games.hispania.table.data import Kind as Unit
from engine.games.hispania.table.data import Land as Province
from engine.tongues import Name
from renderer.boards.facts import Areas, Land
from renderer.boards.files import Realm, opened
from renderer.games.hispania.words import say

LEGEND = (("star", say("capital")), ("crown", say("chief")), ("two-coins", say("income")))


def board(where: Path) -> Areas:
    files, track = opened(Board, where), opened(Calendar, where).track
    shapes = read_areas(where / opened(Realm, where).areas)
    units = opened(UnitKinds, where).kinds
    return Areas(
        lands={key: _land(facts) for key, facts in files.provinces.items()},
        borders=shapes.arcs,
        rings=shapes.rings,
        rivers=frozenset(row.ends for row in files.borders if row.river),
        beyond={key: facts.name for key, facts in files.beyond.items()},
        straits=[row.between for row in files.straits],
        kinds={"ruin": say("ruin"), **{key: _called(key, facts) for key, facts in units.items()}},
        legend=LEGEND,
        turns=tuple((row.years, str(row.turn)) for row in track),
        scoring=frozenset(row.turn for row in track if row.score),
    )


def _land(facts: Province) -> Land:
    """Below its name: how many units may stay, and its income."""
    high = facts.terrain == "mountain"
    coins = f"{facts.income:g}".replace(".5", "½").replace("0½", "½")
    return Land(
        name=facts.name,
        tint=facts.zone,
        high=high,
        marks=("room", f"{'peak' if high else 'ring'} {facts.stack}", f"coin {coins}", "room"),
        sign="anchor" if facts.landing in ("anchor", "crossed") else "",
        struck=facts.landing == "crossed",
    )


def _called(key: str, facts: Unit) -> Name:
    return Name(f"hispania.NAMES.kind.{key}", facts.name)
