"""What one person, or one circle, may take up of a host's machine.

Limits are far above what people who play need; they keep one mistake, or one spiteful person, from
filling everybody's place. Whoever hosts Herald may change them (`HERALD_LIMITS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables.floor import words, words_letters
from bot.tables.values import Refused, Stage, Who

if TYPE_CHECKING:
    from datetime import datetime

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
HIGHEST = 1_000_000
IMPORT = "mod import"  # how the audit names it


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be of each, at most."""

    lobbies: int = 5  # open ones that one person hosts
    circle_lobbies: int = 50  # open ones in a circle
    tables: int = 100  # where one person sits that are not over
    draft: int = 40  # orders in a draft
    order: int = 2_000  # characters of one of them
    plan: int = 4_000  # characters of a plan, or of everything sent at once: a form's most
    imports: int = 10  # tables brought into a circle from files in a day
    letters: int = 60  # words to other players, of one person in an hour
    letter: int = 3_000  # characters of one of them

    def shown(self) -> str:
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


USUAL = Limits()
NAMES = tuple(one.name for one in fields(Limits))


def read(values: Mapping[str, object]) -> Limits:
    """The limits, with what a host has changed; raises `Refused`."""
    changed: dict[str, int] = {}
    for name, value in values.items():
        if name not in NAMES:
            raise Refused(words.NO_LIMIT.format(name=name[:40], names=", ".join(NAMES)))
        text = str(value)
        if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= HIGHEST):
            raise Refused(words.BAD_LIMIT.format(name=name, most=HIGHEST, value=text[:40]))
        changed[name] = int(text)
    return replace(USUAL, **changed)


async def demand_lobby(session: AsyncSession, limits: Limits, who: Who, circle: str) -> None:
    """May they open one more table, and here?"""
    table = models.Table
    lobby = col(table.stage) == Stage.LOBBY.value
    own = await _count(session, lobby, col(table.host) == who.id)
    if own >= limits.lobbies:
        raise Refused(words.LOBBIES_FULL.format(count=own, most=limits.lobbies))
    if circle:
        here = await _count(session, lobby, col(table.circle) == circle)
        if here >= limits.circle_lobbies:
            raise Refused(words.CIRCLE_FULL.format(count=here, most=limits.circle_lobbies))
    await demand_seat(session, limits, who)


async def demand_seat(session: AsyncSession, limits: Limits, who: Who) -> None:
    """May they sit at one more table?"""
    table, seat = models.Table, models.Seat
    live = col(table.stage).in_((Stage.LOBBY.value, Stage.PLAYING.value))
    sits = col(table.id).in_(select(seat.table).where(seat.person == who.id))
    found = await _count(session, live, sits)
    if found >= limits.tables:
        raise Refused(words.TABLES_FULL.format(count=found, most=limits.tables))


async def demand_import(session: AsyncSession, limits: Limits, circle: str, now: datetime) -> None:
    """May one more table be brought here today?"""
    audit, table = models.Audit, models.Table
    query = (
        select(func.count())
        .select_from(audit)
        .join(table, col(table.id) == col(audit.table))
        .where(audit.what == IMPORT, table.circle == circle, col(audit.moment) > now - DAY)
    )
    found = (await session.exec(query)).one()
    if found >= limits.imports:
        raise Refused(words.IMPORTS_FULL.format(count=found, most=limits.imports))


async def demand_letter(session: AsyncSession, limits: Limits, who: Who, now: datetime) -> None:
    """May they write once more?"""
    letter = models.Letter
    query = select(func.count()).select_from(letter)
    query = query.where(letter.person == who.id, col(letter.moment) > now - HOUR)
    found = (await session.exec(query)).one()
    if found >= limits.letters:
        raise Refused(words_letters.TOO_MANY.format(count=found, most=limits.letters))


async def _count(session: AsyncSession, *which: object) -> int:
    query = select(func.count()).select_from(models.Table).where(*which)  # type: ignore[arg-type]
    return (await session.exec(query)).one()
