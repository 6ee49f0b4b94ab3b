"""11.7, 11.8: sacrifices and desecration; and who is taken or broken by being walked over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import fact, number, said
from engine.games.cortes.book.ending import capture
from engine.games.cortes.book.stacks import lose_cannon
from engine.games.cortes.table.board import CAVALRY, INFANTRY, LEADER, SPANISH
from engine.games.cortes.table.flow import Context, Telling
from engine.games.cortes.table.orders import PLACE, SIDE
from engine.games.cortes.table.state import DESECRATED, SEATS, State


class Profaned(Telling, kind="desecrated", rule="11.8", shape="mark"):
    place: str = said(PLACE, part="at")


class Spiked(Telling, kind="cannons taken", rule="11.6", shape="mark"):
    place: str = said(PLACE, part="at")
    count: int = number(noun="cannon")


class Caught(Telling, kind="leader caught", rule="9.4", shape="mark"):
    """A leader who stood alone."""

    side: str = said(SIDE, part="who")
    leader: str = fact()
    place: str = said(PLACE, part="at")


def entered(s: State, c: Context, side: int, place: int, faces: Sequence[int]) -> None:
    """Units enter a hex: what their mere coming does."""
    types = {s.board.face_type[face] for face in faces}
    if side == SPANISH and place in s.board.temples:
        profane(s, c, place, types)
    if types - {LEADER}:
        overrun(s, c, side, place)


def profane(s: State, c: Context, place: int, types: set[int]) -> None:
    """11.8: cavalry, or infantry with Cortés, enters a temple."""
    temple = s.board.temples.index(place)
    enters = CAVALRY in types or (INFANTRY in types and LEADER in types)
    if s.rules.desecration and enters and s.marks[temple] != DESECRATED:
        s.marks[temple], s.ever[temple] = DESECRATED, True
        if s.clouded(SPANISH):
            s.remember(SPANISH)
        c.tell(Profaned(place=s.board.places[place]))


def overrun(s: State, c: Context, side: int, place: int) -> None:
    """7.5, 9.4, 11.6: a leader alone is taken, cannons alone are destroyed."""
    enemy, board = 1 - side, s.board
    if s.leaders[enemy] == place:
        c.tell(Caught(side=SEATS[side], leader=board.faces[board.leader_face[enemy]],
                      place=board.places[place]))  # fmt: skip
        capture(s, c, enemy)
    if enemy == SPANISH and place in s.stacks[SPANISH]:
        count = len(s.at(SPANISH, place))
        for _ in range(count):
            lose_cannon(s, place)
        c.tell(Spiked(place=board.places[place], count=count))
