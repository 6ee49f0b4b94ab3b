"""What the false language leaves outside its brackets, and whether it may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.core import Decision, Game
from engine.tongues import ENGLISH, Field, Listed, Name, Said
from engine.tongues.false import FALSE

BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
FIGURE = re.compile(r"[-+]?\d+([.-]\w+)*[-+]?|[A-Z]\d+|[IVX]+")  # also a rule: 8.5.1, G12
TYPED = re.compile(r"[\s>,=:;()\[\]'\"`]+")


def codes(game: Game) -> set[str]:
    """What is the same in every language: orders, their marks, and the tokens of things."""
    found = {*game.seats, *game.options, *game.scenarios, "moderator", "none", "F", game.title}
    for verb in (*game.verbs.values(), *game.edits.values()):
        found.add(verb.name)
        for slot in verb.slots:
            found |= {slot.name, slot.mark, *game.names(slot.domain)}
    return found


def texts(data: Any) -> set[str]:
    """Every text that stands in a game's data: its names of things among them."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, Mapping):
        data = [*data, *data.values()]
    return set().union(*map(texts, data)) if isinstance(data, (list, tuple)) else set()


def offered(decision: Decision) -> set[str]:
    """The tokens that a decision has offered so far to whoever looked at it."""
    return {token for level in decision._cache.values() for token in level.choices if token}


def called(said: Field) -> Iterator[str]:
    """The names in what is said that come from the game's data."""
    if isinstance(said, Name):
        if not ENGLISH.knows(said.key):
            yield said.text
    elif isinstance(said, Said):
        for value in said.values.values():
            yield from called(value)
    elif isinstance(said, Listed):
        for item in said.items:
            yield from called(item)


def strays(text: str, names: Iterable[str], words: set[str], typed: str = "") -> list[str]:
    """What stands outside brackets and is no name, no code, no figure, and was not typed."""
    known, spoken = set(names), {part for part in TYPED.split(typed) if part}
    known_parts = words | spoken
    found: list[str] = []
    for piece in BRACKETS.sub("\0", text).split("\0"):
        piece = piece.strip()
        if piece in known:
            continue
        parts = [part for part in TYPED.split(piece) if part and part not in known_parts]
        found += [part for part in parts if not FIGURE.fullmatch(part)]
    return found


def assert_said(said: Said, words: set[str], typed: str = "") -> None:
    """Worded in the false language, it holds no English."""
    text = FALSE.word(said)
    left = strays(text, called(said), words, typed)
    assert not left, f"{said.key} leaves {left} outside of {text}"
    assert "⟦" in text, said
    assert Said.from_json(said.to_json()) == said
