"""Many worlds: whoever is dealt hundreds of them learns no more than from one.

A world hides the truth if it looks the same to its reader. Hundreds of worlds hide it only if the
match itself has no part in how they are dealt: then worlds dealt from the match, and worlds dealt
from one of its worlds, hold every hidden fact equally often; and the same luck deals the same
world from both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import chain, count, islice
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import engine
from engine.core import Action
from engine.match import Match
from tests.contract.hidden import secrets
from tests.contract.play import any_options, eager_player, fork, readers, steps

LEAST = 12  # worlds in which a fact must hold, and must not, to be compared
SEVERE = 5.0  # a difference that chance does not make in tens of thousands of facts
SPREAD = 4.0  # of all differences together; chance makes 1.0, and this through the root of facts


class Spot(NamedTuple):
    """A position as one reader sees it."""

    match: Match
    reader: str | None


def spots(game: str, seed: str, often: int, most: int) -> Iterator[Spot]:
    """Positions of matches played at random in which something is hidden from somebody: every so
    many steps, and wherever an answer waits sealed."""
    matches = (_spots(game, f"{seed} {number}", often) for number in count())
    return islice(chain.from_iterable(matches), most)


def _spots(game: str, seed: str, often: int) -> Iterator[Spot]:
    rng = Random(seed)
    match = engine.new_match(game, options=any_options(game, rng), seed=seed)
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        if number % often and not match.game.sealed(match._state):
            continue
        reader = rng.choice(readers(match))
        if any(secrets(match, owner) for owner in match.seats if owner != reader):
            yield Spot(fork(match), reader)


def facts(world: Match, reader: str | None) -> set[Hashable]:
    """Everything that is hidden from a reader, fact by fact."""
    found: set[Hashable] = set()
    for owner in world.seats:
        if owner == reader:
            continue
        for (kind, where), what in secrets(world, owner).items():
            found |= {(owner, kind, where, *each) for each in _parts(what)}
    return found


def _parts(what: Any) -> Iterator[tuple[Hashable, ...]]:
    """A heap: how many of each thing. An order: its verb, and the whole of it."""
    if isinstance(what, Action):
        yield from ((what.verb,), (what,))
    elif isinstance(what, tuple):
        yield from Counter(what).items()
    else:
        yield (what,)


def counted(origin: Match, reader: str | None, luck: str, worlds: int) -> Counter[Hashable]:
    """How often each hidden fact holds in so many worlds dealt from an origin."""
    found: Counter[Hashable] = Counter()
    for number in range(worlds):
        found.update(facts(origin.redeal(reader, Random(f"{luck} {number}")), reader))
    return found


def differences(one: Counter[Hashable], other: Counter[Hashable], worlds: int) -> list[float]:
    """For every fact how far its two frequencies lie apart, in standard deviations."""
    found = []
    for fact in one.keys() | other.keys():
        both = one[fact] + other[fact]
        share = both / (2 * worlds)
        if LEAST <= both <= 2 * worlds - LEAST:
            found.append((one[fact] - other[fact]) / sqrt(2 * worlds * share * (1 - share)))
    return found


class Scales:
    """Weighs worlds dealt from matches against worlds dealt from one of their worlds. The control
    weighs two lots of the latter against each other: chance alone."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.true: list[float] = []
        self.control: list[float] = []

    def weigh(self, spot: Spot) -> None:
        match, reader = spot
        world = match.redeal(reader, Random("some world"))
        one, other = (counted(world, reader, luck, self.worlds) for luck in ("one", "other"))
        self.true += differences(counted(match, reader, "true", self.worlds), one, self.worlds)
        self.control += differences(other, one, self.worlds)

    def uneven(self) -> list[str]:
        """What cannot be chance."""
        found = []
        for name, weighed in (("match against world", self.true), ("control", self.control)):
            severe, spread = max(map(abs, weighed)), spread_of(weighed)
            if severe > SEVERE or spread > 1 + SPREAD / sqrt(len(weighed)):
                found.append(f"{name}: up to {severe:.1f}, spread {spread:.2f}")
        return found


def spread_of(weighed: list[float]) -> float:
    return sqrt(sum(each * each for each in weighed) / len(weighed))


def same_luck_same_world(spot: Spot, luck: str) -> bool:
    """Whether the match and one of its worlds deal the same world with the same luck."""
    match, reader = spot
    world = match.redeal(reader, Random(f"some world {luck}"))
    dealt = [
        origin.game.dump(origin.redeal(reader, Random(luck))._state) for origin in (match, world)
    ]
    return bool(dealt[0] == dealt[1])
