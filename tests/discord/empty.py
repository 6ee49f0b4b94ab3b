"""A bot that does nothing: what discord.py and the sandbox cost by themselves."""

from __future__ import annotations

import asyncio
import sys

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Empty(discord.Client):
    """The same commands, acknowledged and answered with one word."""

    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(intents=intents, guild_ready_timeout=0.05, max_messages=None)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        @self.tree.command(name="order", description="an order")
        async def order(interaction: discord.Interaction, text: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content="Done")

        @self.tree.command(name="answer", description="an answer")
        async def answer(interaction: discord.Interaction, answer: str) -> None:
            await order.callback(interaction, answer)  # type: ignore[arg-type, call-arg]

        @answer.autocomplete("answer")
        async def offered(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{typed} {n}", value=f"{n}") for n in range(25)]

        await self.tree.sync()


async def main(api: str, gateway: str) -> None:
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    async with Empty() as client:
        await client.start("sandbox")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
