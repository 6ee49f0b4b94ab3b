"""A sandbox, a tiny bot in it, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp
import pytest

from bot.sandbox import Sandbox
from tests.people import Person
from tests.sandbox.client import TinyBot, point_client_at
from tests.sandbox.rest import Rest


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    async with Sandbox() as started:
        point_client_at(started, monkeypatch)
        yield started


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """Logged in, with its commands registered."""
    client = await TinyBot().up()
    await client.tree.sync()
    yield client
    await client.down()


@pytest.fixture
async def meet(sandbox: Sandbox) -> AsyncIterator[Callable[[str], Awaitable[Person]]]:
    met: list[Person] = []

    async def someone(name: str) -> Person:
        person = await Person.meet(sandbox.url, name)
        met.append(person)
        return person

    yield someone
    for one in met:
        await one.go()


@pytest.fixture
async def ana(bot: TinyBot, meet: Callable[[str], Awaitable[Person]]) -> Person:
    return await meet("Ana")


@pytest.fixture
async def bruno(bot: TinyBot, meet: Callable[[str], Awaitable[Person]]) -> Person:
    return await meet("Bruno")


@pytest.fixture
async def rest(sandbox: Sandbox) -> AsyncIterator[Rest]:
    """Requests by hand, for what the client would never send."""
    async with aiohttp.ClientSession() as session:
        yield Rest(sandbox, session)


@pytest.fixture
def herald(sandbox: Sandbox) -> str:
    """The id of the channel #herald."""
    return next(one.id for one in sandbox.world.text_channels() if one.name == "herald")
