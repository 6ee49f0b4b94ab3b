"""Chapter 7.1: a Movement Phase is bought, and spent order by order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import fact, many, number, said
from engine.games.granada.book.boabdil import grey_arrives
from engine.games.granada.book.cards import draw, holding, put_away
from engine.games.granada.book.control import PhaseBegins, besieged, settle
from engine.games.granada.book.marching import ALL, any_origin
from engine.games.granada.book.move import Move, activate
from engine.games.granada.book.muster import Muster, can_muster, nothing_left
from engine.games.granada.book.naval import Sail, can_sail
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Plain, Point, Telling, push, step
from engine.games.granada.table.orders import (
    BLOCK,
    CARD,
    PLACE,
    SIDE,
    Block,
    Card,
    Order,
    Place,
    not_held,
    unordered,
)
from engine.games.granada.table.state import (
    KNOWN,
    MOVED,
    SHIFT,
    Entries,
    State,
    blocks,
    grey_here,
    join,
    stack_at,
    with_flags,
    without,
)
from engine.orders import UNFIT, Bar, Offer, Why, counted, one, some, subset
from engine.orders import Order as AnyOrder

BUYS = {"rest": (0, 0, 0), "minimal": (1, 1, 1), "limited": (3, 1, 1), "total": (ALL, ALL, 1)}


@step
def movement_phase(s: State, c: Context, side: int) -> None:
    """6.3: a player's Movement Phase."""
    s.phase, s.active = "movement", side
    s.level, s.left, s.sea_left, s.muster_left = "", 0, 0, 0
    s.origin, s.opened, s.sea_opened = -1, (), ()
    s.used, s.entered, s.fought = frozenset(), frozenset(), ()
    c.tell(PhaseBegins(phase="movement", side=SEATS[side]))
    push(s, refresh.then(), grey_arrives.then(), Buying.then())


@step
def refresh(s: State, c: Context) -> None:
    """7.3.1: every block may move once a turn: forget who moved before.

    10.10: but Guards who joined a battle in the first player's phase have arrived this turn.
    """
    stacks = s.stacks
    late = _just_arrived(s)
    for i in [i for i, stack in enumerate(stacks) if stack]:
        for e in stacks[i]:
            if e & MOVED:
                stacks[i] = with_flags(stacks[i], 0, MOVED)
                break
    s.grey = with_flags(s.grey, 0, MOVED)
    if s.pioneers:
        s.pioneers = tuple([tile & ~1 for tile in s.pioneers])
    for i, ships in enumerate(s.ships):
        if ships and any(ship[0] for ship in ships):
            s.ships[i] = tuple(sorted((0, *with_flags(ship[1:], 0, MOVED)) for ship in ships))
    for i, guards in late.items():
        stacks[i] = join(without(stacks[i], with_flags(guards, 0, MOVED)), guards)


def _just_arrived(s: State) -> dict[int, Entries]:
    """The Palace Guard that came out in this turn, by stack, when the Muslims move second.

    Nobody else of theirs has a mark in Granada then: marks were wiped when the turn began, and
    since then only the enemy has moved. So nothing depends on what a block is.
    """
    if s.active != MUSLIM or s.first == MUSLIM:
        return {}
    stacks = {2 * place + MUSLIM: s.stacks[2 * place + MUSLIM] for place in s.board.guard_land}
    marked = {i: tuple(e for e in stack if e & MOVED) for i, stack in stacks.items()}
    return {i: guards for i, guards in marked.items() if guards}


# -- 7.1: paying for movement --------------------------------------------------------------------

NO_MOBILIZATION = Bar("no_mobilization", "11.3")
NO_CARD_TO_PAY = Bar("no_card_to_pay", "7.1")
NO_CARDS_TO_PAY = Bar("no_cards_to_pay", "7.1", cards=counted("card"))
TWO_CARDS = Bar("two_cards", "7.1")


class Bought(Telling, kind="buy", rule="7.1"):
    """Movement is paid for."""

    side: str = said(SIDE, part="who")
    level: str = fact()
    cards: tuple[str, ...] = many(CARD, secret=True)


class Mobilized(Telling, kind="mobilize", rule="11.3"):
    """General Mobilization is played."""

    side: str = said(SIDE, secret=True, part="who")


class Buy(Order[Plain]):
    """A Movement Phase is bought; its orders follow."""

    def pay(self, c: Context, cards: tuple[Card, ...], words: tuple[str, ...], buys: str) -> None:
        s, side = self.s, self.side
        put_away(s, side, tuple(sorted(cards)), "discard")
        s.level = buys
        s.left, s.sea_left, s.muster_left = BUYS[buys]
        c.tell(Bought(side=SEATS[side], level=buys, cards=words))
        if buys == "rest" and cards:
            draw(s, c, side, len(cards), "7.1")
        push(s, orders.then())


class Rest(Buy, verb="rest", rule="7.1", ends=True):
    """7.1: move nothing, and change any number of cards."""

    cards = some(CARD, optional=True, rule="7.1")

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        hand = self.s.hand[self.side]
        return subset(hand, chosen, 0, len(hand))

    @cards.bar
    def card_barred(self, chosen: tuple[Card, ...], card: Card | None) -> Why | None:
        if card is None:
            return None
        return not_held(self, card, "7.1", chosen) or unordered(chosen, card)

    def do(self, c: Context) -> None:
        self.pay(c, self.cards, self.tokens(Rest.cards), "rest")


class Minimal(Buy, verb="minimal", rule="7.1"):
    """7.1: pay nothing: one activation or a muster."""

    def do(self, c: Context) -> None:
        self.pay(c, (), (), "minimal")


class Limited(Buy, verb="limited", rule="7.1"):
    """7.1: pay one card: three activations."""

    shut = NO_CARD_TO_PAY
    card = one(CARD, rule="7.1")

    def possible(self) -> bool:
        return bool(self.s.hand[self.side])

    @card.offer
    def held(self) -> Sequence[Any]:
        return tuple(dict.fromkeys(self.s.hand[self.side]))

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        return not_held(self, card, "7.1")

    def do(self, c: Context) -> None:
        self.pay(c, (self.card,), (self.tokens(Limited.card),), "limited")


class Total(Buy, verb="total", rule="7.1"):
    """7.1: pay two cards: every place and zone, and a muster."""

    cards = some(CARD, rule="7.1")

    def possible(self) -> bool:
        return len(self.s.hand[self.side]) > 1

    def closed(self) -> Why | None:
        held = len(self.s.hand[self.side])
        return None if self.possible() else NO_CARDS_TO_PAY(cards=held)

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        return subset(self.s.hand[self.side], chosen, 2, 2)

    @cards.bar
    def card_barred(self, chosen: tuple[Card, ...], card: Card | None) -> Why | None:
        if card is None:
            return None if len(chosen) == 2 else TWO_CARDS()
        if len(chosen) >= 2:
            return TWO_CARDS()
        late = not_held(self, card, "7.1", chosen) or unordered(chosen, card)
        return late or (None if card in self.next_card(chosen).choices else UNFIT())

    def do(self, c: Context) -> None:
        self.pay(c, self.cards, self.tokens(Total.cards), "total")


class Mobilize(Buy, verb="mobilize", rule="11.3", command=True):
    """11.3: play General Mobilization: total movement."""

    shut = NO_MOBILIZATION

    def possible(self) -> bool:
        return bool(holding(self.s, self.side, "mobilization"))

    def do(self, c: Context) -> None:
        card = holding(self.s, self.side, "mobilization")[0]
        put_away(self.s, self.side, (card,), "removed")
        c.tell(Mobilized(side=SEATS[self.side]))
        self.pay(c, (), (), "total")


class Buying(Point[Plain], kind="buy", rule="7.1"):
    """7.1: no, minimal, limited or total movement, for 0, 0, 1 or 2 cards (11.3: or for one)."""

    orders = (Rest, Minimal, Limited, Total, Mobilize)
    otherwise = Minimal


# -- 7.1: spending it ----------------------------------------------------------------------------


@step
def orders(s: State, c: Context) -> None:
    """Ask for the next order while anybody could think that there is one."""
    if not _exhausted(s):
        push(s, Ordering.then())


def _exhausted(s: State) -> bool:
    """Whether everybody can see that nothing is left to do in this Movement Phase."""
    side = s.active
    if side == MUSLIM and s.guard and s.hand[side]:
        return False
    if s.left == 0:
        return s.origin < 0 or not _may_still_move(s, s.origin, side)
    return False


def _may_still_move(s: State, place: int, side: int) -> bool:
    if besieged(s, place, side):
        return False  # activated for a sally
    if any(not e & MOVED for e in stack_at(s, place, side)):
        return True
    return side == CHRISTIAN and grey_here(s, place) and not s.grey[0] & MOVED


GUARD_CHRISTIAN = Bar("guard_christian", "10.10")
GUARD_NO_CARD = Bar("guard_no_card", "10.10")
GUARD_OUT = Bar("guard_out", "10.10")
GUARD_NOT_IN_BOX = Bar("guard_not_in_box", "10.10", block=BLOCK)


class Done(Order[Plain], verb="done", rule="7.1", command=True, ends=True):
    """7.1: end the movement phase."""

    def do(self, c: Context) -> None:
        c.tell(MovementEnds(side=SEATS[self.side]))


class MovementEnds(Telling, kind="done", rule="7.1"):
    """A player moves no more."""

    side: str = said(SIDE, part="who")


class GuardCalled(Telling, kind="guard", rule="10.10", shape="mark"):
    """A block of the Palace Guard comes into Granada."""

    block: str = said(BLOCK)
    cards: tuple[str, ...] = many(CARD, secret=True)


def can_call_guard(s: State, side: int) -> bool:
    """10.10: for a card of the Muslim player, while one of its blocks waits."""
    return side == MUSLIM and bool(s.guard and s.hand[side])


class Guard(Order[Plain], verb="guard", rule="10.10", command=True):
    """10.10: give up a card for a block of the Palace Guard."""

    card = one(CARD, rule="10.10")
    block = one(BLOCK, rule="10.10", public=True)

    def possible(self) -> bool:
        return can_call_guard(self.s, self.side)

    def closed(self) -> Why | None:
        if self.side != MUSLIM:
            return GUARD_CHRISTIAN()
        if not self.s.guard:
            return GUARD_OUT()
        return None if self.possible() else GUARD_NO_CARD()

    @card.offer
    def held(self) -> Sequence[Any]:
        return tuple(dict.fromkeys(self.s.hand[self.side]))

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        return not_held(self, card, "10.10")

    @block.offer
    def guards(self) -> Sequence[Any]:
        return tuple(dict.fromkeys(self.s.guard))

    @block.bar
    def block_barred(self, block: Block) -> Why | None:
        return None if block in self.s.guard else GUARD_NOT_IN_BOX(block=block)

    def do(self, c: Context) -> None:
        """10.10: one card for one block of the Palace Guard, which may not move this turn."""
        s = self.s
        put_away(s, MUSLIM, (self.card,), "discard")
        s.guard = without(s.guard, (self.block,))
        place = s.board.granada
        here = s.stacks[2 * place + MUSLIM]
        s.stacks[2 * place + MUSLIM] = join(here, (self.block << SHIFT | MOVED | KNOWN,))
        c.tell(GuardCalled(block=self.tokens(Guard.block), cards=(self.tokens(Guard.card),)))
        settle(s, c, place)


NO_SALLY_BOUGHT = Bar("no_sally_bought", "7.1")
NOT_BESIEGED = Bar("not_besieged", "7.1", place=PLACE)


class SallyReadied(Telling, kind="sally", rule="7.1", shape="mark"):
    """Besieged blocks are made ready to come out."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


def can_ready_sally(s: State, side: int) -> bool:
    """7.1, C2: at tables where a sally costs an activation, for those who are shut in."""
    if s.options["sally_costs_activation"] == "off" or not s.left:
        return False
    return any(_may_sally(s, p, side) for p in range(len(s.board.places)))


def _may_sally(s: State, place: int, side: int) -> bool:
    shut_in = besieged(s, place, side) and bool(blocks(s, place, side))
    return shut_in and place not in s.opened


class ReadySally(Order[Plain], verb="sally", rule="7.1"):
    """7.1: activate a besieged place, so that its blocks may come out in the Combat Phase."""

    place = one(PLACE, rule="7.1")

    def possible(self) -> bool:
        return can_ready_sally(self.s, self.side)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        if self.s.options["sally_costs_activation"] == "off":
            return NO_SALLY_BOUGHT()
        return nothing_left(self.s, "sally") or NO_SALLY_BOUGHT()

    @place.offer
    def places(self) -> Sequence[Any]:
        return [p for p in range(len(self.s.board.places)) if _may_sally(self.s, p, self.side)]

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if _may_sally(self.s, place, self.side) else NOT_BESIEGED(place=place)

    def do(self, c: Context) -> None:
        activate(self.s, self.place)
        c.tell(SallyReadied(side=SEATS[self.side], place=self.tokens(ReadySally.place)))


class Ordering(Point[Plain], kind="order", rule="7.1"):
    """7.1: the next march, muster or voyage, in any order."""

    orders = (Move, Muster, Sail, ReadySally, Guard, Done)
    otherwise = Done
    facts = {"left": number(noun="activation")}

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return {"level": s.level, "left": s.left}

    def open(self, s: State, who: int, a: Plain) -> list[type[AnyOrder[Any, Any]]]:
        """What `possible` says of each order, without making any."""
        found: list[type[AnyOrder[Any, Any]]] = []
        if any_origin(s, who):
            found.append(Move)
        if can_muster(s, who):
            found.append(Muster)
        if can_sail(s, who):
            found.append(Sail)
        if can_ready_sally(s, who):
            found.append(ReadySally)
        if can_call_guard(s, who):
            found.append(Guard)
        found.append(Done)
        return found

    def answer(self, s: State, c: Context, who: int, action: Action, a: Plain) -> None:
        """What the order sets going comes first; then the next one is asked for."""
        order = self.reads(action.verb, a).read(s, who, action, a)
        s.frames.pop()
        if not order.verb.ends:
            push(s, orders.then())
        order.do(c)
