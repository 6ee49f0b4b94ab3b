"""Plans of the First Crusade: what lines mean, who is asked, and that all of them are legal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engine
from engine.core import Action, Decision
from engine.games.crusade.plans.orders import EXAMPLES, read_order
from engine.games.crusade.plans.public import BATTLE, PASSING, TOPICS
from engine.match import Match
from engine.players import answer, player
from engine.players.plan import Unreadable, manual_of, read, scene_of, sealed_battle, standing_plan
from engine.players.plan.parts import Skip, Table
from tests.handovers import Plan as Played
from tests.handovers import play as count_handovers


def new(scenario: str = "two", seed: str = "pick-plans") -> Match:
    return engine.new_match("crusade", scenario=scenario, seed=seed)


@pytest.mark.parametrize("line", EXAMPLES)
def test_a_line_reads_back(line: str) -> None:
    game = new().game
    order = read_order(game, line)  # type: ignore[arg-type]
    assert str(order) == line
    plan = read(game, f"plan Antioch\n[odds 2+] {line} max 2\nelse best\n", "muslims")
    assert f"[odds 2+] {line} max 2" in plan.text()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance", "no instruction"),
        ("never", "Never what"),
        ("never dance", "Never dance"),
        ("spend much", "how many"),
        ("play Trumpets", "names no card"),
        ("withdraw Camelot", "Camelot"),
        ("[luck 2+] stand", "luck"),
    ],
)
def test_what_cannot_be_read_is_told(line: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read(new().game, f"plan\n{line}\n", "muslims")


def test_topics_name_every_question_that_is_planned() -> None:
    assert set(TOPICS["everything"]) == {*BATTLE, *PASSING}
    named = {kind for topic, kinds in TOPICS.items() if topic != "everything" for kind in kinds}
    assert named == {*BATTLE, *PASSING}


def reactions(scenario: str, seed: str) -> list[tuple[Match, Decision]]:
    """Questions of a greedy game that plans speak of, each with a copy of the match."""
    match = new(scenario, seed)
    minds = {seat: player("greedy", f"{seed} {seat}") for seat in match.seats}
    rng, found = Random(seed), []
    while not match.over:
        decision = match.decisions()[0]
        if decision.kind in (*BATTLE, *PASSING):
            found.append((match.fork(), decision))
        match.act(decision.seat, answer(match, decision.seat, minds[decision.seat], rng))
    return found


def test_every_line_answers_what_it_is_about() -> None:
    """At real questions of a game: a line gives a legal order or says why not, and a condition is
    about facts that are there."""
    made = Counter[str]()
    facts: set[str] = set()
    for match, asked in reactions("two", "pick-lines"):
        world = match.world(asked.seat)
        decision = world.decision(asked.seat)
        assert decision is not None
        seen = manual_of(match.game).look(match.view(None), decision)
        facts |= set(seen)
        for line in EXAMPLES:
            order = read_order(match.game, line)  # type: ignore[arg-type]
            if not order.concerns(decision):
                continue
            found = order.make(Table(world, decision, seen))
            assert isinstance(found, Action | Skip)
            if isinstance(found, Action):
                assert found in decision
                made[line.split()[0]] += 1
    assert facts <= set(manual_of(new().game).facts)
    assert {"turn", "mine", "foe", "odds", "town", "gate"} <= facts
    assert {"stand", "never", "intercept", "spend"} <= set(made)


def test_standing_plans_fight_whole_games() -> None:
    """Every reaction is answered from standing plans; a battle is planned by those who are in it,
    and what is asked in passing by nobody."""
    for scenario in ("two", "four"):
        match = new(scenario, "pick-standing")
        minds = {seat: player("greedy", seat) for seat in match.seats}
        plans = {seat: [standing_plan(match, seat)] for seat in match.seats}
        rng, fought = Random(5), 0
        while not match.over:
            asked = match.decisions()
            scene = scene_of(match, asked[0])
            if scene is None:
                seat = asked[0].seat
                match.act(seat, answer(match, seat, minds[seat], rng))
                continue
            parties = manual_of(match.game).parties(match.view(None), asked)
            assert set(parties) <= set(match.seats)
            assert scene.minor == (asked[0].kind in PASSING)
            if asked[0].kind in BATTLE:
                assert asked[0].seat in parties
            assert sealed_battle(match, plans)
            fought += 1
        assert fought > 5


def test_moods_write_plans_that_can_be_read() -> None:
    match = new()
    manual = manual_of(match.game)
    for mood in ("suggest", "bold", "careful"):
        text = manual.suggest(match.world("muslims"), "muslims", "Antioch", mood)
        assert read(match.game, text, "muslims").text() == text


def test_plans_save_hand_overs() -> None:
    """With standing instructions a march that meets somebody is one exchange."""
    figures = count_handovers(Played("crusade", "two", "pick-saved"))
    assert figures.handovers["standing"] < figures.handovers["live"]
    assert figures.counts["standing inside"] * 2 <= figures.counts["live inside"]
