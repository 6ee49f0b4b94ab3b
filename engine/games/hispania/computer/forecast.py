"""How a battle is likely to end: the book's own table of hits, round by round, on average."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

from engine.games.hispania.table.board import BERBER, CASTLE, FORT
from engine.games.hispania.table.state import Stack, State, muster

ROUNDS = 12
SHARP = 2.0  # how much the lives that are left on average tell about who wins
BOTH = 0.2  # and how much less likely a victory is because both may be destroyed


class Forecast(NamedTuple):
    """What the attacker may expect."""

    wins: float  # how likely he is to destroy the defender, if neither leaves
    lost: float  # units that it costs him
    killed: float  # and the defender


class Force(NamedTuple):
    """One side of a battle, small enough to be remembered."""

    counts: tuple[int, ...]  # of each kind of unit
    fort: int  # the kind as which its Forts fight
    bonus: int  # what is added to its dice


class _Army:
    """Lives and dice of a side, those of a Castle apart: they fall last."""

    def __init__(self, kinds: Any, force: Force) -> None:
        self.lives = self.dice = self.walls = self.stones = 0.0
        for kind, n in enumerate(force.counts):
            if kind == CASTLE:
                self.walls = float(n * kinds[kind].lives)
            else:
                self.lives += n * kinds[kind].lives
        self.all = self.lives + self.walls
        self.people, self.whole = self.lives, self.walls

    def arm(self, table: Any, kinds: Any, force: Force, foe: Force, terrain: int) -> None:
        """Hits in a round, when everybody is still there."""
        for kind, n in enumerate(force.counts):
            if n:
                hits = n * kinds[kind].shots * _hit(table, kinds, kind, force, foe, terrain)
                if kind == CASTLE:
                    self.stones += hits
                else:
                    self.dice += hits

    def hits(self) -> float:
        """What is left of both: a Castle too rolls a die less for every hit (6.2)."""
        people = self.dice * self.lives / self.people if self.people else 0.0
        return people + (self.stones * self.walls / self.whole if self.whole else 0.0)

    def suffer(self, hits: float) -> None:
        taken = min(self.lives, hits)
        self.lives -= taken
        self.walls = max(0.0, self.walls - (hits - taken))

    @property
    def left(self) -> float:
        return self.lives + self.walls


def _hit(table: Any, kinds: Any, shooter: int, force: Force, foe: Force, terrain: int) -> float:
    """How likely one die is to hit, whatever it is aimed at."""
    like = force.fort if shooter == FORT else shooter
    total = weight = 0.0
    for target, n in enumerate(foe.counts):
        if not n:
            continue
        need = table[like][foe.fort if target == FORT else target][terrain]
        if BERBER not in (shooter, target):
            need -= force.bonus
        lives = n * kinds[target].lives
        total += lives * max(0, min(9, 11 - need)) / 10
        weight += lives
    return total / weight if weight else 0.0


def forecast(s: State, place: int, ours: Force, theirs: Force) -> Forecast:
    """What an attack of such forces would bring there; equal ones are weighed once."""
    return _weigh(_Table(s.board.needs, s.board.kinds), s.board.mountain[place], ours, theirs)


class _Table:
    """The table of hits, told apart from another by which it is, not by its numbers."""

    def __init__(self, needs: Any, kinds: Any) -> None:
        self.needs, self.kinds = needs, kinds

    def __hash__(self) -> int:
        return id(self.needs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and other.needs is self.needs


@lru_cache(maxsize=1 << 15)
def _weigh(table: _Table, terrain: int, ours: Force, theirs: Force) -> Forecast:
    kinds = table.kinds
    a, d = _Army(kinds, ours), _Army(kinds, theirs)
    a.arm(table.needs[1], kinds, ours, theirs, terrain)
    d.arm(table.needs[0], kinds, theirs, ours, terrain)
    if not d.all or not a.all:
        return Forecast(1.0 if a.all else 0.0, 0.0, 0.0)
    for _ in range(ROUNDS):
        to_d, to_a = a.hits(), d.hits()
        share = min(1.0, d.left / to_d if to_d else 1.0, a.left / to_a if to_a else 1.0)
        d.suffer(to_d * share)
        a.suffer(to_a * share)
        if d.left <= 1e-9 or a.left <= 1e-9 or to_a + to_d <= 0:
            break
    ahead = (a.left - d.left) / sqrt(a.all + d.all)
    wins = 1 / (1 + exp(BOTH - SHARP * ahead))
    return Forecast(wins, a.all - a.left, d.all - d.left)


def force(s: State, nation: int, units: Stack, bonus: int) -> Force:
    return Force(muster(units).counts, s.board.fort_as(nation), bonus)
