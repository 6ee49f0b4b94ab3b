"""A sandbox, the whole bot connected to it, and people who talk with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.discord.client import Herald
from bot.host import logs
from bot.host.config import Config, for_stand_in
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.tables.lobby import seed
from bot.tables.tables import Tables
from bot.tables.values import TableCard, Where, Who
from renderer.pictures import drawing
from tests.discord.glasses import Glasses
from tests.live import LIVE
from tests.people import Person
from tests.templates import fresh

Meet = Callable[[str], Awaitable[Person]]


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """Logs as the bot writes them: without this, structlog draws every variable of a fault."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    logs.set_up("info")
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def rates() -> bool:
    """Whether Discord's own limits hold: they make a client wait in real time, so only the tests
    that are about them ask for them."""
    return False


@pytest.fixture
async def place(rates: bool) -> AsyncIterator[Sandbox]:
    async with Sandbox(rates=rates) as started:
        yield started


@pytest.fixture
def settings(place: Sandbox, tmp_path: Path) -> Config:
    """Pictures are drawn in a thread of this process: their boards are kept between tests."""
    folder = fresh(tmp_path / "herald" / "herald.db").parent
    return for_stand_in(place.api, place.gateway, folder, painters=0, defaults=LIVE)


@pytest.fixture
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first table of every test is dealt the same hands, whoever joined when: what fails
    fails again, and a picture that one test has had drawn is there for the next."""
    monkeypatch.setattr(seed, "mixed", lambda secret, joining: secret)
    monkeypatch.setattr(drawing, "_DRAWN_KEPT", 300)


@pytest.fixture
async def herald(settings: Config, known_dice: None) -> AsyncIterator[Herald]:
    async with running(settings, Random("Alhama, 1482")) as client:
        yield client


@pytest.fixture
def glasses() -> Glasses | None:
    """English is read as it comes; some modules speak the false language instead (falsely.py)."""
    return None


@pytest.fixture
async def meet(place: Sandbox, glasses: Glasses | None) -> AsyncIterator[Meet]:
    met: list[Person] = []

    async def someone(name: str) -> Person:
        person = await Person.meet(place.url, name)
        person.patience = 60.0
        if glasses is not None:
            glasses.put_on(person)
        met.append(person)
        return person

    yield someone
    for one in met:
        await one.go()


@pytest.fixture
async def ana(herald: Herald, meet: Meet) -> Person:
    return await meet("Ana")


@pytest.fixture
async def bruno(herald: Herald, meet: Meet) -> Person:
    return await meet("Bruno")


@pytest.fixture
async def clara(herald: Herald, meet: Meet) -> Person:
    return await meet("Clara")


def who(person: Person) -> Who:
    return Who(int(person.id), person.name)


def where(place: Sandbox, channel: str = "herald") -> Where:
    named = next(c for c in place.world.channels.values() if c.name == channel)
    return Where(int(place.world.guild), int(named.id))


async def seated(herald: Herald | Tables, place: Sandbox, *people: Person) -> TableCard:
    """A table of Granada with these people seated and ready; the game has begun."""
    tables = herald if isinstance(herald, Tables) else herald.tables
    first, *others = people
    card = await tables.lobby.open(who(first), where(place), "granada")
    for other in others:
        await tables.lobby.join(card.id, who(other))
    for one in people:
        card = await tables.lobby.ready(card.id, who(one))
    return card


async def ordered(herald: Herald, card: TableCard, person: Person) -> str:
    """The person does what the computer would; the order as text."""
    asked = await herald.tables.play.asked(card.id, who(person))
    assert asked is not None
    order = await herald.tables.play.suggest(card.id, who(person))
    await herald.tables.play.order(card.id, who(person), order, key=asked.key)
    return order


async def asked_of(herald: Herald, card: TableCard, *people: Person) -> list[Person]:
    """Whoever of them owes an answer."""
    return [p for p in people if await herald.tables.play.asked(card.id, who(p)) is not None]


async def to_a_move(herald: Herald, card: TableCard, *people: Person) -> Person:
    """Play on until one of them, and nobody else, may move; that one."""
    for _ in range(60):
        asked = await asked_of(herald, card, *people)
        question = await herald.tables.play.asked(card.id, who(asked[0]))
        assert question is not None
        if len(asked) == 1 and any(verb.value == "move" for verb in question.verbs):
            return asked[0]
        await ordered(herald, card, asked[0])
    raise AssertionError("nobody ever moves")


async def quiet(herald: Herald) -> None:
    """Until nobody thinks, and everything that is owed has been sent."""
    async with asyncio.timeout(30):
        await herald.tables.rest()
        await herald.delivery.settled()


async def thread_of(herald: Herald, card: TableCard) -> str:
    """The thread, when everything that is owed stands in it."""
    async with asyncio.timeout(30):
        while True:
            await quiet(herald)
            fresh = await herald.tables.finding.card(card.id)
            if fresh.thread is not None:
                await quiet(herald)
                return str(fresh.thread)
