"""The outbox, delivered: one parcel at a time in each lane, lanes side by side.

Whatever fails is judged here: tried again at a time that is kept in the database, or given up.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord

from bot.discord.courier import TOO_OFTEN, Courier, Delivered, Held, Undeliverable
from bot.discord.logs import get
from bot.discord.text import NOBODY
from bot.tables import Tables
from bot.tables.values import Parcel, Refused

log = get("herald.delivery")

AT_ONCE = 16  # lanes served side by side
LONGEST = 300.0  # seconds between two tries
PARKED = 3600.0  # seconds until a missing permission is tried again unasked
TRIES = 12  # of something nobody foresaw
LOOK = 2.0  # seconds after which times that have come are looked at
PATIENCE = 10.0  # seconds for what is under way when we stop
NOTED = (0.05, 0.5, 2.0, 10.0)  # seconds before a note is written again; the last one for ever


class Delivery:
    """Takes parcels from the tables and has them carried."""

    def __init__(self, courier: Courier, tables: Tables) -> None:
        self.courier = courier
        self.tables = tables
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._freed = asyncio.Event()
        self._calm = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._owed: asyncio.Task[None] | None = None
        self._stopping = False
        self._told: set[tuple[int | None, str]] = set()

    def start(self) -> None:
        if self._loop is None and not self._stopping:
            self._loop = asyncio.create_task(self._run(), name="delivery")

    async def stop(self) -> None:
        """Take nothing more; finish what is being sent."""
        self._stopping = True
        self._freed.set()
        await self._finish(*self._lanes.values(), self._loop)
        self.tables.ring()
        await self._finish(*self._lanes.values(), self._owed)

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
            # a lane may have become free just after the outbox was read
            if not self._lanes and not await self.tables.parcels(most=1):
                return

    async def permissions_changed(self, server: int | None = None) -> None:
        """What waits for a permission is owed again at once."""
        self._told = {told for told in self._told if told[0] != server}
        await self.tables.retry(server)

    async def _run(self) -> None:
        while not self._stopping:
            try:
                await self._hand_out()
                if not self._lanes:
                    self._calm.set()
            except Exception as error:
                # the database may be busy or gone for a moment; nothing is lost by waiting
                log.error("outbox unreadable", exc_info=error)
                await asyncio.sleep(1)
            if not self._stopping:
                await self._something_owed()

    async def _hand_out(self) -> None:
        free = AT_ONCE - len(self._lanes)
        if free <= 0:
            return
        self._freed.clear()
        for parcel in await self.tables.parcels(frozenset(self._lanes), free):
            if self._stopping or len(self._lanes) >= AT_ONCE:
                return
            key = parcel.road
            task = asyncio.create_task(self._serve(parcel), name=f"parcel {parcel.id}")
            self._lanes[key] = task
            task.add_done_callback(partial(self._free, key))

    def _free(self, key: str, _: object = None) -> None:
        self._lanes.pop(key, None)
        self._freed.set()

    async def _something_owed(self) -> None:
        """Until a lane is free again, something new is owed, or a time may have come."""
        # Never cancelled: it may be reading the database, and a connection would be lost.
        if self._owed is None or self._owed.done():
            self._owed = asyncio.create_task(self.tables.wait(LOOK), name="outbox")
        freed = asyncio.create_task(self._freed.wait())
        waits = {freed} if len(self._lanes) >= AT_ONCE else {freed, self._owed}
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        freed.cancel()

    async def _serve(self, parcel: Parcel) -> None:
        """One parcel, from the outbox to its mark in it."""
        try:
            fresh = await self.tables.sending(parcel.id)
            if fresh is None:
                return  # taken back meanwhile
            # `fresh` counts this try as well
            done = await self.courier.carry(replace(fresh, attempts=parcel.attempts))
        except Exception as error:
            reason, seconds = await self._judge(parcel, error)
            retry_at = None if seconds is None else self._in(seconds)
            await self._note(self.tables.failed, parcel.id, reason, retry_at)
            return
        await self._note(self._sent, parcel.id, done)

    async def _sent(self, parcel: int, done: Delivered) -> None:
        await self.tables.sent(parcel, done.channel, done.message, done.again_at)

    async def _note(self, write: Any, *what: object) -> None:
        """Write it down. Until then its lane waits: nothing else would ever free it.

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

    async def _judge(self, parcel: Parcel, error: Exception) -> tuple[str, float | None]:
        """Why it failed, and after how many seconds to try again; None: never."""
        about = {"parcel": parcel.id, "table": parcel.table, "kind": parcel.kind}
        match error:
            case Held():  # a short while becomes a longer one, if it does not help
                longest = max(error.seconds, backoff(6))
                return error.reason, min(longest, error.seconds * backoff(parcel.attempts))
            case Undeliverable() | Refused():
                log.info("not delivered", why=str(error), **about)
                return str(error), None
            case discord.RateLimited():
                return "rate limit", error.retry_after
            case discord.HTTPException(code=code) if code in TOO_OFTEN:
                return f"too often {code}", 60.0
            case discord.Forbidden() if parcel.lane.startswith("dm:"):
                log.warning("letter box refuses", code=error.code, **about)
                return f"letter box {error.code}", None
            case discord.Forbidden():
                await self._missing_permission(parcel, error)
                return f"permission {error.code}", PARKED
            case discord.NotFound():
                log.warning("place gone", code=error.code, **about)
                return f"gone {error.code}", None
            case discord.HTTPException(status=status) if status == 429 or status >= 500:
                log.warning("discord is unwell", status=status, **about)
                return f"status {status}", backoff(parcel.attempts)
            case discord.HTTPException():
                log.error("refused by discord", status=error.status, code=error.code, **about)
                return f"refused {error.code}", None
            case aiohttp.ClientError() | OSError():
                log.warning("connection lost", error=type(error).__name__, **about)
                return type(error).__name__, backoff(parcel.attempts)
        log.error("delivery failed", exc_info=error, **about)
        again = backoff(parcel.attempts) if parcel.attempts < TRIES else None
        return type(error).__name__, again

    async def _missing_permission(self, parcel: Parcel, error: discord.Forbidden) -> None:
        """The host is told by letter, once for each place."""
        card = await self.tables.card(parcel.table)
        if (card.server, parcel.lane) in self._told:
            return
        self._told.add((card.server, parcel.lane))
        log.warning("permission missing", server=card.server, lane=parcel.lane, code=error.code)
        words = (
            f"I cannot post for {card.name} in its "
            f"{'channel' if parcel.lane == 'channel' else 'thread'}: a permission is missing there."
            " I need: view the channel, send messages (also in threads), create public threads,"
            " embed links, attach files, read the history. What is owed waits until I have them."
        )
        try:
            box = await self.courier.client.create_dm(discord.Object(card.host.id))
            await box.send(words, allowed_mentions=NOBODY)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failed:
            log.info("host not told", kind=type(failed).__name__)


def backoff(attempts: int) -> float:
    """Seconds before the next try: 1, 2, 4 ... five minutes."""
    return min(LONGEST, 2.0 ** min(attempts, 10))
