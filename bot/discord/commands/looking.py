"""/hand, /map, /status, /log, /catchup: what may be known, only for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import discord
from discord.app_commands import Command, Range

from bot.discord import buttons, embeds, looks, pictures
from bot.discord.autocomplete import (
    complete_kind,
    complete_place,
    complete_rule,
    complete_seat,
)
from bot.discord.commands.making import command
from bot.discord.text import DESCRIPTION, fold, safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Line, Sought, TableCard

What = Literal["mine", "all", "region", "last", "words", "replay"]


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("hand", "Your hand and everything else that only you know", hand)
    yield command(
        "map",
        "The map, as you may see it",
        map_,
        {"place": complete_place},
        what="mine (default), all see, a region, the last report's, in words, or a finished replay",
        place="where to look closely",
    )
    yield command("status", "Turn, score, and who must decide what", status)
    yield command(
        "log",
        "What has happened, as far as you may know it",
        log,
        {
            "seat": complete_seat,
            "kind": complete_kind,
            "rule": complete_rule,
            "place": complete_place,
        },
        last="how many lines; 20 if left out",
        since="from this report on",
        seat="what this seat did, or what was done to it",
        kind="only events of this kind",
        rule="only under this paragraph of the rules",
        turn="only in this turn, as 1486",
        place="only what happened at this place",
        text="only lines with these words",
    )
    yield command("catchup", "What happened since your last order", catchup)


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
        nothing = "Nothing like that has happened." if filtered else "Nothing has happened yet."
        title = "the log" if since is None else f"the log from #{since} on"
        title += ", what you looked for" if filtered else ""
        lines = await visit.tables.log(
            card.id, visit.who, last if since is None else 0, sought=sought
        )
        words = newest(lines) if since is None else oldest(lines)
        await _show(visit, card, title, words, nothing)


async def catchup(interaction: Interaction, table: str | None = None) -> None:
    """Words, and a picture of where it happened, with the marches as arrows."""
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        news = await visit.tables.catch_up(card.id, visit.who)
        nothing = "Nothing has happened since your last order."
        files = await pictures.of_events(visit, card.id, news.events) if news.lines else []
        await _show(visit, card, "since your last order", newest(news.lines), nothing, files)


async def _show(
    visit: Visit,
    card: TableCard,
    title: str,
    words: str,
    nothing: str,
    files: Sequence[discord.File] = (),
) -> None:
    card_of_log = embeds.make(f"{card.name}: {title}", words or nothing, footer=card.name)
    await visit.answer(embeds=[card_of_log], files=files)


def line_words(line: Line) -> str:
    number = f"`#{line.report}` " if line.report else ""
    rule = f" [{safe(line.rule)}]" if line.rule and f"[{line.rule}]" not in line.words else ""
    return f"{number}{safe(line.words)}{rule}"


def newest(lines: Sequence[Line]) -> str:
    """As many of the last lines as fit; where the earlier ones can be read is said first."""
    kept: list[str] = []
    room = DESCRIPTION - 60
    for line in reversed(lines):
        words = line_words(line)
        room -= len(words) + 1
        if room < 0:
            left = len(lines) - len(kept)
            kept.append(f"… {left} earlier: /log since:{line.report or 1}")
            break
        kept.append(words)
    return "\n".join(reversed(kept))


def oldest(lines: Sequence[Line]) -> str:
    """As many of the first lines as fit; where to go on is said last."""
    return fold([line_words(line) for line in lines], DESCRIPTION, len(lines))
