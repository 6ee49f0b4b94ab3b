"""Why an answer about turn order, reinforcement or Boabdil is refused (chapter 6, 10.12, 11)."""

from __future__ import annotations

from engine.games.granada.book.sequence import entries, numbered
from engine.games.granada.words import english
from engine.games.granada.words.wrong import Reason, Wrong, because, closed, not_held, slot


@slot("place", "draw")
def draw_place(w: Wrong) -> Reason | None:
    """5.2.2: a place that the set-up gives random blocks, and that has none yet."""
    place = w.place()
    if place is None:
        return None
    goals = english.listed([w.at(p) for p, _ in w.args[1]], "or")
    return because("no_draw_there", "5.2.2", place=w.at(place), goals=goals)


@slot("card", "bid")
def bid_card(w: Wrong) -> Reason | None:
    """6.2: a card with a number, if there is one."""
    if w.value is None:
        return because("bid_needed", "6.2")
    if (missing := not_held(w, "6.2")) is not None:
        return missing
    card = w.card()
    if card is None:
        return None
    if not w.board.cards[w.side][card].bid:
        return because("bid_no_number", "6.2", card=w.names.card(w.value))
    return None if numbered(w.s, w.side) else because("bid_none", "6.2")


@slot("cards", "discard")
def discards(w: Wrong) -> Reason | None:
    """6.4: half of the hand, rounded down."""
    half = len(w.s.hand[w.side]) // 2
    if w.value is None or len(w.partial) >= half:
        return because("discard_number", "6.4", number=english.count(half, "card"))
    return not_held(w, "6.4")


@closed("hire", "hire")
def no_trumpet(w: Wrong) -> Reason:
    return because("no_trumpet", "11.1")


@slot("card", "hire")
def pay(w: Wrong) -> Reason | None:
    missing = not_held(w, "11.1")
    if missing is not None or w.card() is None:
        return missing
    return because("not_a_trumpet", "11.1", card=w.names.card(w.value))


@slot("at", "hire")
def entry(w: Wrong) -> Reason | None:
    place = w.place()
    if place is None:
        return None
    goals = english.listed([w.at(p) for p in entries(w.s, w.side)], "or")
    return because("not_an_entry", "11.1", place=w.at(place), goals=goals)


@slot("at", "bull")
def crusade(w: Wrong) -> Reason | None:
    if w.value is not None and w.place() is None:
        return None
    if w.value is None or len(w.partial) >= 2:
        return because("bull_two", "11.2")
    return because("bull_castle", "11.2")


@closed("captive", "capture")
def no_captive_card(w: Wrong) -> Reason:
    return because("no_captive_card", "11.4")
