"""Chapter 5: how the game ends, and loss points."""

from __future__ import annotations

from engine.events import fact, number
from engine.games.cortes.table.board import AZTEC, CANNON, GUNBOAT, SPANISH
from engine.games.cortes.table.flow import Context, Telling
from engine.games.cortes.table.state import ESCAPED, OFF, TAKEN, State

DECIDED = 25  # loss points at which only the Aztec can win


class Ended(Telling, kind="end", rule="5.5"):
    level: str = fact()
    points: int = number(noun="point")


def capture(s: State, c: Context, side: int) -> None:
    """5.2, 9.4: a leader is captured or killed."""
    s.leaders[side] = OFF
    if side == SPANISH:
        s.over = ((AZTEC,), "sudden", "5.2")
    else:
        s.fate = TAKEN


def lost_units(s: State) -> int:
    """5.4: Europeans in both piles of the dead, boats and cannons too."""
    sorts = s.board.sorts
    return sum(1 for sort in (*s.dead[SPANISH], *s.out[SPANISH]) if sorts[sort].european)


def loss_points(s: State) -> int:
    """5.4: for every R&R, every European unit lost, and for Cuauhtemoc at large."""
    points = s.board.points
    found = points.rest.points * s.rests + points.unit.points * lost_units(s)
    return found + (points.cuauhtemoc.points if s.fate != TAKEN else 0)


def floor(s: State) -> int:
    """R-66: loss points that can never be made good again."""
    points, sorts = s.board.points, s.board.sorts
    never = sum(1 for sort in s.dead[SPANISH] if sorts[sort].type in (GUNBOAT, CANNON))
    never += sum(1 for sort in s.out[SPANISH] if sorts[sort].european)
    found = points.rest.points * s.rests + points.unit.points * never
    return found + (points.cuauhtemoc.points if s.fate == ESCAPED else 0)


def conquered(s: State) -> bool:
    """5.3: no Aztec unit is left in Tenochtitlan, nor Cuauhtemoc."""
    city = city_of(s)
    if s.leaders[AZTEC] in city:
        return False
    return not any(place in city for place in s.stacks[AZTEC])


def city_of(s: State) -> frozenset[int]:
    """2.14, R-16: the island; with the option, the stretch of causeway to Xoloco too."""
    board = s.board
    return board.on_island | frozenset(board.stretch) if s.rules.stretch else board.on_island


def judge(s: State, c: Context) -> None:
    """5.1, 5.5: the level of victory by loss points."""
    points = loss_points(s)
    level = next(level for level in s.board.levels if points <= level.most)
    c.tell(Ended(level=level.token, points=points))
    s.over = ((level.winner,), level.token, "5.5")


def conquest(s: State, c: Context) -> None:
    """5.3: looked at when a Spanish player-turn ends."""
    if conquered(s):
        judge(s, c)


def decided(s: State, c: Context) -> bool:
    """R-66: the loss points that nothing can undo are enough for the highest level."""
    if s.over is None and s.rules.decided and floor(s) >= DECIDED:
        c.tell(Ended(level=s.board.levels[-1].token, points=floor(s)))
        s.over = ((AZTEC,), "decided", "5.5")
    return s.over is not None


def given_up(s: State, c: Context) -> None:
    """R-66: the city stands after the last pair that the table has agreed on."""
    if s.over is None and s.rules.limit and s.pair >= s.rules.limit:
        c.tell(Ended(level=s.board.levels[-1].token, points=loss_points(s)))
        s.over = ((AZTEC,), "limit", "5.5")
