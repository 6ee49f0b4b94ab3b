"""9.5, 11.6, 8.8: who carries a cannon or a leader, and who lies on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.cortes.book.movement.telling import Carried, Topped
from engine.games.cortes.book.stacks import (
    embark,
    loose_cannons,
)
from engine.games.cortes.table.board import (
    AZTEC,
    CANNON,
    GUNBOAT,
    INFANTRY,
    SPANISH,
)
from engine.games.cortes.table.flow import Context, Party
from engine.games.cortes.table.orders import (
    PLACE,
    UNIT,
    Order,
    Place,
    Unit,
)
from engine.games.cortes.table.state import (
    GUN,
    KIND,
    LED,
    SEATS,
    SEEN,
    SHIFT,
)
from engine.games.cortes.table.state import chosen as picked
from engine.orders import Bar, Why, one


class Limber(Order[Party], verb="limber", rule="11.6", ends=True):
    """11.6: give a cannon to another unit before anybody moves."""

    place = one(PLACE, rule="11.6", words="where the cannon is")
    unit = one(UNIT, rule="11.6", words="who carries it from now on")
    giver = one(UNIT, mark="of", optional=True, rule="11.6", words="who carried it")
    shut = Bar("no_cannon", "11.6")

    def possible(self) -> bool:
        return self.side == SPANISH and not self.s.begun and bool(self.places())

    @place.offer
    def places(self) -> Sequence[Any]:
        s = self.s
        found = [p for p in sorted(s.stacks[SPANISH]) if s.board.cannon in s.faces(SPANISH, p)]
        return [p for p in found if self._takers(p)]

    def _takers(self, place: int) -> list[int]:
        s = self.s
        return sorted(
            e >> SHIFT
            for e in s.at(SPANISH, place)
            if not e & GUN and s.board.face_type[e >> SHIFT] == INFANTRY
        )

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else Limber.shut()

    @unit.offer
    def takers(self) -> Sequence[Any]:
        return self._takers(self.place)

    @unit.bar
    def taker_barred(self, unit: Unit) -> Why | None:
        return None if unit in self.takers() else Limber.shut()

    @unit.hides
    def taking(self, world: Any) -> Any:
        return world.pile(self.side, self.place)

    @giver.offer
    def givers(self) -> Sequence[Any]:
        s = self.s
        carriers = sorted(e >> SHIFT for e in s.at(SPANISH, self.place) if e & GUN)
        return [*carriers, *([None] if loose_cannons(s, self.place) else [])]

    @giver.bar
    def giver_barred(self, unit: Unit | None) -> Why | None:
        return None if unit in self.givers() else Limber.shut()

    @giver.hides
    def giving(self, world: Any) -> Any:
        return world.pile(self.side, self.place)

    def do(self, c: Context) -> None:
        s = self.s
        found = []
        for e in s.at(SPANISH, self.place):
            if e >> SHIFT == self.giver:
                e &= ~GUN
            elif e >> SHIFT == self.unit:
                e |= GUN
            found.append(e)
        s.replace(SPANISH, self.place, tuple(found))
        c.tell(Carried(side=SEATS[SPANISH], place=s.board.places[self.place], what="cannon"),
               rule="11.6")  # fmt: skip


class Aboard(Order[Party], verb="aboard", rule="9.5", ends=True):
    """9.5: let another unit of his area carry the leader."""

    unit = one(UNIT, rule="9.5", words="who carries him from now on")
    shut = Bar("no_carrier", "9.5")

    def possible(self) -> bool:
        s = self.s
        return s.leaders[self.side] >= s.board.hexes and not s.begun and bool(self.carriers())

    @unit.offer
    def carriers(self) -> Sequence[Any]:
        s, side = self.s, self.side
        return sorted(
            {
                e >> SHIFT
                for e in s.at(side, s.leaders[side])
                if not e & LED and (side == AZTEC or s.board.face_type[e >> SHIFT] == GUNBOAT)
            }
        )

    @unit.bar
    def carrier_barred(self, unit: Unit) -> Why | None:
        return None if unit in self.carriers() else Aboard.shut()

    @unit.hides
    def carrying(self, world: Any) -> Any:
        return world.pile(self.side, self.s.leaders[self.side], LED)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        place = s.leaders[side]
        (at,) = picked(s.at(side, place), (self.unit,), LED)
        embark(s, side, place, at)
        c.tell(Carried(side=SEATS[side], place=s.board.places[place], what="leader"))


class Top(Order[Party], verb="top", rule="8.8", ends=True):
    """8.8: say which counter of a stack lies on top."""

    place = one(PLACE, rule="8.8", words="where the stack is")
    unit = one(UNIT, rule="8.8", words="who lies on top")
    shut = Bar("no_stack", "8.8")

    def possible(self) -> bool:
        return self.s.clouded(self.side) and bool(self.places())

    @place.offer
    def places(self) -> Sequence[Any]:
        """By public facts: stacks of two and more."""
        s = self.s
        return [p for p in sorted(s.stacks[self.side]) if len(s.at(self.side, p)) > 1]

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else Top.shut()

    @unit.offer
    def tops(self) -> Sequence[Any]:
        faces = sorted(set(self.s.faces(self.side, self.place)))
        return [f for f in faces if self.s.board.face_type[f] != CANNON]

    @unit.bar
    def top_barred(self, unit: Unit) -> Why | None:
        return None if unit in self.tops() else Top.shut()

    @unit.hides
    def lying(self, world: Any) -> Any:
        return world.pile(self.side, self.place)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        stack = list(s.at(side, self.place))
        at = next(i for i, e in enumerate(stack) if e >> SHIFT == self.unit)
        top = stack.pop(at)
        new = not top & SEEN
        s.replace(side, self.place, (top | SEEN | KIND, *stack))
        tops = (s.board.faces[self.unit],) if new else ()
        told = Topped(side=SEATS[side], place=s.board.places[self.place])
        if tops:
            told.public["tops"] = tops
        c.tell(told)
