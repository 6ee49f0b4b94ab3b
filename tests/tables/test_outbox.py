"""The outbox: in order, after any crash, merged while it waits, and nobody called for nothing."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

from sqlmodel import col, func, select

import engine
from bot.store import Store, models
from bot.tables import Parcel, Tables
from bot.tables.outbox import _packed
from engine.events import drawn
from tests.tables.conftest import ANA, BEN, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, sample, to_orders


async def owed(tables: Tables) -> dict[str, Parcel]:
    """Everything that waits, by its slot, without delivering it."""
    found: dict[str, Parcel] = {}
    async with tables.store.read() as session:
        rows = await session.exec(
            select(models.Parcel)
            .where(models.Parcel.state == "owed")
            .order_by(col(models.Parcel.id))
        )
        for row in rows:
            found[row.slot] = await _packed(session, row)
    return found


async def test_one_parcel_of_each_road_at_a_time(tables: Tables, table: int) -> None:
    first = await tables.parcels()
    assert len({p.road for p in first}) == len(first)
    thread = next(p for p in first if p.lane == "thread")
    await tables.sending(thread.id)
    assert thread.road not in [p.road for p in await tables.parcels()]
    rest = await tables.parcels([p.road for p in first])
    assert rest == ()
    await tables.sent(thread.id, 7, 70)
    second = next(p for p in await tables.parcels() if p.lane == "thread")
    assert second.id > thread.id
    assert await tables.posted(table, thread.slot) == (7, 70)


async def test_a_slot_that_was_posted_is_edited(tables: Tables, table: int) -> None:
    await deliver(tables)
    await tables.order(table, ANA, await any_answer(tables, table, ANA))
    status = (await owed(tables))["status"]
    assert status.message is not None
    await tables.lost(table, "status")
    assert (await owed(tables))["status"].message is None


async def test_what_waits_is_merged(tables: Tables, table: int, hours: Hours) -> None:
    await play(tables, table, hours, Random(1), 25)
    waiting = await owed(tables)
    ids = [p.id for p in waiting.values()]
    assert ids == sorted(ids)
    async with tables.store.read() as session:
        count = (
            await session.exec(
                select(func.count())
                .select_from(models.Parcel)
                .where(models.Parcel.slot == "status", models.Parcel.state == "owed")
            )
        ).one()
    assert count == 1


async def test_what_was_being_sent_becomes_doubtful(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    parcel = (await tables.parcels())[0]
    await tables.sending(parcel.id)
    again = Tables(store, clock=hours, rng=Random(1))
    await again.resume()
    try:
        first = next(p for p in await again.parcels() if p.road == parcel.road)
        assert (first.id, first.doubtful, first.attempts) == (parcel.id, True, 1)
        await again.sending(first.id)
        await again.sent(first.id, 1, 2)
        assert not any(p.doubtful for p in await again.parcels())
    finally:
        await again.stop()


async def test_failures_are_tried_again_in_their_time(
    tables: Tables, table: int, hours: Hours
) -> None:
    parcel = next(p for p in await tables.parcels() if p.lane == "thread")
    await tables.sending(parcel.id)
    await tables.failed(parcel.id, "503", retry_at=hours() + timedelta(seconds=30))
    assert parcel.road not in [p.road for p in await tables.parcels()]  # the others wait for it
    hours.pass_by(seconds=31)
    again = next(p for p in await tables.parcels() if p.road == parcel.road)
    assert (again.id, again.attempts) == (parcel.id, 1)
    await tables.sending(again.id)
    await tables.failed(again.id, "50007")
    assert next(p for p in await tables.parcels() if p.road == parcel.road).id > parcel.id


async def test_waiting(tables: Tables, hours: Hours) -> None:
    await deliver(tables)
    await tables.wait(0)
    waiting = asyncio.create_task(tables.wait())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await tables.open(ANA, HERE, "granada")
    await asyncio.wait_for(waiting, 2)
    parcel = (await tables.parcels())[0]
    await tables.failed(parcel.id, "503", retry_at=hours() + timedelta(milliseconds=40))
    await tables.wait(0)
    await asyncio.wait_for(tables.wait(), 2)  # until the parcel that was put off comes due


# -- who is called ------------------------------------------------------------------------------


async def test_one_call_per_hand_over_and_nobody_else(
    tables: Tables, table: int, hours: Hours
) -> None:
    await deliver(tables)
    rng = Random(6)
    calls = 0
    for _ in range(30):
        before = {o.person.id for o in (await tables.card(table)).owed if o.person}
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        await tables.order(table, who, await sample(tables, table, who, rng))
        after = {o.person.id for o in (await tables.card(table)).owed if o.person}
        called = {p.body["person"] for p in await deliver(tables) if p.kind == "call"}
        assert called == after - before
        calls += len(called)
    assert calls > 3


async def test_a_call_that_is_answered_is_not_owed(tables: Tables, table: int) -> None:
    assert "call:christian:0" in await owed(tables)
    await tables.order(table, ANA, await any_answer(tables, table, ANA))
    assert "call:christian:0" not in await owed(tables)
    assert "call:muslim:0" in await owed(tables)


async def test_how_people_want_to_be_called(tables: Tables) -> None:
    await tables.set_profile(ANA, pings="mention")
    await tables.set_profile(BEN, pings="none")
    card = await tables.open(ANA, HERE, "granada")
    await tables.join(card.id, BEN)
    await tables.ready(card.id, ANA)
    await tables.ready(card.id, BEN)
    calls = [p for p in (await owed(tables)).values() if p.kind == "call"]
    assert [(p.lane, p.body["person"]) for p in calls] == [("thread", ANA.id)]


async def test_closed_direct_messages(tables: Tables, table: int, hours: Hours) -> None:
    await deliver(tables)
    who = await to_orders(tables, table, hours)
    await tables.dms(who.id, "closed")
    await deliver(tables)
    await play(tables, table, hours, Random(2), 30)
    assert not [p for p in await deliver(tables) if p.lane == f"dm:{who.id}"]
    assert (await tables.profile(who)).dms == "closed"
    await tables.dms(who.id, "open")
    found = await deliver(tables)
    assert [p.kind for p in found if p.lane == f"dm:{who.id}"] == ["secrets"]
    await tables.dms(99, "closed")  # nobody we know


# -- reports ------------------------------------------------------------------------------------


async def test_a_visit_is_one_report(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    await deliver(tables)
    before = (await tables.card(table)).reports
    for typed in ("muster", "move", "move"):
        hours.pass_by(minutes=1)
        await tables.order(table, who, await any_answer(tables, table, who, typed))
    reports = [p for p in (await owed(tables)).values() if p.kind == "report"]
    assert len(reports) == 1
    assert reports[0].slot == f"report:{(await tables.card(table)).reports}"
    assert (await tables.card(table)).reports - before <= 1
    body = reports[0].body
    assert len(body["lines"]) >= 3  # type: ignore[arg-type]
    events = body["picture"]["events"]  # type: ignore[index]
    assert events == [drawn(engine.games()["granada"].events, event) for event in events]
    assert any("drawn" in event for event in events)
    assert not body["finished"]
    assert not body["board"]
    await tables.order(table, who, "done")
    ended = (await owed(tables))[reports[0].slot].body
    assert ended["finished"]
    assert ended["board"], "the whole board at the end of a phase"


async def test_a_battle_is_one_report(tables: Tables, table: int, hours: Hours) -> None:
    """From its first answer to its result, whoever answers."""
    await play(tables, table, hours, Random(9), 400, until="deploy")
    card = await tables.card(table)
    number = card.reports
    for _ in range(30):
        if not any(owed.kind in ("deploy", "challenge") for owed in card.owed):
            break
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        await tables.order(table, who, await sample(tables, table, who, Random(1)))
        card = await tables.card(table)
    bodies = [p.body for p in await deliver(tables) if p.kind == "report"]
    fought = next(b for b in bodies if b["number"] == number)
    said = " ".join(line["words"] for line in fought["lines"])  # type: ignore[attr-defined]
    assert "deploy" in said
    assert "Battle" in str(fought["title"]) or "battle" in str(fought["title"])


async def test_reports_hold_nothing_but_what_everybody_may_know(
    tables: Tables, table: int, hours: Hours
) -> None:
    await play(tables, table, hours, Random(4), 60)
    public = [line.words for line in await tables.log(table, None, last=0)]
    told = [
        line["words"]
        for p in await deliver(tables)
        if p.kind == "report"
        for line in p.body["lines"]  # type: ignore[attr-defined]
    ]
    assert told == public


async def test_secrets_go_when_they_change(tables: Tables, table: int, hours: Hours) -> None:
    """Not after every step: only when the owner has other secrets than before."""
    await deliver(tables)
    who = await to_orders(tables, table, hours)
    await deliver(tables)
    lane = f"dm:{who.id}"
    muster = await any_answer(tables, table, who, "muster")
    await tables.order(table, who, muster)
    assert [p.kind for p in await deliver(tables) if p.lane == lane] == ["secrets"]
    hours.pass_by(minutes=1)
    march = next(
        c.value for c in await tables.answers(table, who, "move") if "march" not in c.value
    )
    await tables.order(table, who, march)
    assert [p.kind for p in await deliver(tables) if p.lane == lane] == []
