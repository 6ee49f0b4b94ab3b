"""Computer players think beside the event loop: the rules must not mind a second thread."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import engine


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def digest(game: str, seed: str, steps: int) -> list[object]:
    """What every reader sees at every step of a random match."""
    match, rng = engine.new_match(game, seed=seed), Random(seed)
    found: list[object] = []
    for _ in range(steps):
        if match.over:
            break
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        found.append([hash(str(match.view(reader))) for reader in (*match.seats, None)])
        world = match.redeal(decision.seat, rng)
        found.append(hash(str(world.view(decision.seat))))
    return found


@pytest.mark.parametrize("game", list(engine.games()))
def test_two_threads_do_not_mix_up_their_matches(game: str, often: None) -> None:
    """Views are made from what the last one held: that must not be another thread's match."""
    seeds = ["a" * 32, "b" * 32, "c" * 32]
    alone = [digest(game, seed, 60) for seed in seeds]
    with ThreadPoolExecutor(len(seeds)) as pool:
        together = list(pool.map(lambda seed: digest(game, seed, 60), seeds))
    assert together == alone
