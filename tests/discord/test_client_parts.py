"""The small parts of the client: logs, quiet hours, words for faults, registered commands."""

from __future__ import annotations

import copy
import io
import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord import commands
from bot.discord.speech import errors
from bot.discord.sync import same
from bot.host import logs
from bot.host.delivery import LONGEST, backoff
from bot.host.quiet import quiet_until
from bot.tables.values import Profile, Refused, Who
from engine import HeraldError, Illegal

# -- logs -----------------------------------------------------------------------------------------


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    out = io.StringIO()
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in logs.TALKATIVE}
    logs.set_up("debug", "json", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


def test_one_event_is_one_line_of_json(written: io.StringIO) -> None:
    logs.get("herald.test").info("two\nlines", table=3)
    (line,) = written.getvalue().splitlines()
    told = json.loads(line)
    assert told["event"] == "two lines"
    assert told["table"] == 3
    assert told["level"] == "info"


def test_private_fields_and_tokens_are_masked(written: io.StringIO) -> None:
    logs.conceal("very-own-token")
    log = logs.get("herald.test")
    log.info("said", order="move Cordoba C3 > Ecija", text="x", note="with very-own-token in it")
    logging.getLogger("lib").warning("Bot abcdef.ghi and /webhooks/123/interaction-token")
    out = written.getvalue()
    assert "Cordoba" not in out
    assert "very-own-token" not in out
    assert "interaction-token" not in out
    assert "abcdef" not in out
    assert out.count(logs.MASK) >= 5


def test_an_exception_is_placed_but_not_quoted(written: io.StringIO) -> None:
    try:
        raise ValueError("the hand is Queen Isabella")
    except ValueError:
        logs.get("herald.test").exception("failed")
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_x")
    out = written.getvalue()
    assert "Isabella" not in out
    assert out.count("ValueError at discord/test_client_parts.py") == 2


def test_libraries_never_write_bodies_whatever_the_level(written: io.StringIO) -> None:
    for name in ("discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine.Engine"):
        logging.getLogger(name).debug("payload: %s", "a secret")
    logging.getLogger("sqlalchemy.engine.Engine").info("parameters: a secret")
    assert "a secret" not in written.getvalue()


# -- quiet hours ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "until"),
    [
        ("22-7", "UTC", "2026-11-16T23:30", "2026-11-17T07:00"),
        ("22-7", "UTC", "2026-11-16T06:59", "2026-11-16T07:00"),
        ("22-7", "UTC", "2026-11-16T07:00", None),
        ("22-7", "Europe/Madrid", "2026-11-16T21:30", "2026-11-17T06:00"),
        ("9-17", "UTC", "2026-11-16T12:00", "2026-11-16T17:00"),
        ("9-17", "UTC", "2026-11-16T18:00", None),
        ("", "UTC", "2026-11-16T03:00", None),
        ("8-8", "UTC", "2026-11-16T08:30", None),
    ],
)
def test_quiet_hours_end_when_the_person_wakes(
    quiet: str, zone: str, now: str, until: str | None
) -> None:
    profile = Profile(Who(1, "Ana"), zone=zone, quiet=quiet)
    found = quiet_until(profile, datetime.fromisoformat(now).replace(tzinfo=UTC))
    expected = datetime.fromisoformat(until).replace(tzinfo=UTC) if until else None
    assert found == expected


# -- words for faults -----------------------------------------------------------------------------


def test_a_refusal_is_told_with_rule_and_suggestions() -> None:
    told = errors.words(Illegal("Too far.", "7.3", ["move A > B"]))
    assert told == "Too far. [7.3]\n• `move A > B`"
    assert errors.words(Refused("There is no such table.")) == "There is no such table."
    assert errors.words(HeraldError("No.")) == "No."


def test_what_nobody_foresaw_is_a_code_and_no_more(written: io.StringIO) -> None:
    told = errors.unforeseen(ValueError("Queen Isabella"), person=7)
    code = told.partition("(code ")[2][:6]
    assert len(code) == 6
    assert code in written.getvalue()
    assert "Isabella" not in told + written.getvalue()
    assert "nothing was changed" in told


def test_what_discord_py_wraps_is_unwrapped() -> None:
    async def nothing(interaction: discord.Interaction) -> None: ...

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="x", description="x", callback=nothing
    )
    refused = Refused("Not now.")
    assert errors.cause(app_commands.CommandInvokeError(command, refused)) is refused


def test_waiting_doubles_up_to_five_minutes() -> None:
    assert [backoff(n) for n in (0, 1, 2, 3)] == [1, 2, 4, 8]
    assert backoff(50) == LONGEST


# -- registered commands --------------------------------------------------------------------------


def _payloads() -> list[dict[str, object]]:
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)
    for command in commands.every():
        tree.add_command(command)
    return [dict(c.to_dict(tree)) for c in tree.get_commands()]


def test_commands_as_discord_returns_them_are_the_same() -> None:
    ours = _payloads()
    theirs = copy.deepcopy(ours)
    for n, command in enumerate(theirs):
        command |= {"id": str(n), "version": "1", "application_id": "2", "name_localizations": None}
        command["default_member_permissions"] = None
    assert same(ours, list(reversed(theirs)))


def test_any_change_is_seen() -> None:
    ours = _payloads()
    for change in ("description", "name"):
        theirs = copy.deepcopy(ours)
        theirs[0][change] = "other"
        assert not same(ours, theirs)
    assert not same(ours, ours[1:])
    theirs = copy.deepcopy(ours)
    options = theirs[0]["options"]
    assert isinstance(options, list)
    options.pop()
    assert not same(ours, theirs)
