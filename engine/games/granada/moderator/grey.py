"""Edits of Boabdil and the grey army."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.moderator.edit import NUMBER, TURN, Edit, control_follows, lift, upto
from engine.games.granada.table.board import MUSLIM
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import PLACE
from engine.games.granada.table.state import KNOWN, SHIFT, State, join, kinds_of, without
from engine.orders import NONE, one

CAPTURES = 3  # the third takes Boabdil out of the game (10.12.1)


class Captures(Edit, verb="captures"):
    """Edit: set how often Boabdil has been captured."""

    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        return upto(CAPTURES)

    def do(self, c: Context) -> None:
        self.s.captures = int(self.number)
        self.told(c)


class Grey(Edit, verb="grey"):
    """Edit: put the grey army in a place until the end of a turn, or back into its box."""

    place = one(PLACE, optional=True)
    until = one(TURN, mark="until", optional=True)

    @place.offer
    def places(self) -> Sequence[Any]:
        return [None, *range(len(self.s.board.places))]

    @until.offer
    def turns(self) -> Sequence[Any]:
        return NONE if self.place is None else self.s.board.turn_tokens[self.s.turn :]

    def do(self, c: Context) -> None:
        """10.12.1: all of it, or Boabdil and the Banu Sarray after a second capture."""
        s = self.s
        box_grey(s)
        if self.place is not None and self.until is not None:
            _leave_black(s)
            kinds = s.board.kinds
            army = tuple(k for k in s.grey_box if s.captures < 2 or kinds[k].any_card)
            s.grey_box = without(s.grey_box, army)
            s.grey = tuple(k << SHIFT | KNOWN for k in army)
            s.grey_at = self.place
            s.grey_from, s.grey_until = s.turn, s.board.turn_tokens.index(self.until)
        self.told(c)
        if s.grey_at >= 0:
            control_follows(s, c, s.grey_at)


def box_grey(s: State) -> None:
    """The whole grey army goes back into its box."""
    s.grey_box = tuple(sorted(s.grey_box + s.grey_dead + kinds_of(s.grey)))
    s.grey, s.grey_dead, s.grey_at, s.grey_until = (), (), -1, -1


def _leave_black(s: State) -> None:
    """There is one Boabdil: while he is grey the black block lies aside."""
    boabdil = s.board.boabdil
    for p in range(len(s.board.places)):
        if boabdil in kinds_of(s.stacks[2 * p + MUSLIM]):
            lift(s, p, MUSLIM, (boabdil,))
            s.aside[MUSLIM] = join(s.aside[MUSLIM], (boabdil,))
            return
