"""How a command is made: a coroutine that takes a Visit, and the words for its options."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Command

from bot.discord.commands import words as catalogue
from bot.discord.commands.autocomplete import complete_table
from bot.discord.speech.spoken import say
from bot.discord.visit import Interaction
from engine.tongues.phrases import Phrase

Callback = Callable[..., Coroutine[Any, Any, None]]
Completer = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def command(
    name: str,
    words: Mapping[str, Phrase],
    callback: Callback,
    completers: Mapping[str, Completer] | None = None,
    **others: Phrase,
) -> Command[Any, ..., None]:
    """A command: `words` has its own entry, and one for each option (`map.place`) that `others`
    do not describe. Its option `table`, where it has one, is described and completed here."""
    options = {key.partition(".")[2]: it for key, it in words.items() if key.startswith(f"{name}.")}
    described = {option: say(it()) for option, it in {**options, **others}.items()}
    made: Command[Any, ..., None] = Command(
        name=name, description=say(words[name]()), callback=_described(callback, described)
    )
    for option, completer in (completers or {}).items():
        made.autocomplete(option)(completer)
    if made.get_parameter("table") is not None:
        made.autocomplete("table")(complete_table)
    return made


def _described(callback: Callback, words: Mapping[str, str]) -> Callback:
    if "table" in callback.__annotations__:
        words = {**words, "table": say(catalogue.TABLE_OPTION())}
    return app_commands.describe(**words)(callback) if words else callback
