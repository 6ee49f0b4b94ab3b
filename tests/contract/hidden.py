"""What is hidden in each game, piece by piece: the only place where the contract tests look
behind the views. It serves to measure whether a redeal really deals anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.match import Match

Item = tuple[str, Any, Any]  # kind of thing, where, what stands there
Lister = Callable[[Match, str], Iterator[Item]]


def _granada(match: Match, owner: str) -> Iterator[Item]:
    """The secrets of one side that could be otherwise: a pool of one sort has nothing to hide."""
    s: Any = match._state
    side = match.seats.index(owner)
    aboard = [
        (zone, tuple(sorted(e >> 4 for ship in ships for e in ship[1:] if not e & 1)))
        for zone, ships in enumerate(s.ships[side::2])
    ]
    land = [
        (place, tuple(sorted(e >> 4 for e in stack if not e & 1)))
        for place, stack in enumerate(s.stacks[side::2])
    ]
    pool = {k for _, kinds in (*aboard, *land) for k in kinds} | {*s.box[side], *s.bag[side]}
    if len(pool) > 1:
        yield from (("on the map", place, kinds) for place, kinds in land if kinds)
        yield from (("aboard", zone, kinds) for zone, kinds in aboard if kinds)
        if s.box[side]:
            yield "in the box", None, s.box[side]
    shown = list(s.shown[side])
    hand = []
    for card in s.hand[side]:
        if card in shown:
            shown.remove(card)
        else:
            hand.append(card)
    if hand and len({*hand, *s.deck[side]}) > 1:
        yield "in hand", None, tuple(hand)
        if s.sealed[side] is not None and s.sealed[side][1]:
            yield "sealed", None, s.sealed[side]


def _hispania(match: Match, owner: str) -> Iterator[Item]:
    """Nothing lies face down in Hispania; an answer may wait for the other side's."""
    s: Any = match._state
    if s.battle is not None:
        for nation, answer in zip(s.battle.nations, s.sealed, strict=True):
            if answer is not None and s.board.peoples.seat_of[nation] == match.seats.index(owner):
                yield "sealed", nation, answer


def _council(match: Match, owner: str) -> Iterator[Item]:
    """Cards, words, vows and bids of one seat, and what nobody else has seen of the pile."""
    s: Any = match._state
    who = match.seats.index(owner)
    if s.hand[who]:
        yield "in hand", None, s.hand[who]
    if s.heard[who]:
        yield "heard", None, s.heard[who]
    if s.vows[who] is not None:
        yield "vow", None, s.vows[who]
    for place, mask in enumerate(s.deck.seen):
        if mask == 1 << who:
            yield "looked at", place, s.deck.top[place]
    if len(s.sealed) == s.count and s.sealed[who] is not None:
        yield "sealed", None, s.sealed[who]


def _declared(match: Match, owner: str) -> Iterator[Item]:
    """What a game says it hides, and answers that wait."""
    who = match.seats.index(owner)
    game: Any = match.game
    heaps = {where: tuple(heap) for where, heap in game.hidden(match._state, who).items()}
    if len({thing for heap in heaps.values() for thing in heap}) > 1:
        yield from (("hidden", where, heap) for where, heap in heaps.items() if heap)
    if owner in game.sealed(match._state):
        yield "sealed", None, match._state.sealed[who]


def _crusade(match: Match, owner: str) -> Iterator[Item]:
    """The secrets of one seat: hand, marker, purchases not yet drawn, lists, sealed answers."""
    s: Any = match._state
    if s.over is not None:
        return
    player = s.form.seats.index(owner)
    if s.hand[player]:
        yield "in hand", None, s.hand[player]
    for f in s.form.played[player]:
        if s.lists[f] and not (s.shown and f < 4):
            yield "list", f, s.lists[f]
        if s.marker[f] and s.phase == "purchase":
            yield "marker", f, s.marker[f]
    if any(s.sealed):
        point, asked = match.game.question(s)  # type: ignore[attr-defined]
        for who, answer in zip(point.parties(s, asked), s.sealed, strict=True):
            if answer is not None and who in s.form.played[player]:
                yield "sealed", who, answer


def _cortes(match: Match, owner: str) -> Iterator[Item]:
    """What lies below the tops, where most of those that could lie there are others."""
    game: Any = match.game
    for place, faces in game.hidden(match._state, match.seats.index(owner)).items():
        yield "below a top", place, faces


OPEN = frozenset({"hispania"})  # games in which nothing lies face down but sealed answers
LISTERS: dict[str, Lister] = {
    "granada": _granada,
    "hispania": _hispania,
    "council": _council,
    "cortes": _cortes,
    "crusade": _crusade,
}


def secrets(match: Match, owner: str) -> dict[tuple[str, Any], Any]:
    """Everything of `owner` that others cannot see and that could be otherwise."""
    lister = LISTERS.get(match.game.name, _declared)
    return {(kind, where): what for kind, where, what in lister(match, owner)}
