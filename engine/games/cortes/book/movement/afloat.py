"""7.19, 7.20: who is ready to move, and where the lake takes him."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.cortes.book.marching import barred_by_enemy
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.table.board import (
    AZTEC,
    GUNBOAT,
    SPANISH,
)
from engine.games.cortes.table.state import (
    FREE,
    LED,
    MOVED,
    SHIFT,
    State,
)

# -- who can move ----------------------------------------------------------------------------------


def ready(s: State, side: int, place: int) -> tuple[int, ...]:
    """The faces in a place that have not moved, the leader among them, ascending."""
    found = [e >> SHIFT for e in s.at(side, place) if not e & MOVED]
    if s.leaders[side] == place and not s.leader_moved[side]:
        found.append(s.board.leader_face[side])
    return tuple(sorted(found))


def free(s: State) -> bool:
    return s.fate == FREE


def areas_for(s: State, side: int, areas: Sequence[int]) -> list[int]:
    """Places of areas that a side may enter (2.12)."""
    board = s.board
    return [board.hexes + a for a in areas if side == SPANISH or not board.closed[a]]


def afloat(s: State, side: int, start: int, faces: tuple[int, ...]) -> list[int]:
    """7.19, 7.20, 9.5: where these units may go by the lake, from a hex or an area."""
    if s.landed or not faces:
        return []
    board = s.board
    leader = board.leader_face[side]
    units = tuple([f for f in faces if f != leader])
    if not units:
        return _cortes_alone(s, start) if side == SPANISH else []
    if not all(board.face_lake[f] for f in units):
        return []
    if start < board.hexes:
        if leader in faces and (side == SPANISH or not free(s)):
            return []
        return areas_for(s, side, board.borders[start])
    if leader in faces and not _takes_leader(s, side, start, units):
        return []
    found = areas_for(s, side, board.next[start - board.hexes])
    if all(board.face_type[f] != GUNBOAT for f in units):
        found += [h for h in board.shores[start - board.hexes] if _lands(s, side, h, faces)]
    return found


def _takes_leader(s: State, side: int, start: int, units: tuple[int, ...]) -> bool:
    """9.5: a leader goes with the unit that carries him."""
    return any(e & LED and not e & MOVED and e >> SHIFT in units for e in s.at(side, start))


def _lands(s: State, side: int, place: int, faces: tuple[int, ...]) -> bool:
    """7.19, R-63: any hex on the shore without enemies, with room."""
    return not barred_by_enemy(s, side, place, True) and fits(s, side, place, faces)


def _cortes_alone(s: State, start: int) -> list[int]:
    """7.19, R-21: he boards a boat from a coastal hex, or lands on one."""
    board = s.board
    leader = (board.leader_face[SPANISH],)
    if start >= board.hexes:
        shores = [h for h in board.shores[start - board.hexes] if _harbour(s, h)]
        return [
            h
            for h in shores
            if not s.someone(AZTEC, h) and fits(s, SPANISH, h, leader)
        ]  # fmt: skip
    if not _harbour(s, start):
        return []
    return [board.hexes + a for a in board.borders[start] if boats(s, board.hexes + a)]


def _harbour(s: State, place: int) -> bool:
    """Where Cortés may board and land."""
    return s.board.coastal[place] or (s.rules.landing and bool(s.board.borders[place]))


def boats(s: State, area: int) -> list[int]:
    """Where in a stack the boats are, those that have moved first."""
    stack = s.at(SPANISH, area)
    boats = [i for i, e in enumerate(stack) if s.board.face_type[e >> SHIFT] == GUNBOAT]
    return sorted(boats, key=lambda i: (not stack[i] & MOVED, -s.board.factor[stack[i] >> SHIFT]))
