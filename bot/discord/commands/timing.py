"""/table settings, pause, resume, extend: how slowly a table plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command, Range

from bot.discord import embeds, undoing
from bot.discord.autocomplete import complete_setting, complete_setting_value
from bot.discord.commands.making import command
from bot.discord.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Refused, Request, Stage, TableCard
from bot.tables.deadlines import MOST_HOURS
from bot.tables.settings import SETTINGS


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command(
        "settings",
        "See or change how a table plays: its pace, what happens when time is up",
        settings,
        {"setting": complete_setting, "value": complete_setting_value},
        setting="which one; all are shown if left out",
        value="its new value, as 24h for a pace",
    )
    yield command("pause", "Let the clocks stand; the others are asked", pause)
    yield command("resume", "Let the clocks run again", resume)
    yield command(
        "extend",
        "Ask the others for more time",
        extend,
        hours="how many hours more",
    )


async def settings(
    interaction: Interaction,
    setting: str | None = None,
    value: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if setting is None and value is not None:
            raise Refused("Name the setting whose value that is: setting: and value:.")
        if setting is not None and setting not in SETTINGS:
            raise Refused(f"A table has no setting {setting[:40]!r}: {', '.join(SETTINGS)}.")
        notice = ""
        if setting is not None and value is not None:
            card = await visit.tables.set_settings(card.id, visit.who, {setting: value})
            again = " Everybody must be ready again." if card.stage is Stage.LOBBY else ""
            notice = f"{safe(setting)} is {safe(card.settings[setting])} now.{again}"
        await visit.answer(notice, embeds=[embeds.settings(card, setting or "")])


async def pause(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.pause((await visit.table(table)).id, visit.who)
        await _tell(visit, done, "The clocks stand. `/table resume` lets them run again.")


async def resume(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.go_on((await visit.table(table)).id, visit.who)
        await _tell(visit, done, "The clocks run again.")


async def extend(
    interaction: Interaction, hours: Range[int, 1, MOST_HOURS], table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.extend((await visit.table(table)).id, visit.who, hours)
        await _tell(visit, done, "Done.")


async def _tell(visit: Visit, done: TableCard | Request, words: str) -> None:
    """Done at once, or the others have been asked."""
    await visit.answer(undoing.said(done) if isinstance(done, Request) else words)
