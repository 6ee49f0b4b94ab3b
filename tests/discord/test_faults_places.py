"""Places and people: threads that sleep, are locked or gone, permissions, letter boxes."""

from __future__ import annotations

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.sandbox.acts import channels as sandbox_channels
from bot.sandbox.acts import messages as sandbox_messages
from bot.sandbox.model.permissions import bits
from tests.discord.conftest import (
    asked_of,
    ordered,
    quiet,
    seated,
    thread_of,
    to_a_move,
    where,
    who,
)
from tests.discord.fire import made
from tests.discord.test_faults_weather import Moved, at_a_move, once_each, patiently
from tests.people import Person


def take(place: Sandbox, name: str) -> None:
    """Denied to the bot in the channel, whatever everybody else may."""
    world = place.world
    world.give_and_take(world.bot_role.id, 0, bits([name]), hall_of(place))


def give(place: Sandbox, name: str) -> None:
    world = place.world
    world.give_and_take(world.bot_role.id, bits([name]), 0, hall_of(place))


def hall_of(place: Sandbox) -> str:
    return next(c.id for c in place.world.channels.values() if c.name == "herald")


def refusals(place: Sandbox) -> list[tuple[str, str]]:
    return [(r.method, r.path) for r in place.door.book if r.status == 403]


# -- permissions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "view_channel",
        "send_messages",
        "embed_links",
        "create_public_threads",
        "send_messages_in_threads",
        "read_message_history",
    ],
)
async def test_a_table_opened_without_a_permission_begins_when_it_is_given(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, name: str
) -> None:
    take(place, name)
    card = await seated(herald, place, ana, bruno)
    await quiet(herald)
    give(place, name)
    await patiently(herald)
    card = await once_each(herald, card, ana, bruno)
    lobby = [m for m in made(ana, ana.place("#herald")) if card.name in str(m.data["embeds"])]
    assert len(lobby) == 1
    least = 0 if name == "read_message_history" else 1  # there is nothing to read yet
    assert least <= len(refusals(place)) <= 6, refusals(place)  # and no loop of them


@pytest.mark.parametrize("name", ["attach_files", "embed_links", "read_message_history"])
async def test_a_permission_lost_during_play(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, name: str
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    if name != "read_message_history":
        await ana.say("a new message is needed", in_=now.thread)
    take(place, name)
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
    await quiet(herald)
    give(place, name)
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)
    assert 1 <= len(refusals(place)) <= 6, refusals(place)


async def test_the_host_is_told_once_however_much_is_owed(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    await thread_of(herald, card)
    take(place, "send_messages_in_threads")
    for _ in range(10):
        await ordered(herald, card, (await asked_of(herald, card, ana, bruno))[0])
        await quiet(herald)
    assert len(ana.heard("a permission is missing", kinds=("message",))) == 1
    assert 1 <= len(refusals(place)) <= 4, refusals(place)


async def test_changes_in_a_server_do_not_say_it_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """Each of them has the bot try once more what it owes; the reason is the same as before."""
    card = await seated(herald, place, ana, bruno)
    await thread_of(herald, card)
    take(place, "send_messages_in_threads")
    for _ in range(10):
        await ordered(herald, card, (await asked_of(herald, card, ana, bruno))[0])
        await quiet(herald)
    before = len(refusals(place))
    for _ in range(5):  # its own place changes, and the permission is still missing
        take(place, "send_messages_in_threads")
        await quiet(herald)
    assert len(ana.heard("a permission is missing", kinds=("message",))) == 1
    assert len(refusals(place)) > before  # it did try


# -- threads --------------------------------------------------------------------------------------


async def test_a_locked_thread_waits_for_its_moderator(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    thread = place.world.channels[now.thread]
    sandbox_channels.archive(place.world, thread, True, locked=True)
    await quiet(herald)
    ana.forget()
    reply = await now.person.command("/order", in_=await now.person.dm(), text=now.order)
    assert "Done:" in reply.text
    await quiet(herald)
    assert not [m for m in ana.heard(in_=now.thread) if not m.used]
    before = len(place.door.book)
    sandbox_channels.archive(place.world, thread, False, locked=False)
    await ana.hears(f"{now.card.name} · ", in_=now.thread)
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)
    assert len(place.door.book) - before < 30


@pytest.mark.parametrize("which", ["status", "#"])
async def test_a_message_that_a_moderator_deleted_is_posted_anew(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, which: str
) -> None:
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    thread = await thread_of(herald, card)
    channel = place.world.channels[thread]
    for one in made(ana, thread):
        if f" · {which}" in str(one.data["embeds"]) and one.data["id"] in channel.messages:
            message = channel.messages[one.data["id"]]
            sandbox_messages.delete(place.world, channel, message)
    while turn in await asked_of(herald, card, ana, bruno):
        await ordered(herald, card, turn)
    await patiently(herald)
    marks = [m.text.splitlines()[-1] for m in await ana.history(thread, 100) if m.data["embeds"]]
    assert len(marks) == len(set(marks))
    assert marks.count(f"{card.name} · status") == 1
    latest = f"{card.name} · #{(await herald.tables.finding.card(card.id)).reports} · "
    shown = [mark.removeprefix(latest) for mark in marks if mark.startswith(latest)]
    assert any(lines.startswith("1–") for lines in shown)


async def test_the_thread_and_its_card_are_both_gone(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    hall = place.world.channels[ana.place("#herald")]
    sandbox_messages.delete(place.world, hall, hall.messages[now.thread])
    sandbox_channels.remove(place.world, place.world.channels[now.thread])
    told = await ana.hears("was deleted")
    await patiently(herald)
    fresh = await herald.tables.finding.card(now.card.id)
    assert told.channel == str(fresh.thread) != now.thread
    reply = await now.person.command("/order", in_=told.channel, text=now.order)
    assert "Done:" in reply.text
    await patiently(herald)
    texts = "\n".join(m.text for m in await ana.history(told.channel, 100))
    assert texts.count("was deleted") == 1
    assert texts.count(f"{now.card.name} · status") == 1


# -- letter boxes ---------------------------------------------------------------------------------


async def test_letters_that_closed_in_the_middle_are_opened_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    other = bruno if now.person is ana else ana
    await other.post("settings", dms="closed")
    await play_until_asked(herald, now, other)
    assert (await herald.tables.people.profile(who(other))).state("discord") == "closed"
    texts = [m.text for m in await ana.history(now.thread, 100)]
    assert sum("direct messages are closed" in text for text in texts) == 1
    await other.notices("mention", channel_id=now.thread)  # called by name instead
    shown = await other.command("/hand", in_=now.thread)
    assert shown.ephemeral
    assert shown.files
    await other.post("settings", dms="open")
    other.forget()
    noted = await other.command("/me settings", in_=now.thread, pings="dm")
    assert "closed" not in noted.text
    await other.hears("hand of", in_="dm")
    await patiently(herald)
    assert (await herald.tables.people.profile(who(other))).state("discord") == "open"


async def play_until_asked(herald: Herald, now: Moved, other: Person) -> None:
    """The one who may move goes on until the other is asked and that has been told."""
    while not await asked_of(herald, now.card, other):
        await ordered(herald, now.card, now.person)
    await patiently(herald)


async def test_whoever_leaves_the_server_in_the_middle_is_missed_and_may_come_back(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    other = bruno if now.person is ana else ana
    await other.post("leave")
    await play_until_asked(herald, now, other)
    notes = [m for m in await now.person.history(now.thread, 100) if "has left" in m.text]
    assert len(notes) == 1
    await other.post("rejoin")
    await other.click(notes[0], "Take this seat")
    order = await herald.tables.play.suggest(now.card.id, who(other))
    reply = await other.command("/order", in_=now.thread, text=order)
    assert "Done:" in reply.text


async def test_a_table_in_a_channel_that_is_gone_bothers_nobody(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    made_ = sandbox_channels.new_text_channel(place.world, "for-a-while")
    card = await herald.tables.lobby.open(who(ana), where(place, "for-a-while"), "granada")
    await thread_of(herald, card)
    sandbox_channels.remove(place.world, made_)
    await herald.tables.lobby.join(card.id, who(bruno))
    for person in (ana, bruno):
        await herald.tables.lobby.ready(card.id, who(person))
    await quiet(herald)
    before = len(place.door.book)
    await ordered(herald, card, (await asked_of(herald, card, ana, bruno))[0])
    await quiet(herald)
    assert len(place.door.book) - before < 20
    other = await herald.tables.lobby.open(who(bruno), where(place), "granada")
    await bruno.hears(other.name, in_="#herald")
