"""Another world that one reader cannot tell from this one: hands, purchases, the deck, lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from engine import flow
from engine.core import Action
from engine.flow import PLAIN
from engine.games.crusade.table.flow import SCRIPT
from engine.games.crusade.table.people import CARDED, CRUSADER, MOSUL, PLAYED
from engine.games.crusade.table.state import BONUS, State, av, faction_of
from engine.orders.piles import Pile


class Dealt:
    """How an action of another seat reads where its cards are others."""

    def __init__(self, old: State, new: State) -> None:
        self.old, self.new = old, new

    def hand(self, player: int) -> Pile:
        return Pile(zip(self.old.hand[player], self.new.hand[player], strict=True))

    def alias(self, seat: str, action: Action) -> Action | None:
        player = self.old.form.seats.index(seat)
        for point in SCRIPT.rights.values():
            if any(order.verb.name == action.verb for order in point.orders):
                return self._read(point, self.old.form.played[player][0], action, PLAIN)
        asked, brings = SCRIPT.question(self.old)
        for who in asked.whom(self.old, brings):
            if self.old.form.seat_of[who] == player:
                return self._read(asked, who, action, brings)
        return None

    def _read(self, point: Any, who: int, action: Action, asked: Any) -> Action | None:
        try:
            order = point.reads(action.verb, asked)
            found: Action = order.read(self.old, who, action, asked).alias(self)
        except LookupError:
            return None
        return found


def redeal(s: State, player: int, rng: Random) -> tuple[State, Dealt]:
    """A state with the same view for a player, -1 a spectator, and all else dealt anew."""
    new = s.copy()
    new.offers = [o for o in s.offers if player in o[:2]]
    _hands(s, new, player, rng)
    _purchases(s, new, player, rng)
    _lists(s, new, player, rng)
    if s.over is None and any(new.sealed):
        point, asked = SCRIPT.question(new)
        assert isinstance(point, flow.Round)
        own = s.form.played[player] if player >= 0 else ()
        point.reseal(new, asked, own, rng)
    return new, Dealt(s, new)


# -- event cards -----------------------------------------------------------------------------------


def _known(s: State, player: int, other: int) -> Counter[int]:
    """Cards of another player that he has offered to the reader."""
    found: Counter[int] = Counter()
    for offer in s.offers:
        if offer[0] == other and offer[1] == player:
            found |= Counter(offer[2])
    return found & Counter(s.hand[other])


def _hands(s: State, new: State, player: int, rng: Random) -> None:
    """12.0: unseen cards of both decks are dealt anew; as many as before lie in every hand."""
    hands: list[list[int]] = [[] for _ in s.hand]
    if player >= 0:
        hands[player] = list(s.hand[player])
    for deck in (0, 1):
        pool, spots = list(s.draws[deck]), []
        for other, hand in enumerate(s.hand):
            if other == player:
                continue
            known = _known(s, player, other) if player >= 0 else Counter()
            for card in hand:
                if _home(s, card, other) != deck:
                    continue
                if known[card]:
                    known[card] -= 1
                    hands[other].append(card)
                else:
                    pool.append(card)
                    spots.append(other)
        new.draws[deck] = _dealt(s, hands, deck, pool, spots, rng)
    new.hand = [tuple(sorted(hand)) for hand in hands]


def _dealt(
    s: State, hands: list[list[int]], deck: int, pool: list[int], spots: list[int], rng: Random
) -> tuple[int, ...]:
    """Deal cards of a deck to these players; who is of the other side gets kinds that only this
    deck has, as before. Says what is left of the deck."""
    kinds = s.board.charts.in_deck[deck]
    held = sorted([card for card in pool if kinds[card].hold])
    rng.shuffle(held)
    for other in sorted(spots, key=lambda p: s.form.side_of[p] == deck):
        card = next(card for card in held if _home(s, card, other) == deck)
        held.remove(card)
        pool.remove(card)
        hands[other].append(card)
    return tuple(sorted(pool))


def _home(s: State, card: int, player: int) -> int:
    """The deck that a held card belongs to: its holder's, if that has such a card."""
    side = s.form.side_of[player]
    return side if card in s.board.charts.in_deck[side] else 1 - side


# -- the Activation deck ---------------------------------------------------------------------------


def _purchases(s: State, new: State, player: int, rng: Random) -> None:
    own = s.form.played[player] if player >= 0 else ()
    if player >= 0 and s.spied >> player & 1:
        for f in range(PLAYED):
            if f not in own and s.marker[f]:
                new.marker[f] = _marker(s, f, s.bought[f], rng)
        return
    swap: Counter[int] = Counter(s.pile.unknown_to(player if player >= 0 else None))
    for f in range(PLAYED):
        if f in own or not s.marker[f]:
            continue
        if s.phase == "purchase":
            new.marker[f] = rng.choice(s.board.people.factions[f].markers)
            continue
        drawn = Counter([x for x in s.usual if x < CARDED and faction_of(s, x) == f])
        gifts = _gifts(s, f)
        base = Counter(s.bought[f]) - gifts
        choices = list(_buys(s, f, sum(base.values()), drawn - gifts))
        if not choices:
            continue
        marker, cards = rng.choice(choices)
        new.marker[f] = marker
        new.bought[f] = tuple(sorted((Counter(cards) + gifts).elements()))
        swap -= Counter(s.bought[f]) - drawn
        swap += Counter(new.bought[f]) - drawn
    reader = player if player >= 0 else None
    new.pile = s.pile.dealt_anew(reader, sorted(swap.elements()), rng)


def _gifts(s: State, f: int) -> Counter[int]:
    """Cards that a vision or a Jihad put into the deck: everybody saw which."""
    return Counter([x for x in s.board.people.factions[f].leaders if s.marks[x] & BONUS])


def _buys(
    s: State, f: int, count: int, drawn: Counter[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every marker with every purchase of so many cards that holds those that were drawn."""
    leaders = [x for x in sorted(s.board.people.factions[f].leaders) if s.roster >> x & 1]
    for cards in combinations_with_replacement(leaders, count):
        held = Counter(cards)
        if drawn - held or max(held.values(), default=0) > s.board.charts.leader_count:
            continue
        cost = sum([av(s, x) for x in cards])
        for marker in s.board.people.factions[f].markers:
            if marker >= cost:
                yield marker, cards


def _marker(s: State, f: int, bought: tuple[int, ...], rng: Random) -> int:
    base = Counter(bought) - _gifts(s, f)
    cost = sum([av(s, x) for x in base.elements()])
    markers = s.board.people.factions[f].markers
    return rng.choice([m for m in markers if m >= cost] or list(markers))


# -- lists -----------------------------------------------------------------------------------------


def _lists(s: State, new: State, player: int, rng: Random) -> None:
    own = s.form.played[player] if player >= 0 else ()
    crusader = player >= 0 and s.form.side_of[player] == CRUSADER
    if s.over is not None:
        return
    for f in range(PLAYED):
        if f in own or not s.lists[f] or (crusader and s.shown and f < 4):
            continue
        pool = s.board.mosul_listed if f == MOSUL else s.board.listed
        new.lists[f] = tuple(sorted(rng.sample(pool, len(s.lists[f]))))
