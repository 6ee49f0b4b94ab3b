"""Panels pressed by people: menus, drafts, suggestions, stale ones, double clicks, a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from engine.text import fold
from tests.discord.conftest import Meet, who
from tests.discord.scene import asked, bid, last_line, ready_to_bid, said, sit_down, to_movement
from tests.people import Form, Person


@pytest.fixture
async def table(herald: Herald, ana: Person, bruno: Person) -> str:
    thread = await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    return thread


async def test_a_panel_shows_the_question_and_a_private_map(
    herald: Herald, table: str, ana: Person
) -> None:
    panel = await ana.command("/play")
    assert panel.ephemeral
    assert (await asked(herald, ana)).prompt in said(panel)
    assert panel.files
    assert panel.alt
    assert set(panel.menu) >= {"move", "muster", "done"}
    assert {"Suggest", "Write", "Help"} <= set(panel.buttons)


async def test_an_order_from_menus_goes_into_the_draft_and_out(
    herald: Herald, table: str, ana: Person
) -> None:
    panel = await ana.command("/play")
    panel = await ana.choose(panel, "move")
    panel = await ana.choose(panel, "Córdoba")
    assert "Next: blocks" in said(panel)
    one = panel.menu[0]
    panel = await ana.choose(panel, one)  # closing the menu is saying that this is all
    assert "Next: path" in said(panel)
    panel = await ana.choose(panel, panel.menu[0])
    assert "Your order" in said(panel)
    text = said(panel).split("Your order")[1].split("`")[1]
    before = panel.files
    panel = await ana.click(panel, "Add to draft")
    assert f"1. `{text}` (tried)" in said(panel)
    assert panel.files
    assert panel.files != before, "the map must show the position after the draft"
    # nothing has happened yet
    assert text.split()[0] == "move"
    assert (await last_line(herald))[0] != "move"
    sent = await ana.click(panel, "Send")
    assert f"Done: `{text}`" in said(sent)
    assert (await last_line(herald))[0] == "move"
    assert "move" in sent.menu, "the next question is ours: the panel goes on"


async def test_several_pieces_are_picked_at_once(herald: Herald, table: str, ana: Person) -> None:
    panel = await ana.choose(await ana.command("/play"), "move")
    panel = await ana.choose(panel, "Córdoba")
    several = panel.menu[:2]
    panel = await ana.choose(panel, *several)
    so_far = said(panel).split("Your order so far\n`")[1].split("`")[0]
    assert len(so_far.split()) == 4, "move, from where, and both"


async def test_back_drop_and_clear(herald: Herald, table: str, ana: Person) -> None:
    panel = await ana.choose(await ana.command("/play"), "move")
    panel = await ana.choose(panel, "Córdoba")
    assert "Next: blocks" in said(panel)
    panel = await ana.click(panel, "Back")
    assert "Next: from" in said(panel)
    example = (await asked(herald, ana)).example
    form = await ana.click(panel, "Write")
    assert isinstance(form, Form)
    panel = await ana.submit(form, orders=f"{example}\ndone")
    assert "2. `done`" in said(panel)
    form = await ana.click(panel, "Write")
    assert form.fields["orders"]["value"] == f"{example}\ndone"
    panel = await ana.click(panel, "Drop last")
    assert "done" not in said(panel).split("Your draft")[1].split("Next:")[0]
    panel = await ana.click(panel, "Clear")
    assert "Your draft" not in said(panel)


async def test_a_wrong_draft_says_what_is_wrong(herald: Herald, table: str, ana: Person) -> None:
    form = await ana.click(await ana.command("/play"), "Write")
    panel = await ana.submit(form, orders="move Atlantis all > Sevilla")
    assert "(refused)" in said(panel)
    panel = await ana.click(panel, "Send")
    assert "Refused" in said(panel)


async def test_a_menu_is_turned_page_by_page(
    herald: Herald, table: str, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.play.panels.PAGE", 4)  # instead of a game with so many choices
    panel = await ana.choose(await ana.command("/play"), "move")
    assert "Earlier" not in panel.buttons
    pages = [panel.menu]
    while "More" in panel.buttons:
        panel = await ana.click(panel, "More")
        assert "Earlier" in panel.buttons
        pages.append(panel.menu)
    assert len(pages) >= 2
    assert all(len(page) <= 4 for page in pages)
    seen = [label for page in pages for label in page]
    assert len(seen) == len(set(seen))
    panel = await ana.click(panel, "Earlier")
    assert panel.menu == pages[-2]
    panel = await ana.choose(panel, pages[-2][1])
    assert fold(pages[-2][1]) in fold(said(panel).split("Your order so far")[1].split("`")[1])


async def test_suggest_shows_an_order_and_does_it(herald: Herald, table: str, ana: Person) -> None:
    panel = await ana.click(await ana.command("/play"), "Suggest")
    assert "The computer would order" in said(panel)
    assert {"Do it", "Into my draft"} <= set(panel.buttons)
    order = said(panel).split("The computer would order")[1].split("`")[1]
    drafted = await ana.click(panel, "Into my draft")
    assert f"1. `{order}`" in said(drafted)
    await ana.click(drafted, "Clear")
    panel = await ana.click(await ana.command("/play"), "Suggest")
    order = said(panel).split("The computer would order")[1].split("`")[1]
    done = await ana.click(panel, "Do it")
    assert f"Done: `{order}`" in said(done)
    assert (await last_line(herald))[0] == order.split()[0]


async def test_a_stale_panel_draws_itself_anew(herald: Herald, table: str, ana: Person) -> None:
    old = await ana.command("/play")
    example = (await asked(herald, ana)).example
    await ana.command("/order", text=example)
    fresh = await ana.choose(old, "move")
    assert fresh.id == old.id
    assert "has been answered" in said(fresh)
    assert "move" in fresh.menu
    panel = await ana.choose(fresh, "move")
    assert "Next: from" in said(panel)


async def test_a_panel_of_another_device_is_stale_too(
    herald: Herald, table: str, ana: Person
) -> None:
    phone, laptop = await ana.command("/play"), await ana.command("/play")
    await ana.choose(phone, "move")
    panel = await ana.choose(laptop, "muster")
    assert "out of date" in said(panel)
    assert "Next: from" in said(panel), "both show what the other chose"


async def test_a_double_click_sends_once(herald: Herald, ana: Person, bruno: Person) -> None:
    await sit_down(ana, bruno)
    panel, card = await ready_to_bid(ana)
    first, second = await asyncio.gather(ana.press(panel, card), ana.press(panel, card))
    words = [said(await ana.answer(first)), said(await ana.answer(second))]
    assert sum("Done: `bid" in w for w in words) == 1
    assert (await last_line(herald))[0] == "bid"
    assert await herald.tables.play.asked(1, who(ana)) is None


async def test_a_double_click_on_drop_drops_once(herald: Herald, table: str, ana: Person) -> None:
    form = await ana.click(await ana.command("/play"), "Write")
    panel = await ana.submit(form, orders="done\ndone\ndone")
    clicks = await asyncio.gather(ana.press(panel, "Drop last"), ana.press(panel, "Drop last"))
    for click in clicks:
        await ana.answer(click)
    assert len((await herald.tables.drafts.draft(1, who(ana))).lines) == 2


async def test_a_late_click_does_not_answer_the_next_question(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    await sit_down(ana, bruno)
    laptop, late_card = await ready_to_bid(bruno)
    await bid(ana)
    await bid(bruno)
    line = await last_line(herald)
    late = await bruno.click(laptop, late_card)
    assert "Done:" not in said(late)
    assert await last_line(herald) == line


async def test_a_call_opens_the_panel_of_whoever_is_asked_only(
    herald: Herald, ana: Person, bruno: Person, clara: Person
) -> None:
    thread = await sit_down(ana, bruno)
    call = await ana.hears("", in_="dm", kinds=("message",))
    while "Answer" not in call.buttons:
        call = await ana.hears("", in_="dm", kinds=("message",))
    panel = await ana.click(call, "Answer")
    assert panel.ephemeral
    assert (await asked(herald, ana)).prompt in said(panel)
    status = await clara.hears("Waiting for", in_=thread)
    refused = await clara.click(status, "Answer")
    assert refused.ephemeral
    assert "You have no seat at Granada 1" in said(refused)


async def test_panels_and_drafts_survive_a_restart(
    settings: Config, place: object, meet: Meet
) -> None:
    async def up() -> AsyncIterator[Herald]:
        async with running(settings) as client:
            yield client

    first = up()
    herald = await anext(first)
    ana, bruno = await meet("Ana"), await meet("Bruno")
    await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    panel = await ana.choose(await ana.command("/play"), "move")
    panel = await ana.choose(panel, "Córdoba")
    assert [c async for c in first] == []  # stopped

    second = up()
    herald = await anext(second)
    panel = await ana.choose(panel, panel.menu[0])
    assert "Your order so far" in said(panel)
    assert "Córdoba" in said(panel) or "Cordoba" in said(panel)
    assert [c async for c in second] == []
