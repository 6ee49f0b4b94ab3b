"""What the sandbox answers is what Discord says that it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import discord
import pytest
from aiohttp import web

from bot.sandbox.rest import door
from bot.sandbox.rest.door import Door, Route
from tests.discord.openapi import FILE
from tests.people import Person
from tests.sandbox.answers import Judge
from tests.sandbox.client import TinyBot, picture
from tests.sandbox.rest import Rest

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="Discord's description is not here")


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every answer of a test is judged; it fails if one of them is not Discord's."""
    judge, found, judged = Judge(), list[str](), list[str]()
    enter = Door._enter

    async def judged_enter(self: Door, route: Route, request: web.Request) -> web.StreamResponse:
        answer = await enter(self, route, request)
        assert isinstance(answer, web.Response)
        raw = answer.body
        body = json.loads(raw) if isinstance(raw, bytes) and raw else None
        path = re.sub(r"^/api/v\d+", "", request.path)
        if answer.status < 400:
            judged.append(path)
            found.extend(judge.faults(request.method, path, answer.status, body))
        return answer

    monkeypatch.setattr(door.Door, "_enter", judged_enter)
    yield found
    assert len(judged) > 5
    assert sorted(set(found)) == []


def map_file() -> discord.File:
    return discord.File(picture(), "m.png", description="The map")


async def test_answers_to_interactions(faults: list[str], bot: TinyBot, ana: Person) -> None:
    await ana.command("/hello")
    panel = await ana.command("/panel")
    await ana.click(panel, "Ready")
    await ana.click(panel, "Later")
    await ana.choose(panel, "Castile 1")
    form = await ana.click(panel, "Write orders")
    await ana.submit(form, orders="pass")
    await ana.command("/think", openly=True)
    await ana.hears("And more")
    await ana.autocomplete("/table move", "from")
    await bot.tree.fetch_commands()


async def test_answers_about_messages(faults: list[str], bot: TinyBot, ana: Person) -> None:
    embed = discord.Embed(title="Turn 1").set_image(url="attachment://m.png")
    card = await bot.hall.send("card", embed=embed, file=map_file())
    await card.edit(content="card again", attachments=[map_file()])
    await card.reply(f"<@{ana.id}>")
    await card.pin()
    assert [one.id async for one in bot.hall.pins()] == [card.id]
    private = await (await bot.fetch_user(int(ana.id))).send("a hand")
    assert [one.id async for one in private.channel.history()] == [private.id]
    view = discord.ui.LayoutView()
    section: discord.ui.Section[discord.ui.LayoutView] = discord.ui.Section(
        "beside", accessory=discord.ui.Thumbnail("attachment://m.png")
    )
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://m.png")
    )
    view.add_item(discord.ui.Container(section, discord.ui.Separator(), gallery))
    await bot.hall.send(view=view, file=map_file())


async def test_answers_about_the_guild(
    faults: list[str], bot: TinyBot, ana: Person, rest: Rest
) -> None:
    card = await bot.hall.send("card")
    thread = await card.create_thread(name="from a message")
    await bot.hall.create_thread(name="loose", type=discord.ChannelType.public_thread)
    await thread.fetch_members()
    await thread.edit(archived=True)
    assert [one.id async for one in bot.hall.archived_threads()] == [thread.id]
    await thread.edit(archived=False)
    guild = bot.guilds[0]
    await guild.active_threads()
    await guild.fetch_member(int(ana.id))
    await guild.fetch_roles()
    await guild.fetch_channels()
    await bot.fetch_guild(guild.id)
    await bot.fetch_channel(bot.hall.id)
    await bot.application_info()
    for path in ("/gateway", "/gateway/bot", "/users/@me", "/users/@me/guilds"):
        assert (await rest("GET", path)).status == 200
