"""How a command is made: a coroutine that takes a Visit, and the words for its options."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Command

from bot.discord.autocomplete import TABLE_WORDS, complete_table
from bot.discord.visit import Interaction

Callback = Callable[..., Coroutine[Any, Any, None]]
Completer = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def command(
    name: str,
    words: str,
    callback: Callback,
    completers: Mapping[str, Completer] | None = None,
    **described: str,
) -> Command[Any, ..., None]:
    """A command. Its option `table`, where it has one, is described and completed here."""
    made: Command[Any, ..., None] = Command(
        name=name, description=words, callback=_described(callback, described)
    )
    for option, completer in (completers or {}).items():
        made.autocomplete(option)(completer)
    if made.get_parameter("table") is not None:
        made.autocomplete("table")(complete_table)
    return made


def _described(callback: Callback, words: Mapping[str, str]) -> Callback:
    if "table" in callback.__annotations__:
        words = {**words, "table": TABLE_WORDS}
    return app_commands.describe(**words)(callback) if words else callback
