"""The matrix: every numbered section of a book, the code that carries its number, and its cases."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine
from bot.rulebook import NUMBER, in_cases, in_code, index_of
from engine.base import BaseGame


def sections(game: str) -> dict[str, str]:
    """The sections of the book that are rules, with their status; not those still to come."""
    rules = index_of(game)["sections"]
    return {n: r["status"] for n, r in rules.items() if r["status"] not in ("not a rule", "later")}


def matrix(game: str) -> list[tuple[str, str, str, int]]:
    code, cases = in_code(game), in_cases(game)
    return [
        (
            number,
            status,
            ", ".join(sorted({Path(spot.file).name for spot in code.get(number, ())})),
            len(cases.get(number, ())),
        )
        for number, status in sections(game).items()
    ]


@pytest.mark.parametrize("game", list(engine.games()))
def test_every_section_has_code_and_a_case(game: str) -> None:
    rows = matrix(game)
    for number, status, code, cases in rows:
        print(f"{number:<10}{status:<26}{cases:>3}  {code}")
    gaps = [
        f"{number}: {'no code' if not code else 'no case'}"
        for number, _, code, cases in rows
        if not code or not cases
    ]
    assert not gaps, "\n".join(gaps)


@pytest.mark.parametrize("game", list(engine.games()))
def test_code_names_only_sections_that_exist(game: str) -> None:
    known = set(index_of(game)["sections"])
    strange = {n: f for n, f in in_code(game).items() if n not in known}
    assert not strange


@pytest.mark.parametrize("game", list(engine.games()))
def test_every_ruling_and_option_is_whole(game: str) -> None:
    rules = index_of(game)
    for name, ruling in rules["rulings"].items():
        assert ruling["rule"] in rules["sections"], name
        assert all(ruling[part] for part in ("question", "choice", "why")), name
        assert ruling.get("option") in (None, *rules["options"]), name
    for number, section in rules["sections"].items():
        for name in section.get("rulings", ()):
            assert name in rules["rulings"], number
        if section["status"].startswith("optional: "):
            assert section["status"].removeprefix("optional: ") in rules["options"], number


# -- one form of tag -----------------------------------------------------------------------------

RULE = r"(?:\d{1,2}(?:\.\d{1,2})+(?:\.?[A-K])?|[A-Z]-?\d+)"
TAGGED = re.compile(rf"{RULE}(?:(?:, | to | and ){RULE})*: ")


def untagged(text: str) -> list[str]:
    """Functions and classes whose docstring names a rule, but not first: "8.5.1: ..."."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            words = ast.get_docstring(node) or ""
            if NUMBER.search(words) and not TAGGED.match(words):
                found.append(node.name)
    return found


@pytest.mark.parametrize("game", list(engine.games()))
@pytest.mark.parametrize("room", ["book", "table"])
def test_rules_are_named_in_one_form(game: str, room: str) -> None:
    if not isinstance(engine.games()[game], BaseGame):
        return  # its chapters are still being moved
    root = Path(engine.__file__).parent / "games" / game / room
    found = [
        f"{path.name}: {name}"
        for path in sorted(root.glob("*.py"))
        for name in untagged(path.read_text(encoding="utf-8"))
    ]
    assert not found, f'their docstrings should begin with the rule ("8.5.1: ..."): {found}'


def test_a_rule_in_another_form_is_found() -> None:
    assert untagged('def loss():\n    """Who is lost (8.5.1)."""') == ["loss"]
    assert untagged('def loss():\n    """8.5.1, G4: who is lost, as in 8.2."""') == []
    assert untagged('def loss():\n    """Who is lost."""') == []
