"""One person's window on the page, as a test holds it."""

from __future__ import annotations

import io

import discord
from PIL import Image
from playwright.async_api import Locator, Page, expect


class Window:
    """One person's window on the page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.el = page.get_by_role("region", name=f"{name}'s window")
        self.composer = self.el.get_by_test_id("composer")
        self.messages = self.el.get_by_test_id("message")

    def part(self, testid: str) -> Locator:
        return self.el.get_by_test_id(testid)

    def channel(self, name: str) -> Locator:
        return self.part("channel").filter(has=self.page.get_by_text(name, exact=True))

    async def go(self, channel: str) -> None:
        if await self.part("drawer").is_visible():
            await self.part("drawer").click()
        await self.channel(channel).click()
        await expect(self.part("title")).to_contain_text(channel)

    async def command(self, line: str) -> None:
        """Type a command the quick way: `/table open game:granada`, then Enter."""
        await self.composer.fill(f"{line} ")
        await self.part("send").click()

    async def hears(self, words: str) -> Locator:
        found = self.messages.filter(has_text=words)
        await expect(found).to_have_count(1)
        return found


async def beside(page: Page, name: str) -> Window:
    """Open one more window, for somebody else."""
    await page.get_by_test_id("add-column").click()
    await page.get_by_test_id("add-personas").get_by_role("button", name=name).click()
    window = Window(page, name)
    await expect(window.el).to_be_visible()
    return window


def map_file(name: str = "map.png") -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), "#c9b48a").save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, name, description="A map of the frontier")
