"""Why an order is refused: the bar of its class where one holds, else what fits any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import MODERATOR, Level, Question, Value
from engine.orders.bars import UNFIT, Naming, Why
from engine.orders.order import Order
from engine.tongues import ENGLISH, Field, Listed, Name, Said, opening

if TYPE_CHECKING:
    from engine.base import BaseGame

OFFERED = 8  # how many possible values a general answer names
LONGEST = 40  # characters of a stranger's word that are worth repeating

REFUSALS: Final = {
    "unknown_verb": "{game} has no order {value}.",
    "not_now": "The order {verb} is not open now. {prompt}",
    "missing": "The order {verb} is not complete: {slot} is missing.",
    "too_few": "More is needed than {chosen} for {slot}.",
    "wrong": "{Value} cannot be {slot} in the order {verb}.",
    "wrong_choices": "{Value} cannot be {slot} in the order {verb}; possible: {choices}.",
    "wrong_none": "There is nothing to choose for {slot} in this order {verb}.",
    "no_slots": "The order {verb} stands alone: it needs no more words.",
    "unreadable": "That is not a value for {slot} in the order {verb}.",
}
ENGLISH.learn("engine", REFUSALS=opening(REFUSALS))

Words = tuple[Value, ...]
Refusal = tuple[Said, str]  # the sentence, and the number of the rule


def refusal(
    game: BaseGame[Any],
    state: Any,
    question: Question,
    prefix: Words,
    partial: Words,
    value: Value,
) -> Refusal:
    """Why `value` cannot stand after `prefix` and `partial`, which were legal; None: something is
    missing. For the seat that was asked."""
    names = game.naming(question.seat)
    if not prefix:
        return _wrong_verb(game, state, question, value, names)
    edits = question.seat == MODERATOR
    verb = (game.edits if edits else game.verbs)[prefix[0]]
    if len(prefix) > len(verb.slots):
        return _said("no_slots", verb=verb.name), question.rule
    tree = game.tree(state, question)
    slot = verb.slots[len(prefix) - 1]
    level = tree(prefix, partial)
    # the value of a set or a path is a list, even of one
    bare = slot.form != "one" and not partial and value in level.choices
    if not bare:
        order = tree.at(prefix)
        why = order.why(partial, value)
        if why is not None and why.bar is not UNFIT:
            return _reason(why, names, order), why.rule or question.rule
    words: dict[str, Field] = {"verb": verb.name, "slot": game.slot_words(verb, slot, edits)}
    key, values = _general(level, slot.domain, partial, value, names)
    return _said(key, **words, **values), level.rule or verb.rule or question.rule


def _said(key: str, **values: Field) -> Said:
    return Said(f"engine.REFUSALS.{key}", values)


def _reason(why: Why, names: Naming, order: Order[Any, Any]) -> Said:
    found = names.reason(why.bar.key, why.fields(names, order))
    assert isinstance(found, Said)
    return found


def _wrong_verb(
    game: BaseGame[Any], state: Any, question: Question, value: Value, names: Naming
) -> Refusal:
    """An order that the game does not know, or that is not open now."""
    known = game.edits if question.seat == MODERATOR else game.verbs
    if not isinstance(value, str) or value not in known:
        return _said("unknown_verb", game=game.title, value=shown(value)), question.rule
    order = game.closed_order(state, question, value)
    why = order.closed() if order is not None else None
    if order is not None and why is not None and why.bar is not UNFIT:
        return _reason(why, names, order), why.rule or question.rule
    return game.not_now(question, value), question.rule


def _general(
    level: Level, domain: str, partial: Words, value: Value, names: Naming
) -> tuple[str, dict[str, Field]]:
    """What could stand in a slot."""
    if value is None:
        if partial:
            return "too_few", {"chosen": Listed(tuple(names.thing(domain, v) for v in partial))}
        return "missing", {}
    if not isinstance(value, str) or value in level.choices:
        return "unreadable", {}
    named = names.thing(domain, value) or "?"
    choices = [c for c in level.choices if c is not None]
    if not choices and not partial:
        return "wrong_none", {}
    possible = _distinct([names.thing(domain, c) for c in choices])
    if not possible or len(possible) > OFFERED:
        return "wrong", {"value": named}
    return "wrong_choices", {"value": named, "choices": Listed(possible, "or")}


def _distinct(things: list[Field]) -> tuple[Field, ...]:
    """Each name once: things that only differ in the data are alike to a reader."""
    found: dict[Field, Field] = {}
    for thing in things:
        found.setdefault(thing.text if isinstance(thing, Name) else thing, thing)
    return tuple(found.values())


def not_now(verb: str, prompt: Said) -> Said:
    """An order that belongs to another question than the one that is asked."""
    return _said("not_now", verb=verb, prompt=prompt)


def shown(value: Any) -> str:
    """Something that is no name of ours, fit to be repeated."""
    if isinstance(value, tuple):
        return " ".join(shown(v) for v in value[:5])
    text = str(value)
    if not text.isprintable():
        text = "".join(ch if ch.isprintable() else " " for ch in text)
    text = text.strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
