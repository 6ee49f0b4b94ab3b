"""What the data files of the First Crusade hold that could not be drawn."""

from __future__ import annotations

from pathlib import Path

from engine.games.crusade.table.data import Leaders
from engine.tongues import ENGLISH
from renderer.boards.files import Towns, opened
from renderer.words import refusal


def faults(where: Path) -> list[str]:
    """A faction without a shield."""
    arms = opened(Towns, where).arms
    return [
        f"layout.yaml: {ENGLISH.word(refusal('shield', faction=repr(key)))}"
        for key in opened(Leaders, where).factions
        if key not in arms
    ]
