"""What the computer player goes by: what a battle promises, what steps are worth, who can go where.

Everything is counted in Aztec regulars' steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.games.cortes.book.attack import narrow
from engine.games.cortes.book.odds import clamp, concentric, ground, ratio
from engine.games.cortes.table.board import AZTEC, CANNON, GUNBOAT, KNIGHT, SPANISH
from engine.games.cortes.table.pieces import Realm
from engine.games.cortes.table.state import SACRIFICE, SHIFT, State

EUROPEAN, ALLY, BOAT, REGULAR, KNIGHTS = 1.7, 0.6, 1.6, 1.0, 1.4  # a step of each
TAKEN = 1.0  # what it is worth to empty a hex of the enemy
PRIZE = 3.0  # and more for a temple or a fort
EMPEROR = 5.0  # Cuauhtemoc's stack gone: he is taken, or has to run
CAPTAIN = 60.0  # the game
CHANCES = tuple((roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13))


PATIENCE = 24  # pairs after which the Spaniard takes worse and worse odds
HASTE = 0.08


def urgency(s: State, side: int) -> float:
    """A siege cannot last for ever: how much less an attack may promise."""
    return HASTE * max(0, s.pair - PATIENCE) if side == SPANISH else 0.0


class Outlook(NamedTuple):
    """What a battle promises: mean steps lost by each, and how likely nobody is left to defend."""

    attacker: float
    defender: float
    cleared: float


@lru_cache(maxsize=4096)
def outlook(board: Realm, column: int, ours: int, theirs: int, extra: int) -> Outlook:
    """`extra`: what cannons add to the Aztec number: to the defender's if above 0, else to the
    attacker's."""
    lost = gained = cleared = 0.0
    for roll, chance in CHANCES:
        att, dfn = board.results[column][roll - 2]
        dfn += max(0, extra)
        att += max(0, -extra)
        lost += chance * min(att, ours)
        gained += chance * min(dfn, theirs)
        cleared += chance * (dfn >= theirs)
    return Outlook(lost, gained, cleared)


def step_worth(board: Realm, face: int) -> float:
    type_ = board.face_type[face]
    if board.face_side[face] == AZTEC:
        return KNIGHTS if type_ == KNIGHT else REGULAR
    if type_ == GUNBOAT:
        return BOAT
    return EUROPEAN if board.face_european[face] else ALLY


def mean_worth(board: Realm, faces: Sequence[int]) -> float:
    """The mean worth of a step among these units."""
    steps = sum(board.face_steps[f] for f in faces)
    if not steps:
        return 0.0
    return sum(step_worth(board, f) * board.face_steps[f] for f in faces) / steps


# -- a battle by land ------------------------------------------------------------------------------


def front(s: State, side: int, base: int, target: int, faces: Iterable[int]) -> list[int]:
    """8.25: who of a stack could attack from a hex."""
    board = s.board
    able = [f for f in faces if board.face_steps[f]]
    if not narrow(s, side, base, target):
        return able
    wide = [f for f in able if board.face_lake[f]]
    rest = sorted((f for f in able if not board.face_lake[f]), key=lambda f: -board.factor[f])
    return [*wide, *rest[:1]]


class Prospect(NamedTuple):
    """An attack that could be made."""

    value: float
    column: int
    outlook: Outlook


def prospect(
    s: State, side: int, target: int, bases: Mapping[int, Sequence[int]], lead: bool = False,
    armed: bool = False,
) -> Prospect:  # fmt: skip
    """What an attack by these units from these hexes is worth. `armed`: cannons take part."""
    board = s.board
    faces = [f for row in bases.values() for f in row]
    attack = sum(board.factor[f] for f in faces)
    foes = s.fighting(1 - side, target)
    defence = sum(board.factor[f] for f in foes)
    if not attack or not defence:
        return Prospect(-9.0, 0, Outlook(0, 0, 0))
    columns = ratio(attack, defence) + ground(s, 1 - side, target)
    columns += concentric(s, target, list(bases))
    if side == AZTEC:
        columns += s.marks.count(SACRIFICE) - (s.leaders[SPANISH] == target) + 2 * lead
        guns = any(board.face_type[f] == CANNON for f in s.faces(SPANISH, target))
        extra = -1 if guns else 0
    else:
        columns += lead
        extra = 1 if armed else 0
    column = clamp(s, columns)
    ours = sum(board.face_steps[f] for f in faces)
    theirs = sum(board.face_steps[f] for f in foes)
    seen = outlook(board, column, ours, theirs, extra)
    value = seen.defender * mean_worth(board, foes) - seen.attacker * mean_worth(board, faces)
    value += seen.cleared * spoils(s, side, target)
    return Prospect(value, column, seen)


def spoils(s: State, side: int, target: int) -> float:
    """What a hex is worth beside those who stand there."""
    board = s.board
    found = TAKEN
    if target in board.temples or target in board.forts:
        found += PRIZE
    if s.leaders[1 - side] == target:
        found += EMPEROR if side == SPANISH else CAPTAIN / 6
    if side == AZTEC and target in board.on_island:
        found += TAKEN
    return found


# -- where units can go ----------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _ways(
    board: Realm, mover: int, points: int, start: int, shut: frozenset[int], bound: bool
) -> Mapping[int, tuple[int, ...]]:
    """The cheapest way to every hex within reach; 7.3: the first step for all it has."""
    best = {start: 0}
    found: dict[int, tuple[int, ...]] = {start: ()}
    queue: list[tuple[int, int]] = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for there, cost in board.steps[mover][here]:
            if there in shut or (bound and there not in board.on_island):
                continue
            total = spent + cost if here != start else min(points, cost)
            if total > points or total >= best.get(there, 99) or (here != start and cost <= 0):
                continue
            best[there] = total
            found[there] = (*found[here], there)
            if total < points:
                heappush(queue, (total, there))
    return found


def held_by(s: State, side: int) -> frozenset[int]:
    """The hexes that units of a side bar to its enemies."""
    hexes = s.board.hexes
    return frozenset(p for p in s.stacks[side] if p < hexes and s.held(side, p))


def ways(
    s: State, start: int, faces: Sequence[int], shut: frozenset[int]
) -> Mapping[int, tuple[int, ...]]:
    """Where a group that stays together can go, with the way to each hex."""
    board = s.board
    walkers = [f for f in faces if board.face_type[f] != CANNON]
    slow = min(walkers, key=s.movement)
    movers = {board.mover[f] for f in walkers}
    mover = 1 if 1 in movers else min(movers)
    bound = board.leader_face[AZTEC] in walkers and s.fate == 0
    return _ways(board, mover, s.movement(slow), start, shut, bound)


@lru_cache(maxsize=64)
def distances(board: Realm, mover: int, goals: frozenset[int]) -> tuple[int, ...]:
    """Movement points from every hex to the nearest of these, whoever stands between."""
    best = [999] * board.hexes
    queue = []
    for goal in goals:
        best[goal] = 0
        queue.append((0, goal))
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for there in board.crossed[here]:
            cost = next((c for to, c in board.steps[mover][there] if to == here), 0)
            if cost and spent + cost < best[there]:
                best[there] = spent + cost
                heappush(queue, (best[there], there))
    return tuple(best)


def strength(s: State, side: int, place: int) -> int:
    return sum(s.board.factor[e >> SHIFT] for e in s.at(side, place))
