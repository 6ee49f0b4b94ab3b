"""Every sentence that Hispania says to a person, in one place, made for its reader.

`english` is the catalogue, `telling` makes sentences of events and questions, `heading` says
where the game stands, and `refusing` says why an order is wrong.
"""

from __future__ import annotations

from engine.games.hispania.words.english import REASONS, STANCES, TALLIES
from engine.games.hispania.words.heading import chapter, headline
from engine.games.hispania.words.naming import target, token
from engine.games.hispania.words.refusing import refusal
from engine.games.hispania.words.telling import prompt, tell

__all__ = [
    "REASONS",
    "STANCES",
    "TALLIES",
    "chapter",
    "headline",
    "prompt",
    "refusal",
    "target",
    "tell",
    "token",
]
