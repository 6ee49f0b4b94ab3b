"""What the page shows of messages and channels."""

from __future__ import annotations

import re

import discord
import pytest
from discord import ui
from playwright.async_api import Browser, Page, expect

from bot.sandbox.serve import Sandbox
from tests.sandbox.page.steward import Steward
from tests.sandbox.page.window import Window, beside, map_file

pytestmark = pytest.mark.asyncio(loop_scope="module")
EVIL = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'


async def test_it_says_that_nothing_leaves_this_computer(page: Page) -> None:
    banner = page.get_by_test_id("banner")
    await expect(banner).to_contain_text("127.0.0.1")
    await expect(banner).to_contain_text("nothing leaves it")


async def test_it_opens_where_the_sandbox_says(
    browser: Browser, steward: Steward, sandbox: Sandbox
) -> None:
    thread = await steward.place("herald").create_thread(
        name="Granada", type=discord.ChannelType.public_thread
    )
    bruno = sandbox.world.people()[1]
    sandbox.world.opening_people = [bruno.id]
    sandbox.world.opening_channel = str(thread.id)
    page = await browser.new_page()
    await page.goto(sandbox.url)
    window = Window(page, "Bruno")
    await expect(window.part("title")).to_have_text("#herald › Granada")
    assert page.url.endswith(f"#{bruno.id}/{thread.id}")
    await page.close()


async def test_what_people_and_bots_write_is_only_ever_text(
    ana: Window, steward: Steward, sandbox: Sandbox
) -> None:
    await ana.composer.fill(EVIL)
    await ana.composer.press("Enter")
    said = await ana.hears("onerror")
    assert EVIL in await said.inner_text()
    embed = discord.Embed(title=EVIL, description=EVIL, url="https://example.org")
    embed.add_field(name=EVIL, value=f"[{EVIL}](javascript:window.hurt=1)")
    embed.set_footer(text=EVIL)
    view = ui.View()
    view.add_item(ui.Button(label=EVIL))
    view.add_item(ui.Select(placeholder=EVIL, options=[discord.SelectOption(label=EVIL)]))
    picture = map_file()
    picture.description = EVIL
    await steward.place("general").send(EVIL, embed=embed, view=view, file=picture)
    await expect(ana.part("embed")).to_contain_text(EVIL)
    assert await ana.el.locator("script").count() == 0
    assert await ana.el.locator('[src="x"], a[href^="javascript"]').count() == 0


async def test_markdown_is_shown_as_discord_shows_it(ana: Window, steward: Steward) -> None:
    text = (
        "# Head\n**bold** *slant* __under__ ~~gone~~ `code` ||hidden||\n> quoted\n"
        "- one\n  - inner\n"
        "1. first\n-# small\n```\nblock *raw*\n```\n"
        "<t:0:D> snake_case_name \\*plain\\* papal\\_bull"
    )
    await steward.place("general").send(text)
    words = ana.messages.filter(has_text="quoted").locator(".words")
    shown = {
        "h4": "Head", "strong": "bold", "em": "slant", "u": "under", "s": "gone",
        ".line code": "code", "blockquote": "quoted", "ul ul li": "inner", "ol li": "first",
        ".subtext": "small", "pre": "block *raw*", "time": "1 January 1970",
    }  # fmt: skip
    for mark, inside in shown.items():
        await expect(words.locator(mark).first, mark).to_have_text(inside)
    await expect(words).to_contain_text("snake_case_name *plain* papal_bull")
    hidden = words.get_by_text("hidden")
    await expect(hidden).to_be_hidden()
    await words.locator(".spoiler").click()
    await expect(hidden).to_be_visible()


async def test_a_mention_names_the_person_and_marks_the_message(
    ana: Window, steward: Steward, sandbox: Sandbox
) -> None:
    me = sandbox.world.people()[0]
    await steward.place("general").send(f"<@{me.id}>, your move in <#{steward.place('herald').id}>")
    message = await ana.hears("your move")
    await expect(message.locator(".mention.me")).to_have_text("@Ana")
    await expect(message).to_have_class(re.compile("pinged"))
    await message.get_by_role("button", name="#herald").click()
    await expect(ana.part("title")).to_have_text("#herald")


async def test_a_picture_has_words_and_opens_at_full_size(
    page: Page, ana: Window, steward: Steward
) -> None:
    await steward.place("general").send("The frontier", file=map_file())
    picture = ana.part("picture")
    image = picture.get_by_role("img", name="A map of the frontier")
    await expect(image).to_be_visible()
    assert await image.evaluate("i => i.complete && i.naturalWidth") == 1600
    size = await image.bounding_box()
    assert size is not None
    assert 540 <= size["width"] <= 560
    await ana.part("alt").click()
    await expect(ana.el.locator(".alt-words")).to_have_text("A map of the frontier")
    await picture.click()
    box = page.get_by_role("dialog", name="A map of the frontier")
    large = await box.get_by_role("img").bounding_box()
    assert large is not None
    assert large["width"] > 900
    await page.keyboard.press("Escape")
    await expect(box).to_have_count(0)
    await expect(picture).to_be_focused()


async def test_an_embed_has_its_colour_fields_and_foot(ana: Window, steward: Steward) -> None:
    embed = discord.Embed(title="Turn 3", description="**Castile** decides", colour=0xE3B85B)
    for name in ("Castile", "Granada"):
        embed.add_field(name=name, value="12", inline=True)
    embed.set_footer(text="Table 7").set_image(url="attachment://map.png")
    await steward.place("general").send(embed=embed, file=map_file())
    box = ana.part("embed")
    await expect(box.locator(".embed-title")).to_have_text("Turn 3")
    await expect(box.locator("strong")).to_have_text("Castile")
    await expect(box.locator(".embed-foot")).to_have_text("Table 7")
    first, second = [await f.bounding_box() for f in await box.locator(".field").all()]
    assert first is not None
    assert second is not None
    assert first["y"] == second["y"]
    assert await box.evaluate("b => getComputedStyle(b).borderLeftColor") == "rgb(227, 184, 91)"
    await expect(ana.el.get_by_role("img", name="A map of the frontier")).to_have_count(1)


async def test_an_edit_is_marked_and_a_deletion_takes_it_away(
    ana: Window, steward: Steward
) -> None:
    message = await steward.place("general").send("first words")
    await ana.hears("first words")
    await message.edit(content="second words")
    edited = await ana.hears("second words")
    await expect(edited).to_contain_text("(edited)")
    await expect(ana.messages.filter(has_text="first words")).to_have_count(0)
    await message.delete()
    await expect(ana.messages).to_have_count(0)


async def test_a_reply_shows_what_it_answers(ana: Window, steward: Steward) -> None:
    first = await steward.place("general").send("Who attacks Loja?")
    await first.reply("Nobody.")
    await expect(ana.part("reply")).to_contain_text("Who attacks Loja?")


async def test_a_thread_begins_with_the_message_it_hangs_from(
    ana: Window, steward: Steward
) -> None:
    card = await steward.place("general").send("Granada: a table")
    await ana.hears("Granada: a table")
    await card.create_thread(name="The war")
    await ana.part("thread-card").click()
    await expect(ana.part("title")).to_have_text("#general › The war")
    first = await ana.hears("Granada: a table")
    await expect(first).to_contain_text("Herald")
    await expect(ana.part("thread-card")).to_have_count(0)


async def test_pins_are_listed_even_those_from_before(
    page: Page, ana: Window, steward: Steward
) -> None:
    message = await steward.place("general").send("The state of the war")
    await message.pin()
    await ana.part("pins-button").click()
    await expect(ana.part("pins")).to_contain_text("The state of the war")
    await page.reload()
    await ana.part("pins-button").click()
    await expect(ana.part("pins")).to_contain_text("The state of the war")


async def test_a_message_elsewhere_is_unread_and_a_line_marks_the_new(
    ana: Window, steward: Steward
) -> None:
    await ana.go("herald")
    await steward.place("herald").send("old")
    await ana.hears("old")
    await ana.go("general")
    await steward.place("herald").send("fresh")
    row = ana.channel("herald")
    await expect(row).to_have_accessible_name("herald, unread")
    await row.click()
    await expect(row).to_have_accessible_name("herald")
    line = await ana.part("new-line").bounding_box()
    old = await (await ana.hears("old")).bounding_box()
    fresh = await (await ana.hears("fresh")).bounding_box()
    assert line is not None
    assert old is not None
    assert fresh is not None
    assert old["y"] < line["y"] < fresh["y"]


async def test_a_direct_message_is_counted_and_private(
    page: Page, ana: Window, steward: Steward, sandbox: Sandbox
) -> None:
    bruno = await beside(page, "Bruno")
    user = await steward.fetch_user(int(sandbox.world.people()[0].id))
    await user.send("Your hand: three cards")
    row = ana.channel("Herald")
    await expect(row.locator(".badge")).to_have_text("1")
    await ana.go("Herald")
    await ana.hears("Your hand: three cards")
    await expect(bruno.channel("Herald")).to_have_count(0)
    await expect(bruno.el).not_to_contain_text("three cards")


async def test_an_archived_thread_is_folded_away_and_says_so(ana: Window, steward: Steward) -> None:
    thread = await steward.place("herald").create_thread(
        name="Old war", type=discord.ChannelType.public_thread
    )
    await expect(ana.channel("Old war")).to_be_visible()
    await thread.edit(archived=True)
    await expect(ana.channel("Old war")).to_have_count(0)
    await ana.part("archived").click()
    await ana.go("Old war")
    await expect(ana.el.locator(".composer-note")).to_contain_text("archived")
