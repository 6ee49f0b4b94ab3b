"""Whole games kept as text, two of each version. To renew them: `python -m tests.cortes.golden`,
then read the difference before keeping it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import engine
from engine.games import known
from tests.granada.golden import pages, player

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[str, str, str]] = {  # player, seed, version
    "veteran-random": ("random", "golden veteran", "veteran"),
    "veteran-eager": ("eager", "golden eager 4", "veteran"),
    "beginner-random": ("random", "golden beginner", "beginner"),
    "beginner-eager": ("eager", "golden beginner 2", "beginner"),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def play(name: str) -> str:
    """Play a golden game anew and write it down."""
    kind, seed, version = GAMES[name]
    rng = Random(seed)
    choose = player(kind, seed)
    with known("cortes"):
        match = engine.new_match("cortes", version, {"limit": "40"}, seed)
        while not match.over:
            decision = rng.choice(match.decisions())
            match.act(decision.seat, choose(match, decision))
        return "\n".join(pages(match)) + "\n"


def orders(page: str) -> list[tuple[str, str]]:
    """The seats and orders in a golden game, from its text."""
    lines = (line.partition(": ") for line in page.splitlines() if not line.startswith(" "))
    return [(seat, order) for seat, _, order in lines if seat in ("spanish", "aztec")]


def replay(name: str, page: str) -> str:
    """Give the orders of a golden game again, as text, and write down what comes of them."""
    _, seed, version = GAMES[name]
    with known("cortes"):
        match = engine.new_match("cortes", version, {"limit": "40"}, seed)
        for seat, order in orders(page):
            match.act(seat, order)
        return "\n".join(pages(match)) + "\n"
