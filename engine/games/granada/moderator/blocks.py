"""Edits of blocks: on the map, aside, eliminated, in the recruitment boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.book.control import conceal
from engine.games.granada.moderator.edit import (
    ARMY,
    GREY,
    Edit,
    control_follows,
    fetch,
    lift,
    put_aside,
    sides_with,
    spare,
)
from engine.games.granada.table.board import CHRISTIAN, MUSLIM
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE, Block
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    State,
    grey_here,
    join,
    kinds_of,
    take,
    with_flags,
    without,
)
from engine.orders import Offer, one, some, subset


class Place(Edit, verb="place"):
    """Edit: put blocks in a place (from aside, the bag, the box or the eliminated)."""

    side = one(SIDE)
    blocks = some(BLOCK)
    place = one(PLACE, mark=">", whole=True)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return sides_with(lambda side: spare(self.s, side))

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        pool = spare(self.s, self.side)
        return subset(pool, chosen, 1, len(pool))

    def do(self, c: Context) -> None:
        s, side, place = self.s, self.side, self.place
        for kind in self.blocks:
            fetch(s, side, kind)
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT for k in self.blocks))
        conceal(s, place, side)
        self.told(c, count=len(self.blocks))
        control_follows(s, c, place)


# -- blocks that stand somewhere -----------------------------------------------------------------


def _standing(s: State, side: int, place: int) -> tuple[int, ...]:
    """The kinds that a side (or the grey army) has in a place."""
    if side == GREY:
        return kinds_of(s.grey) if s.grey_at == place else ()
    return kinds_of(s.stacks[2 * place + side])


def _holds(stack: tuple[int, ...], kinds: tuple[int, ...]) -> bool:
    return all(stack.count(kind) >= kinds.count(kind) for kind in set(kinds))


class Standing(Edit):
    """Side, then blocks, then the place; every choice leaves a place where all of it stands."""

    armies: Sequence[int] = (CHRISTIAN, MUSLIM)

    side = one(ARMY)
    blocks = some(BLOCK)
    place = one(PLACE, mark=">")

    def _stacks(self, side: int) -> list[tuple[int, ...]]:
        return [_standing(self.s, side, p) for p in range(len(self.s.board.places))]

    @side.offer
    def sides(self) -> Sequence[Any]:
        places = range(len(self.s.board.places))
        return [w for w in self.armies if any(_standing(self.s, w, p) for p in places)]

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        """The next of a set of blocks that some one stack can give."""
        stacks = self._stacks(self.side)
        last = chosen[-1] if chosen else -1
        found: set[int] = set()
        for stack in stacks:
            if _holds(stack, chosen):
                found.update(k for k in without(stack, chosen) if k >= last)
        return Offer(tuple(sorted(found)), bool(chosen), 1, max(map(len, stacks)))

    @place.offer
    def places(self) -> Sequence[Any]:
        stacks = self._stacks(self.side)
        return [p for p, stack in enumerate(stacks) if _holds(stack, self.blocks)]


class Remove(Standing, verb="remove"):
    """Edit: put blocks aside."""

    def do(self, c: Context) -> None:
        s, side, place = self.s, self.side, self.place
        lift(s, place, side, self.blocks)
        put_aside(s, side, self.blocks)
        conceal(s, place, side)
        self.told(c, count=len(self.blocks))
        control_follows(s, c, place)


class Eliminate(Standing, verb="eliminate"):
    """Edit: put blocks with the eliminated."""

    armies = (CHRISTIAN, MUSLIM, GREY)

    def do(self, c: Context) -> None:
        """The eliminated are public; Boabdil cannot be among them and goes aside (10.12.1)."""
        if self.side == GREY:
            self._of_grey()
        else:
            self._of_side()
        self.told(c, reveals=("blocks",))
        control_follows(self.s, c, self.place)

    def _of_grey(self) -> None:
        s = self.s
        s.grey = without(s.grey, take(s.grey, self.blocks))
        s.grey_dead = join(s.grey_dead, self.blocks)
        if not s.grey:
            s.grey_at = -1

    def _of_side(self) -> None:
        s, side, kinds = self.s, self.side, self.blocks
        lift(s, self.place, side, kinds)
        dead = tuple(k for k in kinds if k != s.board.boabdil)
        s.dead[side] = join(s.dead[side], dead)
        if len(dead) < len(kinds):
            s.aside[side] = join(s.aside[side], (s.board.boabdil,))


class Shift(Standing, verb="shift", text="side blocks place to"):
    """Edit: move blocks from one place to another."""

    place = one(PLACE, name="from", mark="from")
    to = one(PLACE, mark=">")

    @place.offer
    def places(self) -> Sequence[Any]:
        return super().places()

    @to.offer
    def goals(self) -> Sequence[Any]:
        return [p for p in range(len(self.s.board.places)) if p != self.place]

    def do(self, c: Context) -> None:
        s, side, here, there = self.s, self.side, self.place, self.to
        n = len(self.blocks)
        whole = n == len(s.stacks[2 * here + side]) and not s.stacks[2 * there + side]
        moved = with_flags(lift(s, here, side, self.blocks), 0, INSIDE | DEPLOYED)
        s.stacks[2 * there + side] = join(s.stacks[2 * there + side], moved)
        if not whole:  # what was known of either stack is lost when they mix
            conceal(s, here, side)
            conceal(s, there, side)
        self.told(c, count=n)
        control_follows(s, c, here)
        control_follows(s, c, there)


# -- what is known of a stack, and whether it may move -------------------------------------------


class Stack(Edit):
    """A side and a place where it has blocks."""

    side = one(SIDE)
    place = one(PLACE)

    def _has(self, side: int, place: int) -> bool:
        grey = side == CHRISTIAN and grey_here(self.s, place)
        return bool(self.s.stacks[2 * place + side]) or grey

    @side.offer
    def sides(self) -> Sequence[Any]:
        places = range(len(self.s.board.places))
        return sides_with(lambda side: any(self._has(side, p) for p in places))

    @place.offer
    def places(self) -> Sequence[Any]:
        return [p for p in range(len(self.s.board.places)) if self._has(self.side, p)]


class Reveal(Stack, verb="reveal"):
    """Edit: make a side's blocks in a place known to all."""

    def do(self, c: Context) -> None:
        s, index = self.s, 2 * self.place + self.side
        s.stacks[index] = with_flags(s.stacks[index], KNOWN)
        blocks = tuple(s.board.kind_tokens[k] for k in kinds_of(s.stacks[index]))
        self.told(c, reveals=("blocks",), blocks=blocks)


class Hide(Stack, verb="hide"):
    """Edit: make a side's blocks in a place unknown again."""

    def do(self, c: Context) -> None:
        conceal(self.s, self.place, self.side)
        self.told(c)


class Fresh(Stack, verb="fresh"):
    """Edit: let a side's blocks in a place move again this turn."""

    def do(self, c: Context) -> None:
        s, index = self.s, 2 * self.place + self.side
        s.stacks[index] = with_flags(s.stacks[index], 0, MOVED)
        if self.side == CHRISTIAN and s.grey_at == self.place:
            s.grey = with_flags(s.grey, 0, MOVED)
        self.told(c)


# -- recruitment boxes ---------------------------------------------------------------------------


def _boxable(s: State, side: int) -> tuple[int, ...]:
    """What may lie in a recruitment box: blocks of a faction, and fleets."""
    found = sorted(s.aside[side] + s.bag[side] + s.dead[side])
    kinds = s.board.kinds
    return tuple(k for k in found if kinds[k].faction >= 0 or kinds[k].fleet)


class Recruit(Edit, verb="recruit"):
    """Edit: put blocks or fleets into a recruitment box."""

    side = one(SIDE)
    blocks = some(BLOCK)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return sides_with(lambda side: _boxable(self.s, side))

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        pool = _boxable(self.s, self.side)
        return subset(pool, chosen, 1, len(pool))

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        for kind in self.blocks:
            heap = next(h for h in (s.aside, s.bag, s.dead) if kind in h[side])
            heap[side] = without(heap[side], (kind,))
        s.box[side] = join(s.box[side], self.blocks)
        self.told(c, count=len(self.blocks))
