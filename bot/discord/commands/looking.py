"""/hand, /map, /status, /log, /catchup: what may be known, only for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from discord.app_commands import Command, Range

from bot.discord import buttons, embeds, looks
from bot.discord.autocomplete import complete_place
from bot.discord.commands.making import command
from bot.discord.text import DESCRIPTION, fold, safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Line, TableCard

What = Literal["mine", "all", "region", "last", "words"]


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("hand", "Your hand and everything else that only you know", hand)
    yield command(
        "map",
        "The map, as you may see it",
        map_,
        {"place": complete_place},
        what="mine (default), all see, a region, the last report's, or in words",
        place="where to look closely",
    )
    yield command("status", "Turn, score, and who must decide what", status)
    yield command(
        "log",
        "What has happened, as far as you may know it",
        log,
        last="how many lines; 20 if left out",
        since="from this report on",
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
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        nothing = "Nothing has happened yet."
        if since is None:
            lines = await visit.tables.log(card.id, visit.who, last)
            await _show(visit, card, "the log", newest(lines), nothing)
        else:
            every = await visit.tables.log(card.id, visit.who, 0)
            later = [line for line in every if line.report >= since]
            await _show(visit, card, f"the log from #{since} on", oldest(later), nothing)


async def catchup(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        lines = await visit.tables.catch_up(card.id, visit.who)
        nothing = "Nothing has happened since your last order."
        await _show(visit, card, "since your last order", newest(lines), nothing)


async def _show(visit: Visit, card: TableCard, title: str, words: str, nothing: str) -> None:
    card_of_log = embeds.make(f"{card.name}: {title}", words or nothing, footer=card.name)
    await visit.answer(embeds=[card_of_log])


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
