"""4.2: the movement phase."""

from __future__ import annotations

from typing import Any

from engine.core import Action
from engine.games.cortes.book.movement.carriers import Aboard, Limber, Top
from engine.games.cortes.book.movement.exits import Escape, Leave, Raid
from engine.games.cortes.book.movement.move import Move
from engine.games.cortes.book.movement.telling import Ended
from engine.games.cortes.table.flow import Context, Party, Point
from engine.games.cortes.table.orders import (
    Order,
)
from engine.games.cortes.table.state import (
    SEATS,
    State,
)


class Done(Order[Any], verb="done", rule="4.2", ends=True):
    """4.2: end this phase."""

    def do(self, c: Context) -> None:
        """What comes next is on the stack already."""


class Halt(Done, verb="done", rule="4.2", ends=True):
    """4.2: end this phase."""

    def do(self, c: Context) -> None:
        c.tell(Ended(side=SEATS[self.side]))


class Movement(Point[Party], kind="movement", rule="7.1"):
    """4.2: the movement phase, one group after the other."""

    orders = (Move, Leave, Raid, Escape, Limber, Aboard, Top, Halt)

    def answer(self, s: State, c: Any, who: int, action: Action, a: Party) -> None:
        order = self.reads(action.verb, a).read(s, who, action, a)
        if action.verb == "done":
            s.frames.pop()
        order.do(c)

    def default(self, s: State, who: int, a: Party) -> Action:
        return Done.act()
