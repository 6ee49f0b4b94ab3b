"""What a game consists of, said in one place: its rules and data, and what else it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.core import DataError, Game
from engine.data import folder, load
from engine.models import usable

_NOTES = ("why", "source")  # of the data: not part of a match


@dataclass(frozen=True, slots=True)
class Manifest:
    """A game's parts, each a module by name; an empty one is a part that the game does not have.

    `rules` names the class of the game, "package.module:Class". `files` are the data files that
    the rules read, beside rules.yaml: a record pins them. `home` is the folder of the data, for
    a game that does not live in `data/`. An `unfinished` game is known to its own tests alone.
    """

    name: str = ""
    rules: str = ""
    files: tuple[str, ...] = ()
    datacheck: str = ""
    computer: str = ""
    plans: str = ""
    pictures: str = ""
    home: Path | None = None
    unfinished: bool = False

    @property
    def folder(self) -> Path:
        return self.home or folder(self.name)

    def module(self, part: str) -> ModuleType | None:
        """The module of a part; None if the game does not have it."""
        name: str = getattr(self, part)
        return import_module(name) if name else None

    def faults(self) -> list[str]:
        """What is wrong with the manifest itself, in sentences."""
        where = f"The manifest of {self.name or 'a game'}"
        missing = [part for part in ("name", "rules", "files") if not getattr(self, part)]
        found = [f"{where} does not say its {part}." for part in missing]
        for part in ("rules", "datacheck", "computer", "plans", "pictures"):
            name = getattr(self, part).partition(":")[0]
            if name and not _exists(name):
                found.append(f"{where} names {name} as its {part}; there is no such module.")
        if self.rules and ":" not in self.rules:
            found.append(f"{where} names {self.rules} as its rules, without the class.")
        return found

    def data(self) -> dict[str, Any]:
        """The data as a match pins it: what the rules read, without the notes on its sources."""
        root = self.folder
        data = {part: _bare(load(root / f"{part}.yaml")) for part in self.files}
        rules = load(root / "rules.yaml")
        data["rules"] = {
            "options": rules.get("options", {}),
            "rulings": {name: text["choice"] for name, text in rules.get("rulings", {}).items()},
        }
        return data

    def game(self, data: Mapping[str, Any]) -> Game:
        """The game with these data."""
        for fault in self.faults():
            raise DataError(fault)
        module, _, name = self.rules.partition(":")
        rules = getattr(import_module(module), name, None)
        if rules is None:
            raise DataError(
                f"The manifest of {self.name} names {name} in {module} as its rules; there is none."
            )
        with usable(rules.title, self.name):
            made: Game = rules(self, data)
        examine = getattr(made, "faults", tuple)  # of a game on the common base
        for fault in examine():
            raise DataError(fault)
        return made


def part(game: Any, what: str) -> ModuleType | None:
    """The module of one part of a game; None if it does not have it."""
    manifest: Manifest | None = getattr(game, "manifest", None)
    return manifest.module(what) if manifest is not None else None


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(v) for key, v in value.items() if key not in _NOTES}
    return [_bare(v) for v in value] if isinstance(value, list) else value
