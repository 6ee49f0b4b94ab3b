"""The outbox: in order, after any crash, merged while it waits, and nobody called for nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import timedelta
from random import Random

from sqlmodel import col, func, select

import engine
from bot.store import Store, models
from bot.tables.floor.outbox import LEASE, _packed, lives, owner
from bot.tables.floor.roads import TOLD
from bot.tables.tables import Tables
from bot.tables.values import Parcel
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
    first = await tables.outbox.parcels()
    assert len({p.road for p in first}) == len(first)
    thread = next(p for p in first if p.audience == "table")
    await tables.outbox.sending(thread.id)
    assert thread.road not in [p.road for p in await tables.outbox.parcels()]
    rest = await tables.outbox.parcels([p.road for p in first])
    assert rest == ()
    await tables.outbox.sent(thread.id, 7, 70)
    second = next(p for p in await tables.outbox.parcels() if p.audience == "table")
    assert second.id > thread.id
    assert await tables.outbox.posted(table, thread.slot) == ("7", "70")


async def test_a_slot_that_was_posted_is_edited(tables: Tables, table: int) -> None:
    await deliver(tables)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    status = (await owed(tables))["status"]
    assert status.message is not None
    await tables.outbox.lost(table, "status")
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
    parcel = (await tables.outbox.parcels())[0]
    await tables.outbox.sending(parcel.id)
    again = Tables(store, clock=hours, rng=Random(1))
    await again.resume()
    try:
        first = next(p for p in await again.outbox.parcels() if p.road == parcel.road)
        assert (first.id, first.doubtful, first.attempts) == (parcel.id, True, 1)
        await again.outbox.sending(first.id)
        await again.outbox.sent(first.id, 1, 2)
        assert not any(p.doubtful for p in await again.outbox.parcels())
    finally:
        await again.stop()


async def test_failures_are_tried_again_in_their_time(
    tables: Tables, table: int, hours: Hours
) -> None:
    parcel = next(p for p in await tables.outbox.parcels() if p.audience == "table")
    await tables.outbox.sending(parcel.id)
    await tables.outbox.failed(parcel.id, "503", retry_at=hours() + timedelta(seconds=30))
    assert parcel.road not in [
        p.road for p in await tables.outbox.parcels()
    ]  # the others wait for it
    hours.pass_by(seconds=31)
    again = next(p for p in await tables.outbox.parcels() if p.road == parcel.road)
    assert (again.id, again.attempts) == (parcel.id, 1)
    await tables.outbox.sending(again.id)
    await tables.outbox.failed(again.id, "50007")
    assert next(p for p in await tables.outbox.parcels() if p.road == parcel.road).id > parcel.id


async def test_waiting(tables: Tables, hours: Hours) -> None:
    await deliver(tables)
    await tables.outbox.wait(0)
    waiting = asyncio.create_task(tables.outbox.wait())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await tables.lobby.open(ANA, HERE, "granada")
    await asyncio.wait_for(waiting, 2)
    parcel = (await tables.outbox.parcels())[0]
    await tables.outbox.failed(parcel.id, "503", retry_at=hours() + timedelta(milliseconds=40))
    await tables.outbox.wait(0)
    await asyncio.wait_for(tables.outbox.wait(), 2)  # until the parcel that was put off comes due


# -- who is called ------------------------------------------------------------------------------


async def test_one_call_per_hand_over_and_nobody_else(
    tables: Tables, table: int, hours: Hours
) -> None:
    await deliver(tables)
    rng = Random(6)
    calls = 0
    for _ in range(30):
        before = {o.person.id for o in (await tables.finding.card(table)).owed if o.person}
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        await tables.play.order(table, who, await sample(tables, table, who, rng))
        after = {o.person.id for o in (await tables.finding.card(table)).owed if o.person}
        called = {p.body["person"] for p in await deliver(tables) if p.kind == "call"}
        assert called == after - before
        calls += len(called)
    assert calls > 3


async def test_a_call_that_is_answered_is_not_owed(tables: Tables, table: int) -> None:
    assert "call:christian:0" in await owed(tables)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    assert "call:christian:0" not in await owed(tables)
    assert "call:muslim:0" in await owed(tables)


async def test_how_people_want_to_be_called(tables: Tables) -> None:
    await tables.people.set_profile(ANA, calls="mention")
    await tables.people.set_profile(BEN, calls="none")
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    calls = [p for p in (await owed(tables)).values() if p.kind == "call"]
    assert [(p.audience, p.body["person"]) for p in calls] == [("table", ANA.id)]


async def test_closed_direct_messages(tables: Tables, table: int, hours: Hours) -> None:
    await deliver(tables)
    who = await to_orders(tables, table, hours)
    await tables.people.reach(who.id, "discord", "closed")
    await deliver(tables)
    await play(tables, table, hours, Random(2), 30)
    assert not [p for p in await deliver(tables) if p.audience == f"person:{who.id}"]
    assert (await tables.people.profile(who)).state("discord") == "closed"
    await tables.people.reach(who.id, "discord", "open")
    found = await deliver(tables)
    assert [p.kind for p in found if p.audience == f"person:{who.id}"] == ["secrets"]
    await tables.people.reach(99, "discord", "closed")  # nobody we know


# -- reports ------------------------------------------------------------------------------------


async def test_a_visit_is_one_report(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    await deliver(tables)
    before = (await tables.finding.card(table)).reports
    for typed in ("muster", "move", "move"):
        hours.pass_by(minutes=1)
        await tables.play.order(table, who, await any_answer(tables, table, who, typed))
    reports = [p for p in (await owed(tables)).values() if p.kind == "report"]
    assert len(reports) == 1
    assert reports[0].slot == f"report:{(await tables.finding.card(table)).reports}"
    assert (await tables.finding.card(table)).reports - before <= 1
    body = reports[0].body
    assert len(body["lines"]) >= 3  # type: ignore[arg-type]
    events = body["picture"]["events"]  # type: ignore[index]
    assert events == [drawn(engine.games()["granada"].events, event) for event in events]
    assert any("drawn" in event for event in events)
    assert not body["finished"]
    assert not body["board"]
    await tables.play.order(table, who, "done")
    ended = (await owed(tables))[reports[0].slot].body
    assert ended["finished"]
    assert ended["board"], "the whole board at the end of a phase"


async def test_a_battle_is_one_report(tables: Tables, table: int, hours: Hours) -> None:
    """From its first answer to its result, whoever answers."""
    await play(tables, table, hours, Random(9), 400, until="deploy")
    card = await tables.finding.card(table)
    number = card.reports
    for _ in range(30):
        if not any(owed.kind in ("deploy", "challenge") for owed in card.owed):
            break
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        await tables.play.order(table, who, await sample(tables, table, who, Random(1)))
        card = await tables.finding.card(table)
    bodies = [p.body for p in await deliver(tables) if p.kind == "report"]
    fought = next(b for b in bodies if b["number"] == number)
    said = " ".join(line["words"] for line in fought["lines"])  # type: ignore[attr-defined]
    assert "deploy" in said
    assert "Battle" in str(fought["title"]) or "battle" in str(fought["title"])


async def test_reports_hold_nothing_but_what_everybody_may_know(
    tables: Tables, table: int, hours: Hours
) -> None:
    await play(tables, table, hours, Random(4), 60)
    public = [line.words for line in await tables.logbook.log(table, None, last=0)]
    told = [
        line["words"]
        for p in await deliver(tables)
        if p.kind == "report"
        for line in p.body["lines"]  # type: ignore[attr-defined]
    ]
    assert told == public


async def test_secrets_go_when_they_change(tables: Tables, table: int, hours: Hours) -> None:
    """Not after every step: only when the owner has other secrets than before, blocks included."""
    await deliver(tables)
    who = await to_orders(tables, table, hours)
    await deliver(tables)
    lane = f"person:{who.id}"
    muster = await any_answer(tables, table, who, "muster")
    await tables.play.order(table, who, muster)
    assert [p.kind for p in await deliver(tables) if p.audience == lane] == ["secrets"]
    hours.pass_by(minutes=1)
    march = next(
        c.value for c in await tables.slots.answers(table, who, "move") if "march" not in c.value
    )
    await tables.play.order(table, who, march)
    letters = await deliver(tables)
    assert [p.kind for p in letters if p.audience == lane] == ["secrets"]
    other = f"person:{(BEN if who == ANA else ANA).id}"
    assert [p.kind for p in letters if p.audience == other] == [], "nothing of theirs has changed"


# -- more than one process -----------------------------------------------------------------------


async def test_a_parcel_is_claimed_once(store: Store, tables: Tables, table: int) -> None:
    other = Tables(store, clock=tables.clock)
    other.outbox.me = "elsewhere/7"
    parcel = (await tables.outbox.parcels())[0]
    claims = await asyncio.gather(
        *[one.outbox.sending(parcel.id) for one in (tables, other, tables, other)]
    )
    assert len([claim for claim in claims if claim is not None]) == 1
    await other.stop()


async def test_what_another_is_sending_is_left_to_it(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    """Until its time is up: then it may have died, and what it sent must be looked for."""
    other = Tables(store, clock=hours)
    other.outbox.me = "elsewhere/7"
    parcel = (await other.outbox.parcels())[0]
    await other.outbox.sending(parcel.id)
    await tables.outbox.resume()
    assert parcel.road not in [p.road for p in await tables.outbox.parcels()]
    hours.pass_by(seconds=LEASE.total_seconds() + 1)
    found = next(p for p in await tables.outbox.parcels() if p.road == parcel.road)
    assert (found.id, found.doubtful) == (parcel.id, True)
    assert await tables.outbox.sending(parcel.id) is not None
    await other.outbox.failed(parcel.id, "503")  # it wakes up after all: it is not its own now
    assert await tables.outbox.sending(parcel.id) is None
    await tables.outbox.sent(parcel.id, 1, 2)
    await other.stop()


def test_who_lives() -> None:
    assert lives(owner())
    assert lives("elsewhere/1")  # nobody can say
    assert not lives("")  # from before anybody said whose it was
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    assert not lives(f"{owner().rpartition('/')[0]}/{gone.pid}")


async def test_each_front_end_has_its_own_parcels_and_bell(tables: Tables, table: int) -> None:
    """Ben's letters go by mail, and so does what the table tells: it is shown nowhere there."""
    mail = await tables.people.meet("mail", "ben@example.org", "Ben")
    ben = await tables.linking.link(mail, BEN)
    await tables.people.set_profile(ben, letters="mail")
    await deliver(tables)
    for who in (ANA, ben):
        await tables.play.order(table, who, await any_answer(tables, table, who))
    letters = await tables.outbox.parcels(kind="mail")
    assert {(p.front, p.to, p.road) for p in letters} == {
        ("mail", "ben@example.org", "mail:ben@example.org")
    }
    assert {p.front for p in await tables.outbox.parcels(kind="discord")} == {"discord"}
    told = [p for p in await deliver(tables) if p.front == "mail"]
    assert {"report", "secrets"} <= {p.kind for p in told} <= {*TOLD, "secrets", "call"}
    assert {p.audience for p in told} <= {"table", f"person:{ben.id}"}
    await tables.outbox.wait(0, "mail")
    waiting = asyncio.create_task(tables.outbox.wait(None, "mail"))
    tables.hall.bells.ring(["discord"])
    await asyncio.sleep(0.05)
    assert not waiting.done()
    tables.hall.bells.ring(["mail"])
    await asyncio.wait_for(waiting, 2)


async def test_what_one_person_is_told_goes_one_way_only(tables: Tables, table: int) -> None:
    mail = await tables.people.meet("mail", "ben@example.org", "Ben")
    ben = await tables.linking.link(mail, BEN)
    await deliver(tables)
    for letters, state, front in (
        ("discord", "open", "discord"),
        ("mail", "open", "mail"),
        ("mail", "closed", "discord"),
    ):
        await tables.people.set_profile(ben, letters=letters)
        await tables.people.reach(ben.id, "mail", state)
        await tables.people._send_secrets(table, ben.id)
        (secret,) = [p for p in await deliver(tables) if p.kind == "secrets"]
        assert (secret.front, secret.audience) == (front, f"person:{ben.id}")
