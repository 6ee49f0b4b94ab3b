"""`herald learn`: the card, and whole lessons through stdin."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

import engine
from bot.cli.main import app
from engine.cases.lessons import lessons


def learned(*words: str, lines: list[str] | None = None, code: int = 0) -> Any:
    data = "".join(f"{line}\n" for line in lines or ())
    result = CliRunner().invoke(app, ["learn", *words], input=data)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("game", engine.games())
def test_the_card_names_the_lessons(game: str) -> None:
    told = learned(game).output
    assert "Aim." in told
    for case in lessons(engine.games()[game]):
        assert case.title in told


def test_all_lessons_one_after_the_other() -> None:
    """`do` is enough: whoever reads on gets to the end of the last one."""
    told = " ".join(learned("granada", "1", lines=["do"] * 60).output.split())
    for case in lessons(engine.games()["granada"]):
        assert " ".join(case.end.split()) in told
    assert "That was the last lesson. Now play: herald play granada" in told


def test_wrong_lines_lose_nothing() -> None:
    lines = ["", "dance", "minimal", "back", "limited Aragon", "undo", "again", "map", "?", "quit"]
    told = learned("granada", "1", lines=lines).output
    assert "You are at the beginning of the lesson." in told
    assert "That is possible. In this lesson try: limited Aragon" in told
    assert told.count("Now type: limited Aragon") == 3
    assert told.rstrip().endswith("Goodbye.")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("granada", "7"), "Granada has lessons 1 to 5."),
        (("granada", "0"), "Granada has lessons 1 to 5."),
        (("chess",), "There is no game 'chess'"),
    ],
)
def test_what_there_is_not(words: tuple[str, ...], reason: str) -> None:
    assert reason in learned(*words, code=1).output
