"""Another world that a reader cannot tell from this one.

Nothing lies face down in Hispania; only an answer that waits for the other side's is a secret.
"""

from __future__ import annotations

from random import Random

from engine import flow
from engine.games.hispania.table.flow import POINTS
from engine.games.hispania.table.state import State


def redeal(state: State, seat: str | None, rng: Random) -> State:
    """The same table, with other answers where those of other seats are sealed."""
    new = state.copy()
    if new.over is None and any(answer is not None for answer in new.sealed):
        frame = new.frames[-1]
        point = POINTS[frame[0]]
        assert isinstance(point, flow.Round)
        point.reseal(new, point.frame(frame), _known(new, seat), rng)
    return new


def _known(s: State, seat: str | None) -> tuple[int, ...]:
    """The nations whose answers a reader gave himself."""
    peoples = s.board.peoples
    return peoples.of_seat[peoples.seats.index(seat)] if seat in peoples.seats else ()
