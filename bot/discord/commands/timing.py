"""/table settings, pause, resume, extend: how slowly a table plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command, Range

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_setting, complete_setting_value
from bot.discord.commands.making import command
from bot.discord.panels import undoing
from bot.discord.speech import embeds
from bot.discord.speech.spoken import say
from bot.discord.speech.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables.floor.settings import SETTINGS
from bot.tables.time.deadlines import MOST_HOURS
from bot.tables.values import Refused, Request, Stage, TableCard
from engine.tongues import Listed, Said


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command(
        "settings",
        words.TABLE,
        settings,
        {"setting": complete_setting, "value": complete_setting_value},
    )
    yield command("pause", words.TABLE, pause)
    yield command("resume", words.TABLE, resume)
    yield command("extend", words.TABLE, extend)


async def settings(
    interaction: Interaction,
    setting: str | None = None,
    value: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if setting is None and value is not None:
            raise Refused(words.WHICH_SETTING())
        if setting is not None and setting not in SETTINGS:
            names = Listed(tuple(SETTINGS), "")
            raise Refused(words.NO_SETTING(setting=setting[:40], settings=names))
        notice = ""
        if setting is not None and value is not None:
            card = await visit.tables.lobby.set_settings(card.id, visit.who, {setting: value})
            told = words.SET_READY if card.stage is Stage.LOBBY else words.SET
            notice = say(told(setting=safe(setting), value=safe(card.settings[setting])))
        await visit.answer(notice, embeds=[embeds.settings(card, setting or "")])


async def pause(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.time.pause((await visit.table(table)).id, visit.who)
        await _tell(visit, done, words.CLOCKS_STAND())


async def resume(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.time.go_on((await visit.table(table)).id, visit.who)
        await _tell(visit, done, words.CLOCKS_RUN())


async def extend(
    interaction: Interaction, hours: Range[int, 1, MOST_HOURS], table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        done = await visit.tables.time.extend((await visit.table(table)).id, visit.who, hours)
        await _tell(visit, done, words.DONE())


async def _tell(visit: Visit, done: TableCard | Request, told: Said) -> None:
    """Done at once, or the others have been asked."""
    await visit.answer(undoing.said(done) if isinstance(done, Request) else say(told))
