"""The catalogue of the plans of Cortés: what conditions mean, and why a line cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.tongues import ENGLISH, Field, Said

FACTS: Final[Mapping[str, str]] = {
    "pair": "the number of the pair of turns",
    "rests": "R&R taken so far",
    "points": "loss points now",
    "attacking": "it is my turn",
}

PLANS: Final[Mapping[str, str]] = {
    "no instruction": "That is no instruction for a plan.",
    "no unit": "{word} names no unit.",
    "no leader": "{word} is no leader: Cortes or Cuauhtemoc.",
    "not involved": "none of them could lose a step",
    "not open": "none of them is open",
}

ENGLISH.learn("cortes", FACTS=FACTS, PLANS=PLANS)


def say(key: str, **values: Field) -> Said:
    return Said(f"cortes.PLANS.{key}", values)
