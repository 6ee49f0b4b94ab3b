"""Play goes on from the beginning of a phase, whatever was under way."""

from __future__ import annotations

from engine.flow import Frame
from engine.games.granada.book.battle import combat_phase
from engine.games.granada.book.movement import movement_phase
from engine.games.granada.book.sequence import (
    Bidding,
    reinforcement,
    turn,
    turn_ends,
    turn_marker,
    year,
)
from engine.games.granada.moderator.edit import Edited
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import POINTS, Context, verbs_open, whom
from engine.games.granada.table.state import DEPLOYED, INSIDE, MOVED, State, join, with_flags

_PHASES = {"movement": movement_phase, "combat": combat_phase}


def unanswerable(s: State) -> bool:
    """Whether an edit took away what the open question was about."""
    if s.frames[-1][0] not in POINTS:
        return False
    sides = whom(s)
    return not sides or any(not verbs_open(s, side) for side in sides)


def begin_again(s: State, c: Context) -> None:
    """Break off what cannot go on: the phase begins anew."""
    phase = "combat" if s.phase == "combat" else "movement"
    c.tell(Edited(edit="phase", phase=phase, side=SEATS[s.active]))
    go(s, phase, s.active)


def go(s: State, phase: str, side: int) -> None:
    """6.1: from the beginning of that phase on, the rest of the turn follows as ever."""
    _break_off(s)
    s.over = None
    if phase == "bid":
        s.phase = "turn order"
        s.frames = [turn.then(), Bidding.then()]
    elif phase == "reinforcement":
        follows = year if s.board.year_end[s.turn] else turn
        s.frames = [follows.then(), turn_marker.then(), reinforcement.then()]
    elif phase == "end":
        s.frames = [turn_ends.then()]
    else:
        s.frames = _rest_of_turn(s, phase, side)


def _rest_of_turn(s: State, phase: str, side: int) -> list[Frame]:
    """6.3: the steps of a turn from a phase on, the next one last."""
    whole: list[Frame] = [turn_ends.then()]
    for who in (1 - s.first, s.first):
        whole += [combat_phase.then(who), movement_phase.then(who)]
    return whole[: whole.index(_PHASES[phase].then(side)) + 1]


def _break_off(s: State) -> None:
    """Forget the battle, the voyage and the answers that were under way."""
    s.battle = None
    s.sealed = [None, None]
    s.origin, s.opened, s.sea_opened = -1, (), ()
    s.used, s.entered, s.fought = frozenset(), frozenset(), ()
    for side in (CHRISTIAN, MUSLIM):
        s.discard[side] = join(s.discard[side], s.pile[side])
        s.pile[side] = ()
    s.stacks = [with_flags(stack, 0, INSIDE | DEPLOYED) for stack in s.stacks]
    s.grey = with_flags(s.grey, 0, INSIDE | DEPLOYED)
    s.ships = [tuple(sorted((ship[0] & MOVED, *ship[1:]) for ship in zone)) for zone in s.ships]
