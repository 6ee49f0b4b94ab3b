"""Errands: what changes something can be asked for under a key. The same key again gives the same
outcome, and nothing is done twice.

Key and outcome are written in the commit that does it. A refusal is an outcome too. Where the
outcome is only known after the commit, it is added then; if that is cut off, who asks again hears
that it was done.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from sqlalchemy import delete, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables import values
from bot.tables.floor import words
from bot.tables.values import Given, Outdated, Refused, TableCard, Who

if TYPE_CHECKING:
    from bot.tables.floor.hall import Hall

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
Json = Any

KEPT = timedelta(days=30)
CARD = "card"  # a table as it is when it is asked for


@dataclass(slots=True)
class Errand:
    """Something that is being done under a key."""

    key: str
    person: int | None
    card: bool  # its outcome is a table, as it will be then
    written: bool = False
    outcome: Json = None  # as it was written


@dataclass(slots=True)
class Visit:
    """What one person does in one go; what it changes is numbered."""

    key: str
    count: int = 0


class Repeated(Exception):  # noqa: N818 (no fault: it has been done)
    def __init__(self, outcome: Json) -> None:
        super().__init__("this errand has been done")
        self.outcome = outcome


_running: ContextVar[Errand | None] = ContextVar("running", default=None)
_visit: ContextVar[Visit | None] = ContextVar("visit", default=None)
_ASIDE = Errand("", None, False, written=True)


def visit(key: str) -> None:
    """Whatever this task changes from here on belongs to one visit, and is done once."""
    _visit.set(Visit(key))


@contextmanager
def aside() -> Iterator[None]:
    """What is committed inside is not yet the errand: it may be done again."""
    token = _running.set(_ASIDE)
    try:
        yield
    finally:
        _running.reset(token)


def anonymous() -> None:
    """Who asks for the errand under way is not kept with it."""
    errand = _running.get()
    if errand is not None:
        errand.person = None


def once(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """For a method of a service that changes something and sits at its table first."""
    return _once(method, look=False)


def once_looked_up(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """The same, for one that does not begin by sitting at a table."""
    return _once(method, look=True)


def _once(method: Callable[P, Awaitable[T]], look: bool) -> Callable[P, Awaitable[T]]:
    card = method.__annotations__.get("return") == "TableCard"

    @wraps(method)
    async def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        key = str(kwargs.get("errand") or _next_key())
        if not key or _running.get() is not None:
            return await method(*args, **kwargs)
        hall: Hall = cast("Any", args[0]).hall
        who = next((one.id for one in args if isinstance(one, Who)), None)
        return await _run(hall, Errand(key, who, card), lambda: method(*args, **kwargs), look)

    return asked


def _next_key() -> str:
    found = _visit.get()
    if found is None or _running.get() is not None:
        return ""
    found.count += 1
    return f"{found.key}:{found.count}"


async def _run(hall: Hall, errand: Errand, do: Callable[[], Awaitable[T]], look: bool) -> T:
    token = _running.set(errand)
    try:
        if look:
            async with hall.store.read() as session:
                check(await session.get(models.Errand, errand.key))
        outcome = await do()
    except Repeated as repeated:
        errand.written = True
        return cast("T", await _again(hall, repeated.outcome))
    except Refused as refused:
        if refused.reason != words.FASTER:  # who was too slow may try again
            await _note(hall, errand, encoded(refused))
        raise
    finally:
        _running.reset(token)
    await _note(hall, errand, encoded(outcome))
    return outcome


# -- reading and writing -------------------------------------------------------------------------


def key() -> str:
    """Of the errand under way, as long as it is not done."""
    errand = _running.get()
    return errand.key if errand is not None and not errand.written else ""


def check(row: models.Errand | None) -> None:
    """Stop if the errand under way was done before."""
    if row is not None and row.key == key():
        raise Repeated(row.outcome)


async def write(session: AsyncSession, now: datetime, table: int, outcome: object = None) -> None:
    """The errand under way is done by this transaction. `outcome`: if it is known already."""
    errand = _running.get()
    if errand is None or errand.written:
        return
    shown = {"is": "value", "of": {"is": CARD, "of": table}}
    errand.outcome = shown if errand.card else encoded(outcome) if outcome is not None else None
    session.add(_row(errand, now))
    await session.flush()
    errand.written = True


def _row(errand: Errand, now: datetime) -> models.Errand:
    return models.Errand(key=errand.key, person=errand.person, outcome=errand.outcome, moment=now)


async def _note(hall: Hall, errand: Errand, outcome: Json) -> None:
    """The outcome, as far as the commit did not know it."""
    if errand.written and outcome == errand.outcome:
        return
    written, errand.outcome = errand.written, outcome
    try:
        async with hall.store.write() as session:
            if written:
                row = update(models.Errand).where(col(models.Errand.key) == errand.key)
                await session.exec(row.values(outcome=outcome))
            else:
                session.add(_row(errand, hall.clock()))
    except (SQLAlchemyError, OSError):  # what was done stands, and is told
        log.exception("the outcome of an errand was not kept")


async def sweep(hall: Hall) -> None:
    """Nobody asks again after so long."""
    old = col(models.Errand.moment) < hall.clock() - KEPT
    async with hall.store.write() as session:
        await session.exec(delete(models.Errand).where(old))


async def _again(hall: Hall, outcome: Json) -> object:
    """The outcome once more: as it was, but for tables, which are shown as they are now."""
    if outcome is None:
        raise Outdated(words.DONE_ALREADY)
    numbers = set(_tables(outcome))
    cards: dict[int, TableCard] = {}
    async with hall.store.read() as session:
        for number in numbers:
            cards[number] = (await hall.rows(session, number)).card()
    found = decoded(outcome, cards)
    if isinstance(found, Refused):
        raise found
    return found


# -- outcomes as JSON ----------------------------------------------------------------------------

_CLASSES: dict[str, type] = {
    name: found for name, found in vars(values).items() if isinstance(found, type)
}


def register(*classes: type) -> None:
    """Outcomes that are not among the tables' common values."""
    _CLASSES.update({one.__name__: one for one in classes})


def encoded(value: object) -> Json:
    """None: it cannot be kept, and who asks again hears that it was done."""
    try:
        return {"is": "value", "of": _plain(value)}
    except TypeError:
        return None


def _plain(value: object) -> Json:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return {"is": "datetime", "of": value.isoformat()}
        case TableCard():
            return {"is": CARD, "of": value.id}
        case Given():
            return _fields(replace(value, view=None, events=(), palette="standard"))
        case Refused():
            about = [value.reason, value.rule, list(value.suggestions)]
            return {"is": "refused", "as": type(value).__name__, "of": about}
        case tuple():
            return [_plain(one) for one in value]
        case _ if is_dataclass(value) and type(value).__name__ in _CLASSES:
            return _fields(value)
    raise TypeError(f"{type(value).__name__} is no outcome that is kept")


def _fields(value: Any) -> Json:
    found = {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    return {"is": type(value).__name__, "of": found}


def decoded(value: Json, cards: Mapping[int, TableCard]) -> Any:
    if isinstance(value, list):
        return tuple(decoded(one, cards) for one in value)
    if not isinstance(value, dict):
        return value
    kind, of = value["is"], value["of"]
    if kind == "value":
        return decoded(of, cards)
    if kind == CARD:
        return cards[of]
    if kind == "datetime":
        return datetime.fromisoformat(of)
    if kind == "refused":
        reason, rule, suggestions = of
        return _CLASSES[value["as"]](reason, rule, tuple(suggestions))
    return _CLASSES[kind](**{name: decoded(part, cards) for name, part in of.items()})


def _tables(value: Json) -> Iterator[int]:
    """The tables that an outcome shows."""
    if isinstance(value, list):
        for one in value:
            yield from _tables(one)
    elif isinstance(value, dict) and value.get("is") == CARD:
        yield value["of"]
    elif isinstance(value, dict):
        for one in value.values():
            yield from _tables(one)
