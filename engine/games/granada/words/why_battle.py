"""Why an answer at the end of a land battle is refused (8.5, 8.6)."""

from __future__ import annotations

from engine.games.granada.book.deployment import fighters
from engine.games.granada.book.retreat import retreat_goals, room_inside
from engine.games.granada.table.board import CHRISTIAN
from engine.games.granada.table.state import INSIDE, SHIFT, Battle, grey_here
from engine.games.granada.words import english
from engine.games.granada.words.wrong import Reason, Wrong, because, out_of_order, slot


def _battle(w: Wrong) -> Battle:
    assert w.s.battle is not None
    return w.s.battle


def _here(w: Wrong) -> str:
    return w.at(_battle(w).place)


# -- a battle ends -------------------------------------------------------------------------------


@slot("blocks", "lose")
def lost(w: Wrong) -> Reason | None:
    """8.5.2: so many, the deployed first, Boabdil last."""
    number = w.args[1]
    if w.value is None or len(w.partial) >= number:
        return because("lose_number", "8.5.1", number=english.count(number, "block"))
    kind = w.kind()
    if kind is None:
        return None
    force = fighters(w.s, _battle(w), w.side)
    if sum(1 for e in force if e >> SHIFT == kind) <= w.chosen():
        return because("lose_not_fighting", "8.5.2", block=w.names.block(w.value))
    if kind in (w.board.boabdil, w.board.grey_boabdil):
        return because("lose_boabdil", "10.12.1")
    return out_of_order(w, "8.5.2") or because("lose_deployed", "8.5.2")


@slot("keep", "retreat")
def kept(w: Wrong) -> Reason | None:
    """8.6.5: who may go into the castle."""
    b = _battle(w)
    kind = w.kind()
    if kind is None:
        return None
    if not w.board.castle[b.place] or b.castle != w.side:
        return because("no_castle_keep", "8.6.5", place=_here(w))
    outside = [e >> SHIFT for e in w.s.stacks[2 * b.place + w.side] if not e & INSIDE]
    if outside.count(kind) <= w.chosen():
        return because("keep_not_there", "8.6.5", block=w.names.block(w.value))
    if len(w.partial) >= room_inside(w.s, b, w.side):
        return because("no_castle_room", "8.6.5")
    return out_of_order(w, "8.6.5")


@slot("to", "retreat")
def goal(w: Wrong) -> Reason | None:
    if w.value is not None and w.level.choices == (None,):
        return because("retreat_nobody", "8.6.1")
    return _goal(w)


@slot("grey", "retreat")
def grey_goal(w: Wrong) -> Reason | None:
    here = grey_here(w.s, _battle(w).place)
    if w.value is not None and (w.side != CHRISTIAN or not here):
        return because("no_grey_here", "10.12.2")
    return _goal(w)


def _goal(w: Wrong) -> Reason | None:
    """8.6.1 to 8.6.3: an adjacent place, and which."""
    b = _battle(w)
    goals = english.listed([w.at(p) for p in retreat_goals(w.s, b, w.side)], "or")
    if w.value is None:
        return because("retreat_needed", "8.6.1", goals=goals)
    there = w.place()
    if there is None:
        return None
    words = {"here": _here(w), "there": w.at(there), "goals": goals}
    if there not in w.board.adjacent[b.place]:
        return because("not_next", "8.6.1", **words)
    if w.side == b.attacker:
        return because("retreat_whence", "8.6.2", **words)
    return because("retreat_enemy", "8.6.3", **words)
