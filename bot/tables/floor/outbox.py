"""The outbox: messages that are owed, written together with what caused them.

Whoever sends one has claimed it: for a while it is theirs, and nobody else's. What a process left
half sent is taken up when that process is gone, or when its time is up.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, delete, func, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables.floor import words
from bot.tables.floor.bells import ANY
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import AT_ONCE
from bot.tables.values import DISCORD, Parcel
from engine import games
from engine.events import drawn

WAITING = ("owed", "sending")
LATER = "later"  # sent, and owed once more at its time; it holds nobody else up
LEASE = timedelta(minutes=10)  # longer than anything is sent that is sent at all
FARTHEST = timedelta(hours=2)  # nothing is put off so long: the clock has been turned back
KEPT = timedelta(days=30)  # what was sent, or is no longer owed, is cleared after that
SWEEPING = timedelta(hours=6)  # so often
PERMISSION = "permission"  # how the reason begins when the front end was not allowed to post


class Outbox:
    def __init__(self, hall: Hall, me: str = "") -> None:
        """`me`: the process that sends, for tests of several."""
        self.hall = hall
        self.me = me or owner()
        self._swept: datetime | None = None

    async def resume(self) -> None:
        """After a crash nobody knows whether a parcel that was being sent has arrived. Those of a
        process that lives are left alone."""
        parcel = models.Parcel
        async with self.hall.store.read() as session:
            query = select(parcel.owner).where(parcel.state == "sending").distinct()
            owners = list(await session.exec(query))
        ours = [one for one in owners if one == self.me or not lives(one)]
        if ours:
            async with self.hall.store.write() as session:
                await session.exec(_given_up(col(parcel.owner).in_(ours)))
        self.hall.bells.ring()

    def ring(self) -> None:
        """Wake whoever waits for parcels: there may be some, or it is time to go."""
        self.hall.bells.ring()

    async def parcels(
        self, busy: Collection[str] = (), most: int | None = None, kind: str = ANY
    ) -> tuple[Parcel, ...]:
        """The next parcel of each free road, the oldest first, at most so many: never the second
        before the first. `busy` holds the roads of those that are being sent; `kind`: only those
        of one front end."""
        parcel, now = models.Parcel, self.hall.clock()
        await self._whose_time_has_come()
        await self._sweep(now)
        heads = (
            select(func.min(parcel.id))
            .where(col(parcel.state).in_(WAITING), *_of(kind))
            .group_by(col(parcel.road))
        )
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(parcel)
                .where(
                    col(parcel.id).in_(heads),
                    col(parcel.road).not_in(busy),
                    parcel.state == "owed",
                    or_(col(parcel.due) <= now, col(parcel.due) > now + FARTHEST),
                )
                .order_by(col(parcel.id))
                .limit(most)
            )
            return tuple([await _packed(session, row) for row in list(found)])

    async def _sweep(self, now: datetime) -> None:
        """Clear what nobody needs any more: where a message is, `Posted` knows."""
        if self._swept is not None and abs(now - self._swept) < SWEEPING:
            return
        self._swept, parcel = now, models.Parcel
        over = col(parcel.state).in_(("sent", "void", "failed"))
        async with self.hall.store.write() as session:
            await session.exec(delete(parcel).where(over, col(parcel.moment) < now - KEPT))

    async def _whose_time_has_come(self) -> None:
        parcel, now = models.Parcel, self.hall.clock()
        come = and_(col(parcel.state) == LATER, col(parcel.due) <= now)
        # another's: how long one of our own takes, we know ourselves
        left = and_(
            col(parcel.state) == "sending", col(parcel.lease) <= now, col(parcel.owner) != self.me
        )
        async with self.hall.store.read() as session:
            query = select(parcel.id).where(or_(come, left)).limit(1)
            if (await session.exec(query)).first() is None:
                return
        async with self.hall.store.write() as session:
            await session.exec(update(parcel).where(come).values(state="owed"))
            await session.exec(_given_up(left))

    async def sending(self, parcel: int) -> Parcel | None:
        """Claim a parcel, with its body as it is at this very moment.

        What changes from now on is a new parcel: a change that came between reading the outbox
        and sending must not be lost. None: it is no longer owed, or somebody else was faster.
        """
        one = models.Parcel
        async with self.hall.store.write() as session:
            claimed = await session.exec(
                update(one)
                .where(col(one.id) == parcel, col(one.state) == "owed")
                .values(
                    state="sending",
                    attempts=col(one.attempts) + 1,
                    owner=self.me,
                    lease=self.hall.clock() + LEASE,
                )
            )
            if getattr(claimed, "rowcount", 0) != 1:
                return None
            row = await session.get(one, parcel)
            return await _packed(session, row) if row is not None else None

    async def sent(
        self,
        parcel: int,
        place: object | None,
        message: object | None,
        again_at: datetime | None = None,
    ) -> None:
        """Where it was posted; None: nothing had to be. `again_at`: it is owed once more then."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Parcel, parcel)
            if row is None:
                return
            row.state, row.doubtful, row.reason = "sent", False, ""
            if again_at is not None:
                row.state, row.due, row.attempts = LATER, again_at, 0
            if place is not None and message is not None:  # else nothing had to be sent
                await session.merge(
                    models.Posted(
                        table=row.table,
                        slot=row.slot,
                        kind=row.front,
                        place=str(place),
                        message=str(message),
                        moment=self.hall.clock(),
                    )
                )
        self.hall.bells.ring()

    async def failed(self, parcel: int, reason: str, retry_at: datetime | None = None) -> None:
        """It could not be sent: tried again at `retry_at`, or given up."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Parcel, parcel)
            if row is None or (row.state == "sending" and row.owner != self.me):
                return  # it is another's by now
            row.reason = reason[:1_000]
            if retry_at is None:
                row.state = "failed"
            else:
                row.state, row.due = "owed", retry_at
        self.hall.bells.ring()

    async def retry(self, circle: str = "") -> None:
        """What waits for a permission is owed now: of one circle, or everywhere."""
        parcel, table = models.Parcel, models.Table
        there = select(table.id).where(table.circle == circle) if circle else select(table.id)
        async with self.hall.store.write() as session:
            await session.exec(
                update(parcel)
                .where(
                    col(parcel.state) == "owed",
                    col(parcel.reason).startswith(PERMISSION),
                    col(parcel.table).in_(there),
                )
                .values(due=AT_ONCE)
            )
        self.hall.bells.ring()

    async def posted(self, table: int, slot: str, kind: str = DISCORD) -> tuple[str, str] | None:
        """Place and message of a slot, if a front end has posted it."""
        async with self.hall.store.read() as session:
            row = await session.get(models.Posted, (table, slot, kind))
        return (row.place, row.message) if row is not None else None

    async def lost(self, table: int, slot: str, kind: str = DISCORD) -> None:
        """The message of a slot is gone: the next parcel for it is a new message."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Posted, (table, slot, kind))
            if row is not None:
                await session.delete(row)

    async def wait(self, seconds: float | None = None, kind: str = ANY) -> None:
        """Until the bell rings (of one front end), a parcel that was put off comes due, or
        `seconds` have passed."""
        bell = self.hall.bells.of(kind)
        due = await self._next_due()
        if due is not None:
            until = max(0.0, (due - self.hall.clock()).total_seconds())
            seconds = until if seconds is None else min(seconds, until)
        try:
            async with asyncio.timeout(seconds):
                await bell.wait()
        except TimeoutError:
            pass
        bell.clear()

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


def owner() -> str:
    """This process: its host, and its number there."""
    return f"{platform.node()[:80]}/{os.getpid()}"


def lives(name: str) -> bool:
    """Whether the process of that name may still be at work. Of another host nobody can say: its
    time must be up first. "": from before anybody said whose it was."""
    host, _, number = name.rpartition("/")
    if host != platform.node()[:80] or not number.isdecimal():
        return bool(name)
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _given_up(which: Any) -> Any:
    """Nobody sends these any more; whether they arrived must be looked for."""
    parcel = models.Parcel
    half = update(parcel).where(col(parcel.state) == "sending", which)
    return half.values(state="owed", doubtful=True, owner="", lease=None)


def _of(kind: str) -> list[Any]:
    """Parcels of one front end, or of every one."""
    return [models.Parcel.front == kind] if kind else []


async def _packed(session: AsyncSession, row: models.Parcel) -> Parcel:
    """A parcel with its body as it is now, and where its slot was posted before."""
    posted = await session.get(models.Posted, (row.table, row.slot, row.front))
    body: dict[str, object] = dict(row.body)
    if row.kind == "report":
        report = await session.get(models.Report, (row.table, body["number"]))
        if report is not None:
            table = await session.get(models.Table, row.table)
            body = _report(report, table)
    elif row.kind in ("letter", "said"):
        body |= _letter(await session.get(models.Letter, body["letter"]))
    return Parcel(
        id=row.id,
        table=row.table,
        audience=row.audience,
        slot=row.slot,
        kind=row.kind,
        body=body,
        attempts=row.attempts,
        doubtful=row.doubtful,
        place=posted.place if posted else None,
        message=posted.message if posted else None,
        front=row.front,
        road=row.road,
        to=row.to,
    )


def _letter(letter: models.Letter | None) -> dict[str, object]:
    """What somebody wrote, as it is now: without words, if it was taken back."""
    if letter is None:
        return {"words": "", "seat": "", "to": []}
    return {"words": letter.text, "seat": letter.seat, "to": list(letter.to)}


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
