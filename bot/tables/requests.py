"""Requests: something that the other players are asked to agree to."""

from __future__ import annotations

from sqlmodel import select

from bot.store import models
from bot.tables.sitting import Sitting
from bot.tables.values import Request


def owe(sitting: Sitting, request: Request) -> None:
    sitting.owe(
        "thread",
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
    )


async def still_stand(sitting: Sitting, entries: int) -> None:
    """The record has grown by something that nobody may know of: what was asked stands."""
    request = models.Request
    found = await sitting.all(
        select(request).where(
            request.table == sitting.id,
            request.state == "open",
            request.entries == sitting.row.entries,
        )
    )
    for row in found:
        row.entries = entries
        sitting.added.append(row)


async def void_requests(sitting: Sitting, *, moved: bool = False) -> None:
    """Somebody who was asked has gone, or (`moved`) the game has moved on: no longer open.

    A request that is not about the position stands though the game moves on.
    """
    request = models.Request
    found = await sitting.all(
        select(request).where(request.table == sitting.id, request.state == "open")
    )
    pending = {row.id for row in sitting.added if isinstance(row, request)}
    for row in found:
        if row.id in pending or (moved and row.entries < 0):
            continue
        row.state = "void"
        sitting.strike("request", str(row.id))
        sitting.added.append(row)
        by = sitting.who(row.person)
        owe(sitting, Request(row.id, row.table, row.kind, by, row.words, (), row.state))
