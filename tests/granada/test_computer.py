"""What the greedy player of Granada has learned: a position for each blunder of before."""

from __future__ import annotations

from random import Random
from typing import Any

import engine
from engine.core import MODERATOR, Action
from engine.games.granada.computer.campaign import Council
from engine.games.granada.computer.sight import Sight
from engine.players import answer, player

HANDS = ("hand christian Castile2,Castile,Castile,Aragon,Leon", "hand muslim Andalusies,Zegries")


def laid(*edits: str) -> engine.Match:
    match = engine.new_match("granada", seed="a lesson")
    for edit in ("clear", *edits):
        match.act(MODERATOR, edit)
    return match


def thinks(match: engine.Match, seat: str) -> Action:
    return answer(match, seat, player("greedy", "a lesson"), Random(1))


def board(match: engine.Match) -> Any:
    game: Any = match.game
    return game.board


def sight(match: engine.Match, seat: str) -> Sight:
    view: Any = match.view(seat)
    return Sight(view, board(match), seat)


def test_two_stay_in_the_alhambra_when_all_may_be_lost() -> None:
    match = laid(
        "place muslim G2,G2h,N1 > Granada",
        "place christian 3C3,3C2,2A3,2A2,L2 > Granada",
        "hand christian Castile2,Castile,Castile,Aragon,Aragon,Leon,Leon,Aragon2",
        "hand muslim Andalusies,Zegries",
        "starts christian",
        "phase combat christian",
    )
    found = thinks(match, "muslim")
    assert found.verb == "split"
    assert len(found[1]) == 2


def test_a_monarch_is_not_shut_in_to_die() -> None:
    match = laid(
        "place christian Isabella,C2,C1 > Jaen",
        "place muslim N3,N2,Z3,Z2,B2 > Jaen",
        "hand christian",
        "hand muslim Andalusies,Zegries",
        "starts muslim",
        "phase combat muslim",
    )
    match.act("christian", "stand")
    while (asked := match.decisions()[0]).kind != "retreat":
        order = "finish" if asked.seat == "christian" and asked.kind == "deploy" else None
        match.act(asked.seat, order or thinks(match, asked.seat))
    found = thinks(match, "christian")
    assert "Isabella" not in found[1]
    assert found[2] is not None


def test_one_block_does_not_stay_before_two() -> None:
    match = laid(
        "place muslim N3,N2 > Loja",
        "place christian C3,C2,C2,A2,A3 > Loja",
        *HANDS,
        "starts christian",
        "phase movement christian",
    )
    seen = sight(match, "christian")
    council, kind = Council(seen), board(match).kind
    loja = board(match).place["Loja"]
    assert council.stand(loja, (kind["C2"],)) < 0 == council.stand(loja, ())
    assert council.stand(loja, seen.mine_at(loja)) > 0


def test_enough_is_enough() -> None:
    """One block cannot be lost twice: with the field won, no more cards are played."""
    match = laid(
        "place muslim N1 > Comares",
        "place christian 3C3 > Comares",
        *HANDS,
        "starts christian",
        "phase combat christian",
    )
    match.act("muslim", "stand")
    match.act("christian", "deploy Castile2 2C3")
    match.act("muslim", "pass")
    match.act("muslim", "finish")
    assert match.decision("christian") is not None
    assert thinks(match, "christian").verb == "finish"


def test_poor_cards_are_changed_when_there_is_nothing_to_do() -> None:
    match = laid(
        "place muslim N2,N1 > Jaen",
        "place christian C2 > Jaen",
        "castle Jaen christian",
        "hand christian Leon,Leon,Leon,Kingdoms,Kingdoms",
        "hand muslim",
        "turn 1485-I",
        "starts christian",
        "phase movement christian",
    )
    found = thinks(match, "christian")
    assert found.verb == "rest"
    assert len(found[1]) >= 2


def test_the_last_turn_is_not_played_for_the_next() -> None:
    match = laid(
        "place muslim N1 > Oran",
        "place christian C2 > Murcia",
        *HANDS,
        "turn 1491-1492-I",
        "starts muslim",
        "phase movement christian",
    )
    council = Council(sight(match, "christian"))
    assert council.unanswered
    assert council.drawn == 0
    assert council.risk(board(match).place["Cordoba"], ()) == 0
