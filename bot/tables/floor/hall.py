"""The hall: every table's lock, rows and match. One writer per table; nothing lives here for ever.

A *sitting* is a table with its lock held. Whoever reads waits for it too: what has not been
committed is not told.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

import engine
from bot.store import Store, models
from bot.tables.floor import loading, replaying, words
from bot.tables.floor.bells import Bells
from bot.tables.floor.limits import USUAL, Limits
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused, Stage, Who
from engine import Decision, Match

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST = 256  # matches in memory; well under a MiB each
IDLE = timedelta(minutes=10)


@dataclass(slots=True)
class Loaded:
    """A match in memory, as of one version of its table, and who sits where."""

    match: Match
    version: int
    used: datetime
    seats: Mapping[int, str]  # person: seat
    playing: bool

    def decision(self, who: Who) -> Decision | None:
        """The question that somebody owes an answer to."""
        seat = self.seats.get(who.id)
        return self.match.decision(seat) if seat is not None and self.playing else None

    def open(self, who: Who) -> Decision | None:
        """All that somebody may order now: the question, and what they may do beside it."""
        seat = self.seats.get(who.id)
        return self.match.together(seat) if seat is not None and self.playing else None


@dataclass(frozen=True, slots=True)
class Met(Generic[T]):
    """Something that was looked up, for a while."""

    what: T
    until: datetime


@dataclass(frozen=True, slots=True)
class Hooks:
    """What others do whenever something happens at any table."""

    tend: Callable[[Sitting], None]  # before every commit
    committed: Callable[[Sitting], None]  # after it
    differs: Callable[[Sitting, replaying.Differs], Awaitable[None]]  # a table that must stop


class Hall:
    """Where the tables stand."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        rng: Random,
        hooks: Hooks,
        most: int = MOST,
        limits: Limits = USUAL,
    ) -> None:
        engine.games()  # what is kept is said in their words
        self.store = store
        self.clock = clock
        self.rng = rng
        self.most = most
        self.limits = limits
        self.bells = Bells()  # ring when a message may be owed
        self.hooks = hooks
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._loaded: OrderedDict[int, Loaded] = OrderedDict()
        self.threads: dict[int, int] = {}  # thread: its table, as far as we have met it
        self.met: dict[tuple[str, str], Met[int]] = {}  # by kind and value of an address
        self.badges: dict[str, Met[str]] = {}  # by circle: who keeps order there
        # The rules are no faster in two threads; and only one at a time touches their caches.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something that takes long beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    @asynccontextmanager
    async def sitting(self, table: int, who: Who | None = None) -> AsyncIterator[Sitting]:
        """The table with its lock held, and what is kept of `who`, though they need not sit here.
        What was played and not committed is forgotten."""
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock, self.store.read() as session:
            sitting = await self.rows(session, table, who)
            session.expunge_all()
            try:
                yield sitting
            except replaying.Differs as differs:
                await self.halt(table, differs)
                raise Refused(words.HALTED.format(table=sitting.name)) from None
            finally:
                if sitting.unkept:
                    self._loaded.pop(table, None)

    @asynccontextmanager
    async def glance(self, table: int) -> AsyncIterator[Loaded | None]:
        """The table's match with its lock held, from memory if it is there: for those who only
        look, and often, as while somebody types. None: it has not started."""
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            kept = self._loaded.get(table)
            if kept is not None and kept.version == await self._version(table):
                kept.used = self.clock()
                yield kept
                return
        async with self.sitting(table) as sitting:
            if sitting.row.seed:
                await sitting.match()
            yield self._loaded.get(table)

    async def _version(self, table: int) -> int | None:
        """Of a table, as it is now: another process may have played at it."""
        version = select(models.Table.version).where(models.Table.id == table)
        async with self.store.read() as session:
            return (await session.exec(version)).first()

    async def halt(self, table: int, differs: replaying.Differs) -> None:
        """With the lock held: nothing more is played at this table."""
        async with self.store.read() as session:
            sitting = await self.rows(session, table)
            session.expunge_all()
            if not sitting.row.halted:
                await self.hooks.differs(sitting, differs)

    async def rows(self, session: AsyncSession, table: int, who: Who | None = None) -> Sitting:
        """A table's rows, in two readings: the table with its seats, and the people there."""
        found = await loading.table(session, table)
        if found is None:
            raise Refused(words.NO_TABLE.format(table=table))
        sitting = Sitting(self, found.row, found.seats, found.questions, session)
        sitting.requests = found.requests
        sitting.venues = {venue.kind: venue for venue in found.venues}
        sitting.known.update(found.known())
        await sitting.meet(sitting.person_ids() | ({who.id} if who is not None else set()))
        return sitting

    # -- matches --------------------------------------------------------------------------------

    async def match(self, sitting: Sitting) -> Match:
        """The table's match: from memory if it is of this version, else from the record."""
        self._let_go()
        row = sitting.row
        kept = self._loaded.get(row.id)
        if kept is None or kept.version != row.version:
            kept = self._kept(sitting, await self._replayed(sitting))
            self._loaded[row.id] = kept
        kept.used = self.clock()
        self._loaded.move_to_end(row.id)
        return kept.match

    def keep(self, sitting: Sitting, match: Match | None) -> None:
        """After a commit: this match is what the record says now."""
        row = sitting.row
        for venue in sitting.venues.values():
            if venue.thread is not None:
                self.threads[venue.thread] = row.id
        if match is None:  # not looked at this time; what is in memory is of an older version
            self._loaded.pop(row.id, None)
            return
        self._loaded[row.id] = self._kept(sitting, match)
        self._loaded.move_to_end(row.id)
        self._let_go()

    def _kept(self, sitting: Sitting, match: Match) -> Loaded:
        seats: dict[int, str] = {}
        for seat in sitting.seats.values():
            if seat.person is not None:
                seats.setdefault(seat.person, seat.seat)
        playing = sitting.stage is Stage.PLAYING and not sitting.planning
        return Loaded(match, sitting.row.version, self.clock(), seats, playing)

    @property
    def in_memory(self) -> int:
        return len(self._loaded)

    def _let_go(self) -> None:
        """The least used first; whoever holds one at this moment may finish with it."""
        since = self.clock() - IDLE
        while self._loaded:
            first = next(iter(self._loaded))
            if len(self._loaded) <= self.most and self._loaded[first].used >= since:
                break
            del self._loaded[first]

    async def _replayed(self, sitting: Sitting) -> Match:
        """The record is the truth, unless the rules that read it have changed meanwhile."""
        past = await replaying.past(sitting)
        await sitting.let_go()
        try:
            match = await self.aside(lambda: replaying.replayed(past))
        except replaying.Differs as differs:
            log.error("table %s cannot be replayed: entry %s", sitting.id, differs.entry)
            if sitting.stage is not Stage.PLAYING and past.kept is not None:
                return await self.aside(lambda: replaying.continued(past))  # to be looked at
            raise
        return match
