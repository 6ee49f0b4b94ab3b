"""Orders on their way to the table, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord import buttons, embeds, pictures
from bot.discord.text import boxed, fold, refusal, safe, sentence
from bot.discord.visit import Visit
from bot.tables import Asked, Outcome, Refused, TableCard
from engine import games

ROOM = 3500


async def from_slots(
    visit: Visit, game: str, verb: str, given: Mapping[str, str], option: str | None
) -> None:
    """An order typed slot by slot in a slash command."""
    card = await visit.table(option)
    if card.game != game:
        raise Refused(
            f"{card.name} is no table of {games()[game].title}. Name the table with `table:`."
        )
    await from_text(visit, card, await visit.tables.compose(card.id, visit.who, verb, given))


async def from_text(visit: Visit, card: TableCard, text: str) -> None:
    """Order text, from wherever it came."""
    outcome = await visit.tables.order(card.id, visit.who, text, at=visit.at)
    await tell(visit, card, outcome)


async def tell(visit: Visit, card: TableCard, outcome: Outcome) -> None:
    """What became of orders, and a way on to the next question."""
    visit.late = bool(outcome.done)
    asked = outcome.next
    view = buttons.call(card.id, asked.number, asked.kind) if asked else None
    files = await pictures.of_orders(visit, card.id) if outcome.done and outcome.words else []
    await visit.answer(embeds=[result(card, outcome)], view=view, files=files)


def result(card: TableCard, outcome: Outcome) -> discord.Embed:
    colour = embeds.RED if outcome.refused else embeds.INK
    lines = lines_of(outcome)
    if outcome.next:
        lines += ["", asked_line(outcome.next)]
    return embeds.make(card.name, fold(lines, ROOM), colour=colour, footer=card.name)


def lines_of(outcome: Outcome) -> list[str]:
    """Orders, what their owner learned, and what was left undone and why."""
    lines = [f"Done: {boxed(order, 300)}" for order in outcome.done]
    lines += [safe(words) for words in outcome.words]
    lines += [sentence(outcome.held)] if outcome.held else []
    rest = outcome.rest
    if outcome.refused:
        # the first of the rest is the one that was refused
        which = f" {boxed(rest[0], 300)}" if rest else ""
        why = refusal(outcome.refused, outcome.rule, outcome.suggestions)
        lines.append(f"**Refused**{which}: {why}")
        rest = rest[1:]
    if rest:
        why = (
            "Not tried"
            if outcome.refused
            else "Not carried out, because chance or a reveal came first"
        )
        lines.append(f"{why}: " + "; ".join(boxed(order, 300) for order in rest))
    if outcome.over:
        lines.append("**The game is over.**")
    return lines or ["Nothing was ordered."]


def asked_line(asked: Asked) -> str:
    return f"**You are asked:** {question(asked.prompt, asked.rule)}"


def question(prompt: str, rule: str) -> str:
    """A question with its rule, which many name already."""
    words = safe(prompt)
    return words if not rule or f"[{rule}]" in prompt else f"{words} [{safe(rule)}]"
