"""Chapter 7.1: a Movement Phase is bought, and spent order by order."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import cards_of, draw, put_away, tokens
from engine.games.granada.book.control import settle
from engine.games.granada.book.marching import ALL, any_origin, march, move_level
from engine.games.granada.book.muster import can_muster, muster, muster_level
from engine.games.granada.book.naval import can_sail, sail, sail_level
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Point, Words, one, point, push, step, subset
from engine.games.granada.table.state import (
    KNOWN,
    MOVED,
    SHIFT,
    State,
    grey_here,
    join,
    stack_at,
    with_flags,
    without,
)

BUYS = {"rest": (0, 0, 0), "minimal": (1, 1, 1), "limited": (3, 1, 1), "total": (ALL, ALL, 1)}


@step
def movement_phase(s: State, c: Context, side: int) -> None:
    """6.3: a player's Movement Phase."""
    s.phase, s.active = "movement", side
    s.level, s.left, s.sea_left, s.muster_left = "", 0, 0, 0
    s.origin, s.opened, s.sea_opened = -1, (), ()
    s.used, s.entered, s.fought = frozenset(), frozenset(), ()
    c.tell("phase", "6.3", {"phase": "movement", "side": SEATS[side]})
    push(s, ("refresh",), ("grey_arrives",), ("buy",))


@step
def refresh(s: State, c: Context) -> None:
    """Every block may move once a turn (7.3.1): forget who moved before."""
    stacks = s.stacks
    for i, stack in enumerate(stacks):
        for e in stack:
            if e & MOVED:
                stacks[i] = with_flags(stack, 0, MOVED)
                break
    s.grey = with_flags(s.grey, 0, MOVED)
    if s.pioneers:
        s.pioneers = tuple([tile & ~1 for tile in s.pioneers])
    for i, ships in enumerate(s.ships):
        if ships and any(ship[0] for ship in ships):
            s.ships[i] = tuple(sorted((0, *with_flags(ship[1:], 0, MOVED)) for ship in ships))


@point
class Buy(Point):
    """7.1: no, minimal, limited or total movement, for 0, 0, 1 or 2 cards (11.3: or for one)."""

    kind = "buy"
    rule = "7.1"

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        hand = s.hand[side]
        names = s.board.card_tokens[side]
        if not prefix:
            verbs = ["rest", "minimal"]
            if hand:
                verbs.append("limited")
            if len(hand) > 1:
                verbs.append("total")
            if any(s.board.cards[side][card].type == "mobilization" for card in hand):
                verbs.append("mobilize")
            return one(verbs, "7.1")
        if prefix[0] == "rest":
            return subset(hand, names, partial, 0, len(hand), "7.1")
        if prefix[0] == "limited":
            return one([names[card] for card in dict.fromkeys(hand)], "7.1")
        return subset(hand, names, partial, 2, 2, "7.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        verb = action.verb
        cards: tuple[int, ...] = ()
        if verb == "mobilize":
            card = next(k for k in s.hand[side] if s.board.cards[side][k].type == "mobilization")
            put_away(s, side, (card,), "removed")
            c.tell("mobilize", "11.3", {"side": SEATS[side]}, reveals=("side",))
            verb = "total"
        elif len(action) > 1:
            words = action[1] if isinstance(action[1], tuple) else (action[1],)
            cards = cards_of(s, side, words)
            put_away(s, side, cards, "discard")
        s.level = verb
        s.left, s.sea_left, s.muster_left = BUYS[verb]
        c.tell(
            "buy",
            "7.1",
            {"side": SEATS[side], "level": verb, "cards": tokens(s, side, cards)},
            reveals=("cards",) if cards else (),
        )
        if verb == "rest" and cards:
            draw(s, c, side, len(cards), "7.1")
        push(s, ("orders",))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("minimal")


@step
def orders(s: State, c: Context) -> None:
    """Ask for the next order while anybody could think that there is one."""
    if not _exhausted(s):
        push(s, ("order",))


def _exhausted(s: State) -> bool:
    """Whether everybody can see that nothing is left to do in this Movement Phase."""
    side = s.active
    if side == MUSLIM and s.guard and s.hand[side]:
        return False
    if s.left == 0:
        return s.origin < 0 or not _may_still_move(s, s.origin, side)
    return False


def _may_still_move(s: State, place: int, side: int) -> bool:
    if any(not e & MOVED for e in stack_at(s, place, side)):
        return True
    return side == CHRISTIAN and grey_here(s, place) and not s.grey[0] & MOVED


@point
class Order(Point):
    """7.1: the next march, muster or voyage, in any order."""

    kind = "order"
    rule = "7.1"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"level": s.level, "left": s.left}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            verbs = []
            if any_origin(s, side):
                verbs.append("move")
            if can_muster(s, side):
                verbs.append("muster")
            if can_sail(s, side):
                verbs.append("sail")
            if side == MUSLIM and s.guard and s.hand[side]:
                verbs.append("guard")
            return one([*verbs, "done"], "7.1")
        verb = prefix[0]
        if verb == "move":
            return move_level(s, side, prefix, partial)
        if verb == "muster":
            return muster_level(s, side, prefix, partial)
        if verb == "sail":
            return sail_level(s, side, prefix, partial)
        if len(prefix) == 1:
            names = s.board.card_tokens[side]
            return one([names[card] for card in dict.fromkeys(s.hand[side])], "10.10")
        return one([s.board.kind_tokens[k] for k in dict.fromkeys(s.guard)], "10.10")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        verb = action.verb
        if verb == "done":
            c.tell("done", "7.1", {"side": SEATS[side]})
            return
        push(s, ("orders",))
        if verb == "move":
            march(s, c, side, action)
        elif verb == "muster":
            muster(s, c, side, action)
        elif verb == "sail":
            sail(s, c, side, action)
        else:
            _call_guard(s, c, action)

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("done")


def _call_guard(s: State, c: Context, action: Action) -> None:
    """10.10: one card for one block of the Palace Guard, which may not move this turn."""
    cards = cards_of(s, MUSLIM, (action[1],))
    put_away(s, MUSLIM, cards, "discard")
    kind = s.board.kind[action[2]]
    s.guard = without(s.guard, (kind,))
    place = s.board.granada
    s.stacks[2 * place + MUSLIM] = join(
        s.stacks[2 * place + MUSLIM], (kind << SHIFT | MOVED | KNOWN,)
    )
    c.tell("guard", "10.10", {"block": action[2], "cards": (action[1],)}, reveals=("cards",))
    settle(s, c, place)
