"""/table: from opening a table to closing it."""

from __future__ import annotations

import discord
from discord.app_commands import Group

from bot.discord.commands import timing, words
from bot.discord.commands.autocomplete import (
    complete_game,
    complete_option,
    complete_player,
    complete_scenario,
    complete_seat,
    complete_value,
)
from bot.discord.commands.making import command
from bot.discord.panels import lobby, moderation, undoing
from bot.discord.panels import words as panel_words
from bot.discord.speech import embeds, results
from bot.discord.speech import words as common
from bot.discord.speech.spoken import say
from bot.discord.speech.text import DESCRIPTION, fold, listed, safe
from bot.discord.visit import Interaction, Visit, met
from bot.tables.values import Refused, Request, Stage, TableCard, Who


def group() -> Group:
    group = Group(name="table", description=say(words.TABLE["table"]()))
    seat = {"seat": complete_seat}
    for made in (
        command(
            "open",
            words.TABLE,
            open_,
            {"game": complete_game, "scenario": complete_scenario, **seat},
        ),
        command("join", words.TABLE, join, seat),
        command("leave", words.TABLE, leave),
        command("seat", words.TABLE, change, seat),
        command(
            "options",
            words.TABLE,
            options,
            {"option": complete_option, "value": complete_value, "scenario": complete_scenario},
        ),
        command("ready", words.TABLE, ready),
        command("start", words.TABLE, start),
        command(
            "computer",
            words.TABLE,
            computer,
            {**seat, "player": complete_player},
        ),
        command("clear", words.TABLE, clear, seat),
        command(
            "hand-over",
            words.TABLE,
            hand_over,
            {**seat, "computer": complete_player},
        ),
        command("resign", words.TABLE, resign),
        command("accept", words.TABLE, accept, seat),
        command(
            "moderator",
            words.TABLE,
            moderator,
        ),
        command("export", words.TABLE, export),
        command("close", words.TABLE, close),
        command(
            "results",
            words.TABLE,
            results_,
        ),
        command("list", words.TABLE, list_),
        *timing.commands(),
    ):
        group.add_command(made)
    return group


async def open_(
    interaction: Interaction, game: str, scenario: str | None = None, seat: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        place = lobby.place_for_a_table(interaction)
        card = await visit.tables.lobby.open(visit.who, place, game, scenario, seat=seat)
        await visit.answer(
            say(words.OPENED(table=safe(card.name), seat=safe(lobby.seat_of(card, visit.who))))
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
            raise Refused(words.WHICH_OPTION())
        if value is None and scenario is None:
            await lobby.show_options(visit, card, option or "")
            return
        values = {option: value} if option is not None and value is not None else {}
        card = await visit.tables.lobby.set_options(card.id, visit.who, values, scenario)
        await lobby.show_options(visit, card, notice=say(panel_words.CHANGED()))


async def ready(interaction: Interaction, ready: bool = True, table: str | None = None) -> None:
    await lobby.ask_ready(interaction, table, ready)


async def start(interaction: Interaction, table: str | None = None) -> None:
    await lobby.ask_ready(interaction, table, True)


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
        await visit.tables.lobby.clear_seat(card.id, visit.who, seat)
        await visit.answer(say(words.SEAT_FREE(seat=safe(seat))))


async def hand_over(
    interaction: Interaction,
    person: discord.User | None = None,
    computer: str | None = None,
    seat: str | None = None,
    table: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        if (person is None) == (computer is None):
            raise Refused(words.PERSON_OR_COMPUTER())
        if person is not None and person.bot:
            raise Refused(words.NO_BOT_SITS())
        card = await visit.table(table)
        seat = seat or await visit.tables.finding.seat_of(card.id, visit.who)
        if seat is None:
            raise Refused(words.NOT_SEATED(table=card.name))
        if person is not None:
            to: Who | str = await met(interaction, person)
            said = words.IS_ASKED(who=safe(person.display_name), seat=safe(seat))
        else:
            to = computer or ""
            said = words.COMPUTER_PLAYS(player=safe(to), seat=safe(seat))
        await visit.tables.seats.hand_over(card.id, visit.who, seat, to)
        await visit.answer(say(said))


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
            raise Refused(words.NO_BOT_MODERATES())
        card = await visit.table(table)
        whom = await met(interaction, person)
        done = await visit.tables.moderators.name(card.id, visit.who, whom, not remove)
        if isinstance(done, Request):
            await visit.answer(undoing.said(done))
            return
        told = words.NO_MODERATOR if remove else words.A_MODERATOR
        await visit.answer(say(told(who=safe(person.display_name))))


async def export(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        card = await visit.table(table)
        content = await visit.tables.exporting.own(card.id, visit.who)
        name = f"{card.game}-{card.id}-{content['seat'] or 'spectator'}.json"
        told = say(words.OWN_EXPORT(table=safe(card.name)))
        await visit.answer(told, files=[moderation.as_file(name, content)])


async def close(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await lobby.ask_close(visit, await visit.table(table))


async def results_(interaction: Interaction, person: discord.User | None = None) -> None:
    async with Visit(interaction) as visit:
        circle = visit.where.circle
        if not circle:
            raise Refused(words.ASK_IN_SERVER())
        who = await met(interaction, person) if person is not None else None
        played = await visit.tables.records.results(circle, who)
        title = safe(who.name, 80) if who else say(words.THIS_SERVER())
        await visit.answer(embeds=[results.card(title, played, who)])


async def list_(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        mine = await visit.tables.finding.mine(visit.who)
        circle = visit.where.circle
        others = await visit.tables.finding.in_circle(circle) if circle else ()
        seen = {card.id for card in mine}
        ours = [_line(c, visit.who) for c in mine] or [say(words.NONE())]
        lines = [say(words.YOURS()), *ours]
        rest = [card for card in others if card.id not in seen and card.stage is not Stage.CLOSED]
        if rest:
            lines += [say(words.OTHERS_HERE()), *[_line(c, visit.who) for c in rest]]
        text = fold(lines, DESCRIPTION, more=common.MORE)
        await visit.answer(embeds=[embeds.make(say(words.TABLES()), text)])


def _line(card: TableCard, who: Who) -> str:
    """`Granada 12: playing, waiting for Ana` with a way to it."""
    owing = listed(dict.fromkeys(embeds.awaited(o) for o in card.owed))
    free = [seat.seat for seat in card.seats if not seat.taken]
    room = safe(listed(free)) if card.stage is Stage.LOBBY else ""
    mine = any(o.person and o.person.id == who.id for o in card.owed)
    return say(
        words.LISTED(
            table=safe(card.name),
            stage=words.STAGES[card.stage](),
            waits=words.LISTED_WAITS(names=owing) if owing else None,
            room=words.LISTED_FREE(seats=room) if room else None,
            you=words.LISTED_YOU() if mine else None,
            place=words.LISTED_PLACE(place=f"<#{card.thread}>") if card.thread else None,
        )
    )
