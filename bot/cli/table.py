"""`herald table export` and `import`: a campaign moves to another host; and `herald forget`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from bot.cli.bot import ConfigFile
from bot.store.keeping import write_private
from engine import HeraldError

if TYPE_CHECKING:
    from bot.tables.tables import Tables

T = TypeVar("T")
table_app = typer.Typer(help="Move a table to another host.", no_args_is_help=True)


@table_app.command("export")
def export(
    table: Annotated[int, typer.Argument(metavar="TABLE", help="its number")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where it goes")],
    why: Annotated[str, typer.Option(help="the reason; the table's thread is told")],
    config: ConfigFile = None,
) -> None:
    """Write a table that is being played into a file, secrets included. Its thread is told."""
    if file.exists():
        raise HeraldError(f"{file} exists; an export does not overwrite.")
    content = _with_tables(config, lambda tables: tables.exporting.whole(table, None, why))
    write_private(file, json.dumps(content, ensure_ascii=False))
    typer.echo(f"{file}: {file.stat().st_size // 1024} KiB. It holds every secret: guard it.")


@table_app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what an export wrote")],
    server: Annotated[int, typer.Option(help="the number of the Discord server")],
    channel: Annotated[int, typer.Option(help="the number of the channel in it")],
    config: ConfigFile = None,
) -> None:
    """Set up a table from a file in a channel, with its people in their seats."""
    from bot.tables.values import Where

    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise HeraldError(f"{file} cannot be read, or is not JSON.") from None
    where = Where(server, channel)
    card = _with_tables(
        config, lambda tables: tables.importing.bring(None, where, content), alone=True
    )
    typer.echo(f"{card.name} is set up; the bot posts its card when it runs.")


def forget(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="of a Discord account")],
    config: ConfigFile = None,
) -> None:
    """Delete what is kept of somebody, as `/me forget` does. Stop the bot first."""
    from bot.tables.values import Who

    tables = _with_tables(
        config, lambda tables: tables.forgetting.forget(Who(number, "")), alone=True
    )
    typer.echo(f"Nothing is kept of {number} any more. Tables that this was about: {tables}.")


def _with_tables(
    config: Path | None, work: Callable[[Tables], Awaitable[T]], *, alone: bool = False
) -> T:
    """Do something with the tables of this installation: whether or not the bot runs, or `alone`
    with them, because a bot that runs would not know of the change."""
    from bot.host import config as settings
    from bot.store import Store
    from bot.tables.tables import Tables

    async def do() -> T:
        store = Store(settings.read(config).address)
        with store.held(alone=alone):
            await store.upgrade()
            tables = Tables(store)
            try:
                return await work(tables)
            finally:
                await tables.stop()
                await store.close()

    return asyncio.run(do())
