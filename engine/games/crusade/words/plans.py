"""The catalogue of plans in the First Crusade: what conditions mean, why a line cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.tongues import ENGLISH, Field, Said

FACTS: Final[Mapping[str, str]] = {
    "turn": "the number of the turn",
    "mine": "SP of my side in the battle, or of my army that may act",
    "foe": "SP of the other side, or of the army that passes",
    "odds": "how many times as strong the other side is, in SP",
    "lead": "how many times as strong my side is, in SP",
    "attacking": "my side attacks",
    "defending": "my side defends",
    "town": "the place is a Town",
    "gate": "the place is the gate of a City",
    "siege": "that City is besieged",
    "cards": "cards in my hand",
    "value": "attrition value of the place",
}

PLANS: Final[Mapping[str, str]] = {
    "no instruction": "That is no instruction for a battle or a siege.",
    "no card": "{word} names no card.",
    "never": "Never {word}?",
    "never what": "Never what?",
    "no number": "Say how many: a number, or all.",
    "not open": "no such place is open",
    "nothing fits": "no such card can be played now",
}

ENGLISH.learn("crusade", FACTS=FACTS, PLANS=PLANS)


def say(key: str, **values: Field) -> Said:
    return Said(f"crusade.PLANS.{key}", values)
