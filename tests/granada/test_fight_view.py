"""What a view says of a battle is what the rules then do; who is inside is its owner's secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine.match import Match
from tests.granada.golden import OPTIONS

QUIET = ("pass", "finish", "hold", "yield", "minimal")


def battles(options: dict[str, str], games: int) -> Iterator[tuple[Match, list[dict[str, Any]]]]:
    """Every position with a battle, and what a spectator has just seen."""
    for number in range(games):
        match = engine.new_match("granada", options=options, seed=f"fight-view-{number}")
        rng, seen = Random(number), 0
        while not match.over:
            decision = match.decisions()[0]
            action = decision.sample(rng)
            for _ in range(5):
                if action.verb not in QUIET:
                    break
                action = decision.sample(rng)
            match.act(decision.seat, action)
            fresh = match.events(None, since=seen)
            seen = fresh[-1].number if fresh else seen
            view: Any = match.view(None)
            if view.battle is not None:
                yield match, [event.to_json() for event in fresh]


@pytest.fixture(scope="module", params=["plain", "optional"])
def fights(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    found = []
    for match, events in battles(OPTIONS if request.param == "optional" else {}, 4):
        views = {seat: match.view(seat).to_json() for seat in (*match.seats, None)}
        asked = {d.seat: d.kind for d in match.decisions()}
        found.append({"views": views, "asked": asked, "events": events})
    return found


def test_8_2_4_who_is_asked_to_deploy_has_the_initiative(fights: list[dict[str, Any]]) -> None:
    met = 0
    for one in fights:
        battle = one["views"][None]["battle"]
        for seat, kind in one["asked"].items():
            if kind in ("deploy", "storm"):
                met += 1
                assert battle["initiative"] == seat
    assert met > 20


def test_8_5_1_the_impacts_call_for_the_losses_that_follow(fights: list[dict[str, Any]]) -> None:
    met: Counter[str] = Counter()
    for one in fights:
        battle = one["views"][None]["battle"]
        told = [e for e in one["events"] if e["kind"] in ("field_result", "losses", "battle")]
        if not told or told[0]["kind"] != "field_result" or told[-1]["kind"] == "battle":
            continue
        assert battle["winner"] == told[0]["args"]["winner"]
        equal = told[0]["args"]["christian"] == told[0]["args"]["muslim"]
        assert battle["why"] == ("tie" if equal else "impacts")
        for event in told[1:]:
            side, count = event["args"]["side"], event["args"]["count"]
            met["fewer" if count < battle["losses"][side] else "all"] += 1
            assert count <= battle["losses"][side]
    assert met["all"] > met["fewer"]  # fewer only where no more blocks are there to be lost


def test_nobody_has_won_while_both_may_still_deploy(fights: list[dict[str, Any]]) -> None:
    for one in fights:
        battle = one["views"][None]["battle"]
        both = len(battle["finished"]) == 2 and not battle["siege"]
        assert (battle["winner"] is not None) == both
        assert (battle["why"] is not None) == both


def test_8_7_3_who_is_inside_only_the_owner_reads(fights: list[dict[str, Any]]) -> None:
    shut_in = 0
    for one in fights:
        for reader, view in one["views"].items():
            battle = view["battle"]
            for side in ("christian", "muslim"):
                inside = battle["inside"][side]
                assert (inside is None) == (reader != side)
                if inside is not None:
                    stack = view["locations"][battle["place"]][side]
                    assert len(inside) == stack["inside"]
                    assert not Counter(inside) - Counter(stack["blocks"])
                    shut_in += len(inside)
    assert shut_in
