"""What a slash command may look like."""

from __future__ import annotations

import re

from bot.sandbox.model.errors import Form, refusal
from bot.sandbox.model.things import Json

COMMANDS = 100
CHARACTERS = 8000
NAME = re.compile(r"^[-_'\w]{1,32}$")
SUB, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
_WITH_CHOICES = (STRING, INTEGER, NUMBER)


def check_commands(commands: list[Json]) -> None:
    """A whole set: Discord takes all of it or nothing."""
    if len([one for one in commands if one.get("type", 1) == 1]) > COMMANDS:
        raise refusal(30032)
    form = Form()
    seen: set[tuple[object, object]] = set()
    for index, one in enumerate(commands):
        check_command(form, f"{index}.", one)
        key = (one.get("type", 1), one.get("name"))
        if key in seen:
            form.wrong(
                str(index),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    form.done()


def check_command(form: Form, at: str, command: Json) -> None:
    if command.get("type", 1) != 1:
        form.longest(f"{at}name", command.get("name"), 32, 1)
        return
    _named(form, at, command)
    options = command.get("options") or []
    _options(form, f"{at}options", options, depth=0)
    if characters(command) > CHARACTERS:
        form.wrong(
            at.rstrip(".") or "name",
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({CHARACTERS})",
        )


def _named(form: Form, at: str, one: Json) -> None:
    name = one.get("name")
    form.required(f"{at}name", name)
    form.longest(f"{at}name", name, 32, 1)
    if isinstance(name, str) and (not NAME.match(name) or name != name.lower()):
        form.wrong(
            f"{at}name",
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        )
    form.required(f"{at}description", one.get("description"))
    form.longest(f"{at}description", one.get("description"), 100, 1)


def _options(form: Form, at: str, options: list[Json], depth: int) -> None:
    form.longest(at, options, 25)
    nested = [one for one in options if one.get("type") in (SUB, GROUP)]
    if nested and len(nested) < len(options):
        form.wrong(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive"
            " to all other types",
        )
    optional_seen = False
    names: set[object] = set()
    for index, one in enumerate(options):
        where = f"{at}.{index}."
        _named(form, where, one)
        if one.get("name") in names:
            form.wrong(
                at,
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                f"Option name {one.get('name')} already exists",
            )
        names.add(one.get("name"))
        if one.get("type") in (SUB, GROUP):
            _nested(form, where, one, depth)
            continue
        if one.get("required") and optional_seen:
            form.wrong(
                at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not one.get("required")
        _plain(form, where, one)


def _nested(form: Form, at: str, one: Json, depth: int) -> None:
    """A group holds subcommands, a subcommand plain options; nothing goes deeper."""
    inside = one.get("options") or []
    wrong = depth > 1 or (one["type"] == GROUP and depth > 0)
    kinds = {option.get("type") for option in inside}
    if one["type"] == SUB:
        wrong = wrong or bool(kinds & {SUB, GROUP})
    else:
        wrong = wrong or bool(kinds - {SUB}) or not inside
    if wrong:
        form.wrong(f"{at}options", "UNION_TYPE_CHOICES", "Subcommands are nested wrongly.")
    _options(form, f"{at}options", inside, depth + 1)


def _plain(form: Form, at: str, one: Json) -> None:
    if one.get("type") not in range(3, 12):
        form.wrong(f"{at}type", "BASE_TYPE_CHOICES", "Value must be one of (1, ..., 11).")
    choices = one.get("choices") or []
    form.longest(f"{at}choices", choices, 25)
    if choices and one.get("autocomplete"):
        form.wrong(
            f"{at}autocomplete",
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "Autocomplete and choices exclude each other.",
        )
    if (choices or one.get("autocomplete")) and one.get("type") not in _WITH_CHOICES:
        form.wrong(f"{at}type", "BASE_TYPE_CHOICES", "This type takes no choices.")
    names: set[object] = set()
    for index, choice in enumerate(choices):
        form.required(f"{at}choices.{index}.name", choice.get("name"))
        form.longest(f"{at}choices.{index}.name", choice.get("name"), 100, 1)
        form.longest(f"{at}choices.{index}.value", choice.get("value"), 100)
        if choice.get("name") in names:
            form.wrong(
                f"{at}choices",
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Option choice name already exists",
            )
        names.add(choice.get("name"))
    for part, low, high in (("min_length", 0, 6000), ("max_length", 1, 6000)):
        value = one.get(part)
        if value is not None and not low <= value <= high:
            form.wrong(f"{at}{part}", "NUMBER_TYPE_RANGE", f"Must be between {low} and {high}.")


def characters(one: Json) -> int:
    """Names, descriptions and values of a command, all its options and choices; of each
    text the longest of its languages counts."""
    total = _longest(one, "name") + _longest(one, "description")
    for choice in one.get("choices") or []:
        value = choice.get("value")
        total += _longest(choice, "name") + (len(value) if isinstance(value, str) else 0)
    return total + sum(map(characters, one.get("options") or []))


def _longest(one: Json, part: str) -> int:
    translations = (one.get(f"{part}_localizations") or {}).values()
    return max(len(one.get(part) or ""), *map(len, translations), 0)
