"""Taking units out of stacks and putting them down, and what the enemy remembers of it (8.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.cortes.table.board import CANNON, SPANISH
from engine.games.cortes.table.pieces import GONE
from engine.games.cortes.table.state import (
    GUN,
    KIND,
    LED,
    OFF,
    SEEN,
    SHIFT,
    Entries,
    State,
    stepped,
)


def take(s: State, side: int, place: int, picks: Sequence[int]) -> tuple[Entries, int]:
    """Take entries out of a stack, by their places in it; and the face that comes to be seen.

    What was known of the stack stays known only if nobody can doubt who went: all of them, or all
    were known and one of the two parts is a single counter."""
    stack = s.at(side, place)
    going = tuple([stack[i] for i in picks])
    staying = tuple([e for i, e in enumerate(stack) if i not in picks])
    if staying:
        sure = all(e & SEEN for e in stack) and min(len(going), len(staying)) == 1
        if not sure:
            going = tuple([e & ~(SEEN | KIND) for e in going])
            staying = tuple([e & ~(SEEN | KIND) for e in staying])
    return going, lay(s, side, place, staying)


def lay(s: State, side: int, place: int, entries: Entries) -> int:
    """A stack as it now is; the face that comes to be seen with it, or -1."""
    before = s.at(side, place)
    seen = before[0] >> SHIFT if before else -1
    s.put(side, place, entries)
    after = s.at(side, place)
    if not after:
        return -1
    top = after[0] >> SHIFT
    known = any(e & SEEN and e >> SHIFT == top for e in entries)
    return -1 if known or top == seen else top


def join(s: State, side: int, place: int, entries: Entries) -> int:
    """Put entries to those that stand in a place; the face that comes to be seen, or -1."""
    return lay(s, side, place, s.at(side, place) + entries)


def strike(s: State, side: int, place: int, index: int) -> int:
    """8.20: an entry loses a step; its sort if that was its last one, else -1.

    A cannon shares the end of the unit that carries it (11.6)."""
    stack = list(s.at(side, place))
    entry = stack[index]
    lower = stepped(s.board, entry)
    if lower != GONE:
        stack[index] = lower
        s.replace(side, place, tuple(stack))
        return -1
    del stack[index]
    s.replace(side, place, tuple(stack))
    sort = s.board.face_sort[entry >> SHIFT]
    s.bury(side, sort)
    if entry & GUN:
        lose_cannon(s, place)
    return sort


def lose_cannon(s: State, place: int) -> None:
    """11.6: one of the cannons in a hex is lost for good."""
    stack = s.at(SPANISH, place)
    at = next(i for i, e in enumerate(stack) if e >> SHIFT == s.board.cannon)
    s.replace(SPANISH, place, stack[:at] + stack[at + 1 :])
    s.bury(SPANISH, s.board.face_sort[s.board.cannon])


def settle(s: State, side: int, place: int) -> int:
    """After losses: the weakest lies on top again; the face that comes to be seen, or -1."""
    return lay(s, side, place, s.at(side, place))


def forget(s: State, side: int, place: int) -> None:
    """Which unit below the top lost a step is not seen: what was known of them is not any more."""
    stack = s.at(side, place)
    if len(stack) > 1:
        kept = tuple([e & ~SEEN for e in stack[1:]])
        s.replace(side, place, (stack[0], *kept))


def show(s: State, side: int, place: int) -> tuple[int, ...]:
    """All units in a place are seen; those that were not known before."""
    stack = s.at(side, place)
    found = tuple([e >> SHIFT for e in stack if not e & SEEN])
    s.replace(side, place, tuple([e | SEEN | KIND for e in stack]))
    return found


def loose_cannons(s: State, place: int) -> int:
    """Cannons in a hex that nobody carries."""
    stack = s.at(SPANISH, place)
    cannons = sum(1 for e in stack if e >> SHIFT == s.board.cannon)
    return cannons - sum(1 for e in stack if e & GUN)


def fix_guns(s: State, place: int) -> None:
    """No more carriers than cannons: after a move in which some were left behind."""
    stack = s.at(SPANISH, place)
    cannons = sum(1 for e in stack if e >> SHIFT == s.board.cannon)
    found = []
    for e in stack:
        if e & GUN:
            if cannons:
                cannons -= 1
            else:
                e &= ~GUN
        found.append(e)
    s.replace(SPANISH, place, tuple(found))


def carrier(s: State, side: int, place: int) -> int:
    """Where in the stack the carrier of a leader on the lake stands; -1: nowhere."""
    return next((i for i, e in enumerate(s.at(side, place)) if e & LED), -1)


def embark(s: State, side: int, place: int, index: int) -> None:
    """9.5: a leader is with one unit of a stack on the lake."""
    stack = tuple([e & ~LED | (LED if i == index else 0) for i, e in enumerate(s.at(side, place))])
    s.replace(side, place, stack)
    s.leaders[side] = place


def disembark(s: State, side: int) -> None:
    """The leader leaves his carrier."""
    place = s.leaders[side]
    if place != OFF and place in s.stacks[side]:
        s.replace(side, place, tuple([e & ~LED for e in s.at(side, place)]))


def strongest(s: State, stack: Entries, wanted: int = 0) -> int:
    """The index of the strongest unit; those with the flags `wanted` first. No cannon."""
    board = s.board
    able = [i for i, e in enumerate(stack) if board.face_type[e >> SHIFT] != CANNON]
    return max(able, key=lambda i: (bool(stack[i] & wanted), board.factor[stack[i] >> SHIFT], -i))


def units_on(s: State, side: int, places: frozenset[int]) -> int:
    """How many units of a side stand in some places, the leader among them (R-15)."""
    found = sum(len(stack) for place, stack in s.stacks[side].items() if place in places)
    return found + (s.leaders[side] in places)
