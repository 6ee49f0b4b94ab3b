"""A sandbox and a bot, each a process of its own, and ways to look at them from outside."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import aiohttp
from sqlmodel import col, select

from bot.store import Store, models
from bot.tables.tables import Tables
from tests.discord.nursery import born
from tests.live import LIVE

ROOT = Path(__file__).parents[2]
WAITING = ("owed", "sending", "later")


class Ground:
    """The sandbox as a process, and its levers."""

    def __init__(self, process: Process, url: str, session: aiohttp.ClientSession) -> None:
        self.process = process
        self.url = url
        self._session = session

    @property
    def api(self) -> str:
        return f"{self.url}/api/v10"

    @property
    def gateway(self) -> str:
        return f"{self.url.replace('http', 'ws', 1)}/gateway"

    async def get(self, path: str) -> Any:
        async with self._session.get(f"{self.url}{path}") as answer:
            return json.loads(await answer.read())

    async def control(self, path: str, **body: object) -> Any:
        async with self._session.post(f"{self.url}/control/{path}", json=body) as answer:
            given = json.loads(await answer.read())
            assert answer.status == 200, given
            return given

    async def forget(self, path: str) -> None:
        async with self._session.delete(f"{self.url}/control/{path}") as answer:
            assert answer.status == 200

    async def bot_is_here(self) -> bool:
        return (await self.get("/people"))["bot"] is not None


@asynccontextmanager
async def ground(*, rates: bool = True) -> AsyncIterator[Ground]:
    """A sandbox process on a free port."""
    words = [sys.executable, "-m", "bot.sandbox", "0", *([] if rates else ["--no-rates"])]
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=PIPE)
    assert process.stdout is not None
    first = (await process.stdout.readline()).decode()
    url = next(word for word in first.split() if word.startswith("http://"))
    async with aiohttp.ClientSession() as session:
        try:
            yield Ground(process, url, session)
        finally:
            process.terminate()
            await process.wait()


class Bot:
    """The bot as a process that can be killed, and born again on the same database."""

    def __init__(self, place: Ground, folder: Path, painters: int = 0) -> None:
        self.place = place
        self.folder = folder
        self.painters = painters
        self.lives = 0
        self.process: ForkServerProcess | None = None

    def begin(self) -> None:
        self.lives += 1
        place = self.place
        self.process = born(place.api, place.gateway, self.folder, self.painters)

    async def start(self) -> None:
        self.begin()
        await until(self.place.bot_is_here, "the bot's login")

    async def kill(self) -> None:
        """kill -9; when this returns nothing of it is left, not even its connection."""
        assert self.process is not None
        self.process.kill()
        await asyncio.to_thread(self.process.join)
        self.lives += 1
        await until(self._away, "the bot's death")

    async def stop(self) -> None:
        """Politely."""
        assert self.process is not None
        self.process.terminate()
        await asyncio.to_thread(self.process.join)
        self.lives += 1

    async def _away(self) -> bool:
        return not await self.place.bot_is_here()


async def until(ready: Callable[[], Awaitable[bool]], what: str, seconds: float = 120) -> None:
    """Another process cannot ring our bell: look now and then."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not await ready():
        if loop.time() > end:
            raise AssertionError(f"waited in vain for {what}")
        await asyncio.sleep(0.02)


@asynccontextmanager
async def looking(folder: Path) -> AsyncIterator[Tables]:
    """The tables of the bot's database, to look at beside it."""
    store = Store(folder / "herald.db")
    await store.upgrade()
    tables = Tables(store, repeat=timedelta(0), defaults=LIVE)
    try:
        yield tables
    finally:
        await tables.stop()
        await store.close()


async def parcels_in(tables: Tables, *states: str) -> list[models.Parcel]:
    async with tables.store.read() as session:
        found = await session.exec(
            select(models.Parcel).where(col(models.Parcel.state).in_(states))
        )
        return list(found)


async def lines_of(tables: Tables, table: int) -> list[dict[str, Any]]:
    """The record's lines as the database has them."""
    entry = models.Entry
    async with tables.store.read() as session:
        found = await session.exec(
            select(entry.line).where(entry.table == table).order_by(col(entry.number))
        )
        return [dict(line) for line in found]


def memory(pid: int) -> float:
    """Resident MiB of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
