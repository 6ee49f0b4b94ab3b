"""Whole games kept as text. To renew them: `python -m tests.hispania.golden`, then read the
difference before keeping it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import engine
from tests.granada.golden import pages, player

FOLDER = Path(__file__).parent
OPTIONS = {
    "sign_of_god": "on", "vassal_points": "provinces", "vassal_of_rome": "full",
    "entry_box": "second_move", "beyond_the_map": "must_leave", "vandal_retreat": "points",
    "berbers": "modified", "rolands_knights": "never", "el_cid_leaves": "19",
}  # fmt: skip
GAMES: dict[str, tuple[str, str, str, dict[str, str]]] = {  # player, seed, scenario, options
    "random": ("random", "golden random", "A", {}),
    "all-options": ("eager", "golden eager", "C", OPTIONS),
    "greedy": ("greedy", "golden greedy", "D", {}),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def play(name: str) -> str:
    """Play a golden game anew and write it down."""
    kind, seed, scenario, options = GAMES[name]
    rng = Random(seed)
    choose = player(kind, seed)
    match = engine.new_match("hispania", scenario, options, seed)
    while not match.over:
        decision = rng.choice(match.decisions())
        match.act(decision.seat, choose(match, decision))
    return "\n".join(pages(match)) + "\n"


def orders(page: str) -> list[tuple[str, str]]:
    """The seats and orders in a golden game, from its text."""
    seats = engine.games()["hispania"].seats
    lines = (line.partition(": ") for line in page.splitlines() if not line.startswith(" "))
    return [(seat, order) for seat, _, order in lines if seat in seats]


def replay(name: str, page: str) -> str:
    """Give the orders of a golden game again, as text, and write down what comes of them."""
    _, seed, scenario, options = GAMES[name]
    match = engine.new_match("hispania", scenario, options, seed)
    for seat, order in orders(page):
        match.act(seat, order)
    return "\n".join(pages(match)) + "\n"
