"""A whole game of Granada between two people, as a conversation with the bot over its gateway.

Everything that can be commanded, pressed, chosen or filled in is used at least once: the test
ends with the list of what was not.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import engine
from bot.cli.main import app
from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.tables.values import Stage
from engine.text import write
from engine.text.examples import example
from tests.discord import ways
from tests.discord.conftest import quiet, who
from tests.discord.falsely import glasses as glasses
from tests.discord.scene import said, with_a_word
from tests.discord.sketches import sketching, the_first
from tests.discord.usage import Usage, improper
from tests.discord.ways import GAME, Question, question
from tests.people import Form, Person, Reply

COMMANDS = {name for name, verb in engine.games()[GAME].verbs.items() if verb.command}
# A menu of scenarios needs two, a menu of free seats three, a second page more than 25 choices.
NOT_IN_GRANADA = {"component scenario", "component sit", "component page"}
# What has conversations of its own: the test below looks whether they are there.
ELSEWHERE = {
    "/mod": "test_mod.py",
    "component mod": "test_mod.py",
    "/table moderator": "test_mod.py",
    "/table settings": "test_campaign.py",
    "/table pause": "test_campaign.py",
    "/table resume": "test_campaign.py",
    "/table extend": "test_campaign.py",
    "/table resign": "test_seats.py",
    "component resign": "test_seats.py",
    "/table export": "test_mod.py",
    "/table results": "test_following.py",
    "/me history": "test_following.py",
    "/me forget": "test_following.py",
    "component forget": "test_following.py",
    "/plan": "test_plans_talk.py",
    "/learn": "test_lessons.py",
    "component lesson": "test_lessons.py",
    "/tell": "test_letters.py",
    "/say": "test_letters.py",
    "/told": "test_letters.py",
    "component letters": "test_letters.py",
    "component enough": "trying.py",
}
MOST = 900  # orders
FEW = 4  # answers, each of which has a button of its own
SEED = "whole game 340"


@pytest.fixture
async def herald(settings: Config, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Herald]:
    """With known dice, and without the guard against the same words twice: scripts are quick.

    A table's seed depends on who joined when; this one is a game in which everything happens.
    """
    monkeypatch.setattr("bot.tables.lobby.seed.mixed", lambda secret, joining: SEED)
    async with running(settings, Random("Santa Fe, 1492")) as client:
        client.tables.play.repeat = timedelta(0)
        sketching(client, the_first(12))
        yield client


@pytest.mark.slow
async def test_two_people_play_a_whole_game(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person, tmp_path: Path
) -> None:
    usage = Usage(place)
    for person in (ana, bruno, clara):
        person.patience = 60.0
    await tables_that_come_to_nothing(clara, bruno)
    table, thread, promised = await two_sit_down(herald, ana, bruno)
    ana.where = bruno.where = clara.where = thread
    game = Game(herald, table, ana, bruno)
    await game.on(6)
    await they_look_around(ana, bruno, clara)
    await game.until_moving(ana)
    await she_changes_her_mind(ana)
    await game.until_all_commands_are_used(usage)
    await they_agree_and_disagree(game, ana, bruno)
    await a_seat_changes_hands(ana, clara)
    await game.to_the_end()
    await the_end_is_told(game, clara, promised, tmp_path)
    assert {one for one in usage.never_used(GAME) if not _elsewhere(one)} <= NOT_IN_GRANADA
    assert improper(place) == []


def _elsewhere(used: str) -> bool:
    return any(used == known or used.startswith(f"{known} ") for known in ELSEWHERE)


@pytest.mark.parametrize("what", ELSEWHERE)
def test_what_is_not_used_here_is_used_elsewhere(what: str) -> None:
    conversation = (Path(__file__).parent / ELSEWHERE[what]).read_text(encoding="utf-8")
    assert what.removeprefix("component ") in conversation


class Game:
    """Two people who answer whatever is asked of them, each order by another way."""

    def __init__(self, herald: Herald, table: int, *people: Person) -> None:
        self.herald = herald
        self.table = table
        self.people = people
        self.orders = 0
        # every way a few times, then the quickest
        self.ways: Iterator[object] = itertools.chain(ways.WAYS * 3, itertools.repeat(ways.by_text))
        self.used: set[str] = set()
        self.pressed = False  # an answer was given by a button of its own

    async def asked(self) -> tuple[Person, Question] | None:
        for person in self.people:
            if (found := await question(self.herald, self.table, person)) is not None:
                return person, found
        return None

    async def answer(self, person: Person, asked: Question, text: str, way: object) -> Reply:
        self.orders += 1
        assert self.orders < MOST, "the game does not end"
        self.used.add(asked.action(text).verb)
        return await ways.give(person, way, asked, text)

    async def step(self) -> bool:
        """One answer: a command that was not used yet if there is one, else what is wise."""
        found = await self.asked()
        if found is None:
            return False
        person, asked = found
        fresh = [v for v in asked.decision.verbs if v in COMMANDS and v not in self.used]
        if fresh:
            text = example(asked.game, asked.decision, fresh[0])
            await self.answer(person, asked, text, ways.by_command)
        else:
            text = await self.herald.tables.play.suggest(self.table, who(person))
            few = asked.decision.count(FEW + 1) <= FEW and not self.pressed
            self.pressed = self.pressed or few
            await self.answer(person, asked, text, ways.by_panel if few else next(self.ways))
        return True

    async def on(self, steps: int) -> None:
        for _ in range(steps):
            assert await self.step()

    async def until_moving(self, mover: Person) -> None:
        while True:
            found = await self.asked()
            assert found is not None
            person, asked = found
            if person is mover and "move" in asked.decision.verbs:
                return
            await self.step()

    async def until_all_commands_are_used(self, usage: Usage) -> None:
        while any(f"{GAME} {verb}" not in usage.commands for verb in COMMANDS):
            assert await self.step(), f"the game ended without {COMMANDS - self.used}"

    async def to_the_end(self) -> None:
        """The rest in a hurry: what happens when time is up."""
        while (found := await self.asked()) is not None:
            person, asked = found
            text = write(asked.game.verbs, asked.decision.default)
            await self.answer(person, asked, text, ways.by_text)


# -- before the start ----------------------------------------------------------------------------


async def tables_that_come_to_nothing(clara: Person, bruno: Person) -> None:
    """Clara tries what can be done in a lobby; the first table ends when she leaves it."""
    await clara.command("/table open", game=GAME, seat="muslim")
    card = await clara.hears("Take a seat", in_="#herald")
    assert "free: christian" in said(await clara.command("/table list"))
    assert "christian" in said(await clara.command("/table seat", seat="christian"))
    assert "computer" in said(await clara.click(card, "Computer"))
    assert "free" in said(await clara.command("/table clear", seat="muslim"))
    await bruno.command("/table join", table="1")
    assert "left" in said(await bruno.command("/table leave"))
    await clara.command("/table computer", seat="muslim", player="random")
    assert "left" in said(await clara.click(card, "Leave"))
    assert "closed" in said(await clara.command("/table join", table="1"))

    await clara.command("/table open", game=GAME)
    card = await clara.hears("Granada 2", in_="#herald")
    assert "cannot be opened again" in said(await clara.click(card, "Close"))
    asking = await clara.command("/table close")
    assert "closed" in said(await clara.click(asking, "Close it for good"))


async def two_sit_down(herald: Herald, ana: Person, bruno: Person) -> tuple[int, str, str]:
    """Ana opens, Bruno joins, they agree on an option and are ready."""
    opened = await ana.command("/table open", game=GAME)
    assert opened.ephemeral
    card = await ana.hears("Granada 3", in_="#herald")
    promised = said(card).split("Promised before anybody sat down")[1].split("`")[1]
    thread = await ana.sees("Granada 3")
    await bruno.sees("Granada 3")
    assert "muslim" in said(await bruno.click(card, "Sit as muslim"))
    await bruno.hears("This is a test", in_="dm")
    ready = await with_a_word(bruno, await bruno.click(card, "Ready"), "a *goose* on the roof")
    assert "Still missing" in said(ready)
    assert "You added “a *goose* on the roof” to the dice" in said(ready)
    options = await ana.click(card, "Options")
    options = await ana.choose(options, "General Mobilization")
    options = await ana.choose(options, "on")
    assert "Everybody must be ready again" in said(options)
    shown = await bruno.command("/table options", option="general_mobilization", table="3")
    assert "General Mobilization [11.3]: on" in said(shown)
    assert "not ready" in said(await ana.command("/table ready", ready=False, table="3"))
    await ana.command("/table ready", table="3")
    assert "begins" in said(await bruno.command("/table start", table="3"))
    await quiet(herald)
    assert [m for m in await ana.history(thread) if "Commitment" in m.text]
    return 3, thread, promised


# -- during the game -----------------------------------------------------------------------------


async def they_look_around(ana: Person, bruno: Person, clara: Person) -> None:
    """Every command that only shows something, in the thread and in the letter box."""
    assert (await ana.command("/hand")).files
    assert (await bruno.command("/hand", in_=await bruno.dm())).files
    for what in ("mine", "all", "last"):
        assert (await ana.command("/map", what=what)).files
    places = await ana.autocomplete("/map", "place", typed="gra")
    assert (await ana.command("/map", what="region", place=places[0].value)).alt
    words = await ana.command("/map", what="words")
    assert words.files or "Granada" in said(words)
    assert "1482" in said(await clara.command("/status"))
    assert said(await ana.command("/log", last=5))
    assert said(await bruno.command("/catchup"))
    assert "7.1" in said(await clara.command("/rules", number="7.1", game=GAME))
    assert said(await ana.command("/help"))
    assert "Europe/Madrid" in said(await bruno.command("/me settings", zone="Europe/Madrid"))
    pinned = next(m for m in await ana.history(limit=80) if m.text.endswith("· status"))
    for label in ("My hand", "My map", "Help", "Answer"):
        pressed = await ana.click(pinned, label)
        assert pressed.ephemeral
    nothing = await clara.click(pinned, "Answer")
    assert "no seat" in said(nothing)


async def she_changes_her_mind(ana: Person) -> None:
    """Menus, Back, a draft that is written, shortened and cleared, and an order taken back."""
    panel = await ana.choose(await ana.command("/play"), "move")
    start = panel.menu[0]
    panel = await ana.choose(panel, start)
    panel = await ana.click(panel, "Back")
    assert start in panel.menu
    panel = await ana.choose(panel, start)
    panel = await ana.choose(panel, panel.menu[0])
    panel = await ana.choose(panel, panel.menu[0])
    panel = await ana.click(panel, "Add to draft")
    assert "1. `move" in said(panel)
    panel = await ana.click(panel, "Drop last")
    assert "Your draft" not in said(panel)
    form = await ana.click(panel, "Write")
    assert isinstance(form, Form)
    panel = await ana.submit(form, orders="done\nmove nobody nowhere")
    assert "Your draft" in said(panel)
    panel = await ana.click(panel, "Clear")
    assert "Your draft" not in said(panel)
    suggested = await ana.click(panel, "Suggest")
    done = await ana.click(suggested, "Do it")
    assert "Done: `" in said(done)


async def they_agree_and_disagree(game: Game, ana: Person, bruno: Person) -> None:
    """Ana wants an order back after others have learned something: Bruno refuses, then agrees."""
    while "must agree" not in said(asking := await ana.command("/undo")):
        await ana.click(asking, "Confirm")  # nobody has learned anything: it is free
        assert await game.step()
        assert await game.step()
    assert "Waiting for Bruno" in said(await ana.click(asking, "Confirm"))
    request = await bruno.hears("Ana asks", in_=ana.where)
    assert bruno.id in request.pings
    assert "refused" in said(await bruno.click(request, "Refuse"))
    again = await ana.command("/undo")
    await ana.click(again, "Confirm")
    request = await bruno.hears("Ana asks", in_=ana.where, kinds=("message",))
    assert "it is done" in said(await bruno.click(request, "Agree"))


async def a_seat_changes_hands(ana: Person, clara: Person) -> None:
    """Ana gives her seat to Clara, who gives it back; she resigns, and thinks better of it."""
    assert "Clara" in said(await ana.command("/table hand-over", person=clara))
    offer = await clara.hears("offers you the seat", in_="dm")
    assert "christian" in said(await clara.click(offer, "Take the seat"))
    assert (await clara.command("/hand")).files
    assert "no seat" in said(await ana.command("/hand"))
    await clara.command("/table hand-over", person=ana)
    await ana.hears("offers you the seat", in_="dm")
    assert "christian" in said(await ana.command("/table accept", seat="christian", table="3"))
    await ana.click(await ana.command("/table resign"), "Resign")
    free = await ana.hears("has given up the seat Christian", in_=ana.where)
    assert "christian" in said(await ana.click(free, "Take this seat"))


# -- the end -------------------------------------------------------------------------------------


async def the_end_is_told(game: Game, clara: Person, promised: str, folder: Path) -> None:
    """The result with its reckoning, the seed, and a record that anybody can check."""
    async with asyncio.timeout(120):
        await quiet(game.herald)
    card = await game.herald.tables.finding.card(game.table)
    assert card.stage is Stage.OVER
    end = await clara.hears(f"{card.name}: the end", in_=clara.where, kinds=("message",))
    assert card.seed is not None
    assert card.seed in end.text
    assert card.result
    (name,) = [name for name in end.files if name.endswith(".json")]
    record = folder / name
    record.write_bytes(end.files[name])
    checked = CliRunner().invoke(app, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output
    assert f"promised    {promised}" in checked.output
