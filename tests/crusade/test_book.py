"""The book: every section has code and a case, every ruling stands, every card is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import engine
from bot.rulebook import in_code, index_of
from engine.cases import load
from tests.test_matrix import matrix, untagged

CASES = Path(__file__).parent.parent / "cases" / "crusade"
NUMBERS = {"A": 41, "B": 50, "D": 15}  # rulings of each kind


def titles() -> list[str]:
    return [case.title for path in sorted(CASES.glob("*.yaml")) for case in load(path)]


def test_every_section_has_code_and_a_case() -> None:
    gaps = [f"{n}: {code or 'no code'}, {cases}" for n, _, code, cases in matrix("crusade")
            if not code or not cases]  # fmt: skip
    assert not gaps, "\n".join(gaps)


def test_code_names_only_sections_that_exist() -> None:
    known = set(index_of("crusade")["sections"])
    assert not {n: f for n, f in in_code("crusade").items() if n not in known}


def test_rules_are_named_in_one_form() -> None:
    root = Path(engine.__file__).parent / "games" / "crusade"
    found = [
        f"{path.name}: {name}"
        for room in ("book", "table")
        for path in sorted((root / room).rglob("*.py"))
        for name in untagged(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_every_ruling_of_the_digest_stands() -> None:
    rules = index_of("crusade")
    want = {f"{kind}{n}" for kind, most in NUMBERS.items() for n in range(1, most + 1)}
    assert want <= set(rules["rulings"])
    for name, ruling in rules["rulings"].items():
        assert ruling["rule"] in rules["sections"], name
        assert all(ruling[part] for part in ("question", "choice", "why")), name
        assert name in rules["sections"][ruling["rule"]].get("rulings", ()), name


def test_there_are_cases_enough() -> None:
    assert len(titles()) >= 200


def test_every_card_has_a_case_of_its_name() -> None:
    board: Any = engine.new_match("crusade", "two", seed="cards").game.board  # type: ignore[attr-defined]
    said = "\n".join(titles())
    missing = [name for name in board.charts.event_names.values() if name not in said]
    assert not missing
