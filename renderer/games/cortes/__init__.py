"""Cortés: from what a reader may see to what there is to draw."""

from renderer.games.cortes.battle import fight
from renderer.games.cortes.board import board
from renderer.games.cortes.choose import best, kinds
from renderer.games.cortes.deeds import deeds
from renderer.games.cortes.ending import end
from renderer.games.cortes.faults import faults
from renderer.games.cortes.scene import scene
from renderer.games.cortes.sheets import REPORTS, SHEETS

__all__ = [
    "REPORTS",
    "SHEETS",
    "best",
    "board",
    "deeds",
    "end",
    "faults",
    "fight",
    "kinds",
    "scene",
]
