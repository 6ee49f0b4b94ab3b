"""The matrix: every numbered section of a book, the code that carries its number, and its cases."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

import engine
from engine.data import folder, load

HERE = Path(__file__).parent
NUMBER = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d{1,2})+(?:\.[A-G])?)(?![\d]|\.\d)")


def sections(game: str) -> dict[str, str]:
    """The sections of the book that are rules, with their status; not those still to come."""
    rules = load(folder(game) / "rules.yaml")["sections"]
    return {n: r["status"] for n, r in rules.items() if r["status"] not in ("not a rule", "later")}


def numbers_in(paths: list[Path]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for number in NUMBER.findall(node.value):
                    found.setdefault(number, set()).add(path.name)
    return found


def in_code(game: str) -> dict[str, set[str]]:
    root = Path(engine.__file__).parent / "games" / game
    skipped = {"datacheck", "greedy", "sight"}
    paths = [p for p in sorted(root.rglob("*.py")) if not skipped & {p.stem, p.parent.name}]
    return numbers_in(paths)


def in_cases(game: str) -> dict[str, int]:
    """How many cases name each section as the rule that they show."""
    count: dict[str, int] = {}
    for path in sorted((HERE / "cases" / game).glob("*.yaml")):
        for case in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            if case:
                for number in NUMBER.findall(str(case.get("rule", ""))):
                    count[number] = count.get(number, 0) + 1
    return count


def matrix(game: str) -> list[tuple[str, str, str, int]]:
    code, cases = in_code(game), in_cases(game)
    return [
        (number, status, ", ".join(sorted(code.get(number, ()))), cases.get(number, 0))
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
    known = set(load(folder(game) / "rules.yaml")["sections"])
    strange = {n: f for n, f in in_code(game).items() if n not in known}
    assert not strange


@pytest.mark.parametrize("game", list(engine.games()))
def test_every_ruling_and_option_is_whole(game: str) -> None:
    rules = load(folder(game) / "rules.yaml")
    for name, ruling in rules["rulings"].items():
        assert ruling["rule"] in rules["sections"], name
        assert all(ruling[part] for part in ("question", "choice", "why")), name
        assert ruling.get("option") in (None, *rules["options"]), name
    for number, section in rules["sections"].items():
        for name in section.get("rulings", ()):
            assert name in rules["rulings"], number
        if section["status"].startswith("optional: "):
            assert section["status"].removeprefix("optional: ") in rules["options"], number
