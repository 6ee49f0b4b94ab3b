"""`herald bot`, `herald health`, `herald backup`, `herald restore`: for whoever hosts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer

from engine import HeraldError

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="settings; herald.env if not given"),
]
STALE = 60.0  # seconds after which a sign of life is none


def bot(config: ConfigFile = None) -> None:
    """Run the Discord bot until it is stopped (Ctrl+C)."""
    from bot.host import config as settings
    from bot.host import logs, run

    chosen = settings.read(config)
    chosen.secret()
    logs.set_up(chosen.log_level, chosen.log_format)
    asyncio.run(run.serve(chosen))


def health(config: ConfigFile = None) -> None:
    """Whether the bot on this machine is connected: exit code 0 if it is."""
    from bot.host import config as settings

    age = _age(settings.read(config).health)
    if age is None:
        raise HeraldError("The bot is not running, or has not been connected yet.")
    if age > STALE:
        raise HeraldError(f"No sign of life for {age:.0f} seconds.")
    typer.echo(f"Connected; the last sign of life was {age:.0f} seconds ago.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where the copy goes")],
    config: ConfigFile = None,
) -> None:
    """Copy the database, also while the bot runs."""
    from bot.host import config as settings
    from bot.store import backup as copy

    if file.exists():
        raise HeraldError(f"{file} exists; a backup does not overwrite.")
    copy(_database(settings.read(config).address), file)
    typer.echo(f"{file}: {file.stat().st_size // 1024} KiB. It holds every secret: guard it.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a copy made by `herald backup`")],
    config: ConfigFile = None,
) -> None:
    """Put a copy in the database's place. Stop the bot first."""
    from bot.host import config as settings
    from bot.store import restore as put_back

    database = _database(settings.read(config).address)
    kept = put_back(file, database)
    typer.echo(f"{database} is now the copy {file}.")
    if kept is not None:
        typer.echo(f"What was there before is in {kept}: delete it when all is well.")


def _database(address: str) -> Path:
    """The file behind an address."""
    from bot.store import Store

    path = Store(address).path
    if path is None:
        raise HeraldError("The database is not a file: use the tools of its server.")
    return path


def _age(path: Path) -> float | None:
    """Seconds since the last sign of life."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return None
