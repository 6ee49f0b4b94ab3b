"""Rights beside the questions: what a seat may do at any time, and what nobody learns of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import engine
from engine import MODERATOR, DataError, Illegal, Match, Stale, cases, mending
from engine.core import Action
from engine.parts.concern import concerned
from engine.players import MOST_USED, freely, may_use, player
from tests.contract.play import portrait, questions, rights

pytestmark = pytest.mark.usefixtures("council")


def council(*orders: tuple[str, str], scenario: str = "quartet") -> Match:
    match = engine.new_match("council", scenario, seed="rights")
    for seat, order in orders:
        match.act(seat, order)
    return match


def kinds(match: Match, seat: str) -> list[str]:
    return [right.kind for right in match.rights(seat)]


def test_a_seat_that_is_not_asked_may_order_by_right() -> None:
    match = council()
    assert [d.seat for d in match.decisions()] == ["red"]
    assert kinds(match, "green") == ["promising", "vowing"]
    assert match.rights("green")[0].prompt == "You may promise somebody points."
    (seen,) = match.act("green", "promise yellow 2")
    assert match.tell(seen, "red") == "Green promises yellow 2."
    assert [d.seat for d in match.decisions()] == ["red"]
    assert kinds(match, "yellow") == ["promising", "accepting", "vowing"]
    match.act("yellow", "accept green")
    assert match.view(None).to_json()["points"] == {"red": 0, "orange": 0, "yellow": 2, "green": -2}
    assert match.rights()[0].default == Action("promise", "orange", "1")


def test_the_question_stands_as_it_was_and_keeps_its_key() -> None:
    match = council()
    decision = match.decision("red")
    assert decision is not None
    key = decision.key
    match.act("green", "promise yellow 2")
    match.act("orange", "vow sun")
    assert match.decision("red").key == key  # type: ignore[union-attr]
    match.act("red", "take 1", key)
    with pytest.raises(Stale):
        match.act("red", "take 1", key)


def test_the_key_says_which_right_is_meant() -> None:
    match = council(("green", "promise yellow 2"))
    promising, accepting, _ = match.rights("yellow")
    with pytest.raises(Illegal):
        match.act("yellow", "accept green", promising.key)
    match.act("yellow", "accept green", accepting.key)
    with pytest.raises(Stale):
        match.act("yellow", "accept green", accepting.key)


def test_wrong_orders_are_refused_with_their_rule() -> None:
    match = council()
    with pytest.raises(Illegal, match="That is you") as refused:
        match.act("green", "promise green 2")
    assert refused.value.rule == "10"
    with pytest.raises(Illegal, match="Nothing is asked of green now"):
        match.act("green", "take 2")
    with pytest.raises(Illegal, match="You have promised nothing") as refused:
        match.act("green", "retract")
    assert refused.value.rule == "10"
    with pytest.raises(Illegal, match="You have promised nothing"):
        match.act("green", Action("retract"))
    with pytest.raises(Illegal, match="does not sit"):
        match.act("green", Action("promise", "violet", "1"))
    assert len(match) == 0


def test_a_record_with_rights_replays_to_the_same() -> None:
    match = council(
        ("green", "promise yellow 2"),
        ("orange", "vow sun"),
        ("red", "take 1"),
        ("yellow", "accept green"),
        ("red", "promise green 1"),
        ("orange", "throw"),
    )
    assert [e.what for e in match.entries] == ["use", "use", "act", "use", "use", "act"]
    again = engine.from_record(json.loads(json.dumps(match.record())))
    assert portrait(again) == portrait(match)
    assert rights(again) == rights(match)
    record = match.record()
    record["entries"][3]["seat"] = "red"
    with pytest.raises(DataError, match="entry 3: red had no such right"):
        engine.from_record(record)


# -- taking back ---------------------------------------------------------------------------------


def test_a_right_used_in_the_open_is_taken_back_like_an_order() -> None:
    match = council(("red", "take 1"), ("green", "promise yellow 2"), ("orange", "take 1"))
    assert match.undo_floor("green") == 3
    assert concerned(match, "green", 1) == ("orange",)
    assert concerned(match, "red", 0) == ("orange", "green")
    match.undo(1, "green")
    assert kinds(match, "yellow") == ["promising", "vowing"]
    assert match.decision("orange") is not None


def test_what_is_used_in_silence_is_nobodys_business() -> None:
    """Others take back as if it were not there, and it stands."""
    loud = council(("red", "take 1"))
    match = council(("orange", "vow sun"), ("red", "take 1"), ("green", "vow moon"))
    assert match.undo_floor("red") == 1
    assert match.falling(1, "red") == (1,)
    match.undo(1, "red")
    loud.undo(0, "red")
    for seat in ("orange", "green"):
        assert match.view(seat).to_json()["vow"] == {"orange": "sun", "green": "moon"}[seat]
    assert match.view("red") == loud.view("red")
    assert [s.to_json() for s in match.events("red")] == [s.to_json() for s in loud.events("red")]
    assert questions(match) == questions(loud)
    again = engine.from_record(match.record())
    assert portrait(again) == portrait(match)


def test_what_was_used_in_silence_does_not_change_who_is_asked() -> None:
    orders = (("red", "take 1"), ("orange", "take 2"))
    quiet = (("green", "vow sun"), *orders, ("yellow", "vow sun"))
    assert concerned(council(*orders), "red", 0) == ("orange",)
    assert concerned(council(*quiet), "red", 1) == ("orange",)


def test_the_moderator_takes_back_everything() -> None:
    match = council(("red", "take 1"), ("green", "vow moon"))
    match.undo(0)
    assert match.view("green").to_json()["vow"] is None


def test_a_right_may_be_mended() -> None:
    match = council(("red", "take 1"), ("green", "promise yellow 2"), ("orange", "take 1"))
    mended = mending.mend(match, 1, "promise yellow 3")
    assert mended.again == (2,)
    match.act("yellow", "accept green")
    assert match.view(None).to_json()["points"]["yellow"] == 3


def test_an_answer_can_be_withdrawn_whatever_rights_were_used_since() -> None:
    match = council(("red", "auction"), ("orange", "bid 2"), ("green", "vow sun"))
    match.act("orange", "promise red 1")
    assert match.withdrawable("orange") == 1
    match.withdraw("orange")
    assert match.decision("orange") is not None
    assert match.view("green").to_json()["vow"] == "sun"
    assert portrait(engine.from_record(match.record())) == portrait(match)


# -- numbers -------------------------------------------------------------------------------------


def test_no_number_tells_of_what_was_done_in_silence() -> None:
    """Two tables, one with vows and one without: the others cannot tell which is which."""
    orders = [
        ("red", "take 1"),
        ("green", "promise red 1"),
        ("orange", "auction"),
        ("yellow", "bid 1"),
        ("red", "bid 1"),
        ("orange", "bid 0"),
        ("green", "bid 3"),
        ("yellow", "whisper red"),
    ]
    rng = Random(3)
    one, other = council(), council()
    for seat, order in orders:
        for _ in range(rng.randrange(3)):
            other.act("green", f"vow {rng.choice(['sun', 'moon'])}")
        one.act(seat, order)
        other.act(seat, order)
        same_to_others(one, other)
    one.undo(len(one) - 1, "yellow")
    other.undo(other.falling(0, "yellow")[-1], "yellow")
    same_to_others(one, other)


def same_to_others(one: Match, other: Match) -> None:
    assert questions(one) == questions(other)
    assert rights(one) == rights(other)
    for reader in ("red", "orange", "yellow", None):
        assert one.view(reader) == other.view(reader)
        seen = [[s.to_json() for s in match.events(reader)] for match in (one, other)]
        assert seen[0] == seen[1]


def test_a_number_that_counts_what_is_hidden_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.parts.ledger import Ledger

    monkeypatch.setattr(Ledger, "moment", lambda self, index: index)
    with pytest.raises(AssertionError):
        test_no_number_tells_of_what_was_done_in_silence()


def test_the_number_of_a_right_does_not_depend_on_who_looks() -> None:
    orders = (("red", "take 1"), ("green", "promise yellow 2"), ("orange", "take 1"))
    watched = council()
    for seat, order in orders:
        watched.rights()
        watched.act(seat, order)
    assert rights(watched) == rights(engine.from_record(council(*orders).record()))
    assert [r.number for r in watched.rights("yellow")] == [0, 2, 0]


# -- case files ----------------------------------------------------------------------------------

CASE = """
case: a promise is kept when it is accepted, whoever's turn it is
rule: "10"
game: council
scenario: quartet
steps:
  - green: promise yellow 2
  - illegal: {yellow: accept red, rule: "10"}
  - legal: {yellow: accept green}
  - yellow: accept green
  - event: {kind: accept, side: yellow, of: green}
  - asked: {red: turn}
  - red: take 1
"""


def test_a_case_may_use_rights(tmp_path: Path) -> None:
    path = tmp_path / "rights.yaml"
    path.write_text(CASE, encoding="utf-8")
    cases.run(path)
    path.write_text(CASE.replace("accept red", "accept green"), encoding="utf-8")
    with pytest.raises(cases.CaseError, match="'accept green' is legal for yellow"):
        cases.run(path)


# -- other worlds --------------------------------------------------------------------------------


def test_a_right_is_followed_in_another_world() -> None:
    match = council(("green", "promise yellow 2"), ("orange", "vow sun"))
    world = match.redeal("red", Random(2))
    assert rights(world) == rights(match)
    for seat, action in (("yellow", Action("accept", "green")), ("orange", Action("vow", "moon"))):
        assert world.alias(action, seat) == action
    assert world.alias(Action("accept", "green"), "red") is None
    world.act("yellow", "accept green")
    assert MODERATOR not in {right.seat for right in world.rights()}


def test_a_computer_uses_what_its_game_judges_worth_using() -> None:
    match = council(("green", "promise yellow 2"))
    minds = {seat: player("greedy", seat) for seat in match.seats}
    used = freely(match, minds, Random(1))
    assert used is not None
    assert used[:2] == ("yellow", Action("accept", "green"))
    match.act(*used)
    assert match.view(None).to_json()["points"]["yellow"] == 2
    assert freely(match, minds, Random(1)) is None


def test_a_computer_uses_no_more_than_a_few_rights_between_two_answers() -> None:
    match = council()
    for _ in range(MOST_USED):
        assert may_use(match, "green")
        match.act("green", "promise yellow 2")
    assert not may_use(match, "green")
    assert may_use(match, "orange")
    match.act("red", "take 1")
    assert may_use(match, "green")
