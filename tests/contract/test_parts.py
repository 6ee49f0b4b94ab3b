"""A match is made of parts, and each knows how to go its own way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine.match import Match
from tests.contract.play import eager_player, played, portrait, steps

GAMES = tuple(engine.games())
PARTS = ("_dice", "_ledger", "_readers", "_questions")


def _changeable(match: Match) -> Iterator[tuple[str, Any]]:
    """Everything in the parts of a match that can be changed in place, with its name."""
    for part in PARTS:
        whole = getattr(match, part)
        yield part, whole
        for name in type(whole).__slots__:
            value = getattr(whole, name)
            if isinstance(value, list | dict):
                yield f"{part}.{name}", value
    yield "_views", match._views


@pytest.mark.usefixtures("council")
@pytest.mark.parametrize("game", [*GAMES, "council"])
def test_a_fork_shares_nothing_that_can_change(game: str) -> None:
    match = played(game, "parts", 80)
    for reader in (*match.seats, None):
        match.view(reader)
    for origin in (match, match.redeal(match.seats[0], Random(1))):
        ours = dict(_changeable(origin))
        for name, value in _changeable(origin.fork()):
            assert value is not ours[name], name


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_goes_its_own_way(game: str) -> None:
    match = played(game, "parts", 80)
    before = portrait(match)
    fork = match.fork()
    assert portrait(fork) == before
    rng = Random(2)
    for number, _ in enumerate(steps(fork, eager_player(rng), rng)):
        if number == 20:
            break
    fork.undo(len(match) - 1)
    assert portrait(match) == before
    assert portrait(fork) != before


@pytest.mark.usefixtures("council")
@pytest.mark.parametrize("game", [*GAMES, "council"])
def test_a_world_begins_a_ledger_of_its_own(game: str) -> None:
    match = played(game, "parts", 80)
    world = match.redeal(match.seats[0], Random(3))
    assert len(world) == 0
    assert world.events(match.seats[0]) == ()
    assert [d.key for d in world.decisions()] == [d.key for d in match.decisions()]
