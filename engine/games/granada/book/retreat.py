"""Chapter 8.6: retreats, before a battle and after it."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import holding, put_away, replenish
from engine.games.granada.book.control import (
    besiege,
    bury,
    calm,
    conceal,
    eliminate,
    lead_off_pioneers,
    lose_pioneers,
    overrun,
    overruns,
    settle,
)
from engine.games.granada.table.board import CHRISTIAN, GUN, MUSLIM, NEUTRAL, OWNERS, SEATS
from engine.games.granada.table.flow import (
    EMPTY,
    NOTHING,
    Context,
    OldAddressed,
    OldPoint,
    Words,
    one,
    point,
    push,
    step,
    subset,
)
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
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

CASTLE = 2  # blocks that a castle holds (8.7.2)
SMALL = 5  # a stack of so many blocks may retire two places (8.6.7)


def _whence(s: State, place: int, side: int) -> set[int]:
    """The places from which a side came into a battle this turn."""
    arrivals = entry_road(side, place, 0) >> 8
    return {e & 255 for e in s.entered if e >> 8 == arrivals}


def defender_goals(s: State, here: int, side: int) -> list[int]:
    """8.6.3: where no enemy stands and none came from; if there is none, any adjacent place."""
    barred = _whence(s, here, 1 - side)
    near = [p for p in s.board.adjacent[here] if p not in barred]
    free = [p for p in near if not units(s, p, 1 - side)]
    return free or list(s.board.adjacent[here])


def attacker_goals(s: State, here: int, side: int) -> list[int]:
    """8.6.2: where some of the force came from, whoever stands there now (8.6.6).

    If impossible, because all landed or mustered here: any adjacent place (G40).
    """
    came = _whence(s, here, side)
    back = [p for p in s.board.adjacent[here] if p in came]
    return back or list(s.board.adjacent[here])


# -- 8.6.7: before the battle --------------------------------------------------------------------


def retire_goals(s: State, place: int, side: int, chosen: tuple[int, ...]) -> list[int]:
    """Two places for five blocks or fewer, one for more; an enemy on the way stops them."""
    if not chosen:
        return defender_goals(s, place, side)
    if len(chosen) > 1 or blocks(s, place, side) > SMALL or units(s, chosen[0], 1 - side):
        return []
    barred = _whence(s, place, 1 - side) | {place}
    near = [p for p in s.board.adjacent[chosen[0]] if p not in barred]
    return [p for p in near if not units(s, p, 1 - side)]


@step
def retire(s: State, c: Context, side: int, place: int, path: tuple[str, ...], how: str) -> None:
    """8.6.7, 10.1, 10.5: the whole force leaves; that battle does not take place."""
    index = 2 * place + side
    force = with_flags(s.stacks[index], 0, INSIDE | DEPLOYED)
    s.stacks[index] = ()
    if how == "surrender" and place in s.disks:
        s.disks = tuple(p for p in s.disks if p != place)
        c.tell("disk_lost", "10.5", {"place": s.board.places[place]})
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
    c.tell("control", "4.1", {"place": s.board.places[place], "owner": OWNERS[owner]})


# -- after a field combat ------------------------------------------------------------------------


@step
def after_field(s: State, c: Context, loser: int) -> None:
    """8.6: guns are left behind, Boabdil may be taken, the loser retreats, both draw cards."""
    b = s.battle
    assert b is not None
    _abandon_guns(s, c, b, loser)
    push(s, ("retreats", loser))
    if loser == CHRISTIAN:
        if b.army:
            push(s, ("end_alliance",))
    elif _lonely_boabdil(s, b):
        # told before the retreat, which would otherwise show that he was there
        take_boabdil(s, c, b.place)
    elif _may_play_captive(s, b):
        push(s, ("captive",))


def _abandon_guns(s: State, c: Context, b: Battle, loser: int) -> None:
    """8.6.4: guns used in the battle cannot be carried off."""
    kinds = s.board.kinds
    if loser == CHRISTIAN and b.army:
        return
    used = tuple(
        e for e in s.stacks[2 * b.place + loser] if e & DEPLOYED and kinds[e >> SHIFT].arm == GUN
    )
    number = eliminate(s, c, b.place, loser, used, "abandoned", "8.6.4")
    b.lost = (b.lost[0] + number * (loser == 0), b.lost[1] + number * (loser == 1))


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
    """11.4, publicly: Boabdil was deployed, is still there, and has never been captured."""
    index = 2 * b.place + MUSLIM
    return (
        s.options["boabdil_captured"] == "on"
        and b.boabdil
        and not s.captures
        and bool(s.hand[CHRISTIAN])
        and any(e >> SHIFT == s.board.boabdil for e in s.stacks[index])
    )


@point
class Captive(OldPoint):
    """11.4: play Boabdil Is Captured after a won battle in which he was deployed. Asked always."""

    kind = "captive"
    rule = "11.4"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["capture", "pass"] if holding(s, side, "captured") else ["pass"], "11.4")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        if action.verb == "capture":
            assert s.battle is not None
            put_away(s, side, holding(s, side, "captured")[:1], "removed")
            c.tell("captive_card", "11.4", {"side": SEATS[side]}, reveals=("side",))
            take_boabdil(s, c, s.battle.place)

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("capture") if holding(s, side, "captured") else Action("pass")


def _outside(s: State, b: Battle, side: int) -> Entries:
    return tuple(e for e in s.stacks[2 * b.place + side] if not e & INSIDE)


def room_inside(s: State, b: Battle, side: int) -> int:
    """8.6.5, C5: a castle harbours two blocks of the side that held it before the battle."""
    if not s.board.castle[b.place] or b.castle != side:
        return 0
    inside = sum(1 for e in s.stacks[2 * b.place + side] if e & INSIDE)
    return max(0, CASTLE - inside)


def retreat_goals(s: State, b: Battle, side: int) -> list[int]:
    if side == b.attacker:
        return attacker_goals(s, b.place, side)
    return defender_goals(s, b.place, side)


@step
def retreats(s: State, c: Context, side: int) -> None:
    """8.6.1: the loser must retreat; asked unless everybody can see the only way."""
    b = s.battle
    assert b is not None
    outside = _outside(s, b, side)
    grey = side == CHRISTIAN and grey_here(s, b.place)
    goals = retreat_goals(s, b, side)
    if not outside and not grey:
        push(s, ("end_field", side, None, None))
    elif len(goals) > 1 or (room_inside(s, b, side) and outside):
        push(s, ("retreat", side))
    else:
        goal = goals[0] if goals else None
        _withdraw_to(s, c, b, side, (), goal if outside else None, goal if grey else None)


@point
class Retreat(OldAddressed):
    """8.6: who goes into the castle, and where the others go."""

    kind = "retreat"
    rule = "8.6.1"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        assert s.battle is not None
        return {"place": s.board.places[s.battle.place]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            return one(["retreat"], "8.6.1")
        outside = _outside(s, b, side)
        if len(prefix) == 1:
            room = min(room_inside(s, b, side), len(outside))
            if not room:
                return EMPTY
            kinds = tuple(e >> SHIFT for e in outside)
            return subset(kinds, s.board.kind_tokens, partial, 0, room, "8.6.5")
        goals = [s.board.places[p] for p in retreat_goals(s, b, side)]
        if len(prefix) == 2:
            return one(goals or [None], "8.6.3") if len(prefix[1]) < len(outside) else NOTHING
        grey = side == CHRISTIAN and grey_here(s, b.place)
        return one(goals or [None], "10.12.2") if grey else NOTHING

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        place = s.board.place
        goal = place[action[2]] if action[2] is not None else None
        grey = place[action[3]] if action[3] is not None else None
        _withdraw_to(s, c, b, side, action[1], goal, grey)


def _withdraw_to(
    s: State,
    c: Context,
    b: Battle,
    side: int,
    keep: tuple[str, ...],
    goal: int | None,
    grey: int | None,
) -> None:
    """Shut some in, take the others off the field, and let them arrive after the cards."""
    index = 2 * b.place + side
    outside = _outside(s, b, side)
    kept: list[int] = []
    rest = list(outside)
    for token in keep:
        e = next(e for e in rest if e >> SHIFT == s.board.kind[token])
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
        "retreat",
        "8.6.1",
        {
            "side": SEATS[side],
            "place": names[b.place],
            "kept": len(kept),
            "count": len(rest),
            "to": names[goal] if goal is not None else None,
            "grey": names[grey] if grey is not None else None,
        },
        {SEATS[side]: {"keep": keep}},
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
    push(s, ("end_field", side, (goal, leaving) if goal is not None else None, grey))


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
    b = s.battle
    assert b is not None
    place, lost = b.place, b.lost
    if loser == CHRISTIAN and going is not None and going[1]:
        lead_off_pioneers(s, place, going[0])
    if grey is not None and s.grey:
        s.grey_at = grey
    lose_pioneers(s, c, place)
    _clear_field(s, c, place)
    s.battle = None
    replenish(s, c, lost, False)
    if not contested(s, place):
        settle(s, c, place)
    if going is not None:
        goal, force = going
        _come_in(s, c, loser, goal, place, force, goal == grey and bool(s.grey))
    if grey is not None and s.grey and (going is None or going[0] != grey):
        _come_in(s, c, CHRISTIAN, grey, place, (), True)


def _clear_field(s: State, c: Context, place: int) -> None:
    """After a battle: nobody is deployed; the place and its castle go to whom they now belong."""
    calm(s, place)
    if s.board.castle[place] and contested(s, place):
        besiege(s, c, place)
    else:
        settle(s, c, place)


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
    if s.castle[goal] == side and blocks(s, goal, side) <= CASTLE:
        return  # they slip into the besieged castle
    if friends and (goal not in s.fought or s.castle[goal] != side):
        return  # they join the battle still to come, or the besiegers
    push(s, ("declare", goal, side))
