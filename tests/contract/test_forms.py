"""The form of a match: its seats follow from scenario and options, and the rest from them."""

from __future__ import annotations

import json
from random import Random

import pytest

import engine
from engine import DataError, HeraldError, Illegal
from engine.forms import form_of
from engine.words import counted
from tests.contract.council import COUNTS, SEATS, Council
from tests.contract.play import played, portrait, random_player, steps

pytestmark = pytest.mark.usefixtures("council")
GAMES = tuple(engine.games())


def test_the_small_game_is_in_no_list() -> None:
    """But for as long as a test uses it."""
    assert "council" in engine.games()
    assert "council" not in GAMES


FORMS = [(scenario, guest) for scenario in COUNTS for guest in ("off", "on")]
FORMS.remove(("full", "on"))  # there is no eighth seat


@pytest.mark.parametrize(("scenario", "guest"), FORMS)
def test_a_match_has_the_seats_of_its_form(scenario: str, guest: str) -> None:
    match = engine.new_match("council", scenario, {"guest": guest}, "seats")
    count = COUNTS[scenario] + (guest == "on")
    assert match.seats == SEATS[:count]
    assert match.redeal("red", Random(1)).seats == match.seats
    assert set(match.position().told) == {*match.seats, ""}
    for seat in SEATS[count:]:
        for look in (match.view, match.events):
            with pytest.raises(HeraldError, match="no seat"):
                look(seat)
        with pytest.raises(Illegal, match="no seat"):
            match.act(seat, "throw")


@pytest.mark.parametrize("scenario", COUNTS)
def test_every_form_replays_and_goes_on_from_a_position(scenario: str) -> None:
    rng = Random(scenario)
    match = engine.new_match("council", scenario, seed=scenario)
    for number, _ in enumerate(steps(match, random_player(rng), rng)):
        if number == 8:
            break
    written = json.loads(json.dumps(match.record()))
    again = engine.from_record(written)
    assert portrait(again) == portrait(match)
    base = json.loads(json.dumps(match.position().to_json()))
    later = engine.from_record({**written, "segments": [base]})
    assert later.seats == match.seats
    assert [later.view(seat) for seat in later.seats] == [match.view(s) for s in match.seats]


@pytest.mark.parametrize("game", GAMES)
def test_the_seats_of_every_form_are_among_the_games(game: str) -> None:
    rules = engine.games()[game]
    for scenario in rules.scenarios:
        form = form_of(rules, scenario, {})
        assert set(form.seats) <= set(rules.seats)
        assert list(form.seats) == [seat for seat in rules.seats if seat in form.seats]
        assert engine.new_match(game, scenario, seed="form").seats == form.seats


def test_a_form_that_does_not_exist_is_refused_with_a_sentence(council: Council) -> None:
    for scenario, options, words in (
        ("octet", {}, "no scenario 'octet'; it has pair, quartet"),
        ("pair", {"host": "on"}, "no option 'host'; it has guest, secrets"),
        ("pair", {"guest": "maybe"}, "guest is one of off, on, not 'maybe'"),
        ("full", {"guest": "on"}, "full of Council fixes option guest at off; it cannot be on"),
    ):
        with pytest.raises(HeraldError, match=words):
            form_of(council, scenario, options)
        with pytest.raises(HeraldError, match=words):
            engine.new_match("council", scenario, options)


@pytest.mark.parametrize("game", [*GAMES, "council"])
def test_what_a_scenario_starts_with_and_fixes_are_options_of_the_game(game: str) -> None:
    rules = engine.games()[game]
    for scenario in rules.scenarios:
        start, locked = rules.defaults(scenario), rules.locked(scenario)
        assert not set(start) & set(locked)
        for name, value in (*start.items(), *locked.items()):
            assert value in rules.options[name].values
        match = engine.new_match(game, scenario, seed="form")
        assert {**match.options, **start, **locked} == match.options
        for name, value in locked.items():
            for other in set(rules.options[name].values) - {value}:
                with pytest.raises(HeraldError, match=f"fixes option {name}"):
                    engine.new_match(game, scenario, {name: other})


def test_what_a_scenario_starts_with_may_be_chosen_otherwise() -> None:
    assert engine.new_match("council", "endless").options["secrets"] == "off"
    assert engine.new_match("council", "quartet").options["secrets"] == "on"
    match = engine.new_match("council", "endless", {"secrets": "on"})
    assert match.options["secrets"] == "on"


def test_a_record_without_an_option_is_played_as_before_there_was_one(council: Council) -> None:
    match = engine.new_match("council", "endless", {"secrets": "on"}, "old")
    match.act("red", "slip orange")
    record = match.record()
    del record["options"]["secrets"]  # it came later, and its default is what was played
    again = engine.from_record(record)
    assert again.options["secrets"] == "on"
    record["scenario"], record["options"] = "full", {"guest": "on"}
    with pytest.raises(DataError, match=r"the record's options: .*fixes option guest"):
        engine.from_record(record)


def test_whether_a_game_hides_anything_depends_on_its_options(council: Council) -> None:
    """Where it says no, no seat may know anything that a spectator does not."""
    rng = Random(5)
    for secrets in ("off", "on"):
        match = engine.new_match("council", "quartet", {"secrets": secrets}, "hides")
        for _ in steps(match, random_player(rng), rng):
            pass
        told = {seat: [seen.args for seen in match.events(seat)] for seat in (*match.seats, None)}
        differs = any(told[seat] != told[None] for seat in match.seats)
        assert differs is council.hides(match.options) is (secrets == "on")


def test_a_shared_victory_is_won_by_several() -> None:
    match = engine.new_match("council", "quartet", seed="shared")
    while not match.over:
        seat = match.decisions()[0].seat
        match.act(seat, "take 3" if seat in ("red", "green") else "take 1")
    assert match.result is not None
    assert match.result.winners == ("red", "green")
    assert match.result.to_json()["winners"] == ["red", "green"]
    assert played("council", "any").result is not None


@pytest.mark.parametrize("game", [*GAMES, "council"])
def test_no_turn_comes_after_the_last_if_there_is_one(game: str) -> None:
    rules = engine.games()[game]
    for scenario in rules.scenarios:
        rng = Random(scenario)
        match = engine.new_match(game, scenario, seed=scenario)
        for number, _ in enumerate(steps(match, random_player(rng), rng)):
            turn, last = rules.turn(match.view(None))
            assert turn >= 1
            assert turn <= last or last == 0
            if number == 200:
                break
    endless = engine.games()["council"]
    assert endless.turn(engine.new_match("council", "endless").view(None)) == (1, 0)


def test_a_count_of_turns_says_how_many_only_if_there_is_a_last() -> None:
    assert counted(4, 12) == "4 / 12"
    assert counted(41, 0) == "41"
