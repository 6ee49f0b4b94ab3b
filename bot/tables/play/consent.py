"""Consent: something that others are asked to agree to, with two buttons and a time limit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables.floor import settings, words
from bot.tables.floor.agenda import Serve
from bot.tables.floor.errands import once_looked_up
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused, Request, Stage, Who

Agreed = Callable[[Sitting, models.Request], Awaitable[None]]  # does it, and commits
DEEDS = ("agree", "object")  # what is offered to those who are asked
UNBOUND = -1  # as a request's `entries`: it stands though the game goes on


class Consent:
    def __init__(self, hall: Hall, agreed: Mapping[str, Agreed]) -> None:
        """`agreed`: what is done when everybody has agreed to a request, by its kind."""
        self.hall = hall
        self._agreed = dict(agreed)

    @property
    def servants(self) -> dict[str, Serve]:
        return {"request": self._late}

    @once_looked_up
    async def agree(self, request: int, who: Who, yes: bool, *, errand: str = "") -> Request:
        async with self.hall.store.read() as session:
            row = await session.get(models.Request, request)
        if row is None:
            raise Refused(words.REQUEST_GONE)
        async with self.hall.sitting(row.table) as sitting:
            return await self._vote(sitting, request, who, yes)

    async def _vote(self, sitting: Sitting, request: int, who: Who, yes: bool) -> Request:
        row = await sitting.get(models.Request, request)
        votes = await sitting.all(select(models.Vote).where(models.Vote.request == request))
        if row is None or row.state != "open" or not _stands(sitting, row):
            raise Refused(words.REQUEST_GONE)
        sitting.demand_stage(Stage.PLAYING)
        mine = next((vote for vote in votes if vote.person == who.id), None)
        if mine is None:
            raise Refused(words.NOT_YOURS_TO_SAY)
        sitting.actor = who
        mine.yes = yes
        sitting.added += [mine, row]
        if not yes:
            row.state = "refused"
        elif all(vote.yes for vote in votes):
            row.state = "agreed"
        if row.state != "open":
            sitting.strike("request", str(row.id))
        waiting = tuple(sitting.who(v.person) for v in votes if v.yes is None)
        value = _value(sitting, row, waiting)
        owe(sitting, value)
        sitting.audit("agree" if yes else "refuse", row.words)
        if row.state == "agreed":
            await self._agreed[row.kind](sitting, row)
        else:
            await sitting.commit()
        return value

    async def _late(self, sitting: Sitting, due: models.Due) -> None:
        """Nobody answered in time: it is as if they had refused."""
        row = await sitting.get(models.Request, int(due.key))
        if row is None or row.state != "open":
            return
        row.state = "late"
        sitting.added.append(row)
        owe(sitting, _value(sitting, row, ()))
        sitting.audit("request late", row.words)


async def ask(
    sitting: Sitting,
    who: Who,
    kind: str,
    text: str,
    others: Iterable[Who],
    *,
    bound: bool = True,
    seat: str = "",
    goal: int = 0,
    payload: Mapping[str, Any] | None = None,
) -> Request:
    """Ask the others, and commit. The words are for everybody: no secret in them.

    `bound`: it is void as soon as anything is played.
    """
    await _one_at_a_time(sitting)
    others = tuple(others)
    row = models.Request(
        table=sitting.id,
        kind=kind,
        person=who.id,
        seat=seat,
        goal=goal,
        entries=sitting.row.entries if bound else UNBOUND,
        words=text,
        payload=dict(payload or {}),
        until=sitting.now + settings.span(sitting.setting("consent")),
        moment=sitting.now,
    )
    made: list[Request] = []

    async def insert(session: AsyncSession) -> None:
        session.add(row)
        sitting.requests.append(row)
        await session.flush()
        session.add_all([models.Vote(request=row.id, person=o.id) for o in others])
        assert row.until is not None
        sitting.plan("request", str(row.id), row.until)
        made.append(_value(sitting, row, others))
        owe(sitting, made[0])

    sitting.also, sitting.outcome = insert, lambda: made[0]
    sitting.audit(f"ask {kind}", text)
    await sitting.commit()
    return made[0]


async def _one_at_a_time(sitting: Sitting) -> None:
    standing = next((row for row in sitting.requests if _stands(sitting, row)), None)
    if standing is None:
        return
    votes = await sitting.all(select(models.Vote).where(models.Vote.request == standing.id))
    names = [sitting.who(vote.person).name for vote in votes if vote.yes is None]
    raise Refused(words.ASKED_ALREADY.format(waiting=words.both(names)))


def _stands(sitting: Sitting, row: models.Request) -> bool:
    """Whether the game has not moved on under it, and its time is not up."""
    if row.until is not None and row.until <= sitting.now:
        return False
    return row.entries in (UNBOUND, sitting.row.entries)


def _value(sitting: Sitting, row: models.Request, waiting: tuple[Who, ...]) -> Request:
    by = sitting.who(row.person)
    return Request(row.id, row.table, row.kind, by, row.words, waiting, row.state, row.until)


def owe(sitting: Sitting, request: Request) -> None:
    sitting.owe(
        "table",
        f"request:{request.id}",
        "request",
        id=request.id,
        kind=request.kind,
        by=request.by.id,
        by_name=request.by.name,
        words=request.words,
        waiting=[who.id for who in request.waiting],
        state=request.state,
        until=request.until.isoformat() if request.until else "",
        offers=[(deed, str(request.id)) for deed in DEEDS] if request.state == "open" else [],
    )


async def still_stand(sitting: Sitting, entries: int) -> None:
    """The record has grown by something that nobody may know of: what was asked stands."""
    for row in sitting.requests:
        if row.state == "open" and row.entries == sitting.row.entries:
            row.entries = entries
            sitting.added.append(row)


async def void_requests(sitting: Sitting, *, moved: bool = False) -> None:
    """Somebody who was asked has gone, or (`moved`) the game has moved on: no longer open.

    A request that is not about the position stands though the game moves on.
    """
    pending = {row.id for row in sitting.added if isinstance(row, models.Request)}
    for row in sitting.requests:
        if row.state != "open" or row.id in pending or (moved and row.entries < 0):
            continue
        row.state = "void"
        sitting.strike("request", str(row.id))
        sitting.added.append(row)
        by = sitting.who(row.person)
        owe(sitting, Request(row.id, row.table, row.kind, by, row.words, (), row.state))
