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

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_slot, complete_table
from bot.discord.panels import orders
from bot.discord.speech.spoken import say, wording
from bot.discord.speech.text import cut
from bot.discord.visit import Interaction, Visit
from engine import Game, Slot, Verb
from engine.tongues import Name

DESCRIPTION = 100
MOST_VERBS = 15  # a game's verbs with a command of their own
TABLE = "table"

Run = Callable[..., Coroutine[Any, Any, None]]
Autocomplete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def commands_of(game: Game) -> Group:
    """The game's own slash commands."""
    verbs = [verb for verb in game.verbs.values() if verb.command]
    if len(verbs) > MOST_VERBS:
        raise ValueError(f"{game.name} declares {len(verbs)} commands; {MOST_VERBS} are allowed")
    group = Group(
        name=game.name, description=cut(say(words.ORDERS_IN(game=game.title)), DESCRIPTION)
    )
    for verb in verbs:
        group.add_command(_command(game, verb))
    return group


def _command(game: Game, verb: Verb) -> Command[Any, ..., None]:
    options = {_parameter(slot.name): slot for slot in _by_need(verb.slots)}
    command: Command[Any, ..., None] = Command(
        name=verb.name,
        description=cut(_sentence(game, verb), DESCRIPTION),
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


def _sentence(game: Game, verb: Verb) -> str:
    what = Name(f"{game.name}.VERBS.{verb.name}", verb.words or verb.name)
    return say((words.RULED if verb.rule else words.MEANT)(what=what, rule=verb.rule))


def _described(game: Game, verb: Verb, slot: Slot) -> str:
    if slot.words:
        return cut(
            wording(Name(f"{game.name}.VERBS.{verb.name}.{slot.name}", slot.words)), DESCRIPTION
        )
    known = words.SLOTS.get(slot.domain)
    return cut(say(known()) if known else slot.name, DESCRIPTION)


def _callback(game: Game, verb: Verb, options: dict[str, Slot]) -> Run:
    async def run(interaction: Interaction, **typed: str | None) -> None:
        async with Visit(interaction) as visit:
            given = {slot.name: text for name, slot in options.items() if (text := typed.get(name))}
            await orders.from_slots(visit, game.name, verb.name, given, typed.get(TABLE))

    run.__signature__ = inspect.Signature(list(_parameters(options)))  # type: ignore[attr-defined]
    app_commands.rename(**{name: slot.name for name, slot in options.items()})(run)
    meant = {name: _described(game, verb, slot) for name, slot in options.items()}
    app_commands.describe(**meant, **{TABLE: say(words.TABLE_OPTION())})(run)
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
