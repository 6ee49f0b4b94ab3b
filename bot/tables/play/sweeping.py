"""After the position was changed by other means than an order: what belonged to the old one goes.

Drafts, half-built panels and plans are dropped for every seat alike, and everybody whose question
is another one now is called. Requests and clocks follow their questions by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from bot.store import models
from bot.tables.battles import rounds
from bot.tables.floor.sitting import Sitting
from bot.tables.telling import chronicle


async def sweep(sitting: Sitting) -> None:
    """Drop drafts, panels, steps that wait and plans: before anything is fought from them."""
    drafts = [await sitting.get(models.Draft, sitting.id, seat) for seat in sitting.seats]
    sitting.gone += [draft for draft in drafts if draft is not None]
    pending = models.Pending
    waiting = await sitting.all(select(pending).where(pending.table == sitting.id))
    sitting.gone.extend(waiting)
    await rounds.drop(sitting, await rounds.rows_of(sitting))
    await rounds.forget(sitting)


def keys(sitting: Sitting) -> dict[str, str]:
    """The open questions, to be compared afterwards."""
    return {seat: question.key for seat, question in sitting.questions.items()}


def call_again(sitting: Sitting, before: Mapping[str, str]) -> None:
    """Whoever was asked before and is asked something else now; new ones are called anyway."""
    for seat, question in sitting.questions.items():
        if seat in before and before[seat] != question.key:
            sitting.void.add(f"call:{seat}:")
            chronicle.call(sitting, seat)
