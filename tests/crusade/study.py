"""Games of computers, for docs/crusade-balance.md: who wins, what falls when, what is left.

    python -m tests.crusade.study --scenario two --games 200 --players greedy,random
    python -m tests.crusade.study --scenario seven --games 20 --chairs

`--chairs`: as one of seven; each chair is played by the greedy and by the random player, on the
same seeds, with greedy players in the others.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from random import Random
from statistics import median
from typing import NamedTuple

import engine
from engine.games import known, manifests
from engine.match import Match
from engine.players import answer, freely, player

CRUSADERS = ("n-franks", "s-franks", "germans", "sicilians")
OWNERS = 10


class Game(NamedTuple):
    """What came of one game."""

    winners: tuple[str, ...]
    scores: dict[str, float]
    fell: dict[str, int]  # Cities that Crusaders took, and in which turn first
    left: int  # Crusader SP at the end
    kinds: Counter[str]  # events
    used: Counter[str]  # orders by right


def play(scenario: str, seed: str, names: Sequence[str]) -> Game:
    match = engine.new_match("crusade", scenario=scenario, seed=seed)
    minds = {s: player(n, f"{seed} {s}") for s, n in zip(match.seats, names, strict=True)}
    rng = Random(seed)
    while not match.over:
        while (done := freely(match, minds, rng)) is not None:
            match.act(*done)
        for decision in match.decisions()[:1]:  # none, if it is over by now
            match.act(decision.seat, answer(match, decision.seat, minds[decision.seat], rng))
    return _told(match)


def tried(scenario: str, seed: str, names: Sequence[str]) -> Game | None:
    """The same; a game that breaks is named, and not counted."""
    try:
        return play(scenario, seed, names)
    except (AssertionError, IndexError, KeyError) as error:
        print(f"  {seed} broke: {type(error).__name__} {error}", flush=True)
        return None


def _told(match: Match) -> Game:
    assert match.result is not None
    fell: dict[str, int] = {}
    kinds, turn = Counter[str](), 0
    for seen in match.events(None):
        kinds[seen.kind] += 1
        if seen.kind == "turn":
            turn = seen.args["turn"]
        elif seen.kind == "taken" and seen.args["faction"] in CRUSADERS:
            fell.setdefault(seen.args["place"], turn)
    s = match._state
    left = sum(s.army[x] for x in range(9) if s.at[x] >= 0)
    left += sum(s.garrison[n * OWNERS + f] for n in range(len(s.board.places)) for f in range(4))
    used = Counter(e.action.verb for e in match.entries if e.what == "use" and e.action)
    return Game(match.result.winners, dict(match.result.scores), fell, left, kinds, used)


def report(games: Sequence[Game]) -> None:
    n = len(games)
    won: dict[str, float] = dict.fromkeys(games[0].scores, 0.0)
    for game in games:
        for seat in game.winners:
            won[seat] += 1 / len(game.winners)
    for seat in games[0].scores:
        mean = sum(game.scores[seat] for game in games) / n
        print(f"  {seat:<10} wins {won[seat] / n:6.1%}, {mean:6.2f} points")
    for city in ("Antioch", "Damascus", "Jerusalem"):
        turns = sorted(game.fell[city] for game in games if city in game.fell)
        middle = median(turns) if turns else 0
        print(f"  {city} falls in {len(turns) / n:.1%} of games, in the middle in turn {middle:g}")
    print(f"  Crusader SP at the end: {sum(game.left for game in games) / n:.1f}")
    used = sum((game.used for game in games), Counter[str]())
    print(f"  by right, a game: {', '.join(f'{k} {v / n:.2f}' for k, v in used.most_common())}")


def chairs(scenario: str, seeds: Sequence[str], seats: Sequence[str]) -> None:
    """The mean score of each chair with a greedy and with a random player in it."""
    whole = [play(scenario, seed, ["greedy"] * len(seats)) for seed in seeds]
    for i, seat in enumerate(seats):
        names = ["random" if j == i else "greedy" for j in range(len(seats))]
        others = [play(scenario, seed, names) for seed in seeds]
        mine = sum(game.scores[seat] for game in whole) / len(seeds)
        chance = sum(game.scores[seat] for game in others) / len(seeds)
        print(f"  {seat:<10} greedy {mine:6.2f}, random {chance:6.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--scenario", default="two")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default="greedy")
    parser.add_argument("--seed", default="report")
    parser.add_argument("--chairs", action="store_true")
    args = parser.parse_args()
    began = time.monotonic()
    with known("crusade") if "crusade" not in manifests() else nullcontext():
        seats = engine.new_match("crusade", scenario=args.scenario, seed="seats").seats
        seeds = [f"{args.seed}-{n}" for n in range(args.games)]
        names = args.players.split(",")
        names = names * len(seats) if len(names) == 1 else names
        if args.chairs:
            chairs(args.scenario, seeds, seats)
        else:
            report([game for seed in seeds if (game := tried(args.scenario, seed, names))])
    print(f"  {args.games} games, {args.scenario}, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
