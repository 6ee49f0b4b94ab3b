"""Orders on their way to the table, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord.panels import words
from bot.discord.speech import buttons, embeds, pictures
from bot.discord.speech.spoken import say
from bot.discord.speech.text import boxed, fold, refusal, safe, sentence
from bot.discord.visit import Visit, number_of
from bot.tables.values import Asked, Filled, Outcome, Panel, TableCard
from engine.tongues import Listed

ROOM = 3500


async def from_slots(
    visit: Visit, game: str, verb: str, given: Mapping[str, str], option: str | None
) -> None:
    """An order typed slot by slot in a slash command."""
    await give(visit, Filled(game, verb, given), number_of(option))


async def give(
    visit: Visit, order: str | Filled, table: int | None = None, number: int = 0
) -> None:
    """Orders, from wherever they came: given, and told what became of them. `number`: of the
    question that they were written for."""
    given = await visit.tables.play.give(
        visit.who, visit.where, order, table=table, at=visit.at, number=number
    )
    visit.late = bool(given.outcome.done)
    files = await pictures.of_given(visit, given)
    await _answer(visit, given.card, given.outcome, files)


async def tell(visit: Visit, card: TableCard, outcome: Outcome) -> None:
    """What became of orders, and a way on to the next question."""
    visit.late = bool(outcome.done)
    files = await pictures.of_orders(visit, card.id) if outcome.done and outcome.words else []
    await _answer(visit, card, outcome, files)


async def _answer(
    visit: Visit, card: TableCard, outcome: Outcome, files: list[discord.File]
) -> None:
    asked = outcome.next
    view = buttons.call(card.id, asked.number, asked.kind) if asked else None
    await visit.answer(embeds=[result(card, outcome)], view=view, files=files)


def result(card: TableCard, outcome: Outcome) -> discord.Embed:
    colour = embeds.RED if outcome.refused else embeds.INK
    lines = lines_of(outcome)
    if outcome.next:
        lines += ["", asked_line(outcome.next)]
    return embeds.make(card.name, fold(lines, ROOM), colour=colour, footer=card.name)


def lines_of(outcome: Outcome) -> list[str]:
    """Orders, what their owner learned, and what was left undone and why."""
    lines = [say(words.DONE(order=boxed(order, 300))) for order in outcome.done]
    lines += [safe(line) for line in outcome.words]
    lines += [sentence(outcome.held)] if outcome.held else []
    rest = outcome.rest
    if outcome.refused:
        # the first of the rest is the one that was refused
        why = refusal(outcome.refused, outcome.rule, outcome.suggestions)
        which = boxed(rest[0], 300) if rest else ""
        lines.append(say((words.REFUSED_ORDER if rest else words.REFUSED)(order=which, why=why)))
        rest = rest[1:]
    if rest:
        orders = Listed(tuple(boxed(order, 300) for order in rest), ";")
        undone = words.NOT_TRIED if outcome.refused else words.NOT_DONE
        lines.append(say(undone(orders=orders)))
    if outcome.over:
        lines.append(say(words.GAME_OVER()))
    return lines or [say(words.NOTHING_ORDERED())]


def asked_line(asked: Asked) -> str:
    return say(words.YOU_ARE_ASKED(question=question(asked)))


def question(asked: Asked | Panel) -> str:
    """A question with its rule."""
    return embeds.ruled(asked.prompt, asked.rule)
