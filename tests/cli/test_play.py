"""A game in the terminal: whole games through stdin, help, bad input, and private screens."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import engine
from bot.cli import orders
from bot.cli.main import app
from bot.cli.play import Session, rule_text
from bot.cli.terminal import EndOfInput, Terminal
from engine.players import RandomPlayer
from engine.text import read, write
from engine.text.examples import example
from tests.hispania.sharing import share


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def played(
    *words: str,
    lines: list[str] | None = None,
    stdin: bytes | None = None,
    game: str = "granada",
) -> Any:
    data: str | bytes = stdin if stdin is not None else "".join(f"{x}\n" for x in lines or ())
    result = CliRunner().invoke(app, ["play", game, *words], input=data)
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    return result


def script(seed: str, most: int = 10_000, game: str = "granada") -> tuple[list[str], engine.Match]:
    """The lines that people at one keyboard would type for a random game, hand-overs included."""
    match = engine.new_match(game, seed=seed)
    rng = random.Random(seed)
    lines: list[str] = []
    at = None
    while not match.over and len(lines) < most:
        asked = match.decisions()
        decision = next((d for d in asked if d.seat == at), asked[0])
        if decision.seat != at:
            lines.append("")
            at = decision.seat
        action = decision.sample(rng)
        lines.append(write(match.game.verbs, action))
        match.act(decision.seat, action)
    return lines, match


# -- whole games ---------------------------------------------------------------------------------


def test_two_people_play_a_whole_game_through_stdin() -> None:
    lines, match = script("two people")
    result = played("--seat", "both", "--seed", "two people", "--record", "game.json", lines=lines)
    assert match.result is not None
    assert f"The {match.result.winners[0]} side wins" in result.output
    assert "Seed: two people" in result.output
    assert json.loads(Path("game.json").read_text(encoding="utf-8")) == match.record()
    assert "\x1b" not in result.output


def test_four_people_play_hispania_and_look_around() -> None:
    """A game without hands, boxes and owners of places: its words are those of its pictures."""
    lines, match = script("four people", 150, "hispania")
    looks = ["map", "hand", "box", "map Tolede", "look", "log", "?"]
    seats = ",".join(match.seats)
    lines = [*lines[:2], *looks, *lines[2:], *looks]
    result = played("--seat", seats, "--seed", "four people", lines=lines, game="hispania")
    assert "Nobody has a hand in this game." in result.output
    assert "Nothing lies beside the board in this game." in result.output
    assert "Board of Hispania" in result.output
    assert "Close-up of Hispania" in result.output
    assert re.search(r"^  Battle of \S+, Turn", result.output, re.M)


def test_a_newcomer_sees_what_to_type_on_the_first_screen() -> None:
    result = played("--seed", "new", "--against", "random")
    screen = result.output.splitlines()
    assert len(screen) <= 29  # the welcome and one screen of 24 rows
    assert max(map(len, screen)) <= 80
    assert "You play christian" in result.output
    assert re.search(r"^  1  bid \S+", result.output, re.M)
    assert "No more input" in screen[-1]


def test_against_greedy_with_its_own_advice() -> None:
    result = played("--seed", "advice", lines=["suggest", "do"] * 25)
    assert result.output.count("The computer would order:") == 25
    assert "Nothing has been suggested" not in result.output


def test_the_example_of_every_verb_is_legal() -> None:
    match = engine.new_match("granada", seed="examples")
    rng = random.Random(3)
    seen = set()
    while not match.over:
        decision = match.decisions()[0]
        for verb in decision.verbs:
            assert read(match.game, decision, example(match.game, decision, verb)) in decision
            seen.add(verb)
        match.act(decision.seat, decision.sample(rng))
    assert {"bid", "first", "move", "muster", "sail", "discard"} <= seen


# -- commands ------------------------------------------------------------------------------------


def test_commands_show_and_change_nothing() -> None:
    looks = [
        "?",
        "map",
        "board",
        "map cordoba",
        "hand",
        "box",
        "log",
        "log all",
        "rules 8.7.5",
        "rules",
        "look",
        "/map",
        "",
        "? bid",
        "help",
    ]
    result = played("--seed", "looks", "--record", "g.json", "--against", "random", lines=looks)
    entries = json.loads(Path("g.json").read_text(encoding="utf-8"))["entries"]
    assert all(entry["seat"] == "muslim" for entry in entries)
    for words in (
        "Controlled by christian",
        "Roads:",
        "Recruitment box",
        "8.7.5",
        "what may stand",
    ):
        assert words in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_saving_and_going_on() -> None:
    played("--seed", "s", "--against", "random", lines=["1", "save game.json", "quit", ""])
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert [e["seat"] for e in record["entries"]][:2].count("christian") == 1
    result = played("--resume", "game.json", "--against", "random", "--record", "more.json")
    assert "You play christian" in result.output
    more = json.loads(Path("more.json").read_text(encoding="utf-8"))
    assert more["entries"][: len(record["entries"])] == record["entries"]


def test_quit_offers_to_save_and_spares_other_files() -> None:
    Path("mine.txt").write_text("precious", encoding="utf-8")
    result = played(
        "--seed",
        "q",
        "--against",
        "random",
        lines=[
            "save",
            "save mine.txt",
            "save no/such/folder",
            "save a\0b",
            "quit",
            "mine.txt",
            "kept.json",
        ],
    )
    assert "Goodbye" in result.output
    assert Path("mine.txt").read_text(encoding="utf-8") == "precious"
    assert engine.from_record(json.loads(Path("kept.json").read_text(encoding="utf-8")))


def test_rules_by_number_by_ruling_and_not_at_all() -> None:
    assert rule_text("granada", "7.3.")[0].plain.startswith("7.3 ")
    assert rule_text("granada", "7")[0].plain.startswith("7.0 ")
    assert rule_text("granada", "g1")[0].plain.strip().startswith("Ruling G1")
    assert any("Not yet played" in line.plain for line in rule_text("hispania", "14.2"))
    assert any("“Sign of God”" in line.plain for line in rule_text("hispania", "10.2"))
    assert not any("layed" in line.plain for line in rule_text("hispania", "5.3"))
    for nonsense in ("99.9", "dragons", ".", "\0"):
        with pytest.raises(engine.HeraldError, match="There is no section"):
            rule_text("granada", nonsense)


# -- bad input -----------------------------------------------------------------------------------


def hostile(seed: int, count: int) -> Iterator[str]:
    rng = random.Random(seed)
    words = [
        "move",
        "bid",
        "?",
        "map",
        "undo",
        "rules",
        "do",
        "log",
        "hand",
        "Cordoba",
        "C3",
        ">",
        "-",
        "+",
        ";",
        "#",
        "2",
        "99999999999",
        "[bold]",
        "[/]",
        "{0}",
        "%s",
        "\x1b[2J",
        "\0",
        "é",
        "🂡",
        "lead",
        "march",
        "\\",
        "'",
        '"',
        "../..",
        "٣",
        "-1",
        "suggest",
        "/",
    ]
    for _ in range(count):
        if rng.random() < 0.5:
            yield " ".join(rng.choices(words, k=rng.randrange(1, 8)))
        else:
            yield "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(rng.randrange(1, 60)))


def test_a_hundred_bad_lines_get_sentences() -> None:
    lines = list(hostile(1, 100)) + ["x" * 5_000, "move " * 400, "? " + "move " * 400]
    result = played("--seed", "bad", "--against", "random", lines=lines)
    assert "No more input" in result.output


def test_bad_lines_in_the_middle_of_a_game() -> None:
    good, match = script("middle", 60)
    rng = random.Random(2)
    mixed = []
    for line, bad in zip(good, hostile(3, len(good)), strict=True):
        # a hand-over takes any line; a bad line that happens to be an order would derail the script
        if line and not re.match(r"\W*(\d|und|do|bid|q|s|e)", bad):
            mixed += [bad] if rng.random() < 0.7 else []
        mixed.append(line)
    played("--seat", "both", "--seed", "middle", "--record", "g.json", lines=mixed)
    assert json.loads(Path("g.json").read_text(encoding="utf-8")) == match.record()


def test_bytes_that_are_no_text() -> None:
    played("--against", "random", "--seed", "b", stdin=b"\xff\xfe\x00\n\x80bid\n1\r\n\n")


def test_several_orders_on_a_line_stop_at_the_first_refused() -> None:
    match, paper = undone("", "minimal; dance; done")
    assert match.decisions()[0].kind == "order"
    assert paper.rindex("I do not know the order dance") > paper.index("minimal movement")


# -- private screens -----------------------------------------------------------------------------

# Tokens that no sentence uses: cards with a number, star or letter behind them, and blocks.
SECRET = re.compile(r"\b(?:[A-Z][a-z]+(?:2[b-d]?|\*|-b)|[CALKNBSZ][123][hxg!]?)(?![\w*!])")


class Watched(Terminal):
    """Two people who give random orders and look at everything, and somebody who watches the
    screen: whatever stands on it must be known to the person who sits before it."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.paper = io.StringIO()
        self.console = Console(file=self.paper, width=80, highlight=False, markup=False)
        self.rng = random.Random(seed)
        self.session: Session | None = None
        self.looks: list[str] = []
        self.found = 0

    def wipe(self) -> None:
        self.paper.seek(0)
        self.paper.truncate()

    def ask(self, prompt: str) -> str:
        session = self.session
        assert session is not None
        if not prompt:
            assert not SECRET.search(self.paper.getvalue())
            return ""
        seat = prompt.removesuffix("> ")
        known = json.dumps(session.match.view(seat).to_json(), ensure_ascii=False)
        secrets = set(SECRET.findall(self.paper.getvalue()))
        self.found += len(secrets)
        for token in secrets:
            bare = re.sub(r"^\d", "", token)
            assert f'"{bare}"' in known, f"{token} on the screen of {seat}"
        if self.looks:
            return self.looks.pop()
        self.looks = self.rng.sample(["?", "map", "hand", "box", "dance", "undo all", "look"], 2)
        decision = session.match.decision(seat)
        assert decision is not None
        return write(session.game.verbs, decision.sample(self.rng))


def test_nobody_sees_the_other_sides_secrets() -> None:
    match = engine.new_match("granada", seed="private")
    terminal = Watched(1)
    terminal.session = Session(match, match.seats, {}, terminal, "private")
    terminal.looks = []
    for _ in range(150):
        if match.over:
            break
        terminal.session._person(terminal.session._whose())
    assert terminal.found > 1_000


def test_the_watcher_catches_a_screen_that_is_not_wiped() -> None:
    match = engine.new_match("granada", seed="private")
    terminal = Watched(1)
    terminal.session = session = Session(match, match.seats, {}, terminal, "private")
    terminal.wipe = lambda: None  # type: ignore[method-assign]
    session._person(session._whose())
    with pytest.raises(AssertionError):
        session._person(session._whose())


def test_hands_are_not_shown_between_hand_overs() -> None:
    lines, _ = script("hands", 8)
    result = played("--seat", "both", "--seed", "hands", lines=lines)
    match = engine.new_match("granada", seed="hands")
    hand = match.view("christian").to_json()["christian"]["hand"]
    parts = re.split(r"Pass the keyboard on\. Next: (\w+)\. Then press Enter\.", result.output)
    assert parts[1] == "Christian"
    assert parts[3] == "Muslim"
    assert all(card in parts[2] for card in hand)
    first_muslim_screen = parts[4].split("The bids are shown")[0]
    for card in hand:
        assert not re.search(rf"(?<![\w]){re.escape(card)}(?![\w*])", first_muslim_screen)


# -- the keyboard --------------------------------------------------------------------------------


class Keys(Terminal):
    """A keyboard on which keys are pressed in order."""

    def __init__(self, *lines: str | type[BaseException]) -> None:
        super().__init__()
        self.paper = io.StringIO()
        self.console = Console(file=self.paper, width=80, highlight=False, markup=False)
        self.lines = list(lines)

    def ask(self, prompt: str) -> str:
        if not self.lines:
            raise EndOfInput
        line = self.lines.pop(0)
        if not isinstance(line, str):
            raise line
        return line


@pytest.mark.parametrize(
    "keys", [(KeyboardInterrupt, ""), (KeyboardInterrupt, KeyboardInterrupt), ("exit", "")]
)
def test_leaving_is_polite(keys: tuple[Any, ...]) -> None:
    match = engine.new_match("granada", seed="leave")
    terminal = Keys(*keys)
    Session(match, ("christian",), {"muslim": RandomPlayer(1)}, terminal, "leave").run()
    assert "Goodbye" in terminal.paper.getvalue()


def test_a_shared_victory_is_told_as_one() -> None:
    match = engine.new_match("hispania", seed="shared")
    share(match)
    terminal = Keys()
    Session(match, match.seats, {}, terminal, "shared").run()
    told = " ".join(terminal.paper.getvalue().split())
    assert "The purple and green sides share the victory: have the most victory points" in told


def undone(*keys: str) -> tuple[engine.Match, str]:
    """A game up to the first movement, then `keys`."""
    match = engine.new_match("granada", seed="undo")
    while match.decisions()[0].kind != "buy":
        decision = match.decisions()[0]
        match.act(decision.seat, next(iter(decision)))
    terminal = Keys(*keys)
    Session(match, match.seats, {}, terminal, "undo").run()
    return match, terminal.paper.getvalue()


def live(match: engine.Match) -> list[str]:
    return [entry["what"] for entry in match.record()["entries"]]


def a_march() -> str:
    """A march that is legal after `minimal`, as `undone` begins."""
    match, _ = undone("", "minimal")
    return example(match.game, match.decisions()[0], "move")


def test_undo_takes_back_one_order_or_all_and_nothing_else() -> None:
    one, _ = undone("", "minimal", a_march(), "undo")
    assert live(one)[-3:] == ["act", "act", "undo"]
    assert one.decisions()[0].kind == "order"
    every, _ = undone("", "minimal", a_march(), "undo all")
    assert every.decisions()[0].kind == "buy"
    twice, _ = undone("", "minimal", a_march(), "undo", "undo")
    assert twice.decisions()[0].kind == "buy"
    none, paper = undone("", "undo")
    assert "nothing you can take back" in paper
    assert "undo" not in live(none)


def test_follow_walks_along_an_unfinished_order() -> None:
    match = engine.new_match("granada", seed="undo")
    while (decision := match.decisions()[0]).kind != "order":
        few = (a for a in decision if a.verb in ("bid", "first", "minimal"))
        match.act(decision.seat, next(few))
    first = orders.follow(match.game, decision, ["mov"])
    assert first is not None
    assert first.slot is not None
    assert first.slot.name == "from"
    place = first.level.choices[0]
    second = orders.follow(match.game, decision, ["move", place.lower()])
    assert second is not None
    assert second.slot is not None
    assert second.slot.name == "blocks"
    third = orders.follow(match.game, decision, ["move", place, "nonsense"])
    assert third is not None
    assert third.stray == "nonsense"
    assert orders.follow(match.game, decision, ["dance"]) is None
    done = orders.follow(match.game, decision, ["done"])
    assert done is not None
    assert done.slot is None
