"""The bot as a whole: store, tables, studio and client, up together and down together."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from random import Random

import aiohttp
import discord
from discord.gateway import KeepAliveHandler

from bot.discord.client import Herald
from bot.discord.config import Config, ConfigError
from bot.discord.logs import get
from bot.store import Store
from bot.tables import Tables
from bot.tables.tables import now
from renderer.studio import Studio

log = get("herald.run")

HELP = "https://discord.com/developers/applications"


@asynccontextmanager
async def running(
    config: Config, rng: Random | None = None, clock: Callable[[], datetime] = now
) -> AsyncIterator[Herald]:
    """A Herald that is connected. Leaving stops it politely. `rng` and `clock` are for tests."""
    config.secret()  # before anything is made: the commonest mistake
    try:
        config.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"The folder {config.folder} cannot be made: {error.strerror}.") from None
    store = Store(config.address)
    studio = Studio(config.painters)
    try:
        await store.upgrade()
        tables = Tables(store, clock=clock, rng=rng, defaults=config.defaults)
        client = Herald(config, tables, studio)
        studio.start()
        async with _connected(client, config):
            yield client
    finally:
        await studio.close()
        await store.close()


@asynccontextmanager
async def _connected(client: Herald, config: Config) -> AsyncIterator[None]:
    connection = asyncio.create_task(client.start(config.secret()), name="connection")
    ready = asyncio.create_task(_ready(client), name="ready")
    try:
        await asyncio.wait((connection, ready), return_when=asyncio.FIRST_COMPLETED)
        if connection.done():
            await _ended(connection, config)
        client.connection = connection
        yield
    finally:
        ready.cancel()
        await client.stop()
        with suppress(Exception, asyncio.CancelledError):
            await connection
        _still_hearts()
        await asyncio.gather(ready, return_exceptions=True)


def _still_hearts() -> None:
    """discord.py forgets a connection that was being made anew while it closed, and the thread
    that keeps it alive would go on for ever."""
    loop = asyncio.get_running_loop()
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler) and thread.ws.loop is loop:
            thread.stop()


async def _ready(client: Herald) -> None:
    await client.logged_in.wait()
    await client.wait_until_ready()


async def _ended(connection: asyncio.Task[None], config: Config) -> None:
    """What a connection that ended by itself died of, in words for the host."""
    try:
        await connection
    except discord.LoginFailure:
        raise ConfigError(
            "Discord does not accept the token. Copy it anew from the bot's page"
            f" ({HELP}, Bot, Reset Token) into DISCORD_TOKEN, without quotation marks."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise ConfigError(
            "Discord refuses the intents that were asked for. Herald needs none that must be"
            f" switched on; look at {HELP}, Bot, and at the version of Herald you run."
        ) from None
    except (aiohttp.ClientConnectionError, OSError) as error:
        where = "the stand-in" if config.stand_in else "Discord"
        raise ConfigError(f"{where} cannot be reached: {type(error).__name__}.") from None


async def serve(config: Config) -> None:
    """Run until somebody stops us."""
    async with running(config) as client:
        told = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, told.set)
        stopped = asyncio.create_task(told.wait())
        try:
            await asyncio.wait((stopped, client.connection), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
        if client.connection.done():
            await _ended(client.connection, config)
