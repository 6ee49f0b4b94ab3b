"""The name of a question: it lasts as long as the question does, and no longer."""

from __future__ import annotations

from random import Random

import pytest

import engine


def test_a_simultaneous_question_keeps_its_key_while_the_other_answers() -> None:
    match = engine.new_match("granada", seed="keys")
    christian, muslim = match.decisions()
    key = muslim.key
    match.act("christian", christian.default, christian.key)
    still = match.decision("muslim")
    assert still is not None
    assert still.key == key
    match.act("muslim", still.default, key)


def test_an_answered_question_is_stale_even_when_the_next_is_of_the_same_kind() -> None:
    match = engine.new_match("granada", seed="keys")
    rng = Random(1)
    asked = match.decisions()[0]
    while True:
        match.act(asked.seat, asked.sample(rng))
        following = match.decisions()[0]
        if (following.seat, following.kind) == (asked.seat, asked.kind):
            break
        asked = following
    with pytest.raises(engine.Stale):
        match.act(following.seat, following.default, asked.key)


def test_a_withdrawn_answer_reopens_the_question_under_a_new_key() -> None:
    match = engine.new_match("granada", seed="keys")
    christian, muslim = match.decisions()
    old, other = christian.key, muslim.key
    match.act("christian", christian.default, old)
    match.withdraw("christian")
    again = match.decision("christian")
    assert again is not None
    assert again.key != old
    still = match.decision("muslim")
    assert still is not None
    assert still.key == other
