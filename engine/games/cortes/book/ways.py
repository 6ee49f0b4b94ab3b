"""7.1: the goal of a march is enough: the cheapest way is filled in."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.boards import ways
from engine.core import Value
from engine.games.cortes.book.marching import barred_by_enemy, cost
from engine.games.cortes.book.movement import Move
from engine.games.cortes.table.board import AZTEC, FOOT, HORSE, NATIVE, SPANISH
from engine.games.cortes.table.state import State


def route(
    s: State, side: int, prefix: tuple[Value, ...], goal: str
) -> Sequence[tuple[str, ...]] | None:
    """7.1, 11.8: the cheapest ways to a goal; whether they lead through a temple matters."""
    board, given = s.board, Move.begun(prefix)
    if given is None or goal not in board.place:
        return None
    there, so_far = board.place[goal], [board.place[token] for token in given["road"]]
    start = board.place[given["start"]]
    here = so_far[-1] if so_far else start
    if there >= board.hexes or here >= board.hexes:
        return None
    faces = [board.face[token] for token in given["units"]]
    mover = _mover(s, side, faces)
    passed = {start, *so_far}

    def price(a: int, b: int) -> int | None:
        if b in passed or barred_by_enemy(s, side, b, True):
            return None
        return cost(s, mover, a, b) or None

    def what(place: int) -> Hashable | None:
        marks = place in board.temples or s.someone(1 - side, place)
        return place if marks and place != there else None

    found = ways.choices(board.adjacent, here, there, price, what)
    return [tuple(board.places[place] for place in way[1:]) for way in found]


def _mover(s: State, side: int, faces: Sequence[int]) -> int:
    """Whose costs the way is counted in: the horse's, if any goes along."""
    if side == AZTEC:
        return NATIVE
    assert side == SPANISH
    return HORSE if any(s.board.mover[face] == HORSE for face in faces) else FOOT
