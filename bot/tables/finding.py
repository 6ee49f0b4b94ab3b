"""Which table somebody means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import and_, or_
from sqlmodel import col, select

from bot.store import models
from bot.tables import words
from bot.tables.hall import Hall
from bot.tables.values import Refused, Stage, TableCard, Where, Who

LIVE = (Stage.LOBBY.value, Stage.PLAYING.value)


class Finding:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def find(self, who: Who, where: Where | None, table: int | None) -> TableCard:
        if table is not None:
            return await self._named(who, where, table)
        if where is not None:
            here = await self._ids(models.Table.thread == where.channel)
            if here:
                self.hall.threads[where.channel] = here[-1]
                return await self.card(here[-1])
        mine = await self.mine(who)
        owing = [
            card for card in mine if any(o.person and o.person.id == who.id for o in card.owed)
        ]
        done = await self._done(who) if len(owing) > 1 else ()
        for cards in (owing, [card for card in owing if card.id not in done], mine):
            if len(cards) == 1:
                return cards[0]
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

    async def meant(self, who: Who, where: Where | None, table: int | None) -> int:
        if table is None and where is not None and where.channel in self.hall.threads:
            return self.hall.threads[where.channel]
        return (await self.find(who, where, table)).id

    async def _named(self, who: Who, where: Where | None, table: int) -> TableCard:
        """A table by its number: one's own anywhere, others only in their own server."""
        card = await self.card(table)
        seated = any(seat.person and seat.person.id == who.id for seat in card.seats)
        seated = seated or who.id in [moderator.id for moderator in card.moderators]
        here = where is not None and where.server is not None and where.server == card.server
        if not (seated or here):
            raise Refused(words.NO_TABLE.format(table=table))
        return card

    async def card(self, table: int) -> TableCard:
        async with self.hall.store.read() as session:
            return (await self.hall.rows(session, table)).card()

    async def cards(self, tables: Iterable[int]) -> tuple[TableCard, ...]:
        async with self.hall.store.read() as session:
            return tuple([(await self.hall.rows(session, table)).card() for table in tables])

    async def mine(self, who: Who) -> tuple[TableCard, ...]:
        seats = select(models.Seat.table).where(models.Seat.person == who.id)
        live = col(models.Table.stage).in_(LIVE)
        return await self.cards(await self._ids(col(models.Table.id).in_(seats), live))

    async def in_server(self, server: int) -> tuple[TableCard, ...]:
        live = col(models.Table.stage).in_(LIVE)
        return await self.cards(await self._ids(models.Table.server == server, live))

    async def live(self) -> tuple[TableCard, ...]:
        """Every table that is not over: their threads are kept alive."""
        return await self.cards(await self._ids(or_(col(models.Table.stage).in_(LIVE))))

    async def _ids(self, *conditions: Any) -> list[int]:
        query = select(models.Table.id).where(*conditions).order_by(col(models.Table.id))
        async with self.hall.store.read() as session:
            return list(await session.exec(query))
