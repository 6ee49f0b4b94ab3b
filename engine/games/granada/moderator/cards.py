"""Edits of cards: hands, piles, Castle Surrender."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.moderator.edit import CARD_OF_SIDE, NUMBER, Edit, sides_with, upto
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import SIDE, Card
from engine.games.granada.table.state import State, join, without
from engine.orders import Offer, Words, one, some, subset

SURRENDERS = 2  # Castle Surrender cards of a side (5.1)
PILES = {"deck": "deck", "discards": "discard", "out": "removed"}
PILE = Words("pile", *PILES)


def all_cards(s: State, side: int) -> tuple[int, ...]:
    """Every card of a side but those on the table in a battle."""
    return tuple(sorted(s.hand[side] + s.deck[side] + s.discard[side] + s.removed[side]))


def designs(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Each design once, in order."""
    return tuple(dict.fromkeys(sorted(cards)))


def _reopen(s: State, side: int) -> None:
    """A sealed answer may name cards that are no longer there: it has to be given again."""
    s.sealed[side] = None


def _not_in_hand(s: State, side: int) -> tuple[int, ...]:
    return s.deck[side] + s.discard[side] + s.removed[side]


def _draw_card(s: State, side: int, card: int) -> None:
    """From the deck, else the discards, else from out of the game."""
    for heap in (s.deck, s.discard, s.removed):
        if card in heap[side]:
            heap[side] = without(heap[side], (card,))
            s.hand[side] = join(s.hand[side], (card,))
            return
    raise AssertionError(f"no card {card} to give")


def _leave_hand(s: State, side: int, card: int) -> None:
    s.hand[side] = without(s.hand[side], (card,))
    if card in s.shown[side] and s.shown[side].count(card) > s.hand[side].count(card):
        s.shown[side] = without(s.shown[side], (card,))


class Hand(Edit, verb="hand"):
    """Edit: set a side's whole hand."""

    side = one(SIDE, whole=True)
    cards = some(CARD_OF_SIDE, optional=True)

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        pool = all_cards(self.s, self.side)
        return subset(pool, chosen, 0, len(pool))

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        _reopen(s, side)
        s.deck[side] = join(s.deck[side], s.hand[side])
        s.hand[side] = s.shown[side] = ()
        for card in self.cards:
            _draw_card(s, side, card)
        self.told(c, count=len(self.cards))


class OneCard(Edit):
    """A side and one of its cards."""

    side = one(SIDE)
    card = one(CARD_OF_SIDE)

    def pool(self, side: int) -> tuple[int, ...]:
        """The cards that it could be about."""
        raise NotImplementedError

    @side.offer
    def sides(self) -> Sequence[Any]:
        return sides_with(self.pool)

    @card.offer
    def cards(self) -> Sequence[Any]:
        return designs(self.pool(self.side))

    def told(self, c: Context, reveals: tuple[str, ...] = (), **more: Any) -> None:
        super().told(c, reveals, cards=(self.tokens(OneCard.card),), **more)


class Give(OneCard, verb="give"):
    """Edit: give a side a card from its deck or discards."""

    def pool(self, side: int) -> tuple[int, ...]:
        return _not_in_hand(self.s, side)

    def do(self, c: Context) -> None:
        _reopen(self.s, self.side)
        _draw_card(self.s, self.side, self.card)
        self.told(c, count=1)


class Take(OneCard, verb="take"):
    """Edit: take a card from a hand back into the deck."""

    def pool(self, side: int) -> tuple[int, ...]:
        return self.s.hand[side]

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        _reopen(s, side)
        _leave_hand(s, side, self.card)
        s.deck[side] = join(s.deck[side], (self.card,))
        self.told(c, count=1)


class Pile(OneCard, verb="pile"):
    """Edit: put a card into the deck, the discards or out of the game."""

    goal = one(PILE, name="pile", mark=">")

    def pool(self, side: int) -> tuple[int, ...]:
        return all_cards(self.s, side)

    def _sources(self, goal: str) -> list[str]:
        """The heaps from which the card could come to the pile `goal`."""
        s, side = self.s, self.side
        heaps = ("hand", "deck", "discard", "removed")
        return [h for h in heaps if h != PILES[goal] and self.card in getattr(s, h)[side]]

    @goal.offer
    def goals(self) -> Sequence[str]:
        return [goal for goal in PILES if self._sources(goal)]

    def do(self, c: Context) -> None:
        s, side, card = self.s, self.side, self.card
        source = self._sources(self.goal)[0]
        if source == "hand":
            _reopen(s, side)
            _leave_hand(s, side, card)
        else:
            heap = getattr(s, source)
            heap[side] = without(heap[side], (card,))
        heap = getattr(s, PILES[self.goal])
        heap[side] = join(heap[side], (card,))
        seen = self.goal != "deck"  # what is discarded or put out of the game is seen (3.3)
        self.told(c, reveals=("cards",) if seen else (), pile=self.goal)


class Surrenders(Edit, verb="surrenders"):
    """Edit: set how many Castle Surrender cards a side has."""

    side = one(SIDE, whole=True)
    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        return upto(SURRENDERS)

    def do(self, c: Context) -> None:
        self.s.surrender[self.side] = int(self.number)
        self.told(c)
