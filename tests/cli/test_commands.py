"""Every command as a person types it: what it prints, and the sentence when it cannot."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import engine
from bot.cli import sim
from bot.cli.main import app
from engine.core import Action
from engine.games.granada.game import Granada
from engine.orders import Order
from tests.hispania.sharing import share

ESCAPE = "\x1b"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`herald ...` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words: str, stdin: str = "") -> Any:
        result = CliRunner().invoke(app, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        assert "Traceback" not in result.output
        return result

    return call


def finished(seed: str = "finished") -> engine.Match:
    match = engine.new_match("granada", seed=seed)
    rng = random.Random(seed)
    while not match.over:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    return match


def kept(folder: Path, record: object) -> str:
    (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
    return "record.json"


# -- games, data ---------------------------------------------------------------------------------


def test_games_lists_seats_scenarios_and_options_with_their_rules(run: Any) -> None:
    result = run("games")
    assert result.exit_code == 0
    game = engine.games()["granada"]
    for word in (*game.seats, *game.scenarios, *game.options):
        assert word in result.output
    assert "[11.1]" in result.output
    assert ESCAPE not in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_data_check_finds_the_shipped_data_sound(run: Any) -> None:
    sound = {game: f"{game}: the data is sound.\n" for game in engine.games()}
    result = run("data", "check")
    assert (result.exit_code, result.output) == (0, "".join(sound.values()))
    for game, words in sound.items():
        result = run("data", "check", game)
        assert (result.exit_code, result.output) == (0, words)


def test_data_check_tells_faults_of_another_folder(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "copy" / "granada").mkdir(parents=True)
    monkeypatch.setenv("HERALD_DATA", str(tmp_path / "copy"))
    result = run("data", "check", "granada")
    assert result.exit_code == 1
    assert "board.yaml" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("play", "chess"),
        ("sim", "chess"),
        ("data", "check", "chess"),
        ("play", "granada", "--seat", "byzantine"),
        ("play", "granada", "--against", "nobody"),
        ("play", "granada", "--option", "sortie"),
        ("play", "granada", "--option", "sortie=maybe"),
        ("play", "granada", "--option", "weather=rain"),
        ("play", "granada", "--scenario", "moon"),
        ("play", "granada", "--resume", "nothing.json"),
        ("sim", "granada", "--players", "nobody"),
        ("sim", "granada", "--players", ","),
        ("case", "nothing.yaml"),
        ("verify", "nothing.json"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_on_stderr(run: Any, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert result.stderr.strip()


def test_every_command_explains_itself(run: Any) -> None:
    for words in ((), ("games",), ("play",), ("sim",), ("case",), ("verify",), ("data", "check")):
        assert "Usage" in run(*words, "--help").output


# -- sim -----------------------------------------------------------------------------------------


def test_sim_reports_and_repeats_itself(run: Any, tmp_path: Path) -> None:
    figures = []
    for jobs in ("1", "2"):
        result = run(
            "sim", "granada", "--games", "6", "--seed", "s", "--jobs", jobs, "--json", "out.json"
        )
        assert result.exit_code == 0
        assert "won by muslim" in result.output
        assert "battles" in result.output
        found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
        for clock in ("seconds", "steps a second"):
            del found[clock]
        figures.append(found)
    assert figures[0] == figures[1]
    assert sum(figures[0]["wins by seat"].values()) == 6
    assert figures[0]["wins by player"]["random"] == {"seats": 12, "wins": 6}
    assert len(figures[0]["rows"]) == 6


@pytest.mark.parametrize("check", [True, False])
def test_sim_with_a_check_asks_whether_what_was_drawn_is_legal(
    check: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What a question draws from its own tree is taken as legal; a check does not rely on it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Order, "draw", lambda order, random: Action(order.verb.name, "nowhere"))
    plan = sim.Plan(0, "granada", None, {}, "s", ("random", "random"), check)
    assert sim.play(plan).fault.startswith("Illegal: ") is check


def test_sim_counts_a_shared_victory_for_each_winner(capsys: pytest.CaptureFixture[str]) -> None:
    def won(number: int, *winners: str) -> sim.Played:
        players = ("greedy", "random", "random", "random")
        return sim.Played(number, "s", players, winners, "why", 9, 13, {}, {})

    game = engine.games()["hispania"]
    done = [won(0, "purple", "green"), won(1, "green"), won(2)]
    figures = sim.summary(done, game.seats, 1.0)
    assert figures["wins by seat"] == {"purple": 1, "green": 2, "blue": 0, "red": 0, "draw": 1}
    assert figures["shared wins"] == 1
    assert figures["wins by player"]["greedy"] == {"seats": 3, "wins": 1}
    assert figures["wins by reason"]["purple and green: why"] == 1
    sim.report(Console(), figures, "three games", game)
    assert "won by several" in capsys.readouterr().out
    sim.report(Console(), sim.summary(done[1:], game.seats, 1.0), "two games", game)
    assert "several" not in capsys.readouterr().out


def test_sim_players_change_seats_from_game_to_game() -> None:
    todo = list(sim.plans("granada", None, {}, "s", ["random", "greedy"], 3, True))
    assert [plan.players for plan in todo] == [
        ("random", "greedy"),
        ("greedy", "random"),
        ("random", "greedy"),
    ]
    assert len({plan.seed for plan in todo}) == 3


def test_sim_plays_greedy_without_checks(run: Any) -> None:
    result = run(
        "sim",
        "granada",
        "--games",
        "2",
        "--players",
        "greedy,random",
        "--seed",
        "g",
        "--no-check",
        "--option",
        "sortie=both",
    )
    assert result.exit_code == 0
    assert "won by player greedy" in result.output


def test_sim_keeps_the_record_of_a_game_that_breaks(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: Iterator[list[str]] = iter([[]] * 30 + [["two kings in Ronda"]] * 1_000)
    monkeypatch.setattr(Granada, "check", lambda self, state: next(answers))
    result = run("sim", "granada", "--games", "2", "--seed", "b/ad")
    assert result.exit_code == 1
    assert "two kings in Ronda" in result.stderr
    assert "seed b/ad-0" in result.stderr
    record = json.loads((tmp_path / "herald-fault-b-ad-0.json").read_text(encoding="utf-8"))
    assert len(record["entries"]) == 31
    assert len(engine.from_record(record).record()["entries"]) == 31


def test_sim_notices_a_record_that_does_not_replay(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "from_record", lambda record: finished("another"))
    result = run("sim", "granada", "--games", "1", "--seed", "x")
    assert result.exit_code == 1
    assert "replay" in result.stderr


@pytest.mark.parametrize("game", engine.games())
def test_sim_notices_a_game_that_outlives_its_turns(
    game: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = engine.games()[game]
    monkeypatch.setattr(type(rules), "turn", lambda self, view: (3, 2))
    result = run("sim", game, "--games", "1", "--seed", "x")
    assert result.exit_code == 1
    assert "after its 2 turns" in result.stderr


@pytest.mark.parametrize("game", engine.games())
def test_sim_counts_what_the_game_says_is_lively(game: str, run: Any) -> None:
    known = engine.games()[game].tallies
    result = run("sim", game, "--games", "1", "--seed", "x", "--no-check")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert all(name in words for name in known)
    assert "to turn 0" not in words


# -- case, verify --------------------------------------------------------------------------------


def test_case_runs_files_and_folders(run: Any, tmp_path: Path) -> None:
    text = "case: the first bid\nrule: '6.2'\ngame: granada\nsteps:\n  - asked: {christian: %s}\n"
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "good.yaml").write_text(text % "bid", encoding="utf-8")
    assert run("case", "cases").exit_code == 0
    (tmp_path / "cases" / "bad.yaml").write_text(text % "retreat", encoding="utf-8")
    result = run("case", "cases")
    assert result.exit_code == 1
    assert "bad.yaml" in result.stderr
    assert "1 of 2" in result.output


def test_verify_replays_a_record(run: Any, tmp_path: Path) -> None:
    match = finished()
    result = run("verify", kept(tmp_path, match.record()))
    assert result.exit_code == 0
    assert match.commitment in result.output
    assert match.seed in result.output
    assert match.result is not None
    assert f"{match.result.winners[0]} wins" in result.output
    assert f"entries     {len(match.record()['entries'])}" in result.output


def test_verify_tells_a_shared_victory(run: Any, tmp_path: Path) -> None:
    match = engine.new_match("hispania", seed="shared")
    share(match)
    result = run("verify", kept(tmp_path, match.record()))
    assert "purple and green share the victory: have the most" in result.output
    assert "a draw" not in result.output


def test_verify_refuses_whatever_is_wrong_with_a_record(run: Any, tmp_path: Path) -> None:
    whole = finished().record()
    entries = whole["entries"]
    broken: list[object] = [
        None,
        [],
        7,
        {},
        {**whole, "format": 99},
        {**whole, "game": "chess"},
        {**whole, "seed": 5},
        {**whole, "seed": "other"},
        {**whole, "options": {"sortie": "maybe"}},
        {**whole, "data": {}},
        {**whole, "extra": 1},
        {**whole, "entries": entries[1:]},
        {**whole, "entries": [*entries, entries[-1]]},
        {**whole, "entries": [{**entries[0], "seat": "nobody"}, *entries[1:]]},
        {**whole, "entries": [{**entries[0], "at": -1}, *entries[1:]]},
        {**whole, "data": {**whole["data"], "board": {}}},
        {**whole, "data": {**whole["data"], "cards": {"christian": 3}}},
    ]
    for record in broken:
        result = run("verify", kept(tmp_path, record))
        assert result.exit_code == 1, record if record is None else "accepted"
        assert result.stderr.strip()


def test_verify_goes_by_segments(run: Any, tmp_path: Path) -> None:
    """A match that went on from a kept position: the segments are judged one by one."""
    whole = finished().record()
    start = engine.from_record({**whole, "entries": whole["entries"][:20]})
    base = start.position()
    record = {**whole, "segments": [base.to_json()]}
    result = run("verify", kept(tmp_path, record))
    assert result.exit_code == 0
    assert "segment 1   entries 0-19: replays" in result.output
    assert "replays to the same bytes; every draw" in result.output
    entries = [*whole["entries"]]
    entries[3] = {**entries[3], "seat": "nobody"}  # no order by the rules of today
    other = {**record, "entries": entries}
    result = run("verify", kept(tmp_path, other))
    assert result.exit_code == 0
    assert "segment 1   entries 0-19: does not lead" in result.output
    assert "segment 2" in result.output
    assert "only that one can check it" in result.output


def test_verify_refuses_files_that_are_no_json(run: Any, tmp_path: Path) -> None:
    written = json.dumps(finished().record()).encode()
    path = tmp_path / "record.json"
    for content in (b"", b"\xff\xfe", b"[" * 100_000, written[: len(written) // 2], written[1:]):
        path.write_bytes(content)
        result = run("verify", "record.json")
        assert result.exit_code == 1
        assert "record.json" in result.stderr
    assert run("verify", str(tmp_path)).exit_code == 1


# -- where ---------------------------------------------------------------------------------------


def test_where_tells_what_is_known_of_a_section(run: Any) -> None:
    said = run("where", "8.5.1").output
    assert said.startswith("granada 8.5.1: How losses are reckoned\n  After a field combat")
    for part in (
        "  Rulings\n    V1: ",
        "  Code\n    book/losses.py: divisor, field_toll, LOSE_NUMBER\n",
        "  Events\n    losses (book/losses.py: LossesCounted)\n",
        "    t03-losses.yaml: the winner takes 5 impacts",
    ):
        assert part in said
    assert "hispania" not in said


def test_where_tells_every_game_that_has_the_section(run: Any) -> None:
    assert {
        line.split()[0] for line in run("where", "2.1").output.splitlines() if ": " in line
    } >= {
        "granada",
        "hispania",
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("99.1",), "No book has a section 99.1."),
        (("8.5.1", "--game", "hispania"), "The book of hispania has no section 8.5.1."),
        (
            ("8.5.1", "--game", "chess"),
            f"There is no game 'chess'; there are {', '.join(engine.games())}.",
        ),
    ],
)
def test_where_refuses_what_is_not_there(run: Any, words: tuple[str, ...], sentence: str) -> None:
    result = run("where", *words)
    assert result.exit_code == 1
    assert sentence in result.output
