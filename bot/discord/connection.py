"""The connection to Discord: made, kept for as long as it is needed, and what it died of."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
from discord.gateway import KeepAliveHandler

from bot.discord.client import Herald
from bot.host.config import Config, ConfigError

HELP = "https://discord.com/developers/applications"


@asynccontextmanager
async def connected(client: Herald, config: Config) -> AsyncIterator[None]:
    """Logged in and ready; leaving stops the client politely."""
    connection = asyncio.create_task(client.start(config.secret()), name="connection")
    ready = asyncio.create_task(_ready(client), name="ready")
    try:
        await asyncio.wait((connection, ready), return_when=asyncio.FIRST_COMPLETED)
        if connection.done():
            await ended(connection, config)
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


async def ended(connection: asyncio.Task[None], config: Config) -> None:
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
