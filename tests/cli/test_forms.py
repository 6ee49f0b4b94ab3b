"""Games whose seats depend on their form, at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import engine
from bot.cli.main import _people, app

pytestmark = pytest.mark.usefixtures("council")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return lambda *words, **given: CliRunner().invoke(app, list(words), **given)


def test_the_list_of_games_says_who_sits_in_which_scenario(run: Any) -> None:
    told = run("games").output
    assert "quartet: for 4 (red, orange, yellow, green)" in told
    assert "full: for 7 (always guest=off)\n" in told
    assert "endless: for 3 (red, orange, yellow; secrets=off)\n" in told


@pytest.mark.parametrize("command", ["play", "sim"])
def test_an_option_that_the_scenario_fixes_is_refused(run: Any, command: str) -> None:
    result = run(command, "council", "--scenario", "full", "--option", "guest=on")
    assert result.exit_code != 0
    assert "Scenario full of Council fixes option guest at off" in result.stderr


@pytest.mark.parametrize(("scenario", "count"), [("pair", 2), ("quartet", 4), ("full", 7)])
def test_sim_plays_as_many_seats_as_the_form_has(run: Any, scenario: str, count: int) -> None:
    words = ("sim", "council", "--games", "3", "--scenario", scenario, "--seed", "s")
    result = run(*words, "--json", "out.json")
    assert result.exit_code == 0, result.output
    figures = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert len(figures["mean scores"]) == count
    assert figures["wins by player"]["random"]["seats"] == 3 * count
    assert result.output.count("won by ") >= count


def test_people_take_seats_of_the_form_only(run: Any) -> None:
    words = ("play", "council", "--scenario", "pair", "--against", "random", "--seed", "p")
    refused = run(*words, "--seat", "yellow")
    assert refused.exit_code != 0
    assert "there are red, orange and both" in refused.stderr
    match = engine.new_match("council", "pair")
    assert _people(match, None) == ("red",)
    assert _people(match, "both") == ("red", "orange")
    assert _people(engine.new_match("council", "full"), "violet,red") == ("red", "violet")
