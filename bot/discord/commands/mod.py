"""/mod: what a moderator can do. Every step says why, and is told to the table."""

from __future__ import annotations

import discord
from discord.app_commands import Group, Range

from bot.discord import lobby, moderation, undoing
from bot.discord.autocomplete import (
    complete_chance,
    complete_edit,
    complete_fix,
    complete_mod_order,
    complete_player,
    complete_point,
    complete_seat,
)
from bot.discord.commands.making import command
from bot.discord.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Refused, Request, Who
from bot.tables.steps import Step

WHY = "the reason: told to everybody and kept"


def group() -> Group:
    group = Group(name="mod", description="Keep a table in order, as its moderator")
    seat, point = {"seat": complete_seat}, {"to": complete_point}
    for made in (
        command(
            "fix",
            "Replace one order; the later ones are given again as far as they can be",
            fix,
            {"order": complete_point, "to": complete_fix},
            order="which order, as #41 or 41.2",
            to="what it should have been",
            why=WHY,
        ),
        command(
            "rewind",
            "Go back to just before a numbered point",
            rewind,
            point,
            to="the point, as #41 or 41.2; or start",
            why=WHY,
        ),
        command(
            "act",
            "Answer for a seat; it counts as looking at its secrets",
            act,
            {**seat, "order": complete_mod_order},
            seat="which seat",
            order="the order; default or computer show you nothing",
            why=WHY,
        ),
        command(
            "edit",
            "Change the position by hand",
            edit,
            {"text": complete_edit},
            text="what to change; several with ; between them",
            why=WHY,
        ),
        command(
            "chance",
            "Force the next result of a draw, or let chance run free again",
            chance,
            {"result": complete_chance},
            result="force ... = ..., or unforce",
            why=WHY,
        ),
        command(
            "seat",
            "Give a seat to a person or the computer, or free it",
            seat_,
            {**seat, "computer": complete_player},
            seat="which seat",
            why=WHY,
            person="who is offered it",
            computer="or which computer player",
        ),
        command("pause", "Let the clocks stand", pause, why=WHY),
        command("resume", "Let the clocks run again", resume, why=WHY),
        command(
            "deadline",
            "Until when a seat has time",
            deadline,
            seat,
            seat="which seat",
            why=WHY,
            hours="from now on",
            until="or a day and hour in your time zone, as 2026-08-31 18:00",
        ),
        command(
            "peek",
            "See what a seat sees; the table is told that you looked",
            peek,
            seat,
            seat="whose view",
            why=WHY,
        ),
        command("export", "The whole table as a file; it is told", export, why=WHY),
        command(
            "import",
            "Set up a table from such a file in this channel",
            import_,
            file="what /mod export gave",
        ),
        command("audit", "Who did what at a table, when and why", audit, last="how many lines"),
        command(
            "continue",
            "Let a table go on that stands still since an upgrade",
            continue_,
        ),
        command(
            "server",
            "Who moderates in this server: name a role or a person",
            server,
            role="whoever has it is a moderator",
            person="who is a moderator",
            remove="take it back instead",
        ),
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
            raise Refused("Name a person or a computer player, not both; neither frees the seat.")
        if person is not None and person.bot:
            raise Refused("A bot cannot sit down. Name a computer player with computer:.")
        to = Who(person.id, person.display_name) if person is not None else computer
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
        content = await visit.tables.export(card.id, visit.who, why)
        await visit.answer(
            f"**{safe(card.name)}**, whole: it holds every secret. `/mod import` sets it up again,"
            " here or on another host. This table goes on as it is.",
            files=[moderation.as_file(f"{card.game}-{card.id}-table.json", content)],
        )


async def import_(interaction: Interaction, file: discord.Attachment) -> None:
    async with Visit(interaction) as visit:
        place = lobby.place_for_a_table(interaction)
        card = await moderation.bring(visit, place, await moderation.written_in(file))
        await visit.answer(f"**{safe(card.name)}** is set up; its card is on the way.")


async def audit(
    interaction: Interaction, last: Range[int, 1, 200] = 20, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        await moderation.audit(visit, await visit.table(table), last)


async def continue_(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        done = await visit.tables.continue_segment(card.id, visit.who)
        words = undoing.said(done) if isinstance(done, Request) else f"{safe(card.name)} goes on."
        await visit.answer(words)


async def server(
    interaction: Interaction,
    role: discord.Role | None = None,
    person: discord.User | None = None,
    remove: bool = False,
) -> None:
    async with Visit(interaction) as visit:
        place = moderation.demand_manager(visit)
        if role is not None and role.is_default():
            raise Refused("Not everybody can be a moderator; choose another role.")
        if person is not None and person.bot:
            raise Refused("A bot cannot moderate.")
        whom = Who(person.id, person.display_name) if person is not None else None
        bench = await visit.tables.server_moderators(
            place, role=role.id if role else None, whom=whom, there=not remove
        )
        await moderation.show_bench(visit, bench)
