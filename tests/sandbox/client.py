"""A tiny bot on the real discord.py, to show that the sandbox is a Discord to it."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest
import yarl
from discord import app_commands
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from bot.sandbox import Sandbox


def point_client_at(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three class attributes by which discord.py finds Discord."""
    monkeypatch.setattr(Route, "BASE", sandbox.api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway))
    monkeypatch.setattr(Asset, "BASE", sandbox.cdn)


def picture(colour: str = "red", side: int = 8) -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(out, "PNG")
    out.seek(0)
    return out


class TinyBot(discord.Client):
    """Commands that between them use every kind of answer."""

    def __init__(self, intents: discord.Intents | None = None, patience: float = 60) -> None:
        super().__init__(
            intents=intents or discord.Intents.default(),
            guild_ready_timeout=0.05,
            heartbeat_timeout=patience,
        )
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Message] = []
        self.resumed = asyncio.Event()
        self.deferred: list[discord.Interaction] = []
        self.gate = asyncio.Event()
        self.running: asyncio.Task[None] | None = None
        add_commands(self)

    async def on_message(self, message: discord.Message) -> None:
        self.seen.append(message)

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def up(self, token: str = "sandbox") -> TinyBot:
        await self.login(token)
        self.running = asyncio.create_task(self.connect())
        waiting = asyncio.create_task(self.wait_until_ready())
        done, _ = await asyncio.wait(
            {self.running, waiting}, timeout=5, return_when=asyncio.FIRST_COMPLETED
        )
        if waiting not in done:
            waiting.cancel()
            await self.running
        return self

    async def down(self) -> None:
        await self.close()
        if self.running is not None:
            await asyncio.gather(self.running, return_exceptions=True)

    @property
    def hall(self) -> discord.TextChannel:
        found = discord.utils.get(self.guilds[0].text_channels, name="herald")
        assert found is not None
        return found


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0

    @discord.ui.button(label="Ready", custom_id="ready")
    async def ready(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        self.presses += 1
        await interaction.response.edit_message(content=f"Ready {self.presses}", view=self)

    @discord.ui.button(label="Write orders", custom_id="write")
    async def write(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Orders())

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Edited later")

    @discord.ui.select(
        custom_id="blocks",
        max_values=2,
        options=[discord.SelectOption(label=f"Castile {n}", value=f"C{n}") for n in (1, 2, 3)],
    )
    async def blocks(
        self, interaction: discord.Interaction, menu: discord.ui.Select[Panel]
    ) -> None:
        await interaction.response.send_message(" ".join(menu.values), ephemeral=True)


class Orders(discord.ui.Modal, title="Your orders"):
    orders: discord.ui.TextInput[Orders] = discord.ui.TextInput(
        label="Orders", custom_id="orders", style=discord.TextStyle.paragraph, max_length=100
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Got: {self.orders.value}", ephemeral=True)


class Muster(discord.ui.Modal, title="Muster"):
    """A form of the newer kind: labels around a text and a menu."""

    note: discord.ui.Label[Muster] = discord.ui.Label(
        text="Note", component=discord.ui.TextInput(custom_id="note", required=False)
    )
    where: discord.ui.Label[Muster] = discord.ui.Label(
        text="Where",
        description="A town of yours",
        component=discord.ui.Select(
            custom_id="where",
            options=[discord.SelectOption(label=n) for n in ("Cordoba", "Jaen")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        note, where = self.note.component, self.where.component
        assert isinstance(note, discord.ui.TextInput)
        assert isinstance(where, discord.ui.Select)
        await interaction.response.send_message(f"{where.values} {note.value}", ephemeral=True)


def add_commands(bot: TinyBot) -> None:
    tree = bot.tree

    @tree.command(description="Open the newer form")
    async def muster(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Muster())

    @tree.command(description="Name somebody")
    async def name(interaction: discord.Interaction, who: discord.Member, times: int = 1) -> None:
        text = " ".join([who.display_name] * times)
        await interaction.response.send_message(text, ephemeral=True)

    @tree.command(description="Say hello to one person")
    async def hello(interaction: discord.Interaction, name: str = "you") -> None:
        await interaction.response.send_message(f"Hello {name}", ephemeral=True)

    @tree.command(description="Show the panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Panel", view=Panel(), ephemeral=True)

    @tree.command(description="Think, then answer with a picture")
    async def think(interaction: discord.Interaction, openly: bool = False) -> None:
        await interaction.response.defer(ephemeral=not openly, thinking=True)
        file = discord.File(picture(), "map.png", description="A red map")
        await interaction.edit_original_response(content="Thought", attachments=[file])
        await interaction.followup.send("And more", ephemeral=True)

    @tree.command(description="Defer openly, then try to whisper")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("A secret", ephemeral=True)
        await interaction.followup.send("A real secret", ephemeral=True)

    @tree.command(description="Wait for the test")
    async def slow(interaction: discord.Interaction) -> None:
        bot.deferred.append(interaction)
        await bot.gate.wait()

    table = app_commands.Group(name="table", description="Tables")

    @table.command(name="open", description="Open a table")
    @app_commands.choices(game=[app_commands.Choice(name="Granada", value="granada")])
    async def open_(interaction: discord.Interaction, game: app_commands.Choice[str]) -> None:
        await interaction.response.send_message(f"A table of {game.name}")

    @table.command(name="move", description="Move")
    @app_commands.rename(origin="from")
    async def move(interaction: discord.Interaction, origin: str, blocks: str = "all") -> None:
        await interaction.response.send_message(f"{blocks} from {origin}", ephemeral=True)

    @move.autocomplete("origin")
    async def places(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        names = [f"{one} ({interaction.namespace.blocks})" for one in ("Cordoba", "Jaen")]
        return [app_commands.Choice(name=n, value=n) for n in names if typed.lower() in n.lower()]

    tree.add_command(table)
