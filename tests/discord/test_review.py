"""Faults that were found once: tables opened in odd places, lanes that were blocked for good,
tries without end, and words in the log that nobody should read there."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.gateway import KeepAliveHandler
from sqlmodel import select

from bot.discord.client import Herald
from bot.host import delivery, logs
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.sandbox.faults import Cut, Fault
from bot.store import models
from bot.tables.floor.outbox import Outbox
from bot.tables.values import Parcel
from renderer import Picture, RenderError
from renderer.studio import easel
from renderer.studio.studio import Studio
from tests.discord.conftest import Meet, quiet, seated, thread_of, where, who
from tests.discord.test_faults_places import give, take
from tests.discord.test_faults_weather import patiently
from tests.people import Person

# -- where a table is opened ----------------------------------------------------------------------


async def test_a_table_opened_in_a_thread_stands_in_the_channel_beside_it(
    herald: Herald, place: Sandbox, ana: Person
) -> None:
    """The next game is often agreed on where the last one was played."""
    first = await herald.tables.lobby.open(who(ana), where(place), "granada")
    thread = await thread_of(herald, first)
    await ana.command("/table open", in_=thread, game="granada")
    second = await herald.tables.finding.card(first.id + 1)
    assert second.channel == first.channel
    assert await thread_of(herald, second) != thread
    assert "Take a seat" in (await ana.hears(second.name, in_="#herald")).text


# -- lanes ----------------------------------------------------------------------------------------


async def states(herald: Herald) -> dict[str, str]:
    async with herald.tables.store.read() as session:
        return {p.slot: p.state for p in await session.exec(select(models.Parcel))}


async def test_what_waits_for_the_lobby_card_is_not_tried_without_end(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    sending = herald.tables.outbox.sending

    async def counted(parcel: int) -> Parcel | None:
        taken.append(parcel)
        return await sending(parcel)

    monkeypatch.setattr(herald.tables.outbox, "sending", counted)
    take(place, "send_messages")
    card = await seated(herald, place, ana, bruno)
    await quiet(herald)
    await asyncio.sleep(3)
    assert len(taken) < 20
    give(place, "send_messages")
    async with asyncio.timeout(10):
        await thread_of(herald, card)
    await patiently(herald)
    assert "owed" not in (await states(herald)).values()


async def test_a_line_that_breaks_while_the_host_is_told_blocks_nothing(
    herald: Herald, place: Sandbox, ana: Person
) -> None:
    take(place, "send_messages")
    cut = place.faults.lay(Fault("POST", "users/@me/channels", times=9, cut=Cut.BEFORE))
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    await quiet(herald)
    assert cut.met
    assert (await states(herald))["lobby"] == "owed"
    place.faults.clear()
    give(place, "send_messages")
    await ana.hears(card.name, in_="#herald")


async def test_what_was_sent_is_noted_however_long_the_database_is_gone(
    herald: Herald, place: Sandbox, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "NOTED", (0.01,))
    left = list(range(9))
    sent = herald.tables.outbox.sent

    async def busy(*what: Any) -> None:
        if left:
            left.pop()
            raise OSError("no space left on device")
        await sent(*what)

    monkeypatch.setattr(herald.tables.outbox, "sent", busy)
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    await thread_of(herald, card)
    assert not left
    assert set((await states(herald)).values()) == {"sent"}


async def test_a_thread_that_cannot_be_made_does_not_double_the_card(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """A server may have as many threads as Discord allows."""
    full = place.faults.lay(Fault("POST", "/threads", times=1, status=400, code=160006))
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    lobby = await ana.hears(card.name, in_="#herald")
    await quiet(herald)
    assert full.met
    await herald.tables.lobby.join(card.id, who(bruno))
    changed = await ana.hears("Bruno", in_="#herald", kinds=("message", "edit"))
    assert changed.id == lobby.id
    assert await thread_of(herald, card)


async def test_letters_go_out_though_the_database_was_busy_at_the_start(
    place: Sandbox, settings: Config, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(self: Outbox, server: int | None = None) -> None:
        monkeypatch.undo()
        raise OSError("database is locked")

    monkeypatch.setattr(Outbox, "retry", busy)
    async with running(settings) as herald:
        ana = await meet("Ana")
        card = await herald.tables.lobby.open(who(ana), where(place), "granada")
        assert await thread_of(herald, card)


async def test_too_many_edits_of_old_messages_are_made_later(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """Discord counts over our restarts, we do not."""
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    await thread_of(herald, card)
    often = place.faults.lay(Fault("PATCH", "/messages/", times=1, status=400, code=30046))
    await herald.tables.lobby.join(card.id, who(bruno))
    await quiet(herald)
    assert often.met
    assert "owed" in (await states(herald)).values()
    assert "failed" not in (await states(herald)).values()


# -- the log --------------------------------------------------------------------------------------


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    out = io.StringIO()
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in logs.TALKATIVE}
    logs.set_up("debug", "json", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


async def test_a_task_that_nobody_waited_for_is_not_quoted(written: io.StringIO) -> None:
    """asyncio writes such an exception into the sentence itself."""

    async def fails() -> None:
        raise ValueError("move Cordoba C3 > Ecija")

    task = asyncio.create_task(fails(), name="parcel 7")
    await asyncio.wait([task])
    del task
    gc.collect()
    out = written.getvalue()
    assert "never retrieved" in out
    assert "parcel 7" in out
    assert "ValueError" in out
    assert "Cordoba" not in out


# -- pictures -------------------------------------------------------------------------------------


VIEW = {"game": "granada"}


def test_what_a_view_says_is_not_quoted_when_it_cannot_be_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: object) -> easel.Answer:
        raise LookupError("Isabella")

    monkeypatch.setitem(easel._DOING, "picture", fails)
    facts, _ = easel.answer({"do": "picture"})
    told = capsys.readouterr().err
    assert "LookupError at easel.py" in told
    assert facts["refused"]["values"] == {"error": "LookupError"}
    assert "Isabella" not in told + str(facts)


async def test_a_missing_picture_is_logged_without_what_it_shows(
    written: io.StringIO, herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)

    async def fails(*_: object, **__: object) -> Picture:
        raise RenderError("There is no card 'Isabella' in the Christian deck.")

    herald.studio.draw = fails  # type: ignore[method-assign]
    panel = await ana.command("/play", in_=await thread_of(herald, card))
    assert panel.buttons
    assert "no picture" in written.getvalue()
    assert "Isabella" not in written.getvalue()


async def test_a_drawing_process_that_cannot_start_is_no_reason_to_be_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks for a picture knows what to do without one, and with nothing else."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    studio = Studio(1)
    try:
        with pytest.raises(RenderError, match="could not be drawn"):
            await studio.draw(VIEW, "board")
    finally:
        await studio.close()


# -- signs of life --------------------------------------------------------------------------------


async def test_a_full_disk_ends_no_sign_of_life_for_good(
    herald: Herald, settings: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.health.unlink(missing_ok=True)

    def full(path: Path, *_: object, **__: object) -> None:
        monkeypatch.undo()
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "touch", full)
    await herald.beat_once()
    assert not settings.health.exists()
    await herald.beat_once()
    assert settings.health.exists()


async def test_a_lost_gateway_is_no_sign_of_life(place: Sandbox, settings: Config) -> None:
    async with running(settings) as herald:
        await herald.beat_once()
        settings.health.unlink()
        await place.stop()
        async with asyncio.timeout(10):
            # discord.py has no event for it
            while any(not s.is_closed() for s in herald.shards.values()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await herald.beat_once()
        assert not settings.health.exists()


async def test_nothing_of_a_connection_is_left_behind(place: Sandbox, settings: Config) -> None:
    """Stopped while Discord makes us wait before we may introduce ourselves again."""
    async with running(settings):
        async with aiohttp.ClientSession() as outside:
            drop = {"do": "drop", "resumable": False}
            async with outside.post(f"{place.url}/control/gateway", json=drop) as answer:
                assert answer.status == 200
        await asyncio.sleep(1.0)  # on the way back, and not there for another four seconds
    for thread in hearts():
        thread.join(1.0)
    assert not hearts()


def hearts() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler)]
