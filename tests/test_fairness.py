"""What docs/fairness.md shows works as it stands there, on a table's own record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import engine
from bot.cli.main import app
from bot.tables.lobby.seed import alias
from bot.tables.tables import Tables
from engine.dice import CounterDice, Draw
from tests.tables.conftest import ANA, BEN, HERE, Hours, file, hours, store, tables
from tests.tables.play import deliver
from tests.tables.test_following import to_the_end

__all__ = ["Hours", "file", "hours", "store", "tables"]  # fixtures

PAGE = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_ten_lines_each() -> None:
    assert [len(block.strip().splitlines()) <= 10 for block in BLOCKS] == [True, True]


async def test_the_page_checks_a_finished_table(tables: Tables, tmp_path: Path) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    (lobby,) = [p for p in await deliver(tables) if p.kind == "lobby"]
    promised = card.promised  # on the card before anybody has joined
    assert lobby.table == card.id
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.ready(card.id, ANA)
    started = await tables.lobby.ready(card.id, BEN, word="a goose on the roof")
    assert any(started.commitment in str(p.body.get("words")) for p in await deliver(tables))
    await to_the_end(tables, card.id)
    record = json.loads(json.dumps(await tables.reading.record(card.id)))
    assert record["table"]["promised"] == promised
    assert record["table"]["commitment"] == started.commitment
    names: dict[str, Any] = {"record": record}
    for block in BLOCKS:
        exec(compile(block, "fairness.md", "exec"), names)
    _every_draw(record, names["draw"])
    ben = alias(record["table"]["secret"], BEN.id)
    assert record["table"]["joining"] == [[ben, "a goose on the roof"]]
    assert str(BEN.id) not in ben
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    shown = CliRunner().invoke(app, ["verify", str(path)]).output
    assert f'word        {ben}: "a goose on the roof"' in shown
    assert "If the host acted together with one who gave a word, that proves nothing" in shown
    record["table"]["joining"][0][1] += "1"
    with pytest.raises(AssertionError):
        exec(compile(BLOCKS[0], "fairness.md", "exec"), names)


def _every_draw(record: dict[str, Any], draw: Callable[..., tuple[int, int]]) -> None:
    drawn: list[Draw] = []
    engine.from_record(record, chance=drawn.append)
    assert len(drawn) > 50
    for one in drawn:
        index, after = draw(record["seed"], one.n, one.options)
        assert (index, after) == (one.chosen, one.n + 1)


def test_verify_lists_every_draw(tmp_path: Path) -> None:
    match, rng = engine.new_match("hispania", seed="draws"), Random(1)
    while len(match) < 40:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()), encoding="utf-8")
    shown = CliRunner().invoke(app, ["verify", str(path), "--draws"]).output
    lines = re.findall(r"^draw (\d+) +[^:]+: (\d+) of 0-(\d+) = ", shown, re.MULTILINE)
    names: dict[str, Any] = {}
    exec(compile("import hashlib\n" + BLOCKS[1], "fairness.md", "exec"), names)
    assert lines
    for n, index, last in lines:
        assert names["draw"](match.seed, int(n), int(last) + 1)[0] == int(index)


def test_a_forced_result_is_marked() -> None:
    drawn: list[Draw] = []
    dice = CounterDice("forced", watch=drawn.append)
    dice.forced.append(("coin", "muslim"))
    for _ in range(2):
        dice.pick("coin", ("christian", "muslim"))
    assert [(one.n, one.forced) for one in drawn] == [(0, True), (1, False)]
    assert drawn[0].name == "muslim"
