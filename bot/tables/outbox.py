"""The outbox: messages that are owed, written together with what caused them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables import words
from bot.tables.hall import Hall
from bot.tables.values import Parcel
from engine import games
from engine.events import drawn

WAITING = ("owed", "sending")
LATER = "later"  # sent, and owed once more at its time; it holds nobody else up
PERMISSION = "permission"  # how the reason begins when the front end was not allowed to post


class Outbox:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def resume(self) -> None:
        """After a crash nobody knows whether a parcel that was being sent has arrived."""
        async with self.hall.store.write() as session:
            await session.exec(
                update(models.Parcel)
                .where(col(models.Parcel.state) == "sending")
                .values(state="owed", doubtful=True)
            )
        self.hall.bell.set()

    async def parcels(self, busy: Collection[str], most: int | None) -> tuple[Parcel, ...]:
        """The next parcel of each free road: never the second before the first."""
        parcel = models.Parcel
        await self._whose_time_has_come()
        heads = (
            select(func.min(parcel.id))
            .where(col(parcel.state).in_(WAITING))
            .group_by(col(parcel.road))
        )
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(parcel)
                .where(
                    col(parcel.id).in_(heads),
                    col(parcel.road).not_in(busy),
                    parcel.state == "owed",
                    parcel.due <= self.hall.clock(),
                )
                .order_by(col(parcel.id))
                .limit(most)
            )
            return tuple([await _packed(session, row) for row in list(found)])

    async def _whose_time_has_come(self) -> None:
        parcel = models.Parcel
        come = (col(parcel.state) == LATER, col(parcel.due) <= self.hall.clock())
        async with self.hall.store.read() as session:
            if (await session.exec(select(parcel.id).where(*come).limit(1))).first() is None:
                return
        async with self.hall.store.write() as session:
            await session.exec(update(parcel).where(*come).values(state="owed"))

    async def sending(self, parcel: int) -> Parcel | None:
        """Take a parcel out of the owed ones, with its body as it is at this very moment.

        What changes from now on is a new parcel: a change that came between reading the outbox
        and sending must not be lost. None: it is no longer owed.
        """
        async with self.hall.store.write() as session:
            row = await session.get(models.Parcel, parcel)
            if row is None or row.state != "owed":
                return None
            row.state = "sending"
            row.attempts += 1
            return await _packed(session, row)

    async def sent(
        self,
        parcel: int,
        channel: int | None,
        message: int | None,
        again_at: datetime | None = None,
    ) -> None:
        async with self.hall.store.write() as session:
            row = await session.get(models.Parcel, parcel)
            if row is None:
                return
            row.state, row.doubtful, row.reason = "sent", False, ""
            if again_at is not None:
                row.state, row.due, row.attempts = LATER, again_at, 0
            if channel is not None and message is not None:  # else nothing had to be sent
                await session.merge(
                    models.Posted(
                        table=row.table,
                        slot=row.slot,
                        channel=channel,
                        message=message,
                        moment=self.hall.clock(),
                    )
                )
        self.hall.bell.set()

    async def failed(self, parcel: int, reason: str, retry_at: datetime | None) -> None:
        async with self.hall.store.write() as session:
            row = await session.get(models.Parcel, parcel)
            if row is None:
                return
            row.reason = reason[:1_000]
            if retry_at is None:
                row.state = "failed"
            else:
                row.state, row.due = "owed", retry_at
        self.hall.bell.set()

    async def retry(self, server: int | None) -> None:
        """What waits for a permission is owed now: of one server, or everywhere."""
        parcel, table = models.Parcel, models.Table
        there = select(table.id).where(table.server == server) if server else select(table.id)
        async with self.hall.store.write() as session:
            await session.exec(
                update(parcel)
                .where(
                    col(parcel.state) == "owed",
                    col(parcel.reason).startswith(PERMISSION),
                    col(parcel.table).in_(there),
                )
                .values(due=self.hall.clock())
            )
        self.hall.bell.set()

    async def posted(self, table: int, slot: str) -> tuple[int, int] | None:
        """Channel and message of a slot, if it was posted."""
        async with self.hall.store.read() as session:
            row = await session.get(models.Posted, (table, slot))
        return (row.channel, row.message) if row is not None else None

    async def lost(self, table: int, slot: str) -> None:
        """The message of a slot is gone: the next parcel for it is a new message."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Posted, (table, slot))
            if row is not None:
                await session.delete(row)

    async def wait(self, seconds: float | None) -> None:
        """Until the bell rings, a parcel that was put off comes due, or `seconds` have passed."""
        due = await self._next_due()
        if due is not None:
            until = max(0.0, (due - self.hall.clock()).total_seconds())
            seconds = until if seconds is None else min(seconds, until)
        try:
            async with asyncio.timeout(seconds):
                await self.hall.bell.wait()
        except TimeoutError:
            pass
        self.hall.bell.clear()

    async def _next_due(self) -> datetime | None:
        parcel = models.Parcel
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(parcel.due)
                .where(
                    col(parcel.state).in_(("owed", LATER)),
                    col(parcel.due) > self.hall.clock(),
                )
                .order_by(col(parcel.due))
                .limit(1)
            )
            return found.first()


async def _packed(session: AsyncSession, row: models.Parcel) -> Parcel:
    """A parcel with its body as it is now, and where its slot was posted before."""
    posted = await session.get(models.Posted, (row.table, row.slot))
    body: dict[str, object] = dict(row.body)
    if row.kind == "report":
        report = await session.get(models.Report, (row.table, body["number"]))
        if report is not None:
            table = await session.get(models.Table, row.table)
            body = _report(report, table)
    return Parcel(
        id=row.id,
        table=row.table,
        lane=row.lane,
        slot=row.slot,
        kind=row.kind,
        body=body,
        attempts=row.attempts,
        doubtful=row.doubtful,
        channel=posted.channel if posted else None,
        message=posted.message if posted else None,
    )


def _report(report: models.Report, table: models.Table | None) -> dict[str, object]:
    """`board`: it ended a phase, so the whole board belongs to it."""
    setting = words.setting(table.headline) if table else ""
    declared = games()[table.game].events if table else {}
    return {
        "number": report.number,
        "seat": report.seat,
        "title": report.title,
        "lines": report.lines,
        "picture": {"events": [drawn(declared, event) for event in report.events]},
        "taken_back": bool(report.lines) and all(line["back"] for line in report.lines),
        "finished": report.finished,
        "board": report.finished and not report.chapter and report.title != setting,
    }
