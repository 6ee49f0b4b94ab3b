"""The catalogue of Granada's plans: what conditions mean, and why a line cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.tongues import ENGLISH, Field, Said

FACTS: Final[Mapping[str, str]] = {
    "lead": "by how many impacts I lead in the open field",
    "behind": "by how many impacts I am behind in the open field",
    "gained": "the impacts of the deployment in question",
    "losses": "blocks that I lose as it stands",
    "foe losses": "blocks that the enemy loses as it stands",
    "excess": "in an assault, impacts beyond the last whole loss",
    "mine": "my blocks in the place",
    "foe": "the enemy's blocks in the place",
    "cards": "cards in my hand",
    "foe cards": "cards in the enemy's hand",
    "fleets": "my fleets in the zone",
    "foe fleets": "the enemy's fleets in the zone",
    "turn": "the number of the turn",
    "attacking": "I attack",
    "defending": "I defend",
    "siege": "the defender is inside the castle",
    "open": "the battle is in the open field",
    "castle": "the castle here is mine",
    "watchtower": "a Watchtower card was played",
    "artillery": "the besieger's guns have fired",
    "finished": "I deploy no more",
    "foe finished": "the enemy deploys no more",
    "grey": "the grey army fights",
}

PLANS: Final[Mapping[str, str]] = {
    # a line that cannot be read
    "which first": "Which battle comes first is said in a plan without a place.",
    "not at sea": "This plan is for {place}, and that is no instruction at sea.",
    "not on land": "This plan is for {place}, and that is no instruction at land.",
    "alone": "`{word}` stands alone.",
    "no instruction": "That is no instruction.",
    "one or two": "A card deploys one block, or two with a double shield.",
    "never what": "Never do what?",
    "split": "The Alhambra keeps one or two blocks inside.",
    "lose whom": "Lose whom?",
    "retreat where": "Retreat where?",
    "engage how": "Engage with what?",
    "sink which": "Which fleets go down first?",
    "needs a goal": "`{word}` needs a goal.",
    "no bound": "{word} is no number of impacts.",
    "one block": "Just one block, please.",
    "two places": "One retires by one place or two.",
    "many names": "At most {most} names in one line.",
    "many blocks": "At most {most} blocks in one line.",
    "other side's card": "{word} is a card of the other side.",
    "several cards": "{word} could be several cards.",
    "no card": "There is no card {word}.",
    "no place": "There is no place {word}.",
    "no zone": "There is no zone {word}.",
    "no army": "There is no army {word}.",
    "no block": "There is no block {word}.",
    "missing place": "A place is missing here.",
    "not your block": "{word} is no block of yours.",
    "missing behind": "Something is missing behind `{mark}`.",
    # a line that cannot be carried out
    "deploys nothing": "No {card} in your hand deploys anything now.",
    "no Bombardment": "You can play no Bombardment card now.",
    "no gun": "No gun can fire now.",
    "gun silent": "No {gun} can fire now.",
    "no Sortie": "You hold no Sortie card.",
    "impacts": "The deployment had {number} impacts.",
    "no refutation": "You hold no card that refutes it.",
    "none to show": "You hold no card that you would show.",
    "none offered": "None of them can be chosen: {goals}.",
    "none open": "None of them is open: {goals}.",
    "no such cards": "None of these cards is in your hand.",
    "no card at sea": "No card in your hand is {how} at sea.",
}

ENGLISH.learn("granada", FACTS=FACTS, PLANS=PLANS)


def say(key: str, **values: Field) -> Said:
    return Said(f"granada.PLANS.{key}", values)
