"""Standing plans of Cortés: nobody waits for an answer out of turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine
from engine.games import known
from engine.match import Match
from engine.players.plan import Unreadable, read, scene_of, sealed_battle


@pytest.fixture(autouse=True)
def _cortes() -> Iterator[None]:
    with known("cortes"):
        yield


def position(*edits: str) -> Match:
    match = engine.new_match("cortes", "veteran", {}, "plans")
    for edit in ("clear", *edits):
        match.act(engine.MODERATOR, edit)
    return match


@pytest.mark.parametrize(
    "line",
    [
        "lose R1 R2 K4", "lose Te Badajoz", "object 8+", "never object", "temple 2810",
        "lose allies first", "lose regulars K first keep Cuauhtemoc", "flee 3016, 2810",
        "lose allies first keep Cortes", "[rests 2+] object 6+", "ask always losses",
    ],
)  # fmt: skip
def test_every_instruction_reads_back(line: str) -> None:
    game = engine.games()["cortes"]
    plan = read(game, line, "aztec")
    assert read(game, plan.text(), "aztec") == plan
    assert str(plan.lines[0]) == line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "no instruction"),
        ("lose nobody", "names no unit"),
        ("lose allies keep Montezuma", "no leader"),
        ("temple 9999", "no place"),
        ("attack 3016", "no instruction"),
        ("[gold 4+] object", "no public fact"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        read(engine.games()["cortes"], line, "aztec")


def test_losses_are_taken_as_the_plan_says() -> None:
    match = position(
        "place aztec K4 R2 > 1012", "place aztec R2 > 3016",
        "place spanish Badajoz4 Monjaraz4 > 1011", "force battle = 6", "phase combat spanish",
    )  # fmt: skip
    match.act("spanish", "attack 1012 from 1011")
    (asked,) = match.decisions()
    assert (asked.seat, asked.kind) == ("aztec", "losses")
    scene = scene_of(match, asked)
    assert scene is not None
    assert scene.minor
    plans = {
        "aztec": [read(match.game, "lose K", "aztec")],
        "spanish": [read(match.game, "lose Monjaraz", "spanish")],
    }
    sealed_battle(match, plans)
    lost = [seen.args["units"] for seen in match.events(None) if seen.kind == "losses"]
    assert lost == [("K4",), ("Monjaraz4",)]


def test_the_objection_follows_the_number_of_full_knights() -> None:
    for knights, refused in ((2, False), (3, True)):
        match = position(
            f"place aztec {knights}K4 > 3016", "place spanish Tl2 > 1509", "phase declaration"
        )
        match.act("spanish", "regroup")
        plans = {"aztec": [read(match.game, "object 3+", "aztec")]}
        sealed_battle(match, plans)
        told = [seen.kind for seen in match.events(None)]
        assert ("objection" in told) is refused
        assert ("accepted" in told) is not refused


def test_temples_are_known_by_their_names() -> None:
    assert str(read(engine.games()["cortes"], "temple Tlatelolco", "aztec").lines[0]) == (
        "temple 2810"
    )


def test_those_around_a_leader_are_kept() -> None:
    """Two hexes attack together; the plan takes the loss where Cortés does not stand."""
    for line, loser in (
        ("lose infantry first keep Cortes", "Tapia4"),
        ("lose Badajoz", "Badajoz4"),
    ):
        match = position(
            "place aztec 3K4 > 1012", "place aztec R2 > 3016", "place spanish Badajoz4 > 1011",
            "place spanish Tapia4 > 1013", "leader Cortes > 1011", "force battle = 8",
            "force leader = 6", "phase combat spanish",
        )  # fmt: skip
        match.act("spanish", "attack 1012 from 1011 1013")
        plans = {"aztec": [read(match.game, "lose K", "aztec")],
                 "spanish": [read(match.game, line, "spanish")]}  # fmt: skip
        sealed_battle(match, plans)
        lost = [s.args["units"] for s in match.events(None)
                if s.kind == "losses" and s.args["side"] == "spanish"]  # fmt: skip
        assert lost[0][0] == loser
