"""Nobody waits for a right that may be used at any time; who is asked out of turn, and for what."""

from __future__ import annotations

from random import Random

import pytest

import engine

ANY_TIME = {"capital", "stance"}  # rights that are orders in other questions
OUT_OF_TURN = {"aim", "part", "sign", "evicted", "hired", "claim", "change", "settle"}


@pytest.mark.parametrize("scenario", ["A", "D"])
def test_a_whole_game_never_waits_for_a_right_of_any_time(scenario: str) -> None:
    match = engine.new_match("hispania", scenario, {"sign_of_god": "on"}, f"any time {scenario}")
    rng = Random(scenario)
    used: set[str] = set()
    while not match.over:
        view = match.view(None).to_json()
        owner = view["nations"][view["active"]]["seat"] if view["active"] else None
        for decision in match.decisions():
            assert not ANY_TIME.issuperset(decision.verbs)
            if decision.seat != owner:
                assert decision.kind in OUT_OF_TURN
                assert ANY_TIME.isdisjoint(decision.verbs)
        decision = rng.choice(match.decisions())
        action = decision.sample(rng)
        used.add(action.verb)
        match.act(decision.seat, action)
    assert used >= ANY_TIME


def test_a_suzerain_buys_out_of_turn_without_being_asked() -> None:
    match = engine.new_match("hispania", "A", {}, "levy")
    for edit in (
        "clear",
        "place omeyyad inf castle > Tolede",
        "place badajoz inf > Seville",
        "place badajoz inf > Cordoue",
        "vassal badajoz > omeyyad",
        "gold omeyyad 16",
        "orders 13 omeyyad",
    ):
        match.act(engine.MODERATOR, edit)
    match.act("green", "stance omeyyad fortify")
    match.act(engine.MODERATOR, "turn 13 badajoz")
    assert [d.seat for d in match.decisions()] == ["purple"]
    levied = [seen.args["unit"] for seen in match.events(None) if seen.kind == "levied"]
    assert levied == ["castle"]
    assert match.view(None).to_json()["nations"]["omeyyad"]["waiting"] == ["castle"]


def test_both_sides_are_asked_at_once_and_may_answer_in_any_order() -> None:
    def fought(first: str, second: str) -> object:
        match = engine.new_match("hispania", "A", {}, "order")
        for edit in (
            "clear",
            "place celte 2inf > Segovie",
            "place alain 2inf > Avila",
            "orders 7 alain",
            *("force attack = 1",) * 2,
            *("force defence = 1",) * 2,
        ):
            match.act(engine.MODERATOR, edit)
        match.act("purple", "move Avila 2inf > Segovie; done")
        assert {(d.seat, d.kind) for d in match.decisions()} == {
            ("purple", "part"),
            ("blue", "part"),
        }
        answers = {"purple": "stay", "blue": "retreat 2inf > Tolede"}
        match.act(first, answers[first])
        match.act(second, answers[second])
        return match.view(None).to_json()

    assert fought("purple", "blue") == fought("blue", "purple")
