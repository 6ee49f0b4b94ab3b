"""Granada: from what a reader may know to what there is to draw."""

from renderer.games.granada.choose import best, kinds
from renderer.games.granada.deeds import deeds
from renderer.games.granada.ending import end
from renderer.games.granada.faults import faults
from renderer.games.granada.fight import fight
from renderer.games.granada.scene import scene
from renderer.games.granada.sheets import SHEETS

__all__ = ["SHEETS", "best", "deeds", "end", "faults", "fight", "kinds", "scene"]
