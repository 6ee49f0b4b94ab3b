"""Invariants: what no play can break, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.crusade.table.facts import LEADER_NAMES
from engine.games.crusade.table.state import ABOARD, OWNERS, State, player_of, strength


def check(s: State) -> list[str]:
    return [*_leaders(s), *_places(s), *_cards(s), *_sieges(s), *_fleets(s)]


def _leaders(s: State) -> Iterator[str]:
    places, zones = len(s.board.places), len(s.board.zones)
    for x, at in enumerate(s.at):
        name = LEADER_NAMES[x]
        if s.army[x] < 0:
            yield f"{name} has fewer than no SP"
        if s.army[x] and at < 0:
            yield f"{name} has SP but is not on the map"
        if at >= places and not ABOARD <= at < ABOARD + zones:
            yield f"{name} is nowhere"
    if any(n < 0 for n in s.knights):
        yield "there are fewer than no Knights"


def _places(s: State) -> Iterator[str]:
    board = s.board
    for at, sp in enumerate(s.garrison):
        if sp < 0 or not 0 <= s.fresh[at] <= max(sp, 0):
            yield f"SP without a leader are wrong in {board.places[at // OWNERS]}"
        if sp and at // OWNERS in board.points:
            yield f"SP without a leader are in {board.places[at // OWNERS]}"
    for city in board.cities:
        if s.stock[city] < 0:
            yield f"{board.places[city]} has fewer than no Resources"
        if not 0 <= s.ap[city] <= board.sdv[city]:
            yield f"{board.places[city]} has {s.ap[city]} Assault Points"


def _cards(s: State) -> Iterator[str]:
    charts = s.board.charts
    total: Counter[int] = Counter()
    for deck in charts.decks:
        for card in deck:
            total[card.number] += card.copies
    found: Counter[int] = Counter()
    for piles in (s.draws, s.discard, s.gone, s.hand):
        for pile in piles:
            found.update(pile)
    if found != total:
        yield f"event cards are missing or too many: {found - total} {total - found}"
    if s.phase == "operations" and any(s.bought):
        cards = Counter((*s.pile.rest, *s.pile.top, *s.usual))
        bought = Counter([x for pile in s.bought for x in pile])
        if Counter({x: n for x, n in cards.items() if x < 21}) != bought:
            yield "the Activation deck does not hold what was bought"


def _sieges(s: State) -> Iterator[str]:
    board = s.board
    for city, kind in enumerate(s.siege):
        if not kind:
            continue
        commander, gate = s.commander[city], board.gate[city]
        if commander < 0 or s.at[commander] != gate:
            yield f"nobody commands the siege of {board.places[city]}"
            continue
        men = [x for x, at in enumerate(s.at) if at == gate and player_of(s, x) >= 0]
        if strength(s, men) < 5 * board.sdv[city]:
            yield f"too few besiege {board.places[city]}"


def _fleets(s: State) -> Iterator[str]:
    table = s.board.charts.fleets
    for side, zone, nsp in s.fleets:
        if not 1 <= nsp <= table.nsp or not 0 <= zone <= len(s.board.zones) or side not in (0, 1):
            yield f"a fleet of {nsp} NSP is in zone {zone}"
