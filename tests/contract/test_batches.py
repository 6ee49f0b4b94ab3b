"""Orders that go on after a die, and orders that name only their goal."""

from __future__ import annotations

import pytest

import engine
from engine import Action, Illegal, Match, Seen

pytestmark = pytest.mark.usefixtures("council")


def council(*dice: int) -> Match:
    """A council of four in which the dice fall so."""
    match = engine.new_match("council", "quartet", seed="batch")
    match._dice.forced = [("die", str(shown)) for shown in dice]
    return match


def lost(seen: tuple[Seen, ...]) -> list[int]:
    return [s.args["lost"] for s in seen if s.kind == "dare"]


def test_a_batch_stops_at_a_die() -> None:
    match = council(6, 6)
    batch = match.batch("red", "dare\ndare\ntake 1")
    assert (batch.done, batch.rest, batch.refused) == (("dare",), ("dare", "take 1"), None)
    assert len(match) == 1


def test_then_goes_on_after_a_die() -> None:
    match = council(6, 5)
    batch = match.batch("red", "dare; then dare; Then take 1; promise green 1")
    assert batch.done == ("dare", "dare", "take 1", "promise green 1")
    assert batch.rest == ()
    assert [e.action for e in match.entries][:3] == [
        Action("dare"),
        Action("dare"),
        Action("take", "1"),
    ]


def test_then_does_not_answer_for_others() -> None:
    match = engine.new_match("council", "endless", {"secrets": "off"}, "others")
    batch = match.batch("red", "throw; then throw")
    assert batch.done == ("throw",)
    assert batch.refused is None
    assert batch.rest == ("then throw",)
    assert [d.seat for d in match.decisions()] == ["orange"]


@pytest.mark.parametrize(
    ("dice", "stop", "done"),
    [
        ((2, 3, 6), "if lost 3+ stop", 2),  # 2 and 1 are 3
        ((1, 6, 6), "if lost 3+ stop", 1),
        ((6, 6, 6), "if lost 3+ stop", 3),
        ((2, 6, 6), "IF LOST 2 STOP", 1),
        ((1, 6, 6), "if lost 2, stop", 3),
    ],
)
def test_the_rest_stops_by_what_came_of_it(dice: tuple[int, ...], stop: str, done: int) -> None:
    match = council(*dice)
    batch = match.batch("red", f"dare; {stop}; then dare; {stop}; then dare")
    assert len(lost(batch.seen)) == len(batch.done) == done
    rest = {1: ("then dare", stop, "then dare"), 2: ("then dare",), 3: ()}
    assert batch.rest == rest[done]
    assert batch.refused is None


def test_what_was_lost_before_does_not_count() -> None:
    match = council(1, 6, 6)
    match.act("red", "dare")
    assert match.batch("red", "dare; if lost 3+ stop; then dare").rest == ()


@pytest.mark.parametrize(
    ("game", "word", "sentence"),
    [
        ("council", "gained", "Council counts no gained that orders could go by, but lost"),
        ("granada", "lost", "Orders in Granada cannot go by what came of others"),
        ("hispania", "lost", "Orders in Hispania cannot go by what came of others"),
    ],
)
def test_an_unknown_name_is_refused_before_anything_is_done(
    game: str, word: str, sentence: str
) -> None:
    match = engine.new_match(game, seed="unknown")
    decision = match.decisions()[0]
    first = "dare" if game == "council" else engine.text.write(match.game.verbs, decision.default)
    batch = match.batch(decision.seat, f"{first}; if {word} 3+ stop; then {first}")
    assert batch.refused is not None
    assert sentence in batch.refused.reason
    assert batch.done == ()
    assert len(match) == 0
    with pytest.raises(Illegal, match=r"could go by|cannot go by"):
        match.act(decision.seat, f"if {word} 3+ stop")


def test_what_has_not_run_is_on_no_record() -> None:
    match = council(1)
    match.batch("red", "dare; if lost 3+ stop; then walk > Harbour")
    assert "Harbour" not in str(match.record()["entries"])
    for reader in (*match.seats, None):
        assert "Harbour" not in str([s.args for s in match.events(reader)])


# -- goals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("walk > Bridge", ("Bridge",)),
        ("walk > Harbour", ("Gate", "Harbour")),  # both ways are alike: always the same
        ("walk harbour", ("Gate", "Harbour")),
        ("walk > Arch > Harbour", ("Arch", "Harbour")),
        ("walk > Ford > Temple", ("Ford", "Mill", "Temple")),
        ("walk > Bridge > Mill > Temple", ("Bridge", "Mill", "Temple")),
    ],
)
def test_the_goal_is_enough_where_nothing_depends_on_the_way(
    text: str, way: tuple[str, ...]
) -> None:
    match = council()
    (seen,) = match.act("red", text)
    assert seen.args["path"] == way
    assert match.entries[0].action == Action("walk", way)


def test_a_choice_that_matters_is_asked_for() -> None:
    match = council()
    with pytest.raises(Illegal, match="Several ways lead to Mill") as refused:
        match.act("red", "walk > Mill")
    assert "> Bridge > Mill or > Ford > Mill" in refused.value.reason
    assert "walk > Bridge > Mill" in refused.value.suggestions
    match.act("red", "walk > Ford > Mill")


def test_a_goal_out_of_reach_is_refused_by_the_game() -> None:
    match = council()
    match.act("red", "walk > Harbour")
    for _ in range(3):
        match.act(match.decisions()[0].seat, "take 1")
    with pytest.raises(Illegal, match="No road leads on to Mill") as refused:
        match.act("red", "walk > Mill")
    assert refused.value.rule == "6"


@pytest.mark.parametrize("game", ["granada", "hispania"])
def test_other_games_do_not_fill_in_ways(game: str) -> None:
    match = engine.new_match(game, seed="ways")
    for decision in match.decisions():
        assert decision.route((decision.verbs[0], ()), "anywhere") is None
