"""The state of a match of Granada: flat lists of tuples, so that a copy is a few slices.

A block on the map is an *entry*: its kind shifted left by four bits, and four facts about its
place in the stack. Stacks are sorted tuples of entries; alike blocks are interchangeable.
"""

from __future__ import annotations

from typing import Any

from engine.core import Action
from engine.games.granada.table.board import CHRISTIAN, Board

KNOWN, MOVED, INSIDE, DEPLOYED = 1, 2, 4, 8
FLAGS = 15
SHIFT = 4

Entries = tuple[int, ...]
Ship = tuple[int, ...]  # (flags, *cargo entries)
SAILING = 4  # a ship's flag: part of the stack that is under way now
Frame = tuple[Any, ...]


# Blocks that came into a battle together: the side, the card (-1: none was needed), their kinds,
# what each of them brought (its own impacts, those of its comrades and of its special attack, and
# which attack), and those that lost heart. All of it is public.
Gains = tuple[int, int, int, int]
Deployed = tuple[int, int, tuple[int, ...], tuple[Gains, ...], tuple[int, ...]]


class Battle:
    """What is known of the battle being fought. Pairs are indexed by side."""

    __slots__ = (
        "arms",
        "army",
        "attacker",
        "boabdil",
        "broadside",
        "carded",
        "castle",
        "deployments",
        "finished",
        "groups",
        "guns",
        "impacts",
        "last",
        "lost",
        "pioneers",
        "place",
        "siege",
        "started",
        "tower",
    )

    def __init__(self, place: int, attacker: int, castle: int) -> None:
        self.place = place
        self.attacker = attacker
        self.castle = castle  # who controlled the castle before the battle (8.6.5)
        self.siege = False
        self.army = 0  # which Christian army fights: 0 white, 1 grey
        self.started = False
        self.impacts: tuple[int, int] = (0, 0)
        self.finished: tuple[bool, bool] = (False, False)
        self.carded: tuple[bool, bool] = (False, False)
        self.groups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # groups deployed
        self.arms: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # special attacks made
        self.tower = False
        self.guns: tuple[int, int] = (0, 0)
        self.broadside: tuple[bool, bool] = (False, False)
        self.pioneers = False
        self.boabdil = False  # the black Boabdil was deployed
        self.lost: tuple[int, int] = (0, 0)  # losses that bring cards (8.8)
        self.last: tuple[int, tuple[int, ...], int, int] | None = None
        # last deployment: side, kinds, impacts, card
        self.deployments: tuple[Deployed, ...] = ()

    def copy(self) -> Battle:
        new = Battle.__new__(Battle)
        new.arms = self.arms
        new.army = self.army
        new.attacker = self.attacker
        new.boabdil = self.boabdil
        new.broadside = self.broadside
        new.carded = self.carded
        new.castle = self.castle
        new.deployments = self.deployments
        new.finished = self.finished
        new.groups = self.groups
        new.guns = self.guns
        new.impacts = self.impacts
        new.last = self.last
        new.lost = self.lost
        new.pioneers = self.pioneers
        new.place = self.place
        new.siege = self.siege
        new.started = self.started
        new.tower = self.tower
        return new

    @property
    def defender(self) -> int:
        return 1 - self.attacker


class State:
    """Everything that is true now. What has been is in the record."""

    board: Board
    options: dict[str, str]
    stacks: list[Entries]  # [2 * place + side]
    ships: list[tuple[Ship, ...]]  # [2 * zone + side]
    control: list[int]
    castle: list[int]  # -1 where there is none
    disks: tuple[int, ...]  # places where a disk still stands
    hand: list[tuple[int, ...]]
    deck: list[tuple[int, ...]]
    discard: list[tuple[int, ...]]
    removed: list[tuple[int, ...]]
    pile: list[tuple[int, ...]]  # the battle discard piles (8.8)
    shown: list[tuple[int, ...]]  # cards known to be in a hand
    naval_deck: tuple[int, ...]
    naval_discard: tuple[int, ...]
    bag: list[tuple[int, ...]]
    box: list[tuple[int, ...]]
    dead: list[tuple[int, ...]]
    aside: list[tuple[int, ...]]
    mercs: list[tuple[int, ...]]
    guard: tuple[int, ...]
    bull: bool
    surrender: list[int]
    pioneers: tuple[int, ...]
    grey: Entries
    grey_at: int
    grey_box: tuple[int, ...]
    grey_dead: tuple[int, ...]
    grey_until: int  # the last turn of the alliance, -1 when there is none
    grey_from: int  # the first turn in which the grey army may move
    captures: int
    turn: int
    first: int
    active: int
    phase: str
    level: str
    left: int
    sea_left: int
    muster_left: int
    origin: int
    opened: tuple[int, ...]
    sea_opened: tuple[int, ...]
    used: frozenset[int]  # segment * 256 + origin
    entered: frozenset[int]  # who came into a battle whence: see `entry_road`
    fought: tuple[int, ...]
    frames: list[Frame]
    battle: Battle | None
    sealed: list[Action | None]
    over: tuple[int, str, str] | None  # winner, reason, rule
    bonus: list[int]  # half points given by a moderator

    __slots__ = tuple(sorted(__annotations__))

    def copy(self) -> State:
        new = State.__new__(State)
        new.board = self.board
        new.options = self.options
        new.stacks = self.stacks[:]
        new.ships = self.ships[:]
        new.control = self.control[:]
        new.castle = self.castle[:]
        new.disks = self.disks
        new.hand = self.hand[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.removed = self.removed[:]
        new.pile = self.pile[:]
        new.shown = self.shown[:]
        new.naval_deck = self.naval_deck
        new.naval_discard = self.naval_discard
        new.bag = self.bag[:]
        new.box = self.box[:]
        new.dead = self.dead[:]
        new.aside = self.aside[:]
        new.mercs = self.mercs[:]
        new.guard = self.guard
        new.bull = self.bull
        new.surrender = self.surrender[:]
        new.pioneers = self.pioneers
        new.grey = self.grey
        new.grey_at = self.grey_at
        new.grey_box = self.grey_box
        new.grey_dead = self.grey_dead
        new.grey_until = self.grey_until
        new.grey_from = self.grey_from
        new.captures = self.captures
        new.turn = self.turn
        new.first = self.first
        new.active = self.active
        new.phase = self.phase
        new.level = self.level
        new.left = self.left
        new.sea_left = self.sea_left
        new.muster_left = self.muster_left
        new.origin = self.origin
        new.opened = self.opened
        new.sea_opened = self.sea_opened
        new.used = self.used
        new.entered = self.entered
        new.fought = self.fought
        new.frames = self.frames[:]
        new.battle = self.battle.copy() if self.battle is not None else None
        new.sealed = self.sealed[:]
        new.over = self.over
        new.bonus = self.bonus[:]
        return new


def entry(kind: int, flags: int = 0) -> int:
    return kind << SHIFT | flags


def entry_road(side: int, place: int, whence: int) -> int:
    """8.6.2, 8.6.3: how `entered` notes that a side came into a place with enemies."""
    return side << 16 | place << 8 | whence


def kinds_of(entries: Entries) -> tuple[int, ...]:
    return tuple([e >> SHIFT for e in entries])


def join(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(a + b)) if b else a


def without(entries: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(entries)
    for e in gone:
        rest.remove(e)
    return tuple(rest)


def with_flags(entries: Entries, on: int = 0, off: int = 0) -> Entries:
    keep = ~off
    changed = [e & keep | on for e in entries]
    if tuple(changed) == entries:
        return entries
    changed.sort()
    return tuple(changed)


def take(entries: Entries, kinds: tuple[int, ...], need: int = 0, bar: int = 0) -> Entries:
    """Entries of these kinds, known ones last, among those with flags `need` and none of `bar`."""
    rest = list(entries)
    found = []
    for kind in kinds:
        for e in rest:
            if e >> SHIFT == kind and not e & bar and e & need == need:
                rest.remove(e)
                found.append(e)
                break
        else:
            raise AssertionError(f"no block of kind {kind} to take")
    return tuple(found)


def stack_at(s: State, place: int, side: int) -> Entries:
    return s.stacks[2 * place + side]


def grey_here(s: State, place: int) -> bool:
    return s.grey_at == place and bool(s.grey)


def blocks(s: State, place: int, side: int) -> int:
    """How many blocks a player has there, grey ones included."""
    n = len(s.stacks[2 * place + side])
    if side == CHRISTIAN and s.grey_at == place:
        n += len(s.grey)
    return n


def units(s: State, place: int, side: int) -> int:
    """8.7.4: blocks and disks; Granada's Palace Guard counts while it waits in its box (G49)."""
    n = len(s.stacks[2 * place + side])
    if side == CHRISTIAN:
        if s.grey_at == place:
            n += len(s.grey)
    elif place in s.disks:
        n += 1
    elif not n and place == s.board.granada:
        n = len(s.guard)
    return n


def ship_token(s: State, ship: Ship) -> str:
    """How orders call a ship: F, or F:C2+A1 with what it carries."""
    cargo = "+".join(s.board.kind_tokens[e >> SHIFT] for e in ship[1:])
    return f"F:{cargo}" if cargo else "F"


def contested(s: State, place: int) -> bool:
    return bool(units(s, place, 0)) and bool(units(s, place, 1))
