"""Whoever undoes alone knows nothing that they did not know at the point to which they go back."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import engine
from engine.core import Event, HeraldError, Told, plain
from engine.flow import Context
from engine.match import Match
from engine.parts.ledger import Ledger
from tests.contract.play import any_options, asks_several, eager_player, steps

GAMES = (*engine.games(), "council")
WORLDS = 3  # in which the orders that fall are given again
pytestmark = pytest.mark.usefixtures("council")


def matches(game: str, seed: str, length: int) -> Any:
    """A match played at random, after each step."""
    rng = Random(seed)
    match = engine.new_match(game, options=any_options(game, rng), seed=seed)
    for _ in islice(steps(match, eager_player(rng), rng), length):
        yield match


def learned(match: Match, seat: str, floor: int, rng: Random) -> str:
    """What `seat` has learned since a point to which it may go back alone; "" if nothing: with
    everything that it did not know there dealt anew, its orders tell it the same."""
    falls = match.falling(floor, seat)
    told = _told([seen for seen in match.events(seat) if seen.entry in falls])
    early = match.fork()
    early.undo(floor, by=seat)
    for _ in range(WORLDS):
        world = early.redeal(seat, rng)
        try:
            for index in falls:
                line = match.entries[index]
                assert line.action is not None
                world.act(line.seat, line.action)
        except HeraldError as refusal:
            return str(refusal)
        if _told(world.events(seat)) != told:
            return f"{told} against {_told(world.events(seat))}"
    return ""


def _told(events: Any) -> list[tuple[str, str, Any]]:
    return [(seen.kind, seen.rule, plain(dict(seen.args))) for seen in events]


@pytest.mark.parametrize("game", GAMES)
def test_who_goes_back_alone_has_learned_nothing(game: str) -> None:
    rng, tried = Random("alone"), 0
    for number in range(3):
        for match in matches(game, f"alone {number}", 150):
            for seat in match.seats:
                floor = match.undo_floor(seat)
                if match.falling(floor, seat):
                    assert learned(match, seat, floor, rng) == ""
                    tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_opened_another_is_not_taken_back_alone(game: str) -> None:
    """However little it told."""
    opened = 0
    for number in range(4):
        waiting: set[str] = set()
        for match in matches(game, f"opened {number}", 150):
            sealed = set(match.game.sealed(match._state))
            if len(match) and (last := match.entries[-1]).what == "act":
                if waiting - {last.seat} and last.seat not in sealed:
                    opened += 1
                    assert match.undo_floor(last.seat) == len(match)
            waiting = sealed
    assert opened > 3 or not asks_several(game)


@pytest.mark.parametrize("game", ["hispania", "council"])
def test_so_it_is_where_a_game_declares_nothing_revealed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Context.__init__

    def silent(event: Told) -> Event:
        return Event(event.kind, event.rule, event.public, event.private, (), event.only)

    monkeypatch.setattr(
        Context, "__init__", lambda self, dice, emit: begin(self, dice, lambda e: emit(silent(e)))
    )
    test_an_answer_that_opened_another_is_not_taken_back_alone(game)


def test_catches_a_floor_behind_an_opened_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def bold(self: Ledger, seat: str) -> int:
        return self.last_of(seat) or 0

    monkeypatch.setattr(Ledger, "floor", bold)
    with pytest.raises(AssertionError):
        test_who_goes_back_alone_has_learned_nothing("granada")
