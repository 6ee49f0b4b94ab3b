"""Every sentence that Granada says to a person, in one place, made for its reader.

`english` is the catalogue, `naming` calls things by their names, `telling` says events and
questions, and `heading` says where the game stands. Why an order is wrong stands with the order.
"""

from __future__ import annotations

from engine.games.granada.words.english import NAMES, TALLIES
from engine.games.granada.words.heading import chapter, headline
from engine.games.granada.words.naming import Names, slot_words
from engine.games.granada.words.telling import COMPOSED, COMPOSING, asks, not_now
from engine.games.granada.words.warning import warnings

__all__ = [
    "COMPOSED",
    "COMPOSING",
    "NAMES",
    "TALLIES",
    "Names",
    "asks",
    "chapter",
    "headline",
    "not_now",
    "slot_words",
    "warnings",
]
