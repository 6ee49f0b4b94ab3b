"""The database: opened, brought up to date, copied."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import keeping, visits
from engine import HeraldError

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 4_371_325  # the lock of those who migrate, on a server
BUSY = 10_000  # milliseconds that one writer waits for another


class Store:
    """One database. `address` is a file's path, or an SQLAlchemy address.

    SQLite has one writer at a time: writers of this process queue here instead of polling there.
    """

    def __init__(self, address: str | Path) -> None:
        text = str(address)
        self.address = text if "://" in text else f"sqlite+aiosqlite:///{text}"
        self.engine: AsyncEngine = _engine(self.address)
        self._queue: asyncio.Lock | None = None
        if self.engine.dialect.name == "sqlite":
            self._queue = asyncio.Lock()
            event.listen(self.engine.sync_engine, "connect", _settle)
            event.listen(self.engine.sync_engine, "begin", _begin)
        writing = self.engine.execution_options(writing=True)
        self._read = async_sessionmaker(self.engine, class_=AsyncSession, expire_on_commit=False)
        self._write = async_sessionmaker(writing, class_=AsyncSession, expire_on_commit=False)

    @property
    def path(self) -> Path | None:
        """The file, where the database is one."""
        url = make_url(self.address)
        return Path(url.database) if url.database and url.drivername.startswith("sqlite") else None

    @contextmanager
    def held(self, *, alone: bool = False) -> Iterator[None]:
        """Nobody may put another file in its place meanwhile; `alone`: nobody else may use it.
        A database that is no file is its server's to guard."""
        if self.path is None:
            yield
            return
        keeping.make_folder(self.path.parent)
        with keeping.held(self.path, alone=alone):
            yield

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A session that changes nothing; rows stay usable afterwards."""
        async with self._read() as session:
            yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """One transaction: all of it is kept, or nothing."""
        if self._queue is None:
            async with self._write() as session, session.begin():
                yield session
            return
        async with self._queue, self._write() as session, session.begin():
            yield session

    async def upgrade(self, revision: str = "head") -> None:
        """Bring the database to the newest shape; make it if there is none."""
        with _in_words():
            if self.path is not None:
                keeping.make_folder(self.path.parent)
            async with self._alone():
                await self._migrate(revision)

    async def _migrate(self, revision: str) -> None:
        if self.path is not None:
            keeping.look_at(self.path)
            keeping.keep_private(self.path)
        async with self.engine.execution_options(writing=True).begin() as connection:
            await connection.run_sync(migrate, revision)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Nobody else migrates meanwhile. Waiting holds up nobody in this process."""
        if self.path is None:
            yield
            return
        lock = await asyncio.to_thread(keeping.migrating, self.path)
        try:
            yield
        finally:
            lock.close()

    async def close(self) -> None:
        await self.engine.dispose()


def _engine(address: str) -> AsyncEngine:
    settings: dict[str, Any] = {}
    if address.startswith("sqlite+aiosqlite"):
        settings["connect_args"] = {"async_creator_fn": visits.connect}
    try:
        return create_async_engine(address, **settings)
    except ModuleNotFoundError as error:
        raise HeraldError(f"This kind of database needs the package {error.name}.") from None
    except SQLAlchemyError:  # the address may hold a password: it is not said
        raise HeraldError(
            "The database's address cannot be used. It is a path, or an address such as"
            " postgresql+asyncpg://name:password@host/database."
        ) from None


@contextmanager
def _in_words() -> Iterator[None]:
    """Why a database cannot be opened, for the person who hosts."""
    try:
        yield
    except CommandError:
        raise HeraldError(
            "The database was made by a newer Herald. Run that one, or restore a copy from before."
        ) from None
    except (SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or getattr(error, "strerror", None)
        raise HeraldError(
            f"The database cannot be opened: {reason or 'no reason given'}."
        ) from None


def migrate(connection: Connection, revision: str = "head", *, down: bool = False) -> None:
    """Run the migrations up, or down, to a revision. One process at a time: another waits, and
    finds them done. (SQLite has one writer; PostgreSQL is asked for a lock of that name.)"""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    (command.downgrade if down else command.upgrade)(config, revision)


def _settle(connection: Any, record: Any) -> None:
    """What SQLite must be told on every connection."""
    connection.isolation_level = None  # we say BEGIN ourselves, see below
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # an order that was acknowledged survives a crash
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A writer takes its lock at once: a reader that becomes one may be refused."""
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
