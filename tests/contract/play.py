"""Players for tests, and ways to walk through a match that every game understands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

import engine
from engine.core import Action, Decision, plain
from engine.dice import CounterDice
from engine.flow import Round
from engine.match import Match

LIMIT = 20_000  # steps: no game that we referee is longer
RIGHTS = 0.25  # how often one is used, where there are any
Choose = Callable[[Match, Decision], Action]
M = TypeVar("M", bound=Match)


def fork(match: M) -> M:
    """A match, or a redealt world, that goes its own way from here on."""
    return match.fork()


def readers(match: Match) -> tuple[str | None, ...]:
    """Everybody who may look: the seats, and a spectator."""
    return (*match.seats, None)


def drawn(decision: Decision, rng: Random) -> Action:
    """A legal action at random: a copy, so that whoever is given it asks whether it is legal."""
    return Action(*decision.sample(rng))


def random_player(rng: Random) -> Choose:
    return lambda match, decision: drawn(decision, rng)


def eager_player(rng: Random) -> Choose:
    """Like the random player, but it seldom ends a phase and never gives up a right lightly.

    Pure chance passes most of the time, and so hardly ever comes to a siege or a landing.
    """

    def choose(match: Match, decision: Decision) -> Action:
        for _ in range(6):
            action = drawn(decision, rng)
            verb = match.game.verbs[action.verb]
            if not verb.ends and action.verb not in QUIET:
                return action
        return action

    return choose


QUIET = ("pass", "finish", "hold", "yield", "minimal", "inside")


def greedy_player(seed: str) -> Choose:
    """The computer player, which is only ever given a redealt match."""
    from engine.players.greedy import GreedyPlayer

    player = GreedyPlayer(seed)
    rng = Random(seed)

    def choose(match: Match, decision: Decision) -> Action:
        action: Action = player.choose(match.redeal(decision.seat, rng), decision)
        return action

    return choose


def any_options(game: str, rng: Random) -> dict[str, str]:
    """Every option at some value that the first scenario allows."""
    rules = engine.games()[game]
    chosen = {name: rng.choice(option.values) for name, option in rules.options.items()}
    return {**chosen, **rules.locked(next(iter(rules.scenarios)))}


def any_open(match: Match, rng: Random) -> Decision:
    """A question, or now and then a right."""
    found = match.rights()
    if found and rng.random() < RIGHTS:
        return rng.choice(found)
    return rng.choice(match.decisions())


def steps(match: Match, choose: Choose, rng: Random) -> Iterator[tuple[str, Action]]:
    """Play to the end, or for long where there is none; the caller sees every action just before
    it is done."""
    for _ in range(LIMIT):
        if match.over:
            return
        decision = any_open(match, rng)
        action = choose(match, decision)
        yield decision.seat, action
        match.act(decision.seat, action)
    last = match.game.turn(match.view(None))[1]
    assert not last, f"a game of {match.game.title} did not end in {LIMIT} steps"


def played(game: str, seed: str, length: int | None = None, options: Any = None) -> Match:
    """A match played at random to its end, or for some steps: then it is not over yet."""
    rng = Random(seed)
    match = engine.new_match(game, options=options, seed=seed)
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        if number == length:
            return match
    if length is None:
        return match
    record = match.record()
    return engine.from_record({**record, "entries": record["entries"][:-1]})


def dice_of(match: Match) -> CounterDice:
    return match._dice.fork()


def portrait(match: Match) -> dict[str, Any]:
    """Everything that anybody could see of a match, and its record, as plain data."""
    return {
        "record": match.record(),
        "views": [match.view(reader).to_json() for reader in readers(match)],
        "events": [[seen.to_json() for seen in match.events(r)] for r in readers(match)],
        "asked": questions(match),
        "rights": rights(match),
        "chance": match._dice.n,
    }


def questions(match: Match) -> list[Any]:
    """The open questions as everybody may know them."""
    return [_known(d) for d in match.decisions()]


def rights(match: Match) -> list[Any]:
    """What may be done beside them, as everybody may know it."""
    return [_known(d) for d in match.rights()]


def _known(d: Decision) -> list[Any]:
    return [d.seat, d.kind, d.rule, d.reaction, plain(dict(d.about)), d.prompt, d.key]


def asks_several(game: str) -> bool:
    """Whether a game ever asks several seats at once: its script has a round."""
    script = getattr(engine.games()[game], "script", None)
    return script is None or any(isinstance(point, Round) for point in script.points.values())
