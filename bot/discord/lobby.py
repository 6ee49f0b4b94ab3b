"""What happens at a table before it starts, by command or by button."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ButtonStyle

from bot.discord import embeds
from bot.discord.buttons import button, laid_out
from bot.discord.tags import Tag
from bot.discord.text import CHOICE, listed, plain, safe
from bot.discord.visit import Interaction, Visit, number_of
from bot.tables import Refused, Stage, TableCard, Where, Who
from engine import Game, games

MENU = 25  # lines of one menu
FULL_MENUS = 3  # menus of options above the row of values


def seat_of(card: TableCard, who: Who) -> str:
    seats = [s.seat for s in card.seats if s.person is not None and s.person.id == who.id]
    return listed(seats)


async def table_to_join(visit: Visit, option: str | None) -> int:
    """The table that is meant by somebody who does not sit there yet."""
    number = number_of(option)
    if number is None and visit.where.server is not None:
        cards = await visit.tables.in_server(visit.where.server)
        here = [c for c in cards if visit.where.channel in (c.thread, c.channel)]
        lobbies = [c for c in here or cards if c.stage is Stage.LOBBY]
        if len(lobbies) == 1:
            return lobbies[0].id
        if lobbies and not any(visit.where.channel == c.thread for c in here):
            raise Refused(
                f"Several tables wait for players: {listed(c.name for c in lobbies)}."
                " Name one with table:."
            )
    return (await visit.tables.find(visit.who, visit.where, number)).id


async def join(visit: Visit, table: int, seat: str | None) -> None:
    card = await visit.tables.join(table, visit.who, seat)
    await visit.answer(
        f"You sit as **{safe(seat_of(card, visit.who))}** at {safe(card.name)}. I am sending you a"
        f" direct message, to see whether yours are open. {_then(card)}"
    )


def _then(card: TableCard) -> str:
    return "Press Ready when you are." if card.stage is Stage.LOBBY else "`/play` opens your panel."


async def leave(visit: Visit, table: int) -> None:
    card = await visit.tables.leave(table, visit.who)
    await visit.answer(f"You have left {safe(card.name)}.")


async def ask_resign(visit: Visit, card: TableCard) -> None:
    """A seat that is given up can be taken by another, so it is asked for twice."""
    if card.stage is Stage.LOBBY:
        raise Refused(f"{card.name} has not started; /table leave gives up your seat.")
    if not seat_of(card, visit.who):
        raise Refused(f"You have no seat at {card.name}.")
    yes = button(Tag("resign", card.id), "Resign", ButtonStyle.danger)
    await visit.answer(
        f"Give up your seat at {safe(card.name)}? Whoever takes it sees its secrets. To be away for"
        " a while, /table hand-over gives it to the computer, and you can take it back.",
        view=laid_out(yes),
    )


async def resign(visit: Visit, table: int) -> None:
    card = await visit.tables.resign(table, visit.who)
    await visit.answer(
        f"You have given up your seat at {safe(card.name)}. While it is free you can take it again."
    )


async def ready(visit: Visit, table: int, ready: bool | None = None) -> None:
    """Ready or not; None turns it round, as the button does."""
    if ready is None:
        card = await visit.tables.card(table)
        mine = [s for s in card.seats if s.person is not None and s.person.id == visit.who.id]
        ready = not (mine and all(s.ready for s in mine))
    card = await visit.tables.ready(table, visit.who, ready)
    await visit.answer(_readiness(card, ready))


def _readiness(card: TableCard, ready: bool) -> str:
    if card.stage is not Stage.LOBBY:
        theirs = embeds.own(card)
        return f"**{safe(card.name)} begins.** Everybody gets their {theirs} by direct message."
    if not ready:
        return "You are not ready any more."
    free = [s.seat for s in card.seats if not s.taken]
    waiting = [s.person.name for s in card.seats if s.person is not None and not s.ready]
    missing = [f"somebody for {seat}" for seat in free] + list(dict.fromkeys(waiting))
    return f"You are ready. Still missing: {safe(listed(missing))}."


async def computer(visit: Visit, card: TableCard, seat: str | None, player: str) -> None:
    """A computer player in a free seat; which, is asked if there are several."""
    free = [s.seat for s in card.seats if not s.taken]
    if seat is None and len(free) > 1:
        await visit.answer("Which seat?", view=laid_out(_seat_menu(card.id, free, player)))
        return
    if seat is None and not free:
        raise Refused(f"Every seat of {card.name} is taken.")
    seat = seat or free[0]
    await visit.tables.sit_computer(card.id, visit.who, seat, player)
    await visit.answer(f"The computer ({safe(player)}) sits as {safe(seat)}.")


def _seat_menu(table: int, free: list[str], player: str) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=str(Tag("sit", table, arg=player)),
        placeholder="Which seat?",
        options=[discord.SelectOption(label=seat, value=seat) for seat in free[:MENU]],
    )


async def accept(visit: Visit, table: int, seat: str) -> None:
    """A seat that somebody offered."""
    card = await visit.tables.accept_seat(table, visit.who, seat)
    await visit.answer(
        f"You sit as **{safe(seat)}** at {safe(card.name)} now;"
        f" `/hand` shows its {embeds.own(card)}."
    )


async def ask_close(visit: Visit, card: TableCard) -> None:
    """Closing cannot be taken back, so it is asked for twice."""
    yes = button(Tag("closing", card.id), "Close it for good", ButtonStyle.danger)
    await visit.answer(f"Close {safe(card.name)}? It cannot be opened again.", view=laid_out(yes))


async def close(visit: Visit, table: int) -> None:
    card = await visit.tables.close(table, visit.who)
    await visit.answer(f"{safe(card.name)} is closed.")


# -- options -------------------------------------------------------------------------------------


async def show_options(visit: Visit, card: TableCard, chosen: str = "", notice: str = "") -> None:
    """All options with what they mean; menus to change them while the table is in its lobby."""
    game = games()[card.game]
    if chosen and chosen not in game.options:
        raise Refused(f"{game.title} has no option {chosen!r}; it has {listed(game.options)}.")
    fields = [(name, words, False) for name, words in _option_fields(game, card, chosen)]
    scenario = game.scenarios.get(card.scenario, card.scenario)
    words = f"Scenario: {safe(scenario)}\n{embeds.pace(card)}"
    embed = embeds.make(f"{card.name}: options", words, fields=fields)
    view = laid_out(*_menus(game, card, chosen)) if card.stage is Stage.LOBBY else None
    await visit.answer(notice, embeds=[embed], view=view)


def _option_fields(game: Game, card: TableCard, chosen: str) -> Iterator[tuple[str, str]]:
    for option in game.options.values():
        if not chosen or option.name == chosen:
            value = card.options.get(option.name, option.default)
            fixed = " (fixed by the scenario)" if option.name in game.locked(card.scenario) else ""
            yield (
                f"{option.title} [{option.rule}]: {value}{fixed}",
                safe(option.summary) if chosen else safe(option.summary, 160),
            )


def _menus(game: Game, card: TableCard, chosen: str) -> Iterator[discord.ui.Item[discord.ui.View]]:
    locked = game.locked(card.scenario)
    names = [name for name in game.options if name not in locked]
    for n in range(0, min(len(names), MENU * FULL_MENUS), MENU):
        yield _option_menu(game, card, chosen, names[n : n + MENU], n // MENU)
    if len(game.scenarios) > 1:
        yield _scenario_menu(game, card)
    if chosen and chosen not in locked:
        yield _value_menu(game, card, chosen)


def _option_menu(
    game: Game, card: TableCard, chosen: str, names: list[str], page: int
) -> discord.ui.Select[discord.ui.View]:
    options = [
        discord.SelectOption(
            label=plain(f"{game.options[name].title} ({game.options[name].rule})"),
            value=name,
            description=plain(f"now: {card.options.get(name, game.options[name].default)}"),
            default=name == chosen,
        )
        for name in names
    ]
    tag = Tag("option", card.id, arg=str(page))
    return discord.ui.Select(custom_id=str(tag), placeholder="Which option?", options=options)


def _value_menu(game: Game, card: TableCard, chosen: str) -> discord.ui.Select[discord.ui.View]:
    option = game.options[chosen]
    now = card.options.get(chosen, option.default)
    return discord.ui.Select(
        custom_id=str(Tag("value", card.id, arg=chosen)),
        placeholder=plain(f"{option.title}: which value?", CHOICE),
        options=[
            discord.SelectOption(label=plain(value), value=value, default=value == now)
            for value in option.values[:MENU]
        ],
    )


def _scenario_menu(game: Game, card: TableCard) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=str(Tag("scenario", card.id)),
        placeholder="Which scenario?",
        options=[
            discord.SelectOption(label=plain(words), value=name, default=name == card.scenario)
            for name, words in list(game.scenarios.items())[:MENU]
        ],
    )


async def set_value(visit: Visit, table: int, option: str, value: str) -> None:
    card = await visit.tables.set_options(table, visit.who, {option: value})
    await show_options(visit, card, option, "Changed. Everybody must be ready again.")


async def set_scenario(visit: Visit, table: int, scenario: str) -> None:
    card = await visit.tables.set_options(table, visit.who, {}, scenario)
    await show_options(visit, card, notice="Changed. Everybody must be ready again.")


def place_for_a_table(interaction: Interaction) -> Where:
    """This channel; from within a thread, the one that it hangs on. A card needs a channel in
    which a thread can be made for it."""
    here = interaction.channel
    if isinstance(here, discord.Thread):
        here = here.parent
    if interaction.guild_id is not None and not isinstance(here, discord.TextChannel):
        raise Refused("A table needs a text channel for its card and its thread: open it in one.")
    return Where(interaction.guild_id, here.id if here else 0)
