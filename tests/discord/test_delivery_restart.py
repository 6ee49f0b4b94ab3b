"""Stopped, killed, started again: nothing is lost, nothing stands twice, nothing is told."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator

import pytest

from bot.discord.client import RESTARTING
from bot.host import logs
from bot.host.config import Config, ConfigError, for_stand_in
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.store import models
from tests.discord.conftest import (
    Meet,
    asked_of,
    ordered,
    quiet,
    seated,
    thread_of,
    to_a_move,
    who,
)


def marks(messages: list[object]) -> list[str]:
    return [m.text.splitlines()[-1] for m in messages if m.data["embeds"]]  # type: ignore[attr-defined]


async def test_what_was_sent_but_not_noted_is_found_again(
    place: Sandbox, settings: Config, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bruno = await meet("Ana"), await meet("Bruno")
    async with running(settings) as herald:
        card = await seated(herald, place, ana, bruno)
        turn = await to_a_move(herald, card, ana, bruno)
        thread = await thread_of(herald, card)
        await bruno.say("and now", in_=thread)
        ana.forget()
        forgetful = asyncio.Event()
        # the process dies between Discord's answer and the note of it
        monkeypatch.setattr(herald.delivery, "_sent", lambda *_: forgetful.wait())
        await ordered(herald, card, turn)
        await ana.hears(f"{card.name} · #", in_=thread)
        for task in list(herald.delivery._roads.values()):
            task.cancel()
    before = marks(list(await ana.history(thread)))
    async with running(settings) as herald:
        await quiet(herald)
        after = marks(list(await ana.history(thread)))
        assert len(after) == len(set(after))
        assert {mark.split(" · ")[1] for mark in before} <= {m.split(" · ")[1] for m in after}
        box = marks(list(await turn.history("dm")))
        assert len(box) == len(set(box))


async def test_orders_given_while_nothing_was_sent_are_told_after_the_start(
    place: Sandbox, settings: Config, meet: Meet
) -> None:
    ana, bruno = await meet("Ana"), await meet("Bruno")
    async with running(settings) as herald:
        card = await seated(herald, place, ana, bruno)
        thread = await thread_of(herald, card)
        await herald.delivery.stop()
        await ordered(herald, card, await to_a_move(herald, card, ana, bruno))
        latest = (await herald.tables.finding.card(card.id)).reports
        told = marks(list(await ana.history(thread)))
        assert not [m for m in told if f"#{latest} " in m]
    async with running(settings) as herald:
        await quiet(herald)
        told = marks(list(await ana.history(thread)))
        assert len([m for m in told if f"#{latest} " in m]) == 1
        assert len(told) == len(set(told))


async def test_commands_are_registered_once(place: Sandbox, settings: Config) -> None:
    for _ in range(2):
        async with running(settings):
            pass
    written = [r for r in place.door.book if r.method == "PUT" and r.path.endswith("/commands")]
    assert len(written) == 1


async def test_whoever_asks_while_it_stops_is_told_so(
    place: Sandbox, settings: Config, meet: Meet
) -> None:
    ana = await meet("Ana")
    async with running(settings) as herald:
        await ana.knows("/status")
        herald.stopping = True
        told = await ana.command("/status")
        assert told.text == RESTARTING
        assert told.ephemeral
        herald.stopping = False


async def test_a_wrong_token_and_an_absent_discord_are_said_in_words(
    place: Sandbox, settings: Config
) -> None:
    wrong = for_stand_in(place.api, place.gateway, settings.folder, "wrong", painters=0)
    with pytest.raises(ConfigError, match="does not accept the token"):
        async with running(wrong):
            pass
    nowhere = for_stand_in("http://127.0.0.1:9/api/v10", "ws://127.0.0.1:9", settings.folder)
    with pytest.raises(ConfigError, match="cannot be reached"):
        async with running(nowhere):
            pass


async def test_a_sign_of_life_is_there_while_connected(settings: Config) -> None:
    async with running(settings) as herald:
        await herald.beat_once()
        assert settings.health.exists()
    assert not settings.health.exists()


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    out = io.StringIO()
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    logs.set_up("debug", "json", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)


async def test_the_log_of_a_game_holds_no_secret(
    written: io.StringIO, place: Sandbox, settings: Config, meet: Meet
) -> None:
    ana, bruno = await meet("Ana"), await meet("Bruno")
    orders: set[str] = set()
    async with running(settings) as herald:
        card = await seated(herald, place, ana, bruno)
        await bruno.post("settings", dms="closed")
        for _ in range(25):
            for person in await asked_of(herald, card, ana, bruno):
                orders.add(await ordered(herald, card, person))
        await ana.command("/order", in_=await thread_of(herald, card), text="move Nowhere XYZZY")
        await quiet(herald)
        hand = (await herald.tables.reading.secrets(card.id, who(ana))).text
        async with herald.tables.store.read() as session:
            table = await session.get(models.Table, card.id)
            assert table is not None
    out = written.getvalue()
    assert "thread made" in out
    assert "XYZZY" not in out
    assert table.seed not in out
    assert table.secret not in out
    for told in [*hand.splitlines(), *orders]:
        assert " " not in told or told not in out
