"""Every sentence that Hispania says to a person, in one place, made for its reader.

`english` is the catalogue, `naming` calls things by their names, `telling` says events and
questions, and `heading` says where the game stands. Why an order is wrong stands with the order.
"""

from __future__ import annotations

from engine.games.hispania.words.english import NAMES, TALLIES
from engine.games.hispania.words.heading import chapter, headline
from engine.games.hispania.words.naming import Names, said, target
from engine.games.hispania.words.telling import COMPOSED, COMPOSING, asks
from engine.games.hispania.words.warning import warnings

__all__ = [
    "COMPOSED",
    "COMPOSING",
    "NAMES",
    "TALLIES",
    "Names",
    "asks",
    "chapter",
    "headline",
    "said",
    "target",
    "warnings",
]
