"""A sitting: one table's rows while its lock is held, and everything that one commit writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import Executable, delete, inspect, tuple_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

import engine
from bot.store import models
from bot.store.models import Kept
from bot.tables.floor import cards, errands, loading, replaying, settings, words
from bot.tables.floor.loading import Known
from bot.tables.floor.roads import CLOSED, PERSON, Road, roads
from bot.tables.values import (
    DISCORD,
    Outcome,
    Refused,
    Stage,
    TableCard,
    Who,
)
from engine import Game, Match, Position

if TYPE_CHECKING:
    from bot.tables.floor.hall import Hall

Row = TypeVar("Row", bound=Kept)
AT_ONCE = datetime(2000, 1, 1, tzinfo=UTC)  # due whatever the clock says, should it jump back


@dataclass(frozen=True, slots=True)
class Letter:
    """A message that is owed; the commit makes parcels of it."""

    audience: str  # table, lobby, person:<n>
    slot: str
    kind: str
    body: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tick:
    """A clock that runs, as far as the agenda depends on it."""

    number: int  # of the question
    until: datetime
    reminded: int


class Sitting:
    """A table, its seats and open questions. Change the rows, add others, then `commit`."""

    def __init__(
        self,
        hall: Hall,
        row: models.Table,
        seats: list[models.Seat],
        questions: list[models.Question],
        session: AsyncSession | None = None,
    ) -> None:
        self.hall = hall
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.questions = {question.seat: question for question in questions}
        self.people: dict[int, models.Person] = {}
        self.addresses: dict[int, list[models.Address]] = {}  # of each of them, the first first
        self.venues: dict[str, models.Venue] = {}  # by the kind of front end
        self.now: datetime = hall.clock()  # one change has one time
        self.actor: Who | None = None  # who caused the change; None: a computer player
        self.added: list[Kept] = []
        self.gone: list[Kept] = []
        self.letters: list[Letter] = []
        self.agenda: dict[tuple[str, str], datetime | None] = {}  # (kind, key): when; None: never
        self.void: set[str] = set()  # beginnings of slots whose parcels are no longer owed
        self.also: Callable[[AsyncSession], Awaitable[None]] | None = None  # in the same commit
        self.outcome: Callable[[], object] | None = None  # of the errand under way, if it is known
        self.shape: Callable[[Outcome], object] = lambda outcome: outcome  # as whoever asks gets it
        self.plans: list[models.Plan] | None = None  # of the round of battles, once they are read
        self.authors: dict[int, int | None] = {}  # entries by somebody else than the actor
        self.unkept = False  # the match has moved and that is not committed
        self.requests: list[models.Request] = []  # those that are open
        self.known: Known = {}  # rows that were read, by their keys
        self._match: Match | None = None
        self._session = session  # for reading, until something is written
        self._met: set[int] = set()  # people whose row is new or has a new name
        self.ticks = self.running()  # the clocks as they ran when we sat down

    # -- reading --------------------------------------------------------------------------------

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def game(self) -> Game:
        return engine.games()[self.row.game]

    @property
    def name(self) -> str:
        return f"{self.game.title} {self.row.id}"

    @property
    def stage(self) -> Stage:
        return Stage(self.row.stage)

    @property
    def ended(self) -> bool:
        """Played to the end, whether or not it was closed since: nothing is hidden any more."""
        return cards.ended(self.row)

    @property
    def planning(self) -> bool:
        """A round of battles waits for its plans: no single orders are given meanwhile."""
        return bool(self.row.round) and self.row.released is None

    def person_ids(self) -> set[int]:
        seated = {seat.person for seat in self.seats.values()}
        offered = {seat.offered for seat in self.seats.values()}
        others = {self.row.host, *self.row.moderators}
        return {person for person in seated | offered | others if person is not None}

    def running(self) -> dict[str, Tick]:
        """The clocks that run now, by seat."""
        return {
            q.seat: Tick(q.number, q.until, q.reminded)
            for q in self.questions.values()
            if q.until is not None and not q.late
        }

    def setting(self, name: str) -> str:
        """How the table plays, in one respect."""
        return settings.setting(self.row.settings, name)

    def who(self, person: int) -> Who:
        known = self.people.get(person)
        return Who(person, known.name if known else str(person))

    def seat_of(self, who: Who) -> str | None:
        return next((s.seat for s in self.seats.values() if s.person == who.id), None)

    def reachable(self, person: int) -> bool:
        """Whether somebody has an open address: letters to them may arrive."""
        return any(one.state != CLOSED for one in self.addresses.get(person, ()))

    def audience_for(self, person: int) -> str | None:
        """How somebody wants to be told that something is asked of them: by letter, or by name
        where everybody sees it; None: not at all."""
        profile = self.people[person]
        if profile.calls == "none":
            return None
        by_name = profile.calls == "mention" or not self.reachable(person)
        return "table" if by_name and self.venues else f"{PERSON}{person}"

    def card(self) -> TableCard:
        """Everything public about the table."""
        people = {number: Who(number, known.name) for number, known in self.people.items()}
        seats = list(self.seats.values())
        return cards.card(self.row, seats, self.questions, list(self.venues.values()), people)

    # -- demanding ------------------------------------------------------------------------------

    def demand_stage(self, *stages: Stage) -> None:
        if self.stage in stages:
            return
        sentence = {
            Stage.LOBBY: words.NOT_STARTED,
            Stage.PLAYING: words.STARTED,
            Stage.OVER: words.ENDED,
            Stage.CLOSED: words.CLOSED,
        }[self.stage]
        raise Refused(sentence.format(table=self.name))

    def demand_seat(self, who: Who) -> str:
        seat = self.seat_of(who)
        if seat is None:
            raise Refused(words.NOT_SEATED.format(table=self.name))
        return seat

    def demand_host(self, who: Who) -> None:
        if who.id != self.row.host:
            host = self.who(self.row.host).name
            raise Refused(words.NOT_HOST.format(host=host, table=self.name))

    def seat(self, name: str) -> models.Seat:
        seat = self.seats.get(name.strip().casefold())
        if seat is None:
            seats = ", ".join(self.seats)
            raise Refused(words.NO_SEAT.format(table=self.name, seat=name[:40], seats=seats))
        return seat

    async def match(self) -> Match:
        """The match, for a table that has started."""
        if self.row.halted:
            raise Refused(words.HALTED.format(table=self.name))
        if self.stage in (Stage.LOBBY, Stage.CLOSED) and not self.row.seed:
            self.demand_stage(Stage.PLAYING)
        if self._match is None:
            self._match = await self.hall.match(self)
        return self._match

    def begin(self, match: Match) -> None:
        """The match of a table that starts now."""
        self._match = match
        self.unkept = True

    # -- other rows -----------------------------------------------------------------------------

    async def get(self, model: type[Row], *key: object) -> Row | None:
        """A row by its key, for this sitting to change or to look at; it is read once."""
        if (model, key) not in self.known:
            assert self._session is not None
            row = await self._session.get(model, key)
            if row is not None:
                self._session.expunge(row)
            self.known[model, key] = row
        return cast("Row | None", self.known[model, key])

    async def all(self, query: SelectOfScalar[Row]) -> list[Row]:
        """The rows of a query."""
        assert self._session is not None
        rows = list(await self._session.exec(query))
        self._session.expunge_all()
        return rows

    async def values(self, query: Executable) -> list[Any]:
        """Single columns of rows."""
        assert self._session is not None
        return list(await self._session.exec(query))  # type: ignore[call-overload]

    @property
    def reading(self) -> AsyncSession:
        """For a look at what lies beyond this table."""
        assert self._session is not None
        return self._session

    async def let_go(self) -> None:
        """Give the reader's connection back: there are few, and who waits holds none."""
        if self._session is not None:
            await self._session.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """One transaction."""
        await self.let_go()
        async with self.hall.store.write() as session:
            yield session

    # -- writing --------------------------------------------------------------------------------

    async def meet(self, people: Iterable[int]) -> None:
        """Read what is kept of people who need not sit here."""
        unknown = [number for number in people if number not in self.people]
        if not unknown:
            return
        assert self._session is not None
        folk = await loading.people(self._session, self.id, unknown, errands.key())
        self._session.expunge_all()
        for done in folk.errand:
            errands.check(done)
        self.people.update(folk.people)
        self.addresses.update(folk.addresses)
        self.known.update(folk.marks)

    def know(self, who: Who) -> models.Person:
        """Somebody's row, with the name they have now."""
        person = self.people.get(who.id)
        if person is None:
            person = self.people[who.id] = models.Person(id=who.id, name=who.name[:200])
            self.addresses[who.id] = [by_number(who.id)]
            self._met.add(who.id)
        elif person.name != who.name[:200]:
            person.name = who.name[:200]
            self._met.add(who.id)
        return person

    def owe(self, audience: str, slot: str, kind: str, /, **body: object) -> None:
        self.letters.append(Letter(audience, slot, kind, body))

    def plan(self, kind: str, key: str, at: datetime) -> None:
        """Something must happen at that time; an earlier time for the same thing is forgotten."""
        self.agenda[kind, key] = at

    def strike(self, kind: str, key: str) -> None:
        """It need not happen any more."""
        self.agenda[kind, key] = None

    def note(self, text: str, **body: object) -> None:
        """A sentence for everybody at the table. `offers`: what may be done about it, as deeds with
        an argument, which each front end shows in its own way."""
        self.row.notes += 1
        self.owe("table", f"note:{self.row.notes}", "note", words=text, **body)

    def audit(self, what: str, text: str = "", why: str = "", entry: int | None = None) -> None:
        person = self.actor.id if self.actor else None
        self.added.append(
            models.Audit(
                table=self.id,
                person=person,
                what=what,
                words=text,
                why=why,
                entry=entry,
                moment=self.now,
            )
        )

    async def commit(self) -> None:
        """All of it in one transaction; nobody is told anything before."""
        self.hall.hooks.tend(self)
        self.row.changed = self.now
        async with self.writing() as session:
            await self._claim(session)
            await self._people(session)
            session.add_all([*self.seats.values(), *self.questions.values(), *self.added])
            for gone in self.gone:
                await session.delete(gone)
            await self._entries(session)
            await session.flush()
            if self.also is not None:
                await self.also(session)
            await self._agenda(session)
            await self._parcels(session)
            outcome = self.outcome() if self.outcome is not None else None
            await errands.write(session, self.now, self.id, outcome)
        self.unkept = False
        self._know_again()
        self.hall.keep(self, self._match)
        self.added, self.gone, self.letters, self.void, self.also = [], [], [], set(), None
        self.outcome = None
        self.agenda, self.ticks = {}, self.running()
        self.hall.bells.ring()
        self.hall.hooks.committed(self)

    def _know_again(self) -> None:
        """What was written is what is known from now on."""
        for row in self.gone:
            self.known[_key_of(row)] = None
        for row in self.added:
            self.known[_key_of(row)] = row
        self.requests = [row for row in self.requests if row.state == "open"]

    async def _claim(self, session: AsyncSession) -> None:
        """Nobody else has written since we read: or we have read too early."""
        table = col(models.Table.id)
        claimed = await session.exec(
            update(models.Table)
            .where(table == self.row.id, col(models.Table.version) == self.row.version)
            .values(version=self.row.version + 1)
            .execution_options(synchronize_session=False)
        )
        if getattr(claimed, "rowcount", 0) != 1:
            raise Refused(words.FASTER)
        self.row.version += 1

    async def _people(self, session: AsyncSession) -> None:
        """People first: seats and entries refer to them. A profile is not ours to overwrite."""
        for person in [self.people[number] for number in sorted(self._met)]:
            await keep(session, person)
        if self._met:
            await session.flush()
            session.expunge_all()
        session.add(self.row)
        session.add_all(self.venues.values())

    async def _entries(self, session: AsyncSession) -> None:
        match, person = self._match, self.actor.id if self.actor else None
        if match is None or (len(match) == self.row.entries and not self.unkept):
            return
        position = match.position()
        entries = match.entries
        for number in range(self.row.entries, len(entries)):
            last = number == len(entries) - 1
            session.add(
                models.Entry(
                    table=self.id,
                    number=number,
                    line=entries[number].to_json(),
                    person=self.authors.get(number, person),
                    moment=self.now,
                    digest=replaying.short(position) if last else "",
                )
            )
        self.row.entries = len(entries)
        await self._position(session, position)

    async def _position(self, session: AsyncSession, position: Position) -> None:
        """Where the match stands now, in the place of where it stood."""
        kept: dict[str, Any] = {"digest": position.digest, "position": position.to_json()}
        there = col(models.Position.table) == self.id
        changed = await session.exec(update(models.Position).where(there).values(kept))
        if getattr(changed, "rowcount", 0) == 0:
            session.add(models.Position(table=self.id, **kept))

    async def _agenda(self, session: AsyncSession) -> None:
        due = models.Due
        if not self.agenda:
            return
        struck = tuple_(col(due.kind), col(due.key)).in_(list(self.agenda))
        await session.exec(delete(due).where(col(due.table) == self.id, struck))
        for (kind, key), at in self.agenda.items():
            if at is not None:
                session.add(due(table=self.id, kind=kind, key=key, at=at))

    async def _parcels(self, session: AsyncSession) -> None:
        """New letters; one for a slot that is still owed takes its place."""
        waits = col(models.Parcel.state).in_(("owed", "later"))
        found = await session.exec(
            select(models.Parcel)
            .where(models.Parcel.table == self.id, waits)
            .order_by(col(models.Parcel.id))
        )
        owed: dict[str, dict[str, models.Parcel]] = {}  # by slot and road
        for parcel in found:
            if any(parcel.slot.startswith(start) for start in self.void):
                parcel.state = "void"
            elif parcel.state == "owed":
                owed.setdefault(parcel.slot, {})[parcel.road] = parcel
        for letter in self.letters:
            self._send(session, letter, owed.setdefault(letter.slot, {}))

    def send(self, session: AsyncSession) -> None:
        """The letters of a table that is new: nothing waits yet."""
        for letter in self.letters:
            self._send(session, letter, {})

    def _send(self, session: AsyncSession, letter: Letter, owed: dict[str, models.Parcel]) -> None:
        """On each of its roads; what waits for the same slot on another is no longer owed."""
        taken = {road.name: road for road in roads(self, letter.audience, letter.kind)}
        for name in [name for name in owed if name not in taken]:
            owed.pop(name).state = "void"
        for name, road in taken.items():
            if name in owed:
                owed[name].body = dict(letter.body)
                continue
            owed[name] = self.parcel(letter, road)
            session.add(owed[name])

    def parcel(self, letter: Letter, road: Road) -> models.Parcel:
        return models.Parcel(
            table=self.id,
            front=road.front,
            road=road.name,
            audience=letter.audience,
            to=road.to,
            slot=letter.slot,
            kind=letter.kind,
            body=dict(letter.body),
            due=AT_ONCE,
            moment=self.now,
        )


def by_number(person: int) -> models.Address:
    """The address of somebody of whom nothing is known but a number: it is Discord's, as all were
    before there was another front end."""
    return models.Address(person=person, kind=DISCORD, value=str(person), verified=True)


async def keep(session: AsyncSession, person: models.Person) -> models.Person:
    """Somebody's row, new or with a new name. A profile is not ours to overwrite."""
    known = await session.get(models.Person, person.id)
    if known is None:
        session.add(person)
        await session.flush()
        session.add(by_number(person.id))
        return person
    if known.name != person.name:
        known.name = person.name
    return known


def _key_of(row: Kept) -> tuple[type[Kept], tuple[object, ...]]:
    return type(row), tuple(inspect(type(row)).primary_key_from_instance(row))
