"""kill -9 at any moment, sandbox and bot as processes: people play on and nothing is wrong.

No order that was answered is lost, none is carried out twice, every message that was owed stands
there once, and the game is what a replay of its record says.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables.tables import Tables
from bot.tables.values import TableCard
from tests.discord.conftest import who
from tests.discord.fire import Player, Tally, check, killer, nothing_owed
from tests.discord.processes import Bot, Ground, ground, looking
from tests.discord.scene import with_a_word
from tests.people import Person

WHOLE = 240.0  # seconds for the rest of a game without kills


@asynccontextmanager
async def people_at(place: Ground, *names: str) -> AsyncIterator[list[Person]]:
    people = [await Person.meet(place.url, name) for name in names]
    for person in people:
        person.patience = 60.0
        person.downloads = False
        await person.dm()
    try:
        yield people
    finally:
        for person in people:
            await person.go()


async def sit_down(tables: Tables, people: list[Person]) -> TableCard:
    """A new table, opened, joined and started by commands."""
    ana, bruno = people
    before = {card.id for card in await tables.finding.mine(who(ana))}
    await ana.command("/table open", in_="#herald", game="granada")
    card = next(c for c in await tables.finding.mine(who(ana)) if c.id not in before)
    thread = await ana.sees(card.name)
    await bruno.sees(card.name)
    await bruno.command("/table join", in_=thread)
    await ana.command("/table ready", in_=thread)
    await with_a_word(bruno, await bruno.command("/table ready", in_=thread))
    card = await tables.finding.card(card.id)
    assert card.thread is not None
    return card


async def one_table(
    bot: Bot, tables: Tables, people: list[Person], rng: Random, tally: Tally, kills: int, end: bool
) -> None:
    """One table under fire; with `end` it is played on to its end when the killing is over."""
    here, stop = asyncio.Event(), asyncio.Event()
    here.set()
    table = await sit_down(tables, people)
    tally.tables.append(table.id)
    players = [Player(bot, tables, one, table, Random(rng.random()), tally) for one in people]
    playing = [asyncio.create_task(one.play(stop, here)) for one in players]
    both = asyncio.gather(*playing)
    killing = asyncio.create_task(killer(bot, rng, kills, here, tally))
    try:
        await asyncio.wait(
            list[asyncio.Future[Any]]([both, killing]), return_when=asyncio.FIRST_COMPLETED
        )
        await here.wait()
        if both.done() and not killing.done():
            killing.cancel()  # the game is over: the fire goes on at another table
            await asyncio.gather(killing, return_exceptions=True)
            if not here.is_set() or not await bot.place.bot_is_here():
                await bot.start()
        await asyncio.gather(killing, return_exceptions=killing.cancelled())
        if end:
            await asyncio.wait_for(asyncio.shield(both), WHOLE)
        stop.set()
        await both
    finally:
        stop.set()
        for task in (*playing, killing):
            task.cancel()
        await asyncio.gather(*playing, killing, return_exceptions=True)
    await nothing_owed(tables)
    await check(tables, table, people, tally)


async def under_fire(folder: Path, kills: int, seed: str, end: bool) -> Tally:
    rng, tally = Random(seed), Tally()
    async with ground() as place, looking(folder) as tables:
        bot = Bot(place, folder)
        async with people_at(place, "Ana", "Bruno") as people:
            await bot.start()
            try:
                await people[0].knows("/order")
                while tally.kills < kills:
                    await one_table(bot, tables, people, rng, tally, kills, end)
                await bot.stop()
            finally:
                if bot.process is not None and bot.process.is_alive():
                    bot.process.kill()
    print(f"seed {seed}: {tally}")
    return tally


@pytest.mark.slow
async def test_killed_eight_times(tmp_path: Path) -> None:
    tally = await under_fire(tmp_path / "herald", 8, "eight", end=False)
    assert tally.kills >= 8
    assert tally.done


@pytest.mark.fuzz
async def test_killed_two_hundred_times(tmp_path: Path) -> None:
    """KILLS and SEED repeat a run, as far as clocks let it."""
    seed = os.environ.get("SEED") or f"{Random().getrandbits(32)}"
    print(f"SEED={seed}")
    tally = await under_fire(tmp_path / "herald", int(os.environ.get("KILLS", "200")), seed, True)
    assert tally.games
