"""/rules, /help, /learn: how it is played, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command, Range

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_game, complete_rule, game_meant
from bot.discord.commands.making import command
from bot.discord.panels import help as helping
from bot.discord.panels import lessons
from bot.discord.speech import embeds
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables.values import Refused
from engine import games
from engine.tongues import Listed


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command(
        "rules",
        words.GUIDE,
        rules,
        {"number": complete_rule, "game": complete_game},
    )
    yield command("help", words.GUIDE, help_)
    yield command("learn", words.GUIDE, learn, {"game": complete_game})


async def rules(
    interaction: Interaction, number: str, game: str | None = None, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        name = await game_meant(interaction, game, number)
        if name not in games():
            raise Refused(words.NO_GAME(game=name[:60], games=Listed(tuple(games()), "")))
        rule = visit.tables.reading.rule(name, number)
        rulings = [say(words.RULING(ruling=safe(r))) for r in rule.rulings]
        game = games()[name].title
        title = say(words.RULE(game=game, number=rule.number, title=rule.title))
        text = "\n\n".join([safe(rule.told(tongue()), 3000), *rulings])
        await visit.answer(embeds=[embeds.make(title, text)])


async def help_(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await helping.show(visit, table)


async def learn(
    interaction: Interaction, game: str | None = None, lesson: Range[int, 1, 99] | None = None
) -> None:
    async with Visit(interaction) as visit:
        await lessons.open_(visit, await game_meant(interaction, game), lesson)
