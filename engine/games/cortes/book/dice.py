"""What is thrown: one die, or the sum of two in one draw."""

from __future__ import annotations

from engine.games.cortes.table.flow import Context

DIE = (1, 2, 3, 4, 5, 6)
TWO = tuple(sorted(a + b for a in DIE for b in DIE))  # each throw of two dice once
SINGLE = (
    "bombard", "trap", "charge", "prisoner", "objection", "desertion", "encircled", "replenish",
    "recover", "sick-spanish",
)  # fmt: skip
DOUBLE = ("battle", "leader", "disease", "sick-aztec")


def die(c: Context, label: str) -> int:
    found: int = c.dice.pick(label, DIE)
    return found


def two(c: Context, label: str) -> int:
    found: int = c.dice.pick(label, TWO)
    return found
