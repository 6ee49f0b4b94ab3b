"""Chapter 8.1: a battle is declared, and the defender stands, goes inside or leaves."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.book.cards import holding, put_away, tokens
from engine.games.granada.book.control import besiege
from engine.games.granada.book.deployment import about_battle
from engine.games.granada.book.retreat import CASTLE, retire_level, retire_routes
from engine.games.granada.table.board import ARMIES, CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, OldPoint, Words, one, point, push, step, subset
from engine.games.granada.table.state import (
    INSIDE,
    KNOWN,
    SHIFT,
    Battle,
    State,
    blocks,
    contested,
    grey_here,
    join,
    take,
    with_flags,
    without,
)


@step
def combat_phase(s: State, c: Context, side: int) -> None:
    """6.3, 8.1: a battle in every place where opposing pieces stand together."""
    s.phase, s.active, s.fought = "combat", side, ()
    s.origin = -1
    c.tell("phase", "6.3", {"phase": "combat", "side": SEATS[side]})
    push(s, ("next_battle",))


def open_battles(s: State) -> list[int]:
    """The places where a battle must still be declared this phase."""
    stacks = s.stacks
    meeting = [p for p, (a, b) in enumerate(zip(stacks[::2], stacks[1::2], strict=True)) if a and b]
    # the grey army, disks and the Guard in its box are not in the stacks
    for p in (s.grey_at, s.board.granada, *s.disks):
        if p >= 0 and p not in meeting and contested(s, p):
            meeting.append(p)
    return sorted(p for p in meeting if p not in s.fought)


@step
def next_battle(s: State, c: Context) -> None:
    """8.1: one at a time, in the order the phasing player chooses."""
    places = open_battles(s)
    if not places:
        s.battle = None
        return
    push(s, ("next_battle",))
    if len(places) == 1:
        push(s, ("declare", places[0], s.active))
    else:
        push(s, ("designate",))


@point
class Designate(OldPoint):
    """8.1: which battle comes next."""

    kind = "designate"
    rule = "8.1"

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["fight"], "8.1")
        return one([s.board.places[p] for p in open_battles(s)], "8.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        push(s, ("declare", s.board.place[action[1]], side))


@step
def declare(s: State, c: Context, place: int, attacker: int) -> None:
    """8.1, G44: the Guard appears; then retreat or castle; then which army; then the fight."""
    s.fought = (*s.fought, place)
    if not contested(s, place):
        return
    s.battle = Battle(place, attacker, s.castle[place])
    c.tell(
        "battle",
        "8.1",
        {
            "place": s.board.places[place],
            "attacker": SEATS[attacker],
            "christian": blocks(s, place, CHRISTIAN),
            "muslim": blocks(s, place, MUSLIM),
        },
    )
    if place == s.board.granada and s.guard and attacker == CHRISTIAN:
        _guard_appears(s, c, place)
    frames: list[tuple[Any, ...]] = []
    if s.castle[place] == attacker and _fits(s, place, attacker):
        frames.append(("sally",))
    frames += [("withdraw",), ("choose_army",), ("open_battle",)]
    push(s, *frames)


def _guard_appears(s: State, c: Context, place: int) -> None:
    """10.10: when Granada is attacked all of the Guard in the box joins the battle."""
    index = 2 * place + MUSLIM
    s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT | KNOWN for k in s.guard))
    c.tell("guard_appears", "10.10", {"blocks": tuple(s.board.kind_tokens[k] for k in s.guard)})
    s.guard = ()


def _fits(s: State, place: int, side: int) -> bool:
    """8.7.1, 8.7.3: a side may keep inside if it is two blocks or fewer; Alhambra may split."""
    number = len(s.stacks[2 * place + side])
    return number <= CASTLE or (place == s.board.granada and side == MUSLIM)


def _stay_verbs(s: State, place: int, side: int) -> list[str]:
    """How a castle's owner may stay inside."""
    verbs: list[str] = []
    number = len(s.stacks[2 * place + side])
    if side == CHRISTIAN and grey_here(s, place):
        return verbs
    if number <= CASTLE:
        verbs.append("inside")
    if place == s.board.granada and side == MUSLIM and number > 1:
        verbs.append("split")
    return verbs


def _go_inside(s: State, c: Context, place: int, side: int, words: tuple[str, ...] | None) -> None:
    """8.7.2, 8.7.3: shut some blocks (or, with None, all of them) into the castle."""
    index = 2 * place + side
    stack = s.stacks[index]
    if words is None:
        chosen = stack
    else:
        chosen = take(stack, tuple(s.board.kind[w] for w in words))
    s.stacks[index] = join(without(stack, chosen), with_flags(chosen, INSIDE))
    if words is not None:
        s.stacks[index] = with_flags(s.stacks[index], 0, KNOWN)
    c.tell(
        "inside",
        "8.7.2",
        {"side": SEATS[side], "place": s.board.places[place], "count": len(chosen)},
        {SEATS[side]: {"blocks": words or ()}},
    )


@point
class Sally(OldPoint):
    """8.7.2, C2: the active owner of a besieged castle comes out, or no battle takes place."""

    kind = "sally"
    rule = "8.7.2"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return about_battle(s)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        assert s.battle is not None
        place = s.battle.place
        stack = s.stacks[2 * place + side]
        if not prefix:
            verbs = _stay_verbs(s, place, side)
            if stack and (s.options["sally_costs_activation"] == "off" or place in s.opened):
                verbs.append("stand")
            elif "split" in verbs:
                verbs.remove("split")
            return one(verbs or ["stand"], "8.7.2")
        kinds = tuple(e >> SHIFT for e in stack)
        return subset(kinds, s.board.kind_tokens, partial, 1, min(CASTLE, len(kinds) - 1), "8.7.3")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        assert s.battle is not None
        place = s.battle.place
        s.frames.pop()
        if action.verb == "inside":
            # nobody fights: drop the frames of this battle
            del s.frames[-3:]
            s.battle = None
            besiege(s, c, place)
        elif action.verb == "split":
            _go_inside(s, c, place, side, action[1])

    def default(self, s: State, side: int, *args: Any) -> Action | None:
        assert s.battle is not None
        inside = len(s.stacks[2 * s.battle.place + side]) <= CASTLE
        return Action("inside") if inside else Action("stand")


@point
class Withdraw(OldPoint):
    """8.1, 8.6.7, 8.7.2: the defender stands, goes inside, or leaves before the battle.

    Asked always: whether a Commander is in the hand must not show.
    """

    kind = "withdraw"
    rule = "8.7.2"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.defender,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return about_battle(s)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        place = b.place
        if not prefix:
            verbs = []
            if blocks(s, place, side):
                verbs.append("stand")
            if s.castle[place] == side:
                verbs += _stay_verbs(s, place, side)
            if blocks(s, place, side) and retire_routes(s, place, side):
                if holding(s, side, "commander"):
                    verbs.append("commander")
                if s.castle[place] == side and s.surrender[side]:
                    verbs.append("surrender")
            return one(verbs, "8.7.2")
        if prefix[0] == "split":
            kinds = tuple(e >> SHIFT for e in s.stacks[2 * place + side])
            most = min(CASTLE, len(kinds) - 1)
            return subset(kinds, s.board.kind_tokens, partial, 1, most, "8.7.3")
        return retire_level(s, place, side, partial)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        verb = action.verb
        if verb == "inside":
            b.siege = True
            _go_inside(s, c, b.place, side, None)
        elif verb == "split":
            _go_inside(s, c, b.place, side, action[1])
        elif verb == "stand":
            c.tell("stand", "8.1", {"side": SEATS[side], "place": s.board.places[b.place]})
        else:
            public = {"side": SEATS[side], "place": s.board.places[b.place], "path": action[1]}
            if verb == "commander":
                held = holding(s, side, "commander")[:1]
                put_away(s, side, held, "discard")
                c.tell(
                    verb,
                    "10.1",
                    {**public, "card": tokens(s, side, held)[0]},
                    reveals=("side", "card"),
                )
            else:
                s.surrender[side] -= 1
                c.tell(verb, "10.5", public, reveals=("side",))
            del s.frames[-2:]
            push(s, ("retire", side, b.place, action[1], verb))

    def default(self, s: State, side: int, *args: Any) -> Action:
        assert s.battle is not None
        place = s.battle.place
        if s.castle[place] == side and "inside" in _stay_verbs(s, place, side):
            return Action("inside")
        return Action("stand")

    def why(
        self, s: State, side: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        assert s.battle is not None
        place = s.battle.place
        if not prefix and value == "inside":
            if s.castle[place] != side:
                return "not_your_castle", "8.7.1"
            return "too_many_inside", "8.7.1"
        if not prefix and value == "commander" and not holding(s, side, "commander"):
            return "no_commander", "10.1"
        if not prefix and value == "surrender":
            return "no_surrender", "10.5"
        return None


@step
def choose_army(s: State, c: Context) -> None:
    """10.12.2: with grey and white together, the Christian player says which of them fights."""
    b = s.battle
    assert b is not None
    white = any(not e & INSIDE for e in s.stacks[2 * b.place])
    if grey_here(s, b.place):
        if white:
            push(s, ("army",))
        else:
            b.army = 1


@point
class Army(OldPoint):
    """10.12.2: the grey army or the white one."""

    kind = "army"
    rule = "10.12.2"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return about_battle(s)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["field"] if not prefix else ARMIES, "10.12.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        assert s.battle is not None
        s.frames.pop()
        s.battle.army = ARMIES.index(action[1])
        c.tell("army", "10.12.2", {"army": action[1]})


@step
def open_battle(s: State, c: Context) -> None:
    """8.1: a field combat, unless the defender is inside his castle: then a siege."""
    b = s.battle
    assert b is not None
    if b.siege:
        push(s, ("siege",))
        return
    b.started = True
    push(s, ("initiative",))
