"""A sitting: one table's rows while its lock is held, and everything that one commit writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Executable, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

import engine
from bot.store import models
from bot.store.models import Kept
from bot.tables import replaying, settings, words
from bot.tables.values import Owed, Refused, SeatCard, Stage, TableCard, Who
from engine import Game, Match, commitment

if TYPE_CHECKING:
    from bot.tables.hall import Hall

Row = TypeVar("Row", bound=Kept)


@dataclass(frozen=True, slots=True)
class Letter:
    """A parcel that the commit will write."""

    lane: str
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
        self.now: datetime = hall.clock()  # one change has one time
        self.actor: Who | None = None  # who caused the change; None: a computer player
        self.added: list[Kept] = []
        self.gone: list[Kept] = []
        self.letters: list[Letter] = []
        self.agenda: dict[tuple[str, str], datetime | None] = {}  # (kind, key): when; None: never
        self.void: set[str] = set()  # beginnings of slots whose parcels are no longer owed
        self.also: Callable[[AsyncSession], Awaitable[None]] | None = None  # in the same commit
        self.plans: list[models.Plan] | None = None  # of the round of battles, once they are read
        self.authors: dict[int, int | None] = {}  # entries by somebody else than the actor
        self.unkept = False  # the match has moved and that is not committed
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
        return self.stage is Stage.OVER or (self.stage is Stage.CLOSED and bool(self.row.result))

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

    def lane_to(self, person: int) -> str | None:
        """How somebody wants to be told that something is asked of them; None: not at all."""
        profile = self.people[person]
        if profile.pings == "none":
            return None
        by_name = profile.pings == "mention" or profile.dms == "closed"
        return "thread" if by_name else f"dm:{person}"

    def card(self) -> TableCard:
        """Everything public about the table."""
        row = self.row
        return TableCard(
            id=row.id,
            game=row.game,
            title=self.game.title,
            scenario=row.scenario,
            options=row.options,
            stage=self.stage,
            host=self.who(row.host),
            server=row.server,
            channel=row.channel,
            thread=row.thread,
            seats=tuple(self._seat_card(seat) for seat in self.seats.values()),
            commitment=commitment(row.seed or row.secret),
            seed=row.seed if self.ended else None,
            headline=tuple((name, text) for name, text in row.headline),
            owed=tuple(self._owed(q) for q in self._in_order()),
            result=row.result,
            reports=row.reports,
            settings={name: settings.setting(row.settings, name) for name in settings.SETTINGS},
            moderators=tuple(self.who(person) for person in row.moderators),
            paused=row.paused,
            halted=row.halted,
        )

    def _seat_card(self, seat: models.Seat) -> SeatCard:
        person = self.who(seat.person) if seat.person is not None else None
        return SeatCard(seat.seat, person, seat.computer, seat.ready, seat.gone)

    def _in_order(self) -> list[models.Question]:
        return [self.questions[seat] for seat in self.seats if seat in self.questions]

    def _owed(self, q: models.Question) -> Owed:
        seat = self.seats[q.seat]
        who = self.who(seat.person) if seat.person is not None else None
        free = who is None and not seat.computer
        return Owed(q.seat, who, q.kind, q.rule, q.prompt, q.since, q.until, free, q.late)

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
        """A row by its key, for this sitting to change or to look at."""
        assert self._session is not None
        row = await self._session.get(model, key)
        if row is not None:
            self._session.expunge(row)
        return row

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

    def know(self, who: Who) -> models.Person:
        """Somebody's row, with the name they have now."""
        person = self.people.get(who.id)
        if person is None:
            person = self.people[who.id] = models.Person(id=who.id, name=who.name[:200])
            self._met.add(who.id)
        elif person.name != who.name[:200]:
            person.name = who.name[:200]
            self._met.add(who.id)
        return person

    def owe(self, lane: str, slot: str, kind: str, /, **body: object) -> None:
        self.letters.append(Letter(lane, slot, kind, body))

    def plan(self, kind: str, key: str, at: datetime) -> None:
        """Something must happen at that time; an earlier time for the same thing is forgotten."""
        self.agenda[kind, key] = at

    def strike(self, kind: str, key: str) -> None:
        """It need not happen any more."""
        self.agenda[kind, key] = None

    def note(self, text: str, **body: object) -> None:
        """A sentence for the thread."""
        self.row.notes += 1
        self.owe("thread", f"note:{self.row.notes}", "note", words=text, **body)

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
        self.hall.tend(self)
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
        self.unkept = False
        self.hall.keep(self, self._match)
        self.added, self.gone, self.letters, self.void, self.also = [], [], [], set(), None
        self.agenda, self.ticks = {}, self.running()
        self.hall.bell.set()
        self.hall.committed(self)

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
            known = await session.get(models.Person, person.id)
            if known is None:
                session.add(person)
            elif known.name != person.name:
                known.name = person.name
        if self._met:
            await session.flush()
            session.expunge_all()
        session.add(self.row)

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
        kept = await session.get(models.Position, self.id)
        if kept is None:
            kept = models.Position(table=self.id, position={})
            session.add(kept)
        kept.digest, kept.position = position.digest, position.to_json()

    async def _agenda(self, session: AsyncSession) -> None:
        for (kind, key), at in self.agenda.items():
            due = await session.get(models.Due, (self.id, kind, key))
            if at is None:
                if due is not None:
                    await session.delete(due)
            elif due is None:
                session.add(models.Due(table=self.id, kind=kind, key=key, at=at))
            else:
                due.at = at

    async def _parcels(self, session: AsyncSession) -> None:
        """New letters; one for a slot that is still owed takes its place."""
        waits = col(models.Parcel.state).in_(("owed", "later"))
        found = await session.exec(
            select(models.Parcel)
            .where(models.Parcel.table == self.id, waits)
            .order_by(col(models.Parcel.id))
        )
        owed: dict[str, models.Parcel] = {}
        for parcel in found:
            if any(parcel.slot.startswith(start) for start in self.void):
                parcel.state = "void"
            elif parcel.state == "owed":
                owed[parcel.slot] = parcel
        for letter in self.letters:
            waiting = owed.get(letter.slot)
            if waiting is not None and waiting.state == "owed" and waiting.lane == letter.lane:
                waiting.body = dict(letter.body)
                continue
            if waiting is not None and waiting.state == "owed":
                waiting.state = "void"
            parcel = self.parcel(letter)
            owed[letter.slot] = parcel
            session.add(parcel)

    def parcel(self, letter: Letter) -> models.Parcel:
        road = letter.lane if letter.lane.startswith("dm:") else f"{letter.lane}:{self.id}"
        return models.Parcel(
            table=self.id,
            road=road,
            lane=letter.lane,
            slot=letter.slot,
            kind=letter.kind,
            body=dict(letter.body),
            due=self.now,
            moment=self.now,
        )
