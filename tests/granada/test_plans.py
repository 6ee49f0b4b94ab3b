"""Granada's plans: what each instruction does, and that whole battles run from them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action
from engine.match import Match
from engine.players import answer, player
from engine.players.plan import (
    MOODS,
    Plan,
    Unreadable,
    manual_of,
    read,
    scene_of,
    sealed_battle,
    standing_plan,
)
from tests.handovers import Plan as Played
from tests.handovers import play as play_for_handovers

GAME = engine.games()["granada"]
EVERYTHING = {
    "sortie": "both",
    "naval_bombardment": "both",
    "pioneers": "on",
    "boabdil_captured": "on",
}

FIELD = (
    "place muslim N3 N2 N1x N1! > Alora",
    "place christian C3 C1x L1! L1h 2A2 > Alora",
    "hand christian Aragon2b Castile Leon* Commander Challenge",
    "hand muslim Andalusies2b Andalusies* Challenge Commander",
    "starts christian",
    "phase combat christian",
)
SIEGE = (
    "place muslim N2 N1 > Loja",
    "place christian 3C3 C1g > Loja",
    "hand christian Castile Castile Castile Bombardment",
    "hand muslim Sortie3 Sortie2",
    "starts christian",
    "phase combat christian",
)
SEA = (
    "fleet christian Sea-Almeria",
    "fleet christian Sea-Almeria load A3",
    "fleet muslim Sea-Adra",
    "fleet muslim Sea-Adra",
    "hand christian Aragon Watchtower",
    "hand muslim Zegries2 Zegries",
    "phase movement christian",
)


def position(edits: tuple[str, ...], seed: str = "plans", **options: str) -> Match:
    match = engine.new_match("granada", options={**EVERYTHING, **options}, seed=seed)
    for edit in ("clear", *edits):
        match.act("moderator", edit)
    return match


def play(match: Match, *steps: str) -> Match:
    """Steps like `muslim: stand`."""
    for step in steps:
        seat, _, order = step.partition(": ")
        match.act(seat, order)
    return match


def ask(match: Match, seat: str, text: str) -> tuple[Action, Plan]:
    """What a plan of these lines answers to the open question."""
    plan = read(GAME, text, seat)
    world = match.redeal(seat, Random(1))
    decision = world.decision(seat)
    assert decision is not None
    action = plan.choose(world, decision)
    assert action in decision
    return action, plan


# -- the text ------------------------------------------------------------------------------------

EXAMPLE = """
plan Lucena
stand                      # or: inside, commander Loja, surrender
free L1!                   # on my initiative: the first line that is legal and unused
Aragon2: A2 A2             # 2: double shield card
[behind 4+] Leon*: L1h     # *: a trumpet card, special attack
Castile: C1x
stop lead 4
challenge 4+ max 1         # by the impacts of the deployment
refute 3+ not Commander
lose C1x L1h A2
retreat Cordoba, Ecija
else best                  # what the computer would do; or: else finish
"""


def test_the_example_reads_and_has_one_text() -> None:
    plan = read(GAME, EXAMPLE, "christian")
    assert plan.text() == (
        "plan Lucena\nstand\nfree L1!\nAragon2: 2A2\n[behind 4+] Leon*: L1h\nCastile: C1x\n"
        "stop lead 4+\nchallenge 4+ max 1\nrefute 3+ not Commander\nlose C1x L1h A2\n"
        "retreat Cordoba, Ecija\nelse best\n"
    )
    assert read(GAME, plan.text(), "christian") == plan


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("STAND", "stand"),
        ("commander", "commander"),
        ("surrender álora > teba, ronda", "surrender Alora > Teba, Ronda"),
        ("split N1 G2", "split N1 G2"),
        ("double andalusies: n2, n1", "Andalusies2: N2 N1"),
        ("Zegries: best", "Zegries: any"),
        ("finish lead 3", "stop lead 3+"),
        ("stop", "stop"),
        ("challenge", "challenge 0+"),
        ("challenge 3- max 2", "challenge 3- max 2"),
        ("refute 2 with zegries, andalusies not commander", None),
        ("never challenge", "never challenge"),
        ("[excess 3-, not artillery] sortie", "[excess 3-, not artillery] sortie"),
        ("lose not Boabdil", "lose not Boabdil"),
        ("lose 2N1 N2 not Boabdil Zagal", "lose 2N1 N2 not Boabdil Zagal"),
        ("retreat keep none", "retreat keep none"),
        ("retreat Málaga keep N1 N2", "retreat Malaga keep N1 N2"),
        ("engage Highest", "engage highest"),
        ("engage Zegries, Andalusies*", "engage Zegries, Andalusies*"),
        ("sink laden", "sink laden"),
        ("evade Sea of Adra, malaga", "evade Sea-Adra, Sea-Malaga"),
        ("fight Velez-Malaga, Loja", "fight Velez-Malaga, Loja"),
        ("return Granada", "return Granada"),
        ("broadside", "broadside"),
        ("watchtower max 1", "watchtower max 1"),
        ("ask always refute", "ask always refute"),
        ("[behind 3] ask refute", "[behind 3+] ask always refute"),
    ],
)
def test_instructions_have_one_text(written: str, canonical: str | None) -> None:
    plan = read(GAME, written, "muslim")
    text = plan.text()
    assert read(GAME, text, "muslim").text() == text
    if canonical is not None:
        assert text == f"plan\n{canonical}\nelse best\n"


@pytest.mark.parametrize(
    ("line", "reason", "could"),
    [
        ("stnd", "no instruction", "stand"),
        ("stand fast", "stands alone", "stand"),
        ("Aragon9: A2", "no card", "Aragon2"),
        ("Castile corps: C1", "no card", "Castile"),
        ("engage Double Castile", "several cards", "Castile2b"),
        ("Zegries: C1", "card of the other side", "Castile"),
        ("Castile: N2", "no block of yours", ""),
        ("Castile: C1 C2 C3", "one block, or two", "Castile: any"),
        ("free L1! C1!", "Just one block", ""),
        ("free Q7", "no block 'Q7'", ""),
        ("stop leed 4", "no public fact", "lead"),
        ("[hand Commander] stand", "no public fact", ""),
        ("[behind 4] ", "not what", "stand"),
        ("[behind 4 stand", "not closed", ""),
        ("challenge much", "no number", "challenge 4+"),
        ("refute 3+ not", "missing behind `not`", ""),
        ("never stand", "Never do what", "never challenge"),
        ("lose", "Lose whom", "lose C1x L1h"),
        ("retreat Atlantis", "no place", ""),
        ("retreat Lucna", "no place", "Lucena"),
        ("commander Loja > Alora > Ronda", "one place or two", ""),
        ("engage", "Engage with what", "engage highest"),
        ("sink all", "go down first", "sink empty"),
        ("fight", "needs a goal", ""),
        ("ask always chalenge", "Nothing is asked", "ask always challenge"),
        ("else ask", "What else", "else best"),
        ("lose " + "C1 " * 40, "At most", ""),
    ],
)
def test_a_line_is_refused_with_what_could_stand(line: str, reason: str, could: str) -> None:
    text = f"# my plan\n\nstand\n{line}"
    with pytest.raises(Unreadable) as refused:
        read(GAME, text, "christian")
    (fault,) = refused.value.faults
    assert fault.line == 4
    assert reason in fault.reason
    assert not could or could in fault.could
    assert str(fault).startswith("Line 4 (")


def test_instructions_belong_on_land_or_at_sea() -> None:
    for text, reason in (
        ("plan Lucena\nengage highest", "no instruction at land"),
        ("plan Sea-Adra\nstand", "no instruction at sea"),
        ("plan Lucena\nfight Lucena", "without a place"),
    ):
        with pytest.raises(Unreadable, match=reason):
            read(GAME, text, "christian")
    read(GAME, "plan Lucena\ncamp Guadix", "christian")


# -- what instructions do ------------------------------------------------------------------------


def test_8_1_the_defender_stands_or_leaves_as_the_plan_says() -> None:
    match = position(FIELD)
    assert ask(match, "muslim", "stand")[0] == Action("stand")
    left, _ = ask(match, "muslim", "commander")
    assert left.verb == "commander"
    routes = match.decision("muslim").next(("commander",)).choices  # type: ignore[union-attr]
    way, _ = ask(match, "muslim", f"commander Sevilla, {routes[-1]}")
    assert way == Action("commander", (routes[-1],))
    action, plan = ask(match, "muslim", "inside\nsurrender\nstand")
    assert action == Action("stand")
    assert [note.line for note in plan.notes] == [2, 3]
    assert "castle" in plan.notes[0].why


def test_8_2_deployments_come_in_their_order_each_once() -> None:
    match = play(position(FIELD), "muslim: stand")
    plan = read(GAME, "free L1!\nAragon2: A2 A2\nLeon*: L1h\nelse finish", "christian")
    given: list[Any] = []
    while match.decisions()[0].kind in ("deploy", "challenge", "refute"):
        decision = match.decisions()[0]
        if decision.seat == "christian" and decision.kind == "deploy":
            world = match.redeal("christian", Random(len(given)))
            question = world.decision("christian")
            assert question is not None
            given.append(plan.choose(world, question))
            match.act("christian", given[-1])
        elif decision.kind == "deploy" and len(given) < 3:
            # the muslims keep ahead, so that the initiative comes back
            verbs = decision.verbs
            order = "free N1!" if "free" in verbs else "deploy Andalusies2b N3 N2"
            match.act("muslim", order if order.split()[0] in verbs else "finish")
        else:
            match.act(decision.seat, decision.default)
    assert given[:2] == [Action("free", "L1!"), Action("deploy", "Aragon2b", ("A2", "A2"))]
    assert given.count(Action("deploy", "Aragon2b", ("A2", "A2"))) == 1
    assert given[-1] == Action("finish")


def test_a_card_of_the_plan_is_any_card_of_that_name() -> None:
    match = play(position(FIELD), "muslim: stand")
    assert ask(match, "christian", "Aragon2: A2 A2")[0] == Action(
        "deploy", "Aragon2b", ("A2", "A2")
    )
    # a trumpet makes a special attack of the horse: that gains most
    assert ask(match, "christian", "Leon*: any")[0] == Action("deploy", "Leon*", ("L1h",))
    action, plan = ask(match, "christian", "Kingdoms: K2\nCastile: K2\nCastile: C3")
    assert action == Action("deploy", "Castile", ("C3",))
    assert [note.line for note in plan.notes] == [2, 3]
    assert "Kingdoms" in plan.notes[0].why


def test_conditions_decide_whether_a_line_applies() -> None:
    match = play(position(FIELD), "muslim: stand", "christian: free L1!")
    # the muslims are one behind
    assert ask(match, "muslim", "[behind 2+] free N1!\nAndalusies2: N2 N3")[0].verb == "deploy"
    assert ask(match, "muslim", "[behind 1+] free N1!\nAndalusies2: N2 N3")[0].verb == "free"
    assert ask(match, "muslim", "[attacking] free N1!\nAndalusies2: N2 N3")[0].verb == "deploy"
    assert ask(match, "muslim", "[defending, foe 6+] free N1!\nelse finish")[0].verb == "free"
    assert ask(match, "muslim", "[foe cards 6+] free N1!\nelse finish")[0].verb == "finish"
    assert ask(match, "muslim", "[not siege] free N1!\nelse finish")[0].verb == "free"
    assert ask(match, "muslim", "[excess 0+] free N1!\nelse finish")[0].verb == "finish"


def test_stop_goes_before_deployments_wherever_it_stands() -> None:
    match = play(position(FIELD), "muslim: stand", "christian: deploy Aragon2b A2 A2")
    play(match, "muslim: pass", "muslim: finish")
    lead = match.view(None).battle.impacts["christian"]  # type: ignore[attr-defined]
    plan = f"Castile: C3\nstop lead {lead}\nelse best"
    assert ask(match, "christian", plan)[0] == Action("finish")
    plan = f"Castile: C3\nstop lead {lead + 1}\nelse best"
    assert ask(match, "christian", plan)[0] == Action("deploy", "Castile", ("C3",))


def test_8_4_1_challenges_by_their_thresholds() -> None:
    match = play(position(FIELD), "muslim: stand", "christian: deploy Aragon2b A2 A2")
    gained = match.decisions()[0].about["gained"]
    assert gained >= 4
    assert ask(match, "muslim", "challenge 4+")[0] == Action("challenge")
    # what the plan speaks of is done as it says, or not at all: `best` would challenge here
    assert ask(match, "muslim", "else best")[0] == Action("challenge")
    assert ask(match, "muslim", f"challenge {gained + 1}+\nelse best")[0] == Action("pass")
    assert ask(match, "muslim", "never challenge\nelse best")[0] == Action("pass")
    assert ask(match, "muslim", "challenge 4+ max 0\nelse best")[0] == Action("pass")
    assert ask(match, "muslim", "[behind 9+] challenge 1+\nchallenge 2+")[0].verb == "challenge"


def test_8_4_1_refutations_by_their_thresholds_and_cards() -> None:
    edits = [e for e in FIELD if not e.startswith("hand christian")]
    edits.insert(3, "hand christian Aragon2b Aragon Aragon* Commander")
    match = play(
        position(tuple(edits)),
        "muslim: stand",
        "christian: deploy Aragon2b A2 A2",
        "muslim: challenge",
    )
    assert ask(match, "christian", "refute 3+ with Commander")[0] == Action("show", "Commander")
    assert ask(match, "christian", "refute 3+ with Castile, Aragon*")[0][1] == "Aragon*"
    assert ask(match, "christian", "refute 3+ not Commander")[0] == Action("show", "Aragon")
    action, plan = ask(match, "christian", "refute 9+")
    assert action == Action("yield")
    assert "impacts" in plan.notes[0].why
    assert ask(match, "christian", "refute 3+ not Commander, Aragon, Aragon*")[0].verb == "yield"
    assert ask(match, "christian", "never refute")[0] == Action("yield")


def lost_field() -> Match:
    """The Christians attack, deploy everybody and lose three."""
    edits = (
        "place muslim 2N3 N2 N1! > Alora",
        "place christian C1 C1x L1! 2A2 > Alora",
        "hand christian Aragon2b Castile",
        "hand muslim Andalusies2b Andalusies Andalusies*",
        "starts christian",
        "phase combat christian",
    )
    match = play(position(edits), "muslim: stand", "christian: free L1!")
    wishes = ["free N1!", "deploy Andalusies2b N3 N3", "deploy Andalusies N2"]
    hopes = ["deploy Aragon2b A2 A2", "deploy Castile C1x"]
    while match.decisions()[0].kind in ("deploy", "challenge"):
        decision = match.decisions()[0]
        orders = wishes if decision.seat == "muslim" else hopes
        if decision.kind == "deploy" and orders:
            match.act(decision.seat, orders.pop(0))
        else:
            match.act(decision.seat, decision.default)
    return match


def test_8_5_2_losses_in_the_order_of_the_plan() -> None:
    match = lost_field()
    decision = match.decision("christian")
    assert decision is not None
    assert decision.kind == "lose"
    assert decision.about["number"] == 3
    assert sorted(ask(match, "christian", "lose A2 L1! A2")[0][1]) == ["A2", "A2", "L1!"]
    assert "C1x" in ask(match, "christian", "lose C1x")[0][1]
    # C1 was not deployed: 8.5.2 spares him, and the next of the list follow
    assert sorted(ask(match, "christian", "lose C1 A2 C1x L1!")[0][1]) == ["A2", "C1x", "L1!"]
    assert sorted(ask(match, "christian", "lose not L1!")[0][1]) == ["A2", "A2", "C1x"]
    assert sorted(ask(match, "christian", "lose L1! not L1!")[0][1]) == ["A2", "A2", "C1x"]


def test_8_6_retreats_to_the_first_goal_that_is_open() -> None:
    match = lost_field()
    match.act("christian", ask(match, "christian", "lose 2A2")[0])
    while match.decisions()[0].kind == "lose":
        match.act("muslim", match.decisions()[0].default)
    decision = match.decision("christian")
    assert decision is not None
    assert decision.kind == "retreat"
    goals = decision.next(("retreat", ())).choices
    action, _ = ask(match, "christian", f"retreat Sevilla, {goals[-1]}, {goals[0]}")
    assert action == Action("retreat", (), goals[-1], None)
    action, plan = ask(match, "christian", "retreat Sevilla\nelse best")
    assert action[2] in goals
    assert "open" in plan.notes[0].why
    assert ask(match, "christian", "retreat keep C1\nelse best")[1].notes


def test_8_6_5_who_goes_into_the_castle() -> None:
    edits = (
        "place muslim N1 N2 N3 > Loja",
        "place christian C3 C2 > Loja",
        "hand christian Castile Castile",
        "hand muslim",
        "starts christian",
        "phase combat christian",
    )
    match = play(position(edits), "muslim: stand", "christian: deploy Castile C3", "muslim: finish")
    play(match, "christian: finish", "muslim: lose N1")
    assert ask(match, "muslim", "retreat Montefrio keep N3 N2")[0][:3] == (
        "retreat",
        ("N3", "N2"),
        None,
    )
    assert ask(match, "muslim", "retreat Montefrio keep none")[0] == Action(
        "retreat", (), "Montefrio", None
    )
    assert ask(match, "muslim", "retreat Montefrio keep N3")[0] == Action(
        "retreat", ("N3",), "Montefrio", None
    )


def test_8_7_sieges_assaults_and_reactions() -> None:
    match = play(position(SIEGE))
    assert ask(match, "muslim", "inside\nstand")[0] == Action("inside")
    assert ask(match, "muslim", "surrender")[0].verb == "surrender"
    play(match, "muslim: inside")
    assert ask(match, "christian", "assault")[0] == Action("assault")
    assert ask(match, "christian", "hold")[0] == Action("hold")
    assert ask(match, "christian", "never assault")[0] == Action("hold")
    assert ask(match, "christian", "[foe 3+] assault\nelse finish")[0] == Action("hold")
    play(match, "christian: assault")
    assert ask(match, "christian", "bombardment")[0] == Action("bombardment", (), (), "C1g")
    assert ask(match, "christian", "stop\nCastile: C3")[0].verb == "deploy"  # not yet enough
    play(match, *["christian: deploy Castile C3"] * 3)
    # twelve impacts: nine for a loss, three more
    assert ask(match, "christian", "stop foe losses 1+\nbombardment")[0] == Action("finish")
    assert ask(match, "christian", "stop foe losses 2+\nbombardment")[0].verb == "bombardment"
    play(match, "christian: finish")
    assert ask(match, "muslim", "sortie")[0] == Action("sortie", "Sortie3")
    assert ask(match, "muslim", "sortie Sortie2")[0] == Action("sortie", "Sortie2")
    assert ask(match, "muslim", "[excess 3-] sortie")[0].verb == "sortie"
    assert ask(match, "muslim", "[excess 2-] sortie\nelse best")[0] == Action("pass")
    assert ask(match, "muslim", "never react")[0] == Action("pass")
    # a deployment is no word about reactions: the computer plays what saves a block
    assert ask(match, "muslim", "Andalusies: N2\nelse best")[0].verb == "sortie"


def test_9_1_sea_fights() -> None:
    match = position(SEA)
    match.act("moderator", "force naval = BattleM")
    play(match, "christian: minimal", "christian: sail Sea-Almeria F F:A3 > Sea-Adra")
    assert match.decisions()[0].kind == "engage"
    assert ask(match, "muslim", "engage highest")[0] == Action("engage", "Zegries2")
    assert ask(match, "muslim", "engage lowest")[0] == Action("engage", "Zegries")
    assert ask(match, "muslim", "engage Andalusies, Zegries")[0] == Action("engage", "Zegries")
    action, plan = ask(match, "muslim", "engage arrow\nengage highest")
    assert action == Action("engage", "Zegries2")
    assert "arrow" in plan.notes[0].why
    assert ask(match, "muslim", "[foe fleets 3+] engage lowest\nengage highest")[0][1] == "Zegries2"
    assert ask(match, "christian", "engage highest")[0] == Action("engage", "Aragon")
    play(match, "christian: engage Aragon", "muslim: engage Zegries")
    assert ask(match, "christian", "sink empty")[0] == Action("sink", ("F",))
    assert ask(match, "christian", "sink laden")[0] == Action("sink", ("F:A3",))


def test_9_2_evading_fleets_go_where_the_plan_says() -> None:
    match = position(tuple(e.replace("Watchtower", "Commander") for e in SEA))
    match.act("moderator", "force naval = BattleM")
    play(match, "christian: minimal", "christian: sail Sea-Almeria F F:A3 > Sea-Adra")
    arrows = [
        token
        for token in match.decision("christian").next(("engage",)).choices  # type: ignore[union-attr]
        if token != "Aragon"
    ]
    assert ask(match, "christian", "engage arrow")[0][1] in arrows
    play(match, f"christian: engage {arrows[0]}", "muslim: engage Zegries")
    assert match.decisions()[0].kind == "haven"
    goals = match.decisions()[0].next(("evade",)).choices
    assert ask(match, "christian", f"evade Sea-Oran, {goals[-1]}")[0] == Action("evade", goals[-1])


def test_10_12_boabdil() -> None:
    edits = (
        "turn 1485-I",
        "place muslim Boabdil 3N2 > Montefrio",
        "place christian Ferdinand Isabella C2 > Montefrio",
        "hand christian Captured",
        "phase combat christian",
    )
    match = play(
        position(edits),
        "muslim: stand",
        "christian: free Ferdinand",
        "muslim: free Boabdil",
        "christian: free Isabella",
        "muslim: finish",
        "christian: finish",
        "muslim: lose N2",
    )
    assert ask(match, "christian", "never capture\nelse best")[0] == Action("pass")
    assert ask(match, "christian", "capture")[0] == Action("capture")
    play(match, "christian: capture")
    assert ask(match, "christian", "camp Sevilla, Finana")[0] == Action("camp", "Finana")
    edits = (
        "turn 1487-1488-II",
        "captures 1",
        "grey Guadix until 1487-1488-II",
        "place christian C2 > Cordoba",
        "phase combat muslim",
    )
    match = position(edits)
    assert ask(match, "muslim", "return Cordoba, Baza")[0] == Action("return", "Baza")


def test_10_12_2_which_army_fights_and_8_1_which_battle_comes_first() -> None:
    edits = (
        "turn 1487-1488-I",
        "captures 1",
        "grey Guadix until 1487-1488-II",
        "place christian C2 > Guadix",
        "place muslim 2N2 N3 > Guadix",
        "place christian C2 > Alora",
        "place muslim N2 > Alora",
        "phase combat christian",
    )
    match = position(edits)
    assert ask(match, "christian", "fight Sevilla, Guadix")[0] == Action("fight", "Guadix")
    play(match, "christian: fight Guadix", "muslim: stand")
    assert ask(match, "christian", "field grey")[0] == Action("field", "grey")
    assert ask(match, "christian", "field white")[0] == Action("field", "white")


# -- asking --------------------------------------------------------------------------------------


def test_a_plan_that_asks_does_so_whatever_the_hand_holds() -> None:
    for hand in ("Challenge", "Andalusies"):
        edits = (*FIELD[:3], f"hand muslim {hand}", *FIELD[4:])
        match = play(position(edits), "muslim: stand", "christian: deploy Aragon2b A2 A2")
        plans = {
            "muslim": [read(GAME, "challenge 1+\nask always challenge", "muslim")],
            "christian": [standing_plan(match, "christian")],
        }
        assert sealed_battle(match, plans) == ()
        assert match.decisions()[0].kind == "challenge"


def test_a_battle_pauses_for_its_owner_and_goes_on() -> None:
    match = position(FIELD)
    plans = {
        "muslim": [read(GAME, "stand\nfree N1!\nask always challenge\nelse best", "muslim")],
        "christian": [read(GAME, "Aragon2: 2A2\nelse best", "christian")],
    }
    before = sealed_battle(match, plans)
    assert [a.kind for a in before] == ["withdraw", "deploy"]
    play(match, "muslim: pass")
    while after := sealed_battle(match, plans):
        assert ("muslim", "challenge") not in {(a.seat, a.kind) for a in after}
        if (match.decisions()[0].seat, match.decisions()[0].kind) == ("muslim", "challenge"):
            play(match, "muslim: pass")
    assert any(e.kind == "field_result" for e in match.events(None))


def test_while_one_seat_is_asked_the_other_seals_its_card() -> None:
    match = position(SEA)
    match.act("moderator", "force naval = BattleM")
    play(match, "christian: minimal", "christian: sail Sea-Almeria F F:A3 > Sea-Adra")
    plans = {
        "christian": [read(GAME, "plan Sea-Adra\nask always engage", "christian")],
        "muslim": [read(GAME, "engage lowest", "muslim")],
    }
    assert [(a.seat, a.action) for a in sealed_battle(match, plans)] == [
        ("muslim", Action("engage", "Zegries"))
    ]
    assert [d.seat for d in match.decisions()] == ["christian"]


# -- whole battles -------------------------------------------------------------------------------


def test_a_battle_runs_through_and_ends() -> None:
    match = position(FIELD)
    before = len(match)
    plans = {
        "christian": [read(GAME, EXAMPLE.replace("Lucena", "Alora"), "christian")],
        "muslim": [standing_plan(match, "muslim")],
    }
    answers = sealed_battle(match, plans)
    assert {a.seat for a in answers} == {"christian", "muslim"}
    assert len(match) - before == len(answers)
    assert [e.action for e in match.entries[before:]] == [a.action for a in answers]
    assert answers[0].kind == "withdraw"
    assert any(e.kind == "field_result" for e in match.events(None))
    assert match.view(None).battle is None  # type: ignore[attr-defined]
    again = engine.from_record(match.record())
    assert again.view(None) == match.view(None)


def test_a_seat_without_a_plan_for_the_place_stops_the_battle() -> None:
    match = position(FIELD)
    plans = {"muslim": [read(GAME, "plan Loja\nstand", "muslim")], "christian": []}
    assert sealed_battle(match, plans) == ()
    plans["muslim"].append(read(GAME, "plan Alora\nstand", "muslim"))
    assert [a.action for a in sealed_battle(match, plans)] == [Action("stand")]


def test_one_battle_or_all_of_the_phase() -> None:
    edits = (
        "place muslim N2 > Alora",
        "place muslim N2 > Elvira",
        "place christian 2C2 > Alora",
        "place christian 2C3 > Elvira",
        "phase combat christian",
    )
    for whole in (False, True):
        match = position(edits)
        plans = {seat: [standing_plan(match, seat)] for seat in match.seats}
        plans["christian"].insert(0, read(GAME, "fight Elvira", "christian"))
        answers = sealed_battle(match, plans, whole_round=whole)
        battles = [e for e in match.events(None) if e.kind == "battle"]
        if whole:
            assert [a.kind for a in answers].count("withdraw") == 2
            assert [e.args["place"] for e in battles] == ["Elvira", "Alora"]
        else:
            assert [a.kind for a in answers] == ["designate"]


def test_standing_plans_sealed_or_live_play_the_same_game() -> None:
    """Whole games: sealed battles give the same record as the same plans asked one by one."""
    records = []
    for sealed in (True, False):
        match = engine.new_match("granada", options=EVERYTHING, seed="sealed or live 2")
        rng = Random(1)
        players = {seat: player("greedy", seat) for seat in match.seats}
        plans = {seat: [standing_plan(match, seat)] for seat in match.seats}
        while not match.over and len(match) < 250:
            decision = match.decisions()[0]
            if scene_of(match, decision) is None:
                match.act(decision.seat, answer(match, decision.seat, players[decision.seat], rng))
            elif sealed:
                assert sealed_battle(match, plans)
            else:
                match.act(decision.seat, answer(match, decision.seat, plans[decision.seat][0], rng))
        records.append([e.to_json() for e in match.entries[:250]])
    assert records[0] == records[1]
    assert len(records[0]) == 250


def test_sealing_saves_hand_overs() -> None:
    figures = play_for_handovers(Played("granada", "", "saved")).handovers
    assert figures["live"] > 60
    assert figures["battle"] < 0.75 * figures["live"]
    assert figures["round"] < 0.4 * figures["live"]
    assert figures["standing"] <= figures["round"]


def test_the_page_about_plans_says_what_plans_can() -> None:
    page = (Path(__file__).parents[2] / "docs" / "plans.md").read_text()
    example = page.split("```")[1].strip("\n")
    assert example == EXAMPLE.strip("\n").replace("# 2: double", "# 2: a double")
    manual = manual_of(GAME)
    for name in (*manual.facts, *manual.topics):
        assert f"`{name}" in page, name
    rows = page.partition("## Granada: instructions")[2].partition("`ask always` knows")[0]
    for line in re.findall(r"`([^`]+)`", "\n".join(row.split("|")[1] for row in _rows(rows))):
        seat = "muslim" if re.search("G2|[Ss]ortie", line) else "christian"
        if line not in ("keep none", "lowest", "arrow"):
            read(GAME, line, seat)


def _rows(table: str) -> list[str]:
    return [row for row in table.splitlines() if row.startswith("| `")]


# -- suggestions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mood", MOODS)
def test_suggested_plans_read_back_and_fight(mood: str) -> None:
    match = engine.new_match("granada", options=EVERYTHING, seed=f"mood {mood} 2")
    rng = Random(mood)
    players = {seat: player("greedy", seat) for seat in match.seats}
    manual = manual_of(GAME)
    fought = lines = 0
    while fought < 12:
        if match.over:  # a short war: the next one
            match = engine.new_match("granada", options=EVERYTHING, seed=f"mood {mood} {fought}")
        decision = match.decisions()[0]
        scene = scene_of(match, decision)
        if scene is None or not scene.where:
            match.act(decision.seat, answer(match, decision.seat, players[decision.seat], rng))
            continue
        plans = {}
        for seat in match.seats:
            texts = {
                manual.suggest(match.redeal(seat, rng), seat, scene.where, mood) for _ in range(3)
            }
            assert len(texts) == 1, "a suggestion knows what its seat knows, and no more"
            text = texts.pop()
            plans[seat] = [read(GAME, text, seat)]
            assert plans[seat][0].text() == text
            lines += len(plans[seat][0].lines)
        assert sealed_battle(match, plans)
        fought += 1
    assert fought == 12
    assert lines > 6 * fought


def test_moods_differ() -> None:
    match = position(FIELD)
    world = match.redeal("christian", Random(1))
    texts = [manual_of(GAME).suggest(world, "christian", "Alora", mood) for mood in MOODS]
    assert len(set(texts)) == 3
    assert "Aragon2b: 2A2" in texts[0]
    assert "Leon*: L1h" in texts[0]
