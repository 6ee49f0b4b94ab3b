"""The truth has no part in how worlds are dealt, however many; and the test can fail."""

from __future__ import annotations

from ast import Call, NodeVisitor, parse, unparse
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action
from engine.flow import Round
from engine.games.granada.game import Granada
from engine.games.granada.table import redeal
from engine.games.granada.table.redeal import Dealt, Where
from engine.games.granada.table.state import SHIFT, State
from engine.match import Match
from tests.contract.worlds import Scales, same_luck_same_world, spots

ROOT = Path(__file__).parents[2]
GAMES = (*engine.games(), "council")
WORLDS = {"granada": 1_000}  # dealt from each origin, where small biases hide among many places
FEW = 200
FACTS = 40  # that must be compared, or the test proves little
pytestmark = pytest.mark.usefixtures("council")


def weighed(game: str, worlds: int | None = None) -> Scales:
    """Positions of a game until there are facts enough."""
    scales = Scales(worlds or WORLDS.get(game, FEW))
    for spot in spots(game, "weighed", 40, 20):
        scales.weigh(spot)
        if len(scales.true) > 15 * FACTS:
            break
    return scales


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_match_and_its_worlds_deal_alike(game: str) -> None:
    scales = weighed(game)
    assert len(scales.true) > FACTS
    assert scales.uneven() == []


@pytest.mark.parametrize("game", GAMES)
def test_the_same_luck_deals_the_same_world_from_both(game: str) -> None:
    for number, spot in enumerate(spots(game, "lucky", 10, 40)):
        assert same_luck_same_world(spot, str(number))


# -- one world for each question -----------------------------------------------------------------


def dump(match: Match) -> Any:
    return match.game.dump(match._state)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_thinks_about_a_question_in_one_world(game: str) -> None:
    """However often it is asked for, and after a restart too; and it is not the truth."""
    told = 0
    for spot in spots(game, "thinking", 10, 20):
        match, reader = spot
        world = dump(match.world(reader))
        assert dump(match.world(reader)) == world
        assert dump(engine.from_record(match.record()).world(reader)) == world
        told += world == dump(match)
    assert told < 10


class _Dealers(NodeVisitor):
    """Finds who deals worlds from something that is not a world itself."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Call(self, node: Call) -> None:
        name = unparse(node.func)
        if name.endswith(".redeal") and name not in ("origin.redeal", "match.world(seat).redeal"):
            self.found.append(unparse(node))
        self.generic_visit(node)


@pytest.mark.parametrize("folder", ["bot", "engine/players", "renderer"])
def test_nobody_who_thinks_deals_worlds_from_the_match(folder: str) -> None:
    dealers = _Dealers()
    for file in (ROOT / folder).rglob("*.py"):
        dealers.visit(parse(file.read_text()))
    assert dealers.found == []


# -- the test of the test: biases planted on purpose ---------------------------------------------


def _in_the_order_of_the_map(
    s: State, wheres: list[Where], kinds: list[int], rng: Random
) -> list[int]:
    """The places in one order by chance, the choosy first; the rest in the order in which they
    truly lie."""
    order = sorted(range(len(wheres)), key=[rng.random() for _ in wheres].__getitem__)
    dealt = [-1] * len(wheres)
    common = []
    for kind in sorted(kinds, key=lambda kind: redeal._choosiness(s, kind)):
        if redeal._choosiness(s, kind) == redeal.COMMON:
            common.append(kind)
            continue
        at = next(i for i in order if dealt[i] < 0 and redeal._suits(s, kind, wheres[i]))
        dealt[at] = kind
    for at in order:
        if dealt[at] < 0:
            dealt[at] = common.pop()
    return dealt


def _truly(s: State, side: int, where: Where) -> int:
    """The kind that lies there."""
    heap, number, i = where
    if heap == "land":
        return s.stacks[2 * number + side][i] >> SHIFT
    if heap == "ship":
        return s.ships[2 * number + side][i >> 2][i & 3] >> SHIFT
    kind: int = getattr(s, heap)[side][i]
    return kind


@pytest.mark.slow
def test_catches_a_deal_in_the_order_of_the_true_map(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = redeal._hidden

    def as_they_lie(s: State, side: int) -> tuple[list[Where], list[int]]:
        wheres, _ = hidden(s, side)
        return wheres, [_truly(s, side, where) for where in wheres]

    monkeypatch.setattr(redeal, "_hidden", as_they_lie)
    monkeypatch.setattr(redeal, "_deal", _in_the_order_of_the_map)
    assert weighed("granada").uneven()


@pytest.mark.slow
def test_catches_a_deal_that_is_lazy_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = Granada.redeal

    def lazy(self: Granada, s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        if rng.random() < 0.05:
            return s.copy(), Dealt(s, s)
        return dealt(self, s, seat, rng)

    monkeypatch.setattr(Granada, "redeal", lazy)
    assert weighed("granada", FEW).uneven()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hispania", "council"])
def test_catches_a_sealed_answer_that_is_never_dealt(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reseal = Round.reseal

    def another(self: Any, s: Any, a: Any, known: Collection[int], rng: Random) -> None:
        true: list[Action | None] = list(s.sealed)
        for _ in range(8):
            reseal(self, s, a, known, rng)
            if s.sealed != true:
                return

    monkeypatch.setattr(Round, "reseal", another)
    assert weighed(game).uneven()
