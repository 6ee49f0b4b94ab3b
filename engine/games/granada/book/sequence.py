"""Chapter 6: the sequence of play, in the order of the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import fact, many, number, said
from engine.games.granada.book.battle import combat_phase
from engine.games.granada.book.boabdil import alliance_clock, last_year
from engine.games.granada.book.cards import draw, holding, put_away
from engine.games.granada.book.control import PhaseBegins, finish, settle
from engine.games.granada.book.movement import movement_phase
from engine.games.granada.book.scoring import points
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import (
    Addressed,
    Context,
    Party,
    Plain,
    Point,
    Round,
    Telling,
    push,
    step,
)
from engine.games.granada.table.orders import (
    BLOCK,
    CARD,
    PLACE,
    SIDE,
    Card,
    Order,
    Pass,
    Place,
    not_held,
    unordered,
)
from engine.games.granada.table.state import KNOWN, SHIFT, Frame, State, join, units, without
from engine.orders import UNFIT, Bar, Offer, Why, counted, either, one, path, some, subset

CARDS = 6  # drawn at every Reinforcement Step (6.4)
BULL_CASTLES = 6  # the Papal Bull needs so many Christian castles or fewer (11.2)


# -- 6.1: the sequence ---------------------------------------------------------------------------


class YearBegins(Telling, kind="year", rule="6.1"):
    """A year of the war begins."""

    year: str = fact()


class TurnBegins(Telling, kind="turn", rule="6.3"):
    """A turn begins."""

    year: str = fact()
    turn: str = fact()
    first: str = said(SIDE)


class PointsCounted(Telling, kind="points", rule="2.2"):
    """The war is over, and points decide."""

    christian: float = number()
    muslim: float = number()


@step
def year(s: State, c: Context) -> None:
    """6.1: turn order, the year's turns, reinforcement, turn marker."""
    name, _, _ = s.board.track[s.turn]
    s.phase = "turn order"
    c.tell(YearBegins(year=name))
    push(s, last_year.then(), Bidding.then(), turn.then())


@step
def turn(s: State, c: Context) -> None:
    """6.3: each player in turn conducts movement and combat."""
    name, numeral, _ = s.board.track[s.turn]
    second = 1 - s.first
    c.tell(TurnBegins(year=name, turn=numeral, first=SEATS[s.first]))
    push(
        s,
        movement_phase.then(s.first),
        combat_phase.then(s.first),
        movement_phase.then(second),
        combat_phase.then(second),
        turn_ends.then(),
    )


@step
def turn_ends(s: State, c: Context) -> None:
    """6.4, 6.5: reinforcement after a year's last turn; the game ends after the last turn."""
    s.phase = "end of turn"
    if s.turn == s.board.turns - 1:
        push(s, count_points.then())
    elif s.board.year_end[s.turn]:
        push(s, alliance_clock.then(), reinforcement.then(), turn_marker.then(), year.then())
    else:
        push(s, alliance_clock.then(), turn_marker.then(), turn.then())


@step
def turn_marker(s: State, c: Context) -> None:
    """6.5: the next turn."""
    s.turn += 1


@step
def count_points(s: State, c: Context) -> None:
    """2.2: the higher total wins; the Muslim player wins ties."""
    christian, muslim = points(s)
    c.tell(PointsCounted(christian=christian, muslim=muslim))
    finish(s, c, CHRISTIAN if christian > muslim else MUSLIM, "points", "2.2")


# -- 6.2: turn order -----------------------------------------------------------------------------


BID_NEEDED = Bar("bid_needed", "6.2")
BID_NO_NUMBER = Bar("bid_no_number", "6.2", card=CARD)


class BidsShown(Telling, kind="bids", rule="6.2"):
    """Both bids are turned over; a side without a numbered card has none."""

    christian: str | None = said(CARD, secret=True)
    muslim: str | None = said(CARD, secret=True)
    numbers: tuple[int, ...] = number(secret=True)


class CoinTossed(Telling, kind="coin", rule="6.2"):
    """Bids were alike: a coin decides."""

    side: str = said(SIDE, part="who")


class FirstChosen(Telling, kind="first", rule="6.2"):
    """Who moves first this year, and who said so."""

    side: str = said(SIDE, part="who")
    by: str = said(SIDE)


def numbered(s: State, side: int) -> list[int]:
    designs = s.board.cards[side]
    return [card for card in dict.fromkeys(s.hand[side]) if designs[card].bid]


class Bid(Order[Plain], verb="bid", rule="6.2"):
    """6.2: bid a card for the turn order."""

    card = one(CARD, optional=True, rule="6.2")

    @card.offer
    def cards(self) -> Sequence[Any]:
        return numbered(self.s, self.side) or [None]

    @card.bar
    def card_barred(self, card: Card | None) -> Why | None:
        """A card with a number, if there is one."""
        if card is None:
            return BID_NEEDED() if numbered(self.s, self.side) else None
        if missing := not_held(self, card, "6.2"):
            return missing
        return None if self.s.board.cards[self.side][card].bid else BID_NO_NUMBER(card=card)


class Bidding(Round[Plain], kind="bid", rule="6.2", reaction=True):
    """6.2: both place a numbered card; none only if there is none (G2)."""

    orders = (Bid,)

    def opened(self, s: State, c: Context, a: Plain, answers: tuple[Any, ...]) -> None:
        _compare_bids(s, c, answers)

    def default(self, s: State, who: int, a: Plain) -> Action:
        cards = numbered(s, who)
        if not cards:
            return Bid.act(card=None)
        low = min(cards, key=lambda card: s.board.cards[who][card].bid)
        return Bid.act(card=s.board.card_tokens[who][low])


def _compare_bids(s: State, c: Context, bids: tuple[Bid, ...]) -> None:
    """6.2: both bids are shown and discarded; the higher one chooses (tie: G1)."""
    numbers = [0, 0]
    for bid in bids:
        if bid.card is not None:
            numbers[bid.side] = s.board.cards[bid.side][bid.card].bid
            put_away(s, bid.side, (bid.card,), "discard")
    christian, muslim = [bid.tokens(Bid.card) for bid in bids]
    c.tell(
        BidsShown(christian=christian, muslim=muslim, numbers=tuple(numbers)),
        reveals=("christian", "muslim", "numbers"),
    )
    if numbers[0] != numbers[1]:
        winner = CHRISTIAN if numbers[0] > numbers[1] else MUSLIM
    elif s.options["bid_tie"] == "coin" or s.turn == 0:
        winner = SEATS.index(c.dice.pick("coin", SEATS))
        c.tell(CoinTossed(side=SEATS[winner]))
    else:
        winner = s.first
    push(s, Starting.then(Party(winner)))


class First(Order[Party], verb="first", rule="6.2"):
    """6.2: say who moves first this year."""

    starts = one(SIDE, name="side", rule="6.2", whole=True)

    def do(self, c: Context) -> None:
        self.s.first = self.starts
        c.tell(FirstChosen(side=SEATS[self.starts], by=SEATS[self.side]))


class Starting(Addressed[Party], kind="first", rule="6.2"):
    """6.2: the winner of the bid says who moves first for the year."""

    orders = (First,)


# -- 6.4: reinforcement --------------------------------------------------------------------------


@step
def reinforcement(s: State, c: Context) -> None:
    """6.4: discard half, draw cards, draw blocks; then mercenaries (11.1) and the Bull (11.2)."""
    s.phase = "reinforcement"
    c.tell(PhaseBegins(phase="reinforcement"), rule="6.4")
    frames = [new_cards.then(), new_blocks.then()]
    frames += [mercenaries.then(side) for side in (CHRISTIAN, MUSLIM) if s.mercs[side]]
    if s.bull:
        frames.append(papal_bull.then())
    push(s, *_half_goes(s), *frames)


def _half_goes(s: State) -> tuple[Frame, ...]:
    """Who has one card or none discards nothing, and is not asked."""
    asked = [len(s.hand[side]) > 1 for side in (CHRISTIAN, MUSLIM)]
    if not any(asked):
        return ()
    s.sealed = [None if owes else Discard.act() for owes in asked]
    return (Discarding.then(),)


DISCARD_NUMBER = Bar("discard_number", "6.4", number=counted("card"))


class Discarded(Telling, kind="discard", rule="6.4"):
    """Half of a hand is put away and shown."""

    side: str = said(SIDE, part="who")
    cards: tuple[str, ...] = many(CARD, secret=True)


class Discard(Order[Plain], verb="discard", rule="6.4"):
    """6.4: discard half of the hand."""

    cards = some(CARD, rule="6.4")

    @property
    def half(self) -> int:
        return len(self.s.hand[self.side]) // 2

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        return subset(self.s.hand[self.side], chosen, self.half, self.half)

    @cards.bar
    def card_barred(self, chosen: tuple[Card, ...], card: Card | None) -> Why | None:
        """Half of the hand, rounded down."""
        if card is None:
            return None if len(chosen) == self.half else DISCARD_NUMBER(number=self.half)
        if len(chosen) >= self.half:
            return DISCARD_NUMBER(number=self.half)
        late = not_held(self, card, "6.4", chosen) or unordered(chosen, card)
        return late or (None if card in self.next_card(chosen).choices else UNFIT())

    def do(self, c: Context) -> None:
        if self.cards:
            put_away(self.s, self.side, tuple(sorted(self.cards)), "discard")
            c.tell(Discarded(side=SEATS[self.side], cards=self.tokens(Discard.cards)))


class Discarding(Round[Plain], kind="discard", rule="6.4"):
    """6.4: which half of the hand goes; chosen at the same time, then public (G6)."""

    orders = (Discard,)
    facts = {"number": number(noun="card")}

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return {"number": Discard(s, who, a).half}

    def opened(self, s: State, c: Context, a: Plain, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            answer.do(c)


@step
def new_cards(s: State, c: Context) -> None:
    """6.4: six cards each, a seventh for the most castles (tie: G3)."""
    held = [s.castle[p] for p in s.board.castles]
    counts = (held.count(CHRISTIAN), held.count(MUSLIM))
    for side in (CHRISTIAN, MUSLIM):
        draw(s, c, side, CARDS + (counts[side] > counts[1 - side]), "6.4")


class Recruited(Telling, kind="recruits", rule="6.4"):
    """Blocks come out of the bag into the recruitment box."""

    side: str = said(SIDE, part="who")
    count: int = number(noun="block")
    blocks: tuple[str, ...] = many(BLOCK, who="side")


def draw_blocks(s: State, c: Context, side: int, count: int, rule: str) -> None:
    """5.2.3, 6.4, 4.9: blocks from the bag into the recruitment box, unseen by the opponent."""
    drawn: list[int] = []
    for _ in range(min(count, len(s.bag[side]))):
        kind = c.dice.pick(f"recruit {SEATS[side]}", s.bag[side], s.board.kind_tokens)
        s.bag[side] = without(s.bag[side], (kind,))
        drawn.append(kind)
    if drawn:
        s.box[side] = join(s.box[side], tuple(sorted(drawn)))
        words = tuple(s.board.kind_tokens[k] for k in sorted(drawn))
        c.tell(Recruited(side=SEATS[side], count=len(drawn), blocks=words), rule=rule)


@step
def new_blocks(s: State, c: Context) -> None:
    """6.4, 4.2, G4: the year's recruits, and one block more for the most resources."""
    recruits = s.board.track[s.turn][2] or 0
    held = [s.control[p] for p in s.board.resources]
    counts = (held.count(CHRISTIAN), held.count(MUSLIM))
    for side in (CHRISTIAN, MUSLIM):
        draw_blocks(s, c, side, recruits + (counts[side] > counts[1 - side]), "6.4")


@step
def mercenaries(s: State, c: Context, side: int) -> None:
    """11.1, 11.1.1: asked while there are blocks to hire, cards to pay and a place to enter."""
    if s.mercs[side] and s.hand[side] and entries(s, side):
        push(s, Hiring.then(Party(side)))


def entries(s: State, side: int) -> list[int]:
    """11.1: entry places that the enemy does not control."""
    return [
        p
        for p, owner in enumerate(s.board.mercenary_entry)
        if owner == side and s.control[p] != 1 - side
    ]


NO_TRUMPET = Bar("no_trumpet", "11.1")
NOT_A_TRUMPET = Bar("not_a_trumpet", "11.1", card=CARD)
NOT_AN_ENTRY = Bar("not_an_entry", "11.1", place=PLACE, goals=either(PLACE))


class Hired(Telling, kind="hire", rule="11.1", shape="mark"):
    """A Mercenaries block appears on the map."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    cards: tuple[str, ...] = many(CARD, secret=True)


class Hire(Order[Party], verb="hire", rule="11.1"):
    """11.1: hire a Mercenaries block."""

    shut = NO_TRUMPET
    card = one(CARD, rule="11.1")
    at = one(PLACE, mark=">", rule="11.1")

    def possible(self) -> bool:
        return bool(self.trumpets())

    @card.offer
    def trumpets(self) -> Sequence[Any]:
        return holding(self.s, self.side, "trumpet")

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        missing = not_held(self, card, "11.1")
        return missing or (None if card in self.trumpets() else NOT_A_TRUMPET(card=card))

    @at.offer
    def goals(self) -> Sequence[Any]:
        return entries(self.s, self.side)

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        goals = self.goals()
        return None if place in goals else NOT_AN_ENTRY(place=place, goals=goals)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        put_away(s, side, (self.card,), "discard")
        kind = s.mercs[side][0]
        s.mercs[side] = without(s.mercs[side], (kind,))
        index = 2 * self.at + side
        s.stacks[index] = join(s.stacks[index], (kind << SHIFT | KNOWN,))
        place, card = self.tokens(Hire.at), self.tokens(Hire.card)
        c.tell(Hired(side=SEATS[side], place=place, cards=(card,)))
        settle(s, c, self.at)
        push(s, mercenaries.then(side))


class Hiring(Addressed[Party], kind="hire", rule="11.1", reaction=True):
    """11.1: one trumpet card for each Mercenaries block. Asked always."""

    orders = (Pass, Hire)
    otherwise = Pass


@step
def papal_bull(s: State, c: Context) -> None:
    """11.2: from 1487 on, with six castles or fewer; the card lies open, so all can see it."""
    held = sum(1 for p in s.board.castles if s.castle[p] == CHRISTIAN)
    late = s.board.track[s.turn][0] >= "1487"
    if late and held <= BULL_CASTLES and bull_places(s):
        push(s, Crusading.then())


def bull_places(s: State) -> list[int]:
    return [p for p in s.board.castles if s.castle[p] == CHRISTIAN and not units(s, p, MUSLIM)]


BULL_TWO = Bar("bull_two", "11.2")
BULL_CASTLE = Bar("bull_castle", "11.2")


class BullPlayed(Telling, kind="bull", rule="11.2"):
    """The Crusaders come, each to a castle."""

    places: tuple[str, ...] = many(PLACE, form="path")


class Bull(Order[Plain], verb="bull", rule="11.2"):
    """11.2: play the Papal Bull."""

    at = path(PLACE, mark=">", rule="11.2")

    @at.offer
    def next_castle(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        castles = tuple(bull_places(self.s)) if len(chosen) < 2 else ()
        return Offer(castles, bool(chosen), 1, 2)

    @at.bar
    def castle_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        if place is None:
            return None if chosen else BULL_TWO()
        if len(chosen) >= 2:
            return BULL_TWO()
        return None if place in bull_places(self.s) else BULL_CASTLE()

    def do(self, c: Context) -> None:
        s = self.s
        s.bull = False
        crusaders = s.board.crusaders
        goals = self.at if len(self.at) == len(crusaders) else self.at * len(crusaders)
        for kind, place in zip(crusaders, goals, strict=True):
            s.stacks[2 * place] = join(s.stacks[2 * place], (kind << SHIFT | KNOWN,))
            settle(s, c, place)
        c.tell(BullPlayed(places=tuple(s.board.places[place] for place in goals)))


class Crusading(Point[Plain], kind="bull", rule="11.2"):
    """11.2: the Crusaders come to one castle, or to two."""

    orders = (Bull, Pass)
    otherwise = Pass

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (CHRISTIAN,)
