"""Four whole games at fixed seeds. To renew them: `python -m tests.cortes.golden`."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import pytest

from tests.cortes.golden import FOLDER, GAMES, orders, path_of, play, replay

RENEW = "if the rules were meant to change: python -m tests.cortes.golden, then read the diff"


def assert_same(old: str, new: str) -> None:
    """Only the beginning of the difference: what follows follows from it."""
    lines = unified_diff(old.splitlines(), new.splitlines(), "golden", "now", lineterm="", n=4)
    shown = "\n".join(line[:300] for line in islice(lines, 25))
    assert not shown, f"{RENEW}\n{shown}"


@pytest.mark.parametrize("name", GAMES)
def test_the_orders_lead_to_the_same_game(name: str) -> None:
    page = path_of(name).read_text(encoding="utf-8")
    assert_same(page, replay(name, page))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game[0] != "greedy"])
def test_random_play_chooses_the_same_orders(name: str) -> None:
    assert_same(path_of(name).read_text(encoding="utf-8"), play(name))


def test_every_golden_game_is_kept_and_whole() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
    for name in GAMES:
        page = path_of(name).read_text(encoding="utf-8")
        assert len(orders(page)) > 50
        assert "\n  end [" in page
