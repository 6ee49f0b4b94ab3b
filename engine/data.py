"""Where the data folders are, and how a data file is read: strictly, refused in a sentence."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from engine.core import DataError

__all__ = ["DataError", "folder", "load"]

SHIPPED = Path(__file__).resolve().parent.parent / "data"


def folder(game: str) -> Path:
    """The data of one game: from the copy that HERALD_DATA names, else what is shipped.

    A copy may hold only some games.  A path that holds none would be silently without effect,
    so it is refused.
    """
    copy = os.environ.get("HERALD_DATA")
    if not copy:
        return SHIPPED / game
    root = Path(copy)
    if not root.is_dir():
        raise DataError("HERALD_DATA does not name a folder.")
    if (root / game).is_dir():
        return root / game
    if any(root.glob("*.yaml")):
        raise DataError("HERALD_DATA must name the folder above the game's own, not that folder.")
    return SHIPPED / game


def load(path: Path) -> dict[str, Any]:
    """A YAML file as a mapping.  Raises DataError with a sentence that names the file."""
    name = path.name
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{name}: the file is missing.") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise DataError(f"{name}: the file cannot be read: {reason}.") from None
    try:
        found = yaml.load(text, Loader=_Strict)
    except yaml.YAMLError as error:
        raise DataError(f"{name}: {_words(error)}.") from None
    except RecursionError:
        raise DataError(f"{name}: the file is nested too deeply.") from None
    except ValueError as error:  # a date or number that YAML recognises but cannot make
        raise DataError(f"{name}: a value cannot be read: {error}.") from None
    if not isinstance(found, dict):
        raise DataError(f"{name}: the file must be a mapping of names to values.")
    return found


class _Strict(yaml.SafeLoader):
    """Plain YAML, but a key that stands twice in one mapping, or is no text, is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        if isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key_node, _ in node.value:
                key = self.construct_object(key_node, deep=True)
                if not isinstance(key, str):
                    raise _at(key_node, f"the key {key!r} is not text; put it in quotes")
                if key in seen:
                    raise _at(key_node, f"the key {key!r} stands twice")
                seen.add(key)
        return super().construct_mapping(node, deep)


def _at(node: yaml.Node, problem: str) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _words(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 1}: {error.problem or 'cannot be parsed'}"
    return "cannot be parsed as YAML: " + " ".join(str(error).split())
