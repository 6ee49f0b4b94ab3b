"""What the bot may do is computed from roles and overwrites; people may take it away."""

from __future__ import annotations

import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.model.permissions import BOT, May, permissions
from tests.people import Person, Refused
from tests.sandbox.client import TinyBot, picture
from tests.sandbox.rest import Rest


async def refused(doing: object) -> int:
    with pytest.raises(discord.HTTPException) as error:
        await doing  # type: ignore[misc]
    return error.value.code


async def test_the_bot_holds_what_the_invite_asks_for(bot: TinyBot, rest: Rest) -> None:
    mine = bot.guilds[0].me.guild_permissions
    role = rest.sandbox.world.bot_role.permissions
    assert role == int(BOT)
    assert mine.value & role == role
    assert not mine.manage_messages


async def test_each_missing_permission_is_refused_as_such(bot: TinyBot, rest: Rest) -> None:
    await rest.control("rates", on=False)
    everyone = {"role": "@everyone"}

    async def take(*names: str) -> None:
        await rest.control("permissions", take=list(names))
        await rest.control("permissions", take=list(names), **everyone)

    card = await bot.hall.send("a card")
    await take("embed_links")
    assert await refused(bot.hall.send(embed=discord.Embed(title="t"))) == 50013
    await take("attach_files")
    assert await refused(bot.hall.send(file=discord.File(picture(), "a.png"))) == 50013
    await take("pin_messages")
    assert await refused(card.pin()) == 50013
    await take("create_public_threads")
    assert await refused(card.create_thread(name="t")) == 50013
    await take("read_message_history")
    assert await refused(bot.hall.fetch_message(card.id)) == 50013
    assert [one async for one in bot.hall.history()] == []
    await take("send_messages")
    assert await refused(bot.hall.send("x")) == 50013
    await take("view_channel")
    assert await refused(bot.hall.send("x")) == 50001
    await rest.control("permissions", give=["view_channel", "send_messages"])
    await bot.hall.send("back again")


async def test_sending_in_threads_is_its_own_permission(bot: TinyBot, rest: Rest) -> None:
    thread = await (await bot.hall.send("card")).create_thread(name="t")
    await rest.control("permissions", take=["send_messages_in_threads"])
    await rest.control("permissions", take=["send_messages_in_threads"], role="@everyone")
    await bot.hall.send("here I may")
    assert await refused(thread.send("here not")) == 50013


async def test_overwrites_count_for_everyone_then_roles_then_the_member(
    sandbox: Sandbox, herald: str
) -> None:
    world = sandbox.world
    channel = world.channels[herald]
    send = int(May.SEND_MESSAGES)
    world.give_and_take(world.guild, 0, send, herald)
    assert not permissions(world, world.people()[0].id, channel) & send
    assert not permissions(world, world.bot.id, channel) & send
    world.give_and_take(world.guild, send, 0, herald)
    world.give_and_take(world.bot_role.id, 0, send, herald)
    assert not permissions(world, world.bot.id, channel) & send
    world.give_and_take(world.bot_role.id, send, 0, herald)
    assert permissions(world, world.bot.id, channel) & send
    world.give_and_take(world.bot.id, 0, send, herald, member=True)
    assert not permissions(world, world.bot.id, channel) & send


async def test_somebody_shut_out_of_a_channel_loses_it_at_once(
    bot: TinyBot, rest: Rest, ana: Person, herald: str
) -> None:
    await rest.control("permissions", user=ana.id, channel=herald, take=["view_channel"])
    await ana.notices("channel_gone", id=herald)
    await bot.hall.send("not for Ana")
    with pytest.raises(Refused, match="cannot see"):
        await ana.post("say", channel=herald, content="x")
    await rest.control("permissions", user=ana.id, channel=herald, give=["view_channel"])
    await ana.sees("herald")
    assert ana.heard("not for Ana") == []
