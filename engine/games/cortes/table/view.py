"""What each reader sees, built from nothing, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core import plain
from engine.games.cortes.book.ending import floor, loss_points
from engine.games.cortes.table.board import AZTEC, SPANISH
from engine.games.cortes.table.pieces import Realm
from engine.games.cortes.table.state import (
    FOUGHT,
    GUN,
    KIND,
    LED,
    MOVED,
    OFF,
    SEATS,
    SEEN,
    SHIFT,
    Entries,
    State,
)

MANY = 20_000  # stacks that are kept as they look
MARKS = ("", "sacrifice", "desecrated")
FATES = ("bound", "free", "escaped", "taken")


class Stack(NamedTuple):
    """A stack as one reader sees it: the top counter, how many there are, and what he knows."""

    side: str
    count: int  # type: ignore[assignment]
    top: str
    units: tuple[str, ...]  # known, ascending; "?" for those that are not, "K?" if the kind is
    leader: str = ""
    carrier: str = ""  # on the lake: who carries the leader, if it is known
    guns: tuple[str, ...] = ()  # who carries a cannon
    moved: int = 0
    fought: int = 0


class Battle(NamedTuple):
    place: str
    attacker: str
    froms: tuple[str, ...]


class View(NamedTuple):
    turn: int
    phase: str
    active: str
    places: Mapping[str, tuple[Stack, ...]]
    leaders: Mapping[str, str]  # where each stands, "" if nowhere
    cuauhtemoc: str
    temples: Mapping[str, str]
    desecrated_once: tuple[str, ...]
    dead: Mapping[str, tuple[str, ...]]
    out: Mapping[str, tuple[str, ...]]
    deserters: tuple[str, ...]
    off: tuple[str, ...]
    hand: Mapping[str, tuple[str, ...]]
    kept: Mapping[str, tuple[str, ...]]
    rests: int
    points: int
    floor: int
    limit: int
    raid: bool
    captives: bool
    deserted: bool
    attacked: tuple[str, ...]
    bombarded: tuple[str, ...]
    lakes: tuple[str, ...]
    battle: Battle | None
    winners: tuple[str, ...] | None
    game: str = "cortes"
    schema: int = 1  # of the view, for the pictures

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self)
        return found


def make(s: State, seat: str | None, revealed: bool = False) -> View:
    """The position as a seat, or a spectator, may know it."""
    board = s.board
    names, faces = board.places, board.faces
    open_ = [revealed or seat == SEATS[side] or not s.clouded(side) for side in (SPANISH, AZTEC)]
    (spanish, aztec), (cortes, cuauhtemoc) = s.stacks, s.leaders
    places: dict[str, tuple[Stack, ...]] = {}
    spots = {*spanish, *aztec, cortes, cuauhtemoc}
    spots.discard(OFF)
    for place in sorted(spots):
        if place not in aztec and place != cuauhtemoc:
            places[names[place]] = (stack_view(s, SPANISH, place, open_[SPANISH]),)
        elif place not in spanish and place != cortes:
            places[names[place]] = (stack_view(s, AZTEC, place, open_[AZTEC]),)
        else:
            both = (SPANISH, AZTEC)
            places[names[place]] = tuple([stack_view(s, d, place, open_[d]) for d in both])
    fresh = board.sort_tokens
    b = s.battle
    return View(
        turn=s.pair,
        phase=s.phase,
        active=SEATS[s.active],
        places=places,
        leaders={
            faces[board.leader_face[side]]: names[s.leaders[side]] if s.leaders[side] != OFF else ""
            for side in (SPANISH, AZTEC)
        },
        cuauhtemoc=FATES[s.fate],
        temples={names[p]: MARKS[m] for p, m in zip(board.temples, s.marks, strict=True)},
        desecrated_once=tuple(names[p] for p, e in zip(board.temples, s.ever, strict=True) if e),
        dead={seat_: tuple([fresh[x] for x in s.dead[i]]) for i, seat_ in enumerate(SEATS)},
        out={seat_: tuple([fresh[x] for x in s.out[i]]) for i, seat_ in enumerate(SEATS)},
        deserters=tuple([fresh[x] for x in s.deserters]),
        off=tuple([faces[f] for f in s.off]),
        hand={
            seat_: tuple([faces[f] for f in s.pool[i]] if open_[i] else ["?"] * len(s.pool[i]))
            for i, seat_ in enumerate(SEATS)
        },
        kept={seat_: tuple([names[p] for p in s.kept[i]]) for i, seat_ in enumerate(SEATS)},
        rests=s.rests,
        points=loss_points(s),
        floor=floor(s),
        limit=s.rules.limit,
        raid=s.raid,
        captives=s.captives,
        deserted=s.deserted,
        attacked=tuple([names[p] for p in s.struck]),
        bombarded=tuple([names[p] for p in s.shelled]),
        lakes=tuple([names[p] for p in s.lakes]),
        battle=None
        if b is None
        else Battle(names[b.place], SEATS[b.attacker], tuple([names[p] for p in b.froms])),
        winners=None if s.over is None else tuple([SEATS[who] for who in s.over[0]]),
    )


def stack_view(s: State, side: int, place: int, open_: bool) -> Stack:
    """A stack: all of it for its owner, else what lies on top and what is remembered."""
    key = (s.stacks[side].get(place, ()), side, s.leaders[side] == place, open_)
    known = s.board.seen
    found = known.get(key)
    if found is None:
        if len(known) > MANY:
            known.clear()
        found = known[key] = _stack(s.board, *key)
    return found


def _stack(board: Realm, stack: Entries, side: int, led: bool, open_: bool) -> Stack:
    leader = board.faces[board.leader_face[side]] if led else ""
    if not stack:
        return Stack(SEATS[side], 0, "", (), leader)
    units, carrier, guns, moved, fought = [], "", [], 0, 0
    for e in stack:
        face = e >> SHIFT
        known = open_ or e & SEEN
        word = board.faces[face] if known else "?"
        if not known and e & KIND:
            word = f"{board.sorts[board.face_sort[face]].token}?"
        units.append(word)
        if e & LED and known:
            carrier = word
        if e & GUN and open_:
            guns.append(word)
        moved += e & MOVED
        fought += bool(e & FOUGHT)
    return Stack(
        SEATS[side], len(stack), units[0], tuple(sorted(units)), leader, carrier, tuple(guns),
        moved, fought,
    )  # fmt: skip
