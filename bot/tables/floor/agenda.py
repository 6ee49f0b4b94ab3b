"""The agenda: what must happen at a table at a certain time, kept in the database.

A row is written together with what caused it and removed together with what it does: after a
crash nothing is forgotten, and nothing happens twice. Whoever serves an item looks at the table
as it is then: a reminder that nobody needs any more is simply dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused, Stage

log = logging.getLogger(__name__)

Serve = Callable[[Sitting, models.Due], Awaitable[None]]  # does not commit: the agenda does


class Agenda:
    def __init__(self, hall: Hall, servants: Mapping[str, Serve]) -> None:
        """`servants`: who serves the items of each kind."""
        self.hall = hall
        self.servants = dict(servants)

    async def serve(self) -> int:
        """Do everything whose time has come, the oldest first; how many items that was."""
        done = 0
        for row in await self._come():
            try:
                done += await self._serve(row)
            except Refused as refused:  # a spoilt record: the other tables go on
                log.error("table %s: %s not served: %s", row.table, row.kind, refused.reason)
        return done

    async def next(self) -> datetime | None:
        """When the next item is due."""
        due = models.Due
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(due.at)
                .join(models.Table, col(models.Table.id) == col(due.table))
                .where(models.Table.halted == "")
                .order_by(col(due.at))
                .limit(1)
            )
            return found.first()

    async def _come(self) -> list[models.Due]:
        due = models.Due
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(due)
                .join(models.Table, col(models.Table.id) == col(due.table))
                .where(due.at <= self.hall.clock(), models.Table.halted == "")
                .order_by(col(due.at), col(due.kind))
            )
            return list(found)

    async def _serve(self, row: models.Due) -> int:
        """One item, one transaction; it may have been moved or dropped since it was read."""
        async with self.hall.sitting(row.table) as sitting:
            now = await sitting.get(models.Due, row.table, row.kind, row.key)
            if now is None or now.at > self.hall.clock():
                return 0
            sitting.strike(now.kind, now.key)
            servant = self.servants.get(now.kind)
            if servant is not None and sitting.stage is Stage.PLAYING:
                await servant(sitting, now)
            await sitting.commit()
        return 1
