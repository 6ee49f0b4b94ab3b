"""Nothing is lost: not when a commit fails, not when the process is killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

import engine
from bot.store import Store, models
from bot.tables.floor.sitting import Sitting
from bot.tables.tables import Tables
from bot.tables.values import Refused, Stage
from tests.live import LIVE
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, sample, to_orders

PEOPLE = (ANA, BEN, CLEO)


async def views(tables: Tables, table: int) -> list[dict[str, Any]]:
    return [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]


async def rows(store: Store, table: int) -> list[dict[str, Any]]:
    async with store.read() as session:
        found = await session.exec(
            select(models.Entry.line)
            .where(models.Entry.table == table)
            .order_by(col(models.Entry.number))
        )
        return [dict(line) for line in found]


@pytest.mark.parametrize("step", ["_claim", "_people", "_parcels"])
async def test_a_crash_between_the_order_and_its_commit(
    store: Store,
    tables: Tables,
    table: int,
    hours: Hours,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    who = await to_orders(tables, table, hours)
    await deliver(tables)
    before, card, record = await views(tables, table), await tables.finding.card(table), None
    record = await rows(store, table)
    order = await any_answer(tables, table, who, "muster")

    async def fail(*args: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(Sitting, step, fail)
        with pytest.raises(OSError, match="disk full"):
            await tables.play.order(table, who, order)
    assert await rows(store, table) == record
    assert await views(tables, table) == before
    assert await tables.finding.card(table) == card
    assert await tables.outbox.parcels() == ()
    assert (await tables.play.order(table, who, order)).done == (order,)
    assert len(await rows(store, table)) == len(record) + 1


async def test_an_order_that_is_cancelled_half_way(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    """The task may die at any await: the table is as before, or as after, and goes on."""
    who = await to_orders(tables, table, hours)
    order = await any_answer(tables, table, who, "muster")
    for awaits in range(1, 40, 3):
        before = len(await rows(store, table))
        task = asyncio.ensure_future(tables.play.order(table, who, order))
        for _ in range(awaits):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        after = await rows(store, table)
        assert len(after) - before in (0, 1)
        kept = await views(tables, table)
        tables.hall._loaded.clear()
        assert await views(tables, table) == kept
        if len(after) > before:
            await tables.undoing.undo(table, who)
        hours.pass_by(minutes=1)


@pytest.mark.slow
async def test_random_people_at_random_tables(store: Store, tables: Tables, hours: Hours) -> None:
    """Whatever anybody tries: what is on disk is what is in memory."""
    rng = Random(21)
    ids = []
    for _ in range(3):
        card = await tables.lobby.open(ANA, HERE, "granada")
        await tables.lobby.join(card.id, BEN)
        await tables.lobby.ready(card.id, ANA)
        await tables.lobby.ready(card.id, BEN)
        ids.append(card.id)

    async def try_something(table: int) -> bool:
        who = rng.choice(PEOPLE)
        text = rng.choice(["pass", "done", "finish", "move Sevilla all > Ecija", "", "bid none"])
        try:
            if rng.random() < 0.7:
                who = await asked_of(tables, table)
                text = await sample(tables, table, who, rng)
            if rng.random() < 0.1:
                await tables.undoing.undo(table, who)
                return True
            return bool((await tables.play.order(table, who, text)).done)
        except (Refused, AssertionError, RuntimeError):
            return False

    done = 0
    for _ in range(50):
        hours.pass_by(seconds=15)
        done += sum(await asyncio.gather(*[try_something(rng.choice(ids)) for _ in range(4)]))
    assert done > 60
    before = [await views(tables, table) for table in ids]
    cards = [await tables.finding.card(table) for table in ids]
    again = Tables(store, clock=hours, rng=Random(1))
    try:
        assert [await views(again, table) for table in ids] == before
        assert [await again.finding.card(table) for table in ids] == cards
    finally:
        await again.stop()
    for table in ids:
        numbers = await rows(store, table)
        async with store.read() as session:
            row = await session.get(models.Table, table)
            assert row is not None
            assert row.entries == len(numbers)


async def test_many_tables_do_not_live_in_memory(store: Store, hours: Hours) -> None:
    tables = Tables(store, clock=hours, rng=Random(3), most=8, defaults=LIVE)
    try:
        ids = []
        for _ in range(25):
            card = await tables.lobby.open(ANA, HERE, "granada")
            await tables.lobby.join(card.id, BEN)
            await tables.lobby.ready(card.id, ANA)
            await tables.lobby.ready(card.id, BEN)
            ids.append(card.id)
            assert tables.hall.in_memory <= 8
        for table in ids:  # each of them goes on where it was
            assert (await tables.play.order(table, ANA, await any_answer(tables, table, ANA))).done
            assert tables.hall.in_memory <= 8
        assert len(tables.hall._locks) == 0
        tables.hall._loaded.clear()  # all at once, as after a restart: more than connections
        await asyncio.gather(*[tables.logbook.log(table, ANA) for table in ids])
        await tables.finding.mine(ANA)  # cards come from the rows alone
        hours.pass_by(minutes=11)
        await tables.reading.view(ids[0], None)
        assert tables.hall.in_memory == 1  # the idle ones were let go
    finally:
        await tables.stop()


async def test_computers_go_on_after_a_restart(store: Store, hours: Hours) -> None:
    tables = Tables(store, clock=hours, rng=Random(3), defaults=LIVE)
    tables.computers._stopping.set()  # it dies before the computer has thought
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim")
    await tables.lobby.ready(card.id, ANA)
    assert len((await tables.finding.card(card.id)).owed) == 2
    await tables.stop()
    again = Tables(store, clock=hours, rng=Random(4))
    await again.resume()
    await again.rest()
    assert [owed.seat for owed in (await again.finding.card(card.id)).owed] == ["christian"]
    await again.stop()


PLAYER = """
import asyncio, sys
from datetime import timedelta
from random import Random
from bot.store import Store
from bot.tables.tables import Tables
from tests.tables.play import asked_of, sample

async def main(path, table, seed):
    store = Store(path)
    await store.upgrade()
    tables = Tables(store, rng=Random(seed), repeat=timedelta(0))
    await tables.resume()
    rng = Random(seed)
    while True:
        who = await asked_of(tables, table)
        text = await sample(tables, table, who, rng)
        print("try", flush=True)
        outcome = await tables.play.order(table, who, text)
        print("done", outcome.done[0], flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
"""


@pytest.mark.slow
async def test_killed_while_playing(
    file: Path, store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    """kill -9 at random moments: every order that was acknowledged is in the record, in order,
    and at most one that was under way besides."""
    await play(tables, table, hours, Random(1), 4)
    rng = Random(8)
    for life in range(5):
        before = len(await rows(store, table))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            PLAYER,
            str(file),
            str(table),
            f"life {life}",
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert process.stdout is not None
        told = [await process.stdout.readline() for _ in range(rng.randint(2, 25))]
        await asyncio.sleep(rng.random() / 20)
        process.send_signal(signal.SIGKILL)
        told += (await process.stdout.read()).splitlines()
        await process.wait()
        acknowledged = sum(line.startswith(b"done") for line in told)
        entries = await rows(store, table)
        assert len(entries) - before - acknowledged in (0, 1)
        hours.pass_by(minutes=1)
        async with store.read() as session:
            row = await session.get(models.Table, table)
            pinned = await session.get(models.Pinned, row.pinned if row else "")
        assert row is not None
        assert pinned is not None
        record = {
            "format": 1,
            "game": row.game,
            "scenario": row.scenario,
            "options": row.options,
            "data": pinned.data,
            "seed": row.seed,
            "entries": json.loads(json.dumps(entries)),
        }
        match = engine.from_record(record)
        owed = {o.seat: o.prompt for o in (await tables.finding.card(table)).owed}
        assert owed == {d.seat: d.prompt for d in match.decisions()}
        if (await tables.finding.card(table)).stage is not Stage.PLAYING:
            break
