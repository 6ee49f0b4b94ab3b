"""How often the database is asked: every reading, and every transaction that writes as one.

What else runs at the same time (the post, the clocks) is not counted: only what is done by whoever
called `count`, and by the tasks that they start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import event

from bot.store import Store

_asked: ContextVar[list[str] | None] = ContextVar("asked", default=None)


@contextmanager
def watched(store: Store) -> Iterator[None]:
    """Listen to every statement of a store."""

    def hear(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        asked = _asked.get()
        if asked is not None and statement.startswith(("SELECT", "BEGIN IMMEDIATE")):
            asked.append(statement)

    event.listen(store.engine.sync_engine, "before_cursor_execute", hear)
    try:
        yield
    finally:
        event.remove(store.engine.sync_engine, "before_cursor_execute", hear)


@contextmanager
def count() -> Iterator[list[str]]:
    """What is asked from here on, by this task."""
    asked: list[str] = []
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)


def begin() -> list[str]:
    """The same for the rest of this task."""
    asked: list[str] = []
    _asked.set(asked)
    return asked
