"""The page for players: its first turn can be played as it stands, its orders and plans exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.games import known
from engine.players.plan import read

PAGE = (Path(__file__).parents[2] / "docs" / "cortes.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _cortes() -> Iterator[None]:
    with known("cortes"):
        yield


def test_the_first_turn_in_ten_orders() -> None:
    [listing] = re.findall(r"```\n((?:.|\n)*?)```", PAGE)
    orders = listing.splitlines()
    assert len(orders) == 10
    match = engine.new_match("cortes", seed="page")
    match.act("spanish", "standard")
    match.act("aztec", "standard")
    for order in orders:
        match.act("spanish", order)


def test_every_verb_is_an_order_of_the_game() -> None:
    named = set(re.findall(r"^\|[^|]*?`([a-z]+)", PAGE.partition("## Edits")[0], re.MULTILINE))
    verbs = set(engine.games()["cortes"].verbs)
    table = PAGE.partition("| order | example |")[2].partition("\n\n")[0]
    first = {word for cell in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
             for word in re.findall(r"`([a-z]+)`", cell)}  # fmt: skip
    assert first <= verbs
    assert {"place", "return", "lift", "standard", "done"} <= named & verbs


def test_every_line_of_a_plan_can_be_read() -> None:
    table = PAGE.partition("| line | |")[2].partition("\n\n")[0]
    lines = [line for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
             for line in re.findall(r"`([^`]+)`", row)]  # fmt: skip
    assert len(lines) > 5
    for line in lines:
        assert read(engine.games()["cortes"], line, "aztec").lines
