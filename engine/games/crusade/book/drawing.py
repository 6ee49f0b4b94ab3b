"""4: the Activation deck: markers, leader cards, initiative, and one card after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.decks import Deck
from engine.events import many, number, said
from engine.games.crusade.book.command import begin, spent, too_large
from engine.games.crusade.book.ground import lords
from engine.games.crusade.table.flow import (
    FACTION,
    LEADER,
    SIDE,
    Context,
    Leader,
    Order,
    Plain,
    Point,
    Round,
    Telling,
    dice,
    faction,
    leader,
    leaders,
    push,
    step,
)
from engine.games.crusade.table.people import CARDED, CRUSADER, MUSLIM, PLAYED
from engine.games.crusade.table.state import (
    ARMENIANS_CARD,
    EVENT_CARD,
    FLEET_CARD,
    State,
    alive,
    av,
    face,
    faction_of,
    of_side,
    player_of,
)
from engine.orders import Bar, Offer, one, some

TOO_DEAR = Bar("too_dear", "4.4", leader=LEADER)
NOT_YOUR_LEADER = Bar("not_your_leader", "4.4", leader=LEADER)
NOT_ON_MAP = Bar("not_on_map", "4.4", leader=LEADER)
TWO_CARDS = Bar("two_cards", "4.4", leader=LEADER)
IN_ORDER = Bar("in_order", "4.4", leader=LEADER)


class Drew(Telling, kind="marker", rule="4.4"):
    side: str = said(SIDE)
    faction: str = said(FACTION)
    points: int = number(who="side", secret=True)


class Bought(Telling, kind="buy", rule="4.4"):
    faction: str = said(FACTION)
    side: str = said(SIDE)
    count: int = number(noun="card", secret=True)
    cards: tuple[str, ...] = many(LEADER, who="side", secret=True)


class Card(Telling, kind="card", rule="4.7"):
    """A card of the deck, which nobody knew until now."""

    leader: str = said(LEADER, secret=True, default="")
    standard: str = said("standard", secret=True, default="")


class Void(Telling, kind="void", rule="4.7"):
    leader: str = said(LEADER, secret=True)


class Oversized(Telling, kind="oversized", rule="5.4"):
    leader: str = said(LEADER, secret=True)


class Initiative(Telling, kind="initiative", rule="4.6"):
    side: str = said(SIDE, part="who")
    dice: tuple[int, ...] = number()


class First(Telling, kind="first", rule="4.6"):
    leader: str = said(LEADER, secret=True)


class Returned(Telling, kind="returned", rule="4.5"):
    standard: str = said("standard", secret=True)


class Unused(Telling, kind="unused", rule="4.5"):
    standard: str = said("standard", secret=True)


# -- buying ----------------------------------------------------------------------------------------


def buyers(s: State) -> tuple[int, ...]:
    """Factions with a leader on the map."""
    return tuple([f for f in range(PLAYED) if alive(s, f)])


@step
def purchases(s: State, c: Context) -> None:
    """3.2C: markers are drawn, and leader cards bought with them, unseen."""
    from engine.games.crusade.book.sequence import phase

    phase(s, c, "purchase")
    s.bought, s.usual = [()] * PLAYED, ()
    s.roster = sum([1 << x for f in buyers(s) for x in alive(s, f)])
    for f in buyers(s):
        s.marker[f] = c.dice.pick(f"marker {faction(s, f)}", s.board.people.factions[f].markers)
        c.tell(
            Drew(side=s.form.seats[s.form.seat_of[f]], faction=faction(s, f), points=s.marker[f])
        )
    if buyers(s):
        push(s, Buying.then())
    else:
        s.pile = Deck(tuple(standard(s)))


class Buy(Order[Plain], verb="buy", rule="4.4", command=True):
    """4.4: put leader cards of your faction into the Activation deck, unseen."""

    cards = some(LEADER, optional=True, words="the leaders, one of them twice if you like")

    def barred_(self, chosen: tuple[Leader, ...], x: int) -> Any:
        s = self.s
        if faction_of(s, x) != self.who or x >= CARDED:
            return NOT_YOUR_LEADER(leader=x)
        if s.at[x] < 0:
            return NOT_ON_MAP(leader=x)
        if chosen and x < chosen[-1]:
            return IN_ORDER(leader=x)
        if chosen.count(Leader(x)) >= s.board.charts.leader_count:
            return TWO_CARDS(leader=x)
        if sum([av(s, y) for y in chosen]) + av(s, x) > s.marker[self.who]:
            return TOO_DEAR(leader=x)
        return None

    @cards.offer
    def next_card(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        found = [x for x in sorted(alive(self.s, self.who)) if self.barred_(chosen, x) is None]
        return Offer(tuple(found), True, 0, 6)

    @cards.bar
    def card_barred(self, chosen: tuple[Leader, ...], x: Leader | None) -> Any:
        return None if x is None else self.barred_(chosen, x)


class Buying(Round[Plain], kind="buy", rule="4.4", reaction=True):
    """4.4: every faction buys, all at once; a seat one faction after the other."""

    orders = (Buy,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return buyers(s)

    def about(self, s: State, who: int, a: Plain) -> Mapping[str, Any]:
        return {"faction": faction(s, who)}

    def default(self, s: State, who: int, a: Plain) -> Action:
        """The dearest that the marker pays for, every leader once before anybody twice."""
        left, found = s.marker[who], []
        for _ in range(2):
            for x in alive(s, who):
                if av(s, x) <= left:
                    left -= av(s, x)
                    found.append(x)
        return Buy.act(cards=leaders(s, sorted(found)))

    def opened(self, s: State, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        cards: list[int] = []
        for answer in answers:
            s.bought[answer.who] = tuple(answer.cards)
            cards += answer.cards
            c.tell(
                Bought(
                    faction=answer.token, side=answer.seat, count=len(answer.cards),
                    cards=answer.tokens(Buy.cards),
                )
            )  # fmt: skip
        s.pile = Deck(tuple(sorted((*cards, *standard(s)))))


def standard(s: State) -> list[int]:
    """4.3, 4.5: the cards that are in every Activation deck."""
    counts = s.board.charts.standard_count
    return [21 + kind for kind, count in enumerate(counts) for _ in range(count)]


# -- who begins ------------------------------------------------------------------------------------


class Lead(Order[Plain], verb="lead", rule="4.6"):
    """4.6: which of your leaders moves first of all."""

    card = one(LEADER, name="leader", words="a leader whose card you bought")

    @card.offer
    def cards(self) -> Sequence[Any]:
        s = self.s
        return sorted({x for f in s.form.played[self.player] for x in s.bought[f]})


class Leading(Round[Plain], kind="lead", rule="4.6", reaction=True):
    """13.1: the first card of all is a Crusader leader's; if they differ, dice decide."""

    orders = (Lead,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return leading(s)

    def opened(self, s: State, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        named = sorted({answer.card for answer in answers})
        x = named[0] if len(named) == 1 else c.dice.pick("first", named)
        c.tell(First(leader=leader(s, x)))
        s.drawer = player_of(s, x)
        rest = list(s.pile.rest)
        rest.remove(x)
        s.pile = Deck(tuple(rest))
        show(s, c, x)


def leading(s: State) -> tuple[int, ...]:
    """Crusader players who have bought a card: how many each bought is public."""
    return tuple(
        [face(s, p) for p in of_side(s, CRUSADER) if any(s.bought[f] for f in s.form.played[p])]
    )


@step
def initiative(s: State, c: Context) -> None:
    """4.6: in turn 1 a Crusader leader begins; later the highest of two dice draws first."""
    if s.turn == 1 and leading(s):
        push(s, Leading.then())
        return
    rivals = list(range(len(s.form.seats)))
    while len(rivals) > 1:
        rolled = [dice(c, "initiative") for _ in rivals]
        best = max(rolled)
        rivals = [p for p, n in zip(rivals, rolled, strict=True) if n == best]
        c.tell(Initiative(side=s.form.seats[rivals[0]], dice=tuple(rolled)))
    s.drawer = rivals[0]


# -- drawing ---------------------------------------------------------------------------------------


@step
def draw(s: State, c: Context) -> None:
    """4.1, 4.7: the next card, until there is none."""
    if not len(s.pile):
        return
    push(s, draw.then())
    card, s.pile = s.pile.draw(lambda cards: c.dice.pick("activation", cards))
    show(s, c, card)


def token(s: State, card: int) -> str:
    return leader(s, card) if card < CARDED else s.board.charts.standard[card - 21]


def show(s: State, c: Context, card: int) -> None:
    """A card is turned up."""
    first = not s.usual
    s.usual = (*s.usual, card)
    if card >= CARDED:
        name = s.board.charts.standard[card - 21]
        c.tell(Card(standard=name))
        _standard(s, c, card, name, first)
        return
    c.tell(Card(leader=leader(s, card)))
    s.last[CRUSADER if faction_of(s, card) < 4 else MUSLIM] = faction_of(s, card)
    player = player_of(s, card)
    if s.at[card] < 0 or s.at[card] >= len(s.board.places) or spent(s, card):
        c.tell(Void(leader=leader(s, card)))
        s.drawer = player
    elif too_large(s, card):
        c.tell(Oversized(leader=leader(s, card)))
        s.drawer = player
    else:
        begin(s, card)


def _standard(s: State, c: Context, card: int, name: str, first: bool) -> None:
    if card == EVENT_CARD:
        push(s, ("events", s.drawer))
    elif card == FLEET_CARD:
        _fleets(s, c, name, first)
    elif card == ARMENIANS_CARD:
        _armenians(s, c, name)


def _fleets(s: State, c: Context, name: str, first: bool) -> None:
    """4.5: Crusader fleets, if there are any."""
    if not any(side == CRUSADER for side, _, _ in s.fleets):
        c.tell(Unused(standard=name))
        return
    player = s.drawer
    if s.form.side_of[player] == MUSLIM:
        if first:
            c.tell(Returned(standard=name))
            s.usual = s.usual[:-1]
            s.pile = s.pile.shuffled((FLEET_CARD,))
            if set(s.pile.rest) == {FLEET_CARD}:
                s.pile = Deck(())
            return
        last = s.last[CRUSADER]
        found = of_side(s, CRUSADER)
        player = s.form.seat_of[last] if last >= 0 else c.dice.pick("fleet", found)
    s.drawer = player
    push(s, ("fleet", face(s, player), CRUSADER, (), ()))


class Rouses(NamedTuple):
    """Who chooses between his Armenian leaders."""

    faction: int
    leaders: tuple[int, ...]


class Rouse(Order[Rouses], verb="rouse", rule="4.5"):
    """4.5: which of the Armenian leaders who follow you acts."""

    target = one(LEADER, name="leader", words="who acts")

    @target.offer
    def targets(self) -> Sequence[Any]:
        return self.asked.leaders

    def do(self, c: Context) -> None:
        begin(self.s, self.target)


class Rousing(Point[Rouses], kind="rouse", rule="4.5"):
    """4.5: which Armenian leader acts?"""

    orders = (Rouse,)

    def default(self, s: State, who: int, a: Rouses) -> Action:
        return Rouse.act(target=leader(s, max(a.leaders, key=lambda x: (s.army[x], -x))))


def _armenians(s: State, c: Context, name: str) -> None:
    """4.5: whoever is followed by an Armenian leader may move him alone; round the table."""
    n = len(s.form.seats)
    for i in range(n):
        player = (s.drawer + i) % n
        found = [x for x in lords(s, player) if not spent(s, x) and s.army[x] and s.at[x] >= 0]
        found = [x for x in found if s.at[x] < len(s.board.places)]
        if len(found) > 1:
            push(s, Rousing.then(Rouses(face(s, player), tuple(found))))
            return
        if found:
            begin(s, found[0])
            return
    c.tell(Unused(standard=name))
