"""Whole games kept as text. To renew them: `python -m tests.crusade.golden`, then read the
difference before keeping it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import engine
from tests.granada.golden import pages, player

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[str, str, str, dict[str, str]]] = {  # player, seed, form, options
    "two": ("eager", "golden two", "two", {}),
    "four": ("random", "golden four", "four", {"town_drm": "2", "harass_rolls": "1"}),
    "seven": ("eager", "golden seven", "seven", {"vision_contest": "player"}),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def play(name: str) -> str:
    """Play a golden game anew and write it down."""
    kind, seed, form, options = GAMES[name]
    rng = Random(seed)
    choose = player(kind, seed)
    match = engine.new_match("crusade", form, options, seed)
    while not match.over:
        decision = rng.choice(match.decisions())
        match.act(decision.seat, choose(match, decision))
    return "\n".join(pages(match)) + "\n"


def orders(page: str, seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """The seats and orders in a golden game, from its text."""
    lines = (line.partition(": ") for line in page.splitlines() if not line.startswith(" "))
    return [(seat, order) for seat, _, order in lines if seat in seats]


def replay(name: str, page: str) -> str:
    """Give the orders of a golden game again, as text, and write down what comes of them."""
    _, seed, form, options = GAMES[name]
    match = engine.new_match("crusade", form, options, seed)
    for seat, order in orders(page, match.seats):
        match.act(seat, order)
    return "\n".join(pages(match)) + "\n"
