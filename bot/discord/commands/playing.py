"""/play, /order, /write, /answer, /plan, /undo: giving orders and taking them back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_answer
from bot.discord.commands.making import command
from bot.discord.panels import forms, orders, plan_buttons, plans, question, undoing
from bot.discord.speech import errors
from bot.discord.speech.tags import Tag
from bot.discord.visit import Interaction, Visit, number_of
from bot.tables.battles.rounds import PLAN
from bot.tables.floor.words_plans import PLANNING
from bot.tables.values import Refused


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("play", words.PLAYING, play)
    yield command("order", words.PLAYING, order)
    yield command("write", words.PLAYING, write)
    yield command("answer", words.PLAYING, answer, {"answer": complete_answer})
    yield command("plan", words.PLAYING, plan)
    yield command("undo", words.PLAYING, undo)


async def play(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await question.show(visit, (await visit.table(table)).id)


async def order(interaction: Interaction, text: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await orders.give(visit, text, number_of(table))


async def write(interaction: Interaction, table: str | None = None) -> None:
    """A form must be the first answer, so this is not a visit: it cannot be deferred."""
    visit = await Visit(interaction).met()
    try:
        card = await visit.table(table)
        asked = await visit.tables.play.asked(card.id, visit.who)
        if asked is not None and asked.kind == PLAN:
            raise Refused(PLANNING)
        number, example = (asked.number, asked.example) if asked else (0, "")
        tag = Tag("orders", card.id, number)
        await interaction.response.send_modal(forms.orders(tag, card.name, example))
    except Exception as error:
        await errors.tell(interaction, error)


async def answer(interaction: Interaction, answer: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await orders.give(visit, answer, number_of(table))


async def plan(interaction: Interaction, text: str | None = None, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if text is None:
            await plans.show(visit, card.id)
        else:
            await plan_buttons.typed(visit, card.id, text)


async def undo(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await undoing.ask(visit, await visit.table(table))
