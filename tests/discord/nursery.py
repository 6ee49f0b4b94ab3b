"""The bot as a process that is born at once: everything is imported before it is.

A start of `herald bot` takes two seconds of processor time, nearly all of it imports. Where a bot
is killed two hundred times, its processes are forked from one that has imported everything.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import engine
from bot.discord import commands
from bot.host import logs, run
from bot.host.config import for_stand_in
from renderer.studio import easel
from tests.live import LIVE

assert commands.install.__name__
engine.games()


def live(api: str, gateway: str, folder: str, painters: int) -> None:
    """A bot's life, until it is stopped or killed."""
    logs.set_up("error")
    logging.captureWarnings(True)
    asyncio.run(
        run.serve(for_stand_in(api, gateway, Path(folder), painters=painters, defaults=LIVE))
    )


def nursery() -> ForkServerContext:
    """Where processes are born with all this in them, the boards for pictures too."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", __name__, "tests.discord.warm"])
    return context


def born(api: str, gateway: str, folder: Path, painters: int = 0) -> ForkServerProcess:
    args = (api, gateway, str(folder), painters)
    process = nursery().Process(target=live, args=args, daemon=True)
    process.start()
    return process


def warm() -> None:
    easel.answer({"do": "warm"})
