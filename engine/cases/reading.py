"""A case file, read: one case or several, parted by `---`, each fault a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from engine.core import HeraldError
from engine.data import Quick

SEED = "case"  # every case without a seed of its own is played with the same chance
DEFAULT = "default"


class CaseError(HeraldError):
    """A case that is malformed, or that did not come out as it says."""


@dataclass(frozen=True, slots=True)
class Case:
    """One document of a case file."""

    path: Path
    number: int  # of the document in its file, from 1
    title: str
    rules: tuple[str, ...]
    game: str
    steps: tuple[Mapping[str, Any], ...]
    options: Mapping[str, str] = field(default_factory=dict)
    scenario: str | None = None
    seed: str = SEED
    position: tuple[str, ...] = ()
    chance: tuple[tuple[str, str], ...] = ()
    otherwise: Mapping[str, Any] = field(default_factory=dict)
    lesson: int = 0  # its number, if it is a lesson too (lessons.py)
    seat: str = ""  # who learns
    end: str = ""  # what is said when it is over

    @property
    def name(self) -> str:
        return f"{self.path.name}, case {self.number} ({self.title})"


def load(path: str | Path) -> tuple[Case, ...]:
    """The cases of a file; raises `CaseError` where it is malformed."""
    path = Path(path)
    documents = _documents(path)
    if not documents:
        raise CaseError(f"{path.name}: there is no case in the file.")
    return tuple(_case(path, i, document) for i, document in enumerate(documents, 1))


def _documents(path: Path) -> list[Any]:
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise CaseError(f"{path.name}: the file cannot be read: {reason}.") from None
    try:
        return [document for document in yaml.load_all(source, Quick) if document is not None]
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise CaseError(f"{path.name}: this is not YAML{line}: {error.problem}.") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise CaseError(f"{path.name}: this is not YAML: {str(error)[:200]}.") from None


FIELDS = (
    "case",
    "rule",
    "game",
    "scenario",
    "options",
    "seed",
    "position",
    "chance",
    "otherwise",
    "steps",
    "lesson",
    "seat",
    "end",
)


def _case(path: Path, number: int, document: Any) -> Case:
    where = f"{path.name}, case {number}"
    if not isinstance(document, dict):
        raise CaseError(f"{where}: a case is a mapping that begins with `case:`.")
    _known(where, document)
    options = _part(where, document, "options", dict, {})
    return Case(
        path,
        number,
        _part(where, document, "case", str),
        _rules(where, document),
        _part(where, document, "game", str),
        tuple(
            _step(where, i, step) for i, step in enumerate(_part(where, document, "steps", list), 1)
        ),
        {str(name): _option(value) for name, value in options.items()},
        _part(where, document, "scenario", str, None),
        str(document.get("seed", SEED)),
        _position(where, _part(where, document, "position", list, [])),
        tuple(_chance(where, _part(where, document, "chance", list, []))),
        _otherwise(where, _part(where, document, "otherwise", dict, {})),
        _part(where, document, "lesson", int, 0),
        _part(where, document, "seat", str, ""),
        _part(where, document, "end", str, ""),
    )


def _known(where: str, document: dict[Any, Any]) -> None:
    for name in document:
        if name not in FIELDS:
            raise CaseError(
                f"{where}: I do not know the field {name!r}; a case has {', '.join(FIELDS)}."
            )


_REQUIRED = object()
_KINDS: dict[type, str] = {str: "text", dict: "a mapping", list: "a list", int: "a number"}


def _part(
    where: str, document: Mapping[str, Any], name: str, kind: type, default: Any = _REQUIRED
) -> Any:
    value = document.get(name)
    if value is None and default is not _REQUIRED:
        return default
    if not isinstance(value, kind):
        lack = "is missing" if value is None else f"must be {_KINDS[kind]}"
        raise CaseError(f"{where}: `{name}` {lack}.")
    return value


def _rules(where: str, document: Mapping[str, Any]) -> tuple[str, ...]:
    rule = document.get("rule")
    rules = rule if isinstance(rule, list) else [rule]
    if not rules or not all(isinstance(r, str) for r in rules):
        raise CaseError(f'{where}: `rule` must be text, in quotation marks, as in "8.5.1".')
    return tuple(rules)


def _option(value: Any) -> str:
    """YAML reads a bare `on` or `off` as a truth value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _position(where: str, lines: list[Any]) -> tuple[str, ...]:
    for i, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise CaseError(
                f"{where}: line {i} of the position must be the text of an edit, not {line!r}."
            )
    return tuple(lines)


def _chance(where: str, lines: list[Any]) -> Iterator[tuple[str, str]]:
    for i, line in enumerate(lines, 1):
        if not isinstance(line, dict) or not line:
            raise CaseError(
                f"{where}: line {i} of `chance` must be a label and its result, "
                "as in {draw muslim: Challenge}."
            )
        for label, result in line.items():
            for one in result if isinstance(result, list) else [result]:
                yield str(label), str(one)


def _otherwise(where: str, answers: dict[Any, Any]) -> dict[str, Any]:
    for kind, order in answers.items():
        wanted = bool if kind == DEFAULT else str
        if not isinstance(kind, str) or not isinstance(order, wanted):
            raise CaseError(
                f"{where}: `otherwise` maps kinds of question to orders, "
                f"or `default` to true; {kind!r} does neither."
            )
    return answers


def _step(where: str, number: int, step: Any) -> Mapping[str, Any]:
    if not isinstance(step, dict) or not step or not all(isinstance(k, str) for k in step):
        raise CaseError(f"{where}, step {number}: a step is one order or one expectation.")
    if len(step) > 1:
        raise CaseError(
            f"{where}, step {number}: one order or expectation a step, not {', '.join(step)}."
        )
    return step
