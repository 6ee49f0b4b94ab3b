"""Commands typed into the page's box."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from bot.sandbox.serve import Sandbox
from tests.sandbox.page.steward import PLACES, Steward
from tests.sandbox.page.window import Window

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_slash_lists_commands_and_typing_narrows_them(ana: Window) -> None:
    await ana.composer.press_sequentially("/")
    names = ana.part("suggestion").locator(".suggest-name")
    await expect(names).to_have_text(
        ["/march", "/panel", "/slow", "/table leave", "/table open", "/think"]
    )
    await ana.composer.press_sequentially("op")
    await expect(names).to_have_text(["/table open"])
    await expect(ana.part("suggestion")).to_contain_text("Open a table for a game")
    await ana.composer.press("Escape")
    await expect(ana.part("suggestions")).to_be_hidden()


async def test_a_command_by_keyboard_alone(page: Page, ana: Window) -> None:
    await ana.composer.press_sequentially("/tab")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await expect(ana.part("option-game")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(ana.part("option-game")).to_have_value("Granada")
    await expect(ana.part("more-options")).to_have_text("+3 optional")
    await page.keyboard.type("ho")
    await page.keyboard.press("Enter")
    await page.keyboard.type("48")
    await page.keyboard.press("Enter")
    answer = await ana.hears("granada 48 True nobody")
    await expect(answer).to_have_attribute("data-ephemeral", "false")
    await expect(answer.locator(".origin")).to_contain_text("Ana used /table")


async def test_people_and_yes_or_no_are_chosen_from_a_list(page: Page, ana: Window) -> None:
    await ana.composer.press_sequentially("/table open ")
    await page.keyboard.press("Enter")
    for option, choice in (("with", "Bruno"), ("sealed", "False")):
        await ana.part("more-options").click()
        await ana.part("suggestion").filter(has_text=option).first.click()
        await ana.part("suggestion").get_by_text(choice, exact=True).click()
    await ana.part("send").click()
    await ana.hears("granada 24 False Bruno")


async def test_choices_come_live_and_know_the_other_options(
    page: Page, ana: Window, steward: Steward
) -> None:
    await ana.composer.press_sequentially("/march ")
    names = ana.part("suggestion").locator(".suggest-name")
    await expect(names).to_have_text(list(PLACES))
    await page.keyboard.type("luc", delay=30)
    await expect(names).to_have_text(["Lucena"])
    await page.keyboard.press("Enter")
    await expect(names).to_have_text([p for p in PLACES if p != "Lucena"])
    await page.keyboard.type("loj", delay=30)
    await page.keyboard.press("Enter")  # before the choices are there: it waits for them
    await expect(ana.part("option-to")).to_have_value("Loja")
    await page.keyboard.press("Enter")
    answer = await ana.hears("Lucena to Loja")
    await expect(answer).to_contain_text("Only you can see this")
    assert len(steward.asked) <= 6, "two fields and six letters: asked after a pause in typing"


async def test_late_choices_for_older_words_are_dropped(page: Page, ana: Window) -> None:
    held: asyncio.Queue[Route] = asyncio.Queue()

    async def hold(route: Route) -> None:
        await held.put(route)

    await page.route("**/autocomplete", hold)
    await ana.composer.press_sequentially("/march ")
    older = await held.get()
    await page.keyboard.type("mal")
    newer = await held.get()
    names = ana.part("suggestion").locator(".suggest-name")
    await newer.continue_()
    await expect(names).to_have_text(["Malaga"])
    async with page.expect_response("**/autocomplete") as late:
        await older.continue_()
    await (await late.value).finished()
    await page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(done)))")
    await expect(names).to_have_text(["Malaga"])


async def test_a_wrong_option_is_refused_in_place(page: Page, ana: Window) -> None:
    await ana.command("/table open hours:many")
    await expect(ana.part("composer-error")).to_have_text("game is needed.")
    await ana.part("option-game").fill("granada")
    await ana.part("send").click()
    await expect(ana.part("composer-error")).to_have_text("hours: a whole number, please.")
    await ana.part("option-hours").fill("100")
    await ana.part("send").click()
    await expect(ana.part("composer-error")).to_have_text("hours: 99 at most.")
    await ana.part("option-hours").fill("12")
    await ana.part("option-hours").press("Enter")
    await ana.hears("granada 12 True nobody")


async def test_escape_leaves_a_command(page: Page, ana: Window) -> None:
    await ana.composer.press_sequentially("/table open ")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(ana.part("command-line")).to_have_count(0)
    await expect(ana.composer).to_be_focused()


async def test_an_order_mistyped_is_not_said_aloud(ana: Window) -> None:
    await ana.composer.fill("/mrch my secret army")
    await ana.composer.press("Enter")
    await expect(ana.part("composer-error")).to_contain_text("nothing was sent")
    await expect(ana.composer).to_have_value("/mrch my secret army")
    await expect(ana.messages).to_have_count(0)


async def test_the_bot_thinks_and_then_knows(ana: Window, steward: Steward) -> None:
    await ana.command("/think")
    await expect(ana.part("thinking")).to_have_text("Herald is thinking…")
    steward.may_answer.set()
    answer = await ana.hears("Thought of it.")
    await expect(ana.part("thinking")).to_have_count(0)
    await answer.get_by_test_id("dismiss").click()
    await expect(ana.messages).to_have_count(0)


async def test_no_answer_is_said_and_can_be_tried_again(ana: Window, sandbox: Sandbox) -> None:
    await ana.command("/slow")
    await expect(ana.part("sending")).to_be_visible()
    sandbox.world.clock.advance(3)
    failed = ana.part("failed")
    await expect(failed).to_contain_text("The application did not respond")
    await failed.get_by_role("button", name="Try again").click()
    await expect(ana.part("sending")).to_be_visible()


async def test_a_line_typed_with_the_names_of_its_options(page: Page, ana: Window) -> None:
    """Key by key it means what the same line means pasted."""
    await ana.composer.press_sequentially("/march ")
    await page.keyboard.type("from:Loja to:Alhama")
    await expect(ana.part("option-from")).to_have_value("Loja")
    await expect(ana.part("option-to")).to_have_value("Alhama")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await ana.hears("Loja to Alhama")


async def test_an_optional_one_is_named_while_typing(page: Page, ana: Window) -> None:
    await ana.composer.press_sequentially("/table open ")
    await page.keyboard.type("game:Granada hours:48")
    await expect(ana.part("option-hours")).to_have_value("48")
    await page.keyboard.press("Enter")
    await ana.hears("granada 48 True nobody")


async def test_words_that_are_no_option_are_not_dropped_in_silence(page: Page, ana: Window) -> None:
    await ana.composer.press_sequentially("/table leave ")
    await page.keyboard.type("at once")
    await page.keyboard.press("Enter")
    await expect(ana.part("composer-error")).to_contain_text('"at once" is no option')
    await expect(ana.part("tail")).to_have_value("at once")


async def test_leaving_the_server_asks(page: Page, ana: Window) -> None:
    if await ana.part("drawer").is_visible():
        await ana.part("drawer").click()
    await ana.part("leave").click()
    await expect(ana.part("leave-sure")).to_be_visible()
    await ana.part("leave-stay").click()
    await expect(ana.part("leave")).to_have_text("Leave")


async def test_an_answer_is_brought_into_sight(page: Page, ana: Window, steward: Steward) -> None:
    """Whoever has scrolled up and asks something sees the answer."""
    for n in range(30):
        await steward.place("general").send(f"A line, number {n}.")
    last = await ana.hears("number 29")
    box = ana.el.locator(".messages")
    await box.evaluate("one => { one.scrollTop = 0 }")
    await expect(last).not_to_be_in_viewport()
    await ana.command("/table leave")
    answer = await ana.hears("Left.")
    await expect(answer).to_be_in_viewport()
