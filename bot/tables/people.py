"""People: how they want to be treated, and whether they can be written to."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from zoneinfo import available_timezones

from sqlmodel import select

import renderer
from bot.store import models
from bot.tables import chronicle, words, words_time
from bot.tables.hall import Hall
from bot.tables.values import Profile, Refused, Stage, Who
from engine import HeraldError

SETTINGS = ("zone", "quiet", "pings", "palette", "language", "away")
CHOICES = {
    "pings": ("dm", "mention", "none"),
    "palette": tuple(renderer.PALETTES),
    "language": ("en",),
}
AWAY = timedelta(days=180)  # the longest holiday; it can be said anew
_QUIET = re.compile(r"(?:[01]?\d|2[0-3])\s*-\s*(?:[01]?\d|2[0-3])")


class People:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.changed: Callable[[Profile, Profile], Awaitable[None]] | None = None

    async def profile(self, who: Who) -> Profile:
        async with self.hall.store.read() as session:
            row = await session.get(models.Person, who.id)
        return _profile(row) if row is not None else Profile(who)

    async def set_profile(self, who: Who, changes: dict[str, str]) -> Profile:
        for name, value in changes.items():
            check(name, value)
        _bounded(changes.get("away", ""), self.hall.clock())
        before = await self.profile(who)
        if changes.get("pings", "").strip() == "dm":
            await self.dms(who.id, "unknown")  # they ask for letters: one is tried
        async with self.hall.store.write() as session:
            row = await session.get(models.Person, who.id)
            if row is None:
                row = models.Person(id=who.id, name=who.name[:200])
                session.add(row)
            row.name = who.name[:200]
            for name, value in changes.items():
                setattr(row, name, value.strip())
        after = _profile(row)
        if self.changed is not None:
            await self.changed(before, after)
        return after

    async def dms(self, person: int, state: str) -> None:
        """Whether somebody can be written to. When they open their door, what waits is sent."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Person, person)
            if row is None or row.dms == state:
                return
            opened = row.dms == "closed" and state != "closed"
            row.dms = state
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


def _bounded(away: str, now: datetime) -> None:
    """A holiday lies ahead and has an end: nobody's table waits for ever."""
    if not away.strip():
        return
    day = date.fromisoformat(away.strip())
    if not now.date() <= day <= (now + AWAY).date():
        sentence = words_time.TOO_LONG_AWAY if day > now.date() else words_time.PAST_AWAY
        raise Refused(sentence.format(most=AWAY.days, value=away[:40]))


def _profile(row: models.Person) -> Profile:
    return Profile(
        Who(row.id, row.name),
        row.zone,
        row.quiet,
        row.pings,
        row.palette,
        row.language,
        row.away,
        row.dms,
    )
