"""Several people, lost connections, and a phone."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from bot.sandbox.serve import Sandbox
from tests.sandbox.page.steward import Steward
from tests.sandbox.page.window import Window, beside

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_two_people_side_by_side_see_their_own(page: Page, ana: Window) -> None:
    bruno = await beside(page, "Bruno")
    await ana.composer.fill("Good morning, @Bruno")
    await ana.composer.press("Enter")
    heard = await bruno.hears("Good morning, @Bruno")
    await expect(heard.locator(".mention.me")).to_have_text("@Bruno")
    await bruno.command("/table leave")
    await bruno.hears("Left.")
    await expect(ana.el).not_to_contain_text("Left.")
    await page.reload()
    await expect(page.get_by_test_id("column")).to_have_count(2)
    await bruno.part("close-column").click()
    await expect(page.get_by_test_id("column")).to_have_count(1)


async def test_the_same_person_twice_gets_a_form_where_it_was_asked_for(
    page: Page, ana: Window
) -> None:
    await page.get_by_test_id("add-column").click()
    await page.get_by_test_id("add-personas").get_by_role("button", name="Ana").click()
    left, right = page.get_by_test_id("column").nth(0), page.get_by_test_id("column").nth(1)
    await expect(right.get_by_test_id("title")).to_have_text("#general")
    await left.get_by_test_id("composer").fill("/panel ")
    await left.get_by_test_id("send").click()
    await expect(right.get_by_test_id("message")).to_have_count(1)
    await left.get_by_role("button", name="Write").click()
    await expect(left.get_by_test_id("form")).to_be_visible()
    await expect(right.get_by_test_id("form")).to_have_count(0)


async def test_somebody_new_joins_and_takes_the_window(page: Page, ana: Window) -> None:
    await ana.part("persona").click()
    await ana.part("new-person").fill("Diego")
    await ana.part("new-person").press("Enter")
    diego = Window(page, "Diego")
    await diego.composer.fill("Here I am")
    await diego.composer.press("Enter")
    await expect(await diego.hears("Here I am")).to_contain_text("Diego")


async def test_a_lost_connection_is_said_mended_and_loses_no_words(
    page: Page, ana: Window, steward: Steward, sandbox: Sandbox
) -> None:
    await ana.composer.fill("half a sent")
    await page.context.set_offline(True)
    await sandbox.hall.stop()
    await expect(ana.part("connection-note")).to_contain_text("lost")
    await steward.place("general").send("said meanwhile")
    await steward.place("herald").send("said elsewhere")
    await ana.composer.press("Enter")
    await expect(ana.part("composer-error")).to_contain_text("kept")
    await expect(ana.composer).to_have_value("half a sent")
    await page.context.set_offline(False)
    await expect(ana.part("connection-note")).to_be_empty()
    await ana.hears("said meanwhile")
    await expect(ana.channel("herald")).to_have_accessible_name("herald, unread")
    await ana.composer.press("Enter")
    await ana.hears("half a sent")


async def test_older_messages_come_when_one_scrolls_up(ana: Window, steward: Steward) -> None:
    place = steward.place("herald")
    for number in range(60):
        await place.send(f"line {number:02}")
    await ana.go("herald")
    await expect(ana.messages.last).to_have_text(re.compile("line 59"))
    await expect(ana.messages.filter(has_text="line 00")).to_have_count(0)
    await ana.el.locator(".messages").evaluate("box => { box.scrollTop = 0 }")
    await expect(ana.messages.filter(has_text="line 00")).to_have_count(1)


async def test_a_phone_has_one_window_a_drawer_and_room_for_thumbs(
    browser: Browser, steward: Steward, sandbox: Sandbox
) -> None:
    context = await browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = await context.new_page()
    await page.goto(sandbox.url)
    ana = Window(page, "Ana")
    await expect(ana.part("sidebar")).to_be_hidden()
    await ana.part("drawer").tap()
    await ana.channel("herald").tap()
    await expect(ana.part("sidebar")).to_be_hidden()
    await ana.part("slash").tap()
    await ana.part("suggestion").filter(has_text="/table open").tap()
    await ana.part("suggestion").filter(has_text="Granada").tap()
    await ana.part("send").tap()
    await ana.hears("granada 24 True nobody")
    await ana.command("/panel")
    march = await (await ana.hears("The panel.")).get_by_role("button", name="March").bounding_box()
    assert march is not None
    assert march["height"] >= 44
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    bruno = await beside(page, "Bruno")
    await expect(ana.el).to_be_hidden()
    await page.get_by_test_id("tab").filter(has_text="Ana").tap()
    await expect(ana.el).to_be_visible()
    await expect(bruno.el).to_be_hidden()
    await context.close()
