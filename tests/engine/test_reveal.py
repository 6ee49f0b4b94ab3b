"""The table with nothing hidden: not before the end, and then whole."""

from __future__ import annotations

from random import Random

import pytest

import engine


def test_nothing_is_revealed_before_the_end() -> None:
    match = engine.new_match("granada", seed="reveal")
    with pytest.raises(engine.HeraldError, match="before the match is over"):
        match.reveal()


def test_everything_is_revealed_at_the_end() -> None:
    match = engine.new_match("granada", seed="reveal")
    rng = Random(5)
    while not match.over:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    table = match.reveal().to_json()
    for seat in match.seats:
        own = match.view(seat).to_json()
        assert table[seat]["hand"] == own[seat]["hand"] is not None
        assert table[seat]["box"] == own[seat]["box"]
        for place, location in own["locations"].items():
            assert table["locations"][place][seat]["blocks"] == location[seat]["blocks"]
    assert match.view(None).to_json()["muslim"]["hand"] is None, (
        "a spectator's view stays as it was"
    )
