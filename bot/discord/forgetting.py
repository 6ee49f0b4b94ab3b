"""Deleting what is kept of somebody, who asked for it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.discord.buttons import button, laid_out
from bot.discord.tags import Tag
from bot.discord.text import listed, safe
from bot.discord.visit import Visit


async def ask(visit: Visit) -> None:
    """It cannot be taken back, so it is asked for twice."""
    seats = [card.name for card in await visit.tables.mine(visit.who)]
    free = f" Your seats become free: {safe(listed(seats))}." if seats else ""
    yes = button(Tag("forget", 0), "Delete it all", ButtonStyle.danger)
    await visit.answer(
        "I delete your settings, your name, your drafts and plans, how far you have read, and my"
        f" list of what I wrote to you.{free} Your orders stay in the records of their games,"
        " without you. This cannot be taken back. Messages that are already in Discord stay there.",
        view=laid_out(yes),
    )


async def do(visit: Visit) -> None:
    await visit.tables.forget(visit.who)
    await visit.answer("Done. Nothing is kept of you any more.")
