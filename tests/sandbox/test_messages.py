"""Messages: files kept and replaced, replies, pings, history, doubles."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from tests.people import Person
from tests.sandbox.client import TinyBot, picture
from tests.sandbox.rest import Rest


def png(name: str, colour: str = "red") -> discord.File:
    return discord.File(picture(colour), name, description=colour)


async def test_an_edit_keeps_adds_and_drops_files(bot: TinyBot, ana: Person) -> None:
    sent = await bot.hall.send("maps", files=[png("a.png"), png("b.png", "blue")])
    assert [(one.filename, one.width) for one in sent.attachments] == [("a.png", 8), ("b.png", 8)]
    await ana.hears("maps")
    sent = await sent.edit(content="still both")
    assert [one.filename for one in sent.attachments] == ["a.png", "b.png"]
    sent = await sent.edit(attachments=[sent.attachments[1], png("c.png", "green")])
    assert [(one.filename, one.description) for one in sent.attachments] == [
        ("b.png", "blue"),
        ("c.png", "green"),
    ]
    await ana.hears("still both", kinds=("edit",))
    last = await ana.hears("still both", kinds=("edit",))
    assert last.files == {
        "b.png": picture("blue").getvalue(),
        "c.png": picture("green").getvalue(),
    }
    sent = await sent.edit(attachments=[])
    assert sent.attachments == []


async def test_addresses_of_files_expire(sandbox: Sandbox, bot: TinyBot) -> None:
    sent = await bot.hall.send(file=png("a.png"))
    old = sent.attachments[0].url
    assert await sent.attachments[0].read() == picture().getvalue()
    sandbox.world.clock.advance(25 * 3600)
    async with aiohttp.ClientSession() as session:
        async with session.get(old) as answer:
            assert answer.status == 404
        async with session.get(old.split("?")[0]) as answer:
            assert answer.status == 404
    again = await bot.hall.fetch_message(sent.id)
    assert await again.attachments[0].read() == picture().getvalue()


async def test_a_reply_refers_and_pings_as_allowed(bot: TinyBot, ana: Person) -> None:
    said = await ana.say("who is there?")
    message = await bot.hall.fetch_message(int(said.id))
    answer = await message.reply("nobody", mention_author=True)
    assert answer.type is discord.MessageType.reply
    heard = await ana.hears("nobody")
    assert heard.data["referenced_message"]["content"] == "who is there?"
    assert heard.pings == [ana.id]
    await message.reply("quiet", mention_author=False)
    assert (await ana.hears("quiet")).pings == []
    with pytest.raises(discord.HTTPException) as refused:
        await bot.hall.send(
            "lost", reference=discord.MessageReference(message_id=1, channel_id=bot.hall.id)
        )
    assert refused.value.code == 50035


async def test_only_allowed_mentions_ping(bot: TinyBot, ana: Person, bruno: Person) -> None:
    text = f"<@{ana.id}> <@{bruno.id}> @everyone"
    none = discord.AllowedMentions.none()
    await bot.hall.send("one " + text, allowed_mentions=none)
    only_ana = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(int(ana.id))]
    )
    await bot.hall.send("two " + text, allowed_mentions=only_ana)
    await bot.hall.send("three " + text, allowed_mentions=only_ana, silent=True)
    assert (await ana.hears("three")).silent
    await bruno.hears("three")
    assert [one.data["silent"] for one in ana.inbox if one.kind == "mention"] == [False, True]
    assert [one for one in bruno.inbox if one.kind == "mention"] == []


async def test_editing_a_name_in_pings_nobody(bot: TinyBot, ana: Person) -> None:
    sent = await bot.hall.send("calm")
    await sent.edit(content=f"<@{ana.id}>")
    await ana.hears(ana.id, kinds=("edit",))
    assert [one for one in ana.inbox if one.kind == "mention"] == []


async def test_history_before_after_around(rest: Rest, herald: str) -> None:
    await rest.control("rates", on=False)
    at = f"/channels/{herald}/messages"
    ids = [(await rest("POST", at, {"content": str(n)})).body["id"] for n in range(7)]

    async def read(query: str) -> list[str]:
        return [one["content"] for one in (await rest("GET", f"{at}?{query}")).body]

    assert await read("limit=2") == ["6", "5"]
    assert await read(f"limit=2&before={ids[5]}") == ["4", "3"]
    assert await read(f"limit=2&after={ids[1]}") == ["3", "2"]
    assert await read(f"limit=3&around={ids[3]}") == ["4", "3", "2"]
    assert (await rest("GET", f"{at}?limit=101")).status == 400
    assert (await rest("DELETE", f"{at}/{ids[0]}")).status == 204
    assert (await rest("GET", f"{at}/{ids[0]}")).code == 10008


async def test_nobody_edits_what_others_wrote(rest: Rest, ana: Person, herald: str) -> None:
    said = await ana.say("mine")
    at = f"/channels/{herald}/messages/{said.id}"
    assert (await rest("PATCH", at, {"content": "yours"})).code == 50005
    assert (await rest("DELETE", at)).code == 50013


async def test_a_layout_of_the_second_kind(bot: TinyBot, ana: Person) -> None:
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://m.png", description="The map")
    )
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("# Turn 2"), gallery))
    await bot.hall.send(view=view, file=png("m.png"))
    heard = await ana.hears("Turn 2")
    assert heard.files["m.png"] == picture().getvalue()
    assert heard.data["flags"] & 1 << 15


async def test_a_picture_that_did_not_come_along(bot: TinyBot, rest: Rest, herald: str) -> None:
    lost = discord.Embed(title="Turn 3").set_image(url="attachment://gone.png")
    sent = await bot.hall.send(embed=lost, file=png("other.png"))
    assert sent.embeds[0].image.url is None
    layout = {"type": 12, "items": [{"media": {"url": "attachment://gone.png"}}]}
    body = {"flags": 1 << 15, "components": [layout]}
    refused = await rest("POST", f"/channels/{herald}/messages", body)
    assert refused.wrong() == {"components": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}


async def test_an_embed_keeps_its_picture_when_only_words_change(bot: TinyBot, ana: Person) -> None:
    embed = discord.Embed(title="Status").set_image(url="attachment://m.png")
    sent = await bot.hall.send(embed=embed, file=png("m.png"))
    embed.title = "Status, later"
    await sent.edit(embed=embed)
    heard = await ana.hears("Status, later", kinds=("edit",))
    assert heard.files == {"m.png": picture().getvalue()}


async def test_blanks_around_a_message_are_cut(rest: Rest, herald: str) -> None:
    at = f"/channels/{herald}/messages"
    assert (await rest("POST", at, {"content": "  x \n"})).body["content"] == "x"
    assert (await rest("POST", at, {"content": " \n "})).code == 50006


async def test_a_refused_edit_changes_nothing(bot: TinyBot, rest: Rest, herald: str) -> None:
    sent = await bot.hall.send("as it was")
    at = f"/channels/{herald}/messages/{sent.id}"
    assert (await rest("PATCH", at, {"content": ""})).code == 50006
    assert (await rest("GET", at)).body["content"] == "as it was"
