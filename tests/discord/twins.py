"""Two worlds that one reader cannot tell apart, step by step.

A *story* is a list of orders, each with the match just before it. Every step has a *twin*: the
same match with everything that the reader does not know dealt anew, and the order that is the
same thing there (the hidden block in the same place, the card in the same pocket). What the
reader and a spectator can know of a step is the same in both, so everything a front end shows
them must be the same too.

Dealing anew before every step keeps the worlds as different as they can be, and lets an order
that shows something be followed in a world where just that thing is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import engine
from engine import Action, Match
from engine.match import World
from engine.text import write
from tests.contract.hidden import secrets
from tests.contract.interference import same_events, same_look
from tests.contract.play import eager_player, fork

TRIES = 6  # redeals among which one is sought in which the order reads otherwise


@dataclass(frozen=True)
class Side:
    """One world's half of a step."""

    match: Match  # just before the order
    order: str


@dataclass(frozen=True)
class Step:
    """One order, as it is given in both worlds. `second` is None where no other world follows."""

    seat: str
    kind: str  # of the question
    verb: str
    first: Side
    second: Side | None
    differences: int = 0  # hidden things that are not the same
    reveals: bool = False

    @property
    def renamed(self) -> bool:
        return self.second is not None and self.second.order != self.first.order

    def side(self, world: int) -> Side:
        found = (self.first, self.second)[world]
        assert found is not None
        return found


def copied(match: Match) -> Match:
    """The match, to go its own way from here; it can be taken back no further."""
    other = fork(match)
    other._ledger.snapshots.clear()
    other._ledger.keep(match.game.copy(match._state), match._dice.forced)
    return other


def dealt_anew(match: Match, reader: str | None, rng: Random) -> tuple[Match, World]:
    """As it might be for all that the reader knows, with the same dice to come."""
    world = match.redeal(reader, rng)
    other = fork(match)
    other._state = world._state
    return copied(other), world


def differences(match: Match, other: Match, reader: str | None) -> int:
    """How many hidden things of the others differ."""
    found = 0
    for owner in match.seats:
        if owner != reader:
            here, there = secrets(match, owner), secrets(other, owner)
            found += sum(there.get(where) != what for where, what in here.items())
    return found


def follow(match: Match, seat: str, action: Action, reader: str | None, rng: Random) -> Step:
    """The step with a twin, if it can be in which the order itself reads otherwise."""
    decision = match.decision(seat)
    assert decision is not None
    after = fork(match)
    after.act(seat, action)
    order = write(match.game.verbs, action)
    best: Side | None = None
    weight = 0
    tries = 0 if after.over else TRIES  # at the end everything is shown
    for _ in range(tries):
        other, world = dealt_anew(match, reader, rng)
        for answer in _answers(world, seat, action, reader):
            text = write(match.game.verbs, answer)
            if best is not None and text == order:
                continue
            trial = fork(other)
            trial.act(seat, answer)
            if _alike(match, after, trial, reader):
                best, weight = Side(other, text), differences(match, other, reader)
        if best is not None and (best.order != order or seat == reader):
            break
    first = Side(copied(match), order)
    return Step(seat, decision.kind, action.verb, first, best, weight, after.barred)


def _answers(world: World, seat: str, action: Action, reader: str | None) -> Iterator[Action]:
    decision = world.decision(seat)
    assert decision is not None
    renamed = world.alias(action, seat) if seat != reader else None
    if renamed is not None:
        yield renamed
    if action in decision and action != renamed:
        yield action


def _alike(match: Match, after: Match, trial: Match, reader: str | None) -> bool:
    """Whether the reader and a spectator learn the same from this step in both worlds."""
    for one in {reader, None}:
        read = len(match.events(one))
        if not same_events(after.events(one)[read:], trial.events(one)[read:], one, match):
            return False
        same_look(after, trial, one)
    return True


Sort = tuple[str, str]  # kind of the question, verb


def sampler(
    game: str,
    seeds: Sequence[str],
    reader: str | None,
    wanted: Collection[Sort] = (),
    each: int = 1,
) -> list[Step]:
    """Steps of every sort in these games, or until every wanted one was met, as they came.

    An order of the hidden seat that reads otherwise in the twin is better than one that does not.
    """
    found: list[Step] = []
    met: Counter[tuple[str, str, bool, bool]] = Counter()
    for seed in seeds:
        if wanted and all(any(met[*sort, own, False] for own in (True, False)) for sort in wanted):
            break
        rng, deals = Random(seed), Random(seed)
        choose = eager_player(rng)
        match = engine.new_match(game, seed=seed)
        while not match.over:
            decision = rng.choice(match.decisions())
            action = choose(match, decision)
            sort = (decision.kind, action.verb, decision.seat == reader)
            news = [met[*sort, renamed] < each for renamed in (False, True)]
            hidden = decision.seat != reader and bool(action.args)
            if (not wanted or sort[:2] in wanted) and (news[0] or (news[1] and hidden)):
                step = follow(match, decision.seat, action, reader, deals)
                if step.second is not None and news[step.renamed]:
                    met[*sort, step.renamed] += 1
                    met[*sort, False] += step.renamed
                    found.append(step)
            match.act(decision.seat, action)
    better = {(step.kind, step.verb, step.seat) for step in found if step.renamed}
    return [s for s in found if s.renamed or (s.kind, s.verb, s.seat) not in better]


def follows(before: Step, step: Step) -> bool:
    """Whether a step comes straight after another of the same game."""
    a, b = before.first.match, step.first.match
    return a.seed == b.seed and len(b) == len(a) + 1
