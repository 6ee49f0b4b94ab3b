"""What the checks of all files share: the factions of each side."""

from __future__ import annotations

from engine.games.granada.table.data import FACTIONS

OF_SIDE = {"christian": FACTIONS[:4], "muslim": FACTIONS[4:]}
