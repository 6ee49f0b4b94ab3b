"""Which table somebody means."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import and_, or_
from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import cards, words
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused, Stage, TableCard, Where, Who

LIVE = (Stage.LOBBY.value, Stage.PLAYING.value)


class Finding:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def find(
        self, who: Who, where: Where | None = None, table: int | None = None
    ) -> TableCard:
        """The table somebody means: named, the thread's, where they owe an answer, or their only
        one; otherwise refused with the candidates."""
        if table is not None:
            return await self._named(who, where, table)
        here = await self._here(where)
        if here is not None:
            return await self.card(here)
        mine = await self.mine(who)
        owing = [
            card for card in mine if any(o.person and o.person.id == who.id for o in card.owed)
        ]
        done = await self._done(who) if len(owing) > 1 else ()
        for some in (owing, [card for card in owing if card.id not in done], mine):
            if len(some) == 1:
                return some[0]
        if not mine:
            raise Refused(words.NO_TABLE_OF_YOURS)
        names = ", ".join(card.name for card in owing or mine)
        raise Refused(words.WHICH_TABLE.format(tables=names))

    async def _done(self, who: Who) -> list[int]:
        """Tables that ask somebody who has sealed a plan, or given an answer, for the next tick."""
        plan, seat = models.Plan, models.Seat
        query = (
            select(plan.table)
            .join(seat, and_(col(seat.table) == col(plan.table), col(seat.seat) == col(plan.seat)))
            .where(seat.person == who.id, col(plan.sealed).is_not(None))
        )
        async with self.hall.store.read() as session:
            return list(await session.exec(query))

    @asynccontextmanager
    async def sitting(
        self, who: Who, where: Where | None = None, table: int | None = None
    ) -> AsyncIterator[Sitting]:
        """The table that `find` finds, with its lock held: found and read at once."""
        number = table if table is not None else await self.meant(who, where)
        async with self.hall.sitting(number, who) as sitting:
            if table is not None:
                _demand_finder(sitting, who, where)
            yield sitting

    async def meant(self, who: Who, where: Where | None = None, table: int | None = None) -> int:
        """The number of the table that `find` finds; quickly, in a thread that we know."""
        here = await self._here(where) if table is None else None
        return here if here is not None else (await self.find(who, where, table)).id

    async def _here(self, where: Where | None) -> int | None:
        """The table of the thread in which something was said."""
        if where is None:
            return None
        if where.channel not in self.hall.threads:
            found = await self._in_thread(where)
            if found is None:
                return None
            self.hall.threads[where.channel] = found
        return self.hall.threads[where.channel]

    async def _in_thread(self, where: Where) -> int | None:
        venue = models.Venue
        query = (
            select(venue.table)
            .where(venue.kind == where.kind, venue.thread == where.channel)
            .order_by(col(venue.table).desc())
        )
        async with self.hall.store.read() as session:
            return (await session.exec(query)).first()

    async def _named(self, who: Who, where: Where | None, table: int) -> TableCard:
        """A table by its number, for those who may find it so."""
        async with self.hall.store.read() as session:
            sitting = await self.hall.rows(session, table)
        _demand_finder(sitting, who, where)
        return sitting.card()

    async def card(self, table: int) -> TableCard:
        async with self.hall.store.read() as session:
            return (await self.hall.rows(session, table)).card()

    async def cards(self, tables: Iterable[int]) -> tuple[TableCard, ...]:
        """The cards of many tables, in as few readings as can be."""
        async with self.hall.store.read() as session:
            return await cards.cards(session, tuple(tables))

    async def seat_of(self, table: int, who: Who) -> str | None:
        card = await self.card(table)
        seats = [s.seat for s in card.seats if s.person is not None and s.person.id == who.id]
        return seats[0] if seats else None

    async def mine(self, who: Who) -> tuple[TableCard, ...]:
        """Tables at which `who` sits that are not over or closed."""
        seats = select(models.Seat.table).where(models.Seat.person == who.id)
        live = col(models.Table.stage).in_(LIVE)
        return await self.cards(await self._ids(col(models.Table.id).in_(seats), live))

    async def in_circle(self, circle: str) -> tuple[TableCard, ...]:
        """Tables of a circle that are not over or closed."""
        if not circle:
            return ()
        live = col(models.Table.stage).in_(LIVE)
        return await self.cards(await self._ids(models.Table.circle == circle, live))

    async def live(self) -> tuple[TableCard, ...]:
        """Every table that is not over: their threads are kept alive."""
        return await self.cards(await self._ids(or_(col(models.Table.stage).in_(LIVE))))

    async def _ids(self, *conditions: Any) -> list[int]:
        query = select(models.Table.id).where(*conditions).order_by(col(models.Table.id))
        async with self.hall.store.read() as session:
            return list(await session.exec(query))


def _demand_finder(sitting: Sitting, who: Who, where: Where | None) -> None:
    """Who sits at a table, is offered a seat there or keeps order may name it anywhere; others
    only where its circle meets."""
    here = where is not None and bool(where.circle) and where.circle == sitting.row.circle
    if not (here or who.id in sitting.person_ids() or sitting.row.circle in who.keeps):
        raise Refused(words.NO_TABLE.format(table=sitting.id))
