"""The database: opened, brought up to date, copied."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
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

from engine import HeraldError

MIGRATIONS = Path(__file__).parent / "migrations"
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
                self.path.parent.mkdir(parents=True, exist_ok=True)
            async with self.engine.execution_options(writing=True).begin() as connection:
                await connection.run_sync(migrate, revision)

    async def close(self) -> None:
        await self.engine.dispose()


def _engine(address: str) -> AsyncEngine:
    try:
        return create_async_engine(address)
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
    """Run the migrations up, or down, to a revision."""
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


def backup(source: Path, target: Path) -> None:
    """Copy a database while it is in use. The copy appears whole or not at all."""
    if not source.is_file():
        raise HeraldError(f"There is no database {source.name}.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # the copy is one file
    part.replace(target)


def restore(source: Path, target: Path) -> None:
    """Put a copy in the place of the database. Nothing may be using it."""
    check(source)
    for leftover in ("-wal", "-shm"):
        target.with_name(target.name + leftover).unlink(missing_ok=True)
    backup(source, target)


def check(path: Path) -> None:
    """Refuse a file that is no sound database of Herald's."""
    if not path.is_file():
        raise HeraldError(f"There is no file {path.name}.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise HeraldError(f"{path.name} is not a sound database of Herald's.")
