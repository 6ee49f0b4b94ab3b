"""The line to the gateway breaks in every way, and people and places change meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.sandbox.acts import channels as sandbox_channels
from tests.discord.conftest import quiet, seated, thread_of, to_a_move, who
from tests.discord.processes import lines_of
from tests.discord.test_faults_places import give, take
from tests.discord.test_faults_weather import at_a_move, once_each, patiently
from tests.people import Person, Silence


async def until(ready: Callable[[], bool]) -> None:
    for _ in range(600):
        if ready():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came")


async def back(place: Sandbox) -> None:
    async with asyncio.timeout(30):
        await place.gateway_side.connected.wait()


async def test_a_command_during_a_short_break_is_answered_after_it(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    resumes, identifies = place.gateway_side.resumes, place.gateway_side.identifies
    assert await place.gateway_side.drop(resumable=True, abrupt=True) == 1
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
    assert place.gateway_side.resumes == resumes + 1
    assert place.gateway_side.identifies == identifies
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_a_command_lost_with_its_session_changes_nothing_and_is_given_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    identifies = place.gateway_side.identifies
    await place.gateway_side.drop(resumable=False)
    with pytest.raises(Silence, match="did not respond"):
        await now.person.command("/order", in_=now.thread, text=now.order)
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries
    await back(place)
    assert place.gateway_side.identifies == identifies + 1
    again = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in again.text
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)


@pytest.mark.parametrize("resumable", [True, False])
async def test_discord_asks_to_come_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, resumable: bool
) -> None:
    """A request to reconnect, and a session declared invalid."""
    now = await at_a_move(herald, place, ana, bruno)
    before = place.gateway_side.resumes + place.gateway_side.identifies
    if resumable:
        place.gateway_side.ask_to_reconnect()
    else:
        place.gateway_side.invalidate()
    await until(lambda: place.gateway_side.resumes + place.gateway_side.identifies > before)
    await back(place)
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
    await patiently(herald)
    await once_each(herald, now.card, ana, bruno)


def archived(place: Sandbox, thread: str) -> None:
    sandbox_channels.archive(place.world, place.world.channels[thread], True)


def deleted(place: Sandbox, thread: str) -> None:
    sandbox_channels.remove(place.world, place.world.channels[thread])


@pytest.mark.parametrize("change", [archived, deleted])
async def test_what_happened_to_the_thread_while_nobody_listened(
    herald: Herald,
    place: Sandbox,
    ana: Person,
    bruno: Person,
    change: Callable[[Sandbox, str], None],
) -> None:
    """The new session is told of nothing: it is found out when the next report is posted."""
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    thread = await thread_of(herald, card)
    order = await herald.tables.play.suggest(card.id, who(turn))
    dropped = place.gateway_side.drop(resumable=False)
    change(place, thread)
    await dropped
    await back(place)
    reply = await turn.command("/order", in_=await turn.dm(), text=order)
    assert "Done:" in reply.text
    await patiently(herald)
    fresh = await herald.tables.finding.card(card.id)
    texts = [m.text for m in await ana.history(str(fresh.thread), 100)]
    assert sum(f"{card.name} · status" in text for text in texts) == 1
    last = f"{card.name} · #{fresh.reports} · "
    assert sum(last in text for text in texts) == 1
    assert sum("was deleted" in text for text in texts) == (change is deleted)


async def test_a_permission_given_while_nobody_listened_is_noticed(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    await ana.say("well", in_=now.thread)
    take(place, "send_messages_in_threads")
    await quiet(herald)
    await now.person.command("/order", in_=await now.person.dm(), text=now.order)
    await ana.hears("a permission is missing", in_="dm")
    dropped = place.gateway_side.drop(resumable=False)
    give(place, "send_messages_in_threads")
    await dropped
    await back(place)
    await patiently(herald)
    await once_each(herald, now.card, bruno)


async def test_three_breaks_in_a_row(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    for _ in range(3):
        await place.gateway_side.drop(resumable=True)
        await back(place)
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
