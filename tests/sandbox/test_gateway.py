"""The gateway: compression, heartbeat, resuming with what was missed, being thrown off."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest
import zstandard

from bot.sandbox import Sandbox
from tests.people import Person
from tests.sandbox.client import TinyBot
from tests.sandbox.rest import Rest

Reader = Callable[[aiohttp.WSMessage], Any]


def plain() -> Reader:
    return lambda frame: json.loads(frame.data)


def with_zlib() -> Reader:
    stream = zlib.decompressobj()
    return lambda frame: json.loads(stream.decompress(frame.data))


def with_zstd() -> Reader:
    stream = zstandard.ZstdDecompressor().decompressobj()
    return lambda frame: json.loads(stream.decompress(frame.data))


def identify(intents: int = 0, token: str = "sandbox") -> dict[str, Any]:
    return {"op": 2, "d": {"token": token, "intents": intents, "properties": {}}}


@pytest.mark.parametrize(
    ("asked", "reader"),
    [("", plain), ("zlib-stream", with_zlib), ("zstd-stream", with_zstd)],
    ids=["plain", "zlib", "zstd"],
)
async def test_frames_are_compressed_as_asked(
    sandbox: Sandbox, asked: str, reader: Callable[[], Reader]
) -> None:
    read = reader()
    address = f"{sandbox.gateway}?compress={asked}"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as line:
        hello = read(await line.receive())
        assert hello["op"] == 10
        await line.send_json({"op": 1, "d": None})
        assert read(await line.receive())["op"] == 11
        await line.send_json(identify(1))
        ready = read(await line.receive())
        assert (ready["t"], ready["s"]) == ("READY", 1)
        assert ready["d"]["session_id"]
        guild = read(await line.receive())
        assert (guild["t"], guild["s"]) == ("GUILD_CREATE", 2)


async def test_a_dropped_line_is_resumed_and_nothing_is_missed(
    sandbox: Sandbox, bot: TinyBot, ana: Person
) -> None:
    await sandbox.gateway_side.drop(resumable=True)
    said = await ana.say("while you were away")
    async with asyncio.timeout(5):
        await bot.resumed.wait()
    assert said.id in {str(one.id) for one in bot.seen}
    assert (sandbox.gateway_side.identifies, sandbox.gateway_side.resumes) == (1, 1)
    assert (await ana.command("/hello")).text == "Hello you"


async def test_a_command_given_during_the_gap_is_still_answered(
    sandbox: Sandbox, bot: TinyBot, ana: Person
) -> None:
    await sandbox.gateway_side.drop(resumable=True, abrupt=True)
    assert (await ana.command("/hello")).text == "Hello you"
    assert sandbox.gateway_side.resumes == 1


async def test_a_session_that_is_gone_begins_anew(
    sandbox: Sandbox, bot: TinyBot, ana: Person
) -> None:
    ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @bot.event
    async def on_ready() -> None:
        if not ready.done():
            ready.set_result(None)

    await sandbox.gateway_side.drop(resumable=False)
    # discord.py waits up to five seconds before it identifies again.
    async with asyncio.timeout(15):
        await ready
    assert sandbox.gateway_side.identifies == 2
    assert (await ana.command("/hello")).text == "Hello you"


async def test_reconnect_when_asked_to(sandbox: Sandbox, bot: TinyBot, ana: Person) -> None:
    sandbox.gateway_side.ask_to_reconnect()
    async with asyncio.timeout(5):
        await bot.resumed.wait()
    assert (await ana.command("/hello")).text == "Hello you"


async def test_a_wrong_token_is_refused(sandbox: Sandbox) -> None:
    client = TinyBot()
    with pytest.raises(discord.LoginFailure):
        await client.up("wrong")
    await client.down()
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as line:
        await line.receive()
        await line.send_json(identify(token=""))
        await line.receive()
        assert line.close_code == 4004


async def test_privileged_intents_must_be_switched_on_first(sandbox: Sandbox, rest: Rest) -> None:
    client = TinyBot(discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.up()
    await client.down()
    await rest.control("intents", privileged=True)
    client = await TinyBot(discord.Intents.all()).up()
    assert {one.name for one in client.guilds[0].members} >= {"ana", "bruno", "clara"}
    await client.down()


async def test_without_the_intent_others_messages_are_empty(bot: TinyBot, ana: Person) -> None:
    await ana.say("a secret plan")
    assert bot.user is not None
    await ana.say(f"<@{bot.user.id}> hear me")
    await ana.command("/hello")
    assert [one.content for one in bot.seen] == ["", f"<@{bot.user.id}> hear me"]


async def test_too_many_sends_end_the_connection(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as line:
        for _ in range(121):
            await line.send_json({"op": 1, "d": None})
        while (await line.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        assert line.close_code == 4008


async def test_resuming_an_unknown_session_is_refused(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as line:
        await line.receive()
        await line.send_json({"op": 6, "d": {"token": "t", "session_id": "x", "seq": 1}})
        assert json.loads((await line.receive()).data) == {
            "op": 9,
            "d": False,
            "s": None,
            "t": None,
        }


async def test_the_bot_hears_that_it_was_thrown_out(
    sandbox: Sandbox, bot: TinyBot, rest: Rest
) -> None:
    gone: asyncio.Future[discord.Guild] = asyncio.get_running_loop().create_future()

    @bot.event
    async def on_guild_remove(guild: discord.Guild) -> None:
        gone.set_result(guild)

    await rest.control(f"members/{sandbox.world.bot.id}", do="kick")
    async with asyncio.timeout(5):
        assert (await gone).name == "The Map Room"
    answer = await rest("GET", f"/guilds/{sandbox.world.guild}")
    assert answer.code == 50001


async def test_a_line_that_went_deaf_is_left_and_resumed(sandbox: Sandbox, rest: Rest) -> None:
    sandbox.gateway_side.heartbeat = 0.4
    client = await TinyBot(patience=0.8).up()
    await rest.control("gateway", do="deaf")
    async with asyncio.timeout(10):
        await client.resumed.wait()
    assert sandbox.gateway_side.resumes == 1
    await rest.control("gateway", do="deaf", on=False)
    await client.down()


async def test_an_invalidated_session_may_be_resumed_if_said_so(
    sandbox: Sandbox, bot: TinyBot, rest: Rest
) -> None:
    await rest.control("gateway", do="invalidate", resumable=True)
    async with asyncio.timeout(10):
        await bot.resumed.wait()
    assert sandbox.gateway_side.identifies == 1


async def test_silence_ends_the_connection(sandbox: Sandbox) -> None:
    sandbox.gateway_side.heartbeat = 0.05
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as line:
        await line.receive()
        await line.receive()
        assert line.close_code == 4009
