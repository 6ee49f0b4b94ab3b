"""The registry: one line a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.core import Game
from engine.data import folder, load
from engine.games.granada import Granada
from engine.games.hispania import Hispania

_GAMES: dict[str, Callable[[Mapping[str, Any]], Game]] = {
    "granada": Granada,
    "hispania": Hispania,
}


_PARTS = {  # the files that the rules read, beside rules.yaml; drawing is no part of a match
    "granada": ("board", "pieces", "cards", "setup"),
    "hispania": ("board", "units", "nations", "scenarios", "victory"),
}
_NOTES = ("why", "source")


def load_game(name: str) -> dict[str, Any]:
    """A game's data as a match pins it: what the rules read, without the notes on its sources."""
    root = folder(name)
    data = {part: _bare(load(root / f"{part}.yaml")) for part in _PARTS[name]}
    rules = load(root / "rules.yaml")
    data["rules"] = {
        "options": rules.get("options", {}),
        "rulings": {ruling: text["choice"] for ruling, text in rules.get("rulings", {}).items()},
    }
    return data


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(v) for key, v in value.items() if key not in _NOTES}
    return [_bare(v) for v in value] if isinstance(value, list) else value


@lru_cache(maxsize=1)
def games() -> Mapping[str, Game]:
    """Every game with the data of this installation."""
    return {name: make(load_game(name)) for name, make in _GAMES.items()}


_PINNED: dict[str, Game] = {}


def with_data(game: Game, data: Mapping[str, Any]) -> Game:
    """The game with the data pinned in a record; the same object where the data is the same."""
    if data == game.data:
        return game
    digest = sha256(json.dumps([game.name, data], sort_keys=True).encode()).hexdigest()
    if digest not in _PINNED:
        _PINNED[digest] = _GAMES[game.name](data)
    return _PINNED[digest]
