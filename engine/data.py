"""Where the data folders are, and how a data file is read: strictly, refused in a sentence."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from engine.core import DataError

__all__ = ["DataError", "folder", "load"]

DEEPEST = 50  # levels of nesting; libyaml's builder has no limit and would crash the process
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
        if _depth(text) > DEEPEST:
            raise DataError(f"{name}: the file is nested too deeply.")
        found = yaml.load(text, Loader=_Strict)
    except yaml.YAMLError as error:
        raise DataError(f"{name}: {_words(error)}.") from None
    except ValueError as error:  # a date or number that YAML recognises but cannot make
        raise DataError(f"{name}: a value cannot be read: {error}.") from None
    if not isinstance(found, dict):
        raise DataError(f"{name}: the file must be a mapping of names to values.")
    return found


# libyaml's parser, ten times as fast, where PyYAML was built with it
Quick: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Strict(Quick):  # type: ignore[valid-type, misc]
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
        made: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return made


def _depth(text: str) -> int:
    """How deeply the text is nested, read no further than DEEPEST."""
    depth = deepest = 0
    for event in yaml.parse(text, Loader=Quick):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            deepest = max(deepest, depth)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if deepest > DEEPEST:
            break
    return deepest


def _at(node: yaml.Node, problem: str) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _words(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 1}: {error.problem or 'cannot be parsed'}"
    return "cannot be parsed as YAML: " + " ".join(str(error).split())
