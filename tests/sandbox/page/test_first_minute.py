"""`herald sandbox` as a newcomer meets it: from the command to the first move within a minute."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.sandbox.page.window import Window

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

PAUSE = 600  # milliseconds in which a person reads a label and points at it
MINUTE = 60_000
PATIENCE = 30_000.0
SHOTS = os.environ.get("HERALD_SHOTS")  # a folder: keep pictures of what was seen


@asynccontextmanager
async def sandbox(*options: str) -> AsyncIterator[str]:
    """The command itself, with its output in a pipe; gives the address that it says."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.cli", "sandbox", "--port", "0", *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert running.stdout is not None
        async with asyncio.timeout(MINUTE / 1000):
            first = (await running.stdout.readline()).decode()
            second = (await running.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", first)
        assert found, first
        assert "127.0.0.1 only" in second
        yield found[0]
    finally:
        running.terminate()
        _, errors = await running.communicate()
        assert running.returncode == 0, errors.decode()


async def shot(page: Page, name: str) -> None:
    if SHOTS:
        await page.wait_for_timeout(1500)  # pictures arrive, menus settle
        width = await page.evaluate("innerWidth")
        await page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png")


async def choose(panel: Locator, *wanted: str | int) -> int:
    """Open the panel's menu, read, choose; a menu of several closes with Done.

    Gives how long a person reads meanwhile: nobody waits for it, it is counted."""
    await panel.get_by_test_id("menu").click()
    options = panel.get_by_test_id("menu-option")
    for one in wanted:
        if isinstance(one, int):
            await options.nth(one).click()
        else:
            await options.filter(has_text=one).first.click()
    if len(wanted) > 1:
        await panel.get_by_test_id("menu-done").click()
    return PAUSE * (1 + len(wanted) + (len(wanted) > 1))


async def step(panel: Locator, words: str) -> None:
    """The panel has moved on."""
    await expect(panel).to_contain_text(words, timeout=PATIENCE)


async def newcomer_moves(page: Page, ana: Window) -> int:
    """Answer, move, from where, what, whereto, Send: all by pointing. Gives how long it is read."""
    await expect(ana.part("title")).to_contain_text("Granada 1", timeout=PATIENCE)
    await expect(ana.part("welcome")).to_contain_text("press Answer")
    answer = ana.el.get_by_role("button", name="Answer").last
    await expect(answer).to_be_in_viewport(timeout=PATIENCE)
    await shot(page, "minute-1")
    read = 3 * PAUSE
    await answer.click()
    panel = ana.messages.filter(has_text="only you see this").last
    await expect(panel.get_by_test_id("menu")).to_be_in_viewport(timeout=PATIENCE)
    await shot(page, "minute-2")
    read += await choose(panel, "move")
    await step(panel, "Next: from")
    read += await choose(panel, "Córdoba")
    await step(panel, "Next: blocks")
    read += await choose(panel, 0, 1)
    await step(panel, "Next: path")
    read += await choose(panel, "Écija")
    await step(panel, "Send it")
    await shot(page, "minute-3")
    await panel.get_by_role("button", name="Send").click()
    await step(panel, "Done: ")
    return read + PAUSE


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(1280, 900, marks=pytest.mark.fuzz), (390, 844)]
)
async def test_the_first_move_within_a_minute(browser: Browser, width: int, height: int) -> None:
    async with sandbox() as url:
        context = await browser.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.goto(url)
        read = await newcomer_moves(page, Window(page, "Ana"))
        report = page.get_by_test_id("message").filter(has_text="Écija")
        await expect(report.first).to_be_attached(timeout=PATIENCE)
        await shot(page, "minute-4")
        over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, "the page scrolls sideways"
        assert wrong == []
        assert read < MINUTE / 2, "the other half is for whoever answers"
        await context.close()


async def test_whoever_comes_early_is_led_to_the_table(browser: Browser) -> None:
    """The page can be opened before the table is laid: it goes there when it is."""
    async with sandbox("--no-bot") as url:
        page = await browser.new_page()
        await page.goto(url)
        ana = Window(page, "Ana")
        await expect(ana.part("title")).to_contain_text("general")
        state = await (await page.request.get(f"{url}/control/state")).json()
        herald = next(c["id"] for c in state["channels"] if c.get("name") == "herald")
        opening = {"people": [state["people"][0]["id"]], "channel": herald, "words": "Sit down."}
        await page.request.post(f"{url}/control/opening", data=opening)
        await expect(ana.part("title")).to_contain_text("herald")
        await expect(ana.part("welcome")).to_contain_text("Sit down.")
        await page.close()
