"""Chapter 7: movement, on the lake first and then by land; leaving the map."""

from engine.games.cortes.book.movement.carriers import Aboard, Limber, Top
from engine.games.cortes.book.movement.exits import Escape, Leave, Raid
from engine.games.cortes.book.movement.move import Move
from engine.games.cortes.book.movement.phase import Done, Movement
from engine.games.cortes.book.movement.telling import Freed

__all__ = [
    "Aboard",
    "Done",
    "Escape",
    "Freed",
    "Leave",
    "Limber",
    "Move",
    "Movement",
    "Raid",
    "Top",
]
