"""After the position was changed by other means than an order: what belonged to the old one goes.

Drafts, half-built panels and plans are dropped for every seat alike, and everybody whose question
is another one now is called. Requests and clocks follow their questions by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from bot.store import models
from bot.tables import battles, chronicle
from bot.tables.sitting import Sitting


async def sweep(sitting: Sitting) -> None:
    """Drop drafts, panels and plans: before anything is fought from them."""
    draft = models.Draft
    drafts = await sitting.all(select(draft).where(draft.table == sitting.id))
    sitting.gone.extend(drafts)
    await battles.drop(sitting, await battles.rows_of(sitting))
    await battles.forget(sitting)


def keys(sitting: Sitting) -> dict[str, str]:
    """The open questions, to be compared afterwards."""
    return {seat: question.key for seat, question in sitting.questions.items()}


def call_again(sitting: Sitting, before: Mapping[str, str]) -> None:
    """Whoever was asked before and is asked something else now; new ones are called anyway."""
    for seat, question in sitting.questions.items():
        if seat in before and before[seat] != question.key:
            sitting.void.add(f"call:{seat}:")
            chronicle.call(sitting, seat)
