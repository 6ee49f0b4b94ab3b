"""11.4, 11.5: charges of the Spanish cavalry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import many, number, said
from engine.games.cortes.book.battle import close, mark_all, resolve, reveal
from engine.games.cortes.book.desecration import entered
from engine.games.cortes.book.dice import die
from engine.games.cortes.book.leaders import leaders
from engine.games.cortes.book.losses import owe
from engine.games.cortes.book.movement.telling import shown
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.book.stacks import fix_guns, join, take
from engine.games.cortes.table.board import AZTEC, KNIGHT, NATIVE, SPANISH
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push, step
from engine.games.cortes.table.orders import (
    FIGHTER,
    LEADERS,
    PLACE,
    UNIT,
    Fighter,
    Order,
    Place,
    named,
    parted,
)
from engine.games.cortes.table.state import FREE, GUN, IN, OFF, SHIFT, TRIED, State
from engine.orders import Bar, Offer, Why, one, some, worked_out

NO_DRIVE = Bar("no_drive", "11.5", place=PLACE)
NOT_BEHIND = Bar("not_behind", "11.5", fighter=FIGHTER)


class Charged(Telling, kind="charge", rule="11.4", shape="fight"):
    place: str = said(PLACE, part="at")
    units: tuple[str, ...] = many(UNIT, form="path")
    rolls: tuple[int, ...] = number()
    successes: int = number()


class Driven(Telling, kind="driven", rule="11.5", shape="flight"):
    place: str = said(PLACE, part="from", name="from")
    goal: str = said(PLACE, part="to", name="to")


class Occupied(Telling, kind="charge advance", rule="11.5", shape="way"):
    place: str = said(PLACE, part="to")
    units: tuple[str, ...] = many(UNIT)


@step
def charge_on(s: State, c: Context) -> None:
    """11.4, R-43: the stack is looked into, and each cavalry throws a die."""
    b, board = s.battle, s.board
    assert b is not None
    reveal(s, c, AZTEC, b.place)
    knights = any(board.face_type[f] == KNIGHT for f in s.faces(AZTEC, b.place))
    table = board.dice.charge.knights if knights else board.dice.charge.regulars
    rolls = tuple(die(c, "charge") for _ in b.charging)
    hits = sum(1 for roll in rolls if roll in table)
    for place in b.froms:
        stack = s.at(SPANISH, place)
        s.replace(
            SPANISH, place,
            tuple([e | TRIED if e & IN and e >> SHIFT in b.charging else e for e in stack]),
        )  # fmt: skip
    c.tell(Charged(place=board.places[b.place], units=tuple(board.faces[f] for f in b.charging),
                   rolls=rolls, successes=hits))  # fmt: skip
    if not hits:
        push(s, resolve.then())
        return
    mark_all(s, AZTEC, b.place)
    push(s, owe.then(AZTEC, hits, False), leaders.then(AZTEC), follow.then())


def retreats(s: State) -> list[int]:
    """11.5, R-42: hexes to which the survivors can be driven."""
    b, board = s.battle, s.board
    assert b is not None
    faces = s.faces(AZTEC, b.place)
    bound = s.leaders[AZTEC] == b.place and s.fate != FREE
    return sorted(
        there
        for there, _ in board.steps[NATIVE][b.place]
        if not s.someone(SPANISH, there)
        and fits(s, AZTEC, there, faces)
        and not (bound and there not in board.on_island)
    )


@step
def follow(s: State, c: Context) -> None:
    """11.5: the survivors are driven off and the cavalry takes their hex."""
    b = s.battle
    assert b is not None
    if s.held(AZTEC, b.place) and not retreats(s):
        push(s, resolve.then())
        return
    push(s, Driving.then(Party(SPANISH)))


class Drive(Order[Party], verb="drive", rule="11.5"):
    """11.5: drive off those who were charged, and follow."""

    place = one(PLACE, mark=">", optional=True, rule="11.5", words="where they are driven")
    units = some(FIGHTER, mark="with", optional=True, rule="11.5", words="who follows the cavalry")
    lead = one(LEADERS, mark="lead", optional=True, rule="11.5", words="the leader who goes too")

    @place.offer
    def places(self) -> Sequence[Any]:
        b = self.s.battle
        assert b is not None
        return retreats(self.s) if self.s.held(AZTEC, b.place) else [None]

    @place.bar
    def place_barred(self, place: Place | None) -> Why | None:
        b = self.s.battle
        assert b is not None
        if place in self.places():
            return None
        return NO_DRIVE(place=b.place if place is None else place)

    @worked_out
    def riders(self) -> list[tuple[int, int]]:
        """The cavalry that charged, as (place, face)."""
        b = self.s.battle
        assert b is not None
        return sorted(
            (place, face)
            for place in b.froms
            for face in self.s.faces(SPANISH, place)
            if face in b.charging
        )

    @worked_out
    def behind(self) -> list[tuple[int, int]]:
        """11.5: others of their hexes, who can enter too."""
        s, b = self.s, self.s.battle
        assert b is not None
        bases = {place for place, _ in self.riders}
        found = []
        for place in sorted(bases):
            for face in s.faces(SPANISH, place):
                able = any(t == b.place for t, _ in s.board.steps[s.board.mover[face]][place])
                if s.board.face_steps[face] and face not in b.charging and able:
                    found.append((place, face))
        return sorted(found)

    def spots(self, chosen: Sequence[Fighter]) -> list[tuple[int, int]]:
        return [
            next(s for s in self.behind if s[1] == parted(self.s, fighter)[1]) for fighter in chosen
        ]

    @units.offer
    def next_unit(self, chosen: tuple[Fighter, ...]) -> Offer[Any]:
        s, b = self.s, self.s.battle
        assert b is not None
        names = named(s, self.behind)
        faces = [face for _, face in (*self.riders, *self.spots(chosen))]
        found = sorted(
            fighter
            for spot, fighter in names.items()
            if (not chosen or fighter > chosen[-1]) and len(faces) + 1 <= room(s)
        )
        return Offer(tuple(found), True, 0, 5)

    @units.bar
    def unit_barred(self, chosen: tuple[Fighter, ...], fighter: Fighter | None) -> Why | None:
        if fighter is None or fighter in self.next_unit(chosen).choices:
            return None
        return NOT_BEHIND(fighter=fighter)

    @units.hides
    def following(self, world: Any) -> Any:
        return world.fighters(self.side)

    @lead.offer
    def leading(self) -> Sequence[Any]:
        s = self.s
        near = s.leaders[SPANISH] in {place for place, _ in self.riders}
        return [None, s.board.faces[s.board.leader_face[SPANISH]]] if near else [None]

    @lead.bar
    def lead_barred(self, leader: str | None) -> Why | None:
        return None if leader in self.leading() else NO_DRIVE(place=self.s.leaders[SPANISH])

    def do(self, c: Context) -> None:
        s, b, board = self.s, self.s.battle, self.s.board
        assert b is not None
        if self.place is not None:
            self.drive_off(c, self.place)
        entries: tuple[int, ...] = ()
        tops: list[tuple[int, int]] = []
        spots = [*self.riders, *self.spots(self.units)]
        for place in dict.fromkeys(place for place, _ in spots):
            stack = s.at(SPANISH, place)
            faces = {face for where, face in spots if where == place}
            picks = [i for i, e in enumerate(stack) if e >> SHIFT in faces]
            guns = sum(1 for i in picks if stack[i] & GUN)
            picks += [i for i, e in enumerate(stack) if e >> SHIFT == board.cannon][:guns]
            taken, seen = take(s, SPANISH, place, picks)
            entries += taken
            tops.append((place, seen))
            fix_guns(s, place)
        faces_ = [face for _, face in spots]
        if self.lead:
            s.leaders[SPANISH] = OFF
            faces_.append(board.leader_face[SPANISH])
        entered(s, c, SPANISH, b.place, faces_)
        if self.lead:
            s.leaders[SPANISH] = b.place
        tops.append((b.place, join(s, SPANISH, b.place, entries)))
        units = tuple(board.faces[f] for f in faces_)
        c.tell(Occupied(place=board.places[b.place], units=units))
        for place, seen in tops:
            shown(s, c, SPANISH, place, seen)
        push(s, close.then())

    def drive_off(self, c: Context, place: int) -> None:
        s, b, board = self.s, self.s.battle, self.s.board
        assert b is not None
        driven, _ = take(s, AZTEC, b.place, range(len(s.at(AZTEC, b.place))))
        if s.leaders[AZTEC] == b.place:
            s.leaders[AZTEC] = place
        seen = join(s, AZTEC, place, driven)
        c.tell(Driven(place=board.places[b.place], goal=board.places[place]))
        shown(s, c, AZTEC, place, seen)


def room(s: State) -> int:
    return s.board.stacking.europeans.most


class Driving(Point[Party], kind="drive", rule="11.5"):
    """11.5: where the charged stack goes, and who follows the cavalry."""

    orders = (Drive,)
