"""A statement is one visit to the thread of its connection, and nothing of it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.store import Store, visits
from tests.templates import fresh


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done in the threads of connections, by name."""
    seen: list[str] = []
    real: Any = visits.Connection._execute

    async def counted(self: visits.Connection, do: Any, *args: Any, **named: Any) -> Any:
        seen.append(do.__name__)
        return await real(self, do, *args, **named)

    monkeypatch.setattr(visits.Connection, "_execute", counted)
    return seen


async def test_a_statement_is_one_visit(tmp_path: Path, asked: list[str]) -> None:
    store = Store(fresh(tmp_path / "herald.db"))
    async with store.engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
        asked.clear()
        found = await connection.execute(text("SELECT 1 UNION SELECT 2"))
        assert [row[0] for row in found] == [1, 2]
        assert asked == ["_asked"]
    assert asked == ["_asked", "rollback"]
    await store.close()


async def test_what_a_statement_gives_is_brought_along(tmp_path: Path) -> None:
    store = Store(tmp_path / "other.db")
    async with store.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT UNIQUE)"))
        made = await connection.execute(text("INSERT INTO t (x) VALUES ('a')"))
        assert made.lastrowid == 1
        many = [{"x": "b"}, {"x": "c"}]
        await connection.execute(text("INSERT INTO t (x) VALUES (:x)"), many)
        changed = await connection.execute(text("UPDATE t SET x = x || '!' WHERE id > 1"))
        assert changed.rowcount == 2
        found = await connection.execute(text("SELECT x FROM t ORDER BY id"))
        assert found.keys() == {"x"}
        assert (found.fetchone(), found.fetchmany(1), found.fetchall()) == (
            ("a",),
            [("b!",)],
            [("c!",)],
        )
        streamed = await connection.stream(text("SELECT id FROM t ORDER BY id"))
        assert [row[0] async for row in streamed] == [1, 2, 3]
    with pytest.raises(IntegrityError, match="UNIQUE"):
        async with store.engine.begin() as connection:
            await connection.execute(text("INSERT INTO t (x) VALUES ('a')"))
    with pytest.raises(OperationalError, match="no such table"):
        async with store.engine.begin() as connection:
            await connection.execute(text("SELECT * FROM nowhere"))
    async with store.engine.begin() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM t"))).scalar_one() == 3
    await store.close()
