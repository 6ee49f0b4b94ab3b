"""How games of Cortés go between computer players, for docs/cortes-balance.md.

    python -m tests.cortes.balance --games 500 --seed report --scenario veteran
    python -m tests.cortes.balance --games 200 --seed report --players random,greedy

It also counts hand-overs: how often the question goes to the other seat, with every question put
live, and with those that come out of turn answered by the standing plans.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import engine
from engine.games import known
from engine.games.cortes.plans import KINDS
from engine.players import answer, player

LEVELS = ("holy", "historical", "moral", "cosmological")
EVENTS = ("lake battle", "trap", "charge", "sacrifice", "desecration", "desertion", "raid", "fort")


def play(seed: str, scenario: str, names: tuple[str, ...]) -> dict[str, Any]:
    """One game to its end, and what happened in it."""
    match = engine.new_match("cortes", scenario, {}, seed)
    players = {
        seat: player(name, f"{seed} {seat}") for seat, name in zip(match.seats, names, strict=True)
    }
    rng = Random(f"{seed} worlds")
    handovers, last = Counter[str](), {"live": "", "plan": ""}
    while not match.over:
        asked = match.decisions()[0]
        for model in ("live", "plan") if asked.kind not in KINDS else ("live",):
            handovers[model] += last[model] != asked.seat
            last[model] = asked.seat
        match.act(asked.seat, answer(match, asked.seat, players[asked.seat], rng))
    assert match.result is not None
    view: Any = match.view(None)
    assert match.result.said is not None
    why = match.result.said.key.rpartition(".")[2]
    return {
        "seed": seed, "won": match.result.winners[0], "why": why, "pairs": view.turn,
        "rests": view.rests, "points": view.points if why in LEVELS else 25,
        "events": sorted(happened(match)), **handovers,
    }  # fmt: skip


def happened(match: engine.Match) -> set[str]:
    """Which of the events that a siege should have it had."""
    plain = {
        "lake battle": "lake battle", "lured": "trap", "charge advance": "charge",
        "sacrifice": "sacrifice", "desecrated": "desecration", "kept": "fort",
    }  # fmt: skip
    found = set()
    for seen in match.events(None):
        if seen.kind in plain:
            found.add(plain[seen.kind])
        elif seen.kind == "desertion" and seen.args["total"] <= 1:
            found.add("desertion")  # or its test failed by one
        elif seen.kind == "left the map" and seen.args["how"] == "raid":
            found.add("raid")
    return found


def share(n: int, of: int) -> str:
    """A share with its interval of 95 % (Wilson)."""
    z, p = 1.96, n / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:5.1f} % ({100 * max(0, middle - half):.0f} to {100 * (middle + half):.0f})"


def report(rows: list[dict[str, Any]]) -> None:
    n = len(rows)
    print(f"{n} games")
    print("city taken, 16 or fewer ", share(sum(r["won"] == "spanish" for r in rows), n))
    for why, count in Counter(r["why"] for r in rows).most_common():
        print(f"  {why:<22}", share(count, n))
    print("mean loss points         %.1f" % (sum(r["points"] for r in rows) / n))
    print("pairs, median           ", median(r["pairs"] for r in rows))
    print("R&R, median             ", median(r["rests"] for r in rows))
    for event in EVENTS:
        print(f"  {event:<22}", share(sum(event in r["events"] for r in rows), n))
    live, plan = (sum(r.get(model, 0) for r in rows) for model in ("live", "plan"))
    print(f"hand-overs a game        live {live / n:.0f}, with plans {plan / n:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--scenario", default="veteran")
    parser.add_argument("--players", default="greedy,greedy")
    parser.add_argument(
        "--rows", type=Path, help="one game a line; games there are not played anew"
    )
    args = parser.parse_args()
    names = tuple(args.players.split(","))
    rows = []
    if args.rows is not None and args.rows.exists():
        rows = [json.loads(line) for line in args.rows.read_text().splitlines()]
    with known("cortes"):
        for number in range(args.first + len(rows), args.first + args.games):
            rows.append(play(f"{args.seed}-{number}", args.scenario, names))
            if args.rows is not None:
                with args.rows.open("a") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    report(rows)


if __name__ == "__main__":
    main()
