"""One person against the computer, from the lobby card to a record that anybody can check."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.tables.values import Stage
from engine.text import write
from tests.discord import ways
from tests.discord.conftest import quiet
from tests.discord.scene import said
from tests.discord.sketches import sketching, the_first
from tests.discord.usage import improper
from tests.people import Person

BY_SUGGESTION = 12  # answers in which the computer is asked for advice; the rest is in a hurry


@pytest.fixture
async def herald(settings: Config) -> AsyncIterator[Herald]:
    async with running(settings, Random("Malaga, 1487")) as client:
        client.tables.play.repeat = timedelta(0)
        sketching(client, the_first(6))
        yield client


@pytest.mark.slow
async def test_one_person_plays_the_computer_to_the_end(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, tmp_path: Path
) -> None:
    ana.patience = bruno.patience = 60.0
    await ana.command("/table open", game="granada", seat="muslim")
    lobby = await ana.hears("Take a seat", in_="#herald")
    promised = said(lobby).split("Promised before anybody sat down")[1].split("`")[1]
    assert "computer" in said(await ana.click(lobby, "Computer"))
    assert "begins" in said(await ana.click(lobby, "Ready"))
    ana.where = await ana.sees("Granada 1")
    answers = await ana_plays(herald, ana)
    assert answers > BY_SUGGESTION
    await quiet(herald)

    end = await ana.hears("Granada 1: the end", in_=ana.where, kinds=("message",))
    assert (await herald.tables.finding.card(1)).stage is Stage.OVER
    (name,) = [name for name in end.files if name.endswith(".json")]
    record = tmp_path / name
    record.write_bytes(end.files[name])
    checked = CliRunner().invoke(app, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output
    assert f"promised    {promised}" in checked.output
    forged = json.loads(end.files[name])
    assert "Nobody but the host had a share" in checked.output
    forged["table"]["joining"].append(["0123456789abcdef", "quince"])
    record.write_text(json.dumps(forged))
    assert "does not follow" in str(CliRunner().invoke(app, ["verify", str(record)]).output)

    assert "is over" in said(await ana.command("/order", text="pass"))
    await the_computer_kept_its_secrets(ana, bruno)
    assert improper(place) == []


async def ana_plays(herald: Herald, ana: Person) -> int:
    """She answers whatever is asked of her, until nothing is."""
    answers = 0
    while True:
        await herald.tables.rest()
        asked = await ways.question(herald, 1, ana)
        if asked is None:
            return answers
        text = write(asked.game.verbs, asked.decision.default)
        way = ways.by_suggestion if answers < BY_SUGGESTION else ways.by_text
        await ways.give(ana, way, asked, text)
        answers += 1


async def the_computer_kept_its_secrets(ana: Person, bruno: Person) -> None:
    """Only Ana has letters; none shows the other side's hand; nobody else has any."""
    letters = [m for m in await ana.history("dm", limit=100) if m.data["embeds"]]
    assert letters
    assert all("hand of christian" not in said(m) for m in letters)
    assert all(one["type"] != 1 for one in bruno.channels.values())
