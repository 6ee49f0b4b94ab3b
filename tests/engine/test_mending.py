"""One order replaced, the later ones given again: append-only, with new chance, all or nothing."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine import Illegal, Match
from engine.mending import before, mend, rehearse, used_chance
from tests.contract.play import eager_player, played, portrait, steps

GAMES = [*engine.games()]
AT_ONCE = ("force", "unforce", "clear")  # edits that leave little to look at


def orders(match: Match, rng: Random, most: int) -> list[int]:
    """Some orders that stand, the last ones among them more often than the first."""
    live = [i for i in match.live if match.entries[i].what == "act"]
    return sorted({live[-1 - int(len(live) * rng.random() ** 3)] for _ in range(most)})


@pytest.mark.parametrize("game", GAMES)
def test_any_order_can_be_replaced_by_any_legal_one(game: str) -> None:
    match = played(game, f"{game} mending", 60)
    rng = Random(5)
    seen = portrait(match)
    gone_on = 0
    for entry in orders(match, rng, 8):
        seat = match.entries[entry].seat
        decision = before(match, entry).decision(seat)
        assert decision is not None
        new = decision.sample(rng)
        plan = rehearse(match, entry, new)
        assert portrait(match) == seen, "a rehearsal changed the match"
        trial = match.fork()
        followed: list[str] = []
        done = mend(trial, entry, new, followed.append)
        later = [i for i in match.live if i > entry]
        assert [*done.again, *done.fallen] == later
        assert [*plan.again, *plan.fallen, *plan.unsure] == later
        sure = len(plan.again)
        assert done.again[:sure] == plan.again
        if not plan.unsure:
            assert (done.again, done.fallen, done.why) == (plan.again, plan.fallen, plan.why)
        assert bool(done.fallen) is bool(done.why)
        old, lines = seen["record"]["entries"], trial.record()["entries"]
        assert lines[: len(old)] == old, "the record is append-only"
        assert len(lines) == len(old) + 2 + len(done.again)
        assert len(followed) == 2 + len(done.again)
        again = [trial.entries[i].action for i in trial.live[-1 - len(done.again) :]]
        assert again == [new, *(match.entries[i].action for i in done.again)]
        gone_on += bool(done.again)
    assert gone_on, "nothing was ever given again"


@pytest.mark.parametrize("game", GAMES)
def test_what_was_mended_replays_to_the_same(game: str) -> None:
    match = played(game, f"{game} mended", 40)
    rng = Random(2)
    entry = orders(match, rng, 3)[0]
    decision = before(match, entry).decision(match.entries[entry].seat)
    assert decision is not None
    mend(match, entry, decision.sample(rng))
    assert portrait(engine.from_record(match.record())) == portrait(match)
    number = len(match)
    for _ in zip(range(3), steps(match, eager_player(rng), rng), strict=False):
        pass
    assert len(match) > number


def test_the_same_order_without_chance_leads_to_the_same_position() -> None:
    """Later orders stand, down to the last, where nothing is rolled."""
    match = played("granada", "the same again", 12)
    rng = Random(1)
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        live = match.live[-4:]
        if number > 10 and not any(used_chance(match, i) for i in live):
            break
    views = [match.view(reader) for reader in (*match.seats, None)]
    action = match.entries[live[0]].action
    assert action is not None
    done = mend(match, live[0], action)
    assert done.again == live[1:]
    assert [match.view(reader) for reader in (*match.seats, None)] == views


def test_an_order_that_was_not_legal_changes_nothing() -> None:
    match = played("granada", "nothing changes", 20)
    seen = portrait(match)
    entry = match.live[4]
    for wrong in ("nonsense", "move Cordoba all > Paris", "", "pass; pass"):
        for do in (rehearse, mend):
            with pytest.raises(Illegal):
                do(match, entry, wrong)
    match.undo(match.live[-1])
    gone = match.entries[-1].to
    for do in (rehearse, mend):
        with pytest.raises(Illegal, match="does not stand"):
            do(match, gone, "pass")
    assert portrait(match)["record"]["entries"][:-1] == seen["record"]["entries"]


def test_a_rehearsal_does_not_tell_the_dice_to_come() -> None:
    """However often somebody tries, the true chance that follows is not used for it."""
    match = played("granada", "no fishing", 30)
    entry = next(i for i in reversed(match.live) if used_chance(match, i))
    action = match.entries[entry].action
    assert action is not None
    plan = rehearse(match, entry, action)
    assert plan.again == plan.fallen == ()
    assert plan.unsure == tuple(i for i in match.live if i > entry)


@pytest.mark.parametrize("game", GAMES)
def test_undo_leads_to_where_the_match_stood_with_edits_in_between(game: str) -> None:
    rng = Random(0)
    choose = eager_player(rng)
    match = engine.new_match(game, seed=f"{game} edited 0")
    stood = []
    for number in range(40):
        asked = match.decisions()
        stood.append((len(match), [d.seat for d in asked], match.view(None)))
        if number % 4 == 3:
            editing = match.decision(engine.MODERATOR)
            assert editing is not None
            edits = [editing.sample(rng) for _ in range(20)]
            match.act(engine.MODERATOR, next(e for e in edits if e.verb not in AT_ONCE))
        else:
            decision = rng.choice(asked)
            match.act(decision.seat, choose(match, decision))
    for entry, seats, view in stood:
        earlier = match.fork()
        earlier.undo(entry)
        assert [d.seat for d in earlier.decisions()] == seats
        assert earlier.view(None) == view
