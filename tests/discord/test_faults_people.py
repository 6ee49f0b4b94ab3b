"""People at once: double clicks, two devices, both players in the same instant, three tables."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from tests.discord.conftest import Meet, asked_of, quiet, seated, thread_of, who
from tests.discord.processes import lines_of
from tests.discord.scene import said
from tests.discord.test_faults_weather import at_a_move, once_each, patiently
from tests.people import Person


async def test_both_answer_the_same_question_in_the_same_instant(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """Two bids, sealed: both count, each once."""
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    assert len(await asked_of(herald, card, ana, bruno)) == 2
    orders = [await herald.tables.play.suggest(card.id, who(one)) for one in (ana, bruno)]
    replies = await asyncio.gather(
        ana.command("/order", in_=thread, text=orders[0]),
        bruno.command("/order", in_=thread, text=orders[1]),
    )
    assert all("Done:" in reply.text and reply.ephemeral for reply in replies)
    lines = await lines_of(herald.tables, card.id)
    assert sorted(line["seat"] for line in lines) == sorted(s.seat for s in card.seats)
    await patiently(herald)
    await once_each(herald, card, ana, bruno)


async def test_only_one_of_both_is_asked(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    other = bruno if now.person is ana else ana
    mine, theirs = await asyncio.gather(
        now.person.command("/order", in_=now.thread, text=now.order),
        other.command("/order", in_=now.thread, text=now.order),
    )
    assert "Done:" in mine.text
    assert "Done:" not in theirs.text
    assert theirs.ephemeral
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_ten_times_the_same_order_at_once(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    sent = [now.person.command("/order", in_=now.thread, text=now.order) for _ in range(10)]
    replies = await asyncio.gather(*sent)
    assert sum("Done:" in reply.text for reply in replies) == 1
    assert all(reply.text and reply.ephemeral for reply in replies)
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_a_double_click_on_a_lobby_button_joins_once(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await ana.command("/table open", in_="#herald", game="granada")
    card = await ana.hears("Take a seat", in_="#herald")
    clicks = [await bruno.press(card, "Sit as muslim") for _ in range(2)]
    first, second = await asyncio.gather(*(bruno.answer(one) for one in clicks))
    assert first.ephemeral
    assert second.ephemeral
    await quiet(herald)
    table = (await herald.tables.finding.mine(who(bruno)))[0]
    assert sum(s.person == who(bruno) for s in table.seats) == 1
    assert len(bruno.heard(" · note ", kinds=("message",))) <= 1


async def test_two_devices_of_one_person_at_the_same_panel(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, meet: Meet
) -> None:
    """Both chose at the same moment: one choice counts, the other device is drawn anew."""
    now = await at_a_move(herald, place, ana, bruno)
    phone = now.person
    desk = await meet(phone.name)
    assert desk.id == phone.id
    on_phone = await phone.command("/play", in_=now.thread)
    on_desk = await desk.command("/play", in_=now.thread)
    assert on_phone.id != on_desk.id
    first, second = await asyncio.gather(
        phone.choose(on_phone, on_phone.menu[0]), desk.choose(on_desk, on_desk.menu[-1])
    )
    assert first.ephemeral
    assert second.ephemeral
    told = [said(one) for one in (first, second)]
    assert sum("out of date" in text for text in told) == 1, told
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries
    reply = await desk.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
    stale = await phone.choose(phone.now(on_phone), phone.now(on_phone).menu[0])
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1
    assert stale.ephemeral


async def test_an_order_and_its_undo_in_the_same_instant(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    done, asking = await asyncio.gather(
        now.person.command("/order", in_=now.thread, text=now.order),
        now.person.command("/undo", in_=now.thread),
    )
    assert "Done:" in done.text
    assert asking.ephemeral
    lines = await lines_of(herald.tables, now.card.id)
    assert len(lines) == now.entries + 1  # an undo asks first


# -- a player at three tables ---------------------------------------------------------------------


@pytest.fixture
async def tables_of_ana(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person, meet: Meet
) -> dict[int, tuple[str, Person]]:
    """Three tables of Ana's: number -> thread and the other player. At the third it is not hers."""
    david = await meet("David")
    found: dict[int, tuple[str, Person]] = {}
    for other in (bruno, clara, david):
        card = await seated(herald, place, ana, other)  # both bid
        if other is david:
            order = await herald.tables.play.suggest(card.id, who(ana))
            await herald.tables.play.order(card.id, who(ana), order)
        found[card.id] = (await thread_of(herald, card), other)
    return found


async def test_three_tables_are_told_apart_by_thread_option_and_who_is_asked(
    herald: Herald, ana: Person, tables_of_ana: dict[int, tuple[str, Person]]
) -> None:
    first, second, third = tables_of_ana
    # in a thread it is that table, whoever is asked elsewhere
    for table, (thread, _) in tables_of_ana.items():
        assert f"Granada {table}" in said(await ana.command("/status", in_=thread))
    refused = said(await ana.command("/play", in_=tables_of_ana[third][0]))
    assert "Nothing is asked" in refused
    # by name anywhere
    dm = await ana.dm()
    for table in tables_of_ana:
        shown = await ana.command("/hand", in_=dm, table=f"Granada {table}")
        assert f"Granada {table}" in said(shown)
    # elsewhere: those where she is asked are named, and the only one is meant
    which = said(await ana.command("/play", in_="#general"))
    assert f"Granada {first}, Granada {second}" in which
    assert f"Granada {third}" not in which
    order = await herald.tables.play.suggest(first, who(ana))
    done = await ana.command("/order", in_="#general", text=order, table=f"{first}")
    assert "Done:" in done.text
    only = await ana.command("/play", in_="#general")
    assert f"Granada {second}" in said(only)
    assert only.buttons or only.menus


async def test_orders_at_three_tables_at_once_go_each_to_its_own(
    herald: Herald, ana: Person, tables_of_ana: dict[int, tuple[str, Person]]
) -> None:
    before = {table: len(await lines_of(herald.tables, table)) for table in tables_of_ana}
    sent = {}
    for table, (thread, other) in tables_of_ana.items():
        person = ana if await herald.tables.play.asked(table, who(ana)) else other
        order = await herald.tables.play.suggest(table, who(person))
        sent[table] = person.command("/order", in_=thread, text=order)
    replies = await asyncio.gather(*sent.values())
    for table, reply in zip(sent, replies, strict=True):
        assert f"Granada {table}" in said(reply)
        assert "Done:" in said(reply)
        assert len(await lines_of(herald.tables, table)) == before[table] + 1
