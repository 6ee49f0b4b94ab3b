"""What a game still lacks, in sentences: for somebody who is writing one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from sys import modules
from typing import Any

from engine.base import BaseGame
from engine.cases import load as cases
from engine.data import load
from engine.orders import Bar, Words
from engine.orders.edits import Edit
from engine.tongues import ENGLISH

ALWAYS = ("undo", "withdraw")  # told by the match itself


def lacking(game: BaseGame[Any], folder: Path) -> list[str]:
    """Everything; `folder` holds its case files."""
    return [*_words(game), *_refusals(game), *_names(game), *_orders(game), *_rules(game, folder)]


def _entry(game: BaseGame[Any], key: str) -> str | None:
    return ENGLISH.catalogue.get(f"{game.name}.{key}")


def _words(game: BaseGame[Any]) -> Iterator[str]:
    edits = [f"edit.{verb}" for verb in game.edits]
    for kind in (*game.script.events, *edits, *ALWAYS):
        if _entry(game, f"EVENTS.{kind}") is None:
            yield f"The event {kind} has no words: EVENTS needs an entry {kind}."
    for kind in (*game.script.points, *game.script.rights, "edit"):
        if _entry(game, f"PROMPTS.{kind}") is None:
            yield f"The question {kind} has no words: PROMPTS needs an entry {kind}."
    for kind, event in game.script.events.items():
        for key, text in ENGLISH.catalogue.items():
            if f"{key}.".startswith(f"{game.name}.EVENTS.{kind}."):
                for field in _fields(text) - {*event.arguments}:
                    yield f"The words of the event {kind} name {field}, which it does not have."


def _fields(text: str) -> set[str]:
    found = [field for _, field, _, _ in Formatter().parse(text) if field]
    return {field[:1].lower() + field[1:] for field in found}


def _bars(game: BaseGame[Any]) -> Iterator[Bar]:
    for name in dict.fromkeys(order.__module__ for order in (*game.orders, *game.changes)):
        yield from (bar for bar in vars(modules[name]).values() if isinstance(bar, Bar) and bar.key)


def _refusals(game: BaseGame[Any]) -> Iterator[str]:
    for bar in _bars(game):
        text = _entry(game, f"REFUSALS.{bar.key}")
        if text is None:
            yield f"The bar {bar.key} has no words: REFUSALS needs an entry {bar.key}."
            continue
        for field in _fields(text) - {*bar.fields}:
            yield f"The words of the bar {bar.key} name {field}, which it does not have."


def _names(game: BaseGame[Any]) -> Iterator[str]:
    fields = [field for order in (*game.orders, *game.changes) for field in order.fields]
    for domain in {field.domain.name: field.domain for field in fields}.values():
        if not ENGLISH.knows(f"engine.KINDS.{domain.name}"):
            yield f"Nobody says what a {domain.name} is: engine.words.KINDS needs an entry."
        if not isinstance(domain, Words) and not game.names(domain.name):
            yield f"Things of the domain {domain.name} have no names: the directory needs them."


def _orders(game: BaseGame[Any]) -> Iterator[str]:
    asked = [*game.script.points.values(), *game.script.rights.values()]
    answered = {order for point in asked for order in point.orders}
    for order in game.orders:
        if order not in answered:
            yield f"No question asks for the order {order.verb.name}."
    for order in answered - {*game.orders}:
        yield f"The order {order.verb.name} is not among the game's orders."
    for order in (*game.orders, *game.changes):
        if not order.verb.words:
            yield f"The order {order.verb.name} does not say in its docstring what it does."
        for field in order.fields:
            if not field.offers and not field.whole:
                yield f"Nothing is offered for {field.name} of the order {order.verb.name}."
            if not field.bars and not issubclass(order, Edit) and not field.plain:
                yield f"The slot {field.name} of the order {order.verb.name} has no bar."


def _rules(game: BaseGame[Any], folder: Path) -> Iterator[str]:
    sections = load(game.manifest.folder / "rules.yaml")["sections"]
    cited = {
        case_rule for path in folder.glob("*.yaml") for c in cases(path) for case_rule in c.rules
    }
    told = {rule for o in game.orders if (rule := o.verb.rule)}
    for rule in sorted(told | {e.rule for e in game.script.events.values()} - {""}):
        if rule not in sections:
            yield f"Rule {rule} is named in the code, but rules.yaml has no such section."
    for number in sections:
        if number not in cited and sections[number]["status"] == "implemented":
            yield f"No case is about section {number}."
