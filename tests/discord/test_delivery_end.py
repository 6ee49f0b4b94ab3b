"""A whole game, told to its end: result, seed, board with nothing hidden, record to download."""

from __future__ import annotations

import asyncio
import json

import pytest

import engine
from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.tables.values import Stage
from tests.discord.conftest import quiet, where, who
from tests.people import Person


@pytest.mark.fuzz
async def test_the_end_can_be_checked_by_anybody(
    herald: Herald, place: Sandbox, ana: Person, clara: Person
) -> None:
    tables = herald.tables
    card = await tables.lobby.open(who(ana), where(place), "granada")
    await tables.lobby.sit_computer(card.id, who(ana), card.seats[1].seat, "random")
    card = await tables.lobby.ready(card.id, who(ana))
    # both seats are played by computers from here: the game runs to its end by itself
    await tables.seats.hand_over(card.id, who(ana), card.seats[0].seat, "random")
    clara.patience = 240.0
    end = await clara.hears(f"{card.name}: the end", in_=card.name, kinds=("message",))
    card = await tables.finding.card(card.id)
    assert card.stage is Stage.OVER
    assert card.seed is not None
    assert card.seed in end.text
    assert engine.commitment(card.seed) == card.commitment
    assert end.alt
    (name,) = [name for name in end.files if name.endswith(".json")]
    match = engine.from_record(json.loads(end.files[name]))
    assert match.over
    assert match.seed == card.seed
    async with asyncio.timeout(60):
        await quiet(herald)
    messages = await clara.history(str(card.thread), 100)
    told = [m.text.splitlines()[-1] for m in messages if m.data["embeds"]]
    numbers = {int(m.split(" · ")[1][1:]) for m in told if " · #" in m}
    assert numbers == set(range(1, card.reports + 1))
    status = next(m for m in told if m.endswith("· status"))
    assert told.count(status) == 1
    statuses = [r for r in place.door.book if r.status >= 400]
    assert not statuses, [(r.method, r.path, r.status) for r in statuses][:5]
