"""People: where they are met and reached, and how they want to be treated."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import available_timezones

from sqlalchemy import func
from sqlalchemy import select as rows_of
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

import renderer
from bot.store import models
from bot.tables.floor import errands, words, words_time
from bot.tables.floor.errands import once_looked_up
from bot.tables.floor.hall import Hall, Met
from bot.tables.floor.roads import CLOSED
from bot.tables.floor.sitting import keep
from bot.tables.telling import chronicle, letters
from bot.tables.values import DISCORD, Address, Profile, Refused, Stage, Where, Who
from engine import HeraldError
from engine.tongues import ENGLISH

SETTINGS = ("zone", "quiet", "calls", "letters", "palette", "language", "away")
CHOICES = {
    "calls": ("letter", "mention", "none"),
    "palette": tuple(renderer.PALETTES),
    "language": ("en",),
}
AWAY = timedelta(days=180)  # the longest holiday; it can be said anew
REMEMBERED = timedelta(minutes=1)  # whose an address is; another process may have changed it
_QUIET = re.compile(r"(?:[01]?\d|2[0-3])\s*-\s*(?:[01]?\d|2[0-3])")


class People:
    def __init__(self, hall: Hall, changed: Callable[[Profile, Profile], Awaitable[None]]) -> None:
        """`changed`: told what somebody's profile was and is."""
        self.hall = hall
        self.changed = changed
        self._languages: dict[int, str] = {}  # of those who do not read English

    def language(self, person: int) -> str:
        """In which language somebody reads: asked at every visit, so it is known by heart."""
        return self._languages.get(person, ENGLISH.language)

    async def recall(self) -> None:
        """Learn by heart what everybody reads."""
        row = models.Person
        async with self.hall.store.read() as session:
            others = select(row.id, row.language).where(row.language != ENGLISH.language)
            self._languages = dict(list(await session.exec(others)))

    # -- meeting them ---------------------------------------------------------------------------

    async def meet(
        self,
        kind: str,
        value: str,
        name: str,
        where: Where | None = None,
        badges: Collection[str] = (),
    ) -> Who:
        """Whose address this is. Somebody new by mail gets a number; who is new in Discord has one,
        and nothing is kept of them before they do something.

        `badges`: by which the front end knows them where they speak; whoever wears the badge of
        that circle keeps order in it.
        """
        if not self._remembers(kind, value, where):
            await self._look_up(kind, value, name, where)
        circle = where.circle if where is not None else ""
        badge = self.hall.badges[circle].what if circle else ""
        keeps = (circle,) if badge and badge in badges else ()
        return Who(self.hall.met[kind, value].what, name, keeps)

    def _remembers(self, kind: str, value: str, where: Where | None) -> bool:
        """Whether it was asked a moment ago."""
        now, person = self.hall.clock(), self.hall.met.get((kind, value))
        badge = self.hall.badges.get(where.circle) if where is not None else None
        placed = where is None or not where.circle or (badge is not None and badge.until > now)
        return placed and person is not None and person.until > now

    async def _look_up(self, kind: str, value: str, name: str, where: Where | None) -> None:
        """In one reading: whose it is, who keeps order there, and which table is meant."""
        address, circle, venue = models.Address, models.Circle, models.Venue
        named = where.circle if where is not None else ""
        thread = where.channel if where is not None else -1
        whose = select(address.person).where(address.kind == kind, address.value == value)
        kept = select(circle.badge).where(circle.name == named)
        here = select(func.max(venue.table)).where(venue.kind == kind, venue.thread == thread)
        query = rows_of(*[one.scalar_subquery() for one in (whose, kept, here)])
        async with self.hall.store.read() as session:
            row: Any = (await session.exec(query)).one()  # type: ignore[call-overload]
        person, badge, table = row
        if person is None:
            person = int(value) if kind == DISCORD else await self._welcome(kind, value, name)
        until = self.hall.clock() + REMEMBERED
        self.hall.met[kind, value] = Met(person, until)
        if named:
            self.hall.badges[named] = Met(badge or "", until)
        if table is not None:
            self.hall.threads[thread] = table

    async def _welcome(self, kind: str, value: str, name: str) -> int:
        """Somebody new, with the number of their first address: it is nobody else's, ever."""
        async with self.hall.store.write() as session:
            while True:
                address = models.Address(person=0, kind=kind, value=value)
                session.add(address)
                await session.flush()
                if await session.get(models.Person, address.id) is None:
                    break
                await session.delete(address)  # somebody has this number from before
                await session.flush()
            address.person = address.id
            session.add(models.Person(id=address.id, name=name[:200]))
            return address.id

    async def values(self, kind: str, people: Collection[int]) -> dict[int, str]:
        """The addresses of a kind that people have, each person's first."""
        address = models.Address
        query = (
            select(address.person, address.value)
            .where(address.kind == kind, col(address.person).in_(people))
            .order_by(col(address.id).desc())
        )
        async with self.hall.store.read() as session:
            return dict((await session.exec(query)).all())

    # -- how they want to be treated --------------------------------------------------------------

    async def profile(self, who: Who) -> Profile:
        async with self.hall.store.read() as session:
            return await _profile(session, who)

    @once_looked_up
    async def set_profile(self, who: Who, errand: str = "", **changes: str) -> Profile:
        for name, value in changes.items():
            check(name, value)
        _bounded(changes.get("away", ""), self.hall.clock())
        before = await self.profile(who)
        _demand_address(before, changes.get("letters", "").strip())
        if changes.get("calls", "").strip() == "letter":
            with errands.aside():
                for address in before.addresses:  # they ask for letters: one is tried
                    await self.reach(who.id, address.kind, "unknown")
        async with self.hall.store.write() as session:
            row = await keep(session, models.Person(id=who.id, name=who.name[:200]))
            for name, value in changes.items():
                setattr(row, name, value.strip())
            await session.flush()
            after = await _profile(session, who)
            await errands.write(session, self.hall.clock(), 0, after)
        self._languages[who.id] = after.language
        await self.changed(before, after)
        return after

    # -- whether they can be written to -----------------------------------------------------------

    async def reach(self, person: int, kind: str, state: str) -> None:
        """Whether letters of a kind arrive. When an address opens where none was, what waits is
        sent."""
        address = models.Address
        async with self.hall.store.write() as session:
            found = list(await session.exec(select(address).where(address.person == person)))
            changed = [one for one in found if one.kind == kind and one.state != state]
            if not changed:
                return
            opened = state != CLOSED and all(one.state == CLOSED for one in found)
            for one in changed:
                one.state = state
            tables = list(
                await session.exec(select(models.Seat.table).where(models.Seat.person == person))
            )
        for table in tables if opened else ():
            try:
                await self._send_secrets(table, person)
            except HeraldError:  # a spoilt record, which was logged: the other tables go on
                continue

    async def _send_secrets(self, table: int, person: int) -> None:
        async with self.hall.sitting(table) as sitting:
            if sitting.stage is not Stage.PLAYING:
                return
            seat = sitting.seat_of(Who(person, ""))
            if seat is not None:
                chronicle.secrets(sitting, await sitting.match(), seat, always=True)
                await letters.welcome(sitting, seat, person)
                await sitting.commit()


def check(name: str, value: str) -> None:
    """Refuse a setting that does not exist, or a value it cannot have."""
    value = value.strip()
    if name not in SETTINGS:
        raise Refused(words.NO_PROFILE.format(name=name[:40], names=", ".join(SETTINGS)))
    if name in CHOICES and value not in CHOICES[name]:
        text = words.BAD_CHOICE.format(name=name, values=", ".join(CHOICES[name]), value=value[:40])
        raise Refused(text)
    if name == "zone" and value not in available_timezones():
        raise Refused(words.BAD_ZONE.format(value=value[:40]))
    if name == "quiet" and value and not _QUIET.fullmatch(value):
        raise Refused(words.BAD_QUIET.format(value=value[:40]))
    if name == "away" and value:
        try:
            date.fromisoformat(value)
        except ValueError:
            raise Refused(words.BAD_DAY.format(value=value[:40])) from None


def _demand_address(profile: Profile, kind: str) -> None:
    """Letters go to an address that somebody has."""
    if kind and profile.address(kind) is None:
        kinds = ", ".join(dict.fromkeys(address.kind for address in profile.addresses))
        raise Refused(words.BAD_CHOICE.format(name="letters", values=kinds, value=kind[:40]))


def _bounded(away: str, now: datetime) -> None:
    """A holiday lies ahead and has an end: nobody's table waits for ever."""
    if not away.strip():
        return
    day = date.fromisoformat(away.strip())
    if not now.date() <= day <= (now + AWAY).date():
        sentence = words_time.TOO_LONG_AWAY if day > now.date() else words_time.PAST_AWAY
        raise Refused(sentence.format(most=AWAY.days, value=away[:40]))


async def _profile(session: AsyncSession, who: Who) -> Profile:
    row = await session.get(models.Person, who.id)
    if row is None:
        return Profile(who)
    address = models.Address
    found = await session.exec(
        select(address).where(address.person == who.id).order_by(col(address.id))
    )
    return Profile(
        Who(row.id, row.name),
        row.zone,
        row.quiet,
        row.calls,
        row.letters,
        row.palette,
        row.language,
        row.away,
        tuple(Address(one.kind, one.value, one.state) for one in found),
    )
