"""Forgetting somebody: whatever is kept of them goes, and the games they played stay whole.

Their orders stay in the records, without a person. One number stays for a while: at a table that is
still played, who has known which side's secrets, so that nobody comes back as the other side.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import delete, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables.floor import errands, words
from bot.tables.floor.errands import once_looked_up
from bot.tables.floor.hall import Hall
from bot.tables.floor.roads import PERSON
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import has_peeked
from bot.tables.lobby.opening import Lobby
from bot.tables.lobby.seats import NOBODY, RESIGNED, next_host, vacate
from bot.tables.telling import letters
from bot.tables.values import Stage, Who
from engine.tongues import Field, Listed, Said
from engine.tongues.phrases import Saying


class Forgetting:
    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self.hall = hall
        self.lobby = lobby

    @once_looked_up
    async def forget(self, who: Who, *, errand: str = "") -> int:
        """Table by table, then all at once; if it is cut off, it can be asked for again."""
        async with self.hall.store.write() as session:
            if await session.get(models.Person, NOBODY) is None:
                session.add(models.Person(id=NOBODY, name=str(words.SOMEBODY)))
        async with self.hall.store.read() as session:
            tables = await tables_of(session, who.id)
        with errands.aside():
            for table in tables:
                await self._leave(table, who)
        async with self.hall.store.write() as session:
            person = await session.get(models.Person, who.id)
            names = {who.name, person.name if person else who.name}
            await _unsay(session, tables, _Scissors(who.id, names))
            await _unsign(session, who.id)
            if person is not None:
                await session.delete(person)
            errands.anonymous()
            await errands.write(session, self.hall.clock(), 0, len(tables))
        self.hall.met.clear()
        return len(tables)

    async def _leave(self, table: int, who: Who) -> None:
        """Their seat is free, as if they had resigned; another hosts, and keeps order."""
        async with self.hall.sitting(table) as sitting:
            seated = sitting.seat_of(who)
            if sitting.stage is Stage.LOBBY and seated is not None:
                lobby = True
            else:
                lobby = False
                await letters.forget(sitting, who.id)
                await _step_down(sitting, who)
                await sitting.commit()
        if lobby:
            await self.lobby.leave(table, who)
            await self._leave(table, who)


async def tables_of(session: AsyncSession, person: int) -> list[int]:
    """Every table at which somebody sits, sat, hosts, keeps order or has read."""
    table, seat = models.Table, models.Seat
    found: set[int] = set()
    for number, host, moderators in await session.exec(
        select(table.id, table.host, table.moderators)
    ):
        if host == person or person in moderators:
            found.add(number)
    for number, sits, offered, held in await session.exec(
        select(seat.table, seat.person, seat.offered, seat.held)
    ):
        if person in (sits, offered, *held):
            found.add(number)
    for model in (models.Entry, models.Audit, models.Mark, models.Request, models.Letter):
        signed = select(model.table).where(model.person == person)
        found.update(await session.exec(signed))
    return sorted(found)


async def _step_down(sitting: Sitting, who: Who) -> None:
    row = sitting.row
    seat = next((s for s in sitting.seats.values() if s.person == who.id), None)
    live = sitting.stage is Stage.PLAYING
    if seat is not None and live:
        await vacate(sitting, seat, RESIGNED)
    if live and await has_peeked(sitting, who.id):  # they know every side
        for one in sitting.seats.values():
            one.held = [*one.held, *({who.id} - set(one.held))]
    for one in sitting.seats.values():
        one.person = None if one.person == who.id else one.person
        one.offered = None if one.offered == who.id else one.offered
        if not live:
            one.held = [person for person in one.held if person != who.id]
    next_host(sitting, who.id)
    if row.host == who.id:
        row.host = NOBODY
    row.moderators = [person for person in row.moderators if person != who.id]


async def _unsign(session: AsyncSession, person: int) -> None:
    """What they did stays, without them; what was only theirs goes."""
    for model in (models.Entry, models.Audit, models.Score):
        signed = update(model).where(col(model.person) == person)
        await session.exec(signed.values(person=None))
    for owned in (models.Vote, models.Mark, models.Pending, models.Errand):
        await session.exec(delete(owned).where(col(owned.person) == person))
    mine = select(models.Request.id).where(models.Request.person == person)
    await session.exec(delete(models.Vote).where(col(models.Vote.request).in_(mine)))
    await session.exec(delete(models.Request).where(col(models.Request.person) == person))
    parcel, posted = models.Parcel, models.Posted
    await session.exec(delete(parcel).where(col(parcel.audience) == f"{PERSON}{person}"))
    await session.exec(
        delete(posted).where(
            or_(col(posted.slot).endswith(f":{person}"), col(posted.slot).contains(f":{person}:"))
        )
    )
    for circle in await session.exec(select(models.Circle)):
        circle.moderators = [one for one in circle.moderators if one != person]
    await session.exec(delete(models.Address).where(col(models.Address.person) == person))


class _Scissors:
    """Cuts somebody's names and number out of what was written."""

    def __init__(self, person: int, names: set[str]) -> None:
        self.person = person
        ways = sorted((re.escape(name) for name in names if name), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)") if ways else None

    def text(self, text: str) -> str:
        if isinstance(text, Saying):
            return Saying(Said(text.said.key, self._values(text.said)))
        return self._names.sub(str(words.SOMEBODY), text) if self._names is not None else text

    def _values(self, said: Said) -> dict[str, Field]:
        return {name: self._field(value) for name, value in said.values.items()}

    def _field(self, value: Field) -> Field:
        """Names stand in the values of what was said, and nowhere else."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Said):
            return Said(value.key, self._values(value))
        if isinstance(value, Listed):
            return Listed(tuple(self._field(item) for item in value.items), value.join)
        return value

    def json(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.json(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.json(item) for item in value]
        return NOBODY if value == self.person and type(value) is int else value


async def _unsay(session: AsyncSession, tables: list[int], cut: _Scissors) -> None:
    """Their name in what was noted at their tables."""
    audit, parcel = models.Audit, models.Parcel
    for note in await session.exec(select(audit).where(col(audit.table).in_(tables))):
        note.words, note.why = cut.text(note.words), cut.text(note.why)
    for one in await session.exec(select(parcel).where(col(parcel.table).in_(tables))):
        body = cut.json(one.body)
        if body != one.body:
            one.body = body
