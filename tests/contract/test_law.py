"""The law of orders, over random and greedy play of every game, on fresh orders too."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import engine
from engine.orders import Bar, Offer, Order, Why, Words, one, some, subset
from tests.contract.law import again, faults, positions, stuck, trees, unfit, walk

GAMES = list(engine.games())
SHORT = {"random": 2000, "greedy": 500}
LONG = {"random": 30_000, "greedy": 6_000}

# Slots in which something of the slot's own domain may be kept out by no rule of its own: the
# last bar is a look-ahead, or there is none. A value of any other slot is refused by its rule.
UNFIT_SLOTS = {
    "granada": {
        "anchor also",
        "anchor load",
        "discard cards",
        "muster at",
        "onward also",
        "onward load",
        "rest cards",
        "sail also",
        "sail load",
        "total cards",
    },
}


def keep_the_law(name: str, who: str, steps: int, seed: str) -> set[str]:
    """Play, and look at one way down every tree; the slots that gave the general answer."""
    asked, general = 0, set()
    for match, rng in positions(name, who, steps, seed):
        for _, tree in trees(match):
            for stage in walk(tree, rng.choice(list(tree.orders)), rng):
                found = list(faults(stage))
                assert not found, found[:5]
                general.add(unfit(stage))
                asked += 1
    assert asked > steps / 2
    return general - {""}


@pytest.mark.parametrize("who", list(SHORT))
@pytest.mark.parametrize("name", GAMES)
def test_a_value_is_offered_if_and_only_if_no_bar_holds(name: str, who: str) -> None:
    general = keep_the_law(name, who, SHORT[who], "law")
    for slot in sorted(general - UNFIT_SLOTS.get(name, set())):
        pytest.fail(
            f"{name}: {slot} refuses a value with the general sentence. Give it a bar, or name it "
            "among UNFIT_SLOTS if nothing better can be said."
        )


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_the_law_holds_for_long_and_the_list_of_general_answers_is_exact(name: str) -> None:
    general = set()
    for who, steps in LONG.items():
        general |= keep_the_law(name, who, steps, "long law")
    assert general == UNFIT_SLOTS.get(name, set())


@pytest.mark.parametrize("name", GAMES)
def test_a_verb_is_open_if_and_only_if_nothing_closes_it(name: str) -> None:
    closed = 0
    for match, _ in positions(name, "random", 1000, "verbs"):
        game: Any = match.game
        for question, tree in trees(match):
            for verb in match.game.verbs:
                order = game.closed_order(match._state, question, verb)
                if order is not None:
                    why = order.closed()
                    assert order.possible() == (why is None), (verb, why)
                    assert (verb in tree.orders) == (why is None), (verb, why)
                    closed += why is not None
    assert closed > 100


@pytest.mark.parametrize("name", GAMES)
def test_every_offered_value_can_be_completed(name: str) -> None:
    tried = 0
    for match, rng in positions(name, "random", 3000, "complete"):
        for _, tree in trees(match):
            for order, prefix, partial in walk(tree, rng.choice(list(tree.orders)), rng):
                for value in again(order, prefix).level(partial).choices:
                    where = stuck((order, prefix, (*partial, value)), rng)
                    assert not where, where
                    tried += 1
    assert tried > 1000


@pytest.mark.parametrize("name", GAMES)
def test_the_law_holds_for_a_moderator_too(name: str) -> None:
    for match, rng in positions(name, "random", 150, "edits"):
        for _, tree in trees(match, moderator=True):
            for verb in rng.sample(list(tree.orders), 6):
                for order, prefix, partial in walk(tree, verb, rng):
                    found = list(faults((order, prefix, partial)))
                    assert not found, found[:5]
                    choices = again(order, prefix).level(partial).choices
                    for value in rng.sample(choices, min(3, len(choices))):
                        where = stuck((order, prefix, (*partial, value)), rng)
                        assert not where, where


# -- the law can be broken -----------------------------------------------------------------------

LETTER = Words("letter", "a", "b", "c")
NO_B = Bar("no_b", "1.1")


class Spell(Order[None, tuple[()]], verb="spell"):
    """1.1: spell a word."""

    first = one(LETTER)
    rest = some(LETTER)

    @first.offer
    def firsts(self) -> Sequence[str]:
        return ("a", "b")

    @first.bar
    def first_barred(self, letter: str) -> Why | None:
        return NO_B() if letter == "b" else None

    @rest.offer
    def rests(self, chosen: tuple[str, ...]) -> Offer[str]:
        return subset(("a", "c") if self.first == "a" else (), chosen, 1, 2)


def test_a_bar_that_differs_from_the_offer_is_found() -> None:
    found = list(faults((Spell(None, 0, ()), (), ())))
    assert [text.partition(": ")[2].split(",")[0] for text in found] == [
        "b is offered",
        "c is not offered",
    ]


def test_a_value_that_cannot_be_completed_is_found() -> None:
    order, rng = Spell(None, 0, ()), Random(1)
    assert not stuck((order, (), ("a",)), rng)
    assert stuck((order, (), ("b",)), rng) == "spell () ('b',): no way to fill rest"


def test_a_slot_without_a_bar_is_found() -> None:
    assert unfit((Spell(None, 0, ()), ("a",), ())) == "spell rest"
    assert unfit((Spell(None, 0, ()), (), ())) == ""
