"""Databases that cannot be opened are said in words, and never with a password."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store
from engine import HeraldError


async def opened(address: str | Path) -> None:
    store = Store(address)
    try:
        await store.upgrade()
    finally:
        await store.close()


async def refusal(address: str | Path) -> str:
    with pytest.raises(HeraldError) as refused:
        await opened(address)
    return str(refused.value)


async def test_a_database_of_a_newer_herald(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    store = Store(path)
    await store.upgrade()
    await store.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = 'from-the-future'")
        raw.commit()
    assert "newer Herald" in await refusal(path)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    path.write_text("a shopping list, long enough to be read as the head of a database " * 20)
    assert "not a database" in await refusal(path)


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be opened" in await refusal(tmp_path / "file" / "herald.db")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ana:hunter2@127.0.0.1:1/herald",
        "nonsense://ana:hunter2@127.0.0.1:1/herald",
        "sqlite:///ana-hunter2.db",
        "://hunter2",
    ],
)
async def test_an_address_that_cannot_be_used(address: str) -> None:
    words = await refusal(address)
    assert "hunter2" not in words
    assert "database" in words
