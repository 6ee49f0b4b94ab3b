"""Files of the database: who holds it, copies, and a copy put back in its place.

They hold every secret, so nobody but their owner may read them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from engine import HeraldError

OURS = 0o600  # a file that only its owner may read
FOLDER = 0o700
PATIENCE = 600.0  # seconds for another's migration
BESIDE = ("", "-wal", "-shm")  # a database in use is up to three files
HELD = "The database {name} is in use: a bot, or another herald command, holds it. Stop it first."
DAMAGED = (
    "The database {name} is damaged ({reason}). Nothing was changed. Put a copy in its place with"
    " `herald restore FILE`; the damaged files are kept beside it."
)
EMPTY = (
    "The database {name} is an empty file: something has emptied it. If there was never a table,"
    " delete it and start again; else put a copy in its place with `herald restore FILE`."
)


# -- for its owner alone -------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    """A folder for secrets. One that is there already stays as its owner made it."""
    if not path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(FOLDER)


def make_file(path: Path) -> None:
    """An empty file that only its owner may read. Refuses if there is one."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OURS))


def write_private(path: Path, text: str) -> None:
    """A file with secrets in it. It appears whole or not at all, and overwrites nothing."""
    make_file(path)
    try:
        path.write_text(text, encoding="utf-8")
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def keep_private(path: Path) -> None:
    """The files of a database, whoever made them; of a new one, before it has any content."""
    if not path.exists():
        make_file(path)
    for end in BESIDE:
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.chmod(OURS)


# -- who holds it --------------------------------------------------------------------------------


@contextmanager
def held(path: Path, *, alone: bool = False) -> Iterator[None]:
    """Hold a database: bots share it, a command that must be `alone` refuses while anybody does.

    The lock is one of SQLite's own, on a small file beside the database: it ends with the
    process, however that ends.
    """
    beside = path.with_name(path.name + ".lock")
    if not beside.exists():
        make_file(beside)
    with closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE" if alone else "BEGIN")
            lock.execute("SELECT name FROM sqlite_master").fetchall()
        except sqlite3.OperationalError:
            raise HeraldError(HELD.format(name=path.name)) from None
        yield


def migrating(path: Path) -> sqlite3.Connection:
    """One process at a time brings a database up to date, however long that takes: others wait
    here, not in the database, whose patience is short. Closing what it gives ends it."""
    beside = path.with_name(path.name + ".migrating")
    with suppress(FileExistsError):
        make_file(beside)
    lock = sqlite3.connect(beside, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise HeraldError(HELD.format(name=path.name)) from None
    return lock


# -- what is in it -------------------------------------------------------------------------------


def look_at(path: Path) -> None:
    """Before a database is opened: an empty or damaged one is no new installation."""
    if not path.exists():
        return
    if not path.stat().st_size and not path.with_name(path.name + "-wal").exists():
        raise HeraldError(EMPTY.format(name=path.name))
    try:
        with closing(_reading(path)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            database.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            return  # busy, or not allowed: whoever opens it says so
        raise HeraldError(DAMAGED.format(name=path.name, reason=error)) from None


def check(path: Path) -> None:
    """Refuse a file that is no sound database of Herald's."""
    if not path.is_file():
        raise HeraldError(f"There is no file {path.name}.")
    try:
        with closing(_reading(path)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise HeraldError(f"{path.name} is not a sound database of Herald's.")


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


# -- copies --------------------------------------------------------------------------------------


def backup(source: Path, target: Path) -> None:
    """Copy a database while it is in use. The copy appears whole or not at all."""
    if not source.is_file():
        raise HeraldError(f"There is no database {source.name}.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        make_file(part)
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # the copy is one file
        _to_disk(part)
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise HeraldError(f"The copy {target.name} cannot be made: {_why(error)}.") from None


def restore(source: Path, target: Path) -> Path | None:
    """Put a copy in the place of the database, and keep what was there: the folder with its files
    as they were, or None if there were none.

    The copy is made and looked at before anything is touched; a full disk or a kill leaves what
    was there.
    """
    check(source)
    make_folder(target.parent)
    with held(target, alone=True):
        incoming = target.with_name(target.name + ".incoming")
        incoming.unlink(missing_ok=True)
        try:
            backup(source, incoming)
            check(incoming)
            kept = _keep(target)
            _fold(target)
            incoming.replace(target)
        except OSError as error:
            raise HeraldError(
                f"The copy cannot be put in place: {_why(error)}. The database is as it was."
            ) from None
        finally:
            incoming.unlink(missing_ok=True)
        _to_disk(target.parent)
        return kept


def _keep(target: Path) -> Path | None:
    """Copies of the files of a database, byte for byte, in a folder beside it."""
    there = [p for end in BESIDE if (p := target.with_name(target.name + end)).exists()]
    if not there:
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    folder = target.with_name(f"{target.name}.before-{stamp}")
    folder.mkdir(mode=FOLDER)
    try:
        for path in there:
            copied = folder / path.name
            make_file(copied)
            shutil.copyfile(path, copied)
            _to_disk(copied)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _fold(target: Path) -> None:
    """No journal of the old database may be read as one of the new: what is in it goes into the
    database itself; that of a damaged one, which cannot, goes alone."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError:
        pass
    for end in BESIDE[1:]:
        target.with_name(target.name + end).unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """What was written survives the machine."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or "no reason given"
    return str(error)
