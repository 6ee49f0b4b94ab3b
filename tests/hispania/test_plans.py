"""Plans: when a march is over everybody concerned is asked at once, and then all is fought."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.players.plan import (
    Unreadable,
    manual_of,
    read,
    scene_of,
    sealed_battle,
    standing_plan,
)

# ROME attacks at Tolède, Cordoue and Valence: three defenders, two of them of one player
POSITION = (
    "clear",
    "place celte 2inf > Tolede",
    "place celte inf > Grenade",
    "place celte inf > Seville",
    "place carthage 2inf > Cordoue",
    "place lusitanien 2inf > Valence",
    "place lusitanien inf > Lusitanie",
    "place rome 3elite > Segovie",
    "place rome 3elite > La-Mancha",
    "place rome 3elite > Denia",
    "orders 3 rome",
)
MARCH = """
move Segovie 3elite > Tolede
move La-Mancha 3elite > Cordoue
move Denia 3elite > Valence
done
"""


def marched(*more: str) -> engine.Match:
    match = engine.new_match("hispania", "A", {}, "plans")
    for edit in (*POSITION[:-1], *more, POSITION[-1]):
        match.act(engine.MODERATOR, edit)
    match.act("red", MARCH)
    return match


def test_attacker_and_all_defenders_are_asked_at_once() -> None:
    match = marched()
    asked, view = match.decisions(), match.view(None)
    manual = manual_of(match.game)
    assert [(d.seat, d.kind) for d in asked] == [("red", "fight")]
    assert manual.parties(view, asked) == ("purple", "blue", "red")
    assert {*manual.places(view, asked[0])} == {"Tolede", "Cordoue", "Valence"}


def test_with_their_plans_the_whole_phase_is_fought_without_a_question() -> None:
    match = marched()
    plans = {seat: [standing_plan(match, seat)] for seat in ("purple", "blue", "red")}
    first = scene_of(match, match.decisions()[0])
    assert sealed_battle(match, plans, whole_round=True)
    assert first is not None
    assert not any(scene_of(match, d) == first for d in match.decisions())
    fought = [seen.args["place"] for seen in match.events(None) if seen.kind == "battle over"]
    assert sorted(fought) == ["Cordoue", "Tolede", "Valence"]


def test_the_attackers_plan_says_which_battle_comes_first() -> None:
    match = marched()
    plans = {
        "red": [read(match.game, "plan\nfight Valence, Cordoue\nstay\nelse best", "red")],
        **{seat: [standing_plan(match, seat)] for seat in ("purple", "blue")},
    }
    sealed_battle(match, plans, whole_round=True)
    fought = [seen.args["place"] for seen in match.events(None) if seen.kind == "battle"]
    assert fought == ["Valence", "Cordoue", "Tolede"]


def test_a_defender_retreats_as_planned_and_only_then() -> None:
    match = marched(*("force attack = 1",) * 12, *("force defence = 1",) * 12)
    text = "plan Tolede\n[round 2+] retreat Sierra-Morena\nelse finish"
    plans = {
        "red": [read(match.game, "fight Tolede\nnever retreat\nelse best", "red")],
        "blue": [read(match.game, text, "blue")],
        "purple": [standing_plan(match, "purple")],
    }
    sealed_battle(match, plans, whole_round=True)
    kinds = [s.kind for s in match.events(None) if s.kind in ("round", "retreat")]
    assert kinds[:3] == ["round", "round", "retreat"]
    retreat = next(s for s in match.events(None) if s.kind == "retreat")
    assert (retreat.args["to"], len(retreat.args["pieces"])) == ("Sierra-Morena", 2)


def test_targets_by_preference() -> None:
    match = engine.new_match("hispania", "A", {}, "aims")
    for edit in (
        "clear",
        "place omeyyad 2inf cav > Segovie",
        "place castille 2inf knight > Avila",
        "orders 13 castille",
    ):
        match.act(engine.MODERATOR, edit)
    match.act("blue", "move Avila knight 2inf > Segovie; done")
    plans = {
        "blue": [read(match.game, "aim cav, inf", "blue")],
        "green": [read(match.game, "aim knight", "green")],
    }
    sealed_battle(match, plans)
    aimed = [seen.args["answer"] for seen in match.events(None) if seen.kind == "aimed"][:2]
    assert aimed[0] == (("inf", "cav", 2), ("knight", "inf", 1))
    assert {target for _, target, _ in aimed[1]} == {"knight"}


@pytest.mark.parametrize(
    "line",
    [
        "fight Valence, Tolede", "aim castle, inf", "aim river-inf", "aim foot 2inf", "stay",
        "hold", "retreat", "retreat Cuenca, Avila", "never retreat", "never submit", "submit",
        "sign", "never sign", "garrison inf, cav", "[mine 1-, not castle] retreat Avila",
        "[foe chief, mountain] hold", "ask always retreat",
    ],
)  # fmt: skip
def test_every_instruction_reads_back(line: str) -> None:
    game = engine.games()["hispania"]
    plan = read(game, line, "red")
    assert read(game, plan.text(), "red") == plan
    assert str(plan.lines[0]) == line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "no instruction for a battle"),
        ("never dance", "Never dance?"),
        ("fight Nowhere", "no place"),
        ("retreat Nowhere", "no place"),
        ("garrison gold", "names no unit"),
        ("[gold 4+] stay", "no public fact"),
        ("buy inf > Avila", "no instruction for a battle"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        read(engine.games()["hispania"], line, "red")


def test_which_battle_is_said_in_a_plan_without_a_place() -> None:
    with pytest.raises(Unreadable, match="without a place"):
        read(engine.games()["hispania"], "plan Tolede\nfight Valence", "red")


@pytest.mark.parametrize("mood", ["suggest", "bold", "careful"])
def test_suggested_plans_are_readable_and_fight(mood: str) -> None:
    match = marched()
    manual = manual_of(match.game)
    plans = {}
    for seat in ("purple", "blue", "red"):
        text = manual.suggest(match.redeal(seat, Random(1)), seat, "", mood)
        plans[seat] = [read(match.game, text, seat)]
    assert sealed_battle(match, plans, whole_round=True)
    assert sum(seen.kind == "battle over" for seen in match.events(None)) == 3
