"""Chapter 7.3: who may march, how far, and what a march must be given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.games.granada.book.control import besieged
from engine.games.granada.book.elimination import overruns
from engine.games.granada.table.board import CHRISTIAN, GREY, HYBRID, MAIN, MUSLIM, Road
from engine.games.granada.table.state import MOVED, SHIFT, State, units

ALL = 255  # a number of moves that never runs out (7.1)
TILES = 2  # Pioneers tiles that can go on a stack (11.7)

Places = tuple[int, ...]
Kinds = tuple[int, ...]  # of blocks, with repeats


# -- 7.3.1: who may march ------------------------------------------------------------------------


def origins(s: State, side: int) -> list[int]:
    """7.1, 7.3.1: the places from which a stack can still march somewhere."""
    if not s.left:
        return [s.origin] if s.origin >= 0 and can_leave(s, s.origin, side) else []
    found = []
    for p, stack in enumerate(s.stacks[side::2]):
        if (
            (stack or (side == CHRISTIAN and s.grey_at == p))
            and (p == s.origin or p not in s.opened)
            and can_leave(s, p, side)
        ):
            found.append(p)
    return found


def any_origin(s: State, side: int) -> bool:
    """Whether there is a place to march from; the list itself is made only when it is wanted."""
    if not s.left:
        return s.origin >= 0 and can_leave(s, s.origin, side)
    for p, stack in enumerate(s.stacks[side::2]):
        if stack and (p == s.origin or p not in s.opened) and can_leave(s, p, side):
            return True
    return bool(origins(s, side))


def can_leave(s: State, place: int, side: int) -> bool:
    """Whether one block at least can march: a single block goes along any road that is free."""
    if besieged(s, place, side):
        return False
    used = s.used
    kinds = s.board.kinds
    for e in s.stacks[2 * place + side]:
        if e & MOVED:
            continue
        guard = kinds[e >> SHIFT].special == "guard"
        for road in s.board.roads[place]:
            if road.segment << 8 | place not in used and (
                not guard or road.to in s.board.guard_land
            ):
                return True
    return grey_can_move(s, place, side)


def movable(s: State, place: int, side: int) -> Kinds:
    """The kinds, with repeats, of the blocks that have not moved this turn."""
    return tuple([e >> SHIFT for e in s.stacks[2 * place + side] if not e & MOVED])


def grey_can_move(s: State, place: int, side: int) -> bool:
    """10.12.2, G53: the grey army, from the turn after the capture on."""
    if side != CHRISTIAN or s.grey_at != place or not s.grey or s.grey[0] & MOVED:
        return False
    return s.turn >= s.grey_from and bool(
        _ways_out(s, place, GREY, reach(s, place, side, len(s.grey), True))
    )


def marchers(s: State, place: int, side: int, most: int) -> Kinds:
    """7.3.1: who can leave a place in a stack of `most` blocks; the Guard not always (10.10)."""
    kinds = movable(s, place, side)
    land = s.board.guard_land
    if side != MUSLIM or land.issuperset(s.board.adjacent[place]):
        return kinds
    for road in _ways_out(s, place, side, reach(s, place, side, most)):
        if road.to in land:
            return kinds
    return without_guards(s, kinds)


def without_guards(s: State, kinds: Kinds) -> Kinds:
    return tuple(k for k in kinds if s.board.kinds[k].special != "guard")


# -- 7.3.3 to 7.3.5: how far ---------------------------------------------------------------------


def penalty(size: int) -> int:
    """7.3.5: one place fewer from the 6th, the 9th and the 12th block on."""
    return (size > 5) + (size > 8) + (size > 11)


def free_leadership(s: State, place: int, side: int) -> bool:
    """7.3.4, 4.6: one's own capital, or a castle aligned to and controlled by the player (G13)."""
    board = s.board
    if board.castle[place] and board.territory[place] == side and s.castle[place] == side:
        return True
    return board.capital[place] == side and s.control[place] == side


def leaders_at(s: State, place: int, side: int, grey: bool = False) -> Kinds:
    kinds = s.board.kinds
    stack = s.grey if grey else s.stacks[2 * place + side]
    return tuple(dict.fromkeys([e >> SHIFT for e in stack if kinds[e >> SHIFT].leader]))


def reach(s: State, place: int, side: int, size: int, grey: bool = False) -> int:
    """How far a stack of this size could go at most, but for the bonus of main roads."""
    led = free_leadership(s, place, side) or bool(leaders_at(s, place, side, grey))
    return 1 + led + bool(s.hand[side]) - penalty(size)


def main_for(road: Road, roads_as: int) -> bool:
    """4.7: red roads for all, red-black ones for Muslims and grey blocks only."""
    return road.type == MAIN or (road.type == HYBRID and roads_as != CHRISTIAN)


def _ways_out(s: State, place: int, roads_as: int, far: int) -> list[Road]:
    """7.3.1: the roads a stack may take first, no block of its origin having used them."""
    return [
        road
        for road in s.board.roads[place]
        if road.segment << 8 | place not in s.used and far + main_for(road, roads_as) > 0
    ]


def largest(s: State, place: int, side: int) -> int:
    """The largest stack of white or black blocks that can leave a place; 0 if none can."""
    size = len(movable(s, place, side))
    if not size:
        return 0
    bonus = reach(s, place, side, 0)  # before the size counts
    best = -1
    for road in s.board.roads[place]:
        if road.segment << 8 | place not in s.used:
            best = max(best, bonus + main_for(road, side))
    while size and best - penalty(size) <= 0:
        size -= 1
    return size


class Plan:
    """A stack about to march."""

    __slots__ = ("far", "grey", "guarded", "kinds", "origin", "roads_as", "side", "size")

    def __init__(self, s: State, side: int, origin: int, kinds: Kinds) -> None:
        known = s.board.kinds
        self.side = side
        self.origin = origin
        self.kinds = kinds
        self.size = len(kinds)
        self.grey = known[kinds[0]].side == GREY
        self.roads_as = GREY if self.grey else side
        self.guarded = side == MUSLIM and any(known[k].special == "guard" for k in kinds)
        self.far = reach(s, origin, side, self.size, self.grey)


def road_between(s: State, a: int, b: int) -> Road | None:
    for road in s.board.roads[a]:
        if road.to == b:
            return road
    return None


def _road(s: State, a: int, b: int) -> Road:
    road = road_between(s, a, b)
    assert road is not None, "no such road"
    return road


def segment(s: State, a: int, b: int) -> int:
    """The number of the road between two neighbours."""
    return _road(s, a, b).segment


def mains(s: State, origin: int, path: Sequence[int], roads_as: int) -> bool:
    """Whether a path keeps to main roads."""
    here = origin
    for there in path:
        if not main_for(_road(s, here, there), roads_as):
            return False
        here = there
    return True


def stops(s: State, place: int, side: int, arriving: int) -> bool:
    """7.3.2: enemies stop a march unless they can be overrun."""
    return units(s, place, 1 - side) > 0 and not overruns(s, place, side, arriving)


def within_reach(plan: Plan, steps: int, all_main: bool, road: Road) -> bool:
    """7.3.3: whether one road more could be paid for; a place more along main roads only."""
    return steps < plan.far + (all_main and main_for(road, plan.roads_as))


# -- 7.3.1: leaving and joining on the way -------------------------------------------------------


def between(path: Places) -> Places:
    """The places that a march passes through before its last."""
    return tuple(dict.fromkeys(path[:-1]))


def visit(path: Places, place: int | None) -> int:
    """The step, counted from 1, at which a path first reaches a place; 0 for none."""
    return path.index(place) + 1 if place is not None else 0


def _passes(
    s: State, plan: Plan, path: Places, drop_at: int, dropped: int, pick_at: int, picked: int
) -> bool:
    """Whether the stack, as it grows and shrinks, still overruns all who stand in its way."""
    size = plan.size
    for number, place in enumerate(path[:-1], 1):
        # arriving blocks all count for the overrun; leaving and joining comes after it
        if stops(s, place, plan.side, size):
            return False
        if number == drop_at:
            size -= dropped
        if number == pick_at:
            size += picked
    return True


def most_left(s: State, plan: Plan, path: Places, drop_at: int) -> int:
    """How many blocks at most can be left at a step of the path, 1 at least."""
    most = plan.size - 1
    while most > 1 and needs(s, plan, path, drop_at, most) is None:
        most -= 1
    return most


def joiners(s: State, plan: Plan, path: Places, pick_at: int) -> Kinds:
    """7.3.1, G11: who could be taken up at a step: those who have not moved and may go on."""
    kinds = movable(s, path[pick_at - 1], plan.side)
    if all(p in s.board.guard_land for p in path[pick_at:]):
        return kinds
    return without_guards(s, kinds)


def most_joining(
    s: State, plan: Plan, path: Places, drop_at: int, dropped: int, pick_at: int
) -> int:
    """How many blocks at most can be taken up at a step of the path, 0 for none."""
    place = path[pick_at - 1]
    if place == plan.origin or besieged(s, place, plan.side):
        return 0
    most = len(joiners(s, plan, path, pick_at))
    while most and needs(s, plan, path, drop_at, dropped, pick_at, most) is None:
        most -= 1
    return most


# -- what a march must be given ------------------------------------------------------------------


class Need:
    """What a march must still be given: leaders to declare, and a card for a force march."""

    __slots__ = ("groups", "march", "may_march")

    def __init__(self) -> None:
        self.groups: list[Kinds] = []  # leaders of whom one must be declared
        self.march = False
        self.may_march = False  # either a leader or a march will do

    def declarations(self) -> tuple[Kinds, ...]:
        """7.3.4: every way to declare the leaders who are used."""
        return _declarations(tuple(self.groups), self.may_march)

    def forced(self, declared: int) -> bool:
        """7.3.3: whether a card must be paid when so many leaders are declared."""
        return self.march or (self.may_march and declared < len(self.groups))


def needs(
    s: State,
    plan: Plan,
    path: Places,
    drop_at: int,
    dropped: int,
    pick_at: int = 0,
    picked: int = 0,
) -> Need | None:
    """7.3.3 to 7.3.5: what the march lacks; None if nothing can pay for it.

    A force march covers only those who begin and end together (G11): not the dropped, not the
    taken up. The size that counts is the largest group in which a block travelled.
    """
    if not _passes(s, plan, path, drop_at, dropped, pick_at, picked):
        return None
    need = Need()
    joined = plan.size - (dropped if 0 < drop_at <= pick_at else 0) + picked
    biggest = max(plan.size, joined if pick_at else 0)
    lacking = len(path) - 1 - mains(s, plan.origin, path, plan.roads_as) + penalty(biggest)
    if dropped:
        # the dropped walk without a force march
        short = path[:drop_at]
        group = plan.size if not 0 < pick_at < drop_at else biggest
        lack = drop_at - 1 - mains(s, plan.origin, short, plan.roads_as) + penalty(group)
        if lack > 1 or (lack == 1 and not _ask_lead(s, plan, need)):
            return None
        lacking = max(lacking, lack) if lack > 0 else lacking
    if pick_at and not _needs_of_picked(s, plan, path, pick_at, joined, need):
        return None
    return _pay(s, plan, lacking, need)


def _ask_lead(s: State, plan: Plan, need: Need) -> bool:
    """Make leadership at the origin a need; False if there is none."""
    if free_leadership(s, plan.origin, plan.side):
        return True
    leaders = leaders_at(s, plan.origin, plan.side, plan.grey)
    if leaders and leaders not in need.groups:
        need.groups.append(leaders)
    return bool(leaders)


def _needs_of_picked(
    s: State, plan: Plan, path: Places, pick_at: int, joined: int, need: Need
) -> bool:
    """The taken up count their own distance, roads and leadership from where they stood."""
    place = path[pick_at - 1]
    rest = path[pick_at:]
    roads = zip((place, *rest), rest, strict=False)
    if any(segment(s, a, b) << 8 | place in s.used for a, b in roads):
        return False
    lack = len(rest) - 1 - mains(s, place, rest, plan.side) + penalty(joined)
    if lack <= 0 or (lack == 1 and free_leadership(s, place, plan.side)):
        return True
    leaders = leaders_at(s, place, plan.side)
    if lack > 1 or not leaders:
        return False
    need.groups.append(leaders)
    return True


def _pay(s: State, plan: Plan, lacking: int, need: Need) -> Need | None:
    led = bool(need.groups) and need.groups[0] == leaders_at(s, plan.origin, plan.side, plan.grey)
    if led or free_leadership(s, plan.origin, plan.side):
        lacking -= 1
    if lacking <= 0:
        return need
    leaders = (
        ()
        if led or free_leadership(s, plan.origin, plan.side)
        else leaders_at(s, plan.origin, plan.side, plan.grey)
    )
    card = bool(s.hand[plan.side])
    if lacking == 1:
        if leaders and card:
            need.groups.insert(0, leaders)
            need.may_march = True
        elif leaders:
            need.groups.insert(0, leaders)
        elif card:
            need.march = True
        else:
            return None
        return need
    if lacking == 2 and leaders and card:
        need.groups.insert(0, leaders)
        need.march = True
        return need
    return None


@lru_cache(maxsize=512)
def _declarations(groups: tuple[Kinds, ...], optional: bool) -> tuple[Kinds, ...]:
    """Every way to declare one leader of each group, the first group left out if optional."""
    found: set[Kinds] = {()}
    for i, group in enumerate(groups):
        chosen = {tuple(sorted((*combo, k))) for combo in found for k in group}
        found = found | chosen if i == 0 and optional else chosen
    return tuple(sorted(found))


def tiles(s: State, plan: Plan, goal: int) -> int:
    """11.7: how many tiles can go along to the last place, two at most on a stack there."""
    waiting = s.pioneers.count(plan.origin << 1)
    room = TILES - sum(1 for tile in s.pioneers if tile >> 1 == goal)
    return max(0, min(waiting, room))
