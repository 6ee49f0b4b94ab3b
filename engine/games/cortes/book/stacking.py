"""Chapter 6: who may stand together."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.cortes.table.board import (
    ALLY,
    AZTEC,
    CANNON,
    CAVALRY,
    ELITE,
    INFANTRY,
    KNIGHT,
    LEADER,
    REGULAR,
)
from engine.games.cortes.table.state import SHIFT, State


def fits(s: State, side: int, place: int, comers: Iterable[int]) -> bool:
    """6.1, 6.5, 6.6, 6.7: whether these faces may stop in a place beside those of their side."""
    board = s.board
    if place >= board.hexes:
        return True
    types = [0] * 9
    tribes: set[int] = set()
    stack = s.stacks[side].get(place, ())
    for face in (*[e >> SHIFT for e in stack], *comers):
        types[board.face_type[face]] += 1
        tribes.add(board.face_tribe[face])
    if s.leaders[side] == place:
        types[LEADER] += 1
    if side == AZTEC:
        return aztecs_fit(s, types)
    tribes.discard(-1)
    return spaniards_fit(s, types, tribes)


def aztecs_fit(s: State, types: list[int]) -> bool:
    """6.4: three knights, or a knight and a regular; Cuauhtemoc is free (R-27)."""
    if types[REGULAR]:
        return types[REGULAR] == 1 and types[KNIGHT] <= 1
    return types[KNIGHT] <= s.board.stacking.knights.most


def spaniards_fit(s: State, types: list[int], tribes: set[int]) -> bool:
    """6.2, 6.3: five Europeans, or an elite with a regular of its tribe; never mixed."""
    europeans = types[INFANTRY] + types[CAVALRY]
    allies = types[ELITE] + types[ALLY]
    if not allies:
        return europeans <= s.board.stacking.europeans.most
    if europeans or types[CANNON] or types[LEADER]:
        return False
    if types[ELITE] > 1 or types[ALLY] > 1:
        return False
    return allies == 1 or not s.rules.tribes or len(tribes) == 1
