"""Chromium, a sandbox, and the steward in it. Skipped where Debian's Chromium is missing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect
from yarl import URL

from bot.sandbox.serve import Sandbox
from tests.sandbox.page.steward import Steward
from tests.sandbox.page.window import Window

CHROMIUM = Path("/usr/bin/chromium")
MISSING = not CHROMIUM.exists()
expect.set_options(timeout=30_000)  # on a busy machine; what is there is not waited for


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    if MISSING:
        pytest.skip("needs Debian's Chromium")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(rates=False) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def steward(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Steward]:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", URL(sandbox.gateway))
    client = Steward()
    running = asyncio.create_task(client.start("sandbox"))
    await asyncio.wait_for(client.here.wait(), 10)
    yield client
    await client.close()
    await running


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, steward: Steward, sandbox: Sandbox) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    opened = await context.new_page()
    wrong: list[str] = []
    asked: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    await opened.goto(sandbox.url)
    yield opened
    assert await opened.evaluate("window.hurt") is None
    await context.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith((sandbox.url, "data:"))] == []


@pytest_asyncio.fixture(loop_scope="module")
async def ana(page: Page) -> Window:
    window = Window(page, "Ana")
    await expect(window.el).to_be_visible()
    return window
