"""Offers under ill will: the same thing twice, what is gone, too late; all of it or nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action
from engine.match import Match


def table(*edits: str) -> Match:
    match = engine.new_match("crusade", "seven", seed="offers")
    for seat in match.seats:
        match.act(engine.MODERATOR, f"hand {seat}")
    for edit in edits:
        match.act(engine.MODERATOR, edit)
    return match


def hands(match: Match) -> dict[str, int]:
    return dict(match.view(None).to_json()["hands"])


def test_the_same_card_is_not_taken_twice() -> None:
    match = table("turn 3", "hand germans Spy", "hand n-franks", "phase diplomacy")
    match.act("germans", "offer n-franks give Spy")
    match.act("n-franks", "accept germans")
    before = match.game.dump(match._state)
    with pytest.raises(engine.Illegal):
        match.act("n-franks", "accept germans")
    assert match.game.dump(match._state) == before
    assert hands(match)["n-franks"] == 1


def test_what_was_given_away_is_not_given_again() -> None:
    match = table("turn 3", "hand germans Spy", "hand n-franks", "hand s-franks", "phase diplomacy")
    match.act("germans", "offer n-franks give Spy")
    match.act("germans", "offer s-franks give Spy")
    match.act("n-franks", "accept germans")
    match.act("s-franks", "accept germans")
    assert hands(match)["s-franks"] == 0
    assert not match.game.check(match._state)
    with pytest.raises(engine.Illegal):
        match.act("germans", "offer mosul give Spy")


def test_nobody_accepts_after_the_phase() -> None:
    match = table("turn 6", "hand germans Spy", "hand n-franks", "phase diplomacy")
    match.act("germans", "offer n-franks give Spy")
    for seat in match.seats:
        match.act(seat, "done")
    with pytest.raises(engine.Illegal):
        match.act("n-franks", "accept germans")
    assert hands(match)["germans"] == 1


def test_a_deal_is_carried_out_whole_or_not_at_all() -> None:
    match = table(
        "clear", "turn 3", "hand germans Spy", "hand n-franks Surprise", "control germans > Homs",
        "control n-franks > Hamah", "resources 0 > Hamah", "phase diplomacy",
    )  # fmt: skip
    match.act("germans", "offer n-franks give Spy stores 2 from Homs into Hamah want Surprise")
    match.act(engine.MODERATOR, "resources 1 > Homs")
    match.act("n-franks", "accept germans")
    view: Any = match.view("germans").to_json()
    assert view["hand"] == ["Spy"]
    assert view["places"]["Homs"]["stock"] == 1
    assert view["places"]["Hamah"]["stock"] == 0


def test_others_hear_nothing_of_an_offer() -> None:
    match = table("turn 3", "hand germans Spy", "phase diplomacy")
    before = {seat: len(match.events(seat)) for seat in (*match.seats, None)}
    match.act("germans", "offer n-franks give Spy")
    heard = {seat for seat in before if len(match.events(seat)) > before[seat]}
    assert heard == {"germans", "n-franks"}
    match.act("n-franks", "refuse germans")
    heard = {seat for seat in before if len(match.events(seat)) > before[seat]}
    assert heard == {"germans", "n-franks"}


def bazaar(form: str, seed: str) -> int:
    """A game in which everybody makes offers all the time; how many deals were struck."""
    rng, struck = Random(seed), 0
    match = engine.new_match("crusade", form, seed=seed)
    while not match.over and len(match) < 500:
        deals = [d for d in match.rights() if d.key.endswith("deals")]
        haggles = bool(deals) and rng.random() < 0.6
        decision = rng.choice(deals if haggles else match.decisions())
        action = Action(*decision.sample(rng))
        for _ in range(8 if haggles else 0):
            if action.verb == "accept":
                break
            action = Action(*decision.sample(rng))
        before = len(match.events(None))
        match.act(decision.seat, action)
        struck += any(event.kind == "deal" for event in match.events(None)[before:])
        assert not match.game.check(match._state)
    return struck


@pytest.mark.parametrize("form", ["three", "seven"])
def test_offers_at_random_lose_nothing(form: str) -> None:
    assert sum(bazaar(form, f"bazaar {form} {number}") for number in range(3)) > 5
