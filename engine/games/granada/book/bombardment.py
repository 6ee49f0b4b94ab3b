"""10.2, 11.7: what brings a siege more than blocks: guns from the eliminated, and Pioneers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import said
from engine.games.granada.book.cards import holding
from engine.games.granada.book.deployment import InBattle, deploy_blocks, waiting
from engine.games.granada.book.retreat import CASTLE
from engine.games.granada.table.board import CHRISTIAN, GUN, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE, Block, Place
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import (
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    Battle,
    State,
    blocks,
    join,
    without,
)
from engine.orders import NO_OFFER, UNFIT, Bar, Offer, Why, one, path, some, subset
from engine.orders.piles import Pile

NO_BOMBARDMENT = Bar("no_bombardment", "10.2")
BOMBARDMENT_GUN = Bar("bombardment_gun", "10.2", block=BLOCK)
BOMBARDMENT_TWO = Bar("bombardment_two", "10.2")
BOMBARDMENT_PLACE = Bar("bombardment_place", "10.2")
BOMBARDMENT_FIRES = Bar("bombardment_fires", "10.2", block=BLOCK)
NO_PIONEERS = Bar("no_pioneers", "11.7")

RAISED = 2  # guns that a Bombardment card brings back at most (10.2)


class GunBack(Telling, kind="gun_back", rule="10.2", shape="mark"):
    """A gun comes back from the eliminated."""

    side: str = said(SIDE, part="who")
    block: str = said(BLOCK)
    place: str = said(PLACE, part="at")


class PioneersUsed(Telling, kind="pioneers", rule="11.7", shape="mark"):
    """A Pioneers tile helps the besieger."""

    place: str = said(PLACE, part="at")


def dead_guns(s: State, side: int) -> tuple[int, ...]:
    return tuple(k for k in s.dead[side] if s.board.kinds[k].arm == GUN)


def guns_waiting(s: State, b: Battle, side: int) -> tuple[int, ...]:
    return tuple(k for k in waiting(s, b, side) if s.board.kinds[k].arm == GUN)


def can_bombard(s: State, b: Battle, side: int) -> bool:
    """10.2: a gun to fire, here already or brought back here from the eliminated."""
    if not holding(s, side, "bombardment"):
        return False
    if guns_waiting(s, b, side):
        return True
    own = s.stacks[2 * b.place + side]
    return bool(dead_guns(s, side)) and bool(own) and not (side == CHRISTIAN and b.army)


def takes_gun(s: State, side: int, place: int, taken: tuple[int, ...]) -> bool:
    """Whether a gun may come back there: to friendly blocks, and a besieged castle must have room.

    `taken` are the places of the guns that the same card brings back before this one.
    """
    stack = s.stacks[2 * place + side]
    if not stack:
        return False
    shut_in = s.castle[place] == side and bool(blocks(s, place, 1 - side))
    return not (shut_in and len(stack) + taken.count(place) >= CASTLE)


def can_use_pioneers(s: State, b: Battle, side: int) -> bool:
    """11.7: at the beginning of a siege, without a card, once."""
    return (
        side == CHRISTIAN
        and not b.pioneers
        and not b.carded[side]
        and not b.army
        and any(p >> 1 == b.place for p in s.pioneers)
    )


class Bombardment(InBattle, verb="bombardment", rule="10.2"):
    """10.2: play a Bombardment card."""

    shut = NO_BOMBARDMENT
    raised = some(
        BLOCK,
        name="raise",
        mark="raise",
        optional=True,
        rule="10.2",
        words="eliminated guns to bring back",
        public=True,
    )
    at = path(PLACE, mark="at", optional=True, rule="10.2", words="where each of them appears")
    block = one(BLOCK, mark="with", rule="10.2", words="the gun that fires")

    def possible(self) -> bool:
        return can_bombard(self.s, self.battle, self.side)

    def ready(self) -> tuple[int, ...]:
        """The guns that are here and wait."""
        return guns_waiting(self.s, self.battle, self.side)

    # -- which guns come back --

    @raised.offer
    def next_gun(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        dead = dead_guns(self.s, self.side)
        return subset(dead, chosen, 0 if self.ready() else 1, min(RAISED, len(dead)))

    @raised.bar
    def gun_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if block is None:
            return None if chosen or self.ready() else UNFIT()
        if dead_guns(self.s, self.side).count(block) <= chosen.count(block):
            return BOMBARDMENT_GUN(block=block)
        if len(chosen) >= RAISED or (chosen and block < chosen[-1]):
            return BOMBARDMENT_TWO()
        return None

    # -- where --

    def _must_be_here(self, chosen: tuple[Place, ...]) -> bool:
        """Whether the next gun must come back here, for there is none to fire."""
        last = len(chosen) == len(self.raised) - 1
        return last and self.battle.place not in chosen and not self.ready()

    @at.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        number = len(self.raised)
        if not number:
            return NO_OFFER
        if len(chosen) == number:
            return Offer((), True, number, number)
        if self._must_be_here(chosen):
            return Offer((self.battle.place,), False, number, number)
        places = range(len(self.s.board.places))
        found = [p for p in places if takes_gun(self.s, self.side, p, chosen)]
        return Offer(tuple(found), False, number, number)

    @at.bar
    def place_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        if place is None:
            return None if len(chosen) == len(self.raised) else UNFIT()
        if len(chosen) == len(self.raised):
            return BOMBARDMENT_PLACE()
        if self._must_be_here(chosen):
            return None if place == self.battle.place else BOMBARDMENT_PLACE()
        return None if takes_gun(self.s, self.side, place, chosen) else BOMBARDMENT_PLACE()

    # -- which gun fires --

    @block.offer
    def guns(self) -> Sequence[Any]:
        back = zip(self.raised, self.at, strict=True)
        fresh = [k for k, place in back if place == self.battle.place]
        return list(dict.fromkeys(sorted((*self.ready(), *fresh))))

    @block.bar
    def fire_barred(self, block: Block) -> Why | None:
        return None if block in self.guns() else BOMBARDMENT_FIRES(block=block)

    @block.hides
    def firing(self, world: Dealt) -> Pile | None:
        """A gun that has come back is no secret."""
        return None if self.block in self.raised else self.here(world)

    def do(self, c: Context) -> None:
        """10.2: bring back up to two guns and make an artillery special attack."""
        s, b, side = self.s, self.battle, self.side
        card = holding(s, side, "bombardment")[0]
        for kind, place in zip(self.raised, self.at, strict=True):
            s.dead[side] = without(s.dead[side], (kind,))
            inside = INSIDE if b.siege and side == b.defender and place == b.place else 0
            index = 2 * place + side
            s.stacks[index] = join(s.stacks[index], (kind << SHIFT | inside | KNOWN | MOVED,))
            c.tell(
                GunBack(
                    side=SEATS[side], block=s.board.kind_tokens[kind], place=s.board.places[place]
                )
            )
        deploy_blocks(s, c, b, side, (self.block,), card)


class Pioneers(InBattle, verb="pioneers", rule="11.7"):
    """11.7: use a Pioneers tile."""

    shut = NO_PIONEERS

    def possible(self) -> bool:
        return can_use_pioneers(self.s, self.battle, self.side)

    def do(self, c: Context) -> None:
        b = self.battle
        b.pioneers = True
        b.impacts = (b.impacts[0] + 1, b.impacts[1])
        c.tell(PioneersUsed(place=self.s.board.places[b.place]))
