"""Many games between computer players: who wins and how, and does everything hold."""

from __future__ import annotations

import json
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import engine
from engine import HeraldError, Match
from engine.core import Action, Game, plain
from engine.forms import form_of
from engine.players import PLAYERS, answer, freely, player
from engine.words import both

LONGEST = 50_000  # answers; a game with a last turn that takes more does not end
MOST = 5_000  # answers; a game without a last turn is stopped there
FAULTS = 5  # after so many the rest would tell nothing new


class Plan(NamedTuple):
    """One game to be played."""

    number: int
    game: str
    scenario: str | None
    options: Mapping[str, str]
    seed: str
    players: tuple[str, ...]  # by seat
    check: bool
    most: int = MOST


class Played(NamedTuple):
    """One game that was played, small enough to keep ten thousand of them."""

    number: int
    seed: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    steps: int
    turn: int
    scores: Mapping[str, float]
    events: Mapping[str, int]
    fault: str = ""
    file: str = ""
    ended: bool = True  # a game without a last turn may have been stopped instead


class Broken(Exception):  # noqa: N818 - found by the check, told as a sentence
    """Something that must never happen, in words."""


def plans(
    game: str,
    scenario: str | None,
    options: Mapping[str, str],
    seed: str,
    names: Sequence[str],
    games: int,
    check: bool,
    most: int = MOST,
) -> Iterator[Plan]:
    """Players cycle over the seats, and change places from one game to the next."""
    seats = form_of(engine.games()[game], scenario, options).seats
    for name in names:
        if name not in PLAYERS:
            player(name, seed)
    for number in range(games):
        seated = tuple(names[(i + number) % len(names)] for i in range(len(seats)))
        yield Plan(number, game, scenario, options, f"{seed}-{number}", seated, check, most)


def play(plan: Plan) -> Played:
    """Play one game to its end, or until it is stopped. Whatever goes wrong is kept with the
    record up to there."""
    match = engine.new_match(plan.game, plan.scenario, plan.options, plan.seed)
    steps = [0]
    fault = file = ""
    try:
        _play_out(match, plan, steps)
    except Exception as error:
        fault = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        file = _keep(match, plan.seed)
    result = match.result
    counts = Counter(seen.kind for seen in match.events(None))
    return Played(
        plan.number,
        plan.seed,
        plan.players,
        result.winners if result else (),
        result.reason if result else "",
        steps[0],
        _turn(match),
        dict(result.scores) if result else {},
        dict(counts),
        fault,
        file,
        result is not None,
    )


def _play_out(match: Match, plan: Plan, steps: list[int]) -> None:
    computers = {
        seat: player(name, f"{plan.seed} {seat}")
        for seat, name in zip(match.seats, plan.players, strict=True)
    }
    rng = Random(f"{plan.seed} worlds")
    while not match.over:
        if (used := freely(match, computers, rng)) is not None:
            match.act(*used)
        asked = match.decisions()
        if not asked and not match.over:
            raise Broken("the game is not over, and nobody is asked anything")
        if not asked:
            break
        seat = asked[0].seat
        action = answer(match, seat, computers[seat], rng)
        if plan.check:
            action = Action(*action)  # a copy: what the tree gave itself is not asked about again
        match.act(seat, action, asked[0].key)
        steps[0] += 1
        if plan.check:
            _sound(match)
        if steps[0] >= plan.most and not match.game.turn(match.view(None))[1]:
            break
        if steps[0] > LONGEST:
            raise Broken(f"the game has not ended after {LONGEST} answers")
    if plan.check:
        _replays(match)


def _sound(match: Match) -> None:
    faults = match.check()
    if faults:
        raise Broken("; ".join(faults))
    turn, last = match.game.turn(match.view(None))
    if last and turn > last:
        raise Broken(f"the game goes on after its {last} turns")


def _replays(match: Match) -> None:
    """The record, through its written form, leads to the same bytes and the same views."""
    written = json.dumps(match.record())
    again = engine.from_record(json.loads(written))
    if json.dumps(again.record()) != written:
        raise Broken("the record does not replay to the same record")
    for reader in (*match.seats, None):
        if again.view(reader).to_json() != match.view(reader).to_json():
            raise Broken(f"the record replays to another view for {reader or 'a spectator'}")
        if again.events(reader) != match.events(reader):
            raise Broken(f"the record replays to other events for {reader or 'a spectator'}")


def _turn(match: Match) -> int:
    return match.game.turn(match.view(None))[0]


def _keep(match: Match, seed: str) -> str:
    name = f"herald-fault-{re.sub(r'[^A-Za-z0-9_.-]+', '-', seed)[:80]}.json"
    try:
        Path(name).write_text(json.dumps(match.record()) + "\n", encoding="utf-8")
    except OSError as error:
        return f"(not written: {error.strerror})"
    return name


# -- all of them ---------------------------------------------------------------------------------


def run(todo: Sequence[Plan], jobs: int) -> tuple[list[Played], float]:
    """Play them all, in as many processes as asked for; stop early after too many faults."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    done: list[Played] = []
    began = time.perf_counter()
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=len(todo))
        for played in _results(todo, jobs):
            done.append(played)
            progress.advance(task)
            if sum(1 for p in done if p.fault) >= FAULTS:
                break
    return sorted(done), time.perf_counter() - began


def _results(todo: Sequence[Plan], jobs: int) -> Iterator[Played]:
    if jobs <= 1 or len(todo) < 2:
        yield from map(play, todo)
        return
    with get_context().Pool(min(jobs, len(todo)), _quiet) as pool:
        yield from pool.imap_unordered(play, todo, chunksize=4)


def _quiet() -> None:
    """Ctrl-C is for the parent, which stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- what came of it -----------------------------------------------------------------------------


def summary(done: Sequence[Played], seats: Sequence[str], seconds: float) -> dict[str, Any]:
    """The figures, as plain JSON."""
    sound = [p for p in done if not p.fault]
    ended = [p for p in sound if p.ended]
    steps = sum(p.steps for p in done)
    return {
        "games": len(done),
        "faults": [{"seed": p.seed, "fault": p.fault, "record": p.file} for p in done if p.fault],
        "stopped": len(sound) - len(ended),
        "wins by seat": _by_seat(ended, seats),
        "shared wins": sum(len(p.winners) > 1 for p in ended),
        "wins by player": _by_player(ended, seats),
        "wins by reason": {
            f"{who}: {why}": n
            for (who, why), n in sorted(
                Counter((both(p.winners) or "draw", p.reason) for p in ended).items()
            )
        },
        "mean steps": _mean(p.steps for p in sound),
        "mean last turn": _mean(p.turn for p in sound),
        "last turns": {str(t): n for t, n in sorted(Counter(p.turn for p in sound).items())},
        "mean scores": {seat: _mean(p.scores.get(seat, 0.0) for p in ended) for seat in seats},
        "seconds": round(seconds, 2),
        "steps a second": round(steps / seconds) if seconds else 0,
        "events a game": _events(sound),
    }


def _by_seat(done: Sequence[Played], seats: Sequence[str]) -> dict[str, int]:
    """The games that each seat won, alone or with others; and the draws, if there are any."""
    wins = Counter(name for p in done for name in p.winners or ("draw",))
    return {name: wins[name] for name in (*seats, "draw") if name in seats or wins[name]}


def _by_player(done: Sequence[Played], seats: Sequence[str]) -> dict[str, dict[str, int]]:
    """Of each player: the seats it took, and those it won."""
    table: dict[str, dict[str, int]] = {}
    for p in done:
        for seat, name in zip(seats, p.players, strict=True):
            row = table.setdefault(name, {"seats": 0, "wins": 0})
            row["seats"] += 1
            row["wins"] += seat in p.winners
    return dict(sorted(table.items()))


def _events(done: Sequence[Played]) -> dict[str, float]:
    total: Counter[str] = Counter()
    for p in done:
        total.update(p.events)
    return {kind: round(n / len(done), 3) for kind, n in sorted(total.items())}


def _mean(values: Iterator[float] | Any) -> float:
    found = list(values)
    return round(sum(found) / len(found), 2) if found else 0.0


def report(console: Console, figures: Mapping[str, Any], title: str, game: Game) -> None:
    """The figures for a person; what makes a game lively is the game's own affair."""
    games = figures["games"]
    table = Table(
        title=title,
        box=None,
        show_header=False,
        padding=(0, 2, 0, 0),
        title_justify="left",
        title_style="bold",
    )
    table.add_column(style="dim")
    table.add_column()
    if figures["stopped"]:
        table.add_row("stopped, not over", _share(figures["stopped"], games))
    for seat, wins in figures["wins by seat"].items():
        table.add_row(f"won by {seat}", _share(wins, games))
    if figures["shared wins"]:
        table.add_row("won by several", _share(figures["shared wins"], games))
    for name, row in figures["wins by player"].items():
        table.add_row(f"won by player {name}", _share(row["wins"], row["seats"]))
    for reason, wins in figures["wins by reason"].items():
        table.add_row(reason, _share(wins, games))
    means = ", ".join(f"{seat} {score:g}" for seat, score in figures["mean scores"].items())
    if figures["stopped"] < games:
        table.add_row("mean scores", means)
    table.add_row(
        "mean length", f"{figures['mean steps']:g} answers, to turn {figures['mean last turn']:g}"
    )
    events = figures["events a game"]
    lively = {
        words: sum(events.get(kind, 0.0) for kind in kinds) for words, kinds in game.tallies.items()
    }
    table.add_row("a game has", ", ".join(f"{n:.2f} {words}" for words, n in lively.items()))
    table.add_row(
        "speed", f"{figures['steps a second']} answers a second, {figures['seconds']:g} s in all"
    )
    console.print(table)


def _share(n: int, of: int) -> str:
    return f"{n} of {of} ({100 * n / of:.1f} %)" if of else "0"


def write_json(path: Path, figures: Mapping[str, Any], done: Sequence[Played]) -> None:
    rows = [{k: v for k, v in p._asdict().items() if k != "events"} for p in done]
    try:
        path.write_text(
            json.dumps({**figures, "rows": plain(rows)}, indent=1) + "\n", encoding="utf-8"
        )
    except OSError as error:
        raise HeraldError(f"The figures could not be written: {error.strerror}.") from None
