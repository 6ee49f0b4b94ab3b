"""12.0: event cards are drawn, held, given away and discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, number, said
from engine.games.crusade.book.after import discard
from engine.games.crusade.book.battle import Played
from engine.games.crusade.table.flow import (
    CARD,
    LEADER,
    PLACE,
    SIDE,
    Context,
    Order,
    Point,
    Seat,
    Telling,
    faction,
    push,
    step,
)
from engine.games.crusade.table.people import (
    CARDED,
    CRUSADER,
)
from engine.games.crusade.table.state import (
    State,
    face,
    faction_of,
    of_side,
    side_of,
)
from engine.orders import Bar, one

LIMIT = 3  # cards of a player who is alone on his side; with others 2 each, and 2 more together


NO_AIM = Bar("no_aim", "12.0")


class Drawn(Telling, kind="event_drawn", rule="12.0"):
    side: str = said(SIDE)
    card: str = said(CARD, who="side", secret=True)


class Shown(Telling, kind="event", rule="12.0"):
    """A card that must be played is seen by all."""

    side: str = said(SIDE)
    card: str = said(CARD, secret=True)


class Spilt(Telling, kind="event_discarded", rule="12.0"):
    side: str = said(SIDE)
    card: str = said(CARD, secret=True)


class Given(Telling, kind="event_given", rule="12.0"):
    side: str = said(SIDE)
    to: str = said(SIDE)
    card: str = said(CARD, who="to", secret=True)


class Effect(Telling, kind="effect", rule="12.0"):
    """What a card did: in a word, with the place, the leader and the number it is about."""

    effect: str = fact(secret=True)
    place: str = said(PLACE, default="", secret=True)
    leader: str = said(LEADER, default="", secret=True)
    count: int = number(noun="sp", default=0, secret=True)


class Reshuffled(Telling, kind="reshuffled", rule="12.0"):
    deck: str = fact()


def limit(s: State, player: int) -> tuple[int, int]:
    """12.0: how many cards a player, and his side, may hold."""
    side = s.form.side_of[player]
    n = s.form.beside[side]
    return (LIMIT, LIMIT) if n == 1 else (2, 2 + n)


def side_holds(s: State, side: int) -> int:
    return sum([len(s.hand[p]) for p in of_side(s, side)])


def name_of(s: State, card: int) -> str:
    return s.board.charts.events[card]


def number_of(s: State, name: str) -> int:
    return s.board.charts.event[name]


def holds(s: State, player: int, name: str) -> bool:
    return number_of(s, name) in s.hand[player]


def spend(s: State, c: Context, player: int, name: str) -> None:
    """A held card is played, before everybody's eyes."""
    discard(s, player, number_of(s, name))
    c.tell(Played(faction=faction(s, face(s, player)), cards=(name,)))


def effect(c: Context, word: str, **about: Any) -> None:
    c.tell(Effect(effect=word, **about))


def draw_event(s: State, c: Context, side: int) -> int:
    """4.2: the next card of a side's deck, which is shuffled anew when it is empty."""
    if not s.draws[side]:
        s.draws[side], s.discard[side] = s.discard[side], ()
        c.tell(Reshuffled(deck="crusader" if side == CRUSADER else "muslim"))
    if not s.draws[side]:
        return -1
    card: int = c.dice.pick("event", s.draws[side], s.board.charts.events)
    rest = list(s.draws[side])
    rest.remove(card)
    s.draws[side] = tuple(rest)
    return card


@step
def events(s: State, c: Context, player: int) -> None:
    """4.5: who drew the card draws an event; then the other side's last activated player."""
    if s.options["event_draws"] == "both":
        other = 1 - s.form.side_of[player]
        drawn = [x for x in s.usual if x < CARDED and side_of(faction_of(s, x)) == other]
        rival = (
            s.form.seat_of[faction_of(s, drawn[-1])]
            if drawn
            else c.dice.pick("recipient", of_side(s, other))
        )
        push(s, one_event.then(player), one_event.then(rival), drawer_again.then(player))
    else:
        push(s, one_event.then(player), drawer_again.then(player))


@step
def drawer_again(s: State, c: Context, player: int) -> None:
    s.drawer = player


@step
def one_event(s: State, c: Context, player: int) -> None:
    """12.0: one player draws an event card."""
    side = s.form.side_of[player]
    own, all_ = limit(s, player)
    if s.form.beside[side] == 1 and len(s.hand[player]) >= own:
        card = c.dice.pick("discard", s.hand[player], s.board.charts.events)
        discard(s, player, card)
        c.tell(Spilt(side=s.form.seats[player], card=name_of(s, card)))
    card = draw_event(s, c, side)
    if card < 0:
        return
    kind = s.board.charts.in_deck[side][card]
    seat = s.form.seats[player]
    if not kind.hold:
        c.tell(Shown(side=seat, card=kind.token))
        push(s, ("at_once", player, card, side))
        return
    c.tell(Drawn(side=seat, card=kind.token))
    s.hand[player] = tuple(sorted((*s.hand[player], card)))
    if len(s.hand[player]) > own or side_holds(s, side) > all_:
        push(s, Keeping.then(Kept(face(s, player))))


class Kept(NamedTuple):
    faction: int


class Give(Order[Kept], verb="give", rule="12.0"):
    """12.0: give a card to another player of your side."""

    card = one(CARD, words="which card")
    to = one(SIDE, mark="to", words="who gets it")
    shut = NO_AIM

    def possible(self) -> bool:
        s = self.s
        side = s.form.side_of[self.player]
        return side_holds(s, side) <= limit(s, self.player)[1] and bool(self.takers())

    @card.offer
    def cards(self) -> Sequence[Any]:
        return sorted(set(self.s.hand[self.player]))

    @to.offer
    def takers(self) -> Sequence[Any]:
        s = self.s
        side = s.form.side_of[self.player]
        return [Seat(p) for p in of_side(s, side) if p != self.player and len(s.hand[p]) < 2]

    def do(self, c: Context) -> None:
        s = self.s
        hand = list(s.hand[self.player])
        hand.remove(self.card)
        s.hand[self.player] = tuple(hand)
        s.hand[self.to] = tuple(sorted((*s.hand[self.to], self.card)))
        c.tell(Given(side=self.seat, to=s.form.seats[self.to], card=self.tokens(Give.card)))


class Discard(Order[Kept], verb="discard", rule="12.0"):
    """12.0: discard a card, because the hand is full."""

    card = one(CARD, words="which card")

    @card.offer
    def cards(self) -> Sequence[Any]:
        return sorted(set(self.s.hand[self.player]))

    def do(self, c: Context) -> None:
        discard(self.s, self.player, self.card)
        c.tell(Spilt(side=self.seat, card=self.tokens(Discard.card)))


class Keeping(Point[Kept], kind="keep", rule="12.0", reaction=True):
    """12.0: the hand is full: what goes?"""

    orders = (Give, Discard)

    def default(self, s: State, who: int, a: Kept) -> Action:
        card = s.hand[s.form.seat_of[who]][0]
        return Discard.act(card=name_of(s, card))


class Ends(NamedTuple):
    factions: tuple[int, ...]
