"""The First Crusade: from what a seat knows to what there is to draw."""

from renderer.games.crusade.battle import fight
from renderer.games.crusade.board import board
from renderer.games.crusade.choose import best, kinds
from renderer.games.crusade.deeds import deeds
from renderer.games.crusade.ending import end
from renderer.games.crusade.faults import faults
from renderer.games.crusade.scene import scene
from renderer.games.crusade.sheets import SHEETS

__all__ = ["SHEETS", "best", "board", "deeds", "end", "faults", "fight", "kinds", "scene"]
