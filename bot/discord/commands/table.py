"""/table: from opening a table to closing it."""

from __future__ import annotations

import discord
from discord.app_commands import Group

from bot.discord import embeds, lobby, moderation, results, undoing
from bot.discord.autocomplete import (
    complete_game,
    complete_option,
    complete_player,
    complete_scenario,
    complete_seat,
    complete_value,
)
from bot.discord.commands import timing
from bot.discord.commands.making import command
from bot.discord.text import DESCRIPTION, fold, listed, safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Refused, Request, Stage, TableCard, Who


def group() -> Group:
    group = Group(name="table", description="Open, join and run tables")
    seat = {"seat": complete_seat}
    for made in (
        command(
            "open",
            "Open a table in this channel",
            open_,
            {"game": complete_game, "scenario": complete_scenario, **seat},
            game="what is played",
            scenario="which scenario; the first if left out",
            seat="where you sit; the first seat if left out",
        ),
        command("join", "Take a seat", join, seat, seat="which seat; any free one if left out"),
        command("leave", "Give up your seat; in the middle of a game others can take it", leave),
        command("seat", "Change to another seat before the start", change, seat, seat="which seat"),
        command(
            "options",
            "See or change the options of a table before the start",
            options,
            {"option": complete_option, "value": complete_value, "scenario": complete_scenario},
            option="which option; all are shown if left out",
            value="its new value",
            scenario="another scenario",
        ),
        command("ready", "Say that you are ready, or not yet", ready, ready="ready, or not yet"),
        command("start", "Start: be ready, and hear who is not", start),
        command(
            "computer",
            "Let the computer play a free seat",
            computer,
            {**seat, "player": complete_player},
            seat="which seat; the free one if left out",
            player="which computer player; greedy if left out",
        ),
        command("clear", "Free a seat before the start", clear, seat, seat="which seat"),
        command(
            "hand-over",
            "Hand a seat to another person, or to the computer",
            hand_over,
            {**seat, "computer": complete_player},
            person="who takes it, if they accept",
            computer="or which computer player",
            seat="which seat; yours if left out",
        ),
        command("resign", "Give up your seat in the middle of a game, for good", resign),
        command("accept", "Take a seat that was offered to you", accept, seat, seat="which seat"),
        command(
            "moderator",
            "Name a moderator of your table; during the game the others must agree",
            moderator,
            person="who",
            remove="take it back instead",
        ),
        command("export", "What you may know of a table, as a file", export),
        command("close", "Close a table for good", close),
        command(
            "results",
            "Finished games of this server",
            results_,
            person="only games that this person played",
        ),
        command("list", "Your tables and those of this server", list_),
        *timing.commands(),
    ):
        group.add_command(made)
    return group


async def open_(
    interaction: Interaction, game: str, scenario: str | None = None, seat: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        place = lobby.place_for_a_table(interaction)
        card = await visit.tables.open(visit.who, place, game, scenario, seat=seat)
        await visit.answer(
            f"**{safe(card.name)}** is open; its card is on the way. You sit as"
            f" {safe(lobby.seat_of(card, visit.who))}. Invite the others to take a seat, or seat a"
            " computer, then press Ready."
        )


async def join(interaction: Interaction, seat: str | None = None, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.join(visit, await lobby.table_to_join(visit, table), seat)


async def leave(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.leave(visit, (await visit.table(table)).id)


async def resign(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.ask_resign(visit, await visit.table(table))


async def change(interaction: Interaction, seat: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.join(visit, (await visit.table(table)).id, seat)


async def options(
    interaction: Interaction,
    option: str | None = None,
    value: str | None = None,
    scenario: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        if value is not None and option is None:
            raise Refused("Name the option whose value that is: option: and value:.")
        if value is None and scenario is None:
            await lobby.show_options(visit, card, option or "")
            return
        values = {option: value} if option is not None and value is not None else {}
        card = await visit.tables.set_options(card.id, visit.who, values, scenario)
        await lobby.show_options(visit, card, notice="Changed. Everybody must be ready again.")


async def ready(interaction: Interaction, ready: bool = True, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.ready(visit, (await visit.table(table)).id, ready)


async def start(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.ready(visit, (await visit.table(table)).id, True)


async def computer(
    interaction: Interaction,
    seat: str | None = None,
    player: str = "greedy",
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        await lobby.computer(visit, await visit.table(table), seat, player)


async def clear(interaction: Interaction, seat: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        await visit.tables.clear_seat(card.id, visit.who, seat)
        await visit.answer(f"The seat {safe(seat)} is free.")


async def hand_over(
    interaction: Interaction,
    person: discord.User | None = None,
    computer: str | None = None,
    seat: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        if (person is None) == (computer is None):
            raise Refused("Name either a person or a computer player who takes the seat.")
        if person is not None and person.bot:
            raise Refused("A bot cannot sit down. Name a computer player with computer:.")
        card = await visit.table(table)
        seat = seat or await visit.tables.seat_of(card.id, visit.who)
        if seat is None:
            raise Refused(f"You do not sit at {card.name}; name the seat with seat:.")
        if person is not None:
            to: Who | str = Who(person.id, person.display_name)
            said = f"{safe(person.display_name)} is asked whether they take {safe(seat)}."
        else:
            to = computer or ""
            said = f"The computer ({safe(to)}) plays {safe(seat)} from now on."
        await visit.tables.hand_over(card.id, visit.who, seat, to)
        await visit.answer(said)


async def accept(interaction: Interaction, seat: str, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.accept(visit, (await visit.table(table)).id, seat)


async def moderator(
    interaction: Interaction,
    person: discord.User,
    remove: bool = False,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        if person.bot:
            raise Refused("A bot cannot moderate.")
        card = await visit.table(table)
        whom = Who(person.id, person.display_name)
        done = await visit.tables.name_moderator(card.id, visit.who, whom, not remove)
        if isinstance(done, Request):
            await visit.answer(undoing.said(done))
            return
        what = "no moderator any more" if remove else "a moderator now"
        await visit.answer(f"{safe(person.display_name)} is {what}.")


async def export(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        content = await visit.tables.export_own(card.id, visit.who)
        name = f"{card.game}-{card.id}-{content['seat'] or 'spectator'}.json"
        words = f"**{safe(card.name)}**, as you may know it: no secret of anybody else is in it."
        await visit.answer(words, files=[moderation.as_file(name, content)])


async def close(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.ask_close(visit, await visit.table(table))


async def results_(interaction: Interaction, person: discord.User | None = None) -> None:
    async with Visit(interaction) as visit:
        server = visit.where.server
        if server is None:
            raise Refused("Results are a server's: ask there. /me history shows your own games.")
        who = Who(person.id, person.display_name) if person is not None else None
        played = await visit.tables.results(server, who)
        title = safe(who.name, 80) if who else "This server"
        await visit.answer(embeds=[results.card(title, played, who)])


async def list_(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        mine = await visit.tables.mine(visit.who)
        server = visit.where.server
        others = await visit.tables.in_server(server) if server is not None else ()
        seen = {card.id for card in mine}
        lines = ["**Yours**", *([_line(c, visit.who) for c in mine] or ["none"])]
        rest = [card for card in others if card.id not in seen and card.stage is not Stage.CLOSED]
        if rest:
            lines += ["**Others in this server**", *[_line(c, visit.who) for c in rest]]
        words = fold(lines, DESCRIPTION, more="… {n} more")
        await visit.answer(embeds=[embeds.make("Tables", words)])


def _line(card: TableCard, who: Who) -> str:
    """`Granada 12: playing, waiting for Ana` with a way to it."""
    place = f" <#{card.thread}>" if card.thread else ""
    owing = [embeds.awaited(o) for o in card.owed]
    waits = f", waiting for {listed(dict.fromkeys(owing))}" if owing else ""
    free = [seat.seat for seat in card.seats if not seat.taken]
    room = f", free: {safe(listed(free))}" if free and card.stage is Stage.LOBBY else ""
    you = (
        " **You are asked.**" if any(o.person and o.person.id == who.id for o in card.owed) else ""
    )
    return f"{safe(card.name)}: {card.stage}{waits}{room}.{you}{place}"
