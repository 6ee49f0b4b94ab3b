"""Every sentence that Granada says to a person, in one place, made for its reader.

`english` is the catalogue, `naming` calls things by their names, `telling` makes sentences of
events and questions, `refusing` says why an order is wrong, and `reasons` finds that out.
"""

from __future__ import annotations

from engine.games.granada.words.english import REASONS
from engine.games.granada.words.refusing import refusal
from engine.games.granada.words.telling import prompt, tell

__all__ = ["REASONS", "prompt", "refusal", "tell"]
