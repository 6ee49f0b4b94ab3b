"""A small discord.py bot with one command of each kind, for the page to talk to."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands, ui

PLACES = ("Cordoba", "Jaen", "Loja", "Lucena", "Malaga")


class Order(ui.Modal, title="Your orders"):
    lines: ui.TextInput[Order] = ui.TextInput(
        label="One order a line", style=discord.TextStyle.paragraph, default="pass"
    )
    then: ui.Label[Order] = ui.Label(
        text="And then?",
        component=ui.Select(
            options=[
                discord.SelectOption(label="Keep it", value="draft", default=True),
                discord.SelectOption(label="Send it", value="send"),
            ]
        ),
    )
    silent = False

    async def on_submit(self, interaction: discord.Interaction) -> None:
        if self.silent:
            return
        assert isinstance(self.then.component, ui.Select)
        said = f"{self.lines.value} / {self.then.component.values[0]}"
        await interaction.response.send_message(said, ephemeral=True)


class Panel(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.quiet = False
        grey: ui.Button[Panel] = ui.Button(label="Greyed", disabled=True)
        self.add_item(grey)

    @ui.button(label="March", style=discord.ButtonStyle.success)
    async def march(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        if not self.quiet:
            await interaction.response.edit_message(content="Marched.")

    @ui.button(label="Write", style=discord.ButtonStyle.primary)
    async def write(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Order())

    @ui.select(
        placeholder="Which blocks?",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=f"Block {n}", description="strong") for n in (1, 2, 3)],
    )
    async def blocks(self, interaction: discord.Interaction, menu: ui.Select[Panel]) -> None:
        await interaction.response.edit_message(content=f"Chosen: {', '.join(menu.values)}")


class Steward(discord.Client):
    """A bot that knows one command of each kind."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.here = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.asked: list[str] = []
        self.panel = Panel()
        self._commands()

    async def on_ready(self) -> None:
        await self.tree.sync()
        self.here.set()

    async def _places(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        self.asked.append(typed)
        taken = getattr(interaction.namespace, "from", None)
        fits = [p for p in PLACES if typed.lower() in p.lower() and p != taken]
        return [app_commands.Choice(name=p, value=p) for p in fits]

    def _commands(self) -> None:
        table = app_commands.Group(name="table", description="Tables")

        @table.command(name="open", description="Open a table for a game")
        @app_commands.choices(game=[app_commands.Choice(name="Granada", value="granada")])
        @app_commands.rename(friend="with")
        async def open_(
            interaction: discord.Interaction,
            game: str,
            hours: app_commands.Range[int, 1, 99] = 24,
            sealed: bool = True,
            friend: discord.User | None = None,
        ) -> None:
            who = friend.display_name if friend else "nobody"
            await interaction.response.send_message(f"{game} {hours} {sealed} {who}")

        @table.command(name="leave", description="Leave this table")
        async def leave(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Left.", ephemeral=True)

        @self.tree.command(name="march", description="Move along a road")
        @app_commands.rename(start="from")
        @app_commands.describe(start="Where they start")
        @app_commands.autocomplete(start=self._places, to=self._places)
        async def march(interaction: discord.Interaction, start: str, to: str) -> None:
            await interaction.response.send_message(f"{start} to {to}", ephemeral=True)

        @self.tree.command(name="panel", description="Buttons and menus")
        async def panel(interaction: discord.Interaction) -> None:
            send = interaction.response.send_message
            await send("The panel.", view=self.panel, ephemeral=True)

        @self.tree.command(name="think", description="Takes its time")
        async def think(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True)
            await self.may_answer.wait()
            await interaction.edit_original_response(content="Thought of it.")

        @self.tree.command(name="slow", description="Does not answer")
        async def slow(interaction: discord.Interaction) -> None:
            return

        self.tree.add_command(table)

    def place(self, name: str) -> discord.TextChannel:
        found = discord.utils.get(self.get_all_channels(), name=name)
        assert isinstance(found, discord.TextChannel)
        return found
