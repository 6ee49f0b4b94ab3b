"""Chapter 7: what is told of movement."""

from __future__ import annotations

from engine.events import fact, many, number, said
from engine.games.cortes.table.flow import Context, Telling
from engine.games.cortes.table.orders import (
    PLACE,
    SIDE,
    UNIT,
)
from engine.games.cortes.table.state import (
    SEATS,
    State,
)


class Moved(Telling, kind="move", rule="7.1", shape="way"):
    """`units` where everybody may look, `own` where only their side may; `tops`: what others come
    to see of them and of those whom they left."""

    side: str = said(SIDE, part="who")
    start: str = said(PLACE, part="from", name="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    count: int = number(noun="unit")
    drop_at: str | None = said(PLACE, default=None)
    left: int = number(default=0)
    units: tuple[str, ...] = many(UNIT, default=())
    own: tuple[str, ...] = many(UNIT, who="side", default=())
    tops: tuple[str, ...] = many(UNIT, secret=True, default=())


class Ended(Telling, kind="movement over", rule="4.2"):
    side: str = said(SIDE)


class Freed(Telling, kind="cuauhtemoc free", rule="9.2"):
    """He may leave the island from now on."""


class Left(Telling, kind="left the map", rule="7.18", shape="mark"):
    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    how: str = fact()
    count: int = number(noun="unit")


class Carried(Telling, kind="carrier", rule="9.5"):
    side: str = said(SIDE)
    place: str = said(PLACE)
    what: str = fact()


class Topped(Telling, kind="top", rule="8.8"):
    side: str = said(SIDE)
    place: str = said(PLACE)
    tops: tuple[str, ...] = many(UNIT, secret=True, default=())


def shown(s: State, c: Context, side: int, place: int, face: int) -> None:
    """A counter that has come to lie on top is seen."""
    if face >= 0 and s.clouded(side):
        board = s.board
        c.tell(Topped(side=SEATS[side], place=board.places[place], tops=(board.faces[face],)))
