"""A finished match, picture by picture; nothing of one that is not over."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import engine
from engine import HeraldError, Match
from engine.film import film
from engine.parts.segments import continued


def played(seed: str, steps: int | None = None) -> Match:
    match, rng = engine.new_match("granada", seed=seed), Random(seed)
    while not match.over and (steps is None or len(match) < steps):
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    return match


@pytest.fixture(scope="module")
def ended() -> Match:
    return played("film")


def test_one_picture_a_visit_to_the_very_end(ended: Match) -> None:
    shots = list(film(ended.record(), 10_000))
    seats = [ended.entries[i].seat for i in ended.live]
    changes = sum(a != b for a, b in pairwise(seats))
    assert 10 < len(shots) <= changes + 1
    assert shots[-1].view == ended.reveal()
    assert "The game is over" in shots[-1].words
    assert all(shot.title for shot in shots)
    assert shots[0].view.to_json()["muslim"]["hand"] is not None  # nothing is hidden


def test_a_long_match_is_cut_evenly(ended: Match) -> None:
    every = list(film(ended.record(), 10_000))
    few = list(film(ended.record(), 7))
    assert len(few) == 7
    assert few[0].view == every[0].view
    assert few[-1].view == every[-1].view
    assert len(list(film(ended.record(), 1))) == 1


def test_what_was_taken_back_is_not_shown() -> None:
    match = played("film", 30)
    rng = Random(3)
    match.undo(20)
    while not match.over:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    shots = list(film(match.record(), 10_000))
    seats = [match.entries[i].seat for i in match.live]
    assert len(shots) <= sum(a != b for a, b in pairwise(seats)) + 1
    assert shots[-1].view == match.reveal()


def test_a_match_that_is_not_over_is_not_shown() -> None:
    with pytest.raises(HeraldError, match="over"):
        list(film(played("film", 40).record()))


def test_segments_are_shown_one_after_the_other(ended: Match) -> None:
    whole = ended.record()
    half = engine.from_record({**whole, "entries": whole["entries"][:40]})
    record = continued({**whole, "entries": whole["entries"][:40]}, half.position())
    record["entries"] = whole["entries"]
    plain, parted = list(film(whole, 10_000)), list(film(record, 10_000))
    assert parted[-1].view == plain[-1].view
    assert len(plain) <= len(parted) <= len(plain) + 1  # a visit may be cut in two
    assert [shot.view for shot in plain if shot.view not in [p.view for p in parted]] == []
    broken = [*whole["entries"]]
    broken[3] = {**broken[3], "seat": "nobody"}  # the first segment no longer replays
    rest = list(film({**record, "entries": broken}, 10_000))
    assert 0 < len(rest) < len(parted)
