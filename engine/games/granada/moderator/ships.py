"""Edits of fleets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.book.voyage import HOLD
from engine.games.granada.moderator.edit import (
    Edit,
    fetch,
    open_question,
    put_aside,
    sides_with,
    spare,
)
from engine.games.granada.moderator.restart import begin_again
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import BLOCK, SIDE, ZONE, Block
from engine.games.granada.table.state import SHIFT, State, kinds_of
from engine.orders import Offer, one, some, subset

ENCOUNTERS = ("voyage", "engage", "sink", "haven")  # questions about ships under way


def _spare_fleet(s: State, side: int) -> bool:
    fleet = s.board.fleet_kind[side]
    return fleet in s.aside[side] + s.bag[side] + s.box[side] + s.dead[side]


def _passengers(s: State, side: int) -> tuple[int, ...]:
    """7.5.2, G20: neither Boabdil nor the Palace Guard goes to sea."""
    kinds = s.board.kinds
    return tuple(k for k in spare(s, side) if k != s.board.boabdil and kinds[k].special != "guard")


class Fleet(Edit, verb="fleet"):
    """Edit: put a fleet, with troops aboard or not, into a sea zone."""

    side = one(SIDE)
    zone = one(ZONE, whole=True)
    load = some(BLOCK, mark="load", optional=True)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return sides_with(lambda side: _spare_fleet(self.s, side))

    @load.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        return subset(_passengers(self.s, self.side), chosen, 0, HOLD)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        for kind in (s.board.fleet_kind[side], *self.load):
            fetch(s, side, kind)
        index = 2 * self.zone + side
        ship = (0, *(k << SHIFT for k in self.load))
        s.ships[index] = tuple(sorted((*s.ships[index], ship)))
        self.told(c, count=len(self.load), blocks=self.tokens(Fleet.load))


class Scuttle(Edit, verb="scuttle"):
    """Edit: put a side's fleets in a zone aside, with the troops aboard."""

    side = one(SIDE)
    zone = one(ZONE)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return sides_with(lambda side: any(self.s.ships[side::2]))

    @zone.offer
    def zones(self) -> Sequence[Any]:
        return [z for z, ships in enumerate(self.s.ships[self.side :: 2]) if ships]

    def do(self, c: Context) -> None:
        s = self.s
        sink_aside(s, self.side, 2 * self.zone + self.side)
        self.told(c)
        if open_question(s) in ENCOUNTERS:
            begin_again(s, c)


def sink_aside(s: State, side: int, index: int) -> None:
    """The ships of a side in one zone, and whom they carry, leave the map."""
    for ship in s.ships[index]:
        put_aside(s, side, (s.board.fleet_kind[side], *kinds_of(ship[1:])))
    s.ships[index] = ()
