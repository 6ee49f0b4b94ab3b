"""Units and terrains of Cortés that could not be drawn: told before they are in play."""

from __future__ import annotations

from pathlib import Path

from engine.games.cortes.table.data import Units
from renderer.boards.files import Lattice, opened
from renderer.games.cortes.names import ARMS, SIDES


def faults(where: Path) -> list[str]:
    drawn, units = opened(Lattice, where), opened(Units, where)
    found = [
        f"units.yaml: there is no emblem for the type {kind.type!r} of {key!r}."
        for key, kind in units.kinds.items()
        if kind.type not in ARMS
    ]
    found += [
        f"layout.yaml: there is no paint for the side {side!r}."
        for side in SIDES
        if side not in drawn.sides
    ]
    return found + [
        f"layout.yaml: the side {side!r} has no arms." for side in SIDES if side not in drawn.arms
    ]
