"""The computer player of the First Crusade: every seat, every form, and what it does unasked."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import engine
from bot.tables.tables import Tables
from engine.games.crusade.computer import campaign, dealing, judging
from engine.games.crusade.computer.greedy import _shares
from engine.games.crusade.table.view import View as Sight
from engine.match import Match
from engine.players import answer, freely, may_use, player
from tests.tables.conftest import ANA, HERE
from tests.tables.conftest import file as file
from tests.tables.conftest import hours as hours
from tests.tables.conftest import store as store
from tests.tables.conftest import tables as tables
from tests.tables.play import deliver

FORMS = ("two", "three", "four", "five", "five-princes", "six", "seven")


def play(scenario: str, seed: str, names: tuple[str, ...] = (), turns: int = 99) -> Match:
    """A game of computers, every answer of theirs legal without help."""
    match = engine.new_match("crusade", scenario=scenario, seed=seed)
    names = names or ("greedy",) * len(match.seats)
    minds = {s: player(n, f"{seed} {s}") for s, n in zip(match.seats, names, strict=True)}
    rng = Random(seed)
    while not match.over and match._state.turn <= turns:
        while (done := freely(match, minds, rng)) is not None:
            match.act(*done)
        for decision in match.decisions()[:1]:  # none, if it is over by now
            match.act(decision.seat, answer(match, decision.seat, minds[decision.seat], rng))
        assert match.check() == []
    return match


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_played(form: str) -> None:
    """Some turns of every form; all seats act, and nothing breaks."""
    match = play(form, "pick-form", turns=3)
    acted = {entry.seat for entry in match.entries if entry.what == "act"}
    assert acted >= set(match.seats)
    assert match._state.turn >= 3 or match.over


def test_a_whole_game_of_two_and_its_record() -> None:
    match = play("two", "pick-whole")
    assert match.result is not None
    again = engine.from_record(match.record())
    assert again.result == match.result
    kinds = Counter(seen.kind for seen in match.events(None))
    assert kinds["siege"] > 0
    assert kinds["assault"] > 0
    assert kinds["recruit"] > 0


def test_it_beats_random_from_either_side() -> None:
    """The whole study is in docs/crusade-balance.md; these few games catch a collapse."""
    won = Counter[str]()
    for n in range(3):
        won["crusaders"] += "crusaders" in _won("two", f"pick-{n}", ("greedy", "random"))
        won["muslims"] += "muslims" in _won("two", f"pick-{n}", ("random", "greedy"))
    assert won["muslims"] == 3
    assert won["crusaders"] >= 2


def _won(scenario: str, seed: str, names: tuple[str, ...]) -> tuple[str, ...]:
    result = play(scenario, seed, names).result
    assert result is not None
    return result.winners


def test_it_knows_what_a_halt_saves() -> None:
    """6.3A: two short marches cost less than a long one, and a large army more than a small one."""
    match = engine.new_match("crusade", scenario="two", seed="pick-halt")
    s = match._state
    s.turn = 3
    godfrey = s.board.people.leader["Godfrey"]
    s.at[godfrey], s.army[godfrey] = s.board.place["G1"], 30
    assert judging.road_loss(s, (godfrey,), 12) > 2 * judging.road_loss(s, (godfrey,), 6)
    s.army[godfrey] = 10
    assert judging.road_loss(s, (godfrey,), 12) < 6
    steps = tuple(s.board.place[n] for n in ("G2", "G3", "H1", "H2", "H3", "I1", "I2", "J1"))
    s.army[godfrey] = 30
    assert campaign._halt(s, godfrey, (godfrey,), steps) != ()
    s.army[godfrey] = 1
    assert campaign._halt(s, godfrey, (godfrey,), steps[:2]) == ()


def test_shares_keep_the_order_of_ranks() -> None:
    """5.4: each commands more than the next."""
    for sp in range(4, 80):
        for n in (1, 2, 3):
            shares = _shares(sp, n)
            assert sum(shares) == sp
            if sp > 4 * n:
                assert all(a > b for a, b in pairwise(shares))


# -- deals -----------------------------------------------------------------------------------------


def talking(seed: str = "pick-talk") -> Match:
    """Seven at the first Diplomacy phase."""
    match = engine.new_match("crusade", scenario="seven", seed=seed)
    rng = Random(seed)
    minds = {seat: player("greedy", seat) for seat in match.seats}
    while match.decisions()[0].kind != "talk":
        decision = match.decisions()[0]
        match.act(decision.seat, answer(match, decision.seat, minds[decision.seat], rng))
    return match


def hand_of(match: Match, seat: str) -> tuple[str, ...]:
    view = match.view(seat)
    assert isinstance(view, Sight)
    return view.hand


def test_offers_are_answered_by_gain() -> None:
    match = talking()
    hand = hand_of(match, "n-franks")
    match.act("n-franks", f"offer s-franks give {hand[0]}")
    minds = {"s-franks": player("greedy", "x")}
    done = freely(match, minds, Random(1))
    assert done is not None
    assert (done[0], done[1].verb) == ("s-franks", "accept")
    match.act(*done)
    assert hand[0] in hand_of(match, "s-franks")
    match.act("n-franks", "offer s-franks want Spy")
    done = freely(match, minds, Random(1))
    assert done is not None
    assert done[1].verb == "refuse"


def test_gain_counts_what_helps_the_enemy() -> None:
    match = talking()
    s = match._state
    s.turn = 4
    seats = s.form.seats
    franks, germans = seats.index("n-franks"), seats.index("germans")
    card = (s.board.charts.event["Dissension"],)
    to_friend = dealing._deal(franks, germans, gives=card)
    to_enemy = dealing._deal(franks, seats.index("mosul"), gives=card)
    assert dealing.gain(s, to_friend, germans) > 0
    assert dealing.gain(s, to_enemy, franks) < dealing.gain(s, to_friend, franks)


def test_it_looks_only_when_there_is_something() -> None:
    """A look costs a world dealt anew: nobody looks in the middle of an activation without a card
    for it, nor for ever in the Diplomacy phase."""
    match = talking()
    assert may_use(match, "germans")
    hand = hand_of(match, "n-franks")
    for other in ("s-franks", "germans", "sicilians"):
        match.act("n-franks", f"offer {other} give {hand[0]}")
    assert not may_use(match, "n-franks")  # three times since somebody answered
    match.act("germans", "done")
    assert may_use(match, "n-franks")


async def test_a_computer_at_a_table_answers_an_offer(tables: Tables) -> None:
    """It is asked nothing, and is woken all the same; others learn only what moved."""
    table = (await tables.lobby.open(ANA, HERE, "crusade", "seven")).id
    for seat in (await tables.finding.card(table)).seats[1:]:
        await tables.lobby.sit_computer(table, ANA, seat.seat, "greedy")
    await tables.lobby.ready(table, ANA)
    await tables.rest()
    asked = await tables.play.asked(table, ANA)
    assert asked is not None
    assert asked.kind == "talk"
    await deliver(tables)
    view = await tables.reading.view(table, ANA)
    assert isinstance(view, Sight)
    hand = view.hand
    outcome = await tables.play.order(table, ANA, f"offer s-franks give {hand[0]}")
    assert outcome.done
    await tables.rest()
    async with tables.hall.sitting(table) as sitting:
        match = await sitting.match()
        given = hand_of(match, "s-franks")
    assert hand[0] in given
    after = await tables.reading.view(table, ANA)
    assert isinstance(after, Sight)
    assert after.hand == ()
    told = [str(p.body) for p in await deliver(tables) if p.audience == "table"]
    assert told
    assert not any(hand[0] in text for text in told)
