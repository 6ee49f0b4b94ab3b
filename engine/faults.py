"""What is wrong with a game as it is written, found when it is loaded and not when it is played.

Each fault is a sentence that names the order, question, event or bar.
"""

from __future__ import annotations

import dis
import re
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from engine.events import Telling
from engine.orders import UNFIT, Bar, Field, Order, Words
from engine.tongues import ENGLISH, Count

if TYPE_CHECKING:
    from engine.base import BaseGame

_FIELD = re.compile(r"{(\w+)}")
AnyOrder = type[Order[Any, Any]]


def faults(game: BaseGame[Any]) -> Iterator[str]:
    """Everything that is wrong with the orders, questions, events and words of a game."""
    yield from _verbs(game)
    for order in _orders(game):
        for slot in order.fields:
            yield from _slot(game, order, slot)
    yield from _questions(game)
    yield from _events(game)
    yield from _told(game)
    yield from _bars(game)


def _called(order: AnyOrder) -> str:
    return f"The order {order.verb.name} ({order.__name__})"


def _orders(game: BaseGame[Any]) -> list[AnyOrder]:
    """Every class of an order that the game lists or that answers a question, once."""
    points = [*game.script.points.values(), *game.script.rights.values()]
    found = [*game.orders, *[order for point in points for order in point.orders], *game.changes]
    return [order for order in dict.fromkeys(found) if hasattr(order, "verb")]


# -- orders --------------------------------------------------------------------------------------


def _verbs(game: BaseGame[Any]) -> Iterator[str]:
    for order in (*game.orders, *game.changes):
        if not hasattr(order, "verb"):
            yield f"The order {order.__name__} of {game.title} has no verb."


def _slot(game: BaseGame[Any], order: AnyOrder, slot: Field[Any, Any]) -> Iterator[str]:
    where = f"{_called(order)}, slot {slot.name}"
    if not slot.offers and not slot.whole:
        yield f"{where}: nothing fills it; it has no offer."
    for what, name in (("offer", slot.offers), ("bar", slot.bars), ("pile", slot.pile)):
        if name and not callable(getattr(order, name, None)):
            yield f"{where}: its {what} is called {name}; the order has no such function."
    if slot.at is not None and order.fields.index(slot) < _place_of(order, slot.at):
        yield f"{where}: it belongs to {slot.at.name}, which does not stand before it."
    domain = slot.domain
    hidden = bool(slot.pile) or domain.hidden is not None or slot.public
    if domain.secret and not hidden and order not in game.changes:
        yield f"{where}: a {domain.name} may be a secret; it does not say whence they come (hides)."
    if not isinstance(domain, Words) and not game.directory.names(domain.name):
        yield f"{where}: {game.title} has no names for its domain {domain.name}."


def _place_of(order: AnyOrder, slot: Field[Any, Any]) -> int:
    """Where a slot stands in the text; behind all others if it is none of the order's."""
    attributes = [field.attribute for field in order.fields]
    return attributes.index(slot.attribute) if slot.attribute in attributes else len(attributes)


def _questions(game: BaseGame[Any]) -> Iterator[str]:
    for step in game.script.promised:
        yield f"The step {step} is named ahead; no chapter has it."
    for point in (*game.script.points.values(), *game.script.rights.values()):
        for order in point.orders:
            if not hasattr(order, "verb"):
                yield f"The question {point.kind} lists {order.__name__}, which has no verb."
                continue
            verb = order.verb
            known = game.verbs.get(verb.name)
            if known is None:
                yield (
                    f"The question {point.kind} lists the order {verb.name} ({order.__name__}); "
                    f"the orders of {game.title} do not."
                )
            elif known.slots != verb.slots:
                yield f"{_called(order)} has other slots than the order of that name."


# -- events --------------------------------------------------------------------------------------


def _events(game: BaseGame[Any]) -> Iterator[str]:
    for kind, event in game.script.events.items():
        where = f"The event {kind} ({event.__name__})"
        group = f"{game.name}.EVENTS.{kind}"
        words = [key for key in ENGLISH.catalogue if key == group or key.startswith(f"{group}.")]
        if not words:
            yield f"{where} has no words: nothing is called {group}."
        for name, about in event.arguments.items():
            counted = game.naming(None).counted(1, about.noun) if about.noun else None
            if isinstance(counted, Count) and not ENGLISH.knows(counted.noun):
                yield f"{where} counts {name}, but nothing is called {counted.noun}."
        known = {*event.arguments, *game.composed}
        for key in words:
            for field in _fields(key):
                if field not in known:
                    yield f"{where}: its words {key} speak of {field}, which it does not declare."


def _told(game: BaseGame[Any]) -> Iterator[str]:
    """Events that a chapter tells with arguments which they do not declare. The chapters are the
    same for all data: they are read once."""
    if game.script.read:
        return
    for name, module in _modules(_package(game)):
        known = {
            word: event
            for word, event in vars(module).items()
            if isinstance(event, type) and issubclass(event, Telling) and event.kind
        }
        loader: Any = getattr(module.__spec__, "loader", None)
        if not known or not hasattr(loader, "get_code"):
            continue  # made by hand, not read from a file
        for code in _codes(loader.get_code(name)):
            if not known.keys().isdisjoint(code.co_names):
                yield from _calls(code, known)
    game.script.read = True


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a module, and that of everything in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _calls(code: CodeType, known: Mapping[str, type[Telling]]) -> Iterator[str]:
    """What is wrong where events are made: a call begins where the name of its event stands."""
    begun: dict[Any, type[Telling]] = {}
    words: tuple[str, ...] = ()
    last: Any = ()
    for step in dis.get_instructions(code):
        at = step.positions and (step.positions.lineno, step.positions.col_offset)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in known:
            begun[at] = known[step.argval]
        elif step.opname == "KW_NAMES":
            words = code.co_consts[step.arg or 0]
        elif step.opname == "LOAD_CONST":
            last = step.argval  # what Python from 3.13 on names them by
        elif step.opname in ("CALL", "CALL_KW"):
            named, words = (last if step.opname == "CALL_KW" else words), ()
            event = begun.get(at) if at and None not in at else None
            if event is None:
                continue
            for word in named:
                if event.called(word) not in event.arguments:
                    where = f"{code.co_qualname} tells the event {event.kind}"
                    yield f"{where} with {word}, which {event.__name__} does not declare."


def _fields(key: str) -> list[str]:
    return [name[:1].lower() + name[1:] for name in _FIELD.findall(ENGLISH.catalogue[key])]


# -- bars ----------------------------------------------------------------------------------------


def _package(game: BaseGame[Any]) -> str:
    return game.manifest.rules.partition(":")[0].rpartition(".")[0]


def _modules(package: str) -> Iterator[tuple[str, ModuleType]]:
    """The modules of a game that are loaded."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{package}.") or name == package:
            yield name, module


def bars_of(package: str) -> Iterator[Bar]:
    """Every bar that a module of a game declares, or an order why it is shut, once."""
    seen: set[int] = {id(UNFIT)}
    for _, module in _modules(package):
        for value in list(vars(module).values()):
            for bar in (value, getattr(value, "shut", None)):
                if isinstance(bar, Bar) and id(bar) not in seen:
                    seen.add(id(bar))
                    yield bar


def _bars(game: BaseGame[Any]) -> Iterator[str]:
    for bar in bars_of(_package(game)):
        key = f"{game.name}.REFUSALS.{bar.key}"
        if not ENGLISH.knows(key):
            yield f"The bar {bar.key} has no words: nothing is called {key}."
            continue
        needed = set(_fields(key))
        for field in sorted(needed - set(bar.fields)):
            yield f"The bar {bar.key}: its words speak of {field}, which it does not declare."
        for field in sorted(set(bar.fields) - needed):
            yield f"The bar {bar.key} declares {field}, of which its words do not speak."
