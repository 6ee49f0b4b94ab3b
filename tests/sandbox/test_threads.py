"""Threads: begun, joined, archived by the clock, woken, locked, deleted; pins in them."""

from __future__ import annotations

import asyncio
from typing import Literal

import discord
import pytest

from bot.sandbox import Sandbox
from tests.people import Person, Refused
from tests.sandbox.client import TinyBot
from tests.sandbox.rest import Rest

WEEK: Literal[10080] = 10080


async def begin(bot: TinyBot, name: str = "Granada 1") -> discord.Thread:
    card = await bot.hall.send("A table is open")
    return await card.create_thread(name=name, auto_archive_duration=WEEK)


async def test_a_thread_grows_from_a_message(bot: TinyBot, ana: Person) -> None:
    thread = await begin(bot)
    assert thread.auto_archive_duration == WEEK
    assert await ana.sees("Granada 1") == str(thread.id)
    card = await ana.hears("A table is open", kinds=("edit",))
    assert card.data["thread"]["id"] == card.id == str(thread.id)
    await thread.send("Welcome")
    assert (await ana.hears("Welcome", in_="Granada 1")).text == "Welcome"
    assert (await ana.command("/hello", in_="Granada 1")).channel == str(thread.id)


async def test_a_message_has_one_thread_only(bot: TinyBot) -> None:
    card = await bot.hall.send("A table")
    await card.create_thread(name="one")
    with pytest.raises(discord.HTTPException) as refused:
        await card.create_thread(name="two")
    assert refused.value.code == 160004


async def test_a_thread_without_a_message_is_announced(bot: TinyBot, ana: Person) -> None:
    await bot.hall.create_thread(name="loose", type=discord.ChannelType.public_thread)
    said = await ana.hears("loose", in_="#herald")
    assert said.data["type"] == 18


async def test_the_clock_archives_a_silent_thread_and_a_message_wakes_it(
    sandbox: Sandbox, bot: TinyBot, ana: Person
) -> None:
    thread = await begin(bot)
    changed: asyncio.Queue[bool] = asyncio.Queue()

    @bot.event
    async def on_thread_update(before: discord.Thread, after: discord.Thread) -> None:
        changed.put_nowait(after.archived)

    message = await thread.send("first")
    sandbox.world.clock.advance(WEEK * 60 - 60)
    await ana.say("still here", in_="Granada 1")
    sandbox.world.clock.advance(WEEK * 60 - 60)
    assert changed.empty()
    sandbox.world.clock.advance(61)
    async with asyncio.timeout(5):
        assert await changed.get() is True
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="changed")
    assert refused.value.code == 50083
    with pytest.raises(Refused, match="archived"):
        await ana.command("/hello", in_="Granada 1")
    await thread.edit(archived=False)
    await message.edit(content="changed")
    await ana.hears("changed", kinds=("edit",))


async def test_speaking_wakes_an_archived_thread_but_not_a_locked_one(
    bot: TinyBot, rest: Rest, ana: Person
) -> None:
    thread = await begin(bot)
    await rest.control(f"channels/{thread.id}", archived=True)
    await thread.send("awake")
    assert rest.sandbox.world.channels[str(thread.id)].life.archived is False  # type: ignore[union-attr]
    await rest.control(f"channels/{thread.id}", archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("no")
    assert refused.value.code == 160005
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=False)


async def test_a_deleted_thread_is_unknown(bot: TinyBot, rest: Rest, ana: Person) -> None:
    thread = await begin(bot)
    await ana.sees("Granada 1")
    await rest.control(f"channels/{thread.id}", "DELETE")
    await ana.notices("channel_gone", id=str(thread.id))
    with pytest.raises(discord.NotFound) as refused:
        await thread.send("anyone?")
    assert refused.value.code == 10003


async def test_who_speaks_or_is_called_belongs_to_the_thread(
    bot: TinyBot, ana: Person, bruno: Person
) -> None:
    thread = await begin(bot)
    await ana.sees("Granada 1")
    await ana.say("hello", in_="Granada 1")
    await thread.send(f"<@{bruno.id}>")
    members = {one.id for one in await thread.fetch_members()}
    assert bot.user is not None
    assert members == {int(ana.id), int(bruno.id), bot.user.id}
    await thread.leave()
    assert bot.user.id not in {one.id for one in await thread.fetch_members()}


async def test_pins_by_both_routes(bot: TinyBot, rest: Rest, ana: Person, herald: str) -> None:
    first, second = await bot.hall.send("one"), await bot.hall.send("two")
    await first.pin()
    assert (await ana.notices("pins"))["ids"] == [str(first.id)]
    assert (await rest("PUT", f"/channels/{herald}/pins/{second.id}")).status == 204
    assert [one.content async for one in bot.hall.pins()] == ["two", "one"]
    assert [one["content"] for one in (await rest("GET", f"/channels/{herald}/pins")).body] == [
        "two",
        "one",
    ]
    assert (await ana.history())[0].data["type"] == 6
    await first.unpin()
    assert [one.content async for one in bot.hall.pins()] == ["two"]


async def test_archived_threads_are_listed(bot: TinyBot, rest: Rest) -> None:
    thread = await begin(bot)
    assert [one.id for one in await bot.guilds[0].active_threads()] == [thread.id]
    await rest.control(f"channels/{thread.id}", archived=True)
    assert await bot.guilds[0].active_threads() == []
    assert [one.id async for one in bot.hall.archived_threads()] == [thread.id]


async def test_threads_have_limits(rest: Rest, herald: str) -> None:
    at = f"/channels/{herald}/threads"
    assert "name" in (await rest("POST", at, {"name": "x" * 101, "type": 11})).wrong()
    bad = {"name": "x", "type": 11, "auto_archive_duration": 5}
    assert "auto_archive_duration" in (await rest("POST", at, bad)).wrong()
