"""Two people who are one: whoever was met at two addresses says so, and is one person from then on.

Whatever the second one had is the first one's: seats, what they have known, what they did. Refused
where that would be two sides of a table that is still played.
"""

from __future__ import annotations

from sqlalchemy import delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

import engine
from bot.store import models
from bot.tables.floor import errands, words
from bot.tables.floor.errands import once_looked_up
from bot.tables.floor.finding import LIVE
from bot.tables.floor.hall import Hall
from bot.tables.floor.roads import PERSON
from bot.tables.floor.sitting import by_number
from bot.tables.lobby.forgetting import tables_of
from bot.tables.lobby.moderators import PEEK
from bot.tables.values import Refused, Stage, Who

ALL = "*"  # every side: who has peeked


class Linking:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @once_looked_up
    async def link(self, who: Who, other: Who, *, errand: str = "") -> Who:
        """`other` is `who`. How they want to be treated is as the first one said."""
        if who.id == other.id:
            return who
        async with self.hall.store.write() as session:
            tables = await tables_of(session, other.id)
            await _demand_one_side(session, tables, who.id, other.id)
            await _unite(session, tables, who.id, other.id)
            await errands.write(session, self.hall.clock(), 0, who)
        self.hall.met.clear()
        self.hall.bells.ring()
        return who


async def _demand_one_side(session: AsyncSession, tables: list[int], one: int, other: int) -> None:
    for number in tables:
        row = await session.get(models.Table, number)
        if row is None or row.stage not in LIVE:
            continue
        mine = await _sides(session, row, one)
        theirs = await _sides(session, row, other)
        if mine and theirs and len(mine | theirs) > 1:
            title = engine.games()[row.game].title
            raise Refused(words.TWO_SIDES.format(table=f"{title} {row.id}"))


async def _sides(session: AsyncSession, row: models.Table, person: int) -> set[str]:
    """The sides that somebody plays at a table, or has known."""
    seat, audit = models.Seat, models.Audit
    found = await session.exec(select(seat).where(seat.table == row.id))
    sides = {one.seat for one in found if person in (one.person, *one.held)}
    if row.stage == Stage.PLAYING.value:
        peeked = select(audit.id).where(
            audit.table == row.id, audit.person == person, audit.what == PEEK
        )
        if (await session.exec(peeked.limit(1))).first() is not None:
            sides.add(ALL)
    return sides


async def _unite(session: AsyncSession, tables: list[int], one: int, other: int) -> None:
    """All rows that name one of them name the other; the tables are of another version then, for
    whoever sits at them now."""
    await _unite_tables(session, tables, one, other)
    signed = (models.Entry, models.Audit, models.Score, models.Request, models.Errand)
    for model in (*signed, models.Letter):
        there = col(model.person) == other
        await session.exec(update(model).where(there).values(person=one))
    question = models.Question
    mine = update(question).where(col(question.owner) == other)
    await session.exec(mine.values(owner=one))
    await _unite_owned(session, one, other)
    await _unite_parcels(session, one, other)
    for circle in await session.exec(select(models.Circle)):
        circle.moderators = _with(circle.moderators, one, other)
    await _unite_addresses(session, one, other)
    gone = await session.get(models.Person, other)
    if gone is not None:
        if await session.get(models.Person, one) is None:
            session.add(models.Person(id=one, name=gone.name))
        await session.flush()
        await session.delete(gone)


async def _unite_addresses(session: AsyncSession, one: int, other: int) -> None:
    """Somebody of whom nothing was kept yet had one all the same: their number."""
    address = models.Address
    mine = update(address).where(col(address.person) == other)
    moved = await session.exec(mine.values(person=one))
    if getattr(moved, "rowcount", 0) == 0:
        only = by_number(other)
        only.person = one
        session.add(only)


async def _unite_tables(session: AsyncSession, tables: list[int], one: int, other: int) -> None:
    seat = models.Seat
    for number in tables:
        row = await session.get(models.Table, number)
        assert row is not None
        row.host = one if row.host == other else row.host
        row.moderators = _with(row.moderators, one, other)
        row.version += 1
        for place in await session.exec(select(seat).where(seat.table == number)):
            place.person = one if place.person == other else place.person
            place.offered = one if place.offered == other else place.offered
            place.held = _with(place.held, one, other)
    await session.flush()


async def _unite_owned(session: AsyncSession, one: int, other: int) -> None:
    """Rows of which each person has one a table, or one a request."""
    for mark in list(await session.exec(select(models.Mark).where(models.Mark.person == other))):
        mine = await session.get(models.Mark, (mark.table, one))
        if mine is None:
            session.add(models.Mark(**{**mark.model_dump(), "person": one}))
        else:
            mine.read = max(mine.read, mark.read)
    for vote in list(await session.exec(select(models.Vote).where(models.Vote.person == other))):
        if await session.get(models.Vote, (vote.request, one)) is None:
            session.add(models.Vote(**{**vote.model_dump(), "person": one}))
    for model in (models.Mark, models.Vote, models.Pending):  # a step is foreseen anew
        await session.exec(delete(model).where(col(model.person) == other))


async def _unite_parcels(session: AsyncSession, one: int, other: int) -> None:
    """They go to the same addresses as before."""
    parcel = models.Parcel
    there = col(parcel.audience) == f"{PERSON}{other}"
    await session.exec(update(parcel).where(there).values(audience=f"{PERSON}{one}"))


def _with(people: list[int], one: int, other: int) -> list[int]:
    """A list of people in which one of them stands for both."""
    return list(dict.fromkeys(one if person == other else person for person in people))
