"""/rules, /help: how it is played, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command

from bot.discord import embeds
from bot.discord import help as helping
from bot.discord.autocomplete import (
    complete_game,
    complete_rule,
    game_meant,
)
from bot.discord.commands.making import command
from bot.discord.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Refused
from engine import games


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command(
        "rules",
        "What a paragraph of the rules decides",
        rules,
        {"number": complete_rule, "game": complete_game},
        number="its number, or a word from its title",
        game="which game, if not the table's",
    )
    yield command("help", "What is asked of you now, and what you can order", help_)


async def rules(
    interaction: Interaction, number: str, game: str | None = None, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        name = await game_meant(interaction, game)
        if name not in games():
            raise Refused(f"There is no game {name[:60]!r}; there are {', '.join(games())}.")
        rule = await visit.tables.rule(name, number)
        words = "\n\n".join(
            [safe(rule.summary, 3000), *[f"*Ruling:* {safe(r)}" for r in rule.rulings]]
        )
        title = f"{games()[name].title} {rule.number}: {rule.title}"
        await visit.answer(embeds=[embeds.make(title, words)])


async def help_(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await helping.show(visit, table)
