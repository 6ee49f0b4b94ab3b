"""The rules, chapter by chapter."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NewType

from docs.example.border.table import OUT, SEATS, State
from engine import events, flow
from engine.core import Action
from engine.dealing import Dealt
from engine.events import many, number, said
from engine.flow import Context, Plain, push
from engine.orders import UNFIT, Bar, Domain, Offer, Order, Why, Words, one, path, some, subset
from engine.orders.piles import Pile

TURNS = 8
FAR = 2  # roads of a march
DICE, FACES = ("attack", "defence"), (1, 2, 3, 4, 5, 6)

Place = NewType("Place", int)
Block = NewType("Block", int)
PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.town, lambda o: o.s.board.towns)
BLOCK: Domain[Block] = Domain(
    "block", lambda o: o.s.board.kind, lambda o: o.s.board.kinds, secret=True
)
SIDE: Domain[int] = Domain("side", lambda o: {"north": 0, "south": 1}, lambda o: SEATS)
PACES = Words("number", "1", "2", "3")

SCRIPT: flow.Script[State] = flow.Script()


class Telling(events.Telling, script=SCRIPT):
    """Something that happens on the border."""


# -- 1.0: blocks and towns -------------------------------------------------------------------------


def set_up(s: State, c: Context) -> None:
    """1.0: two blocks into each town of a side, at random."""
    for side, towns in enumerate(s.board.start):
        for town in (*towns, *towns):
            block = c.dice.pick(f"deal-{SEATS[side]}", s.at(OUT, side), s.board.kinds)
            s.move(side, OUT, town, (block,))


# -- 2.0: the pace ---------------------------------------------------------------------------------


class Began(Telling, kind="turn", rule="2.0"):
    turn: int = number()


class Paced(Telling, kind="pace", rule="2.0"):
    """Both paces are shown: they had been secret until now."""

    north: int = number(secret=True)
    south: int = number(secret=True)
    first: str = said(SIDE, secret=True)


@SCRIPT.step
def begin(s: State, c: Context) -> None:
    """2.0: a turn begins, or there is none left."""
    if s.turn == TURNS:
        count(s)
        return
    s.turn += 1
    c.tell(Began(turn=s.turn))
    push(s, Pacing.then(), begin.then())


class Pace(Order[State, Plain], verb="pace", rule="2.0"):
    """2.0: choose how often to march."""

    pace = one(PACES, words="how often", whole=True)


class Pacing(flow.Round[State, Plain], kind="pace", rule="2.0", script=SCRIPT):
    """2.0: both sides choose, sealed."""

    orders = (Pace,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return (0, 1)

    def opened(self, s: State, c: Context, a: Plain, answers: tuple[Any, ...]) -> None:
        north, south = (int(answer.pace) for answer in answers)
        first = 0 if north < south else 1
        if north == south:
            first = SEATS.index(c.dice.pick("first", SEATS))
        c.tell(Paced(north=north, south=south, first=SEATS[first]))
        turns = (Turn(0, north), Turn(1, south))
        push(s, Marching.then(turns[first]), Marching.then(turns[1 - first]))


# -- 3.0: marching ---------------------------------------------------------------------------------

NOBODY = Bar("nobody", "3.0", place=PLACE)
NOT_THERE = Bar("not_there", "3.0", block=BLOCK, place=PLACE)
TOO_FAR = Bar("too_far", "3.0")
STOPS = Bar("stops", "3.0", place=PLACE)
NO_ROAD = Bar("no_road", "3.0", here=PLACE, there=PLACE)


class Turn(NamedTuple):
    """The marches that a side has left."""

    side: int
    left: int


class Marched(Telling, kind="march", rule="3.0", shape="way"):
    side: str = said(SIDE, part="who")
    start: str = said(PLACE, part="from", name="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    count: int = number(noun="block")
    blocks: tuple[str, ...] = many(BLOCK, who="side")  # only that side learns which


class Rested(Telling, kind="rest", rule="3.0"):
    side: str = said(SIDE)


class March(Order[State, Turn], verb="march", rule="3.0", command=True):
    """3.0: march along one road or two."""

    start = one(PLACE, name="from", words="where they start")
    blocks = some(BLOCK, words="who marches")
    path = path(PLACE, mark=">", words="the towns on the way")

    def possible(self) -> bool:
        return bool(self.starts())

    @start.offer
    def starts(self) -> Sequence[Any]:
        return [t for t in range(len(self.s.board.towns)) if self.s.at(t, self.who)]

    @start.bar
    def start_barred(self, place: Place) -> Why | None:
        return None if self.s.at(place, self.who) else NOBODY(place=place)

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        there = self.s.at(self.start, self.who)
        return subset(there, chosen, 1, len(there))

    @blocks.bar
    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if block is None:
            return None if chosen else UNFIT()
        if chosen.count(block) >= self.s.at(self.start, self.who).count(block):
            return NOT_THERE(block=block, place=self.start)
        return UNFIT() if chosen and block < chosen[-1] else None

    @blocks.hides
    def marchers(self, world: Dealt) -> Pile:
        return world.pile(self.who, self.start)

    @path.offer
    def next_town(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        here = chosen[-1] if chosen else self.start
        if len(chosen) == FAR or (chosen and self.s.at(here, 1 - self.who)):
            return Offer((), True, 1, FAR)
        return Offer(self.s.board.roads[here], bool(chosen), 1, FAR)

    @path.bar
    def town_barred(self, chosen: tuple[Place, ...], town: Place | None) -> Why | None:
        here = chosen[-1] if chosen else self.start
        if town is None:
            return None if chosen else UNFIT()
        if len(chosen) == FAR:
            return TOO_FAR()
        if chosen and self.s.at(here, 1 - self.who):
            return STOPS(place=here)
        return None if town in self.s.board.roads[here] else NO_ROAD(here=here, there=town)

    def do(self, c: Context) -> None:
        s, side, goal = self.s, self.who, self.path[-1]
        s.move(side, self.start, goal, self.blocks)
        start, blocks, way = (self.tokens(field) for field in self.fields)
        c.tell(Marched(side=SEATS[side], start=start, path=way, count=len(blocks), blocks=blocks))
        if s.at(goal, 1 - side):
            battle(s, c, goal, side)
        if goal == s.board.capital[1 - side] and s.at(goal, side):
            s.over = ((side,), "capital", "5.0")
        if self.asked.left > 1:
            push(s, Marching.then(Turn(side, self.asked.left - 1)))


class Rest(Order[State, Turn], verb="rest", rule="3.0", ends=True):
    """3.0: march no more this turn."""

    def do(self, c: Context) -> None:
        c.tell(Rested(side=SEATS[self.who]))


class Marching(flow.Point[State, Turn], kind="march", rule="3.0", script=SCRIPT):
    """3.0: the next march of a side."""

    orders = (March, Rest)

    def about(self, s: State, who: int, a: Turn) -> dict[str, Any]:
        return {"left": a.left}

    def default(self, s: State, who: int, a: Turn) -> Action:
        return Rest.act()


# -- 4.0: battle -----------------------------------------------------------------------------------


class Fought(Telling, kind="battle", rule="4.0", shape="fight"):
    """Both sides show what they have: it had been secret until now, and so had the outcome."""

    place: str = said(PLACE, part="at")
    side: str = said(SIDE, part="who")
    mine: tuple[str, ...] = many(BLOCK, secret=True)
    theirs: tuple[str, ...] = many(BLOCK, secret=True)
    totals: tuple[int, ...] = number(secret=True)
    loser: str = said(SIDE, secret=True)


def battle(s: State, c: Context, town: int, side: int) -> None:
    """4.0: strengths and a die; the loser's blocks are out of the game."""
    forces = [s.at(town, side), s.at(town, 1 - side)]
    thrown = [c.dice.pick(die, FACES) for die in DICE]
    totals = [sum(s.board.strength[b] for b in f) + n for f, n in zip(forces, thrown, strict=True)]
    loser = 1 - side if totals[0] > totals[1] else side
    s.move(loser, town, OUT, s.at(town, loser))
    mine, theirs = [tuple(s.board.kinds[b] for b in blocks) for blocks in forces]
    c.tell(
        Fought(
            place=s.board.towns[town], side=SEATS[side], mine=mine, theirs=theirs,
            totals=tuple(totals), loser=SEATS[loser],
        )
    )  # fmt: skip


# -- 5.0: the end ----------------------------------------------------------------------------------


def held(s: State, side: int) -> int:
    return sum(1 for town in range(len(s.board.towns)) if s.at(town, side))


def count(s: State) -> None:
    """5.0: after the last turn, who stands in more towns."""
    north, south = held(s, 0), held(s, 1)
    if north == south:
        s.over = ((), "level", "5.0")
    else:
        s.over = ((0 if north > south else 1,), "towns", "5.0")
