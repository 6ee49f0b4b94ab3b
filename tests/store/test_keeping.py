"""Files of the database: for their owner alone, held by whoever uses them, and put back whole or
not at all."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store import Store, backup, restore
from bot.store.keeping import BESIDE, held, write_private
from engine import HeraldError


def make(path: Path, *words: str) -> None:
    """A database that says some words; the last of them stands in the journal only."""
    if not path.exists():
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE alembic_version (version_num TEXT)")
            database.execute("CREATE TABLE said (word TEXT)")
            database.executemany("INSERT INTO said VALUES (?)", [(word,) for word in words[:-1]])
            database.commit()
    child = os.fork()
    if not child:  # a process that ends without closing leaves its journal
        database = sqlite3.connect(path)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("INSERT INTO said VALUES (?)", (words[-1],))
        database.commit()
        os._exit(0)
    os.waitpid(child, 0)
    assert path.with_name(path.name + "-wal").stat().st_size


def said(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [word for (word,) in database.execute("SELECT word FROM said")]


def files(path: Path) -> dict[str, bytes]:
    """The files of a database as they are; what only readers share has no say."""
    there = [path.with_name(path.name + end) for end in ("", "-wal")]
    return {p.name: p.read_bytes() for p in there if p.exists()}


def apart(work: Callable[[], object]) -> int:
    """Do something in a process of its own; how that ended."""
    child = os.fork()
    if not child:
        try:
            work()
        except HeraldError:
            os._exit(3)
        except BaseException:
            os._exit(4)
        os._exit(0)
    return os.waitpid(child, 0)[1]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "herald.db"
    make(path, "old", "and in the journal")
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    source = tmp_path / "other.db"
    make(source, "new", "whole")
    backup(source, tmp_path / "copy.db")
    return tmp_path / "copy.db"


def test_what_was_there_is_kept_with_its_journal(old: Path, copy: Path) -> None:
    before = files(old)
    kept = restore(copy, old)
    assert said(old) == ["new", "whole"]
    assert kept is not None
    assert files(kept / old.name) == before
    assert said(kept / old.name) == ["old", "and in the journal"]


def test_a_kill_at_any_moment_leaves_the_old_or_the_new(tmp_path: Path, copy: Path) -> None:
    """Killed at every opening, renaming and removing of a file, one after the other."""
    ends: set[str] = set()
    for moment in range(1, 200):
        folder = tmp_path / f"at-{moment}"
        folder.mkdir()
        database = folder / "herald.db"
        make(database, "old", "and in the journal")
        status = apart(partial(_killed, moment, copy, database))
        found = said(database)
        assert found in (["old", "and in the journal"], ["new", "whole"]), moment
        ends.add(found[0])
        restore(copy, database)  # nothing is in the way of trying again
        assert said(database) == ["new", "whole"]
        if not os.WIFSIGNALED(status):
            break
    assert moment > 15
    assert ends == {"old", "new"}


def _killed(moment: int, source: Path, target: Path) -> None:
    left = moment

    def watch(event: str, args: object) -> None:
        nonlocal left
        if event.split(".")[0] in ("open", "os", "shutil", "sqlite3"):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    restore(source, target)


@pytest.mark.parametrize("room", [0, 4_096, 8_192])
def test_a_full_disk_leaves_what_was_there(old: Path, copy: Path, room: int) -> None:
    before = files(old)

    def short_of_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        restore(copy, old)

    assert os.waitstatus_to_exitcode(apart(short_of_room)) == 3  # a sentence
    assert files(old) == before
    assert not list(old.parent.glob("*.incoming*"))


def test_it_is_refused_while_anybody_holds_the_database(old: Path, copy: Path) -> None:
    with held(old), held(old):  # bots share it
        with pytest.raises(HeraldError, match="in use"):
            restore(copy, old)
        assert os.waitstatus_to_exitcode(apart(lambda: restore(copy, old))) == 3
    with held(old, alone=True), pytest.raises(HeraldError, match="in use"), held(old):
        pass
    restore(copy, old)


def test_a_lock_ends_with_its_process(old: Path, copy: Path) -> None:
    def hold_and_die() -> None:
        with held(old, alone=True):
            os.kill(os.getpid(), signal.SIGKILL)

    apart(hold_and_die)
    restore(copy, old)


async def test_only_the_owner_may_read(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept" / "herald.db")
    assert store.path is not None
    with store.held():
        await store.upgrade()
        there = [p for end in BESIDE if (p := store.path.with_name("herald.db" + end)).exists()]
        there.append(store.path.with_name("herald.db.lock"))
        backup(store.path, tmp_path / "copy.db")
        write_private(tmp_path / "export.json", "{}")
        for path in (*there, tmp_path / "copy.db", tmp_path / "export.json"):
            assert path.stat().st_mode & 0o777 == 0o600, path.name
    assert store.path.parent.stat().st_mode & 0o777 == 0o700
    await store.close()


async def test_a_database_that_all_could_read_is_closed(tmp_path: Path) -> None:
    store = Store(tmp_path / "herald.db")
    await store.upgrade()
    await store.close()
    (tmp_path / "herald.db").chmod(0o644)
    again = Store(tmp_path / "herald.db")
    await again.upgrade()
    await again.close()
    assert (tmp_path / "herald.db").stat().st_mode & 0o777 == 0o600


def test_an_export_overwrites_nothing(tmp_path: Path) -> None:
    write_private(tmp_path / "export.json", "first")
    with pytest.raises(FileExistsError):
        write_private(tmp_path / "export.json", "second")
    assert (tmp_path / "export.json").read_text() == "first"
