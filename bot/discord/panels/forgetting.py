"""Deleting what is kept of somebody, who asked for it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.discord.panels import words
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import listed, safe
from bot.discord.visit import Visit


async def ask(visit: Visit) -> None:
    """It cannot be taken back, so it is asked for twice."""
    seats = [card.name for card in await visit.tables.finding.mine(visit.who)]
    yes = button(Tag("forget", 0), words.DELETE_ALL(), ButtonStyle.danger)
    told = words.FORGET_SEATS(tables=safe(listed(seats))) if seats else words.FORGET()
    await visit.answer(say(told), view=laid_out(yes))


async def do(visit: Visit) -> None:
    await visit.tables.forgetting.forget(visit.who)
    await visit.answer(say(words.FORGOTTEN()))
