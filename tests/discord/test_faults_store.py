"""The database is slow, locked or full: nothing is told that is not kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.store import store as store_module
from bot.tables.floor.sitting import Sitting
from tests.discord.conftest import Meet, asked_of, quiet, who
from tests.discord.processes import lines_of
from tests.discord.test_faults_weather import Moved, at_a_move, once_each, patiently
from tests.people import Person


@contextmanager
def writing_elsewhere(settings: Config) -> Iterator[sqlite3.Connection]:
    """Another program holds the database: a backup, somebody looking into it."""
    with closing(sqlite3.connect(settings.address, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield other
        finally:
            other.execute("ROLLBACK")


async def nothing_happened(herald: Herald, now: Moved, other: Person) -> None:
    """Not in the record, not in memory, not in the thread, not in anybody's letters."""
    await quiet(herald)
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries
    assert not [m for m in other.heard() if not m.used]
    asked = await herald.tables.play.asked(now.card.id, who(now.person))
    assert asked is not None


async def test_a_busy_database_is_waited_for_and_the_acknowledgement_does_not_wait(
    herald: Herald, settings: Config, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    with writing_elsewhere(settings):
        giving = asyncio.create_task(now.person.command("/order", in_=now.thread, text=now.order))
        await now.person.notices("thinking")
        looked = await now.person.command("/status", in_=now.thread)  # readers do not wait
        assert now.card.name in looked.text
        await asyncio.sleep(0.5)
        assert not giving.done()
    reply = await giving
    assert "Done:" in reply.text
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)


async def test_a_database_that_stays_locked_is_told_and_nothing_is_kept(
    place: Sandbox, settings: Config, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "BUSY", 300)
    ana, bruno = await meet("Ana"), await meet("Bruno")
    async with running(settings) as herald:
        now = await at_a_move(herald, place, ana, bruno)
        other = bruno if now.person is ana else ana
        await patiently(herald)
        other.forget()
        with writing_elsewhere(settings):
            reply = await now.person.command("/order", in_=now.thread, text=now.order)
            assert "Something went wrong" in reply.text
            assert "nothing was changed" in reply.text
            assert now.order not in reply.text
            await nothing_happened(herald, now, other)
        again = await now.person.command("/order", in_=now.thread, text=now.order)
        assert "Done:" in again.text
        await patiently(herald)
        await once_each(herald, now.card, ana, bruno)


@contextmanager
def full_disk(herald: Herald) -> Iterator[None]:
    """No page more than the file has: SQLite itself says that the disk is full."""
    path = herald.tables.store.path
    assert path is not None
    pages = _pages(path)
    engine = herald.tables.store.engine.sync_engine

    def narrow(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    event.listen(engine, "begin", narrow, insert=True)
    try:
        yield
    finally:
        event.remove(engine, "begin", narrow)
        event.listen(engine, "begin", _widen, insert=True)


def _widen(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count=1073741823")


def _pages(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        free = int(file.execute("PRAGMA freelist_count").fetchone()[0])
        return int(file.execute("PRAGMA page_count").fetchone()[0]) - free


async def test_a_full_disk_is_told_and_nothing_is_kept(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    await patiently(herald)
    with full_disk(herald):
        refused = 0
        for _ in range(30):  # the last pages may have room for a line or two
            reply = await now.person.command("/order", in_=now.thread, text=now.order)
            if "Done:" not in reply.text:
                refused += 1
                break
            now = await _next(herald, now, ana, bruno)
        assert refused
        assert "nothing was changed" in reply.text, reply.text
        entries = len(await lines_of(herald.tables, now.card.id))
        assert entries == now.entries
    await patiently(herald)
    again = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in again.text
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)


async def _next(herald: Herald, now: Moved, *people: Person) -> Moved:
    (turn, *_) = await asked_of(herald, now.card, *people)
    order = await herald.tables.play.suggest(now.card.id, who(turn))
    entries = len(await lines_of(herald.tables, now.card.id))
    return Moved(now.card, now.thread, turn, order, entries)


@pytest.mark.parametrize("step", ["_claim", "_parcels"])
async def test_a_commit_that_fails_leaves_nothing_behind(
    herald: Herald,
    place: Sandbox,
    ana: Person,
    bruno: Person,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    other = bruno if now.person is ana else ana
    await patiently(herald)
    hand = await other.command("/hand", in_=now.thread)
    other.forget()

    async def fail(*args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Sitting, step, fail)
        reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "nothing was changed" in reply.text
    assert reply.ephemeral
    await nothing_happened(herald, now, other)
    assert (await other.command("/hand", in_=now.thread)).text == hand.text
    again = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in again.text
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)


async def test_an_outbox_that_cannot_be_written_delays_and_doubles_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sent, but the note of it fails three times."""
    now = await at_a_move(herald, place, ana, bruno)
    await patiently(herald)
    sent, failures = herald.tables.outbox.sent, 0

    async def forgetful(*what: object) -> None:
        nonlocal failures
        if failures < 3:
            failures += 1
            raise OSError(5, "Input/output error")
        await sent(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(herald.tables.outbox, "sent", forgetful)
    await now.person.command("/order", in_=now.thread, text=now.order)
    await patiently(herald)
    assert failures == 3
    await once_each(herald, now.card, ana, bruno)
