"""Two to seven in council: rights and rounds keep secrets, and the tests of it can fail."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action
from engine.flow import PLAIN
from tests.contract.council.table import SCRIPT, State
from tests.contract.council.talks import Promising, Vow
from tests.contract.council.turns import Bidding, Sale
from tests.contract.interference import Inspector, LeakError
from tests.contract.play import any_open, portrait, random_player, steps
from tests.contract.test_events import sound

pytestmark = pytest.mark.usefixtures("council")


def inspect(scenario: str, seed: str, inspector: Inspector, often: float = 1.0) -> None:
    """One council, looked at with everybody's eyes."""
    rng = Random(seed)
    match = engine.new_match("council", scenario, {"secrets": "on"}, seed)
    while not match.over and len(match) < 150:
        asked = any_open(match, rng)
        action = asked.sample(rng)
        if rng.random() < often:
            inspector.step(match, asked.seat, action)
        else:
            match.act(asked.seat, action)


@pytest.mark.parametrize(
    ("scenario", "games", "often"), [("pair", 6, 1.0), ("quartet", 4, 1.0), ("full", 3, 0.5)]
)
def test_nobody_can_tell_worlds_apart(scenario: str, games: int, often: float) -> None:
    inspector = Inspector(Random(scenario))
    for number in range(games):
        inspect(scenario, f"{scenario} {number}", inspector, often)
    assert not inspector.weak()
    assert {"in hand", "heard", "vow", "sealed"} <= {*inspector.could}
    assert inspector.followed.total() > inspector.lost.total()
    assert {"promise", "vow", "bid", "walk", "dare"} <= {*inspector.compared}


@pytest.mark.parametrize("scenario", ["pair", "quartet", "full", "endless"])
def test_whole_councils_replay(scenario: str) -> None:
    rng = Random(scenario)
    match = engine.new_match("council", scenario, {"secrets": "on"}, scenario)
    for number, (seat, _) in enumerate(steps(match, random_player(rng), rng)):
        assert not match.check()
        if number % 7 == 6 and match.falling(match.undo_floor(seat), seat):
            match.undo(match.undo_floor(seat), seat)
            break
    for number, _ in enumerate(steps(match, random_player(rng), rng)):
        assert not match.check()
        if number == 60:
            break
    assert portrait(engine.from_record(match.record())) == portrait(match)


def test_councils_tell_what_is_declared() -> None:
    rng = Random("declared")
    told: set[str] = set()
    for secrets in ("on", "off", "on"):
        match = engine.new_match("council", "quartet", {"secrets": secrets}, "declared")
        for _ in steps(match, random_player(rng), rng):
            pass
        told |= sound(match)
    assert {"promise", "vow", "vows", "bids", "walk", "show", "slipped"} <= told


# -- rounds --------------------------------------------------------------------------------------


def test_a_round_asks_everybody_and_opens_when_the_last_has_answered() -> None:
    match = engine.new_match("council", "full", seed="round")
    match.act("red", "auction")
    assert [d.seat for d in match.decisions()] == list(match.seats)
    told = len(match.events(None))
    for seat, bid in zip(match.seats, (0, 1, 3, 3, 2, 0), strict=False):
        match.act(seat, f"bid {bid}")
        assert seat not in [d.seat for d in match.decisions()]
        assert match.withdrawable(seat) is not None
        assert len(match.events(None)) == told
    match.withdraw("yellow")
    match.act("yellow", "bid 2")
    match.act("violet", "bid 1")
    (seen,) = match.events(None, told + 1)  # after the withdrawal, which everybody sees
    assert seen.args == {"bids": (0, 1, 2, 3, 2, 0, 1), "winner": "green"}
    assert [d.seat for d in match.decisions()] == ["orange"]


def test_who_is_still_asked_depends_on_nobodys_answer() -> None:
    rng = Random(1)
    for _ in range(20):
        one, other = (engine.new_match("council", "full", seed="same") for _ in range(2))
        for match in (one, other):
            match.act("red", "auction")
        for seat in rng.sample(one.seats, 6):
            one.act(seat, f"bid {rng.randrange(4)}")
            other.act(seat, f"bid {rng.randrange(4)}")
            assert [d.key for d in one.decisions()] == [d.key for d in other.decisions()]
            assert one.rights() is not other.rights()
            assert [r.key for r in one.rights()] == [r.key for r in other.rights()]


# -- the test of the test ------------------------------------------------------------------------


def caught(scenario: str = "quartet") -> str:
    inspector = Inspector(Random(1))
    for number in range(8):
        try:
            inspect(scenario, f"leak {number}", inspector)
        except LeakError as leak:
            return str(leak)
    raise AssertionError("nobody noticed the leak")


def test_catches_a_right_that_needs_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Promising, s: State, a: Any) -> tuple[int, ...]:
        return tuple(who for who in range(s.count) if 0 not in s.hand[who])

    monkeypatch.setattr(Promising, "whom", leaky)
    assert "rights" in caught()


def test_catches_a_right_that_says_how_much_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def about(self: Promising, s: State, who: int, a: Any) -> dict[str, Any]:
        return {"best": max(s.hand[who], default=0)}

    monkeypatch.setattr(Promising, "about", about)
    assert "rights" in caught()


def test_catches_a_vow_that_shows_in_what_a_right_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Vow.words

    def leaky(self: Vow) -> Any:
        others = {vow for who, vow in enumerate(self.s.vows) if who != self.who}
        return [word for word in words(self) if word not in others] or words(self)

    monkeypatch.setattr(Vow, "words", leaky)
    assert "choices" in caught()


def test_catches_a_round_that_closes_early_by_what_is_sealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = Bidding.answer

    def hasty(self: Bidding, s: State, c: Any, who: int, action: Action, a: Sale) -> None:
        answer(self, s, c, who, action, a)
        if action == Action("bid", "3") and any(s.sealed):
            for other in self.whom(s, a)[:-1]:
                answer(self, s, c, other, Action("bid", "0"), a)

    monkeypatch.setattr(Bidding, "answer", hasty)
    assert "questions" in caught()


def test_rights_are_made_from_public_facts_alone() -> None:
    """The same in every world, for every seat, though hands, vows and bids differ."""
    rng = Random(9)
    match = engine.new_match("council", "full", {"secrets": "on"}, "public")
    for number, _ in enumerate(steps(match, random_player(rng), rng)):
        for seat in match.seats:
            world: Any = match.redeal(seat, rng)
            for right in SCRIPT.rights.values():
                assert right.whom(world._state, PLAIN) == right.whom(match._state, PLAIN)
        if number == 40:
            break
