"""Cortés through the gateway: two people, a set-up, a turn of each, a battle and an R&R.

Nothing in the bot knows this game: what is tried here is what its verbs, words and pictures make
of the same commands, panels and messages.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from random import Random

import pytest

from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from engine.games import known
from tests.discord.conftest import quiet, who
from tests.discord.scene import asked, said, with_a_word
from tests.discord.usage import improper
from tests.people import Person, Reply

SEED = "two at the lake"


@pytest.fixture
def cortes() -> Iterator[None]:
    with known("cortes"):
        yield


@pytest.fixture
async def herald(
    cortes: None, settings: Config, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Herald]:
    """With known dice, and without the guard against the same words twice: scripts are quick."""
    monkeypatch.setattr("bot.tables.lobby.seed.mixed", lambda secret, joining: SEED)
    async with running(settings, Random("Tenochtitlan, 1521")) as client:
        client.tables.play.repeat = timedelta(0)
        yield client


@pytest.mark.slow
async def test_two_people_play_a_pair_of_turns_and_an_rr(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    for person in (ana, bruno):
        person.patience = 60.0
    await two_sit_down(herald, ana, bruno)
    await they_set_up(ana, bruno)
    await the_fleet_sails_and_bombards(herald, ana, bruno)
    await the_aztecs_move(bruno)
    await an_rr(herald, ana, bruno)
    assert "Pair 2" in said(await ana.command("/log"))
    assert improper(place) == []


async def two_sit_down(herald: Herald, ana: Person, bruno: Person) -> None:
    await ana.command("/table open", game="cortes", scenario="veteran")
    card = await ana.hears("Take a seat", in_="#herald")
    thread = await ana.sees("Cortés 1")
    await bruno.sees("Cortés 1")
    assert "aztec" in said(await bruno.click(card, "Sit as aztec"))
    await ana.click(card, "Ready")
    started = await with_a_word(bruno, await bruno.click(card, "Ready"))
    assert "begins" in said(started)
    ana.where = bruno.where = thread
    await quiet(herald)


async def done(person: Person, *orders: str) -> None:
    for order in orders:
        reply: Reply = await person.command("/order", text=order)
        assert "Done: `" in said(reply), said(reply)


async def they_set_up(ana: Person, bruno: Person) -> None:
    await done(ana, "place Badajoz Monjaraz gun > 1105", "standard")
    refused = await bruno.command("/order", text="place K4 > 1105")
    assert "1105" in said(refused)
    assert "Done" not in said(refused)
    await done(bruno, "place 3K4 Cuauhtemoc > 3016")
    await done(bruno, "place 5R2 > 2811 > 2812 > 2813")
    await done(bruno, "standard")


async def the_fleet_sails_and_bombards(herald: Herald, ana: Person, bruno: Person) -> None:
    await done(ana, "move 11 7B2 Cortes > 10", "move 1105 Badajoz Monjaraz gun > 1308", "done")
    shown = await ana.command("/map")
    assert shown.files
    question = await asked(herald, ana)
    assert "Bombard" in question.prompt
    # Nobody waits for an answer out of turn: the losses are taken from the standing plan.
    await done(ana, "bombard 3516 from 10 with 4B2")
    await quiet(herald)
    if await herald.tables.play.asked(1, who(ana)) is not None:
        await done(ana, "done")


async def the_aztecs_move(bruno: Person) -> None:
    hand = await bruno.command("/map")
    assert hand.files
    await done(bruno, "move 3019 R2 > 3020", "done")


async def an_rr(herald: Herald, ana: Person, bruno: Person) -> None:
    """Asked for, not objected to, and both sides back where they stood."""
    await quiet(herald)
    while (question := await herald.tables.play.asked(1, who(bruno))) is not None:
        await done(bruno, "done" if "done" in question.prompt else "accept")
        await quiet(herald)
    await done(ana, "regroup")
    await quiet(herald)
    for _ in range(12):
        for person in (ana, bruno):
            question = await herald.tables.play.asked(1, who(person))
            if question is not None:
                await done(person, _answer(question.prompt))
                await quiet(herald)
        question = await herald.tables.play.asked(1, who(ana))
        if question is not None and "Move your units" in question.prompt:
            return
    raise AssertionError("the R&R does not end")


def _answer(prompt: str) -> str:
    if "Place your units" in prompt:
        return "standard"
    return "continue" if "continue" in prompt else "accept" if "accept" in prompt else "done"
