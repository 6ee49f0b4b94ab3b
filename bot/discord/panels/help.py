"""/help: for this very decision, or how to begin."""

from __future__ import annotations

import discord

from bot.discord.panels import lessons, words
from bot.discord.panels.orders import question
from bot.discord.speech import buttons, embeds
from bot.discord.speech.spoken import say, wording
from bot.discord.speech.text import FIELD, FIELDS, ago, boxed, fold, listed, safe, sentence
from bot.discord.visit import Visit, number_of
from bot.tables.battles.rounds import PLAN
from bot.tables.floor.words_plans import PLANNING
from bot.tables.values import Asked, Refused, TableCard
from engine import games
from engine.tongues import Name


async def show(visit: Visit, option: str | None = None) -> None:
    """What is asked of this person now; else how things stand; else the first steps."""
    try:
        card = await visit.tables.finding.find(visit.who, visit.where, number_of(option))
    except Refused as refused:
        lines = [say(words.FIRST_STEPS())]
        if option or await visit.tables.finding.mine(visit.who):
            lines = [safe(say(refused.said)), "", *lines]
        invitations = [
            lessons.invitation(game) for game in list(games().values())[: buttons.ACROSS]
        ]
        await visit.answer(
            embeds=[embeds.make(say(words.HERALD()), "\n".join(lines))],
            view=buttons.laid_out(*invitations),
        )
        return
    await for_table(visit, card)


async def for_table(visit: Visit, card: TableCard) -> None:
    asked = await visit.tables.play.asked(card.id, visit.who)
    if asked is None:
        view = buttons.laid_out(lessons.invitation(games()[card.game]))
        await visit.answer(embeds=[_waiting(card)], view=view)
        return
    embed = _for_question(card, asked)
    view = buttons.call(card.id, asked.number, asked.kind)
    view.add_item(lessons.invitation(games()[card.game]))
    await visit.answer(embeds=[embed], view=view)


def _waiting(card: TableCard) -> discord.Embed:
    lines = [say(words.NOTHING_ASKED())]
    lines += [embeds.owed(owed) for owed in card.owed]
    return embeds.make(card.name, "\n".join([*lines, "", say(words.FIRST_STEPS())]))


def _for_question(card: TableCard, asked: Asked) -> discord.Embed:
    """The question, and for every order that may answer it what it means and how it is given."""
    game = games()[card.game]
    head = [
        f"**{question(asked)}**",
        say(words.ASKED_AS(since=ago(asked.since), seat=safe(asked.seat))),
    ]
    if asked.kind == PLAN:
        head.append(sentence(say(PLANNING.said)))
    if asked.rule:
        head.append(say(words.RULE_SAYS_MORE(rule=asked.rule)))
    fields = []
    for choice in asked.verbs[: FIELDS - 1]:
        verb = game.verbs[choice.value]
        meaning = wording(choice.words or Name(f"{game.name}.VERBS.{verb.name}", verb.words))
        lines = [embeds.ruled(meaning, verb.rule)]
        if verb.command:
            slots = " ".join(f"{slot.name}:" for slot in verb.slots)
            lines.append(f"`/{game.name} {verb.name} {slots}".rstrip() + "`")
        if verb.slots:
            needed = [s.name for s in verb.slots if not s.optional]
            may = [s.name for s in verb.slots if s.optional]
            lines.append(_slots_words(needed, may))
        fields.append((verb.name, fold(lines, FIELD), False))
    if asked.example:
        order = say(words.ORDER_TEXT(order=asked.example))
        fields.append((say(words.FOR_EXAMPLE()), boxed(order, 900), False))
    return embeds.make(card.name, "\n".join(head), fields=fields, footer=card.name)


def _slots_words(needed: list[str], may: list[str]) -> str:
    slots, others = safe(listed(needed or may)), safe(listed(may))
    if needed and may:
        return say(words.NEEDS_AND_MAY(slots=slots, others=others))
    return say((words.NEEDS if needed else words.MAY_HAVE)(slots=slots))
