"""Chapter 4: pairs of player-turns, and what comes between them."""

from __future__ import annotations

from engine.events import fact, number, said
from engine.games.cortes.book.attack import Attack, targets
from engine.games.cortes.book.dice import die
from engine.games.cortes.book.ending import city_of, conquest, decided, given_up
from engine.games.cortes.book.lake import Bombard, Sea, contested, shores
from engine.games.cortes.book.movement import Done, Freed, Movement
from engine.games.cortes.book.rest import rest
from engine.games.cortes.book.stacks import units_on
from engine.games.cortes.table.board import ACACHINANGO, AZTEC, CAUSEWAY, KNIGHT, SPANISH
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push, step
from engine.games.cortes.table.orders import SIDE, Order
from engine.games.cortes.table.state import FREE, PHASE, SEATS, SHIFT, State


class Began(Telling, kind="pair", rule="4.1"):
    pair: int = number()


class Turned(Telling, kind="turn", rule="4.2"):
    side: str = said(SIDE)


class Went(Telling, kind="continued", rule="4.3"):
    """Another pair of turns."""


class Asked(Telling, kind="rest asked", rule="4.3"):
    """The Spaniard asks for an R&R."""


class Objected(Telling, kind="objection", rule="4.5"):
    knights: int = number(noun="knight", secret=True)
    roll: int = number()
    total: int = number(secret=True)
    refused: bool = fact(secret=True)


class Accepted(Telling, kind="accepted", rule="4.5"):
    """No objection is made."""


@step
def pair(s: State, c: Context) -> None:
    """4.1: another pair of player-turns."""
    s.pair += 1
    s.objected = False
    c.tell(Began(pair=s.pair))
    push(s, turn.then(SPANISH), turn.then(AZTEC), pair_over.then())


@step
def turn(s: State, c: Context, side: int) -> None:
    """4.2: movement, then combat; the Spaniard goes first."""
    s.active, s.phase = side, "movement"
    s.clear_flags(PHASE)
    s.begun = s.landed = s.raided = False
    s.leader_moved, s.lent = [False, False], [False, False]
    s.struck = s.shelled = ()
    c.tell(Turned(side=SEATS[side]))
    if side == AZTEC:
        s.captives = False
        unbind(s, c)
    push(s, Movement.then(Party(side)), combat_phase.then(side), turn_over.then(side))


def unbind(s: State, c: Context) -> None:
    """9.2, R-15: both temples have been desecrated, and five units or fewer are on the island."""
    if s.fate == 0 and all(s.ever):
        if units_on(s, AZTEC, s.board.on_island) <= s.board.limits.guard.number:
            s.fate = FREE
            c.tell(Freed())


@step
def combat_phase(s: State, c: Context, side: int) -> None:
    """4.2: the lake first, then bombardment, then the land."""
    s.phase = "combat"
    s.lakes = contested(s)
    push(s, lakes.then(side), fight_on.then(side))


@step
def lakes(s: State, c: Context, side: int) -> None:
    """8.26: every contested area has its battle."""
    if s.lakes:
        push(s, Sea.then(Party(side)), lakes.then(side))


@step
def fight_on(s: State, c: Context, side: int) -> None:
    """8.6: attack after attack, as long as there is any that everybody can see."""
    if targets(s, side) or shores(s, side):
        push(s, Combat.then(Party(side)), fight_on.then(side))


class Cease(Done, verb="done", rule="4.2", ends=True):
    """4.2: end this phase."""

    def do(self, c: Context) -> None:
        self.s.frames.pop()  # no further attack


class Combat(Point[Party], kind="combat", rule="8.6"):
    """8.6: the next bombardment or attack."""

    orders = (Attack, Bombard, Cease)
    otherwise = Cease


@step
def turn_over(s: State, c: Context, side: int) -> None:
    """5.3: conquest is looked at when a Spanish turn ends, and then only."""
    if side == SPANISH:
        conquest(s, c)


# -- between pairs ---------------------------------------------------------------------------------


@step
def pair_over(s: State, c: Context) -> None:
    """4.3: the Spaniard declares."""
    s.phase = "declaration"
    if decided(s, c):
        return
    given_up(s, c)
    if s.over is None:
        push(s, Declaring.then(Party(SPANISH)))


class Continue(Order[Party], verb="continue", rule="4.3"):
    """4.3: go on with another pair of turns."""

    def do(self, c: Context) -> None:
        c.tell(Went())
        push(self.s, pair.then())


class Regroup(Order[Party], verb="regroup", rule="4.3"):
    """4.3: ask for an R&R."""

    def do(self, c: Context) -> None:
        s = self.s
        c.tell(Asked())
        if grounds(s):
            push(s, Objecting.then(Party(AZTEC)))
        else:
            push(s, rest.then(), pair.then())


class Declaring(Point[Party], kind="declaration", rule="4.3"):
    """4.3: another pair, or R&R."""

    orders = (Continue, Regroup)
    otherwise = Continue


def grounds(s: State) -> bool:
    """4.4: whether the Aztec may object at all; everybody can see it."""
    board, city = s.board, city_of(s)
    if s.captives:
        return True
    spanish = [*s.stacks[SPANISH], *([s.leaders[SPANISH]] if s.leaders[SPANISH] >= 0 else [])]
    for place in spanish:
        if place < board.hexes:
            if place in city or board.region[place] in (CAUSEWAY, ACACHINANGO):
                return True
    aztec = [*s.stacks[AZTEC], *([s.leaders[AZTEC]] if s.leaders[AZTEC] >= 0 else [])]
    return any(place in board.on_mainland for place in aztec)


def full_knights(s: State) -> int:
    """4.5: knights on the map at full strength."""
    board = s.board
    full = next(f for f, type_ in enumerate(board.face_type) if type_ == KNIGHT)
    return sum(1 for stack in s.stacks[AZTEC].values() for e in stack if e >> SHIFT == full)


class Object(Order[Party], verb="object", rule="4.5"):
    """4.5: try to force the siege to go on."""

    def do(self, c: Context) -> None:
        s = self.s
        knights = full_knights(s)
        roll = die(c, "objection")
        total = roll + knights
        refused = total >= s.board.dice.objection.least
        s.objected = True
        c.tell(Objected(knights=knights, roll=roll, total=total, refused=refused),
               reveals=("knights", "total", "refused"))  # fmt: skip
        if refused:
            push(s, pair.then())
        else:
            push(s, rest.then(), pair.then())


class Accept(Order[Party], verb="accept", rule="4.5"):
    """4.5: let the R&R be."""

    def do(self, c: Context) -> None:
        c.tell(Accepted())
        push(self.s, rest.then(), pair.then())


class Objecting(Point[Party], kind="objection", rule="4.4", reaction=True):
    """4.4: object to the R&R, or not."""

    orders = (Object, Accept)
    otherwise = Accept
