"""cards.yaml: what must be true of the two decks and the naval cards."""

from __future__ import annotations

import re
from collections import Counter

from engine.games.granada.datacheck.common import OF_SIDE
from engine.games.granada.table.data import (
    FACTION_CARDS,
    NUMBERLESS,
    OPTIONAL_CARDS,
    SEATS,
    Card,
    Cards,
)
from engine.models import Problems

BESIDE = ("surrender", "papal_bull")

# copies of the designs in each faction's row of the manifest; the Christian rows are not labelled
MUSLIM_ROWS = {
    "sarray": (6, 3, 1),
    "bannigas": (6, 4, 1),
    "andalusies": (8, 4, 2, 2, 1),
    "zegries": (8, 4, 1, 1),
}
CHRISTIAN_ROWS = ((5, 4, 1), (6, 3, 1), (7, 4, 2, 1, 1, 1), (10, 5, 2, 2, 1, 1))
OTHER_CARDS = {
    "christian": {
        "watchtower": 3, "commander": 2, "bombardment": 2, "challenge": 2, "charge": 1,
        "crossbowmen": 1, "mobilization": 1, "captured": 1, "broadside": 1, "papal_bull": 1,
        "surrender": 2,
    },
    "muslim": {
        "watchtower": 4, "commander": 2, "challenge": 2, "charge": 1, "crossbowmen": 1,
        "sortie": 2, "broadside": 1, "surrender": 2,
    },
}  # fmt: skip


def deck_sizes(cards: Cards) -> Problems:
    """12: 74, 67 and 17 cards."""
    for pile, right in (("christian", 74), ("muslim", 67), ("naval", 17)):
        found = sum(card.count for card in getattr(cards, pile).values())
        if found != right:
            yield (
                f"cards.yaml: {found} {pile} cards; there must be {right} "
                "[constraint 12, rule 3.3]."
            )


def manifest(cards: Cards) -> Problems:
    """12: how many designs each faction has, and of how many copies."""
    for faction, row in MUSLIM_ROWS.items():
        found = _row(cards, "muslim", faction)
        if found != row:
            yield f"cards.yaml: {faction} has {found} copies, must have {row} [constraint 12]."
    rows = {faction: _row(cards, "christian", faction) for faction in OF_SIDE["christian"]}
    left = list(CHRISTIAN_ROWS)
    for faction, found in rows.items():
        if found in left:
            left.remove(found)
        else:
            yield f"cards.yaml: {faction} has {found} copies, which no row has [constraint 12]."


def other_cards(cards: Cards) -> Problems:
    """12: how many of each kind without a faction, and none that the side lacks."""
    for side, right in OTHER_CARDS.items():
        found: Counter[str] = Counter()
        for card in cards.decks[side].values():
            if card.type not in FACTION_CARDS:
                found[card.type] += card.count
        for kind in sorted(set(right) | set(found)):
            if found[kind] != right.get(kind, 0):
                yield (
                    f"cards.yaml: {found[kind]} {side} {kind} cards; "
                    f"there must be {right.get(kind, 0)} [constraint 12, rule 3.3]."
                )
    sorties = Counter(card.impact for card in _of_type(cards, "muslim", "sortie"))
    if sorties != Counter((-2, -3)):
        yield "cards.yaml: the Sortie cards must be one -2 and one -3 [constraint 12, rule 11.5]."


def card_fields(cards: Cards) -> Problems:
    """12: which cards have a faction, a bid, lie beside the board, are optional."""
    for side, deck in cards.decks.items():
        for token, card in deck.items():
            at = f"cards.yaml, {side} {token}:"
            if not re.fullmatch(r"[A-Za-z]+(\*|[0-9][a-z]?)?(-[a-z])?", token):
                yield f"{at} not a token that can be typed in an order [constraint 12]."
            if (card.type in FACTION_CARDS) != bool(card.faction):
                yield f"{at} plain, double and trumpet cards have a faction, others none."
            elif card.faction and card.faction not in OF_SIDE[side]:
                yield f"{at} {card.faction} is not a {side} faction [constraint 12]."
            if card.type in NUMBERLESS and (card.bid or card.naval):
                yield f"{at} this card has no numbers [constraint 12, rule 6.2]."
            elif card.type not in NUMBERLESS and not card.bid:
                yield f"{at} the bid is missing [constraint 12, rule 6.2]."
            if card.beside != (card.type in BESIDE):
                yield f"{at} beside is {str(card.beside).lower()} [constraint 12, rule 5.1]."
            if card.optional != OPTIONAL_CARDS.get(card.type, ""):
                right = OPTIONAL_CARDS.get(card.type, "absent")
                yield f"{at} optional must be {right} [constraint 12, rule 11.0]."
            if card.impact and card.type != "sortie":
                yield f"{at} only Sortie cards have an impact [constraint 12, rule 11.5]."


def card_tokens(cards: Cards) -> Problems:
    """12: a faction card's token says faction and type: Castile, Castile*, Castile2, Castile2b."""
    tails = {"plain": "", "trumpet": r"\*", "double": "2[b-z]?"}
    for side, deck in cards.decks.items():
        for token, card in deck.items():
            if not card.faction or card.type not in tails:
                continue
            if not re.fullmatch(card.faction.capitalize() + tails[card.type], token):
                what = f"{card.type} card of {card.faction}"
                yield f"cards.yaml, {side} {token}: not the token of a {what} [constraint 12]."


def naval_numbers(cards: Cards) -> Problems:
    """12: a difference above three is possible, either side may evade, a challenge may fight."""
    values = {
        side: [c.naval for c in deck.values() if c.naval] for side, deck in cards.decks.items()
    }
    numbers = {side: [v for v in found if isinstance(v, int)] for side, found in values.items()}
    for side, other in (SEATS, SEATS[::-1]):
        if not any(card.naval for card in _of_type(cards, side, "challenge")):
            yield f"cards.yaml: no {side} challenge has a naval value [constraint 12, rule 9.3]."
        if "arrow" not in values[side]:
            yield f"cards.yaml: no {side} card has an arrow [constraint 12, rule 9.2]."
        if max(numbers[side], default=0) - min(numbers[other], default=0) <= 3:
            yield (
                f"cards.yaml: no {side} card can win at sea by more than 3 "
                "[constraint 12, rule 9.2]."
            )


def naval_deck(cards: Cards) -> Problems:
    """12: twelve quiet crossings; five battles in two designs, one for each coat of arms."""
    quiet = sum(card.count for card in cards.naval.values() if card.type == "quiet")
    if quiet != 12:
        yield f"cards.yaml: {quiet} quiet naval cards; there must be 12 [constraint 12]."
    battles = [card for card in cards.naval.values() if card.type == "battle"]
    if sorted(card.count for card in battles) != [2, 3]:
        yield "cards.yaml: the naval battles must be 2 of one design, 3 of another [constraint 12]."
    if sorted(card.arms for card in battles) != sorted(SEATS):
        yield "cards.yaml: the two naval battles must bear different arms [constraint 12]."
    for token, card in cards.naval.items():
        if card.arms and card.type != "battle":
            yield f"cards.yaml, naval {token}: only a battle bears arms [rule 9.1]."


OF_CARDS = (deck_sizes, manifest, other_cards, card_fields, card_tokens, naval_numbers, naval_deck)


def _row(cards: Cards, side: str, faction: str) -> tuple[int, ...]:
    deck = cards.decks[side].values()
    return tuple(sorted((c.count for c in deck if c.faction == faction), reverse=True))


def _of_type(cards: Cards, side: str, kind: str) -> list[Card]:
    return [card for card in cards.decks[side].values() if card.type == kind]
