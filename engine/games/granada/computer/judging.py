"""What every judge of the greedy player has in common: their roll, and how dear cards are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.core import Action, Decision, Value
from engine.games.granada.computer.sight import Sight

Judge = Callable[[Sight, Decision, Random], Action]
JUDGES: dict[str, Judge] = {}


def judge(*kinds: str) -> Callable[[Judge], Judge]:
    """Register a judge for these kinds of decision."""

    def register(function: Judge) -> Judge:
        for kind in kinds:
            JUDGES[kind] = function
        return function

    return register


# -- cards ---------------------------------------------------------------------------------------

CARD_WORTH = {
    "plain": 1.0,
    "trumpet": 1.7,
    "double": 2.0,
    "commander": 3.0,
    "challenge": 2.2,
    "charge": 1.6,
    "crossbowmen": 1.2,
    "bombardment": 2.4,
    "watchtower": 1.3,
    "sortie": 1.3,
    "mobilization": 2.5,
    "captured": 2.0,
    "broadside": 1.3,
}


def card_worth(sight: Sight, card: int) -> float:
    """How much a card is missed: more if many blocks on the map answer to it."""
    design = sight.board.cards[sight.side][card]
    worth = CARD_WORTH.get(design.type, 1.0)
    if design.faction >= 0:
        worth += 0.12 * sum(
            sight.board.kinds[k].faction == design.faction
            for kinds in sight.own.values()
            for k in kinds
        )
    return worth


def cheapest(sight: Sight, cards: Sequence[Value], number: int = 1) -> tuple[str, ...]:
    """The tokens of the cards that are missed least, with repeats as the hand has them."""
    table = sight.board.card[sight.side]
    return tuple(sorted(cards, key=lambda t: card_worth(sight, table[t]))[:number])


def ascending(sight: Sight, cards: Sequence[str]) -> tuple[str, ...]:
    """Cards as a canonical set: in the order of the deck."""
    table = sight.board.card[sight.side]
    return tuple(sorted(cards, key=lambda t: table[t]))


def allowed(decision: Decision, prefix: tuple[Value, ...]) -> bool:
    """Whether a beginning of an order, the sets and paths in it included, can stand."""
    for i in range(1, len(prefix)):
        value = prefix[i]
        if isinstance(value, tuple):
            for j, item in enumerate(value):
                if item not in decision.next(prefix[:i], value[:j]).choices:
                    return False
            if not decision.next(prefix[:i], value).may_stop:
                return False
        elif value not in decision.next(prefix[:i]).choices:
            return False
    return True
