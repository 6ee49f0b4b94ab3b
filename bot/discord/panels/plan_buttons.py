"""What the plan panel's buttons do. A refusal redraws it: what it shows must be what is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.discord.panels import forms, orders, plans, question, words
from bot.discord.speech import embeds, errors
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CONTENT, block, fold, refusal, safe
from bot.discord.visit import Interaction, Visit
from bot.tables.values import PlanPanel, Refused
from engine.tongues import Listed

Handler = Callable[[Visit, Tag, list[str]], Awaitable[None]]


async def press(visit: Visit, tag: Tag, values: list[str]) -> None:
    try:
        await PANEL[tag.op](visit, tag, values)
    except Refused as refused:
        await _redrawn(visit, tag, refusal(refused.said, refused.rule, refused.suggestions))


async def _redrawn(visit: Visit, tag: Tag, notice: str) -> None:
    try:
        await question.show(visit, tag.table, notice)
    except Refused as nothing:  # nothing is asked any more
        lines = [notice, refusal(nothing.said)]
        await visit.answer("\n".join(dict.fromkeys(lines)))


async def _place(visit: Visit, tag: Tag, values: list[str]) -> None:
    await plans.show(visit, tag.table, place=values[0])


async def _mood(visit: Visit, tag: Tag, values: list[str]) -> None:
    mood, _, place = tag.arg.partition(" ")
    panel = await visit.tables.plans.suggest(tag.table, visit.who, mood, place, tag.number)
    await plans.put(visit, panel, place=place, picture=False)


async def _seal(visit: Visit, tag: Tag, _: list[str]) -> None:
    """The battle may be fought at once: then what happened stands above the next question."""
    sealing = await visit.tables.plans.seal(tag.table, visit.who, tag.number, tag.revision)
    visit.late = True
    if sealing.panel is not None:
        await plans.put(visit, sealing.panel, place=tag.arg, picture=False)
    elif sealing.outcome.next is not None:
        told = fold(orders.lines_of(sealing.outcome), CONTENT)
        await question.show(visit, tag.table, told)
    else:
        await orders.tell(visit, await visit.tables.finding.card(tag.table), sealing.outcome)


async def _withdraw(visit: Visit, tag: Tag, _: list[str]) -> None:
    panel = await visit.tables.plans.withdraw(tag.table, visit.who, tag.number)
    await plans.put(visit, panel, place=tag.arg, picture=False)


async def _help(visit: Visit, tag: Tag, _: list[str]) -> None:
    panel = await visit.tables.plans.panel(tag.table, visit.who)
    examples = Listed(tuple(f"`{safe(line, 60)}`" for line in panel.examples), "")
    told = say(words.PLAN_HELP(examples=examples))
    await plans.put(visit, panel, told, tag.arg, picture=False)


PANEL: dict[str, Handler] = {
    "pplace": _place,
    "pmood": _mood,
    "pseal": _seal,
    "popen": _withdraw,
    "phelp": _help,
}
EDIT = "pedit"


async def open_form(interaction: Interaction, tag: Tag) -> None:
    """A form must be the first answer, so nothing is deferred here."""
    visit = await Visit(interaction).met()
    try:
        panel = await visit.tables.plans.panel(tag.table, visit.who)
        place = plans.looked_at(panel, tag.arg)
        text = next((plan.text for plan in panel.plans if plan.place == place), "")
        head = f"plan {place}".strip()
        await interaction.response.send_modal(
            forms.plan(
                Tag(EDIT, tag.table, panel.number, arg=place),
                say(
                    words.FORM_PLAN_AT(table=panel.table.name, place=place)
                    if place
                    else words.FORM_PLAN_TITLE(table=panel.table.name)
                ),
                ", ".join(panel.examples[:4]),
                text or f"{head}\n{panel.standing.partition(chr(10))[2]}",
            )
        )
    except Exception as error:
        await errors.tell(interaction, error)


async def written(visit: Visit, tag: Tag, text: str) -> None:
    """A plan from its form: kept whether or not it can be read."""
    try:
        panel = await visit.tables.plans.write(tag.table, visit.who, text, tag.arg, tag.number)
    except Refused as refused:
        # the form is gone: what was written goes back to its owner
        back = embeds.make(say(words.YOU_WROTE()), block(text, 3500), colour=embeds.GREY)
        await visit.answer(refusal(refused.said), embeds=[back])
        return
    await plans.put(visit, panel, place=tag.arg)


async def typed(visit: Visit, table: int, text: str) -> None:
    """A plan as a command's option: `;` stands for a new line."""
    panel: PlanPanel = await visit.tables.plans.write(
        table, visit.who, "\n".join(part.strip() for part in text.split(";"))
    )
    await plans.put(visit, panel)
