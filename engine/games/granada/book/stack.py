"""Chapter 7.3: who marches, from where, and along which road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.book.control import besieged
from engine.games.granada.book.marching import (
    Plan,
    can_leave,
    free_leadership,
    grey_can_move,
    largest,
    leaders_at,
    main_for,
    mains,
    marchers,
    movable,
    origins,
    penalty,
    road_between,
    stops,
    within_reach,
)
from engine.games.granada.book.muster import NO_ACTIVATION_AT_ALL
from engine.games.granada.table.board import CHRISTIAN, GREY, Road
from engine.games.granada.table.flow import Plain
from engine.games.granada.table.orders import (
    BLOCK,
    NOT_THERE,
    PLACE,
    Block,
    Order,
    Place,
    not_present,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import MOVED, SHIFT, grey_here
from engine.orders import (
    NUMBER,
    REASON,
    REASONS,
    UNFIT,
    Bar,
    Offer,
    Why,
    counted,
    one,
    path,
    several,
    some,
    subset,
    worked_out,
)
from engine.orders.piles import Pile

NO_ACTIVATION = Bar("no_activation", "7.1", origin=PLACE)
ALREADY_LEFT = Bar("already_left", "7.3.1", place=PLACE)
NOBODY_THERE = Bar("nobody_there", "7.3.1", place=PLACE)
BESIEGED = Bar("besieged", "8.7.7", place=PLACE)
ALL_MOVED = Bar("all_moved", "7.3.1", place=PLACE)
HAS_MOVED = Bar("has_moved", "7.3.1", block=BLOCK, place=PLACE)
HAVE_MOVED = Bar("have_moved", "7.3.1", ready=several(BLOCK), place=PLACE)
STACK_TOO_LARGE = Bar("stack_too_large", "7.3.5", most=counted("block"), place=PLACE)
NOTHING_CHOSEN = Bar("nothing_chosen", "7.3")
GREY_TOGETHER = Bar("grey_together", "10.12.2")
GREY_TOO_SOON = Bar("grey_too_soon", "10.12.1")
GREY_HAS_MOVED = Bar("grey_has_moved", "7.3.1")
ROADS_USED = Bar("roads_used", "7.3.1", place=PLACE)
GUARD_STUCK = Bar("guard_stuck", "10.10", place=PLACE)
NO_ROAD = Bar("no_road", "4.7", here=PLACE, there=PLACE)
ROAD_USED = Bar("road_used", "7.3.1", origin=PLACE, here=PLACE, there=PLACE)
ENEMY_STOPS = Bar("enemy_stops", "7.3.2", here=PLACE)
GUARD_STRAYS = Bar("guard_strays", "10.10", there=PLACE)
_DISTANCE: Any = {
    "there": PLACE,
    "stack": counted("block"),
    "origin": PLACE,
    "far": counted("place"),
    "main": REASON,
    "bonuses": REASONS,
}
TOO_FAR = Bar("too_far", "7.3.3", **_DISTANCE)
TOO_FAR_LARGE = Bar("too_far_large", "7.3.5", **_DISTANCE, penalty=counted("place"))
BY_MAIN_ROADS = Bar("+main", far=NUMBER)
LEADERSHIP = Bar("+leadership")
FORCE_MARCH = Bar("+card")
NO_BONUS = Bar("+no_bonus")


class Stack(Order[Plain]):
    """A stack that is told to march."""

    start = one(PLACE, name="from", rule="7.3.1", words="where they start")
    blocks = some(BLOCK, rule="7.3.5", words="who marches")
    path = path(PLACE, mark=">", rule="7.3.3", words="the road, place by place")

    # -- where they start --

    @start.offer
    def starts(self) -> Sequence[Any]:
        return origins(self.s, self.side)

    @start.bar
    def start_barred(self, place: Place) -> Why | None:
        """7.1, 7.3.1, 8.7.7: why nobody marches from there."""
        s = self.s
        if not s.stacks[2 * place + self.side] and not self._grey_is_at(place):
            return NOBODY_THERE(place=place)
        if besieged(s, place, self.side):
            return BESIEGED(place=place)
        if place != s.origin and not s.left:
            return NO_ACTIVATION_AT_ALL() if s.origin < 0 else NO_ACTIVATION(origin=s.origin)
        if place != s.origin and place in s.opened:
            return ALREADY_LEFT(place=place)
        return None if can_leave(s, place, self.side) else self._nobody_ready(place)

    def _nobody_ready(self, place: Place) -> Why:
        kinds = movable(self.s, place, self.side)
        if not kinds:
            waits = self._grey_waits() if self._grey_is_at(place) else None
            return waits or ALL_MOVED(place=place)
        if all(self._guard(k) for k in kinds):
            return GUARD_STUCK(place=place)
        return ROADS_USED(place=place)

    def _guard(self, kind: int) -> bool:
        return self.s.board.kinds[kind].special == "guard"

    def _grey_is_at(self, place: Place) -> bool:
        return self.side == CHRISTIAN and grey_here(self.s, place)

    def _grey_waits(self) -> Why | None:
        """10.12.2, G53: why the grey army cannot march."""
        if self.s.turn < self.s.grey_from:
            return GREY_TOO_SOON()
        if self.s.grey and self.s.grey[0] & MOVED:
            return GREY_HAS_MOVED()
        return None

    # -- who marches --

    @worked_out
    def most(self) -> int:
        return largest(self.s, self.start, self.side)

    @worked_out
    def ready(self) -> tuple[Any, ...]:
        return marchers(self.s, self.start, self.side, self.most)

    @worked_out
    def grey(self) -> tuple[Any, ...]:
        """The grey army, if it can march from here."""
        if not grey_can_move(self.s, self.start, self.side):
            return ()
        return tuple(e >> SHIFT for e in self.s.grey)

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        grey = self.grey
        if chosen and grey and chosen[0] == grey[0]:
            n = len(chosen)
            return Offer(grey[n : n + 1], chosen == grey, len(grey), len(grey), "10.12.2")
        offer = subset(self.ready, chosen, 1, self.most)
        if grey and not chosen:
            offer.choices += grey[:1]
        return offer

    @blocks.bar
    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """7.3.1, 7.3.5, 10.12.2: why a block cannot be in the stack."""
        kinds = self.s.board.kinds
        grey_first = bool(chosen) and kinds[chosen[0]].side == GREY
        if block is None:
            if grey_first:
                return None if chosen == self.grey else GREY_TOGETHER()
            return None if chosen else NOTHING_CHOSEN()
        if grey_first or kinds[block].side == GREY:
            return self._grey_barred(chosen, block)
        unable = not_present(self, self.start, block, "7.3.1", chosen)
        unable = unable or self._tired(self.start, chosen, block)
        if unable:
            return unable
        if len(chosen) >= self.most:
            return STACK_TOO_LARGE(most=self.most, place=self.start)
        late = out_of_order(chosen, block, "7.3")
        return late or (None if block in self.ready else GUARD_STUCK(place=self.start))

    def _grey_barred(self, chosen: tuple[Block, ...], block: Block) -> Why | None:
        """10.12.2: the grey army moves together and with nobody else."""
        if not self._grey_is_at(self.start):
            return NOT_THERE("10.12.2", block=block, place=self.start)
        if waits := self._grey_waits():
            return waits
        with_it = (*chosen, block)
        return None if self.grey[: len(with_it)] == with_it else GREY_TOGETHER()

    def _tired(self, place: Place, chosen: tuple[Block, ...], block: Block) -> Why | None:
        """7.3.1: a block moves once a turn."""
        ready = movable(self.s, place, self.side).count(block)
        if not ready:
            return HAS_MOVED(block=block, place=place)
        if chosen.count(block) >= ready:
            return HAVE_MOVED(ready=(block,) * ready, place=place)
        return None

    @blocks.hides
    def marching(self, world: Dealt) -> Pile | None:
        return None if self.plan.grey else world.at(self.start, self.side, MOVED)

    # -- the road --

    @worked_out
    def plan(self) -> Plan:
        return Plan(self.s, self.side, self.start, self.blocks)

    @path.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        """7.3.3: each next place within the farthest distance that could still be paid for."""
        s, plan, steps = self.s, self.plan, len(chosen)
        here = chosen[-1] if chosen else self.start
        found = []
        if not chosen or not stops(s, here, self.side, plan.size):
            all_main = mains(s, plan.origin, chosen, plan.roads_as)
            for road in s.board.roads[here]:
                if road.segment << 8 | plan.origin in s.used:
                    continue
                if plan.guarded and road.to not in s.board.guard_land:
                    continue
                if within_reach(plan, steps, all_main, road):
                    found.append(road.to)
        return Offer(tuple(found), steps > 0, 1, 4)

    @path.bar
    def place_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        """7.3.1 to 7.3.5: why the march cannot go there next."""
        if there is None:
            return None if chosen else UNFIT()
        s, plan, origin = self.s, self.plan, self.start
        here = chosen[-1] if chosen else origin
        road = road_between(s, here, there)
        if road is None:
            return NO_ROAD(here=here, there=there)
        if chosen and stops(s, here, self.side, plan.size):
            return ENEMY_STOPS(here=here)
        if road.segment << 8 | origin in s.used:
            return ROAD_USED(origin=origin, here=here, there=there)
        if plan.guarded and there not in s.board.guard_land:
            return GUARD_STRAYS(there=there)
        return self._too_far(chosen, road)

    def _too_far(self, chosen: tuple[Place, ...], road: Road) -> Why | None:
        """7.3.3, 7.3.5: how far this stack can go, and why no further."""
        s, plan = self.s, self.plan
        all_main = mains(s, plan.origin, chosen, plan.roads_as)
        if within_reach(plan, len(chosen), all_main, road):
            return None
        main = None
        if any(main_for(r, plan.roads_as) for r in s.board.roads[plan.origin]):
            main = BY_MAIN_ROADS(far=max(0, plan.far + 1))
        led = free_leadership(s, plan.origin, self.side)
        led = led or bool(leaders_at(s, plan.origin, self.side, plan.grey))
        bonuses = [LEADERSHIP()] if led else []
        bonuses += [FORCE_MARCH()] if s.hand[self.side] else []
        facts: dict[str, Any] = {
            "there": road.to,
            "stack": plan.size,
            "origin": plan.origin,
            "far": max(0, plan.far),
            "main": main,
            "bonuses": bonuses or [NO_BONUS()],
        }
        cost = penalty(plan.size)
        return TOO_FAR_LARGE(**facts, penalty=cost) if cost else TOO_FAR(**facts)
