"""One group of slash commands per game, made from the verbs that declare a command.

A verb's slots become options: those that must be filled first, each autocompleted from the live
question whatever else is filled. What is typed becomes order text and goes the way of all orders.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Command, Group

from bot.discord import orders
from bot.discord.autocomplete import TABLE_WORDS, complete_slot, complete_table
from bot.discord.text import cut
from bot.discord.visit import Interaction, Visit
from engine import Game, Slot, Verb

DESCRIPTION = 100
MOST_VERBS = 15  # a game's verbs with a command of their own
TABLE = "table"

# For slots of which the game says nothing more than what kind of thing stands in them.
WORDS = {
    "place": "a place on the map",
    "zone": "a zone on the map",
    "block": "pieces, by code or name: C2 2A1, all, all but C1",
    "card": "a card from your hand",
    "ship": "ships, by code or name",
    "faction": "a faction",
    "side": "a side",
    "number": "how many",
    "flag": "write its name, or leave it out",
}

Run = Callable[..., Coroutine[Any, Any, None]]
Autocomplete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def commands_of(game: Game) -> Group:
    """The game's own slash commands."""
    verbs = [verb for verb in game.verbs.values() if verb.command]
    if len(verbs) > MOST_VERBS:
        raise ValueError(f"{game.name} declares {len(verbs)} commands; {MOST_VERBS} are allowed")
    group = Group(name=game.name, description=cut(f"Orders in {game.title}", DESCRIPTION))
    for verb in verbs:
        group.add_command(_command(game, verb))
    return group


def _command(game: Game, verb: Verb) -> Command[Any, ..., None]:
    options = {_parameter(slot.name): slot for slot in _by_need(verb.slots)}
    command: Command[Any, ..., None] = Command(
        name=verb.name,
        description=cut(_sentence(verb), DESCRIPTION),
        callback=_callback(game, verb, options),
    )
    for parameter, slot in options.items():
        command.autocomplete(parameter)(_completer(game, verb, slot))
    command.autocomplete(TABLE)(complete_table)
    return command


def _by_need(slots: tuple[Slot, ...]) -> Iterator[Slot]:
    """Discord wants the options that must be filled before the others."""
    yield from (slot for slot in slots if not slot.optional)
    yield from (slot for slot in slots if slot.optional)


def _parameter(slot: str) -> str:
    """A slot's name as a Python parameter; what people see is the slot's own name."""
    if slot == TABLE:
        raise ValueError("a slot cannot be called table: every command has that option")
    return f"{slot}_" if keyword.iskeyword(slot) else slot


def _sentence(verb: Verb) -> str:
    words = verb.words[:1].upper() + verb.words[1:] or verb.name
    return f"{words} ({verb.rule})" if verb.rule else words


def _described(slot: Slot) -> str:
    return cut(slot.words or WORDS.get(slot.domain, slot.name), DESCRIPTION)


def _callback(game: Game, verb: Verb, options: dict[str, Slot]) -> Run:
    async def run(interaction: Interaction, **typed: str | None) -> None:
        async with Visit(interaction) as visit:
            given = {slot.name: text for name, slot in options.items() if (text := typed.get(name))}
            await orders.from_slots(visit, game.name, verb.name, given, typed.get(TABLE))

    run.__signature__ = inspect.Signature(list(_parameters(options)))  # type: ignore[attr-defined]
    app_commands.rename(**{name: slot.name for name, slot in options.items()})(run)
    words = {name: _described(slot) for name, slot in options.items()}
    app_commands.describe(**words, **{TABLE: TABLE_WORDS})(run)
    return run


def _parameters(options: dict[str, Slot]) -> Iterator[inspect.Parameter]:
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    yield inspect.Parameter("interaction", plain, annotation=Interaction)
    for name, slot in options.items():
        if slot.optional:
            yield inspect.Parameter(name, plain, default=None, annotation=str | None)
        else:
            yield inspect.Parameter(name, plain, annotation=str)
    yield inspect.Parameter(TABLE, plain, default=None, annotation=str | None)


def _completer(game: Game, verb: Verb, slot: Slot) -> Autocomplete:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await complete_slot(interaction, game.name, verb, slot, typed)

    return complete
