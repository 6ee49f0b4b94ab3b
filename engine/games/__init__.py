"""The games that Herald knows: every package here with a manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from engine.core import Game
from engine.manifest import Manifest

_GUESTS: dict[str, Manifest] = {}
_MADE: dict[str, Game] = {}


@lru_cache(maxsize=1)
def _housed() -> Mapping[str, Manifest]:
    found = [import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__) if m.ispkg]
    return {package.MANIFEST.name: package.MANIFEST for package in found}


def manifests() -> Mapping[str, Manifest]:
    """What every game consists of, by name."""
    return {**{name: m for name, m in _housed().items() if not m.unfinished}, **_GUESTS}


def in_the_making() -> Mapping[str, Manifest]:
    """The games that are being written: nobody is offered them."""
    return {name: m for name, m in _housed().items() if m.unfinished}


def _made(name: str) -> Game:
    if name not in _MADE:
        manifest = manifests()[name]
        _MADE[name] = manifest.game(manifest.data())
    return _MADE[name]


def games() -> Mapping[str, Game]:
    """Every game with the data of this installation."""
    return {name: _made(name) for name in manifests()}


@contextmanager
def guest(manifest: Manifest) -> Iterator[Game]:
    """A game that does not live here, known for a while: the example of the docs, a test's."""
    _GUESTS[manifest.name] = manifest
    try:
        yield _made(manifest.name)
    finally:
        del _GUESTS[manifest.name]
        _MADE.pop(manifest.name, None)


def known(name: str) -> AbstractContextManager[object]:
    """For tests of one game: a game in the making is a guest for a while."""
    manifest = in_the_making().get(name)
    return guest(manifest) if manifest is not None else nullcontext()


_PINNED: dict[str, Game] = {}


def with_data(game: Game, data: Mapping[str, Any]) -> Game:
    """The game with the data pinned in a record; the same object where the data is the same."""
    if data == game.data:
        return game
    digest = sha256(json.dumps([game.name, data], sort_keys=True).encode()).hexdigest()
    if digest not in _PINNED:
        _PINNED[digest] = manifests()[game.name].game(data)
    return _PINNED[digest]
