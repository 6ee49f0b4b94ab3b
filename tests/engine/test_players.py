"""Computer players: what they may know, what they answer, and how well they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

import engine
from engine.core import Decision, Value
from engine.games.granada.computer.judging import JUDGES
from engine.games.granada.table.flow import POINTS
from engine.players import answer, player
from engine.players.greedy import GreedyPlayer

GRANADA = "granada"
WORLDS = 3  # redealt worlds in which a choice is compared


def play(
    seed: str, seated: Mapping[str, str], options: Mapping[str, str] | None = None
) -> engine.Match:
    """One game to its end between players named by seat."""
    match = engine.new_match(GRANADA, options=options, seed=seed)
    rng = Random(seed)
    players = {seat: player(name, f"{seed} {seat}") for seat, name in seated.items()}
    while not match.over:
        seat = match.decisions()[0].seat
        match.act(seat, answer(match, seat, players[seat], rng))
    return match


def both(name: str) -> dict[str, str]:
    return dict.fromkeys(("christian", "muslim"), name)


def lively_options() -> dict[str, str]:
    """Every option away from its default, as far as that adds decisions."""
    game = engine.games()[GRANADA]
    wanted = ("on", "both", "all")
    return {
        name: next((v for v in option.values if v in wanted), option.default)
        for name, option in game.options.items()
    }


def test_greedy_is_only_ever_given_a_redealt_world() -> None:
    match = engine.new_match(GRANADA, seed="peek")
    with pytest.raises(TypeError, match="redealt"):
        GreedyPlayer().choose(match, match.decisions()[0])  # type: ignore[arg-type]


def test_every_kind_of_decision_has_a_judge() -> None:
    assert set(POINTS) - {"draw"} <= set(JUDGES)


def test_greedy_chooses_alike_in_all_worlds_that_its_seat_cannot_tell_apart() -> None:
    match = engine.new_match(GRANADA, seed="worlds")
    rng = Random("worlds")
    kinds = Counter[str]()
    for number in range(160):
        seat = match.decisions()[0].seat
        chosen = []
        for _ in range(WORLDS):
            world = match.redeal(seat, rng)
            there = world.decision(seat)
            assert there is not None
            decision = there
            chosen.append(GreedyPlayer(number).choose(world, there))
        assert len(set(chosen)) == 1, (decision.kind, chosen)
        kinds[decision.kind] += 1
        match.act(seat, chosen[0])
        if match.over:
            break
    assert {"bid", "buy", "order", "deploy", "withdraw"} <= set(kinds)


def test_greedy_repeats_itself_from_the_same_seeds() -> None:
    first, second = (play("again", both("greedy")).record() for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["war-1", "war-2", "war-3"])
def test_greedy_plays_whole_wars(seed: str) -> None:
    match = play(seed, both("greedy"))
    assert not match.check()
    kinds = Counter(seen.kind for seen in match.events(None))
    assert all(kinds[kind] for kind in ("battle", "muster", "march", "sail", "assault"))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_greedy_plays_with_every_option(number: int) -> None:
    match = play(f"options-{number}", both("greedy"), lively_options())
    assert match.over
    assert not match.check()


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["christian", "muslim"])
def test_greedy_beats_random_from_either_seat(seat: str) -> None:
    games = 6
    seated = {**both("random"), seat: "greedy"}
    won = Counter(_winner(play(f"weak-{seat}-{n}", seated)) for n in range(games))
    assert won[seat] >= games - 1


def _winner(match: engine.Match) -> str | None:
    assert match.result is not None
    (winner,) = match.result.winners or (None,)
    return winner


def test_greedy_finds_an_answer_where_only_one_stands() -> None:
    """A question with a single answer needs no judgement, whatever the game."""
    match = engine.new_match(GRANADA, seed="single")
    rng = Random(1)
    players = {seat: player("random", seat) for seat in match.seats}
    found = 0
    while not match.over and found < 3:
        decision = match.decisions()[0]
        world = match.redeal(decision.seat, rng)
        question = world.decision(decision.seat)
        assert question is not None
        if _single(question):
            assert GreedyPlayer().choose(world, question) == (question.verbs[0],)
            found += 1
        match.act(decision.seat, answer(match, decision.seat, players[decision.seat], rng))
    assert found


def _single(decision: Decision) -> bool:
    verbs: tuple[Value, ...] = decision.next(()).choices
    slots = engine.games()[GRANADA].verbs[verbs[0]].slots
    return len(verbs) == 1 and not slots
