"""What Discord offers while somebody types. It never fails: at worst it offers nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from zoneinfo import available_timezones

from discord.app_commands import Choice

from bot.discord.logs import get
from bot.discord.text import cut
from bot.discord.visit import Interaction, number_of, tables_of, where_of, who_of
from bot.tables import TableCard
from bot.tables import values as v
from bot.tables.settings import SETTINGS
from engine import HeraldError, Slot, Verb, games
from engine.forms import form_of
from engine.players import PLAYERS
from engine.text import fold
from renderer import PALETTES

log = get("herald.autocomplete")

TABLE_WORDS = "which table, if this is not its thread"
MOST = 25
LONGEST = 100

Found = Iterable[tuple[str, str]]  # (name, value)
Completer = Callable[[Interaction, str], Awaitable[list[Choice[str]]]]


async def offered(search: Awaitable[Found]) -> list[Choice[str]]:
    """What `search` finds, as far as Discord takes it."""
    try:
        found = list(await search)
    except HeraldError:
        return []
    except Exception as error:
        log.error("autocomplete failed", kind=type(error).__name__)
        return []
    fitting = [(name, value) for name, value in found if 1 <= len(value) <= LONGEST]
    return [Choice(name=cut(name, LONGEST) or value, value=value) for name, value in fitting[:MOST]]


def pairs(choices: Iterable[v.Choice]) -> Found:
    return [(choice.name, choice.value) for choice in choices]


def matching(typed: str, offers: Found) -> Found:
    """Offers that begin with what was typed, then those that contain it."""
    wanted = fold(typed)
    begin = [o for o in offers if fold(o[0]).startswith(wanted) or fold(o[1]).startswith(wanted)]
    return begin + [o for o in offers if o not in begin and wanted in fold(o[0])]


def filled(interaction: Interaction) -> dict[str, str]:
    """The options that stand in the command so far."""
    return {name: str(value) for name, value in interaction.namespace if value is not None}


async def table_meant(interaction: Interaction) -> TableCard:
    """The table of the command being typed."""
    number = number_of(filled(interaction).get("table"))
    return await tables_of(interaction).find(who_of(interaction), where_of(interaction), number)


async def number_meant(interaction: Interaction) -> int:
    """Its number only: it is asked at every key that is pressed."""
    number = number_of(filled(interaction).get("table"))
    return await tables_of(interaction).meant(who_of(interaction), where_of(interaction), number)


async def complete_slot(
    interaction: Interaction, game: str, verb: Verb, slot: Slot, typed: str
) -> list[Choice[str]]:
    """One slot of an order, from the live question, the others filled in any order."""

    async def search() -> Found:
        given = filled(interaction)
        others = {s.name: given[s.name] for s in verb.slots if s != slot and given.get(s.name)}
        tables, who = tables_of(interaction), who_of(interaction)
        table = await number_meant(interaction)
        found = await tables.choices(table, who, verb.name, slot.name, others, typed, game)
        return pairs(found)

    return await offered(search())


async def complete_table(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """My tables, and those of this server."""

    async def search() -> Found:
        tables, server = tables_of(interaction), interaction.guild_id
        cards = {card.id: card for card in await tables.mine(who_of(interaction))}
        if server is not None:
            cards |= {card.id: card for card in await tables.in_server(server)}
        return matching(typed, [(card.name, str(card.id)) for card in cards.values()])

    return await offered(search())


async def complete_answer(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Whole orders that answer the open question."""

    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(await tables_of(interaction).answers(table, who_of(interaction), typed))

    return await offered(search())


async def complete_point(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Orders that stand, by the numbers that moderators use."""

    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(await tables_of(interaction).mod_points(table, who_of(interaction), typed))

    return await offered(search())


async def complete_fix(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Orders that could stand in the place of one."""

    async def search() -> Found:
        tables, point = tables_of(interaction), filled(interaction).get("order", "")
        table = await number_meant(interaction)
        if not point:
            return []
        return pairs(await tables.mod_orders(table, who_of(interaction), typed, point=point))

    return await offered(search())


async def complete_mod_order(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Answers for a seat."""

    async def search() -> Found:
        tables, seat = tables_of(interaction), filled(interaction).get("seat", "")
        table = await number_meant(interaction)
        return pairs(await tables.mod_orders(table, who_of(interaction), typed, seat=seat))

    return await offered(search())


async def complete_edit(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(await tables_of(interaction).mod_edits(table, who_of(interaction), typed))

    return await offered(search())


async def complete_chance(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        tables, table = tables_of(interaction), await number_meant(interaction)
        return pairs(await tables.mod_edits(table, who_of(interaction), typed, chance=True))

    return await offered(search())


async def complete_game(_: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        return matching(typed, [(game.title, name) for name, game in games().items()])

    return await offered(search())


async def complete_scenario(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        name = filled(interaction).get("game")
        game = games().get(name) if name else None
        if game is None and not name:
            game = games()[(await table_meant(interaction)).game]
        if game is None:
            return []
        return matching(typed, [(words, key) for key, words in game.scenarios.items()])

    return await offered(search())


async def complete_seat(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Seats of the table, or of the game that is about to be opened."""

    async def search() -> Found:
        given = filled(interaction)
        game = games().get(given.get("game", ""))
        if game is not None:
            scenario = given.get("scenario")
            seats = form_of(game, scenario if scenario in game.scenarios else None, {}).seats
        else:
            seats = tuple(s.seat for s in (await table_meant(interaction)).seats)
        return matching(typed, [(seat, seat) for seat in seats])

    return await offered(search())


async def complete_player(_: Interaction, typed: str) -> list[Choice[str]]:
    """Computer players."""

    async def search() -> Found:
        return matching(typed, [(name, name) for name in PLAYERS])

    return await offered(search())


async def complete_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        card = await table_meant(interaction)
        game = games()[card.game]
        locked = game.locked(card.scenario)
        free = [o for o in game.options.values() if o.name not in locked]
        return matching(typed, [(f"{o.title} ({o.rule})", o.name) for o in free])

    return await offered(search())


async def complete_value(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        game = games()[(await table_meant(interaction)).game]
        option = game.options.get(filled(interaction).get("option", ""))
        return matching(typed, [(value, value) for value in option.values]) if option else []

    return await offered(search())


async def complete_setting(_: Interaction, typed: str) -> list[Choice[str]]:
    """How a table plays: the name of a setting, with what it means."""

    async def search() -> Found:
        return matching(typed, [(f"{s.name}: {s.words}", s.name) for s in SETTINGS.values()])

    return await offered(search())


async def complete_setting_value(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        setting = SETTINGS.get(filled(interaction).get("setting", ""))
        return matching(typed, [(value, value) for value in setting.offers]) if setting else []

    return await offered(search())


async def complete_place(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        game = games()[(await table_meant(interaction)).game]
        return matching(typed, [(words, key) for key, words in game.names("place").items()])

    return await offered(search())


async def complete_kind(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Kinds of events that the log knows."""

    async def search() -> Found:
        table = await table_meant(interaction)
        kinds = await tables_of(interaction).log_kinds(table.id, who_of(interaction))
        return matching(typed, [(kind, kind) for kind in kinds])

    return await offered(search())


async def complete_rule(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        game = await game_meant(interaction)
        return pairs(await tables_of(interaction).rules_like(game, typed))

    return await offered(search())


async def game_meant(interaction: Interaction, option: str | None = None) -> str:
    """The game that a question about rules is about: named, the table's, or the only one."""
    name = option or filled(interaction).get("game")
    if name:
        return name
    known = list(games())
    try:
        return (await table_meant(interaction)).game
    except HeraldError:
        return known[0]


async def complete_palette(_: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        return matching(typed, [(name, name) for name in PALETTES])

    return await offered(search())


async def complete_zone(_: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        return matching(typed, [(name, name) for name in sorted(available_timezones())])

    return await offered(search())
