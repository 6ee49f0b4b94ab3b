"""A thousand live tables of one person, and nine thousand that are over.

`python -m tests.bench_tables` prints how long it takes to be ready, and to list somebody's tables
and a circle's: by the clock, and of the processor (the medians of several times, after the first).
The budgets bind on a quiet machine: ready in 1 s, lists in 100 ms.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bot.store import Store
from bot.tables.tables import Tables
from tests.live import LIVE
from tests.tables.conftest import ANA, BEN, HERE, Hours
from tests.tables.crowd import crowd

LIVE_TABLES, STORED, TIMES = 1_000, 9_000, 7


async def main() -> None:
    with TemporaryDirectory() as folder:
        file, hours = Path(folder) / "herald.db", Hours()
        await fill(file, hours)
        gc.freeze()
        began = perf_counter()
        store = Store(file)
        await store.upgrade()
        tables = Tables(store, clock=hours, rng=Random(7), defaults=LIVE)
        await tables.resume()
        print(f"ready: {(perf_counter() - began) * 1000:.0f} ms")
        await tables.upgrades.stop()
        print("mine:", await timed(lambda: tables.finding.mine(ANA)))
        print("in a circle:", await timed(lambda: tables.finding.in_circle(HERE.circle)))
        await tables.stop()
        await store.close()


async def fill(file: Path, hours: Hours) -> None:
    store = Store(file)
    await store.upgrade()
    tables = Tables(store, clock=hours, rng=Random(7), defaults=LIVE)
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    for who in (ANA, BEN):
        await tables.lobby.ready(card.id, who)
    await tables.stop()
    await store.close()
    crowd(file, card.id, LIVE_TABLES, STORED)


async def timed(work: Callable[[], Awaitable[tuple[object, ...]]]) -> str:
    assert len(await work()) == LIVE_TABLES
    found = []
    for _ in range(TIMES):
        began, spent = perf_counter(), process_time()
        await work()
        found.append((perf_counter() - began, process_time() - spent))
    clock, processor = (median(column) * 1000 for column in zip(*found, strict=True))
    return f"{clock:.0f} ms, of the processor {processor:.0f} ms"


if __name__ == "__main__":
    asyncio.run(main())
