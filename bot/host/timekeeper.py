"""The timekeeper: has the tables do what is due. The times themselves are in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.host.logs import get
from bot.tables.tables import Tables

log = get("herald.timekeeper")

LOOK = 15.0  # seconds after which times are looked at in any case: they can be moved


class Timekeeper:
    def __init__(self, tables: Tables, there: Callable[[], bool] = lambda: True) -> None:
        """`there`: whether anybody can reach us. While nobody can, nobody's time is up."""
        self.tables = tables
        self._there = there
        self._loop: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    def start(self) -> None:
        if self._loop is None and not self._stopping.is_set():
            self._loop = asyncio.create_task(self._run(), name="timekeeper")

    async def stop(self) -> None:
        """Finish what is being served, and go."""
        self._stopping.set()
        if self._loop is not None:
            await self._loop

    async def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                if self._there():
                    await self.tables.agenda.serve()
                seconds = await self._until_next() if self._there() else LOOK
            except Exception as error:
                # the database may be busy or gone for a moment; nothing is lost by waiting
                log.error("agenda unreadable", exc_info=error)
                seconds = LOOK
            try:
                async with asyncio.timeout(seconds):
                    await self._stopping.wait()
            except TimeoutError:
                pass

    async def _until_next(self) -> float:
        due = await self.tables.agenda.next()
        if due is None:
            return LOOK
        return min(LOOK, max(0.05, (due - self.tables.clock()).total_seconds()))
