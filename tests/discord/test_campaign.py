"""A slow game in Discord: settings, reminders, more time, a pause, and time that is up.

The bot's clock and the sandbox's are the same; the test turns it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.host.timekeeper import Timekeeper
from bot.sandbox import Sandbox
from bot.store import Store
from bot.tables.floor.agenda import Agenda
from bot.tables.tables import Tables
from tests.discord.conftest import quiet, who
from tests.discord.falsely import glasses as glasses
from tests.discord.scene import bid, said, sit_down
from tests.people import Person
from tests.templates import fresh


@pytest.fixture
async def herald(settings: Config, place: Sandbox) -> AsyncIterator[Herald]:
    def clock() -> datetime:
        return datetime.fromtimestamp(place.world.clock.now(), UTC)

    async with running(settings, clock=clock) as client:
        yield client


async def deadline(herald: Herald, person: Person) -> datetime:
    card = await herald.tables.finding.card(1)
    owed = next(o for o in card.owed if o.person == who(person))
    assert owed.until is not None
    return owed.until


async def wait_until(herald: Herald, place: Sandbox, moment: datetime) -> None:
    """Time passes up to then, with the timekeeper awake all the while."""
    while (due := await herald.tables.agenda.next()) is not None and due <= moment:
        await _turn(herald, place, due)
        await herald.tables.agenda.serve()
    await _turn(herald, place, moment)
    await quiet(herald)


async def _turn(herald: Herald, place: Sandbox, moment: datetime) -> None:
    ahead = (moment - herald.tables.clock()).total_seconds()
    place.world.clock.advance(max(0.0, ahead) + 0.001)


async def test_a_slow_game(herald: Herald, place: Sandbox, ana: Person, bruno: Person) -> None:
    thread = await sit_down(ana, bruno)

    shown = await ana.command("/table settings")
    assert shown.ephemeral
    assert "pace: none" in said(shown)
    assert "late: wait" in said(shown)
    names = await ana.autocomplete("/table settings", "setting", typed="pa")
    assert [c.value for c in names] == ["pace"]
    values = await ana.autocomplete("/table settings", "value", typed="1", setting="pace")
    assert "12h" in [c.value for c in values]
    assert "Ana" in said(await bruno.command("/table settings", setting="pace", value="8h"))
    wrong = await ana.command("/table settings", setting="pace", value="soon")
    assert "a time like 36h" in said(wrong)
    assert "Name the setting" in said(await ana.command("/table settings", value="8h"))
    assert "pace is 8h now" in said(
        await ana.command("/table settings", setting="pace", value="8 hours")
    )
    await bruno.hears("Ana set pace: 8h", in_=thread)
    status = await bruno.command("/status")
    assert "until <t:" in status.text

    # at half time both owe an answer, and both are reminded; later only Ana is
    half = await deadline(herald, ana) - timedelta(hours=4)
    await wait_until(herald, place, half + timedelta(minutes=1))
    for person in (ana, bruno):
        reminder = await person.hears("you are still asked", in_="dm")
        assert not reminder.silent
        assert "Until <t:" in reminder.text
        assert reminder.buttons == ["Answer"]
    await bid(bruno)
    await wait_until(herald, place, half + timedelta(hours=3, minutes=1))
    await ana.hears("you are still asked", in_="dm")
    assert len(bruno.heard("you are still asked", in_="dm", kinds=("message",))) == 1

    # more time, by agreement
    before = await deadline(herald, ana)
    asked = await ana.command("/table extend", hours=12)
    assert "Waiting for Bruno to agree" in said(asked)
    request = await bruno.hears("12 hours more for Christian", in_=thread)
    assert request.pings
    await bruno.click(request, "Agree")
    await ana.hears("Christian may take 12 hours longer", in_=thread)
    more = await deadline(herald, ana) - before
    assert round(more.total_seconds() / 60) == 12 * 60

    # a pause, asked for by a player, ended by the host
    await bruno.command("/table pause")
    request = await ana.hears("asks to pause", in_=thread)
    await ana.click(request, "Agree")
    await bruno.hears("the clocks stand", in_=thread)
    assert "Paused" in said(await bruno.command("/status"))
    await wait_until(herald, place, herald.tables.clock() + timedelta(days=3))
    assert "clocks run again" in said(await ana.command("/table resume"))
    await bruno.hears("Ana lets the table go on", in_=thread)
    assert "not paused" in said(await ana.command("/table resume"))

    # a holiday is told and shown
    day = (herald.tables.clock() + timedelta(days=9)).date().isoformat()
    me = await bruno.command("/me settings", away=day)
    assert f"Away until\n{day}" in said(me)
    await ana.hears(f"Bruno is away until {day}", in_=thread)
    far = (herald.tables.clock() + timedelta(days=400)).date().isoformat()
    assert "within 180 days" in said(await bruno.command("/me settings", away=far))
    await bruno.command("/me settings", away="none")
    await ana.hears("Bruno is back", in_=thread)

    # time is up
    await ana.command("/table settings", setting="late", value="computer")
    ana.forget()
    await wait_until(herald, place, await deadline(herald, ana) + timedelta(minutes=1))
    await bruno.hears("Time is up for Christian (Ana). The computer answers", in_=thread)
    told = await ana.hears("Your time at Granada 1 is up", in_="dm")
    assert not told.silent
    card = await herald.tables.finding.card(1)
    assert [seat.person for seat in card.seats] == [who(ana), who(bruno)]
    assert all(owed.kind != "bid" for owed in card.owed)


async def test_nobodys_time_is_up_while_nobody_can_reach_us(tmp_path: Path) -> None:
    store = Store(fresh(tmp_path / "herald.db"))
    await store.upgrade()
    served: list[bool] = []

    class Noted(Agenda):
        async def serve(self) -> int:
            served.append(there)
            return await super().serve()

    for there in (False, True):
        tables = Tables(store)
        tables.agenda = Noted(tables.hall, tables.agenda.servants)
        keeper = Timekeeper(tables, partial(bool, there))
        keeper.start()
        await asyncio.sleep(0)  # it has looked once
        await keeper.stop()
        await tables.stop()
    assert served == [True]
    await store.close()
