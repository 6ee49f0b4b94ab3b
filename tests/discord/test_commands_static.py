"""The commands as Discord would be told of them: every limit by rule, no server needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord import commands
from bot.discord.commands import generated
from engine import Slot, Verb, games

NAME = re.compile(r"^[-_a-z0-9]{1,32}$")
SUBCOMMAND, GROUP, STRING = 1, 2, 3
MOST = 7000
# about a server, or about a table that is not there yet
NO_TABLE = {"table open", "table list", "table results", "mod server", "mod import", "learn"}


@pytest.fixture
async def tree() -> app_commands.CommandTree[discord.Client]:
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    client.tree = app_commands.CommandTree(client)  # type: ignore[attr-defined]
    commands.install(client)  # type: ignore[arg-type]
    return client.tree  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
async def told(tree: app_commands.CommandTree[discord.Client]) -> dict[str, dict[str, Any]]:
    return {command.name: command.to_dict(tree) for command in tree.get_commands()}


def weight(part: dict[str, Any]) -> int:
    """Discord's own count: names, descriptions and values of a command and all it contains."""
    own = len(part["name"]) + len(part.get("description", ""))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices", ()))
    return own + choices + sum(weight(option) for option in part.get("options", ()))


def parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for option in part.get("options", ()):
        yield from parts(option)


def test_every_command_of_the_plan_is_there(told: dict[str, dict[str, Any]]) -> None:
    assert set(told) == {
        *("table", "mod", "play", "order", "answer", "hand", "map", "status", "log", "catchup"),
        *("rules", "plan", "undo", "me", "help", "learn", "say", "tell", "told", "write"),
        *games(),
    }
    subcommands = {option["name"] for option in told["table"]["options"]}
    assert subcommands >= {
        *("open", "join", "leave", "options", "ready", "start", "computer", "seat"),
        *("hand-over", "close", "list"),
    }


def test_no_command_weighs_too_much(told: dict[str, dict[str, Any]]) -> None:
    heaviest = max(told.values(), key=weight)
    assert weight(heaviest) <= MOST, heaviest["name"]
    assert len(told) <= 100


def test_names_descriptions_and_options_keep_to_the_limits(
    told: dict[str, dict[str, Any]],
) -> None:
    for command in told.values():
        for part in parts(command):
            assert NAME.match(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["name"]
            assert part["description"] != "…", f"{command['name']} {part['name']} is not described"
            options = part.get("options", ())
            assert len(options) <= 25
            assert len(part.get("choices", ())) <= 25
            needed = [option.get("required", False) for option in options]
            assert needed == sorted(needed, reverse=True), f"{part['name']}: required first"
            kinds = {option["type"] in (SUBCOMMAND, GROUP) for option in options}
            assert len(kinds) <= 1, f"{part['name']} mixes subcommands and options"


def leaves(told: dict[str, dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command that can be given, by its whole name."""
    for command in told.values():
        subcommands = [o for o in command.get("options", ()) if o["type"] == SUBCOMMAND]
        for sub in subcommands:
            yield f"{command['name']} {sub['name']}", sub
        if not subcommands:
            yield command["name"], command


def test_every_command_about_a_table_can_name_it(told: dict[str, dict[str, Any]]) -> None:
    for name, command in leaves(told):
        options = {option["name"]: option for option in command.get("options", ())}
        if name.startswith("me ") or name in NO_TABLE:
            continue
        assert options["table"]["autocomplete"], name
        assert not options["table"].get("required"), name


def test_they_work_in_servers_and_in_direct_messages(told: dict[str, dict[str, Any]]) -> None:
    for command in told.values():
        assert command["contexts"] == [0, 1], command["name"]
        assert command["integration_types"] == [0], command["name"]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_game_has_a_command_for_each_verb_that_deserves_one(
    told: dict[str, dict[str, Any]], game: Any
) -> None:
    verbs = {verb.name: verb for verb in game.verbs.values() if verb.command}
    made = {option["name"]: option for option in told[game.name]["options"]}
    assert 1 <= len(verbs) <= 15
    assert set(made) == set(verbs)
    for name, verb in verbs.items():
        options = {option["name"]: option for option in made[name].get("options", ())}
        assert set(options) == {slot.name for slot in verb.slots} | {"table"}
        for slot in verb.slots:
            assert options[slot.name]["type"] == STRING
            assert options[slot.name]["autocomplete"]
            assert options[slot.name].get("required", False) is not slot.optional


def test_python_keywords_can_be_slots(told: dict[str, dict[str, Any]]) -> None:
    verb = Verb("go", (Slot("from"), Slot("class", optional=True)), words="go there", command=True)
    made = generated._command(next(iter(games().values())), verb)
    assert [parameter.display_name for parameter in made.parameters] == ["from", "class", "table"]


def test_a_slot_called_table_is_refused() -> None:
    verb = Verb("go", (Slot("table"),), words="go there", command=True)
    with pytest.raises(ValueError, match="table"):
        generated._command(next(iter(games().values())), verb)
