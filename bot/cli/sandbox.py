"""`herald sandbox`: Discord, the bot and a game in progress, all on this computer."""

from __future__ import annotations

import asyncio
import signal
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.sandbox import Sandbox

PORT = 8910


def sandbox(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one")] = PORT,
    bot: Annotated[bool, typer.Option("--bot/--no-bot", help="start the bot as well")] = True,
    game: Annotated[str, typer.Option(help="the game that is on the table")] = "granada",
    data: Annotated[
        Path | None, typer.Option(help="keep the database here; otherwise it is thrown away")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="open the page in a browser")] = False,
    level: Annotated[str, typer.Option("--log", help="debug, info, warning, error")] = "warning",
) -> None:
    """Try Herald without Discord: a stand-in on this computer, with a page to play on."""
    from bot.host import logs

    logs.set_up(level)
    with tempfile.TemporaryDirectory(prefix="herald-") as folder:
        asyncio.run(_serve(port, bot, game, data or Path(folder), open_page))


async def _serve(port: int, bot: bool, game: str, folder: Path, open_page: bool) -> None:
    from bot.sandbox import Sandbox

    place = Sandbox()
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    await place.start(port)
    try:
        if bot:
            await _with_bot(place, game, folder, open_page, stop)
        else:
            _announce(place, open_page, "No bot runs: start one against it with")
            typer.echo(f"  DISCORD_TOKEN=sandbox DISCORD_API_BASE={place.api}", nl=False)
            typer.echo(f" DISCORD_GATEWAY={place.gateway} herald bot")
            await stop.wait()
    finally:
        await place.stop()


async def _with_bot(
    place: Sandbox, game: str, folder: Path, open_page: bool, stop: asyncio.Event
) -> None:
    from bot.cli.opening import dice, set_the_scene
    from bot.host.config import for_stand_in
    from bot.host.run import running

    async with running(for_stand_in(place.api, place.gateway, folder), dice()) as client:
        await set_the_scene(client, place.world, game)
        _announce(place, open_page, "Ana sits at a table, and it is her move.")
        await stop.wait()
        typer.echo("\nStopping.")


def _announce(place: Sandbox, open_page: bool, words: str) -> None:
    typer.echo(f"Herald's sandbox is at {place.url}")
    typer.echo("It listens on 127.0.0.1 only: nobody but this computer can reach it.")
    typer.echo(words)
    typer.echo("Ctrl+C stops it.")
    if open_page and not webbrowser.open(place.url):
        typer.echo("No browser could be opened from here; open the address yourself.")
