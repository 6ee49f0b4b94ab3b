"""Two people side by side on the page, with the real bot: they sit down, and fight a battle."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.discord.client import Herald
from bot.host.config import for_stand_in
from bot.host.run import running
from bot.sandbox.serve import Sandbox
from bot.tables.values import Asked, Who
from tests.discord.conftest import quiet
from tests.live import LIVE
from tests.sandbox.page.test_first_minute import shot
from tests.sandbox.page.window import Window, beside
from tests.templates import fresh

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

PATIENCE = 30_000.0
BATTLE = {"deploy", "free", "stand", "inside", "challenge", "show", "lose", "retreat", "assault"}
PRIVATE = "only you see this"
MARKUP = "<b>hello</b> **bold** @everyone `x` ||y|| # z 🏰 "


@pytest_asyncio.fixture(loop_scope="module")
async def herald(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Herald]:
    fresh(tmp_path / "herald.db")
    config = for_stand_in(sandbox.api, sandbox.gateway, tmp_path, painters=0, defaults=LIVE)
    async with running(config, Random("Loja, 1486")) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, herald: Herald, sandbox: Sandbox) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    opened = await context.new_page()
    opened.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    await opened.goto(sandbox.url)
    yield opened
    await context.close()
    assert wrong == []


class Player:
    """Somebody at a window who answers by pointing."""

    def __init__(self, window: Window, herald: Herald, who: Who) -> None:
        self.window = window
        self.herald = herald
        self.who = who

    async def asked(self) -> Asked | None:
        return await self.herald.tables.play.asked(1, self.who)

    async def panel(self) -> Locator:
        """A fresh panel, from the lowest Answer button; when nothing moves any more, as a person
        would wait before pointing at a button that slides away."""
        await quiet(self.herald)
        await self._caught_up()
        before = await self.window.messages.filter(has_text=PRIVATE).count()
        await self.window.el.get_by_role("button", name="Answer", exact=True).last.click()
        panels = self.window.messages.filter(has_text=PRIVATE)
        await expect(panels).to_have_count(before + 1, timeout=PATIENCE)
        ident = await panels.last.get_attribute("data-message")
        return self.window.el.locator(f'[data-message="{ident}"]')

    async def _caught_up(self) -> None:
        """Until the window shows the thread as it is."""
        thread = (await self.herald.tables.finding.card(1)).thread
        assert thread is not None
        posted = [m async for m in self.herald.get_partial_messageable(thread).history(limit=1)]
        last = self.window.el.locator(f'[data-message="{posted[0].id}"]')
        await expect(last).to_have_count(1, timeout=PATIENCE)

    async def as_suggested(self) -> None:
        """Suggest, Do it."""
        number = (await self._question()).number
        panel = await self.panel()
        await panel.get_by_role("button", name="Suggest").click()
        await panel.get_by_role("button", name="Do it").click()
        await expect(panel).to_contain_text("Done:", timeout=PATIENCE)
        asked = await self.asked()
        assert asked is None or asked.number != number
        await self.tidy()

    async def _question(self) -> Asked:
        asked = await self.asked()
        assert asked is not None
        return asked

    async def tidy(self) -> None:
        """Send the private messages away."""
        private = self.window.messages.and_(self.window.page.locator("[data-ephemeral=true]"))
        while await private.count():
            left = await private.count()
            await private.last.get_by_test_id("dismiss").click()
            await expect(private).to_have_count(left - 1)


async def two_sit_down(page: Page, herald: Herald) -> tuple[Player, Player]:
    """Ana opens with a command, Bruno joins by a button, both press Ready."""
    ana = Window(page, "Ana")
    await expect(ana.el).to_be_visible(timeout=PATIENCE)
    await ana.go("herald")
    await ana.command("/table open game:granada")
    lobby = ana.messages.filter(has_text="Take a seat, agree on the options")
    await expect(lobby).to_have_count(1, timeout=PATIENCE)
    bruno = await beside(page, "Bruno")
    theirs = bruno.messages.filter(has_text="Take a seat, agree on the options")
    await theirs.get_by_role("button", name="Sit as muslim").click()
    await bruno.hears("You sit as")
    await shot(page, "two-lobby")
    await lobby.get_by_role("button", name="Ready").click()
    await ana.hears("You are ready")
    await theirs.get_by_role("button", name="Ready").click()
    await bruno.part("form-submit").click()  # he adds no word
    await bruno.hears("begins")
    card = await herald.tables.finding.card(1)
    people = [seat.person for seat in card.seats]
    assert people[0] is not None
    assert people[1] is not None
    for window in (ana, bruno):
        await window.go("Granada 1")
        await expect(window.messages.filter(has_text="The game begins")).to_have_count(
            1, timeout=PATIENCE
        )
    return Player(ana, herald, people[0]), Player(bruno, herald, people[1])


async def to_a_battle(herald: Herald, *players: Player) -> None:
    """The turns before the first battle are played behind the page."""
    for _ in range(300):
        for player in players:
            asked = await player.asked()
            if asked is None:
                continue
            if any(verb.value in BATTLE for verb in asked.verbs):
                return
            order = await herald.tables.play.suggest(1, player.who)
            await herald.tables.play.order(1, player.who, order, key=asked.key)
    raise AssertionError("they never fight")


async def the_battle(*players: Player) -> int:
    """Each answers in their own window until it is over; how many answers it took."""
    for answers in range(60):
        fighting = [p for p in players if await _fights(p)]
        if not fighting:
            return answers
        await fighting[0].as_suggested()
    raise AssertionError("the battle does not end")


async def _fights(player: Player) -> bool:
    asked = await player.asked()
    battle = {*BATTLE, "finish", "pass", "yield", "fight", "hold", "commander", "surrender"}
    return asked is not None and any(verb.value in battle for verb in asked.verbs)


async def test_two_people_fight_a_battle_side_by_side(page: Page, herald: Herald) -> None:
    ana, bruno = await two_sit_down(page, herald)
    await ana.as_suggested()  # the first bids are made on the page
    await bruno.as_suggested()
    answers = 0
    while answers < 3:  # a castle that is only besieged is a short affair
        await to_a_battle(herald, ana, bruno)
        await herald.delivery.settled()
        answers += await the_battle(ana, bruno)
    await herald.delivery.settled()
    await shot(page, "two-battle")
    await each_sees_only_their_own(page, herald, ana, bruno)


async def each_sees_only_their_own(page: Page, herald: Herald, *players: Player) -> None:
    """In the whole of a window, attributes included, there is nothing of the other's secrets."""
    known = []
    for player in players:
        await player.window.go("Herald")
        secrets = await herald.tables.reading.secrets(1, player.who)
        known.append({line for line in secrets.text.splitlines() if len(line) > 15})
    mine = [known[0] - known[1], known[1] - known[0]]
    assert all(mine)
    await shot(page, "two-secrets")
    for player, own, others in zip(players, mine, reversed(mine), strict=True):
        hand = player.window.messages.filter(has_text="what only")
        for line in own:
            await expect(hand).to_contain_text(" ".join(line.split()), timeout=PATIENCE)
        for place in ("Herald", "Granada 1", "herald"):
            await player.window.go(place)
            html = await player.window.el.evaluate("e => e.outerHTML + e.innerText")
            assert [line for line in others if line in html] == []


async def test_forms_stale_buttons_and_pictures(page: Page, herald: Herald) -> None:
    ana, bruno = await two_sit_down(page, herald)
    old = await ana.panel()
    form = ana.window.part("form")
    await old.get_by_role("button", name="Write").click()
    await expect(form).to_be_visible()
    await shot(page, "two-form")
    await ana.window.part("form-submit").click()
    await expect(form).to_contain_text("Please fill this in.")
    await form.get_by_role("textbox").fill(MARKUP * 40)
    await ana.window.part("form-submit").click()
    await expect(old).to_contain_text("refused", timeout=PATIENCE)
    assert await old.locator("b", has_text="hello").count() == 0
    assert await old.locator("strong", has_text="bold").count() == 0
    await old.get_by_role("button", name="Clear").click()
    await expect(old).not_to_contain_text("Your draft", timeout=PATIENCE)

    await ana.window.command("/order text:fly to the moon")
    refused = ana.window.messages.filter(has_text="Refused")
    await expect(refused).to_have_count(1, timeout=PATIENCE)
    await shot(page, "two-refused")

    order = await herald.tables.play.suggest(1, ana.who)
    await ana.window.command(f"/order text:{order}")
    await expect(ana.window.messages.filter(has_text="Done:")).to_have_count(1, timeout=PATIENCE)
    # the panel is from before: it says so and changes nothing
    await old.get_by_role("button", name="Suggest").click()
    await expect(old).to_contain_text("asked", timeout=PATIENCE)

    await bruno.panel()
    await bruno.window.part("picture").last.click()
    box = page.get_by_test_id("lightbox")
    await expect(box).to_be_visible()
    wide = await box.locator("img").evaluate("i => i.naturalWidth")
    assert wide >= 1000
    await page.keyboard.press("Escape")
    await expect(box).to_be_hidden()

    await page.set_viewport_size({"width": 390, "height": 844})
    await shot(page, "two-phone")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await page.get_by_test_id("tab").filter(has_text="Ana").click()
    await expect(ana.window.el).to_be_visible()
    await expect(bruno.window.el).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
