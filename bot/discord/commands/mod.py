"""/mod: what a moderator can do. Every step says why, and is told to the table."""

from __future__ import annotations

import discord
from discord.app_commands import Group, Range

from bot.discord.commands import words
from bot.discord.commands.autocomplete import (
    complete_chance,
    complete_edit,
    complete_fix,
    complete_mod_order,
    complete_player,
    complete_point,
    complete_seat,
)
from bot.discord.commands.making import command
from bot.discord.panels import lobby, moderation, undoing
from bot.discord.speech.spoken import say
from bot.discord.speech.text import safe
from bot.discord.visit import Interaction, Visit, met
from bot.tables.mod.steps import Step
from bot.tables.values import Refused, Request


def group() -> Group:
    group = Group(name="mod", description=say(words.MOD["mod"]()))
    seat, point = {"seat": complete_seat}, {"to": complete_point}
    for made in (
        command(
            "fix", words.MOD, fix, {"order": complete_point, "to": complete_fix}, why=words.WHY
        ),
        command("rewind", words.MOD, rewind, point, why=words.WHY),
        command("act", words.MOD, act, {**seat, "order": complete_mod_order}, why=words.WHY),
        command("edit", words.MOD, edit, {"text": complete_edit}, why=words.WHY),
        command("chance", words.MOD, chance, {"result": complete_chance}, why=words.WHY),
        command("seat", words.MOD, seat_, {**seat, "computer": complete_player}, why=words.WHY),
        command("pause", words.MOD, pause, why=words.WHY),
        command("resume", words.MOD, resume, why=words.WHY),
        command("deadline", words.MOD, deadline, seat, why=words.WHY),
        command("peek", words.MOD, peek, seat, why=words.WHY),
        command("export", words.MOD, export, why=words.WHY),
        command("import", words.MOD, import_),
        command("audit", words.MOD, audit),
        command("continue", words.MOD, continue_),
        command("server", words.MOD, server),
    ):
        group.add_command(made)
    return group


async def fix(
    interaction: Interaction, order: str, to: str, why: str, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        step = Step("fix", why, point=order, text=to)
        await moderation.foresee(visit, await visit.table(table), step)


async def rewind(interaction: Interaction, to: str, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.foresee(visit, await visit.table(table), Step("rewind", why, point=to))


async def act(
    interaction: Interaction, seat: str, order: str, why: str, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        step = Step("act", why, seat=seat, text=order)
        await moderation.take(visit, await visit.table(table), step)


async def edit(interaction: Interaction, text: str, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.take(visit, await visit.table(table), Step("edit", why, text=text))


async def chance(interaction: Interaction, result: str, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.take(visit, await visit.table(table), Step("chance", why, text=result))


async def seat_(
    interaction: Interaction,
    seat: str,
    why: str,
    person: discord.User | None = None,
    computer: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        if person is not None and computer is not None:
            raise Refused(words.NOT_BOTH())
        if person is not None and person.bot:
            raise Refused(words.NO_BOT_SITS())
        to = await met(interaction, person) if person is not None else computer
        step = Step("seat", why, seat=seat, to=to)
        await moderation.take(visit, await visit.table(table), step)


async def pause(interaction: Interaction, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.take(visit, await visit.table(table), Step("pause", why))


async def resume(interaction: Interaction, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.take(visit, await visit.table(table), Step("resume", why))


async def deadline(
    interaction: Interaction,
    seat: str,
    why: str,
    hours: Range[int, 1, 1440] | None = None,
    until: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        at = await moderation.until(visit, hours, until)
        step = Step("deadline", why, seat=seat, until=at)
        await moderation.take(visit, await visit.table(table), step)


async def peek(interaction: Interaction, seat: str, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await moderation.peek(visit, await visit.table(table), seat, why)


async def export(interaction: Interaction, why: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        content = await visit.tables.exporting.whole(card.id, visit.who, why)
        await visit.answer(
            say(words.EXPORTED(table=safe(card.name))),
            files=[moderation.as_file(f"{card.game}-{card.id}-table.json", content)],
        )


async def import_(interaction: Interaction, file: discord.Attachment) -> None:
    async with Visit(interaction) as visit:
        place = lobby.place_for_a_table(interaction)
        card = await moderation.bring(visit, place, await moderation.written_in(file))
        await visit.answer(say(words.IMPORTED(table=safe(card.name))))


async def audit(
    interaction: Interaction, last: Range[int, 1, 200] = 20, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        await moderation.audit(visit, await visit.table(table), last)


async def continue_(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        done = await visit.tables.upgrades.go_on(card.id, visit.who)
        on = words.GOES_ON(table=safe(card.name))
        await visit.answer(undoing.said(done) if isinstance(done, Request) else say(on))


async def server(
    interaction: Interaction,
    role: discord.Role | None = None,
    person: discord.User | None = None,
    remove: bool = False,
) -> None:
    async with Visit(interaction) as visit:
        place = moderation.demand_manager(visit)
        if role is not None and role.is_default():
            raise Refused(words.NOT_EVERYBODY())
        if person is not None and person.bot:
            raise Refused(words.NO_BOT_MODERATES())
        whom = await met(interaction, person) if person is not None else None
        bench = await visit.tables.moderators.of_circle(
            place, badge=str(role.id) if role else "", whom=whom, there=not remove
        )
        await moderation.show_bench(visit, bench)
