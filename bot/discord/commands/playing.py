"""/play, /order, /answer, /plan, /undo: giving orders and taking them back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command

from bot.discord import errors, forms, orders, panels, planning, plans, undoing
from bot.discord.autocomplete import complete_answer
from bot.discord.commands.making import command
from bot.discord.tags import Tag
from bot.discord.visit import Interaction, Visit
from bot.tables import Refused
from bot.tables.battles import PLAN
from bot.tables.words_plans import PLANNING


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command("play", "Open your panel: the question, menus, your draft and map", play)
    yield command(
        "order",
        "Give orders as text; without text a form opens",
        order,
        text="one order, or several with ; between them",
    )
    yield command(
        "answer",
        "Answer the open question with one whole order",
        answer,
        {"answer": complete_answer},
        answer="what you answer",
    )
    yield command(
        "plan",
        "Your plan for the battle that is being planned",
        plan,
        text="the plan in one line, ; between its lines",
    )
    yield command("undo", "Take back your last orders, or ask the others to agree", undo)


async def play(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await panels.show(visit, (await visit.table(table)).id)


async def order(
    interaction: Interaction, text: str | None = None, table: str | None = None
) -> None:
    if text is None:
        await _form(interaction, table)
        return
    async with Visit(interaction) as visit:
        await orders.from_text(visit, await visit.table(table), text)


async def _form(interaction: Interaction, table: str | None) -> None:
    """A form must be the first answer, so this is not a visit: it cannot be deferred."""
    visit = Visit(interaction)
    try:
        card = await visit.table(table)
        asked = await visit.tables.asked(card.id, visit.who)
        if asked is not None and asked.kind == PLAN:
            raise Refused(PLANNING)
        number, example = (asked.number, asked.example) if asked else (0, "")
        tag = Tag("orders", card.id, number)
        await interaction.response.send_modal(forms.orders(tag, card.name, example))
    except Exception as error:
        await errors.tell(interaction, error)


async def answer(interaction: Interaction, answer: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await orders.from_text(visit, await visit.table(table), answer)


async def plan(interaction: Interaction, text: str | None = None, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if text is None:
            await plans.show(visit, card.id)
        else:
            await planning.typed(visit, card.id, text)


async def undo(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await undoing.ask(visit, await visit.table(table))
