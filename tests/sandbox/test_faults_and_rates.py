"""What goes wrong on purpose, and going too fast."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.model.clock import Clock
from tests.people import Person
from tests.sandbox.client import TinyBot
from tests.sandbox.rest import Rest


async def test_a_429_is_waited_out_by_the_client(bot: TinyBot, rest: Rest, ana: Person) -> None:
    await rest.control("faults", method="POST", path="/messages$", status=429, retry_after=0.05)
    await bot.hall.send("after all")
    assert (await ana.hears("after all")).text == "after all"
    sent = [one for one in await rest.control("requests", "GET") if one["method"] == "POST"]
    assert [one["status"] for one in sent if one["path"].endswith("/messages")] == [429, 200]


async def test_a_503_reaches_the_bot(bot: TinyBot, rest: Rest) -> None:
    await rest.control("faults", path="/messages$", status=503)
    with pytest.raises(discord.DiscordServerError):
        await bot.hall.send("lost")
    assert (await rest.control("state", "GET"))["faults_left"] == 0
    await bot.hall.send("and again")


async def test_sent_but_never_heard_of_and_the_nonce_saves_the_day(
    bot: TinyBot, rest: Rest, ana: Person, herald: str
) -> None:
    await rest.control("faults", method="POST", path="/messages$", cut="after")
    with pytest.raises(aiohttp.ClientError):
        await bot.hall.send("once only", nonce="report-41")
    heard = await ana.hears("once only")
    body = {"content": "once only", "nonce": "report-41", "enforce_nonce": True}
    again = await rest("POST", f"/channels/{herald}/messages", body)
    assert again.body["id"] == heard.id
    assert len((await rest("GET", f"/channels/{herald}/messages")).body) == 1
    rest.sandbox.world.clock.advance(600)
    late = await rest("POST", f"/channels/{herald}/messages", body)
    assert late.body["id"] != again.body["id"]
    cut = [one["cut"] for one in await rest.control("requests", "GET") if one["cut"]]
    assert cut == ["after"]


async def test_cut_before_anything_was_done(bot: TinyBot, rest: Rest, ana: Person) -> None:
    await rest.control("faults", method="POST", path="/messages$", cut="before", skip=1)
    await bot.hall.send("first")
    with pytest.raises(aiohttp.ClientError):
        await bot.hall.send("never")
    await bot.hall.send("third")
    await ana.hears("third")
    assert ana.heard("never") == []


async def test_any_refusal_can_be_laid(bot: TinyBot, rest: Rest) -> None:
    await rest.control(
        "faults", path="/messages$", status=403, code=50001, message="Missing Access"
    )
    with pytest.raises(discord.Forbidden) as refused:
        await bot.hall.send("x")
    assert refused.value.code == 50001


async def test_a_delay_delays(bot: TinyBot, rest: Rest) -> None:
    await rest.control("faults", path="/messages$", delay=0.1)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await bot.hall.send("late")
    assert loop.time() - began >= 0.1


async def test_buckets_by_channel_with_headers(rest: Rest, herald: str) -> None:
    at = f"/channels/{herald}/messages"
    first = await rest("POST", at, {"content": "1"})
    assert first.headers["X-RateLimit-Limit"] == "5"
    assert first.headers["X-RateLimit-Remaining"] == "4"
    for n in range(4):
        assert (await rest("POST", at, {"content": str(n)})).status == 200
    over = await rest("POST", at, {"content": "6"})
    assert over.status == 429
    assert over.headers["Via"]
    assert over.headers["X-RateLimit-Remaining"] == "0"
    assert 0 < over.body["retry_after"] <= 5
    assert over.body["global"] is False
    other = next(one.id for one in rest.sandbox.world.text_channels() if one.id != herald)
    assert (await rest("POST", f"/channels/{other}/messages", {"content": "1"})).status == 200
    rest.sandbox.world.clock.advance(5)
    assert (await rest("POST", at, {"content": "7"})).status == 200


async def test_fifty_a_second_over_all_but_not_for_answers(rest: Rest) -> None:
    await rest.control("rates", **{"global": 5})
    seen = [(await rest("GET", "/users/@me")).status for _ in range(6)]
    assert seen == [200] * 5 + [429]
    limited = await rest("GET", "/users/@me")
    assert limited.body["global"] is True
    assert limited.headers["X-RateLimit-Global"] == "true"
    assert (await rest("POST", "/interactions/1/t/callback", {"type": 4})).code == 10062
    await rest.control("rates", on=False)
    assert (await rest("GET", "/users/@me")).status == 200


async def test_old_messages_are_edited_three_times_in_six_seconds(
    sandbox: Sandbox, rest: Rest, herald: str
) -> None:
    at = f"/channels/{herald}/messages"
    made = (await rest("POST", at, {"content": "x"})).body["id"]
    sandbox.world.clock.advance(3601)
    edits = [await rest("PATCH", f"{at}/{made}", {"content": str(n)}) for n in range(4)]
    assert [one.status for one in edits] == [200, 200, 200, 429]
    assert edits[3].code == 30046
    sandbox.world.clock.advance(6)
    assert (await rest("PATCH", f"{at}/{made}", {"content": "y"})).status == 200


async def test_every_request_is_written_down_as_it_was_sent(
    bot: TinyBot, rest: Rest, herald: str
) -> None:
    await rest.control("requests", "DELETE")
    await rest("POST", f"/channels/{herald}/messages", {"content": "a"}, [("m.png", b"12")])
    await rest("GET", "/no/such/route")
    first, second = await rest.control("requests", "GET")
    assert first["body"] == {"content": "a"}
    assert first["files"][0]["name"] == "m.png"
    assert len(first["files"][0]["sha256"]) == 64
    assert (first["status"], first["path"]) == (200, f"/channels/{herald}/messages")
    assert (second["status"], second["path"]) == (404, "/no/such/route")


async def test_a_moved_clock_does_what_is_due_in_order_and_at_its_time() -> None:
    clock, rung = Clock(), list[tuple[str, float]]()
    began = clock.now()
    clock.after(20, lambda: rung.append(("second", clock.now() - began)))
    clock.after(10, lambda: rung.append(("first", clock.now() - began)))
    clock.after(40, lambda: rung.append(("never", clock.now() - began)))
    clock.advance(30)
    clock.stop()
    assert [name for name, _ in rung] == ["first", "second"]
    assert [round(when) for _, when in rung] == [10, 20]
    assert clock.now() - began >= 30
