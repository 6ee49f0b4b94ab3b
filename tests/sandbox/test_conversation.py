"""The real client logs in, registers commands and talks with people."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Awaitable, Callable

import discord
import pytest

from bot.sandbox import Sandbox
from tests.people import Choice, Form, Person, Refused, Silence
from tests.sandbox.client import TinyBot, picture


async def test_the_client_logs_in_and_sees_the_guild(bot: TinyBot) -> None:
    assert [one.name for one in bot.guilds] == ["The Map Room"]
    assert [one.name for one in bot.guilds[0].text_channels] == ["general", "herald"]
    assert bot.user is not None
    assert bot.user.name == "herald"


async def test_a_command_is_answered_to_one_person_only(ana: Person, bruno: Person) -> None:
    reply = await ana.command("/hello", name="Ana")
    assert reply.ephemeral
    assert reply.text == "Hello Ana"
    public = await ana.command("/table open", game="granada")
    assert not public.ephemeral
    assert (await bruno.hears("A table of Granada")).id == public.id
    assert bruno.heard("Hello") == []


async def test_autocomplete_knows_the_other_options(ana: Person) -> None:
    offered = await ana.autocomplete("/table move", "from", typed="Cor", blocks="C1 C2")
    assert offered == [Choice("Cordoba (C1 C2)", "Cordoba (C1 C2)")]


async def test_buttons_menus_and_forms(ana: Person) -> None:
    panel = await ana.command("/panel")
    assert panel.buttons == ["Ready", "Write orders", "Later"]
    assert panel.menu == ["Castile 1", "Castile 2", "Castile 3"]
    assert (await ana.click(panel, "Ready")).text == "Ready 1"
    assert (await ana.click(panel, "later")).text == "Edited later"
    assert (await ana.choose(panel, "Castile 2", "Castile 3")).text == "C2 C3"
    form = await ana.click(panel, "Write orders")
    assert isinstance(form, Form)
    assert form.title == "Your orders"
    with pytest.raises(Refused, match="at most 100"):
        await ana.submit(form, orders="x" * 101)
    assert (await ana.submit(form, orders="move Cordoba\npass")).text == "Got: move Cordoba\npass"
    with pytest.raises(Refused, match="sent already"):
        await ana.submit(form, orders="again")


async def test_a_deferred_answer_arrives_as_an_edit_with_its_picture(ana: Person) -> None:
    reply = await ana.command("/think")
    assert reply.text == "Thought"
    assert reply.ephemeral
    assert reply.files == {"map.png": picture().getvalue()}
    assert reply.alt == ["A red map"]
    more = await ana.hears("And more")
    assert more.ephemeral


async def test_the_deferral_decides_who_sees_the_first_answer(ana: Person, bruno: Person) -> None:
    reply = await ana.command("/whisper")
    assert (reply.text, reply.ephemeral) == ("A secret", False)
    assert (await bruno.hears("A secret", kinds=("edit",))).id == reply.id
    assert (await ana.hears("A real secret")).ephemeral
    assert len(await bruno.history()) == 1


async def test_a_file_in_an_embed_is_shown_there_and_nowhere_else(
    bot: TinyBot, ana: Person
) -> None:
    embed = discord.Embed(title="Turn 3", description="It rains.").set_image(
        url="attachment://map.png"
    )
    file = discord.File(picture(), "map.png", description="The map")
    sent = await bot.hall.send(embed=embed, file=file)
    heard = await ana.hears("Turn 3", in_="#herald")
    assert heard.files == {"map.png": picture().getvalue()}
    assert heard.data["attachments"] == []
    assert heard.alt == ["The map"]
    await sent.edit(attachments=[discord.File(picture("blue"), "map.png")], embed=embed)
    again = await ana.hears("Turn 3", kinds=("edit",))
    assert again.files == {"map.png": picture("blue").getvalue()}


async def test_direct_messages_both_ways(bot: TinyBot, ana: Person) -> None:
    user = await bot.fetch_user(int(ana.id))
    await user.send("Your hand: two cards")
    assert (await ana.hears("Your hand", in_="dm")).text == "Your hand: two cards"
    assert (await ana.command("/hello", in_="dm")).text == "Hello you"
    said = await ana.say("thanks", in_="dm")
    await ana.command("/hello", in_="dm")
    assert said.id in {str(one.id) for one in bot.seen}
    assert [one.content for one in bot.seen][-1] == "thanks"


async def test_no_answer_in_three_seconds(sandbox: Sandbox, bot: TinyBot, ana: Person) -> None:
    with pytest.raises(Refused, match="required"):
        await ana.command("/table open")
    ident, options = ana._options("/slow", {})
    asked = await ana.post("command", channel=ana.place(), command=ident, options=options)
    sandbox.world.clock.advance(3.1)
    with pytest.raises(Silence, match="did not respond"):
        await ana.answer(asked["interaction"])
    late = bot.deferred[0]
    with pytest.raises(discord.NotFound) as refused:
        await late.response.send_message("too late")
    assert refused.value.code == 10062
    bot.gate.set()


async def test_a_form_of_labels_with_a_menu(ana: Person) -> None:
    form = await ana.command("/muster")
    assert {one["label"] for one in form.fields.values()} == {"Note", "Where"}
    with pytest.raises(Refused, match="Where is required"):
        await ana.submit(form, note="quick")
    with pytest.raises(Refused, match="not one of the choices"):
        await ana.submit(form, where="Ronda")
    assert (await ana.submit(form, where="Jaen", note="quick")).text == "['Jaen'] quick"


async def test_options_that_are_people_and_numbers(ana: Person, bruno: Person) -> None:
    assert (await ana.command("/name", who=bruno, times=2)).text == "Bruno Bruno"
    with pytest.raises(Refused, match="times is a number"):
        await ana.command("/name", who=bruno, times="two")
    with pytest.raises(Refused, match="nobody"):
        await ana.command("/name", who="1")


async def test_a_bot_that_died_is_followed_by_another(
    sandbox: Sandbox, meet: Callable[[str], Awaitable[Person]]
) -> None:
    """No goodbye, no resume: a new process identifies and serves."""
    ana = await meet("Ana")
    for _ in range(4):
        client = await TinyBot().up()
        await client.tree.sync()
        await ana.knows("/hello")
        assert (await ana.command("/hello")).text == "Hello you"
        assert client.running is not None
        client.running.cancel()
        await sandbox.gateway_side.drop(abrupt=True)
        await client.down()
    assert sandbox.gateway_side.identifies == 4
    assert len(sandbox.gateway_side.sessions) <= 2


async def test_the_sandbox_as_a_process_says_where_it_is() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", "0", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    said = [(await process.stdout.readline()).decode() for _ in range(3)]
    assert re.fullmatch(r"Sandbox at http://127.0.0.1:\d+ \(this machine only\)\n", said[0])
    address = said[0].split()[2]
    assert said[1:] == [
        f"DISCORD_API_BASE={address}/api/v10\n",
        f"DISCORD_GATEWAY={address.replace('http', 'ws')}/gateway\n",
    ]
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
