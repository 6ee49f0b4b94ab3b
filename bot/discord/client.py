"""The client: logs in, registers the commands, routes what people do, stops politely."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord.post import threads
from bot.discord.post.courier import Courier
from bot.discord.speech import errors, spoken
from bot.discord.speech import words_visits as words
from bot.discord.sync import sync
from bot.host.config import Config
from bot.host.delivery import Delivery
from bot.host.logs import conceal, get
from bot.host.timekeeper import Timekeeper
from bot.tables.tables import Tables
from bot.tables.values import DISCORD, TableCard, circle
from renderer.studio.studio import Studio

log = get("herald.client")

# What an invitation asks for, and no more. Without the last one we go on unpinned.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
)
PULSE = 15.0  # seconds between two signs of life
PATIENCE = 5.0  # seconds for commands under way when we stop
OURS = "h:"
EVENTS = ("CommandTree-invoker", "discord.py: on_")  # how discord.py calls what it has under way

# Nobody speaks here: no warning about libraries for voices.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

TRUE = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE)


def point_at(config: Config) -> None:
    """Discord's own addresses, or a stand-in's. discord.py keeps them for the whole process."""
    api, gateway, cdn = TRUE
    Route.BASE = config.api_base.rstrip("/") or api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway) if config.gateway else gateway
    discord.Asset.BASE = config.cdn.rstrip("/") or (
        str(yarl.URL(config.api_base).with_path("/cdn")) if config.api_base else cdn
    )


def invitation(application: int) -> str:
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


class Tree(app_commands.CommandTree["Herald"]):
    """Commands; whatever they raise is told to the person and nobody else."""

    async def interaction_check(self, interaction: discord.Interaction[Herald], /) -> bool:
        self.client.turn_to(interaction.user.id)
        if self.client.stopping:
            await errors.say(interaction, spoken.say(words.RESTARTING()))
        return not self.client.stopping

    async def on_error(
        self, interaction: discord.Interaction[Herald], error: app_commands.AppCommandError, /
    ) -> None:
        await errors.tell(interaction, error)


RESTARTING = words.RESTARTING.english


class Herald(discord.AutoShardedClient):
    """The bot. It knows Discord; what is played it only asks the tables."""

    def __init__(self, config: Config, tables: Tables, studio: Studio) -> None:
        point_at(config)
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=config.guild_ready_timeout,
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.config = config
        self.tables = tables
        self.studio = studio
        self.tree = Tree(self)
        token = config.secret()
        conceal(token)
        courier = Courier(self, tables, studio, token.encode(), tables.clock)
        self.delivery = Delivery(courier, tables)
        self.courier = courier
        self.timekeeper = Timekeeper(tables, lambda: self.connected)
        self.stopping = False
        self.logged_in = asyncio.Event()
        self.connection: asyncio.Task[None]
        self._pulse: asyncio.Task[None] | None = None

    # -- coming and going -----------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Logged in, not yet connected."""
        self.logged_in.set()
        from bot.discord import commands

        commands.install(self)
        await sync(self, self.tree, self.config.servers)
        await self.tables.resume()
        self._pulse = asyncio.create_task(self._beat(), name="pulse")

    async def on_ready(self) -> None:
        log.info(
            "ready",
            bot=str(self.user),
            servers=len(self.guilds),
            invitation=invitation(self.application_id or 0),
        )
        if not self.stopping:
            self.delivery.start()  # before anything that could fail
            self.timekeeper.start()
        await self.delivery.permissions_changed()

    async def _beat(self) -> None:
        """Signs of life while we are connected: a file that `herald health` looks at."""
        while True:
            await self.beat_once()
            await asyncio.sleep(PULSE)

    @property
    def connected(self) -> bool:
        linked = any(not shard.is_closed() for shard in self.shards.values())
        return self.is_ready() and linked and not self.is_closed()

    async def beat_once(self) -> None:
        if self.connected:
            try:
                await asyncio.to_thread(self.config.health.touch)
            except OSError as error:
                log.error("no sign of life", kind=type(error).__name__)

    async def stop(self) -> None:
        """Take nothing more, finish what is under way, and go."""
        if self.stopping:
            return
        self.stopping = True
        log.info("stopping")
        if self._pulse is not None:
            self._pulse.cancel()
        under_way = {t for t in asyncio.all_tasks() if t.get_name().startswith(EVENTS)}
        under_way -= {asyncio.current_task()}
        if under_way:
            await asyncio.wait(under_way, timeout=PATIENCE)
        await self.timekeeper.stop()
        await self.delivery.stop()
        await self.tables.stop()
        await self.close()
        self.config.health.unlink(missing_ok=True)
        log.info("stopped")

    # -- what people do -------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Buttons, menus and forms. Commands come to the tree by themselves."""
        from bot.discord import routes

        handlers: dict[discord.InteractionType, Callable[..., Awaitable[None]]] = {
            discord.InteractionType.component: routes.on_component,
            discord.InteractionType.modal_submit: routes.on_modal,
        }
        self.turn_to(interaction.user.id)
        handle = handlers.get(interaction.type)
        data: Any = interaction.data or {}
        if handle is None or not str(data.get("custom_id", "")).startswith(OURS):
            return
        if self.stopping:
            await errors.say(interaction, spoken.say(words.RESTARTING()))
            return
        try:
            await handle(self, interaction)
        except Exception as error:
            await errors.tell(interaction, error)

    def turn_to(self, person: int) -> None:
        """From here on, whatever this interaction is told is in this person's language."""
        spoken.turn_to(self.tables.people.language(person))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("event failed", event_name=event_method)

    # -- what happens to our places -------------------------------------------------------------

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A live table's thread does not sleep; what waited for a locked one goes on."""
        life = payload.data.get("thread_metadata", {})
        if not life.get("archived"):
            if not life.get("locked"):
                await self.tables.outbox.retry(circle(DISCORD, payload.guild_id))
            return
        card = await self._table_of(payload.guild_id, payload.thread_id)
        if card is not None and not await threads.wake(self, payload.thread_id):
            log.warning("thread locked", table=card.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        card = await self._table_of(payload.guild_id, payload.thread_id)
        if card is not None:
            log.warning("thread deleted", table=card.id)
            await self.courier.remake_thread(card.id, payload.thread_id)

    async def _table_of(self, server: int, thread: int) -> TableCard | None:
        """The live table that is played in a thread."""
        for card in await self.tables.finding.in_circle(circle(DISCORD, server)):
            if card.thread == thread and threads.live(card):
                return card
        return None

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("joined a server", server=guild.id)
        await self.delivery.permissions_changed(circle(DISCORD, guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.warning("removed from a server", server=guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self.delivery.permissions_changed(circle(DISCORD, after.guild.id))

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        await self.delivery.permissions_changed(circle(DISCORD, after.guild.id))

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        if self.user is not None and after.id == self.user.id:
            await self.delivery.permissions_changed(circle(DISCORD, after.guild.id))
