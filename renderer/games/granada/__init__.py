"""Granada: from what a reader may know to what there is to draw."""

from renderer.games.granada.battle import fight
from renderer.games.granada.board import board
from renderer.games.granada.choose import best, kinds
from renderer.games.granada.deeds import deeds
from renderer.games.granada.ending import end
from renderer.games.granada.faults import faults
from renderer.games.granada.march import march
from renderer.games.granada.scene import scene
from renderer.games.granada.sheets import SHEETS

__all__ = ["SHEETS", "best", "board", "deeds", "end", "faults", "fight", "kinds", "march", "scene"]
