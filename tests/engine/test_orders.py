"""An order's words by the names of its slots: whole actions, and what stands before a slot."""

from __future__ import annotations

import pytest

from engine.core import Action, HeraldError
from engine.games.granada.book.move import Move
from engine.games.granada.book.naval import Onward
from engine.orders import Bar, Order, Words, one

SOLD_OUT = Bar("sold_out", "1")
WINE = Words("wine", "red", "white")


class Pour(Order[None, tuple[()]], verb="pour"):
    """1: fill a glass."""

    shut = SOLD_OUT
    wine = one(WINE)

    def possible(self) -> bool:
        return self.who == 0


MARCH = Action("move", "Jaen", ("C1", "C2"), ("Loja",), None, (), None, (), ("L1!",), None, None)


def test_what_is_not_named_is_empty() -> None:
    found = Move.act(start="Jaen", blocks=("C1", "C2"), path=("Loja",), lead=("L1!",))
    assert found == MARCH


def test_the_words_of_an_action_by_slot_make_it_again() -> None:
    words = Move.filled(MARCH)
    assert (words["start"], words["path"], words["pick_at"]) == ("Jaen", ("Loja",), None)
    assert Move.act(**words) == MARCH


def test_what_stands_before_a_slot_ends_where_it_begins() -> None:
    assert Move.before(Move.start) == ("move",)
    assert Move.before(Move.path, start="Jaen", blocks=("C1",)) == ("move", "Jaen", ("C1",))
    led = Move.before(Move.march, start="Jaen", lead=("L1!",))
    assert led == ("move", "Jaen", (), (), None, (), None, (), ("L1!",))


def test_slots_stand_in_the_order_of_the_text() -> None:
    assert Onward.before(Onward.land, course=("Adra",)) == ("onward", (), (), ("Adra",))


def test_words_for_a_slot_that_is_not_there_or_comes_later_are_refused() -> None:
    with pytest.raises(HeraldError, match="has no slot crew"):
        Move.act(crew=("C1",))
    with pytest.raises(HeraldError, match="does not precede from"):
        Move.before(Move.start, path=("Loja",))


def test_a_slot_without_an_offer_takes_everything_of_its_domain() -> None:
    order = Pour(None, 0, ())
    assert order.level().choices == ("red", "white")
    assert order.why((), "red") is None
    assert order.why((), "rosé") is not None
    assert order.why((), None) is not None


def test_a_closed_order_gives_its_only_reason() -> None:
    closed = Pour(None, 1, ()).closed()
    assert Pour(None, 0, ()).closed() is None
    assert closed is not None
    assert closed.bar is SOLD_OUT
