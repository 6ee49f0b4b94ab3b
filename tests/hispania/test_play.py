"""Orders as people write them: a whole turn at once, names of nations, standing instructions."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.core import Illegal
from engine.flow import Context
from engine.games.hispania.book import standing
from engine.games.hispania.table.flow import SCRIPT
from engine.players import answer, player


def _match(seed: str = "orders", scenario: str = "A", **options: str) -> engine.Match:
    return engine.new_match("hispania", scenario, options, seed)


def test_a_nations_turn_can_be_sent_at_once() -> None:
    m = _match()
    batch = m.batch(
        "purple",
        """
        CARTHAGE move Mer 4inf Hamilcar > Seville
        move Mer 3inf > Valence   # two are held there
        move Mer 5 inf > Denia
        stance carthage hold
        done
        """,
    )
    assert batch.refused is None
    assert len(batch.done) == 5
    assert m.view(None).to_json()["locations"]["Denia"]["armies"][0]["nation"] == "carthage"


def test_another_nations_name_is_refused() -> None:
    m = _match()
    with pytest.raises(Illegal, match="The question is for CARTHAGE, not for ROME"):
        m.act("purple", "ROME move Mer inf > Denia")
    assert len(m) == 0


@pytest.mark.parametrize("name", ["carthage", "CARTHAGE", "Carthage:"])
def test_the_nations_own_name_may_stand_before_an_order(name: str) -> None:
    m = _match()
    m.act("purple", f"{name} move Mer inf > Denia")
    assert len(m) == 1


def test_units_that_would_be_lost_are_named_in_the_question() -> None:
    m = _match()
    decision = m.decision("purple")
    assert decision is not None
    assert "Units still to enter: 12" in decision.prompt


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("move Mer inf > Tolede", "From Mer one goes only to"),
        ("move Gibraltar inf > Cadix > Seville > Algarve", "too far"),
        ("move Gibraltar inf > Grenade > Cordoue", "stop"),
        ("buy inf > Cadix", "the cheapest unit costs 4 gold"),
        ("fight Cadix", "not open now"),
        ("capital Tolede", "None of your nations holds"),
    ],
)
def test_refusals_say_why(order: str, words: str) -> None:
    with pytest.raises(Illegal, match=words):
        _match().act("purple", order)


def test_one_player_may_hold_both_sides_of_a_battle() -> None:
    """Nations of one player are strangers: he answers for one after the other."""
    m = _match()
    for edit in (
        "clear",
        "place ibere 2inf > Tolede",
        "place rome 3elite > Cordoue",
        "orders 3 rome",
    ):
        m.act(engine.MODERATOR, edit)
    for die in ("attack",) * 3 + ("defence",) * 2:
        m.act(engine.MODERATOR, f"force {die} = 1")
    m.act("red", "move Cordoue 3elite > Tolede; done")
    asked = [(d.seat, d.kind, d.about["actor"]) for d in m.decisions()]
    assert asked == [("red", "part", "rome")]
    m.act("red", "stay")
    assert [d.about["actor"] for d in m.decisions()] == ["ibere"]


@pytest.mark.parametrize("number", range(4))
def test_the_computer_beats_chance(number: int) -> None:
    """As one of four, in any seat; `docs/hispania-balance.md` has the share over many games."""
    m = _match(f"greedy {number}")
    ours = m.seats[number]
    rng = Random(number)
    players = {
        seat: player("greedy" if seat == ours else "random", f"{number} {seat}") for seat in m.seats
    }
    while not m.over:
        seat = m.decisions()[0].seat
        m.act(seat, answer(m, seat, players[seat], rng))
    assert m.result is not None
    assert m.result.winners == (ours,)


@pytest.mark.parametrize("scenario", ["A", "C", "D"])
def test_every_scenario_plays_to_its_last_turn(scenario: str) -> None:
    m = _match(f"whole {scenario}", scenario)
    rng = Random(scenario)
    while not m.over:
        decision = rng.choice(m.decisions())
        m.act(decision.seat, decision.sample(rng))
    view = m.view(None).to_json()
    assert view["turn"] == view["last"]
    assert engine.from_record(m.record()).view(None).to_json() == view


def test_a_batch_stops_at_the_first_wrong_order_and_what_went_before_stands() -> None:
    m = _match()
    batch = m.batch("purple", "move Mer inf > Denia; move Mer inf > Tolede; done")
    assert batch.done == ("move Mer inf > Denia",)
    assert batch.rest == ("move Mer inf > Tolede", "done")
    assert batch.refused is not None
    assert batch.refused.rule == "5.6"
    assert len(m) == 1
    assert m.decision("purple") is not None


def test_a_batch_stops_at_the_dice() -> None:
    m = _match()
    for edit in ("clear", "place celte inf > Denia", "place celte inf > Tolede", "turn 1 carthage"):
        m.act(engine.MODERATOR, edit)
    batch = m.batch("purple", "move Mer 2inf > Denia; done; stay; move Mer inf > Valence")
    assert batch.done == ("move Mer 2inf > Denia", "done")
    assert batch.rest == ("stay", "move Mer inf > Valence")
    assert batch.refused is None


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("move Mer inf > Toldeo", "Tol"),
        ("move Mer 13inf > Denia", "inf"),
        ("move Mer knight > Denia", ""),
        ("move Mer Hannibal > Denia", "Hannibal"),
        ("stance atlantis hold", "atlantis"),
        ("capital Gibraltar Cadix", ""),
        ("hire Valence", "only in turn 17"),
        ("move Mer -inf > Denia", ""),
        ("move > > >", ""),
        ("deploy 99elite > Narbonne", ""),
    ],
)
def test_wrong_names_and_counts_lose_nothing(order: str, words: str) -> None:
    m = _match()
    before = m.view("purple").to_json()
    with pytest.raises(Illegal) as refused:
        m.act("purple", order)
    assert words in str(refused.value)
    assert len(m) == 0
    assert m.view("purple").to_json() == before


@pytest.mark.parametrize("words", ["dénia", "DENIA", "den", "Dénia"])
def test_accents_case_and_short_names_do_not_matter(words: str) -> None:
    m = _match()
    m.act("purple", f"move mer 2 inf > {words}")
    assert m.entries[-1].action == engine.Action(
        "move", "Mer", ("inf", "inf"), ("Denia",), None, (), None, ()
    )


@pytest.mark.parametrize("short", ["Ca", "Pyr"])
def test_an_ambiguous_name_is_refused_with_the_candidates(short: str) -> None:
    m = _match()
    with pytest.raises(Illegal) as refused:
        m.act("purple", f"move Mer inf > {short}")
    names = [n for n in m.game.names("place").values() if n in refused.value.reason]
    assert len(names) > 1 or "or" in refused.value.reason


def _old_capital(*edits: str) -> engine.Match:
    """CASTILLE may be asked who leaves Segovie, which is no longer its capital (4.3)."""
    m = _match(scenario="D")
    lines = ("clear", "place castille inf > Avila", "seat_of_power castille Avila", *edits)
    for edit in (*lines, "place aragon inf > Huesca", "orders 16 aragon"):
        m.act(engine.MODERATOR, edit)
    return m


def test_nobody_is_asked_who_leaves_an_old_capital_that_was_thinned_out_meanwhile() -> None:
    """4.3: between a retreat that moves the capital and the question, units may fall."""
    m = _old_capital("place castille inf knight > Segovie")
    s = m.game.copy(m._state)
    board = m.game.board  # type: ignore[attr-defined]
    nation, place = board.peoples.nation["castille"], board.place["Segovie"]
    before = [*s.frames]
    told: list[object] = []
    standing.sheds(s, Context(m._dice, told.append), nation, place)
    assert s.frames == before
    assert not told
    s.frames.append(standing.sheds.then(nation, place))
    SCRIPT.run(s, Context(m._dice, told.append))
    assert s.frames == before
