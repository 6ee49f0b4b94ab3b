"""What the computer does unasked: it answers offers by its own gain, makes some, and plays cards
that may be played at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine.core import Action, Decision
from engine.games.crusade.book.deals import (
    BY,
    NO_STORES,
    TO,
    Propose,
    captives_of,
    linked,
    partners,
    sound,
)
from engine.games.crusade.computer.judging import prize
from engine.games.crusade.table.flow import leader
from engine.games.crusade.table.flow import leaders as names_of
from engine.games.crusade.table.people import CRUSADER, MUSLIM
from engine.games.crusade.table.state import (
    State,
    av,
    player_for,
    rank_of,
    side_of_player,
    strength,
)
from engine.games.crusade.table.view import View
from engine.match import World

Deal = tuple[Any, ...]  # as the book keeps an offer
LIKED = 0.5  # what a deal must gain
OFTEN = 0.25  # how often it makes an offer that it could make
LEAVE = 0.3  # what leave to pass or to use something is worth
STORE = 0.4  # what a Resource is worth
ANY_TIME = ("Butimides", "Assassination", "Entourage-Goes-Home", "Jihad", "Armenians-Revolt")
CARDS = {  # what a card is worth in hand, by the side of the player
    CRUSADER: {
        "Knights-Charge": 3.0,
        "Butimides": 2.5,
        "Surprise": 1.5,
        "Terrain-Advantage": 1.5,
        "Treachery": 2.0,
        "Papal-Peace": 1.0,
        "Assassination": 2.5,
        "Spy": 0.8,
        "Armenians-Revolt": 0.4,
        "Dissension": 0.6,
    },
    MUSLIM: {
        "Jihad": 3.0,
        "Entourage-Goes-Home": 3.0,
        "Dissension": 2.0,
        "Surprise": 1.5,
        "Terrain-Advantage": 2.0,
        "Treachery": 1.5,
        "Spy": 0.8,
        "Armenians-Revolt": 0.6,
    },
}


def stirred(view: View) -> bool:
    """Whether there may be something to do beside the questions."""
    if view.phase == "diplomacy" or any(offer["to"] == view.seat for offer in view.offers):
        return True
    return bool(view.active) and any(card in ANY_TIME for card in view.hand)


def answered(s: State, player: int, right: Decision) -> Action | None:
    """An answer to the first offer that waits for one."""
    offer = next((o for o in s.offers if o[TO] == player), None)
    if offer is None:
        return None
    verb = "accept" if sound(s, offer) and gain(s, offer, player) >= LIKED else "refuse"
    action = Action(verb, s.form.seats[offer[BY]])
    return action if action in right else None


# -- what a deal is worth ------------------------------------------------------------------------


def gain(s: State, offer: Deal, player: int) -> float:
    """What an offer brings one of the two: what he gets less what he gives."""
    by, to, gives, wants, captives, freed, cities, (stores, _, goal) = offer[:8]
    claims, (needs, _, mine), grants, asks = offer[8:]
    gets, parts, home, lost = (gives, wants, captives, freed)
    other = by
    if player == by:
        gets, parts, home, lost, other = wants, gives, freed, captives, to
    land = sum([prize(s, s.form.played[player][0], city) for city in cities])
    found: float = _worth(s, player, gets) - _worth(s, player, parts)
    found += sum([freedom(s, x) for x in home]) - 0.4 * sum([freedom(s, x) for x in lost])
    claimed = sum([prize(s, s.form.played[player][0], city) for city in claims])
    leave = LEAVE * ((asks >= 0) - (grants >= 0))
    if player == by:
        found += claimed + STORE * needs * _need(s, mine) + leave - land - STORE * stores
    else:
        found += land + STORE * stores * _need(s, goal) - claimed - STORE * needs - leave
    if side_of_player(s, other) != side_of_player(s, player):  # what helps the enemy hurts
        found -= 0.5 * (_worth(s, other, parts) + sum([freedom(s, x) for x in lost]))
    return found


def _worth(s: State, player: int, cards: Sequence[int]) -> float:
    return sum([card(s, player, kind) for kind in cards])


def card(s: State, player: int, kind: int) -> float:
    name = s.board.charts.events[kind]
    return CARDS[side_of_player(s, player)].get(name, 0.3)


def freedom(s: State, x: int) -> float:
    """What a leader's return is worth to his player."""
    return 1.5 + rank_of(s, x)


def _need(s: State, city: int) -> float:
    """Stores are worth more where they are spent: in a siege, or an empty City."""
    if city < 0:
        return 0.0
    if s.siege[city]:
        return 4.0
    return 2.0 if not s.stock[city] else 0.6


# -- offers --------------------------------------------------------------------------------------


def proposed(s: State, player: int, right: Decision, rng: Random) -> Action | None:
    """An offer that both should like; not every time."""
    liked = [
        offer
        for offer in _proposals(s, player)
        if gain(s, offer, player) >= 0 and gain(s, offer, offer[TO]) >= LIKED
    ]
    if not liked or rng.random() > OFTEN:
        return None
    action = _offer(s, rng.choice(liked))
    return action if action in right else None


def _proposals(s: State, player: int) -> Iterator[Deal]:
    """Swaps of captives, a card for a captive, a card for a better one, stores for a friend."""
    for other in partners(s, player):
        if any(o[BY] == player and o[TO] == other for o in s.offers):
            continue
        mine, theirs = captives_of(s, other, player), captives_of(s, player, other)
        hand = sorted(set(s.hand[player]), key=lambda k: card(s, player, k))
        if mine and theirs:
            yield _deal(player, other, captives=(theirs[0],), freed=(mine[0],))
        if mine:
            yield from [_deal(player, other, gives=(k,), freed=(mine[0],)) for k in hand]
        if theirs and s.hand[other]:
            yield from [
                _deal(player, other, captives=(theirs[0],), wants=(k,)) for k in _wanted(s, player)
            ]
        if side_of_player(s, other) != side_of_player(s, player):
            continue
        yield from [_deal(player, other, gives=(k,)) for k in hand]
        if s.hand[other]:
            yield from [
                _deal(player, other, gives=(k,), wants=(want,))
                for k in hand
                for want in _wanted(s, player)
                if want != k
            ]
        yield from _carts(s, player, other)


def _wanted(s: State, player: int) -> list[int]:
    """Cards that a player would like to have."""
    event = s.board.charts.event
    return [event[name] for name in CARDS[side_of_player(s, player)] if name in event]


def _carts(s: State, player: int, other: int) -> Iterator[Deal]:
    """Resources for a friend's City that needs them."""
    for city in s.board.cities:
        if player_for(s, s.control[city]) != player or s.stock[city] < 3 or s.siege[city]:
            continue
        for there in linked(s, player, city):
            if player_for(s, s.control[there]) == other and _need(s, there) > 1:
                yield _deal(player, other, stores=(2, city, there))


def _deal(
    by: int,
    to: int,
    gives: tuple[int, ...] = (),
    wants: tuple[int, ...] = (),
    captives: tuple[int, ...] = (),
    freed: tuple[int, ...] = (),
    stores: tuple[int, int, int] = NO_STORES,
) -> Deal:
    return (by, to, gives, wants, captives, freed, (), stores, (), NO_STORES, -1, -1)


def _offer(s: State, deal: Deal) -> Action:
    """A deal as an order."""
    _, to, gives, wants, captives, freed, _, (stores, source, goal) = deal[:8]
    events, places = s.board.charts.events, s.board.places
    return Propose.act(
        to=s.form.seats[to],
        gives=tuple([events[k] for k in gives]),
        wants=tuple([events[k] for k in wants]),
        captives=names_of(s, captives),
        freed=names_of(s, freed),
        stores=str(stores) if stores else None,
        source=places[source] if stores else None,
        goal=places[goal] if stores else None,
    )


# -- cards ---------------------------------------------------------------------------------------


def played(s: State, player: int, right: Decision) -> Action | None:
    """12.0: a held card whose moment has come."""
    verbs = right.verbs
    people = s.board.people
    if "butimides" in verbs:
        cities = right.next(("butimides",)).choices
        return Action("butimides", cities[0])
    if "assassinate" in verbs:
        tokens = right.next(("assassinate",)).choices
        victims = [t for t in tokens if av(s, people.leader[t]) <= 3]
        if victims:
            best = max(victims, key=lambda t: s.army[people.leader[t]])
            if s.army[people.leader[best]] >= 10:
                return Action("assassinate", best)
    if "entourage" in verbs:
        tokens = right.next(("entourage",)).choices
        return Action("entourage", max(tokens, key=lambda t: s.army[people.leader[t]]))
    if "jihad-for" in verbs and s.active >= 0:
        tokens = right.next(("jihad-for",)).choices
        token = leader(s, s.active)
        if token in tokens and strength(s, (s.active,)) >= 10:
            return Action("jihad-for", token, "fight")
    if "revolt" in verbs:
        sides = right.next(("revolt",)).choices
        mine = side_of_player(s, player)
        foes = [t for t in sides if side_of_player(s, s.form.seats.index(t)) != mine]
        if foes:
            return Action("revolt", foes[0])
    return None


def use(world: World, rights: Sequence[Decision], rng: Random) -> tuple[Decision, Action] | None:
    """One thing that it does by right, or nothing."""
    s: State = world._state
    for right in rights:
        player = s.form.seats.index(right.seat)
        action = None
        if right.kind == "deals":
            action = answered(s, player, right)
            asked = world.decision(right.seat)
            if action is None and asked is not None and asked.kind == "talk":
                action = proposed(s, player, right, rng)
        elif right.kind == "orders":
            action = played(s, player, right)
        if action is not None and action in right:
            return right, action
    return None
