"""Results: how finished matches came out, for a circle and for a player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlmodel import col, select

import engine
from bot.store import models
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Finished, SeatResult, Who

MOST = 50  # matches of a list


async def keep(sitting: Sitting, result: engine.Result) -> None:
    """Together with the order that ended the match. One that ends a second time (it was taken
    back) counts as it ended last."""
    for seat in sitting.seats.values():
        row = await sitting.get(models.Score, sitting.id, seat.seat)
        row = row or models.Score(table=sitting.id, seat=seat.seat, moment=sitting.now)
        row.circle, row.game = sitting.row.circle, sitting.row.game
        row.scenario = sitting.row.scenario
        row.person, row.computer = seat.person, seat.computer
        row.score = float(result.scores.get(seat.seat, 0))
        row.won, row.moment = seat.seat in result.winners, sitting.now
        sitting.added.append(row)
    await _let_go(sitting)


async def _let_go(sitting: Sitting) -> None:
    """Nothing is secret any more: who was forgotten need not be remembered as having known it."""
    held = {person for seat in sitting.seats.values() for person in seat.held}
    person = models.Person
    known = set(await sitting.values(select(person.id).where(col(person.id).in_(held))))
    for seat in sitting.seats.values():
        seat.held = [one for one in seat.held if one in known]


class Records:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def results(self, circle: str, who: Who | None = None) -> tuple[Finished, ...]:
        """The finished matches of a circle (in which somebody played), the newest first."""
        here = [models.Score.circle == circle]
        return await self._found(here if who is None else [*here, models.Score.person == who.id])

    async def history(self, who: Who) -> tuple[Finished, ...]:
        """The finished matches that somebody played, wherever; the newest first."""
        return await self._found([models.Score.person == who.id])

    async def _found(self, conditions: Iterable[Any]) -> tuple[Finished, ...]:
        score, seat = models.Score, models.Seat
        async with self.hall.store.read() as session:
            chosen = await session.exec(
                select(score.table)
                .where(*conditions)
                .group_by(col(score.table), col(score.moment))
                .order_by(col(score.moment).desc(), col(score.table).desc())
                .limit(MOST)
            )
            tables = list(chosen)
            rows = await session.exec(
                select(score, models.Person.name, models.Venue.thread)
                .outerjoin(models.Venue, col(models.Venue.table) == col(score.table))
                .join(seat, (col(seat.table) == score.table) & (col(seat.seat) == score.seat))
                .outerjoin(models.Person, col(models.Person.id) == col(score.person))
                .where(col(score.table).in_(tables))
                .order_by(col(seat.place))
            )
            found: dict[int, list[tuple[models.Score, str | None, int | None]]] = {}
            for row, name, thread in rows:
                found.setdefault(row.table, []).append((row, name, thread))
        return tuple(_result(found[table]) for table in tables)


def _result(rows: list[tuple[models.Score, str | None, int | None]]) -> Finished:
    first, _, thread = rows[0]
    game = engine.games().get(first.game)
    return Finished(
        first.table,
        game.title if game else first.game,
        first.scenario,
        first.moment,
        thread,
        tuple(_seat(row, name) for row, name, _ in rows),
    )


def _seat(row: models.Score, name: str | None) -> SeatResult:
    person = Who(row.person, name or str(row.person)) if row.person is not None else None
    return SeatResult(row.seat, person, row.computer, row.score, row.won)
