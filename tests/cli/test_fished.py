"""Fished dice: who can write the record passes over draws until a good one comes. It is refused,
wherever the gap is; and all that a moderator put there is listed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

import engine
from bot.cli.main import app
from engine.core import MODERATOR
from engine.parts.segments import continued

Verify = Callable[[object], Result]


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    def run(record: object) -> Result:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(record), encoding="utf-8")
        return CliRunner().invoke(app, ["verify", str(path)])

    return run


def played(match: engine.Match, rng: Random, steps: int, fishing: float = 0.0) -> engine.Match:
    """Some steps at random; `fishing`: how often somebody passes over a draw before one."""
    for _ in range(steps):
        decision = match.decisions()[0]
        if rng.random() < fishing:
            match._dice.n += rng.randrange(1, 5)
        match.act(decision.seat, decision.sample(rng))
    return match


def begun(steps: int = 30, fishing: float = 0.0) -> engine.Match:
    return played(engine.new_match("hispania", seed="fished"), Random(1), steps, fishing)


def skipping(match: engine.Match, draws: int = 7) -> engine.Match:
    match._dice.n += draws
    return match


def test_an_honest_record_has_no_gap(verify: Verify) -> None:
    match = begun()
    match.undo(25)
    match.act(MODERATOR, "clear")
    shown = verify(match.record())
    assert shown.exit_code == 0
    assert "every draw follows from the seed, and none is missing" in shown.output
    assert "moderator   entry 31: clear" in shown.output


def test_fished_dice_are_refused(verify: Verify) -> None:
    match = begun(80, fishing=0.9)
    assert match._dice.n > 100
    shown = verify(match.record())
    assert shown.exit_code == 1
    assert "passes over chance" in shown.stderr


def _edited(match: engine.Match) -> None:
    match.act(MODERATOR, "clear")


def _undone(match: engine.Match) -> None:
    match.undo(20)


def _moved(match: engine.Match) -> None:
    played(match, Random(2), 1)


@pytest.mark.parametrize("deed", [_edited, _undone, _moved])
def test_one_gap_is_enough(verify: Verify, deed: Callable[[engine.Match], None]) -> None:
    match = skipping(begun())
    deed(match)
    shown = verify(match.record())
    assert shown.exit_code == 1
    assert "Before entry 30 the record passes over chance" in shown.stderr


def test_a_gap_in_an_earlier_segment_is_refused(verify: Verify) -> None:
    match = played(skipping(begun()), Random(3), 5)
    record = continued(match.record(), match.position())
    shown = verify(played(engine.from_record(record), Random(4), 5).record())
    assert shown.exit_code == 1
    assert "Before entry 30 the record passes over chance" in shown.stderr


def test_a_gap_between_segments_is_refused(verify: Verify) -> None:
    match = begun()
    base = skipping(match.fork()).position()
    record = continued(match.record(), base)
    shown = verify(played(engine.from_record(record), Random(4), 5).record())
    assert shown.exit_code == 1
    assert "Segment 2 begins with draw" in shown.stderr


BATTLE = (
    "clear",
    "place omeyyad 3inf > Segovie",
    "place castille 2inf > Avila",
    "place castille knight > Avila",
    "orders 13 castille",
    "force attack = 1",
)


def test_what_a_moderator_forced_is_listed(verify: Verify) -> None:
    match = engine.new_match("hispania", "A", {}, "forced")
    for edit in BATTLE:
        match.act(MODERATOR, edit)
    match.act("blue", "move Avila knight 2inf > Segovie; done")
    while match._dice.forced:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.default)
    shown = verify(match.record())
    assert shown.exit_code == 0
    assert "moderator   entry 5: force attack = 1" in shown.output
    assert re.search(r"^forced      draw \d+, attack: 1$", shown.output, re.MULTILINE)
    assert "but those that a moderator put there" in shown.output
