"""How often a game passes from one person to another: question by question, and with plans.

    python -m tests.handovers --games 200
    python -m tests.handovers --game crusade --scenario seven --games 20

Every game is played by the greedy player; battles are fought by the standing plans of both seats,
through `sealed_battle`. A hand-over: the question goes to another seat than before. Counted are

    live      every question is put to its seat when it comes up
    battle    each seat is asked once a battle, to seal its plan
    round     as a table does it: both seats are asked once a combat phase, and once a fight at sea
    standing  the same, and skirmishes (at sea) follow the standing plans
    none      as if battles asked nothing: what the rest of the game costs
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from itertools import groupby
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

import engine
from engine.games import known, manifests
from engine.match import Match
from engine.players import answer, player
from engine.players.plan import Answer, Scene, manual_of, scene_of, sealed_battle, standing_plan

MODELS = ("live", "battle", "round", "standing", "none")
TOGETHER = ("engage",)  # questions of a battle that both seats are asked at once
GREAT = 10  # questions of a battle that people remember


class Visits:
    """Whose turn it is to be asked, and how often that changed."""

    def __init__(self) -> None:
        self.seat = ""
        self.handovers = 0

    def to(self, seats: Iterable[str]) -> None:
        """Several seats that may answer in any order: first the one who is here already."""
        for seat in sorted(dict.fromkeys(seats), key=lambda seat: seat != self.seat):
            self.handovers += seat != self.seat
            self.seat = seat


class Tally:
    """The hand-overs of one game in every way of playing it."""

    def __init__(self) -> None:
        self.visits = {model: Visits() for model in MODELS}
        self.round = ""
        self.counts = Counter[str]()

    def question(self, seats: Sequence[str]) -> None:
        """Outside battles everybody is asked in person."""
        for visits in self.visits.values():
            visits.to(seats)
        self.counts["questions"] += len(seats)

    def battle(self, scene: Scene, parties: Sequence[str], answers: Sequence[Answer]) -> None:
        before = {model: visits.handovers for model, visits in self.visits.items()}
        self._live(answers)
        seats = [a.seat for a in answers]
        self.visits["battle"].to(seats)
        self._sealed(scene, parties or seats)
        self.counts["questions"] += len(answers)
        for model, visits in self.visits.items():
            self.counts[f"{model} inside"] += visits.handovers - before[model]
        if scene.battle:
            self.counts["sea fights" if scene.minor else "battles"] += 1
        if len(answers) >= GREAT and not scene.minor:
            self.counts["great battles"] += 1
            self.counts["great live"] += self.visits["live"].handovers - before["live"]
            self.counts["great battle"] += self.visits["battle"].handovers - before["battle"]

    def _live(self, answers: Sequence[Answer]) -> None:
        for kind, same in groupby(answers, key=lambda a: a.kind):
            seats = [a.seat for a in same]
            for group in [seats] if kind in TOGETHER else [[seat] for seat in seats]:
                self.visits["live"].to(group)

    def _sealed(self, scene: Scene, parties: Sequence[str]) -> None:
        """Everybody with a part is asked when a round begins, whoever will have to answer."""
        if scene.minor:
            self.visits["round"].to(parties)
        elif scene.round != self.round:
            self.round = scene.round
            self.visits["round"].to(parties)
            self.visits["standing"].to(parties)


class Figures(NamedTuple):
    handovers: dict[str, int]
    counts: dict[str, int]


class Plan(NamedTuple):
    game: str
    scenario: str
    seed: str


def play(plan: Plan) -> Figures:
    """One game: greedy players outside battles, standing plans inside."""
    with known(plan.game) if plan.game not in manifests() else nullcontext():
        return _play(engine.new_match(plan.game, plan.scenario or None, seed=plan.seed), plan.seed)


def _play(match: Match, seed: str) -> Figures:
    rng = Random(seed)
    players = {seat: player("greedy", f"{seed} {seat}") for seat in match.seats}
    plans = {seat: [standing_plan(match, seat)] for seat in match.seats}
    tally = Tally()
    while not match.over:
        asked = match.decisions()
        scene = scene_of(match, asked[0])
        if scene is not None:
            parties = manual_of(match.game).parties(match.view(None), asked)
            fought = sealed_battle(match, plans)
            assert fought, "a standing plan answers every question of a battle"
            tally.battle(scene, parties, fought)
            continue
        tally.question([decision.seat for decision in asked])
        for decision in asked:
            match.act(decision.seat, answer(match, decision.seat, players[decision.seat], rng))
    return Figures({m: v.handovers for m, v in tally.visits.items()}, dict(tally.counts))


def report(games: Sequence[Figures]) -> Iterable[str]:
    """The figures in words."""
    total = Counter[str]()
    for game in games:
        total.update(game.counts)
        total.update({f"{model} all": number for model, number in game.handovers.items()})
    mean = {name: number / len(games) for name, number in total.items()}
    shown = ("questions", "battles", "sea fights", "great battles")
    yield "a game: " + ", ".join(f"{mean.get(name, 0):.1f} {name}" for name in shown)
    for model in MODELS:
        whole, inside = mean[f"{model} all"], mean[f"{model} inside"]
        yield (
            f"{model:<9} {whole:6.1f} hand-overs a game ({whole / mean['live all']:.0%} of live), "
            f"{inside:5.1f} of them in battles ({inside / (mean['live inside'] or 1):.0%})"
        )
    if great := total["great battles"]:
        yield (
            f"a battle of {GREAT} questions or more: {total['great live'] / great:.1f} hand-overs "
            f"live, {total['great battle'] / great:.1f} sealed"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="handovers")
    parser.add_argument("--game", default="granada")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    plans = [
        Plan(args.game, args.scenario, f"{args.seed} {number}") for number in range(args.games)
    ]
    with get_context("spawn").Pool(args.jobs) as pool:
        games = pool.map(play, plans, chunksize=4)
    print(f"{len(games)} games, {time.monotonic() - began:.0f} s")
    for line in report(games):
        print(line)


if __name__ == "__main__":
    main()
