"""Rounds: questions to several at once, and what becomes of sealed answers in another world."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import Action
from engine.flow import Context, Frame, Plain, Round, Script, push
from engine.orders import Offer, Order, Words, one, some, subset

SCRIPT: Script[Table] = Script()
SEATS = 3
COIN = Words("coin", "1", "2", "3", "4")


class Table:
    """Three people with a purse each."""

    def __init__(self, *purses: tuple[str, ...]) -> None:
        self.purses = purses
        self.frames: list[Frame] = []
        self.sealed: list[Action | None] = []
        self.over: Any = None
        self.shown: tuple[Action, ...] = ()


class Offering(Order[Table, Plain], verb="offer", rule="1"):
    """1: put coins on the table, and name one to keep."""

    coins = some(COIN)
    kept = one(COIN, optional=True)

    def possible(self) -> bool:
        return bool(self.s.purses[self.who])

    @coins.offer
    def next_coin(self, chosen: tuple[str, ...]) -> Offer[str]:
        return subset(self.s.purses[self.who], chosen, 1, 2)

    @kept.offer
    def rest(self) -> Sequence[str | None]:
        left = list(self.s.purses[self.who])
        for coin in self.coins:
            left.remove(coin)
        return left or [None]


class Refuse(Order[Table, Plain], verb="refuse", rule="1"):
    """1: put nothing down."""


class Collecting(Round[Table, Plain], kind="collect", rule="1", script=SCRIPT):
    """1: all put coins down at once."""

    orders = (Offering, Refuse)

    def parties(self, s: Table, a: Plain) -> tuple[int, ...]:
        return tuple(range(SEATS))

    def opened(self, s: Table, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        s.shown = tuple(answer.action for answer in answers)


ROUND: Collecting = SCRIPT.points["collect"]
NOBODY = Context(None, lambda event: None)  # type: ignore[arg-type]


def table(*purses: tuple[str, ...]) -> Table:
    made = Table(*purses)
    push(made, Collecting.then())
    return made


def test_answers_wait_until_the_last_is_in() -> None:
    s = table(("1",), ("2", "3"), ())
    given = (Action("offer", ("1",), None), Action("offer", ("2",), "3"), Action("refuse"))
    for who in (2, 0):
        ROUND.answer(s, NOBODY, who, given[who], Plain())
        assert not s.shown
    assert ROUND.whom(s, Plain()) == (1,)
    ROUND.answer(s, NOBODY, 1, given[1], Plain())
    assert s.shown == given
    assert (s.sealed, s.frames) == ([], [])


def test_a_sealed_answer_becomes_one_that_could_be_given_there() -> None:
    """The reader's own stays, who has not answered still owes, and chance decides the others."""
    own, other = Action("offer", ("1",), "2"), Action("offer", ("1", "2"), None)
    found = set()
    for seed in range(40):
        s = table(("1", "2"), ("3", "4"), ("1", "2"))  # the second purse held other coins before
        s.sealed = [own, other, None]
        ROUND.reseal(s, Plain(), (0,), Random(seed))
        assert s.sealed[0] == own
        assert s.sealed[2] is None
        found.add(s.sealed[1])
    assert found == {
        Action("offer", ("3",), "4"),
        Action("offer", ("4",), "3"),
        Action("offer", ("3", "4"), None),
        Action("refuse"),
    }


def test_a_sealed_order_that_cannot_be_given_there_becomes_another() -> None:
    s = table(("1",), (), ("2",))
    s.sealed = [None, Action("offer", ("4",), None), None]
    ROUND.reseal(s, Plain(), (), Random(1))
    assert s.sealed == [None, Action("refuse"), None]
