"""What happens at a table before it starts, by command or by button."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ButtonStyle

from bot.discord.panels import forms, words
from bot.discord.speech import embeds, errors
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CHOICE, listed, plain, safe
from bot.discord.visit import Interaction, Visit, number_of
from bot.tables.values import Refused, Stage, TableCard, Where, Who
from engine import Game, games
from engine.core import Option
from engine.tongues import Listed

WORD = "word"  # the form in which somebody adds to the dice
MENU = 25  # lines of one menu
FULL_MENUS = 3  # menus of options above the row of values


def seat_of(card: TableCard, who: Who) -> str:
    seats = [s.seat for s in card.seats if s.person is not None and s.person.id == who.id]
    return listed(seats)


async def table_to_join(visit: Visit, option: str | None) -> int:
    """The table that is meant by somebody who does not sit there yet."""
    number = number_of(option)
    if number is None and visit.where.circle:
        cards = await visit.tables.finding.in_circle(visit.where.circle)
        here = [c for c in cards if visit.where.channel in (c.thread, c.channel)]
        lobbies = [c for c in here or cards if c.stage is Stage.LOBBY]
        if len(lobbies) == 1:
            return lobbies[0].id
        if lobbies and not any(visit.where.channel == c.thread for c in here):
            names = Listed(tuple(c.name for c in lobbies))
            raise Refused(words.SEVERAL_WAIT(tables=names))
    return (await visit.tables.finding.find(visit.who, visit.where, number)).id


async def join(visit: Visit, table: int, seat: str | None) -> None:
    card = await visit.tables.lobby.join(table, visit.who, seat)
    told = words.YOU_SIT if card.stage is Stage.LOBBY else words.YOU_SIT_PLAYING
    await visit.answer(say(told(seat=safe(seat_of(card, visit.who)), table=safe(card.name))))


async def leave(visit: Visit, table: int) -> None:
    card = await visit.tables.lobby.leave(table, visit.who)
    await visit.answer(say(words.LEFT(table=safe(card.name))))


async def ask_resign(visit: Visit, card: TableCard) -> None:
    """A seat that is given up can be taken by another, so it is asked for twice."""
    if card.stage is Stage.LOBBY:
        raise Refused(words.NOT_STARTED(table=card.name))
    if not seat_of(card, visit.who):
        raise Refused(words.NO_SEAT(table=card.name))
    yes = button(Tag("resign", card.id), words.RESIGN(), ButtonStyle.danger)
    await visit.answer(say(words.ASK_RESIGN(table=safe(card.name))), view=laid_out(yes))


async def resign(visit: Visit, table: int) -> None:
    card = await visit.tables.seats.resign(table, visit.who)
    await visit.answer(say(words.RESIGNED(table=safe(card.name))))


async def ask_ready(interaction: Interaction, table: int | str | None, ready: bool | None) -> None:
    """Ready or not; None turns it round, as the button does. Who plays and does not host is asked
    for a word first, in a form: it must be the first answer, so nothing is deferred before."""
    visit = await Visit(interaction).met()
    try:
        if isinstance(table, int):
            card = await visit.tables.finding.card(table)
        else:
            card = await visit.table(table)
        if ready is None:
            mine = [s for s in card.seats if s.person is not None and s.person.id == visit.who.id]
            ready = not (mine and all(s.ready for s in mine))
        share = await visit.tables.lobby.share(card.id, visit.who)
        if ready and share.wanted and card.stage is Stage.LOBBY:
            form = forms.word(Tag(WORD, card.id), card.name)
            await interaction.response.send_modal(form)
            return
    except Exception as error:
        await errors.tell(interaction, error)
        return
    async with visit:
        await be_ready(visit, card.id, ready)


async def be_ready(visit: Visit, table: int, ready: bool, word: str = "") -> None:
    card = await visit.tables.lobby.ready(table, visit.who, ready, word)
    said = _readiness(card, ready)
    if ready and visit.who.id != card.host.id:
        share = await visit.tables.lobby.share(table, visit.who)
        added = words.ADDED(word=safe(share.word), alias=share.alias)
        said += f"\n{say(added if share.word else words.ADDED_NOTHING())}"
    await visit.answer(said)


def _readiness(card: TableCard, ready: bool) -> str:
    if card.stage is not Stage.LOBBY:
        return say(words.BEGINS(table=safe(card.name), own=embeds.own(card)))
    if not ready:
        return say(words.UNREADY())
    free = [s.seat for s in card.seats if not s.taken]
    waiting = [s.person.name for s in card.seats if s.person is not None and not s.ready]
    missing = [say(words.SOMEBODY_FOR(seat=seat)) for seat in free] + list(dict.fromkeys(waiting))
    return say(words.READY(missing=safe(listed(missing))))


async def computer(visit: Visit, card: TableCard, seat: str | None, player: str) -> None:
    """A computer player in a free seat; which, is asked if there are several."""
    free = [s.seat for s in card.seats if not s.taken]
    if seat is None and len(free) > 1:
        await visit.answer(
            say(words.WHICH_SEAT()), view=laid_out(_seat_menu(card.id, free, player))
        )
        return
    if seat is None and not free:
        raise Refused(words.ALL_TAKEN(table=card.name))
    seat = seat or free[0]
    await visit.tables.lobby.sit_computer(card.id, visit.who, seat, player)
    await visit.answer(say(words.COMPUTER_SITS(player=safe(player), seat=safe(seat))))


def _seat_menu(table: int, free: list[str], player: str) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=str(Tag("sit", table, arg=player)),
        placeholder=say(words.WHICH_SEAT()),
        options=[discord.SelectOption(label=seat, value=seat) for seat in free[:MENU]],
    )


async def accept(visit: Visit, table: int, seat: str) -> None:
    """A seat that somebody offered."""
    card = await visit.tables.seats.accept(table, visit.who, seat)
    await visit.answer(
        say(words.SEATED(seat=safe(seat), table=safe(card.name), own=embeds.own(card)))
    )


async def ask_close(visit: Visit, card: TableCard) -> None:
    """Closing cannot be taken back, so it is asked for twice."""
    yes = button(Tag("closing", card.id), words.CLOSE_IT(), ButtonStyle.danger)
    await visit.answer(say(words.ASK_CLOSE(table=safe(card.name))), view=laid_out(yes))


async def close(visit: Visit, table: int) -> None:
    card = await visit.tables.lobby.close(table, visit.who)
    await visit.answer(say(words.CLOSED(table=safe(card.name))))


# -- options -------------------------------------------------------------------------------------


async def show_options(visit: Visit, card: TableCard, chosen: str = "", notice: str = "") -> None:
    """All options with what they mean; menus to change them while the table is in its lobby."""
    game = games()[card.game]
    if chosen and chosen not in game.options:
        known = Listed(tuple(game.options))
        raise Refused(words.NO_OPTION(game=game.title, option=chosen, options=known))
    fields = [(name, meaning, False) for name, meaning in _option_fields(game, card, chosen)]
    scenario = game.scenarios.get(card.scenario, card.scenario)
    text = say(words.SCENARIO(scenario=safe(scenario), pace=embeds.pace(card)))
    embed = embeds.make(say(words.OPTIONS_OF(table=card.name)), text, fields=fields)
    view = laid_out(*_menus(game, card, chosen)) if card.stage is Stage.LOBBY else None
    await visit.answer(notice, embeds=[embed], view=view)


def _option_fields(game: Game, card: TableCard, chosen: str) -> Iterator[tuple[str, str]]:
    for option in game.options.values():
        if not chosen or option.name == chosen:
            value = card.options.get(option.name, option.default)
            fixed = option.name in game.locked(card.scenario)
            shown = words.OPTION_FIXED if fixed else words.OPTION
            yield (
                say(shown(option=option.title, rule=option.rule, value=value)),
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
            label=plain(label(game.options[name])),
            value=name,
            description=plain(_now(card, game.options[name])),
            default=name == chosen,
        )
        for name in names
    ]
    tag = Tag("option", card.id, arg=str(page))
    asked = say(words.WHICH_OPTION())
    return discord.ui.Select(custom_id=str(tag), placeholder=asked, options=options)


def label(option: Option) -> str:
    """An option in a menu."""
    return say(words.OPTION_LABEL(option=option.title, rule=option.rule))


def _now(card: TableCard, option: Option) -> str:
    return say(words.OPTION_NOW(value=card.options.get(option.name, option.default)))


def _value_menu(game: Game, card: TableCard, chosen: str) -> discord.ui.Select[discord.ui.View]:
    option = game.options[chosen]
    now = card.options.get(chosen, option.default)
    return discord.ui.Select(
        custom_id=str(Tag("value", card.id, arg=chosen)),
        placeholder=plain(say(words.WHICH_VALUE(option=option.title)), CHOICE),
        options=[
            discord.SelectOption(label=plain(value), value=value, default=value == now)
            for value in option.values[:MENU]
        ],
    )


def _scenario_menu(game: Game, card: TableCard) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=str(Tag("scenario", card.id)),
        placeholder=say(words.WHICH_SCENARIO()),
        options=[
            discord.SelectOption(label=plain(title), value=name, default=name == card.scenario)
            for name, title in list(game.scenarios.items())[:MENU]
        ],
    )


async def set_value(visit: Visit, table: int, option: str, value: str) -> None:
    card = await visit.tables.lobby.set_options(table, visit.who, {option: value})
    await show_options(visit, card, option, say(words.CHANGED()))


async def set_scenario(visit: Visit, table: int, scenario: str) -> None:
    card = await visit.tables.lobby.set_options(table, visit.who, {}, scenario)
    await show_options(visit, card, notice=say(words.CHANGED()))


def place_for_a_table(interaction: Interaction) -> Where:
    """This channel; from within a thread, the one that it hangs on. A card needs a channel in
    which a thread can be made for it."""
    here = interaction.channel
    if isinstance(here, discord.Thread):
        here = here.parent
    if interaction.guild_id is not None and not isinstance(here, discord.TextChannel):
        raise Refused(words.NEEDS_CHANNEL())
    return Where(interaction.guild_id, here.id if here else 0)
