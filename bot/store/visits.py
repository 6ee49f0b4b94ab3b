"""SQLite's connections live in threads of their own. A statement is one visit there.

aiosqlite goes four times: to make a cursor, to execute, to fetch, to close. On a busy computer
each way there and back waits for two threads to be woken, so an order's few statements cost more
in visits than in work. Here all four are done at once, and the rows are brought along.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from typing import Any

import aiosqlite

Row = Any


class Cursor:
    """What SQLAlchemy asks of a cursor; the rows are already here."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Row] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Cursor:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> Cursor:
        return await self._visit(lambda cursor: cursor.execute(sql, parameters))  # type: ignore[arg-type]

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        return await self._visit(lambda cursor: cursor.executemany(sql, parameters))  # type: ignore[arg-type]

    async def _visit(self, ask: Callable[[sqlite3.Cursor], object]) -> Cursor:
        there: Any = self._connection._execute  # untyped in aiosqlite
        found = await there(_asked, self._connection._conn, ask)
        self.description, self.rowcount, self.lastrowid, self._rows = found
        return self

    async def fetchone(self) -> Row | None:
        return self._rows.pop(0) if self._rows else None

    async def fetchmany(self, size: int | None = None) -> list[Row]:
        size = size or self.arraysize
        taken, self._rows = self._rows[:size], self._rows[size:]
        return taken

    async def fetchall(self) -> list[Row]:
        taken, self._rows = self._rows, []
        return taken

    async def __aiter__(self) -> AsyncIterator[Row]:
        while self._rows:
            yield self._rows.pop(0)

    async def close(self) -> None:
        self._rows = []


class Connection(aiosqlite.Connection):
    """A connection whose cursors visit it once a statement."""

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)


def connect(database: str, **settings: Any) -> Connection:
    """In place of `aiosqlite.connect`. Its thread does not keep the program from ending."""
    connection = Connection(partial(sqlite3.connect, database, **settings), iter_chunk_size=64)
    connection._thread.daemon = True
    return connection


def _asked(
    connection: sqlite3.Connection, ask: Callable[[sqlite3.Cursor], object]
) -> tuple[Any, int, int | None, list[Row]]:
    """In the connection's thread: everything that a statement gives."""
    cursor = connection.cursor()
    try:
        ask(cursor)
        rows = cursor.fetchall() if cursor.description else []
        return cursor.description, cursor.rowcount, cursor.lastrowid, rows
    finally:
        cursor.close()
