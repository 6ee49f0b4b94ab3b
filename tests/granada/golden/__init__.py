"""Whole games kept as text: what was ordered, what everybody saw, and how the table looked.

A change of the rules shows as a difference in these files. When the change is meant, renew them
with `python -m tests.granada.golden` and read the difference before keeping it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine import Seen, text
from engine.core import plain
from engine.match import Match
from tests.contract.play import Choose, eager_player, greedy_player, random_player

FOLDER = Path(__file__).parent
OPTIONS = {
    "mercenaries": "both", "papal_bull": "on", "general_mobilization": "on",
    "boabdil_captured": "on", "sortie": "both", "naval_bombardment": "both",
    "pioneers": "on", "out_of_supply": "on",
}  # fmt: skip
GAMES: dict[str, tuple[str, str, dict[str, str]]] = {  # player, seed, options
    "random": ("random", "golden random", {}),
    "all-options": ("eager", "golden eager 45", OPTIONS),
    "greedy": ("greedy", "golden greedy", {}),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def player(kind: str, seed: str) -> Choose:
    if kind == "greedy":
        return greedy_player(seed)
    return (eager_player if kind == "eager" else random_player)(Random(f"answers of {seed}"))


def play(name: str) -> str:
    """Play a golden game anew and write it down."""
    kind, seed, options = GAMES[name]
    rng = Random(seed)
    choose = player(kind, seed)
    match = engine.new_match("granada", options=options, seed=seed)
    for _ in range(20_000):
        if match.over:
            break
        decision = rng.choice(match.decisions())
        match.act(decision.seat, choose(match, decision))
    return "\n".join(pages(match)) + "\n"


def _result(match: Match) -> dict[str, Any]:
    result = match.result
    assert result is not None
    winner = result.winners[0] if len(result.winners) == 1 else None
    rest = {"reason": result.reason, "rule": result.rule, "scores": dict(result.scores)}
    return {"winner": winner, **rest}


def pages(match: engine.Match) -> Iterator[str]:
    """A match as text: its options, each order with what a spectator saw of it, its end."""
    yield f"game {match.game.name}, scenario {match.scenario}, seed {match.seed}"
    yield f"options {_line(match.options)}"
    events: dict[int, list[Seen]] = {}
    for seen in match.events(None):
        events.setdefault(seen.entry, []).append(seen)
    yield from (_event(seen) for seen in events.get(-1, ()))
    for index, entry in enumerate(match.entries):
        assert entry.action is not None
        yield f"{entry.seat}: {text.write(match.game.verbs, entry.action)}"
        yield from (_event(seen) for seen in events.get(index, ()))
    yield f"result {_line(_result(match))}"
    for part, value in match.view(None).to_json().items():
        if isinstance(value, dict):
            yield f"view {part}"
            yield from (f"  {key} {_line(item)}" for key, item in value.items())
        else:
            yield f"view {part} {_line(value)}"


def _event(seen: engine.Seen) -> str:
    return f"  {seen.kind} [{seen.rule}] {_line(plain(dict(seen.args)))}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def orders(page: str) -> list[tuple[str, str]]:
    """The seats and orders in a golden game, from its text."""
    seats = engine.games()["granada"].seats
    lines = (line.partition(": ") for line in page.splitlines() if not line.startswith(" "))
    return [(seat, order) for seat, _, order in lines if seat in seats]


def replay(name: str, page: str) -> str:
    """Give the orders of a golden game again, as text, and write down what comes of them."""
    _, seed, options = GAMES[name]
    match = engine.new_match("granada", options=options, seed=seed)
    for seat, order in orders(page):
        match.act(seat, order)
    return "\n".join(pages(match)) + "\n"
