"""Commands are registered only when they changed: Discord counts how often that is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.host.logs import get

log = get("herald.sync")

Payload = Mapping[str, Any]

# What Discord adds to a command by itself.
ITS_OWN = {
    *("id", "application_id", "guild_id", "version", "default_permission", "handler"),
    *("name_localized", "description_localized", "dm_permission"),
}


async def sync(
    client: discord.Client, tree: app_commands.CommandTree[Any], servers: Sequence[int] = ()
) -> int:
    """Bring the registered commands up to date; how many places had to be written."""
    written = 0
    for server in servers or (None,):
        place = discord.Object(server) if server is not None else None
        if place is not None:
            tree.clear_commands(guild=place)
            tree.copy_global_to(guild=place)
        ours = [command.to_dict(tree) for command in tree.get_commands(guild=place)]
        if same(ours, await _registered(client, server)):
            continue
        await tree.sync(guild=place)
        written += 1
        log.info("commands registered", server=server, commands=len(ours))
    return written


async def _registered(client: discord.Client, server: int | None) -> Sequence[Payload]:
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are registered after the login")
    if server is None:
        return await client.http.get_global_commands(application)
    return await client.http.get_guild_commands(application, server)


def same(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    """Whether what is registered says what we would say."""
    mine = {_name(c): c for c in ours}
    there = {_name(c): c for c in theirs}
    return mine.keys() == there.keys() and all(_equal(mine[n], there[n]) for n in mine)


def _name(command: Payload) -> tuple[int, str]:
    return int(command.get("type", 1)), str(command["name"])


def _equal(mine: Any, there: Any) -> bool:
    """Equal but for what Discord adds, and for what is left out because it says nothing."""
    if isinstance(mine, Mapping) and isinstance(there, Mapping):
        names = {n for n in (*mine, *there) if n not in ITS_OWN}
        return all(_equal(mine.get(n), there.get(n)) for n in names)
    if isinstance(mine, list | tuple) and isinstance(there, list | tuple):
        if all(isinstance(v, int) for v in (*mine, *there)):
            return sorted(mine) == sorted(there)  # contexts and places of installation
        return len(mine) == len(there) and all(map(_equal, mine, there))
    if not mine and not there:
        return True
    return bool(mine == there or str(mine) == str(there))
