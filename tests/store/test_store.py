"""The database: migrations up and down, the shape that the models say, copies, and its settings."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Dialect, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store import Store, backup, models, restore
from bot.store import store as module
from bot.store.models import Kept, Moment
from bot.store.store import MIGRATIONS, migrate
from engine import HeraldError


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(tmp_path / "deep" / "herald.db")
    await store.upgrade()
    yield store
    await store.close()


def names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_up_down_up(store: Store) -> None:
    async with store.engine.begin() as connection:
        there = await connection.run_sync(names)
        assert there == {*Kept.metadata.tables, "alembic_version"}
        await connection.run_sync(lambda c: migrate(c, "base", down=True))
        assert await connection.run_sync(names) == {"alembic_version"}
        await connection.run_sync(migrate)
        assert await connection.run_sync(names) == there


async def test_the_migrations_make_what_the_models_say(store: Store) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Kept.metadata))

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        await connection.execute(text("DROP INDEX ix_venues_thread"))
        assert await connection.run_sync(differences) != []  # the test would see it


OVER = datetime(2031, 1, 1, 12, tzinfo=UTC)
RESULTS = "SELECT id, result FROM tables"
WINNERS = 'SELECT "table", seat FROM scores WHERE won'


def finished(table: int, game: str, result: str) -> models.Table:
    return models.Table(
        id=table,
        game=game,
        scenario="A",
        options={},
        stage="over",
        host=1,
        joining=[],
        headline=[],
        result=result,
        opened=OVER,
        changed=OVER,
    )


async def came_out(store: Store) -> tuple[dict[int, str], set[tuple[int, str]]]:
    """The result of every table in words, and who has won."""
    async with store.engine.connect() as connection:
        words = {row.id: row.result for row in await connection.execute(text(RESULTS))}
        scores = await connection.execute(text(WINNERS))
        return words, {(row.table, row.seat) for row in scores}


async def test_shared_victories_that_were_kept_as_lost_are_put_right(store: Store) -> None:
    drawn = "A draw: share the most victory points. "
    played: dict[int, tuple[str, str, dict[str, float]]] = {
        1: ("hispania", drawn + "Red 7", {"purple": 7.5, "green": 3, "blue": 7.5, "red": 7.5}),
        2: ("hispania", "Green wins: has the most.", {"purple": 2, "green": 8}),
        3: ("granada", "A draw: nobody knows why. Christian 3", {"christian": 3, "muslim": 3}),
    }
    async with store.write() as session:
        session.add(models.Person(id=1, name="Ana"))
        await session.flush()
        session.add_all([finished(n, game, words) for n, (game, words, _) in played.items()])
        await session.flush()
        for table, (game, _, points) in played.items():
            for place, (seat, score) in enumerate(points.items()):
                session.add(models.Seat(table=table, seat=seat, place=place, held=[]))
                won = (table, seat) == (2, "green")
                session.add(
                    models.Score(
                        table=table,
                        seat=seat,
                        game=game,
                        scenario="A",
                        score=score,
                        won=won,
                        moment=OVER,
                    )
                )
    before = await came_out(store)
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda c: migrate(c, "0002", down=True))
    await store.upgrade()
    words, winners = await came_out(store)
    assert winners == {(1, "purple"), (1, "blue"), (1, "red"), (2, "green")}
    shared = "Purple, Blue and Red share the victory: have the most victory points. Red 7"
    assert words == {**before[0], 1: shared}
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda c: migrate(c, "0002", down=True))
    assert await came_out(store) == before


async def test_upgrading_twice_changes_nothing(store: Store) -> None:
    await store.upgrade()
    async with store.engine.connect() as connection:
        assert "tables" in await connection.run_sync(names)


def test_migrations_are_files_beside_the_code() -> None:
    assert (MIGRATIONS / "env.py").is_file()
    assert (MIGRATIONS / "script.py.mako").is_file()
    assert list((MIGRATIONS / "versions").glob("0001_*.py"))


@pytest.mark.parametrize("table", sorted(Kept.metadata.tables))
def test_postgresql_would_take_it(table: str) -> None:
    dialect: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    made = Kept.metadata.tables[table]
    sql = str(CreateTable(made).compile(dialect=dialect))
    assert "DATETIME" not in sql
    assert " TIMESTAMP WITHOUT" not in sql
    for index in made.indexes:
        assert CreateIndex(index).compile(dialect=dialect)
    for column in made.columns:
        if column.primary_key and str(column.type) == "BIGINT" and column.autoincrement is True:
            assert "SERIAL" in sql


async def test_how_sqlite_is_opened(store: Store) -> None:
    async with store.engine.connect() as connection:
        for pragma, value in [
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("busy_timeout", 10_000),
        ]:
            found = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar()
            assert found == value, pragma


async def test_foreign_keys_hold(store: Store) -> None:
    moment = datetime(2031, 1, 1, tzinfo=UTC)
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            session.add(models.Audit(table=77, what="x", moment=moment))


async def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    async def half() -> None:
        async with store.write() as session:
            session.add(models.Person(id=5, name="Ana"))
            await session.flush()
            raise OSError("power")

    with pytest.raises(OSError, match="power"):
        await half()
    async with store.read() as session:
        assert await session.get(models.Person, 5) is None


async def test_large_numbers_and_times_come_back(store: Store) -> None:
    east = timezone(timedelta(hours=5))
    moment = datetime(2031, 1, 1, 3, tzinfo=east)
    async with store.write() as session:
        session.add(models.Person(id=2**62, name="Zoë"))
        await session.flush()
        row = models.Table(
            game="granada",
            scenario="x",
            options={},
            stage="lobby",
            host=2**62,
            joining=[],
            headline=[],
            opened=moment,
            changed=moment,
        )
        session.add(row)
        await session.flush()
        session.add(models.Venue(table=row.id, kind="discord", server=2**63 - 1))
    async with store.read() as session:
        found = await session.get(models.Table, row.id)
        venue = await session.get(models.Venue, (row.id, "discord"))
    assert found is not None
    assert venue is not None
    assert (found.host, venue.server) == (2**62, 2**63 - 1)
    assert found.opened == moment
    assert found.opened.tzinfo is UTC


def test_a_time_without_its_zone_is_refused() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    with pytest.raises(ValueError, match="zone"):
        Moment().process_bind_param(datetime(2031, 1, 1), dialect)  # noqa: DTZ001
    assert Moment().process_bind_param(None, dialect) is None
    assert Moment().process_result_value(None, dialect) is None
    noon = datetime(2031, 1, 1, 12, tzinfo=UTC)
    assert Moment().process_result_value(noon, dialect) == noon


# -- copies -------------------------------------------------------------------------------------


async def test_backup_while_in_use_and_restore(store: Store, tmp_path: Path) -> None:
    assert store.path is not None
    async with store.write() as session:
        session.add(models.Person(id=1, name="Ana"))
    copy = tmp_path / "copy.db"
    async with store.write() as session:
        session.add(models.Person(id=2, name="Ben"))
        await session.flush()
        backup(store.path, copy)  # the half-done transaction is not in it
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT id FROM people").fetchall() == [(1,)]
    assert not copy.with_name("copy.db.part").exists()
    await store.close()
    restore(copy, store.path)
    again = Store(store.path)
    await again.upgrade()
    async with again.read() as session:
        assert await session.get(models.Person, 1) is not None
        assert await session.get(models.Person, 2) is None
    await again.close()


def test_what_cannot_be_copied(tmp_path: Path) -> None:
    with pytest.raises(HeraldError, match="no database"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    target = tmp_path / "herald.db"
    target.write_bytes(b"precious")
    with pytest.raises(HeraldError, match="no file"):
        restore(tmp_path / "none.db", target)
    junk = tmp_path / "junk.db"
    junk.write_text("this is not a database at all, whatever its name says" * 50)
    with pytest.raises(HeraldError, match="not a sound database"):
        restore(junk, target)
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    empty.touch()
    with pytest.raises(HeraldError, match="not a sound database"):
        restore(empty, target)
    assert target.read_bytes() == b"precious"


async def test_an_address_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = Store(f"sqlite+aiosqlite:///{path}")
    await store.upgrade()
    assert store.path == path
    assert path.is_file()
    await store.close()


async def test_those_who_start_together_migrate_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second waits beside the database, and finds it up to date."""
    at_work, most, upgraded = 0, 0, []
    true = module.migrate

    def counted(connection: Connection, revision: str = "head", **how: bool) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        true(connection, revision, **how)
        upgraded.append(connection)
        at_work -= 1

    monkeypatch.setattr(module, "migrate", counted)
    stores = [Store(tmp_path / "herald.db") for _ in range(3)]
    await asyncio.gather(*[one.upgrade() for one in stores])
    assert (most, len(upgraded)) == (1, 3)
    async with stores[0].engine.connect() as connection:
        assert await connection.run_sync(names) == {*Kept.metadata.tables, "alembic_version"}
    for one in stores:
        await one.close()
