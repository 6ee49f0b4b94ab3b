"""Plans in general: what holds in every game, whether or not it has a manual of its own."""

from __future__ import annotations

import json
from random import Random

import pytest

import engine
from engine.core import Action, Decision
from engine.match import Match, World
from engine.players import answer
from engine.players.plan import (
    AskOwner,
    Plan,
    Progress,
    Unreadable,
    read,
    sealed_battle,
    standing_plan,
)
from engine.players.plan import manual as manuals
from engine.players.plan.manual import PlainManual, Scene
from engine.players.plan.parts import Bound, Condition

GAME = engine.games()["granada"]


def at_battle(*edits: str) -> Match:
    match = engine.new_match("granada", seed="general")
    for edit in (
        "clear",
        "place muslim N3 N2 > Alora",
        "place christian C3 C2 A2 > Alora",
        "hand christian Castile Castile Aragon",
        "hand muslim Andalusies Andalusies",
        "starts christian",
        "phase combat christian",
        *edits,
    ):
        match.act("moderator", edit)
    return match


def question(match: Match, seat: str) -> tuple[World, Decision]:
    world = match.redeal(seat, Random(1))
    decision = world.decision(seat)
    assert decision is not None
    return world, decision


def choose(match: Match, plan: Plan) -> Action:
    return plan.choose(*question(match, plan.seat))


# -- reading -------------------------------------------------------------------------------------


def test_every_fault_is_named_with_its_line() -> None:
    text = "plan Lucena\n\nstnd\nstand  # well\nlose\nelse perhaps\n"
    with pytest.raises(Unreadable) as refused:
        read(GAME, text, "muslim")
    assert [fault.line for fault in refused.value.faults] == [3, 5, 6]
    assert "\n" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stand\nplan Lucena", "one head"),
        ("plan\nplan", "one head"),
        ("else best\nstand", "Nothing can come after"),
        ("else", "What else"),
        ("ask always", "Ask about what"),
        ("stand " + "x" * 300, "at most 200"),
        ("\n".join(["stand"] * 61), "at most 60"),
    ],
)
def test_the_shape_of_a_plan_is_kept(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(GAME, text, "muslim")


def test_an_empty_plan_does_what_the_computer_would() -> None:
    assert read(GAME, "", "muslim").text() == "plan\nelse best\n"
    with pytest.raises(Unreadable, match="no seat"):
        read(GAME, "", "spectator")


def test_bounds_and_conditions() -> None:
    assert [Bound.read(word) for word in ("4+", "4-", "4", "four", "4++", "-", "9999")] == [
        Bound(4),
        Bound(4, False),
        Bound(4),
        None,
        None,
        None,
        None,
    ]
    facts = {"lead": 3, "siege": 0}
    assert Condition("lead", Bound(3)).holds(facts)
    assert not Condition("lead", Bound(4)).holds(facts)
    assert Condition("lead", Bound(4), negated=True).holds(facts)
    assert Condition("siege", negated=True).holds(facts)
    # what does not exist at a question neither holds nor fails to
    assert not Condition("gained", Bound(0)).holds(facts)
    assert not Condition("gained", Bound(0), negated=True).holds(facts)


PIECES = (
    "plan", "stand", "Lucena", "[behind 4+]", "[", "]", ",", ">", ":", "4+", "4-", "max", "2",
    "not", "with", "keep", "none", "lose", "N1", "2N2", "retreat", "challenge", "refute", "else",
    "Commander", "ask always", "never", "react", "engage", "highest", "Zegries", "any", "best",
    "finish", "stop", "lead", "é", "\u2014", "#", "free", "N1!", "evade", "Adra", "sortie", "",
    "9" * 30,
)  # fmt: skip


def test_anything_is_read_or_refused_and_what_is_read_has_one_text() -> None:
    rng = Random("anything")
    understood = 0
    for _ in range(1_500):
        lines = [
            " ".join(rng.choices(PIECES, k=rng.randint(1, 4))) for _ in range(rng.randint(1, 2))
        ]
        try:
            plan = read(GAME, "\n".join(lines), "muslim")
        except Unreadable:
            continue
        understood += len(plan.lines) > 0
        assert read(GAME, plan.text(), "muslim") == plan
    assert understood > 15


# -- answering -----------------------------------------------------------------------------------


def test_a_plan_is_only_ever_given_a_redealt_world_and_its_own_question() -> None:
    match = at_battle()
    plan = read(GAME, "stand", "muslim")
    with pytest.raises(TypeError, match="redealt"):
        plan.choose(match, match.decisions()[0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="christian's"):
        read(GAME, "stand", "christian").choose(*question(match, "muslim"))


def test_a_plan_is_a_player() -> None:
    match = at_battle()
    match.act("muslim", answer(match, "muslim", read(GAME, "stand", "muslim"), Random(1)))
    assert match.decisions()[0].kind == "deploy"


def test_order_is_priority_and_else_comes_last() -> None:
    match = at_battle()
    match.act("muslim", "stand")
    assert choose(match, read(GAME, "Castile: C2\nCastile: C3", "christian"))[2] == ("C2",)
    assert choose(match, read(GAME, "Castile: C3\nCastile: C2", "christian"))[2] == ("C3",)
    assert choose(match, read(GAME, "lose C3\nelse finish", "christian")) == Action("finish")
    assert choose(match, read(GAME, "lose C3\nelse best", "christian")).verb == "deploy"


def test_a_line_is_used_once_in_a_battle_or_as_often_as_it_says() -> None:
    match = at_battle()
    match.act("muslim", "stand")
    once = read(GAME, "Castile: any\nelse finish", "christian")
    twice = read(GAME, "Castile: any max 2\nelse finish", "christian")
    given: dict[str, list[str]] = {"once": [], "twice": []}
    for _ in range(3):
        given["once"].append(choose(match, once).verb)
        given["twice"].append(choose(match, twice).verb)
    assert given == {
        "once": ["deploy", "finish", "finish"],
        "twice": ["deploy", "deploy", "finish"],
    }
    # a new battle: every line is fresh
    fresh = at_battle()
    choose_in = read(GAME, "stand\nelse best", "muslim")
    assert choose(fresh, choose_in) == Action("stand")
    assert choose(fresh, choose_in) == Action("stand")


def test_progress_goes_on_after_a_pause() -> None:
    match = at_battle()
    match.act("muslim", "stand")
    plan = read(GAME, "Leon: L1\nCastile: any\nelse finish", "christian")
    assert choose(match, plan).verb == "deploy"
    assert len(plan.notes) == 1
    later = read(GAME, plan.text(), "christian")
    stored = json.dumps(plan.progress.to_json())
    later.resume(Progress.from_json(json.loads(stored)))
    assert later.progress == plan.progress
    assert later.notes == plan.notes
    assert choose(match, later).verb == "finish"


def test_skipped_lines_are_noted_with_their_reason() -> None:
    match = at_battle()
    match.act("muslim", "stand")
    plan = read(GAME, "[behind 5+] Castile: C3\nLeon: L1\nAragon: A2", "christian")
    assert choose(match, plan)[1] == "Aragon"
    assert choose(match, plan).verb != ""
    first, second = plan.notes
    assert (first.line, first.text, first.times) == (2, "[behind 5+] Castile: C3", 2)
    assert first.why == "not so: behind 5+"
    assert "Leon" in second.why
    assert str(second).startswith("Line 3 (Leon: L1) was skipped (2 times)")


def test_asking_goes_before_every_other_line() -> None:
    match = at_battle()
    plan = read(GAME, "stand\nask always stand", "muslim")
    assert plan.asks(*question(match, "muslim"))
    with pytest.raises(AskOwner):
        choose(match, plan)
    assert not read(GAME, "[siege] ask always stand", "muslim").asks(*question(match, "muslim"))
    everything = read(GAME, "ask always everything", "muslim")
    assert everything.asks(*question(match, "muslim"))


@pytest.mark.parametrize("name", tuple(engine.games()))
def test_every_game_has_standing_plans_that_answer(name: str) -> None:
    match = engine.new_match(name, seed="standing")
    plans = {seat: standing_plan(match, seat) for seat in match.seats}
    rng = Random(1)
    while not match.over and len(match) < 60:
        seat = match.decisions()[0].seat
        match.act(seat, answer(match, seat, plans[seat], rng))
    assert match.over or len(match) == 60


# -- a game without a manual ---------------------------------------------------------------------


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> PlainManual:
    """Granada as if it had no manual: its orders in their own words."""
    manual = PlainManual(GAME)
    monkeypatch.setattr(manuals, "_manual", lambda game: manual)
    return manual


def test_any_game_has_plans_in_the_words_of_its_orders(plain: PlainManual) -> None:
    text = "plan Alora\ninside\nstand\ndeploy Castile C3\nlose C2\nelse finish\n"
    plan = read(GAME, text, "christian")
    assert plan.text() == text
    match = at_battle()
    assert choose(match, read(GAME, "inside\nSTAND", "muslim")) == Action("stand")
    match.act("muslim", "stand")
    assert choose(match, plan) == Action("deploy", "Castile", ("C3",))
    with pytest.raises(Unreadable, match="no order"):
        read(GAME, "stnd", "muslim")
    assert plain.scene(match.view(None), match.decisions()[0]) == Scene(
        "battle Alora", "battle Alora", "Alora"
    )


@pytest.mark.usefixtures("plain")
def test_any_game_has_sealed_battles() -> None:
    match = at_battle()
    plans = {
        "muslim": [read(GAME, "stand\nelse finish", "muslim")],
        "christian": [read(GAME, "plan Alora\ndeploy Castile C3\nelse finish", "christian")],
    }
    answers = sealed_battle(match, plans)
    assert [a.action.verb for a in answers[:2]] == ["stand", "deploy"]
    assert match.game.chapter(match.view(None)) == ""
