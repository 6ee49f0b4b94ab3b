"""Games whose seats depend on their form, at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import engine
from bot.cli import sim
from bot.cli.main import _people, app
from tests.contract.council import Council

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


# -- without a last turn -------------------------------------------------------------------------


def test_a_game_without_a_last_turn_is_stopped_and_that_is_said(run: Any) -> None:
    words = ("sim", "council", "--scenario", "endless", "--seed", "s", "--games", "9")
    result = run(*words, "--most", "12", "--json", "out.json")
    assert result.exit_code == 0, result.output
    figures = json.loads(Path("out.json").read_text(encoding="utf-8"))
    rows = figures["rows"]
    stopped = [row for row in rows if not row["ended"]]
    assert {row["ended"] for row in rows} == {True, False}
    assert all(row["steps"] == 12 and row["winners"] == [] for row in stopped)
    assert figures["faults"] == []
    assert figures["stopped"] == len(stopped)
    assert f"stopped, not over {len(stopped)} of 9" in " ".join(result.output.split())
    assert "draw" not in figures["wins by seat"]
    assert sum(row["wins"] for row in figures["wins by player"].values()) >= 9 - len(stopped)
    longer = run(*words, "--most", "400")
    assert "stopped" not in longer.output


def test_a_game_with_a_last_turn_must_end(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("sim", "council", "--scenario", "full", "--games", "1", "--seed", "s", "--most", "2")
    assert run(*words).exit_code == 0
    monkeypatch.setattr(sim, "LONGEST", 5)
    result = run(*words)
    assert result.exit_code == 1
    assert "the game has not ended after 5 answers" in result.stderr


def test_a_game_that_goes_on_after_its_last_turn_is_broken(
    run: Any, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(council, "turn", lambda view: (view.round, min(view.last, 1)))
    endless = run("sim", "council", "--scenario", "endless", "--games", "1", "--most", "9")
    assert endless.exit_code == 0, endless.output
    result = run("sim", "council", "--scenario", "full", "--games", "1")
    assert result.exit_code == 1
    assert "goes on after its 1 turns" in result.stderr


# -- rights --------------------------------------------------------------------------------------


def test_the_terminal_lists_rights_beside_the_question(run: Any) -> None:
    words = ("play", "council", "--scenario", "pair", "--against", "random", "--seed", "p")
    lines = ("promise orange 2", "vow moon", "retract", "? promise", "take 1", "undo", "quit", "")
    result = run(*words, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "At any time, beside that: promise orange 1" in told
    for said in ("Red promises orange 2.", "You vow moon.", "Red takes the promise back."):
        assert said in told
    assert "who is promised something, one of: orange" in told


def test_sim_uses_rights_now_and_then(run: Any) -> None:
    words = ("sim", "council", "--scenario", "quartet", "--games", "4", "--seed", "s", "--check")
    result = run(*words, "--json", "out.json")
    assert result.exit_code == 0, result.output
    events = json.loads(Path("out.json").read_text(encoding="utf-8"))["events a game"]
    assert events["promise"] > 1
    assert events["accept"] > 0
