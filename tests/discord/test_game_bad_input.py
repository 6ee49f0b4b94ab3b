"""Bad input everywhere: into every text option of every command, and into the forms.

Whatever is typed, the answer is for that person alone, nobody is pinged, nothing breaks (no
"something went wrong") and nothing changes at the table.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from tests.discord.scene import asked, said, sit_down, to_movement
from tests.discord.usage import improper
from tests.people import Form, Person, Refused, Reply

BAD = {
    "a wrong name": "Atlantis",
    "half an order": "move Cordoba",
    "marks only": "; # > , = - + ( ) : 0",
    "markdown": "**bold** ||hidden|| ```code``` [a](https://example.org) # big",
    "everybody": "@everyone @here <@&1> <#1> <@1>",
    "emoji": "🏰🐎 👩‍👩‍👧 \u202egnirts \u0000",
    "a novel": "Granada " * 500,
    "numbers": "99999999999999999999999 -1 1e9 NaN",
    "spaces": " ",
}
STRING, SUB, GROUP = 3, 1, 2
WINDOW = ("characters", "required", "empty", "Fill", "fill")  # what Discord's own window says


def lines(person: Person) -> Iterator[tuple[str, list[str]]]:
    """Every command with those of its options into which anything can be typed."""
    for command in person.commands:
        yield from _lines(command, "")


def _lines(body: dict[str, Any], before: str) -> Iterator[tuple[str, list[str]]]:
    name = f"{before} {body['name']}".strip()
    options = body.get("options") or []
    inside = [one for one in options if one["type"] in (SUB, GROUP)]
    for one in inside:
        yield from _lines(one, name)
    typed = [o["name"] for o in options if o["type"] == STRING and not o.get("choices")]
    if not inside and typed:
        yield name, typed


def check(reply: Reply | Form, about: str) -> None:
    if isinstance(reply, Form):
        return
    assert reply.ephemeral, about
    assert reply.pings == [], about
    assert not reply.data["mention_everyone"], about
    assert said(reply).strip(), about
    assert "went wrong" not in said(reply), f"{about}: {said(reply)}"


async def attempt(doing: Awaitable[Any], about: str) -> None:
    """Answered well, or not sent at all: Discord's own window refuses some of it."""
    try:
        check(await doing, about)
    except Refused as window:
        words = str(window)
        assert any(why in words for why in WINDOW), f"{about}: {words}"


@pytest.mark.fuzz
async def test_whatever_is_typed_into_a_command_changes_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    before = await asked(herald, ana)
    for bad, (line, options) in itertools.product(BAD.values(), lines(ana)):
        if not bad.strip() and not needs(ana, line):
            continue  # nothing was typed into anything: that is the plain command
        typed = {f"{name}_": bad for name in options if name != "table"} or {"table_": bad}
        await attempt(ana.command(f"/{line}", **typed), f"/{line} {typed}")
        await completes(ana, line, bad)
    after = await asked(herald, ana)
    assert (after.number, after.key) == (before.number, before.key)
    messages = await ana.history(limit=50)
    assert not any(m.data["mention_everyone"] or m.pings for m in messages)
    assert improper(place) == []


def needs(ana: Person, line: str) -> bool:
    return any(option.get("required") for option in ana._find(f"/{line}")[1][-1]["options"])


async def completes(ana: Person, line: str, bad: str) -> None:
    """Every option that offers something takes the same letters."""
    for option in ana._find(f"/{line}")[1][-1]["options"]:
        if option.get("autocomplete"):
            offered = await ana.autocomplete(f"/{line}", option["name"], typed=bad)
            assert len(offered) <= 25


async def test_whatever_is_written_into_a_form_changes_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    before = await asked(herald, ana)
    for bad, opening in itertools.product(BAD.values(), ("/write", "/play")):
        form = await ana.command(opening)
        if not isinstance(form, Form):
            form = await ana.click(form, "Write")
        await attempt(ana.submit(form, orders=f"{bad}\n{bad}"), opening)
    after = await asked(herald, ana)
    assert (after.number, after.key) == (before.number, before.key)
    assert improper(place) == []
