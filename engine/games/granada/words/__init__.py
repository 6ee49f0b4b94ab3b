"""Every sentence that Granada says to a person, in one place, made for its reader.

`english` is the catalogue, `naming` calls things by their names, `telling` says events and
questions, `heading` says where the game stands, and `refusing` says why an order is wrong.
"""

from __future__ import annotations

from engine.games.granada.words.english import NAMES, TALLIES
from engine.games.granada.words.heading import chapter, headline
from engine.games.granada.words.refusing import refusal
from engine.games.granada.words.telling import asks, says

__all__ = ["NAMES", "TALLIES", "asks", "chapter", "headline", "refusal", "says"]
