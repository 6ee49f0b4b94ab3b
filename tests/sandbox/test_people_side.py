"""The people's side: who sees what, leaving, closed doors, and what an interaction carries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from tests.people import Person, Refused
from tests.sandbox.client import TinyBot
from tests.sandbox.rest import Rest

Meet = Callable[[str], Awaitable[Person]]


async def test_three_personas_and_anybody_else_by_name(meet: Meet, sandbox: Sandbox) -> None:
    assert [one.global_name for one in sandbox.world.people()] == ["Ana", "Bruno", "Clara"]
    dora = await meet("Dora")
    assert dora.id in sandbox.world.members
    again = await meet("Dora")
    assert again.id == dora.id
    with pytest.raises(Refused, match="1 to 32"):
        await meet("x" * 33)


async def test_as_many_personas_as_a_game_has_seats(sandbox: Sandbox) -> None:
    sandbox.world.gather(2)
    assert len(sandbox.world.people()) == 3
    sandbox.world.gather(7)
    names = [one.global_name for one in sandbox.world.people()]
    assert names == ["Ana", "Bruno", "Clara", "Diego", "Elena", "Fadrique", "Gala"]
    assert len({one.avatar_color for one in sandbox.world.people()}) == 7


async def test_a_closed_dm_and_nobody_in_common(bot: TinyBot, ana: Person) -> None:
    user = await bot.fetch_user(int(ana.id))
    await user.send("open")
    await ana.post("settings", dms="closed")
    with pytest.raises(discord.Forbidden) as closed:
        await user.send("closed")
    assert closed.value.code == 50007
    await ana.post("settings", dms="open")
    await ana.post("leave")
    with pytest.raises(discord.Forbidden) as apart:
        await user.send("gone")
    assert apart.value.code == 50278
    with pytest.raises(discord.NotFound) as unknown:
        await bot.guilds[0].fetch_member(int(ana.id))
    assert unknown.value.code == 10007
    await ana.post("rejoin")
    await user.send("back")
    await ana.hears("back", in_="dm")


async def test_opening_dms_too_fast(sandbox: Sandbox, rest: Rest) -> None:
    people = [sandbox.world.new_person(f"P{n}") for n in range(25)]
    codes = []
    for one in people:
        sandbox.rates._buckets.clear()
        answer = await rest("POST", "/users/@me/channels", {"recipient_id": one.id})
        codes.append(answer.body.get("code", 0))
    assert codes[:20] == [0] * 20
    assert set(codes[20:]) == {40003}


async def test_leaving_takes_the_channels_away(ana: Person, bruno: Person, herald: str) -> None:
    await ana.post("leave")
    await ana.notices("channel_gone", id=herald)
    gone = await bruno.notices("member", here=False)
    assert gone["user"]["id"] == ana.id
    with pytest.raises(Refused, match="cannot see"):
        await ana.history(in_=herald)
    await ana.post("rejoin")
    await ana.sees("#herald")


async def test_the_banned_stay_out(ana: Person, rest: Rest) -> None:
    await rest.control(f"members/{ana.id}", do="ban")
    with pytest.raises(Refused, match="Banned"):
        await ana.post("rejoin")


async def test_an_ephemeral_answer_is_in_one_persons_history_only(
    rest: Rest, ana: Person, bruno: Person, herald: str
) -> None:
    hidden = await ana.command("/hello")
    assert [one.id for one in await ana.history()] == [hidden.id]
    assert await bruno.history() == []
    assert (await rest("GET", f"/channels/{herald}/messages")).body == []
    assert (await rest("GET", f"/channels/{herald}/messages/{hidden.id}")).code == 10008
    with pytest.raises(Refused, match="no such message"):
        await bruno.post("click", channel=herald, message=hidden.id, custom_id="x")


async def test_the_options_behind_a_public_answer_can_be_looked_up(
    sandbox: Sandbox, ana: Person, bruno: Person, herald: str
) -> None:
    async def look(person: Person, message: str) -> tuple[int, dict[str, object]]:
        at = f"{sandbox.url}/people/{person.id}/channels/{herald}/messages/{message}/command"
        async with aiohttp.ClientSession() as session, session.get(at) as answer:
            return answer.status, await answer.json()

    public = await ana.command("/table open", game="granada")
    status, data = await look(bruno, public.id)
    assert status == 200
    assert data["options"] == [
        {
            "name": "open",
            "type": 1,
            "options": [{"name": "game", "type": 3, "value": "granada"}],
        }
    ]
    hidden = await ana.command("/hello", name="a secret")
    assert (await look(bruno, hidden.id))[0] == 404


async def test_an_interaction_in_a_guild_and_in_a_dm(
    bot: TinyBot, sandbox: Sandbox, ana: Person
) -> None:
    seen: list[discord.Interaction] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction)

    await ana.command("/hello")
    await ana.dm()
    await ana.command("/hello", in_="dm")
    here, private = seen
    assert here.guild_id == int(sandbox.world.guild)
    assert here.context.guild
    assert here.app_permissions.send_messages
    assert here.filesize_limit == 10 * 1024 * 1024
    assert here.user.display_name == "Ana"
    assert private.guild_id is None
    assert private.context.dm_channel
    assert isinstance(private.channel, discord.DMChannel)
    assert private.user.id == int(ana.id)


async def test_an_interaction_is_answered_once(rest: Rest, bot: TinyBot, ana: Person) -> None:
    seen: list[discord.Interaction] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction)

    await ana.command("/hello")
    asked = seen[0]
    at = f"/interactions/{asked.id}/{asked.token}/callback"
    body = {"type": 4, "data": {"content": "twice"}}
    assert (await rest("POST", at, body)).code == 40060
    assert (await rest("POST", f"/interactions/{asked.id}/wrong/callback", body)).code == 10062


async def test_a_token_lives_a_quarter_of_an_hour(
    sandbox: Sandbox, bot: TinyBot, ana: Person
) -> None:
    seen: list[discord.Interaction] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction)

    await ana.command("/hello")
    await seen[0].edit_original_response(content="Hello still")
    await ana.hears("Hello still", kinds=("edit",))
    fetched = await seen[0].original_response()
    assert fetched.content in ("Hello you", "Hello still")
    sandbox.world.clock.advance(15 * 60)
    with pytest.raises(discord.HTTPException) as late:
        await seen[0].edit_original_response(content="too late")
    assert (late.value.status, late.value.code) == (401, 50027)
    with pytest.raises(discord.HTTPException):
        await seen[0].followup.send("too late")


async def test_an_answer_can_be_deleted(bot: TinyBot, ana: Person) -> None:
    seen: list[discord.Interaction] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction)

    reply = await ana.command("/hello")
    await seen[0].delete_original_response()
    assert (await ana.notices("delete"))["id"] == reply.id
    with pytest.raises(discord.NotFound):
        await seen[0].delete_original_response()


async def test_two_clicks_are_two_interactions(ana: Person) -> None:
    panel = await ana.command("/panel")
    first, second = await ana.press(panel, "Ready"), await ana.press(panel, "Ready")
    assert first != second
    texts = {(await ana.answer(first)).text, (await ana.answer(second)).text}
    assert texts == {"Ready 1", "Ready 2"}


async def test_what_the_box_would_not_send_is_refused(ana: Person) -> None:
    with pytest.raises(Refused, match="line breaks"):
        await ana.command("/hello", name="a\nb")
    with pytest.raises(Refused, match="one of the choices"):
        await ana.command("/table open", game="chess")
    with pytest.raises(Refused, match="true or false"):
        await ana.command("/think", openly="perhaps")
    panel = await ana.command("/panel")
    with pytest.raises(Refused, match="Choose 1 to 2"):
        await ana.choose(panel, "Castile 1", "Castile 2", "Castile 3")
    with pytest.raises(Refused, match="2000"):
        await ana.say("x" * 2001)


async def test_a_command_keeps_its_id_when_registered_again(bot: TinyBot, ana: Person) -> None:
    before = {one["name"]: one["id"] for one in ana.commands}
    await bot.tree.sync()
    await ana.notices("commands")
    assert {one["name"]: one["id"] for one in ana.commands} == before


async def test_other_pages_in_the_browser_are_turned_away(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in ({"Origin": "https://example.com"}, {"Host": "evil.example"}):
            async with session.get(f"{sandbox.url}/people", headers=headers) as answer:
                assert answer.status == 403
        own = {"Origin": sandbox.url}
        async with session.get(f"{sandbox.url}/people", headers=own) as answer:
            assert answer.status == 200


async def test_a_form_of_another_page_says_nothing_for_anybody(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            headers = {"Content-Type": kind}
            at = f"{sandbox.url}/control/clock"
            async with session.post(at, data=b'{"advance": 60}', headers=headers) as answer:
                assert answer.status == 415
        async with session.post(f"{sandbox.url}/control/clock", json={"advance": 1}) as answer:
            assert answer.status == 200


async def test_nobody_frames_the_page(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/people", "/page/app.js"):
            async with session.get(sandbox.url + path) as answer:
                assert answer.headers["X-Frame-Options"] == "DENY"
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_it_binds_to_this_machine_only(sandbox: Sandbox) -> None:
    assert sandbox._runner is not None
    assert [one[0] for one in sandbox._runner.addresses] == ["127.0.0.1"]


async def test_the_opening_scene_is_told(sandbox: Sandbox, rest: Rest, herald: str) -> None:
    who = sandbox.world.people()[0].id
    await rest.control("opening", people=[who], channel=herald, words="Sit.")
    async with rest.session.get(f"{sandbox.url}/people") as answer:
        told = await answer.json()
    assert told["opening"] == {"people": [who], "channel": herald, "words": "Sit."}
    assert told["bot"] is None


async def test_quiet_ears_hear_what_is_meant_for_them(
    sandbox: Sandbox, bot: TinyBot, meet: Meet
) -> None:
    quiet = await Person.meet(sandbox.url, "Bruno", quiet=True)
    ana = await meet("Ana")
    await bot.hall.send("for nobody")
    await bot.hall.send(f"for <@{quiet.id}>")
    await (await bot.fetch_user(int(quiet.id))).send("private")
    await ana.command("/table open", game="granada")
    own = await quiet.command("/table open", game="granada")
    heard = [one.data["content"] for one in quiet.inbox if one.kind == "message"]
    assert heard == [f"for <@{quiet.id}>", "private", own.text]
    await quiet.go()
