"""Chapters 7.3 and 7.4: the order to march, the march itself and whom it overruns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import fact, many, number, said
from engine.games.granada.book.cards import put_away
from engine.games.granada.book.control import besieged, carry_pioneers, conceal, settle
from engine.games.granada.book.elimination import overrun, overruns
from engine.games.granada.book.marching import (
    ALL,
    Need,
    any_origin,
    between,
    joiners,
    most_joining,
    most_left,
    movable,
    needs,
    segment,
    tiles,
    visit,
)
from engine.games.granada.book.muster import nothing_left
from engine.games.granada.book.stack import BESIEGED, Stack
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import (
    BLOCK,
    CARD,
    NUMBER_OF,
    PLACE,
    SIDE,
    Block,
    Card,
    Place,
    not_held,
    not_present,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import (
    KNOWN,
    MOVED,
    SHIFT,
    Entries,
    State,
    entry_road,
    join,
    take,
    units,
    with_flags,
    without,
)
from engine.orders import NO_OFFER, NONE, UNFIT, Bar, Offer, Why, one, some, subset, worked_out
from engine.orders.piles import Pile

NOTHING_CAN_MARCH = Bar("nothing_can_march", "7.3.1")
DROP_GREY = Bar("drop_grey", "10.12.2")
DROP_ONE = Bar("drop_one", "7.3.1")
DROP_END = Bar("drop_end", "7.3.1")
NOT_PASSED = Bar("drop_not_passed", "7.3.1", there=PLACE)
DROP_UNPAID = Bar("drop_unpaid", "7.3.1", there=PLACE)
DROP_TOO_MANY = Bar("drop_too_many", "7.3.1", there=PLACE)
DROP_NOT_MARCHING = Bar("drop_not_marching", "7.3.1", block=BLOCK)
PICK_GREY = Bar("pick_grey", "10.12.2")
PICK_NOBODY = Bar("pick_nobody", "7.3.1", there=PLACE)
PICK_UNPAID = Bar("pick_unpaid", "7.3.1", there=PLACE)
PICK_TOO_MANY = Bar("pick_too_many", "7.3.1", there=PLACE)
LEADER_NEEDED = Bar("leader_needed", "7.3.4")
LEADER_UNNEEDED = Bar("leader_unneeded", "7.3.4")
LEADER_ABSENT = Bar("leader_absent", "7.3.4", block=BLOCK)
MARCH_NEEDED = Bar("march_needed", "7.3.3")
MARCH_UNNEEDED = Bar("march_unneeded", "7.3.3")
TOO_MANY_TILES = Bar("tiles", "11.7")


class Marched(Telling, kind="march", rule="7.3", shape="way"):
    """A stack marches. Of the grey army everybody knows all, and it never parts."""

    side: str = said("side or army", part="who")
    start: str = said(PLACE, name="from", part="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    count: int = number(noun="block")
    drop_at: str | None = said(PLACE, default=None)
    dropped: int = number(noun="block", default=0)
    pick_at: str | None = said(PLACE, default=None)
    picked: int = number(noun="block", default=0)
    marched: bool = fact()
    pioneers: int = number(noun="tile", default=0)
    blocks: tuple[str, ...] = many(BLOCK, who="side", default=())
    drop: tuple[str, ...] = many(BLOCK, who="side", default=())
    pick: tuple[str, ...] = many(BLOCK, who="side", default=())


class Declared(Telling, kind="declare", rule="7.3.4", shape="mark"):
    """Leaders who are used are shown."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    leaders: tuple[str, ...] = many(BLOCK, secret=True)


class ForceMarched(Telling, kind="force_march", rule="7.3.3"):
    """A card pays for a force march."""

    side: str = said(SIDE, part="who")
    cards: tuple[str, ...] = many(CARD, secret=True)


class Move(Stack, verb="move", rule="7.3", command=True):
    """7.3: march a stack along roads."""

    drop_at = one(PLACE, optional=True, rule="7.3.1", words="where to leave blocks")
    drop = some(
        BLOCK, mark="-", at=drop_at, optional=True, rule="7.3.1", words="who is left on the way"
    )
    pick_at = one(PLACE, optional=True, rule="7.3.1", words="where to take blocks up")
    pick = some(
        BLOCK, mark="+", at=pick_at, optional=True, rule="7.3.1", words="who joins on the way"
    )
    lead = some(BLOCK, mark="lead", optional=True, rule="7.3.4", words="leaders declared")
    march = one(CARD, mark="march", optional=True, rule="7.3.3", words="card for a force march")
    pioneers = one(
        NUMBER_OF, mark="pioneers", optional=True, rule="11.7", words="Pioneers tiles that go along"
    )

    def possible(self) -> bool:
        return any_origin(self.s, self.side)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        return nothing_left(self.s, "move") or NOTHING_CAN_MARCH()

    # -- who is left on the way --

    @drop_at.offer
    def drop_places(self) -> Sequence[Any]:
        """7.3.1: one drop-off on the way. The grey army stays together."""
        plan = self.plan
        if plan.grey or plan.size < 2 or len(self.path) < 2:
            return NONE
        return [None, *[place for place in between(self.path) if self._drop_payable(place)]]

    def _drop_payable(self, place: int) -> bool:
        return needs(self.s, self.plan, self.path, visit(self.path, place), 1) is not None

    @drop_at.bar
    def drop_at_barred(self, place: Place | None) -> Why | None:
        if place is None:
            return None
        if self.plan.grey:
            return DROP_GREY()
        if self.plan.size < 2:
            return DROP_ONE()
        if place not in self.path[:-1]:
            ends = place in (self.start, self.path[-1])
            return DROP_END() if ends else NOT_PASSED(there=place)
        return None if self._drop_payable(place) else DROP_UNPAID(there=place)

    @worked_out
    def most_dropped(self) -> int:
        return most_left(self.s, self.plan, self.path, visit(self.path, self.drop_at))

    @drop.offer
    def next_dropped(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        return subset(self.blocks, chosen, 1, self.most_dropped)

    @drop.bar
    def drop_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if block is None:
            return None if chosen else UNFIT()
        if chosen.count(block) >= self.blocks.count(block):
            return DROP_NOT_MARCHING(block=block)
        if late := out_of_order(chosen, block, "7.3.1"):
            return late
        return None if len(chosen) < self.most_dropped else DROP_TOO_MANY(there=self.drop_at)

    @drop.hides
    def dropping(self, world: Dealt) -> Pile:
        """Those left on the way are some of those who march."""
        pile = world.at(self.start, self.side, MOVED)
        pile.take(self.blocks)
        return Pile(pile.taken)

    # -- who joins on the way --

    @pick_at.offer
    def pick_places(self) -> Sequence[Any]:
        """7.3.1: one pick-up on the way, of blocks that have not moved (G11)."""
        if self.plan.grey or len(self.path) < 2:
            return NONE
        return [None, *[place for place in between(self.path) if self._most_joining(place)]]

    def _most_joining(self, place: int) -> int:
        way = self.path
        dropped = len(self.drop)
        return most_joining(
            self.s, self.plan, way, visit(way, self.drop_at), dropped, visit(way, place)
        )

    @pick_at.bar
    def pick_at_barred(self, place: Place | None) -> Why | None:
        """7.3.1, G11: one pick-up on the way, of blocks that have not moved."""
        if place is None:
            return None
        if self.plan.grey:
            return PICK_GREY()
        if place not in self.path[:-1]:
            return NOT_PASSED(there=place)
        if besieged(self.s, place, self.side):
            return BESIEGED(place=place)
        if not movable(self.s, place, self.side):
            return PICK_NOBODY(there=place)
        return None if self._most_joining(place) else PICK_UNPAID(there=place)

    @worked_out
    def most_picked(self) -> int:
        assert self.pick_at is not None
        return self._most_joining(self.pick_at)

    @worked_out
    def joiners(self) -> tuple[Any, ...]:
        return joiners(self.s, self.plan, self.path, visit(self.path, self.pick_at))

    @pick.offer
    def next_picked(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        return subset(self.joiners, chosen, 1, self.most_picked)

    @pick.bar
    def pick_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        place = self.pick_at
        assert place is not None
        if block is None:
            return None if chosen else UNFIT()
        unable = not_present(self, place, block, "7.3.1", chosen)
        unable = unable or self._tired(place, chosen, block)
        unable = unable or out_of_order(chosen, block, "7.3.1")
        if unable:
            return unable
        fits = block in self.joiners and len(chosen) < self.most_picked
        return None if fits else PICK_TOO_MANY(there=place)

    @pick.hides
    def joining(self, world: Dealt) -> Pile:
        assert self.pick_at is not None
        return world.at(self.pick_at, self.side, MOVED)

    # -- how it is paid --

    @worked_out
    def need(self) -> Need:
        found = needs(
            self.s,
            self.plan,
            self.path,
            visit(self.path, self.drop_at),
            len(self.drop),
            visit(self.path, self.pick_at),
            len(self.pick),
        )
        assert found is not None, "a march that nothing can pay for"
        return found

    @lead.offer
    def next_leader(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        """7.3.4: a leader who is used must be declared."""
        if not self.need.groups:
            return NO_OFFER
        ways, n = self.need.declarations(), len(chosen)
        following = [way[n] for way in ways if len(way) > n and way[:n] == chosen]
        return Offer(tuple(dict.fromkeys(following)), chosen in ways, 0, 2)

    @lead.bar
    def leader_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """7.3.4: a leader is declared when the march needs one, and only then."""
        if block is None:
            return None if chosen in self.need.declarations() else LEADER_NEEDED()
        following = self.next_leader(chosen).choices
        if not following:
            return LEADER_UNNEEDED()
        return None if block in following else LEADER_ABSENT(block=block)

    @lead.hides
    def leaders(self, world: Dealt) -> Pile | None:
        """They stand where the march begins, or where they are taken up; marching or not."""
        if self.plan.grey:
            return None
        places = [self.start] if self.pick_at is None else [self.start, self.pick_at]
        return Pile([pair for place in places for pair in world.at(place, self.side).left])

    @worked_out
    def forced(self) -> bool:
        return self.need.forced(len(self.lead))

    @march.offer
    def cards(self) -> Sequence[Any]:
        """7.3.3: one card from the hand pays for a force march."""
        return tuple(dict.fromkeys(self.s.hand[self.side])) if self.forced else NONE

    @march.bar
    def card_barred(self, card: Card | None) -> Why | None:
        """7.3.3: a card is paid when the march needs it, and only then."""
        if card is None:
            return MARCH_NEEDED() if self.forced else None
        return not_held(self, card, "7.3.3") if self.forced else MARCH_UNNEEDED()

    # -- 11.7: tiles that go along --

    @pioneers.offer
    def numbers(self) -> Sequence[str | None]:
        if not self.s.pioneers or self.side != CHRISTIAN or self.plan.grey:
            return NONE
        most = tiles(self.s, self.plan, self.path[-1])
        return [None, *[str(n + 1) for n in range(most)]]

    @pioneers.bar
    def number_barred(self, number: str | None) -> Why | None:
        if number is None:
            return None
        most = 0
        if self.side == CHRISTIAN and not self.plan.grey:
            most = tiles(self.s, self.plan, self.path[-1])
        return None if int(number) <= most else TOO_MANY_TILES()

    # -- the deed --

    def do(self, c: Context) -> None:
        """7.3: move a stack, with what it drops and picks up, and see whom it overruns."""
        activate(self.s, self.start)
        self._declare(c)
        if self.plan.grey:
            self._march_grey(c)
        else:
            self._march(c)

    def _declare(self, c: Context) -> None:
        s, side = self.s, self.side
        if self.lead:
            for kind in self.lead:
                self._show_leader(kind)
            where, words = self.tokens(Move.start), self.tokens(Move.lead)
            c.tell(Declared(side=SEATS[side], place=where, leaders=words))
        if self.march is not None:
            put_away(s, side, (self.march,), "discard")
            c.tell(ForceMarched(side=SEATS[side], cards=(self.tokens(Move.march),)))

    def _show_leader(self, kind: Block) -> None:
        """A declared leader is known where it stands: at the origin, or where it is taken up."""
        s = self.s
        for place in (self.start, self.pick_at):
            if place is None:
                continue
            stack = s.stacks[2 * place + self.side]
            for e in stack:
                if e >> SHIFT == kind:
                    if not e & KNOWN:
                        shown = join(without(stack, (e,)), (e | KNOWN,))
                        s.stacks[2 * place + self.side] = shown
                    return

    def _march(self, c: Context) -> None:
        s, side = self.s, self.side
        group = _lift(s, self.start, side, self.blocks)
        if self.pioneers is not None:
            carry_pioneers(s, self.start, self.path[-1], int(self.pioneers))
        settle(s, c, self.start)
        self._tell(c)
        here, last = self.start, len(self.path)
        drop_at, pick_at = visit(self.path, self.drop_at), visit(self.path, self.pick_at)
        came_from: set[int] = {self.start}
        for step, there in enumerate(self.path, 1):
            road = segment(s, here, there) << 8
            s.used = s.used | {road | origin for origin in came_from}
            _arrive(s, c, side, there, here, group)
            if step < last:
                index = 2 * there + side
                s.stacks[index] = without(s.stacks[index], group)
                if step == drop_at:
                    group = _leave(s, side, there, group, self.drop)
                if step == pick_at:
                    group = join(group, _lift(s, there, side, self.pick))
                    came_from.add(there)
                settle(s, c, there)
            here = there

    def _tell(self, c: Context) -> None:
        words = self.filled(self.action)
        c.tell(
            Marched(
                side=SEATS[self.side],
                start=words["start"],
                path=words["path"],
                count=len(self.blocks),
                drop_at=words["drop_at"],
                dropped=len(self.drop),
                pick_at=words["pick_at"],
                picked=len(self.pick),
                marched=self.march is not None,
                pioneers=int(self.pioneers or 0),
                blocks=words["blocks"],
                drop=words["drop"],
                pick=words["pick"],
            )
        )

    def _march_grey(self, c: Context) -> None:
        """10.12.2: the grey army takes Muslim control away along its path."""
        s = self.s
        s.grey = with_flags(s.grey, MOVED)
        c.tell(
            Marched(
                side="grey",
                start=self.tokens(Move.start),
                path=self.tokens(Move.path),
                count=len(s.grey),
                marched=self.march is not None,
            ),
            rule="10.12.2",
        )
        here = self.start
        for there in self.path:
            s.used = s.used | {segment(s, here, there) << 8 | self.start}
            s.grey_at = there
            settle(s, c, here)
            if units(s, there, MUSLIM):
                s.entered = s.entered | {entry_road(CHRISTIAN, there, here)}
                if overruns(s, there, CHRISTIAN):
                    overrun(s, c, there, CHRISTIAN)
            else:
                settle(s, c, there)
            here = there


# -- carrying out a march ------------------------------------------------------------------------


def activate(s: State, place: int) -> None:
    """7.1, 7.3.1: activate a location; the moves from the one before are complete."""
    if place != s.origin:
        s.origin = place
        s.opened = (*s.opened, place)
        if s.left != ALL:
            s.left -= 1


def _lift(s: State, place: int, side: int, kinds: Sequence[int]) -> Entries:
    """Take blocks off a stack to march. Hidden partings make the rest unknown again."""
    index = 2 * place + side
    stack = s.stacks[index]
    if len(kinds) != len(stack):
        conceal(s, place, side)
        stack = s.stacks[index]
    group = take(stack, tuple(kinds), 0, MOVED)
    s.stacks[index] = without(stack, group)
    return with_flags(group, MOVED)


def _leave(s: State, side: int, place: int, group: Entries, kinds: Sequence[int]) -> Entries:
    """7.3.1: drop blocks on the way; nobody can tell which."""
    group = with_flags(group, 0, KNOWN)
    left = take(group, tuple(kinds))
    s.stacks[2 * place + side] = join(s.stacks[2 * place + side], left)
    return without(group, left)


def _arrive(s: State, c: Context, side: int, place: int, whence: int, group: Entries) -> None:
    """4.1, 7.3.2, 7.4: enter a place, overrun or meet the enemy there, or take it."""
    index = 2 * place + side
    s.stacks[index] = join(s.stacks[index], group)
    if units(s, place, 1 - side):
        s.entered = s.entered | {entry_road(side, place, whence)}
        if overruns(s, place, side):
            overrun(s, c, place, side)
    else:
        settle(s, c, place)
