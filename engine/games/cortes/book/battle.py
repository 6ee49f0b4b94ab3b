"""Chapter 8: how a battle goes on once it is declared: odds, dice, losses, leaders, advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import fact, many, number, said
from engine.games.cortes.book.desecration import entered
from engine.games.cortes.book.dice import die, two
from engine.games.cortes.book.ending import decided
from engine.games.cortes.book.leaders import leaders
from engine.games.cortes.book.losses import owe
from engine.games.cortes.book.movement.telling import shown
from engine.games.cortes.book.odds import count, losses
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.book.stacks import fix_guns, join, show, take
from engine.games.cortes.table.board import AZTEC, KNIGHT, SPANISH
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push, step
from engine.games.cortes.table.orders import (
    FIGHTER,
    IN_TURN,
    LEADERS,
    PLACE,
    SIDE,
    UNIT,
    Fighter,
    Order,
    Place,
    named,
    parted,
)
from engine.games.cortes.table.state import (
    DESECRATED,
    FOUGHT,
    FREE,
    GUN,
    IN,
    NO_MARK,
    OFF,
    SACRIFICE,
    SEATS,
    SHIFT,
    State,
)
from engine.orders import Bar, Offer, Why, one, some, worked_out

NOT_WON = Bar("not_advancing", "8.23", fighter=FIGHTER)
CANNOT_ENTER = Bar("cannot_enter", "8.23", fighter=FIGHTER)
NO_ROOM_THERE = Bar("no_room_there", "8.23")
MUST_ADVANCE = Bar("must_advance", "8.23")
STAYS = Bar("leader_stays", "8.23")


class Shown(Telling, kind="shown", rule="8.8", shape="mark"):
    """What lies in a stack is seen by all."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    units: tuple[str, ...] = many(UNIT, secret=True)


class Fought(Telling, kind="battle", rule="8.18", shape="fight"):
    """The whole reckoning. What was a secret has been shown just before."""

    place: str = said(PLACE, part="at")
    side: str = said(SIDE, part="who")
    attack: int = number()
    defence: int = number()
    odds: str = fact()
    shifts: tuple[Any, ...] = fact()
    column: str = fact()
    roll: int = number()
    losses: tuple[int, ...] = number()


class Captives(Telling, kind="prisoners", rule="11.7"):
    roll: int = number()
    taken: bool = fact()


class Sacrificed(Telling, kind="sacrifice", rule="11.7", shape="mark"):
    place: str = said(PLACE, part="at")


class Advanced(Telling, kind="advance", rule="8.23", shape="way"):
    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="to")
    units: tuple[str, ...] = many(UNIT)


def reveal(s: State, c: Context, side: int, place: int) -> None:
    """8.8: a stack is looked into."""
    new = show(s, side, place)
    if new and s.clouded(side):
        board = s.board
        units = tuple(board.faces[f] for f in s.faces(side, place))
        c.tell(Shown(side=SEATS[side], place=board.places[place], units=units))


def mark(s: State, side: int, place: int, picks: Sequence[int]) -> None:
    """Those who take part."""
    stack = [e | IN if i in picks else e for i, e in enumerate(s.at(side, place))]
    s.replace(side, place, tuple(stack))


def mark_all(s: State, side: int, place: int) -> None:
    """8.3: everybody in a hex defends."""
    s.replace(side, place, tuple([e | IN for e in s.at(side, place)]))


@step
def resolve(s: State, c: Context) -> None:
    """8.2: odds are counted, dice thrown, and losses taken: the defender's first (R-33)."""
    b = s.battle
    assert b is not None
    attacker, defender = b.attacker, 1 - b.attacker
    places = (b.place,) if b.area else b.froms
    reveal(s, c, defender, b.place)
    mark_all(s, defender, b.place)
    for place in places:
        stack = s.at(attacker, place)
        s.replace(attacker, place, tuple([e | FOUGHT if e & IN else e for e in stack]))
    b.knights = any(
        e & IN and s.board.face_type[e >> SHIFT] == KNIGHT
        for place in ({b.place} if attacker == SPANISH else places)
        for e in s.at(AZTEC, place)
    )
    if b.lead:
        s.lent[attacker] = True
    found = count(s)
    roll = two(c, "battle")
    b.owed = losses(s, found.column, roll)
    board = s.board
    c.tell(
        Fought(
            place=board.places[b.place], side=SEATS[attacker], attack=found.attack,
            defence=found.defence, odds=board.odds[max(0, min(10, board.even + found.odds))],
            shifts=found.shifts, column=board.odds[found.column], roll=roll,
            losses=(b.owed[attacker], b.owed[defender]),
        ),
        rule="8.26" if b.area else "",
    )  # fmt: skip
    s.struck = (*s.struck, b.place)
    push(
        s, owe.then(defender, b.owed[defender], False), owe.then(attacker, b.owed[attacker], False),
        prisoners.then(), leaders.then(defender), leaders.then(attacker), march_in.then(),
        close.then(),
    )  # fmt: skip


# -- prisoners -------------------------------------------------------------------------------------


@step
def prisoners(s: State, c: Context) -> None:
    """11.7: knights may take captives of Europeans who defend and lose steps."""
    b = s.battle
    assert b is not None
    if not (s.rules.prisoners and b.attacker == AZTEC and b.euro and b.knights):
        return
    roll = die(c, "prisoner")
    taken = roll in s.board.dice.prisoners.taken
    c.tell(Captives(roll=roll, taken=taken))
    if taken:
        s.captives = True
        sacrifice(s, c)


def open_temples(s: State) -> list[int]:
    """Temples that can take a marker."""
    return [s.board.temples[i] for i in (0, 1) if s.marks[i] == NO_MARK]


def sacrifice(s: State, c: Context) -> None:
    """11.7, R-13, R-14: a marker for a temple, where one is free of marker and desecration."""
    found = open_temples(s)
    if len(found) > 1:
        push(s, Offering.then(Party(AZTEC)))
    elif found:
        offer_up(s, c, found[0])
    elif DESECRATED in s.marks:
        s.unmarked += 1


def offer_up(s: State, c: Context, place: int) -> None:
    s.marks[s.board.temples.index(place)] = SACRIFICE
    c.tell(Sacrificed(place=s.board.places[place]))


class Temple(Order[Party], verb="temple", rule="11.7"):
    """11.7: say at which temple the captives are sacrificed."""

    place = one(PLACE, rule="11.7", words="which temple")
    shut = Bar("no_temple", "11.7")

    @place.offer
    def places(self) -> Sequence[Any]:
        return open_temples(self.s)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else Temple.shut()

    def do(self, c: Context) -> None:
        offer_up(self.s, c, self.place)


class Offering(Point[Party], kind="temple", rule="11.7"):
    """11.7: which temple takes the marker."""

    orders = (Temple,)


# -- the advance -----------------------------------------------------------------------------------


def winners(s: State) -> list[tuple[int, int]]:
    """8.23, R-32: surviving attackers who can enter the hex, as (place, face)."""
    b = s.battle
    assert b is not None
    board, found = s.board, []
    for place in b.froms:
        for e in s.at(b.attacker, place):
            face = e >> SHIFT
            if e & IN and board.face_steps[face] and may_enter(s, place, face, b.place):
                found.append((place, face))
    return [spot for spot in sorted(found) if fits(s, b.attacker, b.place, (spot[1],))]


def may_enter(s: State, here: int, face: int, there: int) -> bool:
    """7.13, R-32: no terrain that is closed to it."""
    return any(other == there for other, _ in s.board.steps[s.board.mover[face]][here])


@step
def march_in(s: State, c: Context) -> None:
    """8.23: if no defender is left somebody must enter the hex."""
    b = s.battle
    assert b is not None
    if s.over is not None or b.area or not b.froms or s.held(1 - b.attacker, b.place):
        return
    found = winners(s)
    if not found:
        return
    leader = s.leaders[b.attacker] in b.froms
    if len(found) == 1 and not leader:
        enter(s, c, b.attacker, found, False)
    else:
        push(s, Advancing.then(Party(b.attacker)))


def enter(s: State, c: Context, side: int, spots: Sequence[tuple[int, int]], leader: bool) -> None:
    """They enter the defender's hex, cannons with their carriers."""
    b, board = s.battle, s.board
    assert b is not None
    entries: tuple[int, ...] = ()
    tops: list[tuple[int, int]] = []
    for place in dict.fromkeys(place for place, _ in spots):
        wanted = [face for where, face in spots if where == place]
        stack = s.at(side, place)
        picks: list[int] = []
        for face in wanted:
            picks.append(
                next(
                    i
                    for i, e in enumerate(stack)
                    if i not in picks and e & IN and e >> SHIFT == face
                )
            )
        guns = sum(1 for i in picks if stack[i] & GUN)
        cannons = [i for i, e in enumerate(stack) if e >> SHIFT == board.cannon][:guns]
        taken, seen = take(s, side, place, [*picks, *cannons])
        entries += taken
        tops.append((place, seen))
        if side == SPANISH:
            fix_guns(s, place)
    faces = [face for _, face in spots]
    if leader:
        faces.append(board.leader_face[side])
        s.leaders[side] = OFF
    entered(s, c, side, b.place, faces)
    if s.over is not None:
        return
    if leader:
        s.leaders[side] = b.place
    tops.append((b.place, join(s, side, b.place, entries)))
    units = tuple(board.faces[face] for face in faces)
    c.tell(Advanced(side=SEATS[side], place=board.places[b.place], units=units))
    for place, seen in tops:
        shown(s, c, side, place, seen)


class Advance(Order[Party], verb="advance", rule="8.23"):
    """8.23: enter the hex that was attacked."""

    units = some(FIGHTER, rule="8.23", words="who enters")
    lead = one(LEADERS, mark="lead", optional=True, rule="8.23", words="the leader who goes too")

    @worked_out
    def able(self) -> list[tuple[int, int]]:
        return winners(self.s)

    def spots(self, chosen: Sequence[Fighter]) -> list[tuple[int, int]]:
        """Whom the words mean, one after the other."""
        left, found = self.able[:], []
        for fighter in chosen:
            place, face = parted(self.s, fighter)
            spot = next(s for s in left if s[1] == face and place in (-1, s[0]))
            left.remove(spot)
            found.append(spot)
        return found

    @units.offer
    def next_unit(self, chosen: tuple[Fighter, ...]) -> Offer[Any]:
        s, b = self.s, self.s.battle
        assert b is not None
        names = named(s, self.able)
        here = self.spots(chosen)
        left = self.able[:]
        for spot in here:
            left.remove(spot)
        faces = [face for _, face in here]
        found = []
        for spot in left:
            fighter = names[spot]
            if (not chosen or fighter >= chosen[-1]) and fighter not in found:
                if fits(s, self.side, b.place, (*faces, spot[1])):
                    found.append(fighter)
        return Offer(tuple(sorted(found)), bool(chosen), 1, 6)

    @units.bar
    def unit_barred(self, chosen: tuple[Fighter, ...], fighter: Fighter | None) -> Why | None:
        offer = self.next_unit(chosen)
        if fighter is None:
            return None if offer.may_stop else MUST_ADVANCE()
        if fighter in offer.choices:
            return None
        names = list(named(self.s, self.able).values())
        if fighter not in names:
            return NOT_WON(fighter=fighter)
        return IN_TURN("8.23") if chosen and fighter < chosen[-1] else NO_ROOM_THERE()

    @units.hides
    def advancing(self, world: Any) -> Any:
        return world.fighters(self.side)

    @lead.offer
    def leading(self) -> Sequence[Any]:
        s, b = self.s, self.s.battle
        assert b is not None
        spots = self.spots(self.units)
        face = s.board.leader_face[self.side]
        near = s.leaders[self.side] in {place for place, _ in spots}
        bound = self.side == AZTEC and s.fate != FREE and b.place not in s.board.on_island
        if near and not bound and fits(s, self.side, b.place, (*[f for _, f in spots], face)):
            return [None, s.board.faces[face]]
        return [None]

    @lead.bar
    def lead_barred(self, leader: str | None) -> Why | None:
        return None if leader in self.leading() else STAYS()

    def do(self, c: Context) -> None:
        enter(self.s, c, self.side, self.spots(self.units), bool(self.lead))


class Advancing(Point[Party], kind="advance", rule="8.23"):
    """8.23: who enters the hex."""

    orders = (Advance,)


@step
def close(s: State, c: Context) -> None:
    """The battle is over."""
    s.battle = None
    s.clear_flags(IN)
    decided(s, c)
