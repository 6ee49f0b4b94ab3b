"""Buttons, menus and forms on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from bot.sandbox.serve import Sandbox
from tests.sandbox.page.steward import Order, Steward
from tests.sandbox.page.window import Window

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_buttons_press_and_grey_ones_do_not(ana: Window) -> None:
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    await expect(panel.get_by_role("button", name="Greyed")).to_be_disabled()
    await panel.get_by_role("button", name="March").click()
    await ana.hears("Marched.")
    await expect(ana.messages).to_have_count(1)


async def test_a_press_counts_though_the_message_is_built_anew_under_it(
    page: Page, ana: Window, steward: Steward
) -> None:
    posted = await steward.place("general").send("The panel.", view=steward.panel)
    panel = await ana.hears("The panel.")
    await panel.get_by_role("button", name="March").hover()
    await page.mouse.down()
    await posted.edit(content="The same panel.")
    await ana.hears("The same panel.")
    await page.mouse.up()
    await ana.hears("Marched.")


async def test_a_press_without_an_answer_says_so(
    ana: Window, steward: Steward, sandbox: Sandbox
) -> None:
    steward.panel.quiet = True
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    march = panel.get_by_role("button", name="March")
    await march.click()
    await expect(march).to_have_attribute("aria-busy", "true")
    sandbox.world.clock.advance(3)
    await expect(panel.get_by_role("alert")).to_have_text("The application did not respond")
    await expect(march).not_to_have_attribute("aria-busy", "true")


async def test_a_menu_takes_as_many_as_it_allows(page: Page, ana: Window) -> None:
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    await panel.get_by_test_id("menu").click()
    options = panel.get_by_test_id("menu-option")
    await expect(panel.get_by_test_id("menu-done")).to_be_disabled()
    for at in (0, 2, 1):
        await options.nth(at).click()
    await expect(options.nth(1)).to_have_attribute("aria-selected", "false")
    await panel.get_by_test_id("menu-done").click()
    await ana.hears("Chosen: Block 1, Block 3")


async def test_a_menu_by_keyboard(page: Page, ana: Window) -> None:
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    await panel.get_by_test_id("menu").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await expect(panel.get_by_test_id("menu-option").nth(1)).to_have_attribute(
        "aria-selected", "true"
    )
    await panel.get_by_test_id("menu-done").press("Enter")
    await ana.hears("Chosen: Block 2")


async def test_a_form_is_filled_in_and_sent(ana: Window) -> None:
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    await panel.get_by_role("button", name="Write").click()
    form = ana.el.get_by_role("dialog", name="Your orders")
    words = form.get_by_label("One order a line")
    await expect(words).to_be_focused()
    await expect(words).to_have_value("pass")
    await words.fill("")
    await form.get_by_test_id("form-submit").click()
    await expect(form).to_contain_text("Please fill this in.")
    await words.fill("march Loja\npass")
    await form.get_by_role("combobox", name="And then?").click()
    await form.get_by_test_id("menu-option").filter(has_text="Send it").click()
    await form.get_by_test_id("form-submit").click()
    await ana.hears("march Loja\npass / send")
    await expect(form).to_have_count(0)


async def test_a_form_without_an_answer_keeps_its_words(
    ana: Window, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Order, "silent", True)
    await ana.command("/panel")
    panel = await ana.hears("The panel.")
    await panel.get_by_role("button", name="Write").click()
    words = ana.el.get_by_label("One order a line")
    await words.fill("a long order")
    async with ana.page.expect_response("**/submit"):
        await ana.part("form-submit").click()
    sandbox.world.clock.advance(3)
    await expect(ana.part("form-error")).to_have_text("The application did not respond")
    await expect(words).to_have_value("a long order")
    async with ana.page.expect_response("**/submit") as again:
        await ana.part("form-submit").click()
    assert (await again.value).ok


async def test_a_form_half_written_is_not_thrown_away_by_one_key(page: Page, ana: Window) -> None:
    await ana.command("/panel")
    await (await ana.hears("The panel.")).get_by_role("button", name="Write").click()
    await ana.el.get_by_label("One order a line").fill("half an ord")
    await page.keyboard.press("Escape")
    await expect(ana.part("form")).to_contain_text("not sent yet")
    await ana.part("form-cancel").click()
    await expect(ana.part("form")).to_have_count(0)
