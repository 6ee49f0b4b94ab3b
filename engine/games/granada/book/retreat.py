"""Chapter 8.6: retreats, before a battle and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, number, said
from engine.games.granada.book.boabdil import end_alliance
from engine.games.granada.book.cards import holding, put_away, replenish
from engine.games.granada.book.control import (
    PlaceTaken,
    besiege,
    calm,
    conceal,
    lead_off_pioneers,
    lose_pioneers,
    settle,
)
from engine.games.granada.book.deployment import battle_of
from engine.games.granada.book.elimination import bury, eliminate, overrun, overruns
from engine.games.granada.table.board import CHRISTIAN, GUN, MUSLIM, NEUTRAL, OWNERS, SEATS
from engine.games.granada.table.flow import (
    SCRIPT,
    Addressed,
    Context,
    Plain,
    Point,
    Telling,
    push,
    step,
)
from engine.games.granada.table.orders import (
    BLOCK,
    PLACE,
    SIDE,
    Block,
    Order,
    Pass,
    Place,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    MOVED,
    SHIFT,
    Battle,
    Entries,
    State,
    blocks,
    contested,
    entry_road,
    grey_here,
    join,
    units,
    with_flags,
    without,
)
from engine.orders import NO_OFFER, NONE, Bar, Offer, Why, counted, either, one, some, subset
from engine.orders.piles import Pile

CASTLE = 2  # blocks that a castle holds (8.6.5, 8.7.2)
SMALL = 5  # a stack of so many blocks may retire two places (8.6.7)


def whence(s: State, place: int, side: int) -> set[int]:
    """The places from which a side came into a battle this turn."""
    arrivals = entry_road(side, place, 0) >> 8
    return {e & 255 for e in s.entered if e >> 8 == arrivals}


def defender_goals(s: State, here: int, side: int) -> list[int]:
    """8.6.3: where no enemy stands and none came from; if there is none, any adjacent place."""
    barred = whence(s, here, 1 - side)
    near = [p for p in s.board.adjacent[here] if p not in barred]
    free = [p for p in near if not units(s, p, 1 - side)]
    return free or list(s.board.adjacent[here])


def attacker_goals(s: State, here: int, side: int) -> list[int]:
    """8.6.2: where some of the force came from, whoever stands there now (8.6.6).

    If impossible, because all landed or mustered here: any adjacent place (G40).
    """
    came = whence(s, here, side)
    back = [p for p in s.board.adjacent[here] if p in came]
    return back or list(s.board.adjacent[here])


def guarded(s: State, side: int, force: Entries) -> bool:
    """10.10: whether the Palace Guard is among them."""
    return side == MUSLIM and any(s.board.kinds[e >> SHIFT].special == "guard" for e in force)


def homewards(s: State, goals: list[int]) -> list[int]:
    """10.10, G42: of some goals those in the Palace Guard's land; all of them if none is."""
    return [p for p in goals if p in s.board.guard_land] or goals


# -- 8.6.7: before the battle --------------------------------------------------------------------


def retire_goals(s: State, place: int, side: int, chosen: tuple[int, ...]) -> list[int]:
    """Where a force may go next, step by step; the Palace Guard keeps to its land if it can."""
    found = open_goals(s, place, side, chosen)
    if not guarded(s, side, s.stacks[2 * place + side]):
        return found
    if chosen and chosen[0] in s.board.guard_land:
        return [p for p in found if p in s.board.guard_land]
    return homewards(s, found)


def must_go_on(s: State, place: int, side: int, chosen: tuple[int, ...]) -> bool:
    """G42: whether a second step would bring the Palace Guard back into its land."""
    if len(chosen) != 1 or chosen[0] in s.board.guard_land:
        return False
    if not guarded(s, side, s.stacks[2 * place + side]):
        return False
    return any(p in s.board.guard_land for p in open_goals(s, place, side, chosen))


def open_goals(s: State, place: int, side: int, chosen: tuple[int, ...]) -> list[int]:
    """Two places for five blocks or fewer, one for more; an enemy on the way stops them."""
    if not chosen:
        return defender_goals(s, place, side)
    if len(chosen) > 1 or blocks(s, place, side) > SMALL or units(s, chosen[0], 1 - side):
        return []
    barred = whence(s, place, 1 - side) | {place}
    near = [p for p in s.board.adjacent[chosen[0]] if p not in barred]
    return [p for p in near if not units(s, p, 1 - side)]


class DiskLost(Telling, kind="disk_lost", rule="8.7.4", shape="mark"):
    """The disk of a castle leaves the game."""

    place: str = said(PLACE, part="at")


@step
def retire(s: State, c: Context, side: int, place: int, path: tuple[str, ...], how: str) -> None:
    """8.6.7, 10.1, 10.5: the whole force leaves; that battle does not take place."""
    index = 2 * place + side
    force = with_flags(s.stacks[index], 0, INSIDE | DEPLOYED)
    s.stacks[index] = ()
    if how == "surrender" and place in s.disks:
        s.disks = tuple(p for p in s.disks if p != place)
        c.tell(DiskLost(place=s.board.places[place]), rule="10.5")
    with_grey = side == CHRISTIAN and grey_here(s, place)
    end = s.board.place[path[-1]]
    force, _ = _lose_guards(s, c, side, force, place, end)
    if side == CHRISTIAN and force:
        lead_off_pioneers(s, place, end)
    if with_grey:
        s.grey_at = end
    _clear_field(s, c, place)
    s.battle = None
    if len(path) == 2:
        _pass_through(s, c, side, s.board.place[path[0]], bool(force))
    before = s.board.place[path[-2]] if len(path) == 2 else place
    _come_in(s, c, side, end, before, force, with_grey)
    if not contested(s, place):
        settle(s, c, place)


def _pass_through(s: State, c: Context, side: int, place: int, force: bool) -> None:
    """4.1: retiring through a place free of enemies takes control of it too.

    The grey army by itself only takes it away from the Muslims (10.12.2).
    """
    if blocks(s, place, side) or s.control[place] == side:
        return
    if not force and s.control[place] != MUSLIM:
        return
    owner = side if force else NEUTRAL
    s.control[place] = owner
    c.tell(PlaceTaken(place=s.board.places[place], owner=OWNERS[owner]))


# -- after a field combat ------------------------------------------------------------------------


@step
def after_field(s: State, c: Context, loser: int) -> None:
    """8.6: guns are left behind, Boabdil may be taken, the loser retreats, both draw cards."""
    b = battle_of(s)
    _abandon_guns(s, c, b, loser)
    push(s, retreats.then(loser))
    if loser == CHRISTIAN:
        if b.army:
            push(s, end_alliance.then())
    elif _lonely_boabdil(s, b):
        # told before the retreat, which would otherwise show that he was there
        take_boabdil(s, c, b.place)
    elif _may_play_captive(s, b):
        push(s, Capturing.then())


def _abandon_guns(s: State, c: Context, b: Battle, loser: int) -> None:
    """8.6.4: guns used in the battle cannot be carried off."""
    kinds = s.board.kinds
    if loser == CHRISTIAN and b.army:
        return
    used = tuple(
        e for e in s.stacks[2 * b.place + loser] if e & DEPLOYED and kinds[e >> SHIFT].arm == GUN
    )
    left = eliminate(s, c, b.place, loser, used, "abandoned", "8.6.4")
    b.lost = (b.lost[0] + left * (loser == 0), b.lost[1] + left * (loser == 1))


def _lonely_boabdil(s: State, b: Battle) -> bool:
    """10.12.1, G51: Boabdil alone after a lost battle is captured."""
    outside = _outside(s, b, MUSLIM)
    return len(outside) == 1 and outside[0] >> SHIFT == s.board.boabdil


def take_boabdil(s: State, c: Context, place: int) -> None:
    index = 2 * place + MUSLIM
    gone = tuple(e for e in s.stacks[index] if e >> SHIFT == s.board.boabdil)
    s.stacks[index] = without(s.stacks[index], gone)
    bury(s, c, MUSLIM, (s.board.boabdil,), "captured", "10.12.1", s.board.places[place])


def _may_play_captive(s: State, b: Battle) -> bool:
    """11.4: publicly, Boabdil was deployed, is still there, and has never been captured."""
    index = 2 * b.place + MUSLIM
    return (
        s.options["boabdil_captured"] == "on"
        and b.boabdil
        and not s.captures
        and bool(s.hand[CHRISTIAN])
        and any(e >> SHIFT == s.board.boabdil for e in s.stacks[index])
    )


NO_CAPTIVE_CARD = Bar("no_captive_card", "11.4")


class CaptivePlayed(Telling, kind="captive_card", rule="11.4"):
    """Boabdil Is Captured is played."""

    side: str = said(SIDE, secret=True, part="who")


class Capture(Order[Plain], verb="capture", rule="11.4"):
    """11.4: play Boabdil Is Captured."""

    shut = NO_CAPTIVE_CARD

    def possible(self) -> bool:
        return bool(holding(self.s, self.side, "captured"))

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        put_away(s, side, holding(s, side, "captured")[:1], "removed")
        c.tell(CaptivePlayed(side=SEATS[side]))
        take_boabdil(s, c, battle_of(s).place)


class Capturing(Point[Plain], kind="captive", rule="11.4", reaction=True):
    """11.4: play Boabdil Is Captured after a won battle in which he was deployed. Asked always."""

    orders = (Capture, Pass)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def default(self, s: State, who: int, a: Plain) -> Action:
        return Capture.act() if holding(s, who, "captured") else Pass.act()


def _outside(s: State, b: Battle, side: int) -> Entries:
    return tuple(e for e in s.stacks[2 * b.place + side] if not e & INSIDE)


def room_inside(s: State, b: Battle, side: int) -> int:
    """8.6.5, C5: a castle harbours two blocks of the side that held it before the battle."""
    if not s.board.castle[b.place] or b.castle != side:
        return 0
    inside = sum(1 for e in s.stacks[2 * b.place + side] if e & INSIDE)
    return max(0, CASTLE - inside)


def least_inside(s: State, b: Battle, side: int) -> int:
    """8.6.2, 8.7.7: how many of a beaten sally must go back into the castle that it came from.

    Where others joined it by road it may also go back with them; who landed or mustered here
    did not come from the castle.
    """
    if side != b.attacker or whence(s, b.place, side):
        return 0
    outside = _outside(s, b, side)
    if all(e & MOVED for e in outside):
        return 0
    return min(room_inside(s, b, side), len(outside))


def retreat_goals(s: State, b: Battle, side: int) -> list[int]:
    if side == b.attacker:
        return attacker_goals(s, b.place, side)
    return defender_goals(s, b.place, side)


def goals_of_grey(s: State, b: Battle, side: int, kept: int) -> list[int]:
    """8.6.5, R10: the grey army may go into the castle if all of it fits, that is to the place
    itself; after a sally it must."""
    goals = retreat_goals(s, b, side)
    if len(s.grey) > room_inside(s, b, side) - kept:
        return goals
    sallied = side == b.attacker and not whence(s, b.place, side)
    return [b.place] if sallied else [*goals, b.place]


@step
def retreats(s: State, c: Context, side: int) -> None:
    """8.6.1: the loser must retreat; asked unless everybody can see the only way."""
    b = battle_of(s)
    outside = _outside(s, b, side)
    grey = side == CHRISTIAN and grey_here(s, b.place)
    goals = retreat_goals(s, b, side)
    if not outside and not grey:
        push(s, end_field.then(side, None, None))
    elif not grey and least_inside(s, b, side) == len(outside):
        kinds = tuple(e >> SHIFT for e in outside)
        _withdraw_to(s, c, b, side, kinds, None, None)
    elif outside and (len(goals) > 1 or room_inside(s, b, side)):
        push(s, Retreating.then(Beaten(side)))
    else:
        ways = goals_of_grey(s, b, side, 0) if grey else []
        if len(ways) > 1:
            push(s, Retreating.then(Beaten(side)))
            return
        goal = goals[0] if goals and outside else None
        _withdraw_to(s, c, b, side, (), goal, ways[0] if ways else None)


NO_CASTLE_KEEP = Bar("no_castle_keep", "8.6.5", place=PLACE)
KEEP_NOT_THERE = Bar("keep_not_there", "8.6.5", block=BLOCK)
NO_CASTLE_ROOM = Bar("no_castle_room", "8.6.5")
RETREAT_NOBODY = Bar("retreat_nobody", "8.6.1")
NO_GREY_HERE = Bar("no_grey_here", "10.12.2")
RETREAT_NEEDED = Bar("retreat_needed", "8.6.1", goals=either(PLACE))
NOT_NEXT = Bar("not_next", "8.6.1", here=PLACE, there=PLACE)
RETREAT_WHENCE = Bar("retreat_whence", "8.6.2", goals=either(PLACE))
RETREAT_SALLY = Bar("retreat_sally", "8.6.2", number=counted("block"))
RETREAT_GUARD = Bar("retreat_guard", "10.10", goals=either(PLACE))
RETREAT_ENEMY = Bar("retreat_enemy", "8.6.3", there=PLACE, goals=either(PLACE))


class Retreated(Telling, kind="retreat", rule="8.6.1", shape="flight"):
    """Some go into the castle, the others to a place, and the grey army to its own."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    kept: int = number(noun="block")
    count: int = number(noun="block")
    to: str | None = said(PLACE, part="to")
    grey: str | None = said(PLACE)
    keep: tuple[str, ...] = many(BLOCK, who="side")


class Beaten(NamedTuple):
    """The side that lost a field combat."""

    side: int


class Retreat(Order[Beaten], verb="retreat", rule="8.6", command=True):
    """8.6: retreat after a lost battle."""

    keep = some(BLOCK, mark="keep", optional=True, rule="8.6.5", words="who goes into the castle")
    goal = one(PLACE, name="to", mark=">", optional=True, rule="8.6.3", words="where the others go")
    grey = one(PLACE, mark="grey", optional=True, rule="10.12.2", words="where the grey army goes")

    @property
    def battle(self) -> Battle:
        return battle_of(self.s)

    def _kinds_outside(self) -> tuple[Any, ...]:
        return tuple(e >> SHIFT for e in _outside(self.s, self.battle, self.side))

    def _goals(self) -> list[Any]:
        return retreat_goals(self.s, self.battle, self.side)

    def _leaving(self) -> Entries:
        """Those who do not go into the castle."""
        rest = list(_outside(self.s, self.battle, self.side))
        for kind in self.keep:
            rest.remove(next(e for e in rest if e >> SHIFT == kind))
        return tuple(rest)

    def _goals_of_rest(self) -> list[Any]:
        goals = self._goals()
        return homewards(self.s, goals) if guarded(self.s, self.side, self._leaving()) else goals

    def _goals_of_grey(self) -> list[Any]:
        return goals_of_grey(self.s, self.battle, self.side, len(self.keep))

    # -- who goes into the castle --

    @keep.offer
    def next_kept(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        outside = self._kinds_outside()
        room = min(room_inside(self.s, self.battle, self.side), len(outside))
        least = least_inside(self.s, self.battle, self.side)
        return subset(outside, chosen, least, room) if room else NO_OFFER

    @keep.bar
    def kept_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        b = self.battle
        if block is None:
            least = least_inside(self.s, b, self.side)
            return RETREAT_SALLY(number=least) if len(chosen) < least else None
        if not self.s.board.castle[b.place] or b.castle != self.side:
            return NO_CASTLE_KEEP(place=b.place)
        if self._kinds_outside().count(block) <= chosen.count(block):
            return KEEP_NOT_THERE(block=block)
        if len(chosen) >= room_inside(self.s, b, self.side):
            return NO_CASTLE_ROOM()
        if late := out_of_order(chosen, block, "8.6.5"):
            return late
        least = least_inside(self.s, b, self.side)
        return None if block in self.next_kept(chosen).choices else RETREAT_SALLY(number=least)

    @keep.hides
    def garrison(self, world: Dealt) -> Pile | None:
        """Where the grey army fought, the others stay as they are."""
        if self.side == CHRISTIAN and self.battle.army:
            return None
        return world.at(self.battle.place, self.side)

    # -- where the others go --

    @goal.offer
    def goals(self) -> Sequence[Any]:
        return self._goals_of_rest() or [None] if self._some_leave() else NONE

    @goal.bar
    def goal_barred(self, place: Place | None) -> Why | None:
        if not self._some_leave() or not self._goals():
            return None if place is None else RETREAT_NOBODY()
        goals = self._goals_of_rest()
        if place in self._goals() and place not in goals:
            return RETREAT_GUARD(goals=goals)
        return self._barred(place, goals)

    def _some_leave(self) -> bool:
        return len(self.keep) < len(self._kinds_outside())

    @grey.offer
    def grey_goals(self) -> Sequence[Any]:
        return self._goals_of_grey() or [None] if self._with_grey() else NONE

    @grey.bar
    def grey_barred(self, place: Place | None) -> Why | None:
        if not self._with_grey():
            return None if place is None else NO_GREY_HERE()
        return self._barred(place, self._goals_of_grey())

    def _with_grey(self) -> bool:
        return self.side == CHRISTIAN and grey_here(self.s, self.battle.place)

    def _barred(self, place: Place | None, goals: list[Any]) -> Why | None:
        """8.6.1 to 8.6.3: an adjacent place, and which."""
        b = self.battle
        if place is None:
            return RETREAT_NEEDED(goals=goals) if goals else None
        if place in goals:
            return None
        if place not in self.s.board.adjacent[b.place]:
            return NOT_NEXT(here=b.place, there=place)
        if self.side == b.attacker:
            return RETREAT_WHENCE(goals=goals)
        return RETREAT_ENEMY(there=place, goals=goals)

    def do(self, c: Context) -> None:
        _withdraw_to(self.s, c, self.battle, self.side, self.keep, self.goal, self.grey)


class Retreating(Addressed[Beaten], kind="retreat", rule="8.6.1"):
    """8.6: who goes into the castle, and where the others go."""

    orders = (Retreat,)

    def about(self, s: State, who: int, a: Beaten) -> dict[str, Any]:
        return {"place": s.board.places[battle_of(s).place]}


def _withdraw_to(
    s: State,
    c: Context,
    b: Battle,
    side: int,
    keep: tuple[int, ...],
    goal: int | None,
    grey: int | None,
) -> None:
    """Shut some in, take the others off the field, and let them arrive after the cards."""
    index = 2 * b.place + side
    outside = _outside(s, b, side)
    kept: list[int] = []
    rest = list(outside)
    for kind in keep:
        e = next(e for e in rest if e >> SHIFT == kind)
        rest.remove(e)
        kept.append(e)
    hidden_split = bool(kept) and bool(rest)
    s.stacks[index] = join(
        without(s.stacks[index], outside), with_flags(tuple(kept), INSIDE, DEPLOYED)
    )
    leaving = with_flags(tuple(rest), 0, DEPLOYED)
    if hidden_split:
        conceal(s, b.place, side)
        leaving = with_flags(leaving, 0, 1)
    names = s.board.places
    c.tell(
        Retreated(
            side=SEATS[side],
            place=names[b.place],
            kept=len(kept),
            count=len(rest),
            to=names[goal] if goal is not None else None,
            grey=names[grey] if grey is not None else None,
            keep=tuple(s.board.kind_tokens[kind] for kind in keep),
        )
    )
    if rest and goal is None:
        # G39: nowhere to go
        kinds = tuple(e >> SHIFT for e in leaving)
        lost = bury(s, c, side, kinds, "no retreat", "8.6.1", names[b.place])
        b.lost = (b.lost[0] + lost * (side == 0), b.lost[1] + lost * (side == 1))
        leaving = ()
    if goal is not None:
        leaving, strayed = _lose_guards(s, c, side, leaving, b.place, goal)
        b.lost = (b.lost[0], b.lost[1] + strayed)
    push(s, end_field.then(side, (goal, leaving) if goal is not None else None, grey))


def _lose_guards(
    s: State, c: Context, side: int, leaving: Entries, place: int, goal: int
) -> tuple[Entries, int]:
    """10.10, G42: the Palace Guard cannot go beyond the neighbours of Granada."""
    guards = tuple(e for e in leaving if s.board.kinds[e >> SHIFT].special == "guard")
    if not guards or goal in s.board.guard_land:
        return leaving, 0
    kinds = tuple(e >> SHIFT for e in guards)
    lost = bury(s, c, side, kinds, "no retreat", "10.10", s.board.places[place])
    return without(leaving, guards), lost


@step
def end_field(
    s: State, c: Context, loser: int, going: tuple[int, Entries] | None, grey: int | None
) -> None:
    """8.8: cards are drawn after losses and retreats, before what follows from the retreat."""
    b = battle_of(s)
    place, lost = b.place, b.lost
    if loser == CHRISTIAN and going is not None and going[1]:
        lead_off_pioneers(s, place, going[0])
    if grey is not None and s.grey:
        s.grey_at = grey
    lose_pioneers(s, c, place)
    _clear_field(s, c, place)
    s.battle = None
    if s.over is None:
        replenish(s, c, lost, False)
    if not contested(s, place):
        settle(s, c, place)
    if going is not None:
        goal, force = going
        _come_in(s, c, loser, goal, place, force, goal == grey and bool(s.grey))
    if grey not in (None, place) and s.grey and (going is None or going[0] != grey):
        _come_in(s, c, CHRISTIAN, grey, place, (), True)


def _clear_field(s: State, c: Context, place: int) -> None:
    """After a battle: nobody is deployed; the place and its castle go to whom they now belong."""
    calm(s, place)
    if s.board.castle[place] and contested(s, place):
        besiege(s, c, place)
    else:
        settle(s, c, place)


@SCRIPT.ahead
def declare(s: State, c: Context, place: int, attacker: int) -> None:
    """8.1: a battle is declared. That chapter needs this one, so it comes later."""


def _come_in(
    s: State, c: Context, side: int, goal: int, whence: int, force: Entries, with_grey: bool
) -> None:
    """8.6.6: arrive, overrun, join a battle or a siege, or start a battle at once.

    With `with_grey` the grey army comes too: it stands at `goal` already, but is no older friend.
    """
    if not force and not with_grey:
        return
    index = 2 * goal + side
    friends = units(s, goal, side) - (len(s.grey) if with_grey else 0)
    s.stacks[index] = join(s.stacks[index], force)
    if not units(s, goal, 1 - side):
        settle(s, c, goal)
        return
    s.entered = s.entered | {entry_road(side, goal, whence)}
    if overruns(s, goal, side):
        overrun(s, c, goal, side)
        return
    if s.options.get("overrun_retreats") == "on" and overruns(s, goal, 1 - side):
        overrun(s, c, goal, 1 - side)  # R14
        return
    if s.castle[goal] == side and blocks(s, goal, side) <= CASTLE:
        return  # they slip into the besieged castle
    if friends and (goal not in s.fought or s.castle[goal] != side):
        return  # they join the battle still to come, or the besiegers
    push(s, declare.then(goal, side))
