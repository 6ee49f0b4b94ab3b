"""What is known of a section of a game's book, for whoever asks by its number.

The index of the rules has its summary and rulings; code and events carry the number in their
docstrings, bars and declarations; case files name the rule that they show.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

import engine
from engine.data import Quick, load
from engine.games import manifests
from engine.tongues import ENGLISH, Said
from engine.tongues.phrases import Phrase, learn

NOT_YET: Final = Phrase("Not yet played by Herald.")
WITH_OPTION: Final = Phrase("Played with the option “{title}”.")
learn("tables.RULES", globals())

NUMBER: Final = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d{1,2})+(?:\.?[A-K])?)(?![\dA-Za-z]|\.\d)")
UNRULY: Final = {"datacheck", "greedy", "sight"}  # what is no part of the rules
CODE: Final = Path(engine.__file__).parent
CASES: Final = CODE.parent / "tests" / "cases"  # of a checkout; an installation has none


def standing(index: Mapping[str, Any], section: Mapping[str, Any]) -> Said | None:
    """Whether a section is played: nothing if it always is."""
    status, _, option = str(section.get("status", "")).partition(": ")
    if status == "later":
        return NOT_YET()
    if status == "optional":
        title = index.get("options", {}).get(option, {}).get("title", option)
        return WITH_OPTION(title=title)
    return None


def index_of(game: str) -> dict[str, Any]:
    """rules.yaml of a game."""
    return dict(load(manifests()[game].folder / "rules.yaml"))


# -- where it stands -----------------------------------------------------------------------------


class Spot(NamedTuple):
    """A place in the code that names a section."""

    file: str  # from the folder of the game
    name: str  # of the function, class or constant; of a method with its class
    event: str = ""  # the kind, where it declares an event


class Shown(NamedTuple):
    """A case that shows a section."""

    file: str
    case: str


class Known(NamedTuple):
    """Everything that is known of a section."""

    title: str
    summary: str
    standing: str
    rulings: tuple[tuple[str, str], ...]  # name and choice
    spots: tuple[Spot, ...]
    events: tuple[Spot, ...]
    cases: tuple[Shown, ...]


def known(game: str, number: str) -> Known | None:
    """What is known of a section; None if the book has none of that number."""
    index = index_of(game)
    section = index["sections"].get(number)
    if section is None:
        return None
    rulings = index.get("rulings", {})
    spots = in_code(game).get(number, [])
    return Known(
        section["title"],
        section["summary"],
        ENGLISH.field(standing(index, section)),
        tuple((name, rulings[name]["choice"]) for name in section.get("rulings", ())),
        tuple(spot for spot in spots if not spot.event),
        tuple(spot for spot in spots if spot.event),
        tuple(in_cases(game).get(number, ())),
    )


def in_code(game: str) -> dict[str, list[Spot]]:
    """Where the rules of a game name each section."""
    root = CODE / "games" / game
    found: dict[str, list[Spot]] = {}
    for path in sorted(root.rglob("*.py")):
        if UNRULY & {path.stem, path.parent.name}:
            continue
        file = str(path.relative_to(root))
        for name, event, text in _texts(ast.parse(path.read_text(encoding="utf-8")).body):
            for number in NUMBER.findall(text):
                spot, spots = Spot(file, name, event), found.setdefault(number, [])
                if spot not in spots:
                    spots.append(spot)
    return found


def _texts(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text in the code: the name of what it belongs to, the event that it declares, and it.

    The body of a class is gone through by itself, so that a method is named and not its class.
    """
    for node in body:
        name = f"{within}{_name(node)}"
        event = _event(node)
        inner = node.body if isinstance(node, ast.ClassDef) else []
        parts: list[ast.AST] = [node]
        if inner:
            parts = [part for part in ast.iter_child_nodes(node) if part not in inner]
            parts += [part for part in inner if isinstance(part, ast.Expr)]
        for part in parts:
            for text in ast.walk(part):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield name, event, text.value
        rest = [part for part in inner if not isinstance(part, ast.Expr)]
        yield from _texts(rest, f"{name}.")


def _name(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return ", ".join(names) or "(the chapter)"


def _event(node: ast.stmt) -> str:
    """The kind of the event that a class declares; "" if it declares none."""
    if not isinstance(node, ast.ClassDef):
        return ""
    if not any(isinstance(base, ast.Name) and base.id == "Telling" for base in node.bases):
        return ""
    kinds = [key.value for key in node.keywords if key.arg == "kind"]
    return str(kinds[0].value) if kinds and isinstance(kinds[0], ast.Constant) else ""


def in_cases(game: str) -> dict[str, list[Shown]]:
    """The cases that name each section as the rule that they show."""
    found: dict[str, list[Shown]] = {}
    for path in sorted((CASES / game).glob("*.yaml")):
        for case in yaml.load_all(path.read_text(encoding="utf-8"), Quick):
            if case:
                for number in NUMBER.findall(str(case.get("rule", ""))):
                    shown = Shown(path.name, str(case.get("case", "")))
                    found.setdefault(number, []).append(shown)
    return found
