"""The board of Granada in words of no game: towns, roads, seas, blocks and turns."""

from __future__ import annotations

from pathlib import Path

from engine.games.granada.table.data import Board, Calendar, Pieces
from engine.games.granada.table.data import Kind as Block
from engine.games.granada.table.data import Place as Town
from renderer.boards.facts import Kind, Place, Points, Route
from renderer.boards.files import opened


def board(where: Path) -> Points:
    files, pieces = opened(Board, where), opened(Pieces, where)
    track = opened(Calendar, where).track
    return Points(
        places={key: place(facts) for key, facts in files.places.items()},
        roads=[Route((row.between[0], row.between[1]), row.type) for row in files.roads],
        zones={key: facts.name for key, facts in files.zones.items()},
        sea=files.sea,
        kinds={key: _kind(key, facts) for key, facts in pieces.kinds.items()},
        disks={key: facts.name for key, facts in pieces.disks.items()},
        turns=tuple((row.year, row.turn) for row in track),
    )


def place(facts: Town) -> Place:
    return Place(
        name=facts.name,
        capital=bool(facts.capital),
        resource=facts.resource,
        castle=facts.castle,
        tower=facts.watchtower,
        territory=facts.territory,
        marks=_marks(facts),
        disk=facts.disk or None,
    )


def _marks(facts: Town) -> tuple[str, ...]:
    """What stands beside a name: a port, recruitment shields, where mercenaries enter."""
    found = ["badge anchor sea"] if facts.port else []
    found += [f"arms {faction}" for faction in facts.recruit]
    if facts.mercenaries:
        found.append("badge two-coins gold")
    if facts.boabdil:
        found.append("badge moon plain")
    return tuple(found)


def _kind(key: str, facts: Block) -> Kind:
    name, arm = facts.name or key, facts.arm or None
    return Kind(key, facts.side, name, facts.shields, arm, facts.leader, facts.army)
