"""Why an order is wrong: its own reason, else one of the chapters', else a general one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import flow
from engine.core import Question, Slot, Value
from engine.games.granada.table.flow import POINTS, Legacy
from engine.games.granada.words import english
from engine.games.granada.words.naming import listed, shown
from engine.games.granada.words.telling import asked
from engine.games.granada.words.wrong import CLOSED, SLOT, Reason, Wrong, because
from engine.orders import UNFIT, Order
from engine.tongues import Field, Name, Said

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.games.granada.table.state import State

OFFERED = 8  # how many possible values a general answer names


def refusal(
    game: Granada,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> tuple[Said, str]:
    """The reason, for the seat that was asked, and the number of the rule."""
    w = Wrong(game, state, question, prefix, partial, value)
    reason = _from_the_order(w) or (_wrong_value(w) if prefix else _wrong_verb(w))
    return Said(f"granada.REFUSALS.{reason.key}", reason.fields), reason.rule or question.rule


def _from_the_order(w: Wrong) -> Reason | None:
    """The bar that the class of the order knows."""
    if w.edits:
        return None
    frame = w.s.frames[-1]
    point = POINTS[frame[0]]
    if not isinstance(point, flow.Point):
        return None
    asked_ = point.frame(frame)
    order: Order[Any, Any]
    if not w.prefix:
        found = next((o for o in point.orders if o.verb.name == w.value), None)
        if found is None:
            return None
        order = found(w.s, w.side, asked_)
        why = order.closed()
    else:
        if len(w.prefix) > len(w.game.verbs[w.verb].slots):
            return None
        order = point.tree(w.s, w.side, asked_).at(w.prefix)
        if not isinstance(order, Legacy):
            slot = order.fields[len(w.prefix) - 1]
            if slot.form != "one" and not w.partial and w.value in order.level().choices:
                return None
        why = order.why(w.partial, w.value)
    if why is None or why.bar is UNFIT:
        return None
    return because(why.bar.key, why.rule, **why.fields(w.names, order))


def _wrong_verb(w: Wrong) -> Reason:
    """An order that the game does not know, or that is not open now."""
    verb = w.value
    known = w.game.edits if w.edits else w.game.verbs
    if not isinstance(verb, str) or verb not in known:
        return because("unknown_verb", w.question.rule, value=shown(verb))
    why = CLOSED.get((w.question.kind, verb))
    reason = why(w) if why is not None else None
    what = asked(w.game, w.question)
    return reason or because("not_now", w.question.rule, verb=verb, what=what)


def _wrong_value(w: Wrong) -> Reason:
    slots = (w.game.edits if w.edits else w.game.verbs)[w.verb].slots
    if len(w.prefix) > len(slots):
        return because("no_slots", w.question.rule, verb=w.verb)
    slot = slots[len(w.prefix) - 1]
    if slot.form != "one" and not w.partial and w.value in w.level.choices:
        # the value of a set or a path is a list, even of one
        return _general(w, slot)
    why = None if w.edits else SLOT.get((w.verb, slot.name))
    reason = why(w) if why is not None else None
    return reason or _general(w, slot)


def _general(w: Wrong, slot: Slot) -> Reason:
    """What a slot means, and what could stand in it."""
    level = w.level
    rule = level.rule or w.game.verbs[w.verb].rule if not w.edits else ""
    means = Said(f"granada.SLOTS.{slot.name}") if slot.name in english.SLOTS else slot.name
    words: dict[str, Field] = {"verb": w.verb, "slot": means}
    if w.value is None:
        if w.partial:
            said = listed([w.names.thing(slot.domain, v) for v in w.partial])
            return because("too_few", rule, chosen=said, **words)
        return because("missing", rule, **words)
    if not isinstance(w.value, str) or w.value in level.choices:
        return because("unreadable", rule, **words)
    value = w.names.thing(slot.domain, w.value) or "?"
    choices = [c for c in level.choices if c is not None]
    if not choices:
        if not w.partial:
            return because("wrong_none", rule, **words)
        return because("wrong", rule, value=value, **words)
    named = _alike([w.names.thing(slot.domain, c) for c in choices])
    if len(named) > OFFERED:
        return because("wrong", rule, value=value, **words)
    return because("wrong_choices", rule, value=value, choices=listed(named, "or"), **words)


def _alike(names: list[Field]) -> list[Field]:
    """Each name once: two designs may be called the same."""
    found: dict[str, Field] = {}
    for name in names:
        found.setdefault(name.text if isinstance(name, Name) else str(name), name)
    return list(found.values())
