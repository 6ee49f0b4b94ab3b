"""What Discord offers while somebody types. It never fails: at worst it offers nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from zoneinfo import available_timezones

from discord.app_commands import Choice

from bot.discord.commands import words
from bot.discord.panels.lobby import label as option_label
from bot.discord.speech.spoken import say, wording
from bot.discord.speech.text import cut
from bot.discord.visit import Interaction, number_of, tables_of, where_of, who_of
from bot.host.logs import get
from bot.tables import values as v
from bot.tables.floor.settings import SETTINGS, Setting
from bot.tables.values import TableCard
from engine import HeraldError, Slot, Verb, games
from engine.forms import form_of
from engine.players import PLAYERS
from engine.text import fold
from renderer import PALETTES

log = get("herald.autocomplete")

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
    return [(wording(choice.name), choice.value) for choice in choices]


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
    return await tables_of(interaction).finding.find(
        await who_of(interaction), where_of(interaction), number
    )


async def number_meant(interaction: Interaction) -> int:
    """Its number only: it is asked at every key that is pressed."""
    number = number_of(filled(interaction).get("table"))
    return await tables_of(interaction).finding.meant(
        await who_of(interaction), where_of(interaction), number
    )


async def complete_slot(
    interaction: Interaction, game: str, verb: Verb, slot: Slot, typed: str
) -> list[Choice[str]]:
    """One slot of an order, from the live question, the others filled in any order."""

    async def search() -> Found:
        given = filled(interaction)
        others = {s.name: given[s.name] for s in verb.slots if s != slot and given.get(s.name)}
        tables, who = tables_of(interaction), await who_of(interaction)
        table = await number_meant(interaction)
        found = await tables.slots.choices(table, who, verb.name, slot.name, others, typed, game)
        return pairs(found)

    return await offered(search())


async def complete_table(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """My tables, and those of this server."""

    async def search() -> Found:
        tables, circle = tables_of(interaction), where_of(interaction).circle
        cards = {card.id: card for card in await tables.finding.mine(await who_of(interaction))}
        if circle:
            cards |= {card.id: card for card in await tables.finding.in_circle(circle)}
        return matching(typed, [(card.name, str(card.id)) for card in cards.values()])

    return await offered(search())


async def complete_answer(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Whole orders that answer the open question."""

    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(
            await tables_of(interaction).slots.answers(table, await who_of(interaction), typed)
        )

    return await offered(search())


async def complete_point(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Orders that stand, by the numbers that moderators use."""

    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(
            await tables_of(interaction).oversight.points(table, await who_of(interaction), typed)
        )

    return await offered(search())


async def complete_fix(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Orders that could stand in the place of one."""

    async def search() -> Found:
        tables, point = tables_of(interaction), filled(interaction).get("order", "")
        table = await number_meant(interaction)
        if not point:
            return []
        return pairs(
            await tables.oversight.orders(table, await who_of(interaction), typed, point=point)
        )

    return await offered(search())


async def complete_mod_order(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Answers for a seat."""

    async def search() -> Found:
        tables, seat = tables_of(interaction), filled(interaction).get("seat", "")
        table = await number_meant(interaction)
        return pairs(
            await tables.oversight.orders(table, await who_of(interaction), typed, seat=seat)
        )

    return await offered(search())


async def complete_edit(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        table = await number_meant(interaction)
        return pairs(
            await tables_of(interaction).oversight.edits(table, await who_of(interaction), typed)
        )

    return await offered(search())


async def complete_chance(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        tables, table = tables_of(interaction), await number_meant(interaction)
        return pairs(
            await tables.oversight.edits(table, await who_of(interaction), typed, chance=True)
        )

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
        return matching(typed, [(title, key) for key, title in game.scenarios.items()])

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


async def complete_addressee(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Seats that one may write to; several stand one after the other, with commas."""

    async def search() -> Found:
        before, comma, last = typed.rpartition(",")
        table = await number_meant(interaction)
        desk = await tables_of(interaction).letters.desk(table, await who_of(interaction))
        named = {one.strip().casefold() for one in before.split(",")}
        seats = [seat for seat, _ in desk.others if seat not in named]
        offers = matching(last.strip(), [(seat, seat) for seat in seats])
        side = [("side", "side")] if desk.allies and not comma else []
        start = f"{before}, " if comma else ""
        return [(f"{start}{name}", f"{start}{seat}") for name, seat in [*offers, *side]]

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
        return matching(typed, [(option_label(o), o.name) for o in free])

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
        labels = [(_setting(setting), setting.name) for setting in SETTINGS.values()]
        return matching(typed, labels)

    return await offered(search())


def _setting(setting: Setting) -> str:
    return say(words.SETTING_LABEL(setting=setting.name, meaning=setting.words))


async def complete_setting_value(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        setting = SETTINGS.get(filled(interaction).get("setting", ""))
        return matching(typed, [(value, value) for value in setting.offers]) if setting else []

    return await offered(search())


async def complete_place(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        game = games()[(await table_meant(interaction)).game]
        return matching(typed, [(name, key) for key, name in game.names("place").items()])

    return await offered(search())


async def complete_kind(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Kinds of events that the log knows."""

    async def search() -> Found:
        table = await table_meant(interaction)
        kinds = await tables_of(interaction).logbook.kinds(table.id, await who_of(interaction))
        return matching(typed, [(kind, kind) for kind in kinds])

    return await offered(search())


async def complete_rule(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        game = await game_meant(interaction)
        return pairs(tables_of(interaction).reading.rules_like(game, typed))

    return await offered(search())


async def game_meant(interaction: Interaction, option: str | None = None, rule: str = "") -> str:
    """The game that a question about rules is about: named, the table's, or the first that has
    such a paragraph."""
    name = option or filled(interaction).get("game")
    if name:
        return name
    try:
        return (await table_meant(interaction)).game
    except HeraldError:
        known = list(games())
        return next((game for game in known if _has(interaction, game, rule)), known[0])


def _has(interaction: Interaction, game: str, rule: str) -> bool:
    try:
        tables_of(interaction).reading.rule(game, rule)
    except HeraldError:
        return False
    return True


async def complete_palette(_: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        return matching(typed, [(name, name) for name in PALETTES])

    return await offered(search())


async def complete_zone(_: Interaction, typed: str) -> list[Choice[str]]:
    async def search() -> Found:
        return matching(typed, [(name, name) for name in sorted(available_timezones())])

    return await offered(search())
