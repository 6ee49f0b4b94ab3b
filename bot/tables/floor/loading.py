"""A table's rows, read in as few questions to the database as can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_
from sqlalchemy import select as rows_of
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.store.models import Kept

Known = dict[tuple[type[Kept], tuple[object, ...]], Kept | None]  # row by its key; None: no such


@dataclass(frozen=True, slots=True)
class Rows:
    """A table with what belongs to its seats, and the requests that are open."""

    row: models.Table
    seats: list[models.Seat]
    questions: list[models.Question]
    drafts: dict[str, models.Draft]
    requests: list[models.Request]
    venues: list[models.Venue]

    def known(self) -> Known:
        """The rows that need not be asked for again, by their keys."""
        table = self.row.id
        found: Known = {(models.Request, (one.id,)): one for one in self.requests}
        for seat in self.seats:
            found[models.Draft, (table, seat.seat)] = self.drafts.get(seat.seat)
        return found


async def table(session: AsyncSession, number: int) -> Rows | None:
    """In one reading."""
    here, seat, question = models.Table, models.Seat, models.Question
    draft, request, venue = models.Draft, models.Request, models.Venue
    query = (
        rows_of(here, seat, question, draft, request, venue)
        .outerjoin(seat, col(seat.table) == col(here.id))
        .outerjoin(question, _same_seat(question, seat))
        .outerjoin(draft, _same_seat(draft, seat))
        .outerjoin(request, and_(col(request.table) == col(here.id), col(request.state) == "open"))
        .outerjoin(venue, col(venue.table) == col(here.id))
        .where(col(here.id) == number)
        .order_by(col(seat.place), col(request.id), col(venue.kind))
    )
    found = list((await session.exec(query)).all())  # type: ignore[call-overload]
    if not found:
        return None
    columns = [_once(column) for column in zip(*found, strict=True)]
    _, seats, questions, drafts, requests, venues = columns
    mine = {one.seat: one for one in drafts}
    return Rows(found[0][0], seats, questions, mine, requests, venues)


def _once(column: Iterable[Any]) -> list[Any]:
    """The rows of a column, each once, in their order."""
    return list({id(row): row for row in column if row is not None}.values())


def _same_seat(model: type[models.Question] | type[models.Draft], seat: type[models.Seat]) -> Any:
    return and_(col(model.table) == col(seat.table), col(model.seat) == col(seat.seat))


@dataclass(frozen=True, slots=True)
class Folk:
    """People, where each of them is reached, and how far they have read a table."""

    people: dict[int, models.Person]
    addresses: dict[int, list[models.Address]]
    marks: Known
    errand: list[models.Errand]  # that was asked for, if it was done


async def people(
    session: AsyncSession, number: int, wanted: Iterable[int], errand: str = ""
) -> Folk:
    """In one reading, with an errand by its key."""
    person, address, mark, done = models.Person, models.Address, models.Mark, models.Errand
    wanted = set(wanted)
    query = (
        rows_of(person, address, mark, done)
        .outerjoin(address, col(address.person) == col(person.id))
        .outerjoin(mark, and_(col(mark.person) == col(person.id), col(mark.table) == number))
        .outerjoin(done, col(done.key) == errand)
        .where(col(person.id).in_(wanted))
        .order_by(col(address.id))
    )
    folk = Folk({}, {}, {(models.Mark, (number, one)): None for one in wanted}, [])
    found = (await session.exec(query)).all()  # type: ignore[call-overload]
    folk.errand[:] = [row[3] for row in found[:1] if row[3] is not None]
    for one, reached, read, _ in found:
        folk.people[one.id] = one
        folk.marks[models.Mark, (number, one.id)] = read
        mine = folk.addresses.setdefault(one.id, [])
        if reached is not None:
            mine.append(reached)
    return folk
