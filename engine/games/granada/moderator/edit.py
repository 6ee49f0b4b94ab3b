"""What an edit is, what is told of it, and where it finds pieces.

Blocks that are taken off the map lie *aside*; `place` and its like take them from there, from the
bag, the recruitment box or the eliminated.
"""

from __future__ import annotations

from typing import Any

from engine.events import fact, many, number, said
from engine.games.granada.book.control import besieged, settle
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, OWNERS, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import BLOCK, CARD, PLACE, ZONE, Card, Side
from engine.games.granada.table.state import Entries, State, join, take, without
from engine.orders import Domain, Words, edits

GREY = len(SEATS)  # the grey army, where an edit can be about it
_BANNERS = (*SEATS, "grey")
_ARMIES = {word: Side(i) for i, word in enumerate(_BANNERS)}
_OWNERS = {word: i for i, word in enumerate(OWNERS)}

ARMY: Domain[Side] = Domain("side", lambda o: _ARMIES, lambda o: _BANNERS)
OWNER: Domain[int] = Domain("owner", lambda o: _OWNERS, lambda o: OWNERS)
CARD_OF_SIDE: Domain[Card] = Domain(
    "card", lambda o: o.s.board.card[o.side], lambda o: o.s.board.card_tokens[o.side]
)
NUMBER = Words("number")
TURN = Words("turn")


class Edited(Telling, kind="edit", shape="way"):
    """A moderator has changed something: which edit, and what everybody may know of it."""

    edit: str = fact()
    side: str = said("side or army", part="who", default="")
    place: str | None = said(PLACE, part="at", default="")
    to: str = said(PLACE, part="to", default="")
    zone: str = said(ZONE, part="at", default="")
    owner: str = said(OWNER, default="")
    there: str = fact(default="")
    count: int = number(noun="block", default=0)
    number: str = fact(default="")
    pile: str = fact(default="")
    turn: str = said(TURN, default="")
    phase: str = fact(default="")
    until: str | None = said(TURN, default="")
    label: str = fact(default="")
    blocks: tuple[str, ...] = many(BLOCK, who="side", default=())
    cards: tuple[str, ...] = many(CARD, who="side", default=())


class Edit(edits.Edit[State]):
    """A change that a moderator makes by hand. None ends the game, and none uses chance."""

    def told(self, c: Context, reveals: tuple[str, ...] = (), **more: Any) -> None:
        """Tell what stands in its slots, and more."""
        words = {slot.attribute: self.tokens(slot) for slot in self.fields}
        words = {"edit": self.verb.name, **words, **more}
        known = {name: words[name] for name in Edited.arguments if name in words}
        c.tell(Edited(**known), reveals=reveals)


def upto(number: int) -> list[str]:
    return [str(n) for n in range(number + 1)]


# -- finding pieces ------------------------------------------------------------------------------


def open_question(s: State) -> str:
    """The kind of question that is open; nothing is left to ask when the game is over."""
    return str(s.frames[-1][0]) if s.over is None else ""


def spare(s: State, side: int) -> tuple[int, ...]:
    """The land blocks of a side that are nowhere on the map, in ascending order.

    Blocks whose owner is just being asked where they come in are not spare.
    """
    kinds = s.board.kinds
    asked = open_question(s)
    found = s.aside[side] + s.bag[side] + s.box[side] + s.dead[side]
    if asked != "hire":
        found += s.mercs[side]
    if side == MUSLIM:
        found += s.guard
        if s.grey_until >= 0 or asked == "return":  # he is grey, or on his way back
            found = tuple(k for k in found if k != s.board.boabdil)
    elif s.bull and asked != "bull":
        found += s.board.crusaders
    return tuple(sorted(k for k in found if not kinds[k].fleet))


def sides_with(found: Any) -> list[Any]:
    """The sides for which something is found."""
    return [side for side in (CHRISTIAN, MUSLIM) if found(side)]


# -- moving pieces -------------------------------------------------------------------------------


def fetch(s: State, side: int, kind: int) -> None:
    """Take a spare block from the first of its possible homes."""
    for heap in (s.aside, s.bag, s.box, s.dead, s.mercs):
        if kind in heap[side]:
            heap[side] = without(heap[side], (kind,))
            return
    if kind in s.guard:
        s.guard = without(s.guard, (kind,))
    elif s.bull and kind in s.board.crusaders:
        # both come into the game with the card; the other one waits aside
        s.bull = False
        s.aside[side] = join(s.aside[side], without(s.board.crusaders, (kind,)))
    else:
        raise AssertionError(f"no spare block of kind {kind}")


def put_aside(s: State, side: int, kinds: tuple[int, ...]) -> None:
    """Palace Guard and Mercenaries have boxes of their own to go back to."""
    for kind in kinds:
        special = s.board.kinds[kind].special
        if special == "guard":
            s.guard = join(s.guard, (kind,))
        elif special == "mercenaries":
            s.mercs[side] = join(s.mercs[side], (kind,))
        else:
            s.aside[side] = join(s.aside[side], (kind,))


def lift(s: State, place: int, side: int, kinds: tuple[int, ...]) -> Entries:
    """Take blocks off a place."""
    index = 2 * place + side
    lifted = take(s.stacks[index], kinds)
    s.stacks[index] = without(s.stacks[index], lifted)
    return lifted


def control_follows(s: State, c: Context, place: int) -> None:
    """4.1: control follows whoever stands there alone; a siege gives the besieger the place."""
    settle(s, c, place)
    for side in (CHRISTIAN, MUSLIM):
        besieger = 1 - side
        if s.board.castle[place] and besieged(s, place, side) and s.stacks[2 * place + besieger]:
            s.control[place] = besieger
