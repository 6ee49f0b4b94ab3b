"""What the checks of all files share: the two sides, their factions."""

from __future__ import annotations

from engine.fields import Problems, guess

__all__ = ["EVERY_FACTION", "FACTIONS", "SIDES", "Problems", "guess"]

SIDES = ("christian", "muslim")
FACTIONS = {
    "christian": ("castile", "aragon", "leon", "kingdoms"),
    "muslim": ("andalusies", "bannigas", "sarray", "zegries"),
}
EVERY_FACTION = FACTIONS["christian"] + FACTIONS["muslim"]
