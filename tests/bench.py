"""Speed, against a yardstick of the same run: `make bench`.

Only ratios bind, since machines differ: random moves of python-chess stand beside random steps of
ours, in short alternating slices of processor time, and the median of the slices counts.
Whoever names games measures them and nothing else: `python -m tests.bench cortes`.
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import engine
from engine import text
from engine.games import known

SLICE = 0.4  # seconds of processor time
ROUNDS = 9
BUDGETS = {"granada": 0.4, "hispania": 0.3, "cortes": 0.2}  # of random steps, against python-chess
clock = time.process_time


def chess_moves() -> Iterator[int]:
    """Random games of python-chess as its users write them, one move a step."""
    import chess

    rng = random.Random(1)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            yield 1


def bare_chess_moves() -> Iterator[int]:
    """The same without asking at every move whether the game is over: the stricter yardstick."""
    import chess

    rng = random.Random(1)
    board = chess.Board()
    while True:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock > 100 or board.is_insufficient_material():
            board = chess.Board()
            continue
        board.push(moves[int(rng.random() * len(moves))])
        yield 1


def random_steps(game: str) -> Iterator[int]:
    """Full steps of random play: sample, check, apply, and the view of the seat that decided."""
    rng = random.Random(1)
    number = 0
    while True:
        match = engine.new_match(game, seed=f"bench-{number}")
        number += 1
        while not match.over:
            decisions = match.decisions()
            decision = decisions[int(rng.random() * len(decisions))]
            match.act(decision.seat, decision.sample(rng))
            match.view(decision.seat)
            yield 1


def rate(steps: Iterator[int]) -> float:
    """Steps a second over one slice."""
    begin = clock()
    n = 0
    while clock() - begin < SLICE:
        for _ in range(50):
            next(steps)
        n += 50
    return n / (clock() - begin)


def each(function: Callable[[], object], most: float = 0.5) -> float:
    """Microseconds a call."""
    function()
    begin = clock()
    n = 0
    while clock() - begin < most:
        function()
        n += 1
    return (clock() - begin) / n * 1e6


def middle(game: str, seed: str = "bench") -> engine.Match:
    """A match about half way through, at an order."""
    rng = random.Random(seed)
    match = engine.new_match(game, seed=seed)
    for _ in range(90):
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        if match.over:
            return middle(game, seed + "x")
    while match.decisions()[0].kind not in ("order", "orders", "movement"):
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        if match.over:
            return middle(game, seed + "x")
    return match


def whole(game: str, seed: str = "bench") -> engine.Match:
    rng = random.Random(seed)
    match = engine.new_match(game, seed=seed)
    while not match.over:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
    return match


def line(name: str, value: float, unit: str, budget: str = "") -> None:
    print(f"{name:<44}{value:>12,.2f} {unit:<10} {budget}")


def bench(game: str) -> None:
    ours, theirs, bare = random_steps(game), chess_moves(), bare_chess_moves()
    for steps in (ours, theirs, bare):
        rate(steps)
    rows = [(rate(ours), rate(theirs), rate(bare)) for _ in range(ROUNDS)]
    print(f"-- {game}")
    line("random steps, checked, with view", statistics.median(r[0] for r in rows), "steps/s")
    line("python-chess, random games", statistics.median(r[1] for r in rows), "moves/s")
    budget = f"budget {BUDGETS[game]}" if game in BUDGETS else ""
    line("ratio", statistics.median(r[0] / r[1] for r in rows), "", budget)
    line("python-chess, moves only", statistics.median(r[2] for r in rows), "moves/s")
    line("ratio to moves only", statistics.median(r[0] / r[2] for r in rows), "")
    match = middle(game)
    state = match._state
    rules = match.game
    line("copy of a state", each(lambda: rules.copy(state)), "us", "budget 20")
    seat = match.decisions()[0].seat
    line("view, nothing changed", each(lambda: rules.view(state, seat)), "us", "budget 50")
    worlds = [match.redeal(seat, random.Random(i))._state for i in range(2)]
    other = next(s for s in match.seats if s != seat)
    turn = iter(range(10**9))
    line(
        "view, everything hidden changed",
        each(lambda: rules.view(worlds[next(turn) & 1], other)),
        "us",
        "budget 50",
    )
    rng = random.Random(3)
    line("redeal", each(lambda: match.redeal(seat, rng)), "us")
    decision = match.decisions()[0]
    orders = [text.write(rules.verbs, decision.sample(rng)) for _ in range(20)]
    count = iter(range(10**9))
    line(
        "order text parsed",
        each(lambda: text.read(rules, match.decisions()[0], orders[next(count) % 20])),
        "us",
    )
    played = whole(game)
    record = json.loads(json.dumps(played.record()))
    line(
        f"replay of a whole match ({len(played)} entries)",
        each(lambda: engine.from_record(record)) / 1000,
        "ms",
        "budget 150",
    )
    numbers = iter(range(10**9))
    line("whole random games", 1e6 / each(lambda: whole(game, f"g{next(numbers)}"), 2.0), "games/s")


if __name__ == "__main__":
    gc.collect()
    gc.freeze()  # as a server does once it has loaded everything
    for name in sys.argv[1:] or (*engine.games(), "cortes"):
        with known(name):
            bench(name)
    if sys.argv[1:]:
        sys.exit()
    print("-- pictures", flush=True)
    # a process of its own: memory is counted without what ran before
    subprocess.run([sys.executable, "-m", "tests.renderer.bench"], check=True)
    print("-- Discord", flush=True)
    subprocess.run([sys.executable, "-m", "tests.bench_discord"], check=True)
