"""Why an order is wrong: a reason of its chapter where there is one, else a general one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine import flow
from engine.core import MODERATOR, Level, Question, Slot, Value
from engine.games.hispania.moderator.edits import edit_level
from engine.games.hispania.table.flow import POINTS
from engine.games.hispania.words.english import REFUSALS
from engine.games.hispania.words.naming import Names, listed
from engine.games.hispania.words.telling import prompt
from engine.orders import UNFIT, Order
from engine.text.grammar import shown

if TYPE_CHECKING:
    from engine.games.hispania import Hispania
    from engine.games.hispania.table.state import State

OFFERED = 8  # how many possible values a general answer names
Reason = tuple[str, str, dict[str, str]]  # key, rule, fields


def refusal(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> tuple[str, str]:
    """The reason, for the seat that was asked, and the number of the rule."""
    known = game.edits if question.seat == MODERATOR else game.verbs
    reason = _from_the_order(game, state, question, prefix, partial, value)
    if not prefix:
        return _wrong_verb(game, question, reason, value)
    slots = known[prefix[0]].slots
    if len(prefix) > len(slots):
        return REFUSALS["no_slots"].format(verb=prefix[0]), question.rule
    slot = slots[len(prefix) - 1]
    level = _level(game, state, question, prefix, partial)
    key, rule, fields = reason or _general(game, slot, level, partial, value)
    fields = {"verb": prefix[0], "slot": slot.words or slot.name, **fields}
    rule = rule or level.rule or known[prefix[0]].rule or question.rule
    return _sentence(key, fields), rule


def _sentence(key: str, fields: Mapping[str, str]) -> str:
    text = REFUSALS[key].format_map(fields)
    return text[:1].upper() + text[1:]


def _wrong_verb(
    game: Hispania, question: Question, reason: Reason | None, value: Value
) -> tuple[str, str]:
    """An order that the game does not know, or that is not open now."""
    known = game.edits if question.seat == MODERATOR else game.verbs
    name = shown([str(value)])
    if not isinstance(value, str) or value not in known:
        return REFUSALS["unknown_verb"].format(value=name), question.rule
    rule = known[value].rule or question.rule
    if reason is not None:
        return _sentence(reason[0], reason[2]), reason[1] or rule
    return REFUSALS["not_now"].format(verb=name, prompt=prompt(game, question)), rule


def _from_the_order(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> Reason | None:
    """The bar that the class of the order knows."""
    if question.seat == MODERATOR:
        return None
    frame = state.frames[-1]
    point = POINTS[frame[0]]
    if not isinstance(point, flow.Point):
        return None
    nation = game.board.peoples.row[question.about["actor"]]
    order: Order[Any, Any]
    if not prefix:
        found = next((o for o in point.orders if o.verb.name == value), None)
        if found is None:
            return None
        order = found(state, nation, point.frame(frame))
        why = order.closed()
    elif len(prefix) > len(game.verbs[prefix[0]].slots):
        return None
    else:
        order = point.tree(state, nation, point.frame(frame)).at(prefix)
        slot = order.fields[len(prefix) - 1]
        if slot.form != "one" and not partial and value in order.level().choices:
            return None  # the value of a set or a path is a list, even of one
        why = order.why(partial, value)
    if why is None or why.bar is UNFIT:
        return None
    return why.bar.key, why.rule, why.fields(Names(game), order)


def _level(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
) -> Level:
    if question.seat == MODERATOR:
        return edit_level(state, prefix, partial)
    return game.tree(state, question)(prefix, partial)


def _general(
    game: Hispania, slot: Slot, level: Level, partial: tuple[Value, ...], value: Value
) -> Reason:
    names = game.names(slot.domain)
    if value is None:
        if partial:
            return "too_few", "", {"chosen": listed(names.get(p, str(p)) for p in partial)}
        return "missing", "", {}
    if not isinstance(value, str) or value in level.choices:
        return "unreadable", "", {}
    called = names.get(value, shown([value]))
    choices = [names.get(c, c) for c in level.choices if c is not None]
    if not choices or len(choices) > OFFERED:
        return "wrong", "", {"value": called}
    return "wrong_choices", "", {"value": called, "choices": listed(choices, "or")}
