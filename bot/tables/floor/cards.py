"""Cards of many tables at once: a handful of readings, however many tables there are.

They are made of columns, not of rows that could be changed: a thousand tables in a tenth of a
second.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Text, bindparam, cast, select
from sqlmodel.ext.asyncio.session import AsyncSession

import engine
from bot.store import models
from bot.tables.floor import settings
from bot.tables.values import Owed, SeatCard, Stage, TableCard, Venue, Who
from engine import commitment
from engine.tongues.phrases import unpacked

AT_ONCE = 500  # tables of one reading: a statement has room for so many numbers


async def cards(session: AsyncSession, tables: Sequence[int]) -> tuple[TableCard, ...]:
    """The cards of tables, in their order; of those that there are."""
    found: dict[int, TableCard] = {}
    for start in range(0, len(tables), AT_ONCE):
        some = tables[start : start + AT_ONCE]
        found.update({card.id: card for card in await _some(session, some)})
    return tuple(found[number] for number in tables if number in found)


async def _some(session: AsyncSession, numbers: Sequence[int]) -> list[TableCard]:
    read = await session.connection()
    rows = (await read.execute(_TABLES, {"numbers": numbers})).all()
    seats = _by_table((await read.execute(_SEATS, {"numbers": numbers})).all())
    questions = _by_table((await read.execute(_QUESTIONS, {"numbers": numbers})).all())
    venues = _by_table((await read.execute(_VENUES, {"numbers": numbers})).all())
    tables = [_Table(row) for row in rows]
    wanted = {seat.person for some in seats.values() for seat in some} - {None}
    for table in tables:
        wanted |= {table.host, *table.moderators}
    found = await read.execute(_PEOPLE, {"numbers": sorted(wanted)})
    people = {row.id: Who(row.id, row.name) for row in found.all()}
    return [
        card(
            table,
            seats.get(table.id, []),
            {question.seat: question for question in questions.get(table.id, ())},
            venues.get(table.id, []),
            people,
        )
        for table in tables
    ]


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.table, []).append(row)
    return found


@lru_cache(maxsize=4096)
def _read(text: str) -> Any:
    """JSON, in which something may be said. Most tables are set alike."""
    return unpacked(json.loads(text))


_JSON = ("options", "headline", "settings", "moderators")


class _Table:
    """A row of many, with its JSON read."""

    def __init__(self, row: Any) -> None:
        self.__dict__.update(row._mapping)
        for name in _JSON:
            setattr(self, name, _read(getattr(self, name)))

    def __getattr__(self, name: str) -> Any:  # what the row did not have
        raise AttributeError(name)


def _columns(model: Any, key: str, *names: str) -> Any:
    """Some columns of the rows of several tables."""
    columns = model.__table__.columns
    chosen = [
        cast(columns[name], Text).label(name) if name in _JSON else columns[name] for name in names
    ]
    return select(*chosen).where(columns[key].in_(bindparam("numbers", expanding=True)))


_TABLES = _columns(
    models.Table,
    "id",
    *("id", "game", "scenario", "stage", "host", "circle", "secret", "seed", "result", "reports"),
    *("paused", "halted", *_JSON),
)
_SEATS = _columns(
    models.Seat, "table", "table", "seat", "person", "computer", "ready", "gone", "place"
).order_by(models.Seat.place)
_QUESTIONS = _columns(
    models.Question,
    *("table", "table", "seat", "kind", "rule", "prompt", "since", "until", "late"),
)
_VENUES = _columns(models.Venue, "table", "table", "kind", "server", "channel", "thread").order_by(
    models.Venue.kind
)
_PEOPLE = _columns(models.Person, "id", "id", "name")


def card(
    row: Any,
    seats: Sequence[Any],
    questions: Mapping[str, Any],
    venues: Sequence[Any],
    people: Mapping[int, Who],
) -> TableCard:
    """Everything public about a table, from its rows."""
    return TableCard(
        id=row.id,
        game=row.game,
        title=engine.games()[row.game].title,
        scenario=row.scenario,
        options=row.options,
        stage=Stage(row.stage),
        host=named(people, row.host),
        circle=row.circle,
        venue=next((Venue(v.kind, v.server, v.channel, v.thread) for v in venues), None),
        seats=tuple([_seat(seat, people) for seat in seats]),
        commitment=commitment(row.seed) if row.seed else "",
        seed=row.seed if ended(row) else None,
        headline=tuple([(name, text) for name, text in row.headline]),
        owed=tuple([_owed(questions[s.seat], s, people) for s in seats if s.seat in questions]),
        result=row.result,
        reports=row.reports,
        settings=settings.all_of(row.settings),
        moderators=tuple([named(people, person) for person in row.moderators]),
        paused=row.paused,
        halted=row.halted,
        promised=commitment(row.secret),
        language=row.settings.get("language", "en"),
    )


def ended(row: Any) -> bool:
    """Played to the end, whether or not it was closed since: nothing is hidden any more."""
    return row.stage == Stage.OVER or (row.stage == Stage.CLOSED and bool(row.result))


def named(people: Mapping[int, Who], person: int) -> Who:
    """Somebody; by their number, if nothing is kept of them."""
    return people.get(person) or Who(person, str(person))


def _seat(seat: Any, people: Mapping[int, Who]) -> SeatCard:
    person = named(people, seat.person) if seat.person is not None else None
    return SeatCard(seat.seat, person, seat.computer, seat.ready, seat.gone)


def _owed(q: Any, seat: Any, people: Mapping[int, Who]) -> Owed:
    who = named(people, seat.person) if seat.person is not None else None
    free = who is None and not seat.computer
    return Owed(q.seat, who, q.kind, q.rule, q.prompt, q.since, q.until, free, q.late)
