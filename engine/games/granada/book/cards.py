"""Hands, draw piles and what is shown of them (3.3, 8.8)."""

from __future__ import annotations

from engine.events import many, number, said
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import CARD, SIDE
from engine.games.granada.table.state import State, join, without


class Reshuffled(Telling, kind="reshuffle", rule="3.3"):
    """The discards become the draw pile."""

    side: str = said(SIDE, part="who")
    cards: int = number(noun="card")


class Drew(Telling, kind="draw", rule="3.3"):
    """Cards are drawn, by the rule that grants them."""

    side: str = said(SIDE, part="who")
    cards: int = number(noun="card")
    drawn: tuple[str, ...] = many(CARD, who="side")


class PutAway(Telling, kind="put_away", rule="11.4"):
    """A card of no more use is shown and leaves the game."""

    side: str = said(SIDE, part="who")
    card: str = said(CARD, secret=True)


def tokens(s: State, side: int, cards: tuple[int, ...]) -> tuple[str, ...]:
    names = s.board.card_tokens[side]
    return tuple([names[card] for card in cards])


def holding(s: State, side: int, *types: str) -> tuple[int, ...]:
    """The distinct cards of these types in a hand."""
    designs = s.board.cards[side]
    return tuple(card for card in dict.fromkeys(s.hand[side]) if designs[card].type in types)


def draw(s: State, c: Context, side: int, number: int, rule: str) -> None:
    """3.3, G5: draw from the draw pile; when it is empty the discards are shuffled into it.

    Piles have no order: each card is picked at random when it is drawn.
    """
    drawn: list[int] = []
    label = f"draw {SEATS[side]}"
    names = s.board.card_tokens[side]
    for _ in range(number):
        if not s.deck[side]:
            if not s.discard[side]:
                break
            s.deck[side], s.discard[side] = s.discard[side], ()
            c.tell(Reshuffled(side=SEATS[side], cards=len(s.deck[side])))
        card = c.dice.pick(label, s.deck[side], names)
        s.deck[side] = without(s.deck[side], (card,))
        drawn.append(card)
    if not drawn:
        return
    s.hand[side] = join(s.hand[side], tuple(sorted(drawn)))
    words = tokens(s, side, tuple(sorted(drawn)))
    c.tell(Drew(side=SEATS[side], cards=len(drawn), drawn=words), rule=rule)
    spend_captive_card(s, c, side)


def spend_captive_card(s: State, c: Context, side: int) -> None:
    """11.4: once Boabdil has been captured the card is put away at sight and replaced."""
    if side == 0 and s.captures:
        for card in holding(s, side, "captured"):
            put_away(s, side, (card,), "removed")
            c.tell(PutAway(side=SEATS[side], card=tokens(s, side, (card,))[0]))
            draw(s, c, side, 1, "11.4")


def put_away(s: State, side: int, cards: tuple[int, ...], where: str) -> None:
    """Take cards from a hand openly: to `discard`, to the battle `pile`, or out: `removed`."""
    s.hand[side] = without(s.hand[side], cards)
    shown = list(s.shown[side])
    for card in cards:
        if card in shown:
            shown.remove(card)
    s.shown[side] = tuple(shown)
    heap = getattr(s, where)
    heap[side] = join(heap[side], cards)


def reveal_in_hand(s: State, side: int, card: int) -> None:
    """8.4.1: a card shown and taken back is known to be in the hand until it leaves openly."""
    if card not in s.shown[side]:
        s.shown[side] = join(s.shown[side], (card,))


def replenish(s: State, c: Context, lost: tuple[int, int], siege: bool) -> None:
    """8.8: both draw as many cards as they played, and more for what they lost."""
    played = (len(s.pile[0]), len(s.pile[1]))
    for side in (0, 1):
        s.discard[side] = join(s.discard[side], s.pile[side])
        s.pile[side] = ()
    for side in (0, 1):
        number = played[side] + (lost[side] if siege else lost[side] // 2)
        if number:
            draw(s, c, side, number, "8.8")
