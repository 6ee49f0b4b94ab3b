"""Chapter 7: where units may go by land, what steps cost, where they may stop and part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.games.cortes.book.stacking import fits
from engine.games.cortes.table.board import AZTEC, CANNON
from engine.games.cortes.table.state import FREE, GUN, SHIFT, State

MANY = 8  # more than these go together or not at all: nobody parts from them on the way

Way = tuple[int, ...]  # the hexes entered, in their order
Faces = tuple[int, ...]


class Gait(NamedTuple):
    """How a unit walks: whose costs it pays, how far, and whether it stays on the island."""

    mover: int
    points: int
    bound: bool


def barred_by_enemy(s: State, side: int, place: int, units: bool) -> bool:
    """7.5: nobody enters a hex with enemies; a lone leader or cannon is walked over (9.4, 11.6)."""
    enemy = 1 - side
    if s.held(enemy, place):
        return True
    return not units and s.someone(enemy, place)


def cost(s: State, mover: int, here: int, there: int) -> int:
    """7.7, 7.8, 7.9, 7.11, 7.12, 7.13, 7.14, 7.15, 7.16, 13.1: the points of a step; 0: it cannot
    be made."""
    for other, points in s.board.steps[mover][here]:
        if other == there:
            return points
    return 0


class March:
    """Some units of one side that set out together from a hex."""

    __slots__ = (
        "_ends", "_left", "_splits", "carriers", "faces", "gait", "gaits", "s", "side", "start",
        "walkers",
    )  # fmt: skip

    def __init__(self, s: State, side: int, start: int, faces: Faces) -> None:
        self.s, self.side, self.start, self.faces = s, side, start, faces
        self.carriers = {e >> SHIFT for e in s.at(side, start) if e & GUN}
        board = s.board
        self.walkers = tuple([f for f in faces if board.face_type[f] != CANNON])
        self.gait = {face: self._gait(face) for face in self.walkers}
        self.gaits = tuple(dict.fromkeys(self.gait.values()))
        self._ends: dict[Way, bool] = {}
        self._left: dict[tuple[Gait, Way], int] = {}
        self._splits: dict[Way, list[tuple[int, Faces]]] = {}

    def _gait(self, face: int) -> Gait:
        s, board = self.s, self.s.board
        bound = face == board.leader_face[AZTEC] and s.fate != FREE
        return Gait(board.mover[face], s.movement(face), bound)

    # -- how far each goes --

    def reach(self, way: Way) -> dict[int, int]:
        """7.3: how many steps of a way each of them can make; the first always, for all it has."""
        known = {gait: self._steps(gait, way) for gait in self.gaits}
        return {face: known[gait] for face, gait in self.gait.items()}

    def _steps(self, gait: Gait, way: Way) -> int:
        n = len(way)
        while n and self.left(gait, way[:n]) < 0:
            n -= 1
        return n

    def left(self, gait: Gait, way: Way) -> int:
        """The points that are left after a way; below 0: it cannot go so far."""
        if not way:
            return gait.points
        found = self._left.get((gait, way))
        if found is None:
            found = self._left[gait, way] = self._spent(gait, way)
        return found

    def _spent(self, gait: Gait, way: Way) -> int:
        before = self.left(gait, way[:-1])
        if before < 0 or (gait.bound and way[-1] not in self.s.board.on_island):
            return -1
        points = cost(self.s, gait.mover, way[-2] if len(way) > 1 else self.start, way[-1])
        if not points or (points > before and len(way) > 1):
            return -1
        return max(0, before - points)

    # -- where they may go on to --

    def onward(self, way: Way) -> list[int]:
        """The hexes that may come next, with a place to stop behind each."""
        return [there for there in self._next(way) if self.ends((*way, there))]

    def anywhere(self) -> bool:
        """Whether they can go anywhere at all."""
        return any(self.ends((there,)) for there in self._next(()))

    def _next(self, way: Way) -> Iterator[int]:
        """Steps that at least one of them can make."""
        s, here = self.s, way[-1] if way else self.start
        going = [gait for gait in self.gaits if self.left(gait, way) >= 0]
        if way and not any(self.left(gait, way) for gait in going):
            return
        leader = s.board.leader_face[self.side]
        units = any(f != leader and self.left(g, way) >= 0 for f, g in self.gait.items())
        for there in s.board.crossed[here]:
            if there == self.start or there in way:
                continue
            if barred_by_enemy(s, self.side, there, units):
                continue
            longer = (*way, there)
            if any(self.left(gait, longer) >= 0 for gait in going):
                yield there

    def ends(self, way: Way) -> bool:
        """Whether the way, or one that goes on from it, may end."""
        found = self._ends.get(way)
        if found is None:
            found = self._ends[way] = bool(self.splits(way)) or any(
                self.ends((*way, there)) for there in self._next(way)
            )
        return found

    # -- where they may stop --

    def splits(self, way: Way) -> list[tuple[int, Faces]]:
        """7.6: who may be left at which step, so that all may stop there: (-1, ()) for none."""
        found = self._splits.get(way)
        if found is None:
            found = self._splits[way] = list(self._parted(way)) if way else []
        return found

    def _parted(self, way: Way) -> Iterator[tuple[int, Faces]]:
        s, side = self.s, self.side
        if len(self.faces) == 1:
            if self.left(self.gaits[0], way) >= 0 and fits(s, side, way[-1], self.faces):
                yield -1, ()
            return
        reach = self.reach(way)
        slow = [face for face in self.walkers if reach[face] < len(way)]
        if not slow and fits(s, side, way[-1], self.faces):
            yield -1, ()
        if len(slow) == len(self.walkers) or len(way) < 2:
            return
        for left in self._leavings(slow):
            rest = _without(self.faces, left)
            if not self._carried(rest) or not fits(s, side, way[-1], rest):
                continue
            far = min(reach.get(face, len(way)) for face in left)
            for n in range(min(far, len(way) - 1)):
                if fits(s, side, way[n], left):
                    yield n, left

    def _leavings(self, slow: Sequence[int]) -> Iterator[Faces]:
        """Who might be left: all who cannot follow, and any of the others."""
        others = _without(self.faces, slow)
        if len(self.faces) > MANY:
            if slow:
                yield tuple(sorted(slow))
            return
        seen: set[Faces] = set()
        for n in range(len(others)):
            for more in combinations(others, n):
                left = tuple(sorted((*slow, *more)))
                if left and left not in seen:
                    seen.add(left)
                    yield left

    def _carried(self, rest: Faces) -> bool:
        """7.4: somebody goes on, and every cannon that does is carried."""
        types = [self.s.board.face_type[face] for face in rest]
        cannons = types.count(CANNON)
        return len(types) > cannons and cannons <= sum(1 for face in rest if face in self.carriers)


def _without(faces: Sequence[int], some: Sequence[int]) -> Faces:
    left = list(faces)
    for face in some:
        left.remove(face)
    return tuple(left)
