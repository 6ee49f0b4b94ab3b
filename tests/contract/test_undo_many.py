"""Whom an undo concerns, where there are more than two."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine import Match
from engine.core import MODERATOR, Event, Told
from engine.parts.concern import concerned
from tests.contract.play import eager_player, played, random_player, steps

pytestmark = pytest.mark.usefixtures("council")
OTHERS = ("orange", "yellow", "green")


def council(*orders: str) -> Match:
    """A council of four: red, orange, yellow, green, in turn."""
    match = engine.new_match("council", "quartet", seed="undo")
    for order in orders:
        match.act(match.decisions()[0].seat, order)
    return match


@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        (("take 1", "take 2"), ("orange",)),
        (("take 1", "throw"), ("orange",)),  # their die, not the asker's
        (("take 1", "take 2", "take 1"), ("orange", "yellow")),
        (("whisper green", "take 1"), ("orange", "green")),
        (("take 1", "whisper green"), ("orange", "green")),
        (("take 1", "whisper red"), ("orange",)),  # who asks knows what they were told
        (("take 1", "slip green"), OTHERS),  # to whom, nobody can see
        (("take 1", "slip red"), OTHERS),  # not even that it was the one who asks
        (("slip orange", "take 1"), OTHERS),  # nor that it was one who is asked anyhow
        (("throw", "take 1"), OTHERS),  # everybody saw the asker's die
        (("throw",), OTHERS),
    ],
)
def test_those_are_asked_of_whom_everybody_can_see_it(
    orders: tuple[str, ...], asked: tuple[str, ...]
) -> None:
    assert concerned(council(*orders), "red", 0) == asked


def test_only_what_falls_counts() -> None:
    match = council("slip green", "take 1", "take 1", "take 1", "take 2", "take 1")
    assert concerned(match, "red", 4) == ("orange",)
    assert concerned(match, "red", 0) == OTHERS


def test_what_was_taken_back_does_not_count() -> None:
    match = council("take 1", "slip green")
    match.undo(1)
    match.act("orange", "take 1")
    assert concerned(match, "red", 0) == ("orange",)


def test_a_moderators_change_concerns_everybody() -> None:
    match = played("hispania", "edits", 3)
    entry = len(match) - 1
    seat = match.entries[entry].seat
    match.act(MODERATOR, "points galicien 2")
    assert set(concerned(match, seat, entry)) == set(match.seats) - {seat}


def test_whoever_did_something_unseen_is_not_given_away() -> None:
    """An answer of which nothing was told: all are asked, or those who were seen."""
    match = council("take 1", "take 2", "take 1")
    match._readers.log = [event for event in match._readers.log if event.entry != 2]
    assert concerned(match, "red", 0) == ("orange",)
    match._readers.log = [event for event in match._readers.log if event.entry != 1]
    assert concerned(match, "red", 0) == OTHERS


def test_a_round_that_is_open_concerns_all_its_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they have sealed an answer or not."""
    match = council("take 1", "take 2", "take 1")
    game = match.game
    assert concerned(match, "red", 0) == ("orange", "yellow")
    monkeypatch.setattr(game, "sealed", lambda state: ("orange",), raising=False)
    assert concerned(match, "red", 0) == OTHERS  # green is asked, orange has sealed
    assert concerned(match, "red", 3) == OTHERS  # nothing falls, and nobody is left out


@pytest.mark.parametrize("game", ["granada", "hispania", "council"])
def test_two_ask_each_other_and_nobody_asks_a_stranger(game: str) -> None:
    rng = Random(game)
    match = engine.new_match(game, seed="whom")
    player = random_player(rng) if game == "council" else eager_player(rng)
    for number, _ in enumerate(steps(match, player, rng)):
        if number > 150:
            break
        for seat in match.seats:
            entry = match._ledger.last_of(seat)
            if entry is None:
                continue
            found = concerned(match, seat, entry)
            assert found
            assert seat not in found
            assert list(found) == [s for s in match.seats if s in found]
            if len(match.seats) == 2:
                assert set(found) == set(match.seats) - {seat}


def test_who_is_asked_is_the_same_for_all_that_a_spectator_knows() -> None:
    """Two tables that differ only in what was whispered: the same people are asked."""
    for orders in (("whisper green", "take 1"), ("take 1", "whisper yellow"), ("slip green",)):
        one, other = council(*orders), council(*orders)
        other._readers.log = [_reworded(event) for event in other._readers.log]
        assert concerned(one, "red", 0) == concerned(other, "red", 0)


def _reworded(event: Told) -> Event:
    private = {seat: {**args, "word": "secret"} for seat, args in event.private.items()}
    told = (event.kind, event.rule, event.public, private, event.reveals, event.only)
    return Event(*told, entry=event.entry)


def test_to_whom_something_was_slipped_changes_nothing() -> None:
    asked = {
        concerned(council("take 1", f"slip {to}", "take 1"), "red", 0)
        for to in ("red", "yellow", "green")
    }
    assert asked == {OTHERS}
