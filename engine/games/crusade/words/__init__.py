"""Every sentence that the First Crusade says to a person."""

from engine.games.crusade.words.english import CATALOGUE, NAMES, PHASES, TALLIES
from engine.games.crusade.words.heading import headline

__all__ = ["CATALOGUE", "NAMES", "PHASES", "TALLIES", "headline"]
