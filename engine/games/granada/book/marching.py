"""Chapters 7.3 and 7.4: how far a stack may march, its tree, the march itself and overruns."""

from __future__ import annotations

from functools import lru_cache

from engine.core import Action, Level, Value
from engine.games.granada.book.cards import cards_of, put_away
from engine.games.granada.book.control import (
    besieged,
    carry_pioneers,
    conceal,
    overrun,
    overruns,
    settle,
)
from engine.games.granada.table.board import CHRISTIAN, HYBRID, MAIN, MUSLIM, SEATS, Road
from engine.games.granada.table.flow import EMPTY, NOTHING, Context, one, subset
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

ALL = 255  # a number of moves that never runs out (7.1)
TILES = 2  # Pioneers tiles that can go on a stack (11.7)
GREY_MOVES = 2  # as `side` where roads are judged: grey blocks march as black ones do


# -- 7.3: who may march, and how far -------------------------------------------------------------


def origins(s: State, side: int) -> list[int]:
    """7.1, 7.3.1: the places from which a stack can still march somewhere."""
    if not s.left:
        return [s.origin] if s.origin >= 0 and _can_leave(s, s.origin, side) else []
    found = []
    for p, stack in enumerate(s.stacks[side::2]):
        if (
            (stack or (side == CHRISTIAN and s.grey_at == p))
            and (p == s.origin or p not in s.opened)
            and _can_leave(s, p, side)
        ):
            found.append(p)
    return found


def any_origin(s: State, side: int) -> bool:
    """Whether there is a place to march from; the list itself is made only when it is wanted."""
    if not s.left:
        return s.origin >= 0 and _can_leave(s, s.origin, side)
    for p, stack in enumerate(s.stacks[side::2]):
        if stack and (p == s.origin or p not in s.opened) and _can_leave(s, p, side):
            return True
    return bool(origins(s, side))


def _can_leave(s: State, place: int, side: int) -> bool:
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
    return _grey_can_move(s, place, side)


def movable(s: State, place: int, side: int) -> tuple[int, ...]:
    """The kinds, with repeats, of the blocks that have not moved this turn."""
    return tuple(e >> SHIFT for e in s.stacks[2 * place + side] if not e & MOVED)


def _grey_can_move(s: State, place: int, side: int) -> bool:
    """10.12.2, G53: the grey army, from the turn after the capture on."""
    if side != CHRISTIAN or s.grey_at != place or not s.grey or s.grey[0] & MOVED:
        return False
    return s.turn >= s.grey_from and bool(
        _steps(s, place, place, GREY_MOVES, reach(s, place, side, len(s.grey), True))
    )


def penalty(size: int) -> int:
    """7.3.5: one place fewer from the 6th, the 9th and the 12th block on."""
    return (size > 5) + (size > 8) + (size > 11)


def free_leadership(s: State, place: int, side: int) -> bool:
    """7.3.4, 4.6: one's own capital, or a castle aligned to and controlled by the player (G13)."""
    board = s.board
    if board.castle[place] and board.territory[place] == side and s.castle[place] == side:
        return True
    return board.capital[place] == side and s.control[place] == side


def leaders_at(s: State, place: int, side: int, grey: bool = False) -> tuple[int, ...]:
    kinds = s.board.kinds
    stack = s.grey if grey else s.stacks[2 * place + side]
    return tuple(dict.fromkeys(e >> SHIFT for e in stack if kinds[e >> SHIFT].leader))


def reach(s: State, place: int, side: int, size: int, grey: bool = False) -> int:
    """How far a stack of this size could go at most, but for the bonus of main roads."""
    led = free_leadership(s, place, side) or bool(leaders_at(s, place, side, grey))
    return 1 + led + bool(s.hand[side]) - penalty(size)


def main_for(road: Road, side: int) -> bool:
    """4.7: red roads for all, red-black ones for Muslims and grey blocks only."""
    return road.type == MAIN or (road.type == HYBRID and side != CHRISTIAN)


def _steps(s: State, origin: int, place: int, roads_as: int, distance: int) -> list[Road]:
    """7.3.1: the roads a stack from `origin` may take first, no block of its origin before it."""
    return [
        road
        for road in s.board.roads[place]
        if road.segment << 8 | origin not in s.used and distance + main_for(road, roads_as) > 0
    ]


def largest(s: State, place: int, side: int) -> int:
    """The largest stack of white or black blocks that can leave a place; 0 if none can."""
    kinds = movable(s, place, side)
    size = len(kinds)
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


# -- the tree of a march -------------------------------------------------------------------------


def move_level(s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...]) -> Level:
    """The tree of a march: from, blocks, path, what is left, what is taken up, how it is paid."""
    filled = len(prefix) - 1
    if filled == 0:
        return one([s.board.places[p] for p in _known_origins(s, side)], "7.3.1")
    if filled == 1:
        return _blocks_level(s, side, s.board.place[prefix[1]], partial)
    if filled in (3, 5) and len(prefix[3]) < 2:
        return NOTHING
    if filled in (4, 6) and prefix[filled] is None:
        return EMPTY
    plan = _plan(s, side, prefix)
    if filled == 2:
        return _path_level(s, plan, partial)
    path = tuple([s.board.place[t] for t in prefix[3]])
    if filled == 3:
        return _drop_at_level(s, plan, path)
    if filled == 4:
        return _drop_level(s, plan, path, prefix[4], partial)
    drop_at = _visit(s, path, prefix[4])
    if filled == 5:
        return _pick_at_level(s, plan, path, drop_at, len(prefix[5]))
    if filled == 6:
        return _pick_level(s, plan, path, drop_at, len(prefix[5]), prefix[6], partial)
    key = ("need", prefix[:8])
    if key not in s.memo:
        s.memo[key] = _needs(
            s, plan, path, drop_at, len(prefix[5]), _visit(s, path, prefix[6]), prefix[7]
        )
    need = s.memo[key]
    if filled == 7:
        return _lead_level(s, plan, need, partial)
    if filled == 8:
        return _march_level(s, side, need, len(prefix[8]))
    return _pioneers_level(s, plan, path[-1])


def _known_origins(s: State, side: int) -> list[int]:
    key = ("origins", side)
    if key not in s.memo:
        s.memo[key] = origins(s, side)
    found: list[int] = s.memo[key]
    return found


class Plan:
    """A stack about to march."""

    __slots__ = ("far", "grey", "guarded", "kinds", "origin", "roads_as", "side", "size")

    def __init__(self, s: State, side: int, origin: int, words: tuple[str, ...]) -> None:
        self.side = side
        self.origin = origin
        self.kinds = tuple(s.board.kind[w] for w in words)
        self.size = len(words)
        self.grey = s.board.kinds[self.kinds[0]].side == 2
        self.roads_as = GREY_MOVES if self.grey else side
        self.guarded = side == MUSLIM and any(
            s.board.kinds[k].special == "guard" for k in self.kinds
        )
        self.far = reach(s, origin, side, self.size, self.grey)


def _plan(s: State, side: int, prefix: tuple[Value, ...]) -> Plan:
    key = ("plan", prefix[1], prefix[2])
    found: Plan | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = Plan(s, side, s.board.place[prefix[1]], prefix[2])
    return found


def _blocks_level(s: State, side: int, place: int, partial: tuple[Value, ...]) -> Level:
    kinds, most, grey = _pool(s, side, place)
    if partial and grey and partial[0] == grey[0]:
        # 10.12.2: the grey army moves together and with nobody else
        following = grey[len(partial) : len(partial) + 1]
        return Level(following, "set", partial == grey, len(grey), len(grey), "10.12.2")
    level = subset(kinds, s.board.kind_tokens, partial, 1, most, "7.3.5")
    if not partial and grey:
        return level.offering(level.choices + grey[:1])
    return level


def _pool(s: State, side: int, place: int) -> tuple[tuple[int, ...], int, tuple[str, ...]]:
    """Who can march from a place, how many of them together, and the grey army if it can."""
    key = ("pool", place)
    if key not in s.memo:
        kinds, most = movable(s, place, side), largest(s, place, side)
        if side == MUSLIM and not s.board.guard_land.issuperset(s.board.adjacent[place]):
            kinds = _without_stuck_guards(s, place, kinds, most)
        names = s.board.kind_tokens
        grey: tuple[str, ...] = ()
        if side == CHRISTIAN and _grey_can_move(s, place, side):
            grey = tuple(names[e >> SHIFT] for e in s.grey)
        s.memo[key] = (kinds, most, grey)
    found: tuple[tuple[int, ...], int, tuple[str, ...]] = s.memo[key]
    return found


def _without_stuck_guards(
    s: State, place: int, kinds: tuple[int, ...], most: int
) -> tuple[int, ...]:
    """10.10: the Palace Guard only goes where it may stay, if there is such a road at all."""
    side = MUSLIM
    land = s.board.guard_land
    for road in _steps(s, place, place, side, reach(s, place, side, most)):
        if road.to in land:
            return kinds
    return tuple(k for k in kinds if s.board.kinds[k].special != "guard")


def _stops(s: State, place: int, side: int, arriving: int) -> bool:
    """7.3.2: enemies stop a march unless they can be overrun."""
    return units(s, place, 1 - side) > 0 and not overruns(s, place, side, arriving)


def _path_level(s: State, plan: Plan, partial: tuple[Value, ...]) -> Level:
    """7.3.3: each next place within the farthest distance that could still be paid for."""
    board = s.board
    far = plan.far
    here = plan.origin
    all_main = True
    for token in partial:
        there = board.place[token]
        road = _road(s, here, there)
        all_main = all_main and main_for(road, plan.roads_as)
        here = there
    steps = len(partial)
    found = []
    if not partial or not _stops(s, here, plan.side, plan.size):
        for road in _steps(s, plan.origin, here, plan.roads_as, far - steps + all_main):
            if steps + 1 > far + (all_main and main_for(road, plan.roads_as)):
                continue
            if plan.guarded and road.to not in board.guard_land:
                continue
            found.append(board.places[road.to])
    return Level(tuple(found), "path", steps > 0, 1, 4, "7.3.3")


def _road(s: State, a: int, b: int) -> Road:
    for road in s.board.roads[a]:
        if road.to == b:
            return road
    raise AssertionError("no such road")


def _visit(s: State, path: tuple[int, ...], token: Value) -> int:
    """The step, counted from 1, at which a path first reaches a place; 0 for none."""
    return path.index(s.board.place[token]) + 1 if token is not None else 0


def _mains(s: State, origin: int, path: tuple[int, ...], roads_as: int) -> bool:
    return all(
        main_for(_road(s, a, b), roads_as) for a, b in zip((origin, *path), path, strict=False)
    )


def _passes(
    s: State,
    plan: Plan,
    path: tuple[int, ...],
    drop_at: int,
    dropped: int,
    pick_at: int = 0,
    picked: int = 0,
) -> bool:
    """Whether the stack, as it grows and shrinks, still overruns all who stand in its way."""
    size = plan.size
    for step_number, place in enumerate(path[:-1], 1):
        # arriving blocks all count for the overrun; leaving and joining comes after it
        if _stops(s, place, plan.side, size):
            return False
        if step_number == drop_at:
            size -= dropped
        if step_number == pick_at:
            size += picked
    return True


def _intermediate(path: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(p for i, p in enumerate(path[:-1]) if p not in path[:i]))


def _drop_at_level(s: State, plan: Plan, path: tuple[int, ...]) -> Level:
    """7.3.1: one drop-off on the way. The grey army stays together."""
    if plan.grey or plan.size < 2 or len(path) < 2:
        return NOTHING
    found = [
        s.board.places[place]
        for place in _intermediate(path)
        if _needs(s, plan, path, path.index(place) + 1, 1, 0, 0) is not None
    ]
    return one([None, *found], "7.3.1")


def _drop_level(
    s: State, plan: Plan, path: tuple[int, ...], token: Value, partial: tuple[Value, ...]
) -> Level:
    if token is None:
        return EMPTY
    at = _visit(s, path, token)
    most = plan.size - 1
    while most > 1 and _needs(s, plan, path, at, most, 0, 0) is None:
        most -= 1
    return subset(plan.kinds, s.board.kind_tokens, partial, 1, most, "7.3.1")


def _pick_at_level(
    s: State, plan: Plan, path: tuple[int, ...], drop_at: int, dropped: int
) -> Level:
    """7.3.1: one pick-up on the way, of blocks that have not moved (G11)."""
    if plan.grey or len(path) < 2:
        return NOTHING
    found = [
        s.board.places[place]
        for place in _intermediate(path)
        if _pickable(s, plan, path, drop_at, dropped, path.index(place) + 1)
    ]
    return one([None, *found], "7.3.1")


def _pickable(
    s: State, plan: Plan, path: tuple[int, ...], drop_at: int, dropped: int, at: int
) -> int:
    """How many blocks at most can be taken up at a step of the path, 0 for none."""
    place = path[at - 1]
    if place == plan.origin or besieged(s, place, plan.side):
        return 0
    kinds = movable(s, place, plan.side)
    if any(p not in s.board.guard_land for p in path[at:]):
        kinds = tuple(k for k in kinds if s.board.kinds[k].special != "guard")
    most = len(kinds)
    while most and _needs(s, plan, path, drop_at, dropped, at, most) is None:
        most -= 1
    return most


def _pick_level(
    s: State,
    plan: Plan,
    path: tuple[int, ...],
    drop_at: int,
    dropped: int,
    token: Value,
    partial: tuple[Value, ...],
) -> Level:
    if token is None:
        return EMPTY
    at = _visit(s, path, token)
    most = _pickable(s, plan, path, drop_at, dropped, at)
    kinds = movable(s, path[at - 1], plan.side)
    if any(p not in s.board.guard_land for p in path[at:]):
        kinds = tuple(k for k in kinds if s.board.kinds[k].special != "guard")
    return subset(kinds, s.board.kind_tokens, partial, 1, most, "7.3.1")


# -- what a march must be given ------------------------------------------------------------------


class Need:
    """What a march must still be given: leaders to declare, and a card for a force march."""

    __slots__ = ("groups", "march", "may_march")

    def __init__(self) -> None:
        self.groups: list[tuple[int, ...]] = []  # leaders of whom one must be declared
        self.march = False
        self.may_march = False  # either a leader or a march will do


def _needs(
    s: State,
    plan: Plan,
    path: tuple[int, ...],
    drop_at: int,
    dropped: int,
    pick_at: int,
    picked: Value,
) -> Need | None:
    """7.3.3 to 7.3.5: what the march lacks; None if nothing can pay for it.

    A force march covers only those who begin and end together (G11): not the dropped, not the
    taken up. The size that counts is the largest group in which a block travelled.
    """
    picked_size = picked if isinstance(picked, int) else len(picked or ())
    if not _passes(s, plan, path, drop_at, dropped, pick_at, picked_size):
        return None
    need = Need()
    joined = plan.size - (dropped if 0 < drop_at < pick_at else 0) + picked_size
    if drop_at == pick_at and drop_at:
        joined = plan.size - dropped + picked_size
    biggest = max(plan.size, joined if pick_at else 0)
    lacking = len(path) - 1 - _mains(s, plan.origin, path, plan.roads_as) + penalty(biggest)
    if dropped:
        # the dropped walk without a force march
        short = path[:drop_at]
        group = plan.size if not 0 < pick_at < drop_at else biggest
        lack = drop_at - 1 - _mains(s, plan.origin, short, plan.roads_as) + penalty(group)
        if lack > 1 or (lack == 1 and not _ask_lead(s, plan, need)):
            return None
        lacking = max(lacking, lack) if lack > 0 else lacking
        if lack > 0:
            lacking = max(lacking, 1)
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
    s: State, plan: Plan, path: tuple[int, ...], pick_at: int, joined: int, need: Need
) -> bool:
    """The taken up count their own distance, roads and leadership from where they stood."""
    place = path[pick_at - 1]
    rest = path[pick_at:]
    if any(
        _road(s, a, b).segment << 8 | place in s.used
        for a, b in zip((place, *rest), rest, strict=False)
    ):
        return False
    lack = len(rest) - 1 - _mains(s, place, rest, plan.side) + penalty(joined)
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


def _lead_level(s: State, plan: Plan, need: Need | None, partial: tuple[Value, ...]) -> Level:
    """7.3.4: a leader who is used must be declared."""
    if need is None:
        return Level((), "set", False)
    if not need.groups:
        return EMPTY
    names = s.board.kind_tokens
    combos = _combos(tuple(need.groups), need.may_march)
    following = dict.fromkeys(
        names[combo[len(partial)]]
        for combo in combos
        if len(combo) > len(partial) and tuple(names[k] for k in combo[: len(partial)]) == partial
    )
    whole = any(tuple(names[k] for k in combo) == partial for combo in combos)
    return Level(tuple(following), "set", whole, 0, 2, "7.3.4")


@lru_cache(maxsize=512)
def _combos(groups: tuple[tuple[int, ...], ...], optional: bool) -> tuple[tuple[int, ...], ...]:
    """Every way to declare one leader of each group, the first group left out if optional."""
    found: set[tuple[int, ...]] = {()}
    for i, group in enumerate(groups):
        chosen = {tuple(sorted((*combo, k))) for combo in found for k in group}
        found = found | chosen if i == 0 and optional else chosen
    return tuple(sorted(found))


def _march_level(s: State, side: int, need: Need | None, declared: int) -> Level:
    """7.3.3: one card from the hand pays for a force march."""
    if need is None:
        return one(())
    march = need.march or (need.may_march and declared < len(need.groups))
    if not march:
        return NOTHING
    names = s.board.card_tokens[side]
    return one([names[card] for card in dict.fromkeys(s.hand[side])], "7.3.3")


def _pioneers_level(s: State, plan: Plan, goal: int) -> Level:
    """11.7: tiles go along with a white stack to its last place, two at most on a stack there."""
    if not s.pioneers or plan.side != CHRISTIAN or plan.grey:
        return NOTHING
    waiting = s.pioneers.count(plan.origin << 1)
    room = TILES - sum(1 for tile in s.pioneers if tile >> 1 == goal)
    return one([None, *[str(n + 1) for n in range(min(waiting, room))]], "11.7")


# -- carrying out a march ------------------------------------------------------------------------


def march(s: State, c: Context, side: int, action: Action) -> None:
    """7.3: move a stack, with what it drops and picks up, and see whom it overruns."""
    board = s.board
    place = board.place[action[1]]
    path = tuple(board.place[t] for t in action[3])
    plan = Plan(s, side, place, action[2])
    _open(s, place)
    _declare(s, c, side, place, action)
    if plan.grey:
        _march_grey(s, c, path, action)
        return
    drop_at, pick_at = _visit(s, path, action[4]), _visit(s, path, action[6])
    group = _lift(s, place, side, plan.kinds)
    if action[10] is not None:
        carry_pioneers(s, place, path[-1], int(action[10]))
    settle(s, c, place)
    c.tell(
        "march",
        "7.3",
        {
            "side": SEATS[side],
            "from": action[1],
            "path": action[3],
            "count": plan.size,
            "drop_at": action[4],
            "dropped": len(action[5]),
            "pick_at": action[6],
            "picked": len(action[7]),
            "marched": action[9] is not None,
            "pioneers": int(action[10] or 0),
        },
        {SEATS[side]: {"blocks": action[2], "drop": action[5], "pick": action[7]}},
    )
    here = place
    own: dict[int, int] = {place: 1}
    for number, there in enumerate(path, 1):
        segment = _road(s, here, there).segment
        s.used = s.used | {segment << 8 | origin for origin in own}
        _arrive(s, c, side, there, here, group)
        if number in (drop_at, pick_at) or number < len(path):
            _lower(s, there, side, group)
        if number == drop_at:
            group = _leave(s, c, side, there, group, action[5])
        if number == pick_at:
            picked = _lift(s, there, side, tuple(board.kind[t] for t in action[7]))
            group = join(group, picked)
            own[there] = 1
        if number < len(path):
            settle(s, c, there)
        here = there


def _open(s: State, place: int) -> None:
    """7.1, 7.3.1: activate a location; the moves from the one before are complete."""
    if place != s.origin:
        s.origin = place
        s.opened = (*s.opened, place)
        if s.left != ALL:
            s.left -= 1


def _declare(s: State, c: Context, side: int, place: int, action: Action) -> None:
    if action[8]:
        for token in action[8]:
            _show_leader(s, side, place, action, s.board.kind[token])
        c.tell(
            "declare",
            "7.3.4",
            {"side": SEATS[side], "place": action[1], "leaders": action[8]},
            reveals=("leaders",),
        )
    if action[9] is not None:
        put_away(s, side, cards_of(s, side, (action[9],)), "discard")
        c.tell(
            "force_march", "7.3.3", {"side": SEATS[side], "cards": (action[9],)}, reveals=("cards",)
        )


def _show_leader(s: State, side: int, place: int, action: Action, kind: int) -> None:
    """Mark a declared leader as known where it stands: at the origin, or where it is taken up."""
    places = [place] + ([s.board.place[action[6]]] if action[6] is not None else [])
    for p in places:
        stack = s.stacks[2 * p + side]
        for e in stack:
            if e >> SHIFT == kind:
                if not e & KNOWN:
                    s.stacks[2 * p + side] = join(without(stack, (e,)), (e | KNOWN,))
                return


def _lift(s: State, place: int, side: int, kinds: tuple[int, ...]) -> Entries:
    """Take blocks off a stack to march. Hidden partings make the rest unknown again."""
    index = 2 * place + side
    stack = s.stacks[index]
    if len(kinds) != len(stack):
        conceal(s, place, side)
        stack = s.stacks[index]
    group = take(stack, kinds, 0, MOVED)
    s.stacks[index] = without(stack, group)
    return with_flags(group, MOVED)


def _lower(s: State, place: int, side: int, group: Entries) -> None:
    s.stacks[2 * place + side] = without(s.stacks[2 * place + side], group)


def _leave(
    s: State, c: Context, side: int, place: int, group: Entries, words: tuple[str, ...]
) -> Entries:
    """7.3.1: drop blocks on the way; nobody can tell which."""
    group = with_flags(group, 0, KNOWN)
    left = take(group, tuple(s.board.kind[w] for w in words))
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


def _march_grey(s: State, c: Context, path: tuple[int, ...], action: Action) -> None:
    """10.12.2: the grey army takes Muslim control away along its path."""
    place = s.grey_at
    s.grey = with_flags(s.grey, MOVED)
    c.tell(
        "march",
        "10.12.2",
        {
            "side": "grey",
            "from": action[1],
            "path": action[3],
            "count": len(s.grey),
            "marched": action[9] is not None,
        },
    )
    here = place
    for there in path:
        s.used = s.used | {_road(s, here, there).segment << 8 | place}
        s.grey_at = there
        settle(s, c, here)
        if units(s, there, MUSLIM):
            s.entered = s.entered | {entry_road(CHRISTIAN, there, here)}
            if overruns(s, there, CHRISTIAN):
                overrun(s, c, there, CHRISTIAN)
        else:
            settle(s, c, there)
        here = there
