"""The outbox, delivered: one parcel at a time on each road, roads side by side.

Whatever fails is judged here: tried again at a time that is kept in the database, or given up.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, repeat
from typing import Any, Protocol

import aiohttp

from bot.host.logs import get
from bot.tables.tables import Tables
from bot.tables.values import Parcel, Refused

log = get("herald.delivery")

AT_ONCE = 16  # roads served side by side
LONGEST = 300.0  # seconds between two tries
TRIES = 12  # of something nobody foresaw
LOOK = 2.0  # seconds after which times that have come are looked at
PATIENCE = 10.0  # seconds for what is under way when we stop
NOTED = (0.05, 0.5, 2.0, 10.0)  # seconds before a note is written again; the last one for ever

Verdict = tuple[str, float | None]  # why it failed; seconds until it is tried again, None: never


class Held(Exception):  # noqa: N818 (not a fault: it is not yet time)
    """It cannot be sent now; try again after so many seconds."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seconds = seconds


class Undeliverable(Exception):  # noqa: N818
    """It will never be sent, and that has been dealt with."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where it lies now. No message: nothing had to be sent."""

    place: str | None = None
    message: str | None = None
    again_at: datetime | None = None


class Carrier(Protocol):
    """What a front end does for the post."""

    kind: str  # of front end: whose parcels it carries

    async def carry(self, parcel: Parcel) -> Delivered:
        """Send or edit what a parcel owes."""

    async def judge(self, parcel: Parcel, error: Exception) -> Verdict | None:
        """What an error of this front end's own means; None: it is none of its own."""


class Delivery:
    """Takes parcels from the tables and has them carried."""

    def __init__(self, carrier: Carrier, tables: Tables) -> None:
        self.carrier = carrier
        self.tables = tables
        self._roads: dict[str, asyncio.Task[None]] = {}
        self._freed = asyncio.Event()
        self._calm = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._owed: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        if self._loop is None and not self._stopping:
            self._loop = asyncio.create_task(self._run(), name="delivery")

    async def stop(self) -> None:
        """Take nothing more; finish what is being sent."""
        self._stopping = True
        self._freed.set()
        await self._finish(*self._roads.values(), self._loop)
        self.tables.outbox.ring()
        await self._finish(*self._roads.values(), self._owed)

    async def _finish(self, *tasks: asyncio.Task[None] | None) -> None:
        under_way = [task for task in tasks if task is not None]
        if not under_way:
            return
        _, late = await asyncio.wait(under_way, timeout=PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def settled(self) -> None:
        """Until everything that is owed now has been sent; what is put off does not count."""
        while True:
            self._calm.clear()
            self._freed.set()
            await self._calm.wait()
            # a road may have become free just after the outbox was read
            kind = self.carrier.kind
            if not self._roads and not await self.tables.outbox.parcels(most=1, kind=kind):
                return

    async def permissions_changed(self, circle: str = "") -> None:
        """What waits for a permission is owed again at once: of one circle, or everywhere."""
        await self.tables.outbox.retry(circle)

    async def _run(self) -> None:
        while not self._stopping:
            try:
                await self._hand_out()
                if not self._roads:
                    self._calm.set()
            except Exception as error:
                # the database may be busy or gone for a moment; nothing is lost by waiting
                log.error("outbox unreadable", exc_info=error)
                await asyncio.sleep(1)
            if not self._stopping:
                await self._something_owed()

    async def _hand_out(self) -> None:
        free = AT_ONCE - len(self._roads)
        if free <= 0:
            return
        self._freed.clear()
        kind = self.carrier.kind
        for parcel in await self.tables.outbox.parcels(frozenset(self._roads), free, kind):
            if self._stopping or len(self._roads) >= AT_ONCE:
                return
            key = parcel.road
            task = asyncio.create_task(self._serve(parcel), name=f"parcel {parcel.id}")
            self._roads[key] = task
            task.add_done_callback(partial(self._free, key))

    def _free(self, key: str, _: object = None) -> None:
        self._roads.pop(key, None)
        self._freed.set()

    async def _something_owed(self) -> None:
        """Until a road is free again, something new is owed, or a time may have come."""
        # Never cancelled: it may be reading the database, and a connection would be lost.
        if self._owed is None or self._owed.done():
            waiting = self.tables.outbox.wait(LOOK, self.carrier.kind)
            self._owed = asyncio.create_task(waiting, name="outbox")
        freed = asyncio.create_task(self._freed.wait())
        waits = {freed} if len(self._roads) >= AT_ONCE else {freed, self._owed}
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        freed.cancel()

    async def _serve(self, parcel: Parcel) -> None:
        """One parcel, from the outbox to its mark in it."""
        try:
            fresh = await self.tables.outbox.sending(parcel.id)
            if fresh is None:
                return  # taken back meanwhile
            # `fresh` counts this try as well
            done = await self.carrier.carry(replace(fresh, attempts=parcel.attempts))
        except Exception as error:
            reason, seconds = await self._judge(parcel, error)
            retry_at = None if seconds is None else self._in(seconds)
            await self._note(self.tables.outbox.failed, parcel.id, reason, retry_at)
            return
        await self._note(self._sent, parcel.id, done)

    async def _sent(self, parcel: int, done: Delivered) -> None:
        await self.tables.outbox.sent(parcel, done.place, done.message, done.again_at)

    async def _note(self, write: Any, *what: object) -> None:
        """Write it down. Until then its road waits: nothing else would ever free it.

        If we are stopped meanwhile, it is doubtful at the next start, and looked for.
        """
        for pause in chain(NOTED, repeat(NOTED[-1])):
            try:
                await write(*what)
                return
            except Exception as error:
                log.error("outbox not written", parcel=what[0], exc_info=error)
                await asyncio.sleep(pause)

    def _in(self, seconds: float) -> datetime:
        return self.tables.clock() + timedelta(seconds=seconds)

    async def _judge(self, parcel: Parcel, error: Exception) -> Verdict:
        """Why it failed, and after how many seconds to try again; None: never."""
        about = {"parcel": parcel.id, "table": parcel.table, "kind": parcel.kind}
        match error:
            case Held():  # a short while becomes a longer one, if it does not help
                longest = max(error.seconds, backoff(6))
                return error.reason, min(longest, error.seconds * backoff(parcel.attempts))
            case Undeliverable() | Refused():
                log.info("not delivered", why=str(error), **about)
                return str(error), None
        if (verdict := await self.carrier.judge(parcel, error)) is not None:
            return verdict
        if isinstance(error, aiohttp.ClientError | OSError):
            log.warning("connection lost", error=type(error).__name__, **about)
            return type(error).__name__, backoff(parcel.attempts)
        log.error("delivery failed", exc_info=error, **about)
        again = backoff(parcel.attempts) if parcel.attempts < TRIES else None
        return type(error).__name__, again


def backoff(attempts: int) -> float:
    """Seconds before the next try: 1, 2, 4 ... five minutes."""
    return min(LONGEST, 2.0 ** min(attempts, 10))
