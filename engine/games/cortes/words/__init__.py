"""Every sentence that Cortés says to a person, in one place, made for its reader."""

from __future__ import annotations

from engine.games.cortes.words.english import CATALOGUE, NAMES, TALLIES
from engine.games.cortes.words.heading import chapter, headline
from engine.games.cortes.words.telling import COMPOSED, COMPOSING, CortesNames

__all__ = [
    "CATALOGUE", "COMPOSED", "COMPOSING", "NAMES", "TALLIES", "CortesNames", "chapter", "headline",
]  # fmt: skip
