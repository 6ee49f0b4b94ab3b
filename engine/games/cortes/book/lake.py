"""8.26 to 8.28: battles on the lake, and bombardment from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import fact, many, number, said
from engine.games.cortes.book.battle import close, mark, mark_all, resolve
from engine.games.cortes.book.dice import die
from engine.games.cortes.book.leaders import leaders
from engine.games.cortes.book.losses import owe
from engine.games.cortes.book.stacks import show
from engine.games.cortes.table.board import ALLY, AZTEC, ELITE, GUNBOAT, SPANISH
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push
from engine.games.cortes.table.orders import (
    LEADERS,
    PLACE,
    SIDE,
    UNFIT,
    UNIT,
    Order,
    Place,
    Unit,
    absent,
)
from engine.games.cortes.table.state import (
    FOUGHT,
    IN,
    KIND,
    LED,
    SEATS,
    SEEN,
    SHIFT,
    TRIED,
    Battle,
    State,
)
from engine.games.cortes.table.state import (
    chosen as picked,
)
from engine.orders import Bar, Offer, Why, counted, one, some, subset, worked_out

NO_LAKE_BATTLE = Bar("no_lake_battle", "8.26", place=PLACE)
TOO_MANY_HELD = Bar("too_many_held", "8.26", most=counted("unit"))
LEADER_NOT_THERE = Bar("leader_not_there", "9.5")
NOT_SHELLED = Bar("not_shelled", "8.28", place=PLACE)
FOUR_ONLY = Bar("four_only", "8.28", place=PLACE)
FORT_SAFE = Bar("fort_safe", "8.28", place=PLACE)
NO_SHELLERS = Bar("no_shellers", "8.28", place=PLACE)
FOUGHT_ALREADY = Bar("fought_already", "8.28", unit=UNIT)


class Engaged(Telling, kind="lake battle", rule="8.26", shape="fight"):
    place: str = said(PLACE, part="at")
    side: str = said(SIDE, part="who")
    units: tuple[str, ...] = many(UNIT, secret=None)
    held: int = number(noun="unit")
    leader: str = fact(default="")


class Shelled(Telling, kind="bombardment", rule="8.28", shape="fight"):
    place: str = said(PLACE, part="at")
    side: str = said(SIDE, part="who")
    area: str = said(PLACE, part="from", name="from")
    count: int = number(noun="unit")
    units: tuple[str, ...] = many(UNIT, default=())
    own: tuple[str, ...] = many(UNIT, who="side", default=())
    rolls: tuple[int, ...] = number()
    hits: int = number()


# -- battles ---------------------------------------------------------------------------------------


def contested(s: State) -> tuple[int, ...]:
    """8.26: areas with units of both sides."""
    first = s.board.hexes
    return tuple(
        place for place in sorted(s.stacks[SPANISH]) if place >= first and place in s.stacks[AZTEC]
    )


class Engage(Order[Party], verb="engage", rule="8.26"):
    """8.26: fight the battle of an area."""

    area = one(PLACE, rule="8.26", words="which area")
    held = some(UNIT, mark="hold", optional=True, rule="8.26", words="who is held back to bombard")
    lead = one(LEADERS, mark="lead", optional=True, rule="9.1", words="the leader who takes part")

    @area.offer
    def areas(self) -> Sequence[Any]:
        return self.s.lakes

    @area.bar
    def area_barred(self, place: Place) -> Why | None:
        return None if place in self.s.lakes else NO_LAKE_BATTLE(place=place)

    @worked_out
    def spare(self) -> int:
        """8.26: the attacker's surplus of units."""
        s, side = self.s, self.side
        return max(0, len(s.at(side, self.area)) - len(s.at(1 - side, self.area)))

    @held.offer
    def next_held(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        pool = sorted(self.s.faces(self.side, self.area))
        return subset(pool, chosen, 0, self.spare, "8.26")

    @held.bar
    def held_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None or unit in self.next_held(chosen).choices:
            return None
        if why := absent(self, self.area, self.s.at(self.side, self.area), unit, chosen, "8.26"):
            return why
        return TOO_MANY_HELD(most=self.spare)

    @held.hides
    def holding(self, world: Any) -> Any:
        return world.pile(self.side, self.area)

    @worked_out
    def picks(self) -> list[int]:
        """Where in the stack those are who fight."""
        stack = self.s.at(self.side, self.area)
        out = picked(stack, self.held, 0, LED) if self.held else []
        return [i for i in range(len(stack)) if i not in out]

    @lead.offer
    def leading(self) -> Sequence[Any]:
        s, side = self.s, self.side
        stack = s.at(side, self.area)
        if s.leaders[side] != self.area or s.lent[side]:
            return [None]
        if not any(stack[i] & LED for i in self.picks):
            return [None]
        return [None, s.board.faces[s.board.leader_face[side]]]

    @lead.bar
    def lead_barred(self, leader: str | None) -> Why | None:
        return None if leader in self.leading() else LEADER_NOT_THERE()

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        b = s.battle = Battle(side, self.area, True)
        b.lead = bool(self.lead)
        s.lakes = tuple(place for place in s.lakes if place != self.area)
        picks = self.picks
        units = tuple(sorted(s.at(side, self.area)[i] >> SHIFT for i in picks))
        mark(s, side, self.area, picks)
        stack = s.at(side, self.area)
        if len(picks) == len(stack):
            show(s, side, self.area)
        else:
            s.replace(side, self.area, tuple([e | SEEN | KIND if e & IN else e for e in stack]))
        told = Engaged(
            place=board.places[self.area], side=SEATS[side],
            units=tuple(board.faces[f] for f in units), held=len(self.held),
            leader=self.lead or "",
        )  # fmt: skip
        c.tell(told, reveals=("units",) if s.clouded(side) else ())
        push(s, resolve.then())


class Sea(Point[Party], kind="lake battle", rule="8.26"):
    """8.26: which battle of the lake comes next; none is refused."""

    orders = (Engage,)


# -- bombardment -----------------------------------------------------------------------------------


def gunners(s: State, side: int, area: int, target: int) -> list[int]:
    """8.28: where in the stack of an area those are who may bombard a hex."""
    board = s.board
    fort = target in board.forts
    if fort and side == AZTEC:
        return []
    boats_only = fort and side == SPANISH
    return [
        i
        for i, e in enumerate(s.at(side, area))
        if not e & FOUGHT and (not boats_only or board.face_type[e >> SHIFT] == GUNBOAT)
    ]


def room(s: State, target: int) -> int:
    """R-09: four units on one hex in a phase."""
    return s.board.limits.bombarding.number - s.shelled.count(target)


def shores(s: State, side: int) -> list[int]:
    """4.2: hexes that can be bombarded now: nothing has been begun by land."""
    if any(place < s.board.hexes for place in s.struck) or s.any_flag(side, TRIED):
        return []
    found = set()
    board = s.board
    for area in s.stacks[side]:
        if area < board.hexes:
            continue
        for target in board.shores[area - board.hexes]:
            if s.held(1 - side, target) and room(s, target) and gunners(s, side, area, target):
                found.add(target)
    return sorted(found)


class Bombard(Order[Party], verb="bombard", rule="8.28", command=True):
    """8.28: bombard a hex from the lake."""

    target = one(PLACE, rule="8.28", words="which hex")
    area = one(PLACE, name="from", mark="from", rule="8.28", words="the area they bombard from")
    units = some(UNIT, mark="with", rule="8.28", words="who bombards")
    shut = Bar("no_bombardment", "8.28")

    def possible(self) -> bool:
        return bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        return shores(self.s, self.side)

    @target.bar
    def target_barred(self, place: Place) -> Why | None:
        s, board = self.s, self.s.board
        if place in self.targets():
            return None
        if place < board.hexes and s.held(1 - self.side, place):
            if place in board.forts:
                return FORT_SAFE(place=place)
            if room(s, place) <= 0:
                return FOUR_ONLY(place=place)
        return NOT_SHELLED(place=place)

    @area.offer
    def areas(self) -> Sequence[Any]:
        s, board = self.s, self.s.board
        found = [board.hexes + a for a in board.borders[self.target]]
        return [area for area in found if gunners(s, self.side, area, self.target)]

    @area.bar
    def area_barred(self, place: Place) -> Why | None:
        return None if place in self.areas() else NO_SHELLERS(place=place)

    @worked_out
    def crowd(self) -> list[int]:
        stack = self.s.at(self.side, self.area)
        return sorted(stack[i] >> SHIFT for i in gunners(self.s, self.side, self.area, self.target))

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        most = min(room(self.s, self.target), len(self.crowd))
        return subset(self.crowd, chosen, 1, most, "8.28")

    @units.bar
    def unit_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None:
            return None if chosen else UNFIT()
        if unit in self.next_unit(chosen).choices:
            return None
        s = self.s
        if why := absent(self, self.area, s.at(self.side, self.area), unit, chosen, "8.28"):
            return why
        if len(chosen) >= room(s, self.target):
            return FOUR_ONLY(place=self.target)
        if self.target in s.board.forts and s.board.face_type[unit] in (ALLY, ELITE):
            return FORT_SAFE(place=self.target)
        return FOUGHT_ALREADY(unit=unit)

    @units.hides
    def firing(self, world: Any) -> Any:
        return world.pile(self.side, self.area, FOUGHT)

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        stack = list(s.at(side, self.area))
        picks = picked(tuple(stack), self.units, FOUGHT)
        for i in picks:
            stack[i] |= FOUGHT
        s.replace(side, self.area, tuple(stack))
        s.shelled = (*s.shelled, *[self.target] * len(picks))
        rolls = tuple(die(c, "bombard") for _ in picks)
        hits = sum(1 for f, roll in zip(self.units, rolls, strict=True) if self._hits(f, roll))
        told = Shelled(
            place=board.places[self.target], side=SEATS[side], area=board.places[self.area],
            count=len(picks), rolls=rolls, hits=hits,
        )  # fmt: skip
        told.public["own" if s.clouded(side) else "units"] = self.tokens(Bombard.units)
        c.tell(told)
        if hits:
            s.battle = Battle(side, self.target, False)
            mark_all(s, 1 - side, self.target)
            push(s, owe.then(1 - side, hits, False), leaders.then(1 - side), close.then())

    def _hits(self, face: int, roll: int) -> bool:
        table = self.s.board.dice.bombardment
        if self.s.board.face_type[face] != GUNBOAT:
            return roll in (table.aztec if self.side == AZTEC else table.ally)
        return roll in (
            table.gunboat_at_fort if self.target in self.s.board.forts else table.gunboat
        )
