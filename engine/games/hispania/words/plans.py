"""The catalogue of Hispania's plans: what conditions mean, and why a line cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.tongues import ENGLISH, Field, Said

FACTS: Final[Mapping[str, str]] = {
    "turn": "the number of the turn",
    "round": "the round of the battle",
    "mine": "my units in the battle",
    "foe": "the enemy's units in the battle",
    "lost": "units that I have lost in it",
    "foe lost": "units that the enemy has lost in it",
    "attacking": "I attack",
    "defending": "I defend",
    "mountain": "the province is mountainous",
    "chief": "a Chief of mine is there",
    "foe chief": "a Chief of the enemy is there",
    "castle": "a Castle of mine is there",
    "foe castle": "a Castle of the enemy is there",
}

PLANS: Final[Mapping[str, str]] = {
    "which first": "Which battle comes first is said in a plan without a place.",
    "never": "Never {word}?",
    "never what": "Never what?",
    "no instruction": "That is no instruction for a battle.",
    "no unit": "{word} names no unit.",
    "no battle": "there is no battle there",
    "unit absent": "no such unit is there",
    "no retreat": "nobody can retreat",
    "target absent": "no such target is there",
}

ENGLISH.learn("hispania", FACTS=FACTS, PLANS=PLANS)


def say(key: str, **values: Field) -> Said:
    return Said(f"hispania.PLANS.{key}", values)
