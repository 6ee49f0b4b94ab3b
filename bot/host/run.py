"""The bot as a whole: store, tables, studio and client, up together and down together.

Of the host only this module knows the front ends.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from datetime import datetime
from random import Random

import engine
from bot.discord.client import Herald
from bot.discord.connection import connected, ended
from bot.host.config import Config, ConfigError
from bot.store import Store, keeping
from bot.tables.tables import Tables, now
from renderer.studio.studio import Studio


@asynccontextmanager
async def running(
    config: Config, rng: Random | None = None, clock: Callable[[], datetime] = now
) -> AsyncIterator[Herald]:
    """A Herald that is connected. Leaving stops it politely. `rng` and `clock` are for tests."""
    config.secret()  # before anything is made: the commonest mistake
    try:
        keeping.make_folder(config.folder)
    except OSError as error:
        raise ConfigError(f"The folder {config.folder} cannot be made: {error.strerror}.") from None
    store, held = Store(config.address), ExitStack()
    studio = Studio(config.painters)
    try:
        held.enter_context(store.held())
        await store.upgrade()
        tables = Tables(store, clock=clock, rng=rng, defaults=config.defaults, limits=config.limits)
        client = Herald(config, tables, studio)
        studio.start(engine.games())
        async with connected(client, config):
            yield client
    finally:
        await studio.close()
        await store.close()
        held.close()


async def serve(config: Config) -> None:
    """Run until somebody stops us."""
    async with running(config) as client:
        gc.freeze()  # rules and boards stay: nobody need look for them among what is thrown away
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
            await ended(client.connection, config)
