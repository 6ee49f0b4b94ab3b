"""1: whose turn it is, and what may be done in it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine import flow
from engine.core import Action
from engine.events import many, number, said
from engine.flow import Context, push
from engine.orders import Bar, Offer, Why, one, path
from tests.contract.council.table import (
    CARD,
    NUMBER_OF,
    PLACE,
    ROUNDS,
    SCRIPT,
    SEATS,
    SIDE,
    WORD,
    WORDS,
    Order,
    State,
    Telling,
)

STRIDE = 4  # what the roads of one walk may cost
DARES = 3  # in one turn
PRIZE = 4
DIE = (1, 2, 3, 4, 5, 6)

YOURSELF = Bar("yourself", "5")
NOT_HERE = Bar("not_here", "5", side=SIDE)
NO_ROAD = Bar("no_road", "6", place=PLACE)
TOO_FAR = Bar("too_far", "6", place=PLACE)
TWICE = Bar("twice", "6", place=PLACE)
WHERE_TO = Bar("where_to", "6")
NOT_YOURS = Bar("not_yours", "7", card=CARD)
SECRETS_OFF = Bar("secrets_off", "2")
NO_CARDS = Bar("no_cards", "7")
DARED = Bar("dared", "4")
ENDS = Bar("ends", "8")
BIDS = Bar("bids", "9")
TAKES = Bar("takes", "3")


class Took(Telling, kind="take", rule="3"):
    side: str = said(SIDE, part="who")
    count: int = number()


class Thrown(Telling, kind="throw", rule="4"):
    side: str = said(SIDE, part="who")
    shown: int = number()


class Dared(Telling, kind="dare", rule="4"):
    side: str = said(SIDE, part="who")
    shown: int = number()
    lost: int = number()


class Whispered(Telling, kind="whisper", rule="5"):
    side: str = said(SIDE, part="who")
    to: str = said(SIDE)
    word: str = said(WORD, who="to")


class Slipped(Telling, kind="slip", rule="5"):
    side: str = said(SIDE, part="who")


class Heard(Telling, kind="slipped", rule="5"):
    side: str = said(SIDE, part="who")
    word: str = said(WORD)


class Walked(Telling, kind="walk", rule="6", shape="way"):
    side: str = said(SIDE, part="who")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    toll: int = number()


class Looked(Telling, kind="look", rule="7"):
    side: str = said(SIDE, part="who")
    count: int = number()
    cards: tuple[str, ...] = many(CARD, who="side", secret=True)


class Drew(Telling, kind="draw", rule="7"):
    side: str = said(SIDE, part="who")
    card: str = said(CARD, who="side", secret=True)


class Showed(Telling, kind="show", rule="7"):
    side: str = said(SIDE, part="who")
    card: str = said(CARD, secret=True)


class Called(Telling, kind="auction", rule="9"):
    side: str = said(SIDE, part="who")


class Opened(Telling, kind="bids", rule="9"):
    bids: tuple[int, ...] = number(secret=True)
    winner: str = said(SIDE, secret=True)


class Vows(Telling, kind="vows", rule="2"):
    vows: tuple[str, ...] = many(WORD, form="path", secret=True)


class Going(NamedTuple):
    """Whose turn, and how often they have dared in it."""

    who: int
    dares: int


def next_of(s: State, who: int) -> int:
    return (who + 1) % s.count


@SCRIPT.step
def pass_on(s: State, c: Context, who: int) -> None:
    """1: the turn goes round; after the last round the vows are shown."""
    after = next_of(s, who)
    s.round += after == 0
    if not s.endless and s.round > ROUNDS:
        finish(s, c)
    else:
        push(s, Turn.then(Going(after, 0)))


def finish(s: State, c: Context) -> None:
    if s.secrets:
        c.tell(Vows(vows=tuple([vow or "-" for vow in s.vows])))
    s.over = "points"


# -- what may be done ----------------------------------------------------------------------------


class Deed(Order):
    """An order that ends a turn."""

    def do(self, c: Context) -> None:
        push(self.s, pass_on.then(self.who))
        self.deed(c)

    def deed(self, c: Context) -> None:
        raise NotImplementedError


class Secret(Deed):
    """A deed for a council with secrets."""

    def possible(self) -> bool:
        return self.s.secrets

    def closed(self) -> Why | None:
        return None if self.s.secrets else SECRETS_OFF()


class Take(Deed, verb="take", rule="3"):
    """3: take one, two or three points."""

    count = one(NUMBER_OF, words="how many")

    @count.offer
    def counts(self) -> Sequence[str]:
        return ("1", "2", "3")

    @count.bar
    def count_barred(self, count: str) -> Why | None:
        return None if count in self.counts() else TAKES()

    def deed(self, c: Context) -> None:
        self.s.points[self.who] += int(self.count)
        c.tell(Took(side=self.seat, count=int(self.count)))


class Throw(Deed, verb="throw", rule="4"):
    """4: throw a die for points."""

    def deed(self, c: Context) -> None:
        shown = c.dice.pick("die", DIE)
        self.s.points[self.who] += shown
        c.tell(Thrown(side=self.seat, shown=shown))


class Dare(Order, verb="dare", rule="4"):
    """4: throw a die for two points, which may cost more, and go on."""

    def possible(self) -> bool:
        return bool(self.asked.dares < DARES)

    def closed(self) -> Why | None:
        return None if self.possible() else DARED()

    def do(self, c: Context) -> None:
        shown = c.dice.pick("die", DIE)
        lost = max(0, 4 - shown)
        self.s.points[self.who] += 2 - lost
        c.tell(Dared(side=self.seat, shown=shown, lost=lost))
        push(self.s, Turn.then(Going(self.who, self.asked.dares + 1)))


class Tell(Secret):
    """An order that tells another seat the word of the hour."""

    to = one(SIDE, words="who is told")

    @to.offer
    def others(self) -> Sequence[int]:
        return [who for who in range(self.s.count) if who != self.who]

    @to.bar
    def to_barred(self, to: int) -> Why | None:
        if to >= self.s.count:
            return NOT_HERE(side=to)
        return YOURSELF() if to == self.who else None

    def tell(self) -> str:
        word = WORDS[(self.s.round + self.who) % len(WORDS)]
        self.s.heard[self.to] = (*self.s.heard[self.to], word)
        return word


class Whisper(Tell, verb="whisper", rule="5"):
    """5: tell somebody a word; everybody sees whom."""

    def deed(self, c: Context) -> None:
        c.tell(Whispered(side=self.seat, to=SEATS[self.to], word=self.tell()))


class Slip(Tell, verb="slip", rule="5"):
    """5: tell somebody a word under the table; nobody sees whom."""

    def deed(self, c: Context) -> None:
        c.tell(Slipped(side=self.seat))
        c.tell(Heard(side=self.seat, word=self.tell()), only=(SEATS[self.to],))


class Walk(Deed, verb="walk", rule="6"):
    """6: walk along the roads; a toll costs a point."""

    way = path(PLACE, name="path", mark=">", words="the way, place by place")

    def spent(self, chosen: tuple[int, ...]) -> int:
        way = (self.s.at[self.who], *chosen)
        return sum(self.s.board.costs[a, b] for a, b in itertools.pairwise(way))

    @way.offer
    def onward(self, chosen: tuple[int, ...]) -> Offer[int]:
        here = chosen[-1] if chosen else self.s.at[self.who]
        found = [p for p in self.s.board.graph[here] if self.way_barred(chosen, p) is None]
        return Offer(tuple(found), bool(chosen), 1, STRIDE)

    @way.bar
    def way_barred(self, chosen: tuple[int, ...], place: int | None) -> Why | None:
        board, start = self.s.board, self.s.at[self.who]
        if place is None:
            return None if chosen else WHERE_TO()
        if place in (start, *chosen):
            return TWICE(place=place)
        if board.cost(chosen[-1] if chosen else start, place) is None:
            return NO_ROAD(place=place)
        return TOO_FAR(place=place) if self.spent((*chosen, place)) > STRIDE else None

    def deed(self, c: Context) -> None:
        s = self.s
        toll = sum(1 for place in self.way if place in s.board.tolls)
        s.points[self.who] -= toll
        s.at[self.who] = self.way[-1]
        c.tell(Walked(side=self.seat, path=self.tokens(Walk.way), toll=toll))


class FromPile(Secret):
    """A deed for which there must be a card."""

    def possible(self) -> bool:
        return self.s.secrets and len(self.s.deck) > 0

    def closed(self) -> Why | None:
        return super().closed() or (None if self.possible() else NO_CARDS())


class Look(FromPile, verb="look", rule="7"):
    """7: look at the first two cards of the pile."""

    def deed(self, c: Context) -> None:
        s = self.s
        s.deck = s.deck.look(self.who, 2, lambda cards: c.dice.pick("card", cards))
        known = tuple(
            [s.board.cards[card] for card in s.deck.known_to(self.who)[:2] if card is not None]
        )
        c.tell(Looked(side=self.seat, count=len(known), cards=known))


class Draw(FromPile, verb="draw", rule="7"):
    """7: draw the first card of the pile."""

    def deed(self, c: Context) -> None:
        s = self.s
        card, s.deck = s.deck.draw(lambda cards: c.dice.pick("card", cards))
        s.hand[self.who] = (*s.hand[self.who], card)
        c.tell(Drew(side=self.seat, card=s.board.cards[card]))


class Show(Deed, verb="show", rule="7"):
    """7: show a card of your own for its points."""

    card = one(CARD, words="which card")

    def possible(self) -> bool:
        return bool(self.s.hand[self.who])

    def closed(self) -> Why | None:
        return None if self.possible() else NO_CARDS()

    @card.offer
    def held(self) -> Sequence[int]:
        return self.s.hand[self.who]

    @card.bar
    def card_barred(self, card: int) -> Why | None:
        return None if card in self.s.hand[self.who] else NOT_YOURS(card=card)

    def deed(self, c: Context) -> None:
        s = self.s
        s.hand[self.who] = tuple([card for card in s.hand[self.who] if card != self.card])
        s.points[self.who] += s.board.worth[self.card]
        c.tell(Showed(side=self.seat, card=s.board.cards[self.card]))


class Auction(Deed, verb="auction", rule="9"):
    """9: call an auction, in which everybody bids at once."""

    def deed(self, c: Context) -> None:
        push(self.s, Bidding.then(Sale(self.who)))
        c.tell(Called(side=self.seat))


class Close(Order, verb="close", rule="8", ends=True):
    """8: close a council that has no last round."""

    def possible(self) -> bool:
        return self.s.endless

    def closed(self) -> Why | None:
        return None if self.s.endless else ENDS()

    def do(self, c: Context) -> None:
        finish(self.s, c)


class Turn(flow.Point[State, Going], kind="turn", rule="1", script=SCRIPT):
    """1: what does the seat do?"""

    orders = (Take, Throw, Dare, Whisper, Slip, Walk, Look, Draw, Show, Auction, Close)

    def whom(self, s: State, a: Going) -> tuple[int, ...]:
        return (a.who,)

    def default(self, s: State, who: int, a: Going) -> Action | None:
        return Take.act(count="1")


# -- auctions ------------------------------------------------------------------------------------


class Sale(NamedTuple):
    """Who called it."""

    who: int


class Bid(Order, verb="bid", rule="9"):
    """9: bid up to three points for four."""

    count = one(NUMBER_OF, words="how many")

    @count.offer
    def counts(self) -> Sequence[str]:
        return ("0", "1", "2", "3")

    @count.bar
    def count_barred(self, count: str) -> Why | None:
        return None if count in self.counts() else BIDS()


class Bidding(flow.Round[State, Sale], kind="bidding", rule="9", reaction=True, script=SCRIPT):
    """9: all bid at once; the highest bid pays and wins, the first of equals from the caller on."""

    orders = (Bid,)

    def parties(self, s: State, a: Sale) -> tuple[int, ...]:
        return tuple(range(s.count))

    def default(self, s: State, who: int, a: Sale) -> Action | None:
        return Bid.act(count="0")

    def opened(self, s: State, c: Any, a: Sale, answers: tuple[Any, ...]) -> None:
        bids = [int(bid.count) for bid in answers]
        turns = [(a.who + i) % s.count for i in range(s.count)]
        winner = max(turns, key=lambda who: bids[who])
        s.points[winner] += PRIZE - bids[winner]
        c.tell(Opened(bids=tuple(bids), winner=SEATS[winner]))
