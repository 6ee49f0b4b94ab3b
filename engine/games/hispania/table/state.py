"""The state of a match of Hispania: flat lists of whole numbers, so that a copy is a few slices.

The units of one nation in one place are one number, a *stack*: six bits for the count of each
kind. A stack is added to and taken from by plain arithmetic. Gold and points are in halves.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.core import Action
from engine.games.hispania.table.almanac import Almanac
from engine.games.hispania.table.board import BERBER, CASTLE, FORT, KINDS, Board

BITS = 6
MANY = 63  # units of one kind in one stack
ONE = tuple(1 << BITS * kind for kind in range(len(KINDS)))
ELSEWHERE = -1  # a Chief who is not in play; no capital; nobody
ASK, HOLD = 0, 1  # how a nation stands in battles: asked every round, or to the last
# with gold above the reserve buy nothing, or a Castle (2.2); decline income (2.1)
SAVE, DECLINE, FORTIFY = 1, 2, 4
MOST_AT = 3  # above these bits of `levy`: how much income is taken (2.1); 0: the whole
OTHER = 32  # bits of `changed` from this one on are stances, below it capitals
PENDING = -2  # a Chief who has arrived and is to be placed

Stack = int
Frame = tuple[Any, ...]


class Muster(NamedTuple):
    """4.2: what one number says about a stack; a Chief and a Berber do not count."""

    counts: tuple[int, ...]
    kinds: tuple[int, ...]  # every unit's kind, ascending
    total: int
    stacking: int  # units that count for the limit (4.1)
    people: int  # units that count for the population (7.0)
    castle: bool  # a Castle or a Fort
    mobile: int  # the stack without what never moves


@lru_cache(maxsize=1 << 16)
def muster(stack: Stack) -> Muster:
    counts = tuple([stack >> BITS * kind & MANY for kind in range(len(KINDS))])
    fixed = counts[CASTLE] + counts[FORT]
    total = sum(counts)
    return Muster(
        counts,
        tuple([kind for kind, n in enumerate(counts) for _ in range(n)]),
        total,
        total - counts[BERBER],
        total - counts[BERBER] - fixed,
        fixed > 0,
        stack - counts[CASTLE] * ONE[CASTLE] - counts[FORT] * ONE[FORT],
    )


def pack(kinds: tuple[int, ...]) -> Stack:
    return sum([ONE[kind] for kind in kinds])


def number(stack: Stack, kind: int) -> int:
    return stack >> BITS * kind & MANY


def fewer(stack: Stack, limit: Stack) -> Stack:
    """Kind by kind no more than `limit` has."""
    if not stack or not limit:
        return 0
    ours, most = muster(stack).counts, muster(limit).counts
    return sum([min(a, b) * one for a, b, one in zip(ours, most, ONE, strict=True)])


def empty(size: int) -> array[int]:
    """No units anywhere. An array and not a list: it is copied and compared as one block."""
    return array("q", bytes(8 * size))


class Battle:
    """The battle being fought. Pairs are indexed by side: 0 attacks, 1 defends."""

    __slots__ = (
        "aims",
        "dented",
        "employer",
        "hold",
        "hurt",
        "lead",
        "lost",
        "nations",
        "pay",
        "place",
        "quarry",
        "rolled",
        "round",
        "undone",
        "zeal",
    )

    def __init__(self, place: int, attacker: int, defender: int) -> None:
        self.place = place
        self.nations = (attacker, defender)
        self.round = 1
        self.hold: tuple[bool, bool] = (False, False)  # fights on without being asked
        self.lead = 0  # who answers now: 0 both sides at once, 1 the attacker, 2 the defender
        self.hurt: tuple[Stack, Stack] = (0, 0)  # Knights hit once (6.2)
        self.dented: tuple[int, int] = (0, 0)  # hits that the Castle has taken
        self.aims: tuple[Any, Any] = ((), ())  # shooter and target of every die
        self.rolled: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self.lost: tuple[Stack, Stack] = (0, 0)
        self.zeal = False
        self.employer = -1  # who pays EL CID for it (11.26)
        self.quarry: Stack = 0  # the only units that he was hired against
        self.pay = 0
        self.undone = False  # this round was rolled again (10.2)

    def copy(self) -> Battle:
        new = Battle.__new__(Battle)
        for name in Battle.__slots__:
            setattr(new, name, getattr(self, name))
        return new


class State:
    """Everything that is true now. What has been is in the record."""

    __slots__ = (
        "active",
        "almanac",
        "battle",
        "board",
        "bought",
        "came",
        "capital",
        "changed",
        "chief_moved",
        "chiefs",
        "column",
        "crossed",
        "deeds",
        "exits",
        "fallen",
        "frames",
        "glory",
        "gold",
        "here",
        "hired",
        "land",
        "last",
        "levy",
        "lords",
        "marching",
        "memo",
        "moved",
        "options",
        "over",
        "overfull",
        "phase",
        "points",
        "pool",
        "romanised",
        "ruins",
        "scenario",
        "sealed",
        "seats",
        "signs",
        "stacks",
        "stance",
        "suzerain",
        "turn",
        "waiting",
        "wave",
        "wet",
        "width",
    )

    def __init__(self, board: Board, almanac: Almanac, options: dict[str, str]) -> None:
        self.board = board
        self.almanac = almanac
        self.options = options
        self.width = width = len(board.places)
        rows = len(board.peoples.nations) + 1  # the last row is nobody's: the neutral WISIGOTH
        self.stacks = empty(rows * width)
        self.here: list[int] = [0] * width  # a bit for each nation with units in a place
        self.land: list[int] = [0] * rows  # and a bit for each place, by nation
        self.chiefs: list[int] = [ELSEWHERE] * len(board.peoples.chiefs)
        self.lords: list[int] = [chief.nation for chief in board.peoples.chiefs]
        self.ruins: list[int] = [0] * width  # 1 + the nation whose Castle it was
        self.gold: list[int] = [0] * rows
        self.points: list[int] = [0] * rows
        self.seats: list[int] = [0] * len(board.peoples.seats)  # points of the seat itself
        self.capital: list[int] = [ELSEWHERE] * rows
        self.suzerain: list[int] = [ELSEWHERE] * rows
        self.waiting: list[Stack] = [0] * rows  # bought out of turn, beside the map (2.2)
        self.stance: list[int] = [ASK] * rows
        self.levy: list[int] = [0] * rows
        self.exits: list[int] = [0] * len(board.awards.exits)
        self.scenario = ""
        self.turn = 0
        self.last = 0
        self.active = ELSEWHERE
        self.phase = ""
        self.wave = 1  # the first or the second movement of a sequence
        self.marching = False  # the movement has begun: nothing more is bought or placed
        self.moved: list[Stack] = [0] * width  # units of the active nation that have moved
        self.wet: list[Stack] = [0] * width  # those whose last step crossed a river (6.4)
        self.came: list[int] = [0] * width  # a bit for each province they came from (6.6)
        self.chief_moved = 0
        self.column: tuple[Any, ...] = ()  # what may march on behind its Chief (5.2)
        self.bought = 0  # provinces where a bought unit was placed (3.1)
        self.overfull = 0  # provinces with a unit too many after a retreat (4.6)
        self.romanised = 0  # provinces that have had their Fort (11.8)
        self.changed = 0  # standing instructions given in this phase, by nation
        self.crossed = 0  # provinces that ROME has crossed in this movement (11.8)
        self.hired = False
        self.deeds = 0  # what is rewarded once and has been
        self.fallen = False  # Tolède has been taken by the OMEYYAD
        self.signs = 0  # seats that have used the sign of God (10.2)
        self.glory = 0  # points of this sequence's battles, not yet awarded (8.0)
        self.pool: Stack = 0  # units that the seat being asked may still place
        self.frames: list[Frame] = []
        self.battle: Battle | None = None
        self.sealed: list[Action | None] = [None, None]
        self.over: tuple[str, ...] | None = None  # seats that share the victory
        # what has been worked out while a question stands; None while the state is changing
        self.memo: dict[Any, Any] | None = None

    def copy(self) -> State:
        new = State.__new__(State)
        new.active = self.active
        new.almanac = self.almanac
        new.board = self.board
        new.bought = self.bought
        new.came = self.came[:]
        new.capital = self.capital[:]
        new.changed = self.changed
        new.chief_moved = self.chief_moved
        new.chiefs = self.chiefs[:]
        new.column = self.column
        new.crossed = self.crossed
        new.deeds = self.deeds
        new.exits = self.exits[:]
        new.fallen = self.fallen
        new.frames = self.frames[:]
        new.glory = self.glory
        new.gold = self.gold[:]
        new.here = self.here[:]
        new.hired = self.hired
        new.land = self.land[:]
        new.last = self.last
        new.levy = self.levy[:]
        new.lords = self.lords[:]
        new.marching = self.marching
        new.moved = self.moved[:]
        new.options = self.options
        new.over = self.over
        new.overfull = self.overfull
        new.phase = self.phase
        new.points = self.points[:]
        new.pool = self.pool
        new.romanised = self.romanised
        new.ruins = self.ruins[:]
        new.scenario = self.scenario
        new.sealed = self.sealed[:]
        new.seats = self.seats[:]
        new.signs = self.signs
        new.stacks = self.stacks[:]
        new.stance = self.stance[:]
        new.suzerain = self.suzerain[:]
        new.turn = self.turn
        new.waiting = self.waiting[:]
        new.wave = self.wave
        new.wet = self.wet[:]
        new.width = self.width
        new.battle = self.battle.copy() if self.battle is not None else None
        new.memo = None
        return new


# -- reading and changing stacks -----------------------------------------------------------------


def neutral(s: State) -> int:
    """11.13: the row of units that belong to nobody."""
    return len(s.gold) - 1


def stack(s: State, nation: int, place: int) -> Stack:
    return s.stacks[nation * s.width + place]


def put(s: State, nation: int, place: int, units: Stack) -> None:
    """Add units to a place."""
    if units:
        s.stacks[nation * s.width + place] += units
        s.here[place] |= 1 << nation
        s.land[nation] |= 1 << place


def take(s: State, nation: int, place: int, units: Stack) -> None:
    """Take units away; what was noted about them goes with them."""
    if not units:
        return
    at = nation * s.width + place
    left = s.stacks[at] = s.stacks[at] - units
    if not left:
        s.here[place] &= ~(1 << nation)
        s.land[nation] &= ~(1 << place)
        if not s.here[place]:
            s.overfull &= ~(1 << place)
    if nation == s.active:
        s.moved[place] = fewer(s.moved[place], left)
        s.wet[place] = fewer(s.wet[place], left)
        if not left:
            s.came[place] = 0


def holder(s: State, place: int) -> int:
    """The nation with units in a place, or ELSEWHERE; during a battle any one of the two."""
    return s.here[place].bit_length() - 1


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, ascending."""
    return tuple([i for i in range(mask.bit_length()) if mask >> i & 1])


def held(s: State, nation: int) -> tuple[int, ...]:
    """2.1: the provinces that a nation controls: units of any kind, but no Chief alone."""
    return bits(s.land[nation] & ((1 << s.board.provinces) - 1))


def places_of(s: State, nation: int) -> tuple[int, ...]:
    """Every place with units of a nation, beyond the map too."""
    return bits(s.land[nation])


def alive(s: State, nation: int) -> bool:
    return s.land[nation] != 0


def on_map(s: State, nation: int, kind: int) -> int:
    """How many counters of a kind a nation has on the map or beside it."""
    at, shift, stacks = nation * s.width, BITS * kind, s.stacks
    return sum([stacks[at + place] >> shift & MANY for place in bits(s.land[nation])])


def spare(s: State, nation: int, kind: int) -> int:
    """2.3: counters of a kind still to be had; a Ruin is a Castle's counter turned over."""
    nations = s.board.peoples.nations
    if nation >= len(nations):
        return 0
    used = on_map(s, nation, kind) + number(s.waiting[nation], kind)
    if kind == CASTLE:
        used += s.ruins.count(nation + 1)
    return nations[nation].limits[kind] - used


def chiefs_at(s: State, nation: int, place: int) -> list[int]:
    if place not in s.chiefs:
        return []
    return [c for c, at in enumerate(s.chiefs) if at == place and s.lords[c] == nation]


def friends(s: State, nation: int) -> int:
    """9.6: a bit for the suzerain and each vassal of a nation: no stopping, no fighting."""
    lord = s.suzerain[nation]
    mask = 1 << lord if lord >= 0 else 0
    if nation in s.suzerain:
        for other, its_lord in enumerate(s.suzerain):
            if its_lord == nation:
                mask |= 1 << other
    return mask


def vassals(s: State, nation: int) -> list[int]:
    if nation not in s.suzerain:
        return []
    return [other for other, lord in enumerate(s.suzerain) if lord == nation]


def limit(s: State, nation: int, place: int) -> int:
    """4.1: how many units may stay in a province, one more in the capital (4.3)."""
    return s.board.stack[place] + (s.capital[nation] == place)


def capitals_free(s: State) -> None:
    """4.3: something has happened: capitals may be moved again."""
    s.changed = s.changed >> OTHER << OTHER


def seat_of(s: State, nation: int) -> int:
    """13.0: who plays a nation; the neutral WISIGOTH is played by nobody."""
    return s.board.peoples.seat_of[nation]


# -- positions of older versions -----------------------------------------------------------------


def migrated(packed: Mapping[str, Any]) -> dict[str, Any]:
    """A position of the first schema as the second writes it."""
    found = {**packed, "column": []}
    if found["battle"] is not None:
        found["battle"] = {"part": {**found["battle"]["part"], "lead": 0}}
    rows = [[*row, 0] if row[0] in ("evicting", "evicted") else row for row in _rows(found)]
    found["frames"] = {"list": rows}
    return found


def _rows(packed: Mapping[str, Any]) -> list[list[Any]]:
    rows: list[list[Any]] = packed["frames"]["list"]
    return rows
