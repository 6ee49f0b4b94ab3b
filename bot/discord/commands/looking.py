"""/hand, /map, /status, /log, /catchup: what may be known, only for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import discord
from discord.app_commands import Command, Range

from bot.discord.commands import words
from bot.discord.commands.autocomplete import (
    complete_kind,
    complete_place,
    complete_rule,
    complete_seat,
)
from bot.discord.commands.making import command
from bot.discord.panels import looks
from bot.discord.speech import buttons, embeds, pictures
from bot.discord.speech.spoken import say
from bot.discord.speech.text import DESCRIPTION, fold
from bot.discord.visit import Interaction, Visit
from bot.tables.values import Line, Sought, TableCard
from engine.tongues import Said

What = Literal["mine", "all", "region", "last", "words", "legend", "replay"]


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("hand", words.LOOKING, hand)
    yield command("map", words.LOOKING, map_, {"place": complete_place})
    yield command("status", words.LOOKING, status)
    yield command(
        "log",
        words.LOOKING,
        log,
        {
            "seat": complete_seat,
            "kind": complete_kind,
            "rule": complete_rule,
            "place": complete_place,
        },
    )
    yield command("catchup", words.LOOKING, catchup)


async def hand(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await looks.hand(visit, await visit.table(table))


async def map_(
    interaction: Interaction,
    what: What | None = None,
    place: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        chosen = what or ("region" if place else "mine")
        await looks.map_(visit, await visit.table(table), chosen, place)


async def status(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        await visit.answer(embeds=[embeds.status(card)], view=buttons.status(card))


async def log(
    interaction: Interaction,
    last: Range[int, 1, 200] = 20,
    since: Range[int, 1] | None = None,
    seat: str | None = None,
    kind: str | None = None,
    rule: str | None = None,
    turn: str | None = None,
    place: str | None = None,
    text: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        sought = Sought(
            seat=(seat or "").strip().casefold(),
            kind=(kind or "").strip(),
            rule=(rule or "").strip(),
            turn=(turn or "").strip(),
            place=looks.place_named(card.game, place) if place else "",
            text=(text or "").strip(),
            report=since,
        )
        filtered = sought != Sought(report=since)
        nothing = words.NOTHING_LIKE_IT if filtered else words.NOTHING_YET
        if since is None:
            title = words.LOG_SOUGHT if filtered else words.LOG
        else:
            title = words.LOG_FROM_SOUGHT if filtered else words.LOG_FROM
        lines = await visit.tables.logbook.log(
            card.id, visit.who, last if since is None else 0, sought=sought
        )
        text = newest(lines) if since is None else oldest(lines)
        await _show(visit, card, title(table=card.name, since=since), text, nothing())


async def catchup(interaction: Interaction, table: str | None = None) -> None:
    """Words, and a picture of where it happened, with the marches as arrows."""
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        news = await visit.tables.logbook.catch_up(card.id, visit.who)
        files = await pictures.of_events(visit, card.id, news.events) if news.lines else []
        title, nothing = words.SINCE_LAST(table=card.name), words.NOTHING_SINCE()
        await _show(visit, card, title, newest(news.lines), nothing, files)


async def _show(
    visit: Visit,
    card: TableCard,
    title: Said,
    text: str,
    nothing: Said,
    files: Sequence[discord.File] = (),
) -> None:
    card_of_log = embeds.make(say(title), text or say(nothing), footer=card.name)
    await visit.answer(embeds=[card_of_log], files=files)


def line_words(line: Line) -> str:
    told = embeds.ruled(line.words, line.rule)
    return say(words.LOG_LINE(report=line.report, words=told)) if line.report else told


def newest(lines: Sequence[Line]) -> str:
    """As many of the last lines as fit; where the earlier ones can be read is said first."""
    kept: list[str] = []
    room = DESCRIPTION - 60
    for line in reversed(lines):
        told = line_words(line)
        room -= len(told) + 1
        if room < 0:
            left = len(lines) - len(kept)
            kept.append(say(words.EARLIER(n=left, report=line.report or 1)))
            break
        kept.append(told)
    return "\n".join(reversed(kept))


def oldest(lines: Sequence[Line]) -> str:
    """As many of the first lines as fit; where to go on is said last."""
    return fold([line_words(line) for line in lines], DESCRIPTION, len(lines))
