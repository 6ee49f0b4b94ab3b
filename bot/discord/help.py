"""/help: for this very decision, or how to begin."""

from __future__ import annotations

import discord

from bot.discord import buttons, embeds
from bot.discord.orders import question
from bot.discord.text import FIELD, FIELDS, ago, boxed, fold, listed, safe, sentence
from bot.discord.visit import Visit, number_of
from bot.tables import Asked, Refused, TableCard
from bot.tables.battles import PLAN
from bot.tables.words_plans import PLANNING
from engine import games

FIRST_STEPS = (
    "`/table open` opens a table here; the others press a seat on its card, then all press Ready.",
    "`/play` opens your panel: the question, menus for your answer, your draft, your own map.",
    "`/order` takes the same as text, `/answer` offers whole answers, and every game has commands"
    " of its own.",
    "`/hand` and `/map` show what you may know, `/status`, `/log` and `/catchup` how things stand.",
    "`/rules` explains a paragraph, `/undo` takes back, `/me settings` holds your wishes.",
    "All of it works in the table's thread, in any channel and in direct messages, and only you see"
    " the answers.",
)


async def show(visit: Visit, option: str | None = None) -> None:
    """What is asked of this person now; else how things stand; else the first steps."""
    try:
        card = await visit.tables.find(visit.who, visit.where, number_of(option))
    except Refused as refused:
        lines = [*FIRST_STEPS]
        if option or await visit.tables.mine(visit.who):
            lines = [safe(refused.reason), "", *lines]
        await visit.answer(embeds=[embeds.make("Herald", "\n".join(lines))])
        return
    await for_table(visit, card)


async def for_table(visit: Visit, card: TableCard) -> None:
    asked = await visit.tables.asked(card.id, visit.who)
    if asked is None:
        await visit.answer(embeds=[_waiting(card)])
        return
    embed = _for_question(card, asked)
    await visit.answer(embeds=[embed], view=buttons.call(card.id, asked.number, asked.kind))


def _waiting(card: TableCard) -> discord.Embed:
    lines = ["Nothing is asked of you at this table now."]
    lines += [embeds.owed(owed) for owed in card.owed]
    return embeds.make(card.name, "\n".join([*lines, "", *FIRST_STEPS]))


def _for_question(card: TableCard, asked: Asked) -> discord.Embed:
    """The question, and for every order that may answer it what it means and how it is given."""
    game = games()[card.game]
    words = [
        f"**{question(asked.prompt, asked.rule)}**",
        f"Asked {ago(asked.since)}, as {safe(asked.seat)}.",
    ]
    if asked.kind == PLAN:
        words.append(sentence(PLANNING))
    if asked.rule:
        words.append(f"`/rules number:{asked.rule}` says more.")
    fields = []
    for choice in asked.verbs[: FIELDS - 1]:
        verb = game.verbs[choice.value]
        lines = [safe(choice.words or verb.words) + (f" [{verb.rule}]" if verb.rule else "")]
        if verb.command:
            slots = " ".join(f"{slot.name}:" for slot in verb.slots)
            lines.append(f"`/{game.name} {verb.name} {slots}".rstrip() + "`")
        if verb.slots:
            needed = [s.name for s in verb.slots if not s.optional]
            may = [s.name for s in verb.slots if s.optional]
            lines.append(_slots_words(needed, may))
        fields.append((verb.name, fold(lines, FIELD), False))
    if asked.example:
        fields.append(("For example", boxed("/order text:" + asked.example, 900), False))
    return embeds.make(card.name, "\n".join(words), fields=fields, footer=card.name)


def _slots_words(needed: list[str], may: list[str]) -> str:
    parts = []
    if needed:
        parts.append(f"needs {safe(listed(needed))}")
    if may:
        parts.append(f"may have {safe(listed(may))}")
    return "; ".join(parts)
