"""Slash commands, one file a group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from discord.app_commands import AppCommandContext, AppInstallationType, Command, Group

from bot.discord.commands import guide, looking, me, mod, playing, table, talking
from bot.discord.commands.generated import commands_of
from engine import games

if TYPE_CHECKING:
    from bot.discord.client import Herald

# In servers that invited the bot, and in a person's own letter box with it.
CONTEXTS = AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = AppInstallationType(guild=True, user=False)


def every() -> Iterator[Group | Command[Any, ..., None]]:
    """Every command that Herald has, the same list wherever it runs."""
    yield table.group()
    yield mod.group()
    yield from playing.commands()
    yield from looking.commands()
    yield from talking.commands()
    yield from guide.commands()
    yield me.group()
    for game in games().values():
        yield commands_of(game)


def install(client: Herald) -> None:
    """Add them all to the client's tree."""
    for command in every():
        command.allowed_contexts = CONTEXTS
        command.allowed_installs = INSTALLS
        client.tree.add_command(command)
