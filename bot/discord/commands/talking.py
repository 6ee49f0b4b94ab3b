"""/say, /tell, /told: words between players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command, Range

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_addressee
from bot.discord.commands.making import command
from bot.discord.panels import letters
from bot.discord.speech import errors
from bot.discord.visit import Interaction, Visit


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("say", words.TALKING, say)
    yield command("tell", words.TALKING, tell, {"to": complete_addressee})
    yield command("told", words.TALKING, told)


async def say(interaction: Interaction, text: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await letters.say_aloud(visit, await visit.table(table), text)


async def tell(
    interaction: Interaction, to: str, text: str | None = None, table: str | None = None
) -> None:
    if text is None:
        await _form(interaction, to, table)
        return
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        await letters.send(visit, card.id, to.split(","), text)


async def _form(interaction: Interaction, to: str, table: str | None) -> None:
    """A form must be the first answer, so this is not a visit: it cannot be deferred."""
    visit = await Visit(interaction).met()
    try:
        card = await visit.table(table)
        await letters.open_form(visit, card.id, to.split(","))
    except Exception as error:
        await errors.tell(interaction, error)


async def told(
    interaction: Interaction,
    last: Range[int, 1, 200] = 20,
    delete: Range[int, 1] | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if delete is not None:
            await letters.take_back(visit, card.id, delete)
        else:
            await letters.show(visit, card.id, last)
