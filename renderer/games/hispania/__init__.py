"""Hispania: from what everybody knows to what there is to draw."""

from renderer.games.hispania.battle import fight
from renderer.games.hispania.board import board
from renderer.games.hispania.choose import best, kinds
from renderer.games.hispania.deeds import deeds
from renderer.games.hispania.ending import end
from renderer.games.hispania.faults import faults
from renderer.games.hispania.march import march
from renderer.games.hispania.scene import scene
from renderer.games.hispania.sheets import SHEETS

__all__ = ["SHEETS", "best", "board", "deeds", "end", "faults", "fight", "kinds", "march", "scene"]
