"""Worlds dealt anew: as often as chance would deal them, and never against what a reader knows."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import engine
from engine.match import Match

OFTEN = 600


def made(form: str, *edits: str) -> Match:
    match = engine.new_match("crusade", form, seed="worlds")
    for seat in match.seats:
        match.act(engine.MODERATOR, f"hand {seat}")
    for edit in edits:
        match.act(engine.MODERATOR, edit)
    return match


def worlds(match: Match, reader: str | None, count: int = OFTEN) -> list[Any]:
    rng = Random(f"worlds {reader}")
    return [match.game.redeal(match._state, reader, rng)[0] for _ in range(count)]


def test_hidden_cards_come_as_often_as_they_are_in_the_pool() -> None:
    match = made("two", "turn 3", "hand crusaders Spy", "hand muslims Jihad", "phase diplomacy")
    s: Any = match._state
    deck = s.board.charts.in_deck[1]
    pool = Counter([k for k in (*s.draws[1], *s.hand[1]) if deck[k].hold])
    seen = Counter(world.hand[1][0] for world in worlds(match, "crusaders"))
    assert set(seen) == set(pool)
    for card, copies in pool.items():
        expected = OFTEN * copies / sum(pool.values())
        assert abs(seen[card] - expected) < 5 * expected**0.5 + 5, card


def test_ones_own_hand_stays() -> None:
    match = made("two", "turn 3", "hand crusaders Spy", "hand muslims Jihad", "phase diplomacy")
    s: Any = match._state
    assert {world.hand[0] for world in worlds(match, "crusaders", 50)} == {s.hand[0]}


def test_an_offered_card_is_known_to_whom_it_was_offered() -> None:
    match = made("seven", "turn 3", "hand germans Spy", "hand n-franks", "phase diplomacy")
    match.act("germans", "offer n-franks give Spy")
    s: Any = match._state
    player = s.form.seats.index("germans")
    told = {world.hand[player] for world in worlds(match, "n-franks", 60)}
    others = {world.hand[player] for world in worlds(match, "s-franks", 200)}
    assert told == {s.hand[player]}
    assert len(others) > 3
    assert all(not world.offers for world in worlds(match, "s-franks", 10))
    assert all(world.offers == s.offers for world in worlds(match, "n-franks", 10))


def test_a_spy_knows_the_deck_and_nobody_else_does() -> None:
    match = made(
        "two", "clear", "turn 3", "army Godfrey 20 > C3", "army Raymond 20 > C3",
        "army Ridwan 10 > Aleppo", "army Duqaq 10 > Damascus", "hand crusaders Spy",
        "deck Godfrey Raymond Ridwan Duqaq",
    )  # fmt: skip
    match.act("crusaders", "spy")
    s: Any = match._state
    assert {tuple(w.pile.top) for w in worlds(match, "crusaders", 40)} == {tuple(s.pile.top)}
    assert len({tuple(w.pile.top) for w in worlds(match, "muslims", 200)}) > 1


def test_lists_are_dealt_anew_but_for_those_who_have_seen_them() -> None:
    cities = "Antioch Homs Hamah Acre Edessa"
    match = made("seven", "turn 10", f"wishes germans {cities}", "phase diplomacy")
    s: Any = match._state
    germans = s.board.people.faction["germans"]
    assert len({w.lists[germans] for w in worlds(match, "mosul", 200)}) > 20
    assert len({w.lists[germans] for w in worlds(match, "n-franks", 200)}) > 20
    assert {w.lists[germans] for w in worlds(match, "germans", 20)} == {s.lists[germans]}
    s.shown = 1
    assert {w.lists[germans] for w in worlds(match, "n-franks", 20)} == {s.lists[germans]}
    assert len({w.lists[germans] for w in worlds(match, "mosul", 200)}) > 20


def test_every_world_is_sound() -> None:
    match = made("seven", "turn 3")
    rng = Random("sound")
    for _ in range(120):
        decision = rng.choice(match.decisions())
        match.act(decision.seat, decision.sample(rng))
        if match.over:
            break
        for reader in (rng.choice(match.seats), None):
            world = match.game.redeal(match._state, reader, rng)[0]
            assert not match.game.check(world)
            assert match.game.view(world, reader) == match.game.view(match._state, reader)
