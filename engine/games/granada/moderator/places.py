"""Edits of places: control, castles, disks, Pioneers tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.moderator.edit import NUMBER, OWNER, Edit, control_follows, upto
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, OWNERS
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import PLACE
from engine.games.granada.table.state import State, grey_here, units, without
from engine.orders import Words, one

TILES = 3  # Pioneers tiles (11.7)
NOBODY = len(OWNERS) - 1
SWITCH = Words("switch", "on", "off")


class Control(Edit, verb="control"):
    """Edit: set who controls a place."""

    place = one(PLACE, whole=True)
    owner = one(OWNER, whole=True)

    def do(self, c: Context) -> None:
        self.s.control[self.place] = self.owner
        self.told(c)


class Castle(Edit, verb="castle"):
    """Edit: set who controls a castle."""

    place = one(PLACE)
    owner = one(OWNER)

    @place.offer
    def places(self) -> Sequence[Any]:
        return self.s.board.castles

    @owner.offer
    def owners(self) -> Sequence[int]:
        return _castle_owners(self.s, self.place)

    def do(self, c: Context) -> None:
        self.s.castle[self.place] = self.owner
        self.told(c)


def _castle_owners(s: State, place: int) -> tuple[int, ...]:
    """4.3: a side that stands there alone holds the castle; a disk or a waiting Guard is inside."""
    white, black = bool(s.stacks[2 * place]), bool(s.stacks[2 * place + 1])
    if not black and units(s, place, MUSLIM):
        return (MUSLIM,)
    if white and black:
        return (CHRISTIAN, MUSLIM)
    if white or black:
        return (MUSLIM if black else CHRISTIAN,)
    if grey_here(s, place):
        return (CHRISTIAN, NOBODY)
    return (CHRISTIAN, MUSLIM, NOBODY)


class Disk(Edit, verb="disk"):
    """Edit: put a disk in its castle, or take it away."""

    place = one(PLACE)
    there = one(SWITCH)

    @place.offer
    def places(self) -> Sequence[Any]:
        return self.s.board.disks

    @there.offer
    def switch(self) -> Sequence[str]:
        return ("off",) if self.place in self.s.disks else ("on",)

    def do(self, c: Context) -> None:
        s, place = self.s, self.place
        if self.there == "on":
            s.disks = tuple(sorted((*s.disks, place)))
            s.castle[place] = MUSLIM  # it is never outside
        else:
            s.disks = without(s.disks, (place,))
        self.told(c)
        control_follows(s, c, place)


class Pioneer(Edit, verb="pioneer"):
    """Edit: set the number of Pioneers tiles in a place."""

    place = one(PLACE, whole=True)
    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        return upto(TILES)

    def do(self, c: Context) -> None:
        s, place = self.s, self.place
        kept = tuple(p for p in s.pioneers if p >> 1 != place)
        s.pioneers = tuple(sorted((*kept, *(place << 1,) * int(self.number))))
        self.told(c)
