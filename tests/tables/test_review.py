"""Faults that were found once: people who have left, a table closed too early, a database that
was busy for a moment, one spoilt record among sound ones."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from bot.store import Store, models
from bot.tables.floor.sitting import Sitting
from bot.tables.play import computers
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import publish
from bot.tables.values import Refused, Request, Stage
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, deliver, to_orders


async def asked_to_agree(tables: Tables, table: int) -> Request:
    """Ana wants her bid back when both are open: Ben must agree."""
    for who in (ANA, BEN):
        await tables.play.order(table, who, await any_answer(tables, table, who))
    request = await tables.undoing.undo(table, ANA)
    assert isinstance(request, Request)
    await deliver(tables)
    return request


async def ben_leaves(tables: Tables, table: int) -> None:
    await tables.lobby.leave(table, BEN)


async def ben_makes_way_for_the_computer(tables: Tables, table: int) -> None:
    await tables.seats.hand_over(table, BEN, "muslim", "random")


async def ben_makes_way_for_cleo(tables: Tables, table: int) -> None:
    await tables.seats.hand_over(table, BEN, "muslim", CLEO)
    await tables.seats.accept(table, CLEO, "muslim")


@pytest.mark.parametrize(
    "goes", [ben_leaves, ben_makes_way_for_the_computer, ben_makes_way_for_cleo]
)
async def test_whoever_has_left_decides_nothing(
    tables: Tables, table: int, goes: Callable[[Tables, int], Any]
) -> None:
    request = await asked_to_agree(tables, table)
    await goes(tables, table)
    with pytest.raises(Refused, match="no longer open"):
        await tables.consent.agree(request.id, BEN, True)
    edited = next(p for p in await deliver(tables) if p.kind == "request")
    assert edited.body["state"] == "void"


async def test_whoever_takes_the_seat_can_be_asked_anew(tables: Tables, table: int) -> None:
    await asked_to_agree(tables, table)
    await ben_makes_way_for_cleo(tables, table)
    again = await tables.undoing.undo(table, ANA)
    assert isinstance(again, Request)
    assert again.waiting == (CLEO,)
    assert (await tables.consent.agree(again.id, CLEO, True)).state == "agreed"


async def test_another_who_wants_to_undo_is_not_told_that_they_asked(
    tables: Tables, table: int
) -> None:
    await asked_to_agree(tables, table)
    with pytest.raises(Refused) as refused:
        await tables.undoing.undo(table, BEN)
    assert "You have asked" not in refused.value.reason
    assert "Ben" in refused.value.reason


async def ended(tables: Tables, table: int) -> None:
    """Quickly, not order by order."""
    async with tables.hall.sitting(table) as sitting:
        match, rng = await sitting.match(), Random(5)
        sitting.unkept = True
        while not match.over:
            decision = match.decisions()[0]
            match.act(decision.seat, decision.sample(rng))
        await publish(sitting, match, [], set())
        await sitting.commit()


async def test_a_table_that_is_closed_after_its_end_hides_nothing(
    tables: Tables, table: int
) -> None:
    """The message about the end may still be on its way, and people look back at old games."""
    await ended(tables, table)
    before = await tables.finding.card(table)
    revealed = (await tables.reading.view(table, CLEO)).to_json()
    await tables.lobby.close(table, ANA)
    card = await tables.finding.card(table)
    assert card.stage is Stage.CLOSED
    assert card.seed == before.seed is not None
    assert (await tables.reading.view(table, CLEO)).to_json() == revealed
    assert (await tables.reading.record(table))["seed"] == before.seed


async def test_a_table_that_is_closed_before_its_end_keeps_its_secrets(
    tables: Tables, table: int
) -> None:
    await tables.lobby.leave(table, BEN)
    await tables.lobby.close(table, ANA)
    assert (await tables.finding.card(table)).seed is None
    spectator = (await tables.reading.view(table, None)).to_json()
    assert (await tables.reading.view(table, CLEO)).to_json() == spectator
    with pytest.raises(Refused, match="not over"):
        await tables.reading.record(table)


# -- a moment's trouble ---------------------------------------------------------------------------


async def test_a_busy_database_does_not_stop_the_computer(
    tables: Tables, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else could move the table on: the computer must try again."""
    monkeypatch.setattr(computers, "PAUSES", (0.01, 0.02))
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    commit, failures = Sitting.commit, [1, 2]

    async def busy(sitting: Sitting) -> None:
        if sitting.actor is None and failures:
            failures.pop()
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        await commit(sitting)

    monkeypatch.setattr(Sitting, "commit", busy)
    await tables.lobby.ready(card.id, ANA)
    await tables.rest()
    assert not failures
    assert [owed.seat for owed in (await tables.finding.card(card.id)).owed] == ["christian"]


async def test_a_computer_that_cannot_go_on_ends_in_time(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "PAUSES", (0.01,))
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    commit = Sitting.commit

    async def broken(sitting: Sitting) -> None:
        if sitting.actor is None:
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        await commit(sitting)

    monkeypatch.setattr(Sitting, "commit", broken)
    with caplog.at_level(logging.ERROR):
        await tables.lobby.ready(card.id, ANA)
        await tables.rest()
    assert [r for r in caplog.records if "gave up" in r.message]
    assert len((await tables.finding.card(card.id)).owed) == 2


async def test_a_computer_without_an_answer_does_not_hold_up_the_game(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What happens when time is up happens then."""

    class Puzzled:
        def choose(self, world: object, decision: object) -> object:
            raise ZeroDivisionError

    monkeypatch.setattr(computers, "player", lambda name, seed: Puzzled())
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    with caplog.at_level(logging.ERROR):
        await tables.lobby.ready(card.id, ANA)
        await tables.rest()
    assert [owed.seat for owed in (await tables.finding.card(card.id)).owed] == ["christian"]
    assert [r for r in caplog.records if "has no answer" in r.message]


# -- a spoilt record ------------------------------------------------------------------------------


async def spoil(tables: Tables, table: int) -> str:
    """The first order of a table becomes one that cannot be; what it says."""
    secret = "Abu Hasan al-Zagal"
    async with tables.store.write() as session:
        entry = await session.get(models.Entry, (table, 0))
        assert entry is not None
        action = [entry.line["action"][0], secret]
        entry.line = {**entry.line, "action": action}
    tables.hall._loaded.pop(table, None)
    return secret


async def test_the_log_does_not_quote_a_spoilt_order(
    tables: Tables, table: int, caplog: pytest.LogCaptureFixture
) -> None:
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    secret = await spoil(tables, table)
    with caplog.at_level(logging.DEBUG), pytest.raises(Refused, match="cannot be replayed"):
        await tables.reading.view(table, ANA)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("bot.")]
    assert any("cannot be replayed" in line and f"table {table}" in line for line in ours)
    assert not [line for line in ours if secret in line]


async def test_letters_of_a_sound_table_go_out_beside_a_spoilt_one(
    tables: Tables, table: int, hours: Hours
) -> None:
    """Ana's messages are open again: one of her tables is spoilt, the other is not."""
    second = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(second.id, BEN)
    for who in (ANA, BEN):
        await tables.lobby.ready(second.id, who)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    await tables.people.reach(ANA.id, "discord", "closed")
    await deliver(tables)
    await spoil(tables, table)
    await tables.people.reach(ANA.id, "discord", "open")
    sent = [(p.table, p.kind) for p in await deliver(tables)]
    assert (second.id, "secrets") in sent


# -- calls ----------------------------------------------------------------------------------------


async def test_a_call_put_off_for_quiet_hours_is_not_owed_to_whoever_left(
    tables: Tables, store: Store, table: int, hours: Hours
) -> None:
    """Ben was called in silence; Cleo, who takes his seat, is called once and not again."""
    who = await to_orders(tables, table, hours)
    seat = await tables.finding.seat_of(table, who)
    assert seat is not None
    await deliver(tables)
    parcels = select(models.Parcel).where(models.Parcel.kind == "call")
    async with store.read() as session:
        calls = [p for p in await session.exec(parcels) if p.slot.startswith(f"call:{seat}:")]
    dawn = hours() + timedelta(hours=8)
    await tables.outbox.sent(calls[-1].id, 1, calls[-1].id, again_at=dawn)
    await tables.lobby.leave(table, who)
    await tables.lobby.join(table, CLEO, seat)
    first = [p for p in await deliver(tables) if p.kind == "call"]
    assert [p.audience for p in first] == [f"person:{CLEO.id}"]
    hours.pass_by(hours=9)
    assert not [p for p in await deliver(tables) if p.kind == "call"]


async def test_a_long_backlog_is_read_in_parts(tables: Tables) -> None:
    """After an outage every table owes something: only as much is read as can be sent."""
    for _ in range(4):
        await tables.lobby.open(ANA, HERE, "granada")
    every = await tables.outbox.parcels()
    first = await tables.outbox.parcels(most=2)
    assert len(every) > 2
    assert first == every[:2]
    rest = await tables.outbox.parcels([p.road for p in first], most=2)
    assert rest == every[2:4]


async def test_a_free_seat_is_not_the_computers(tables: Tables, table: int) -> None:
    await tables.lobby.leave(table, BEN)
    owed = {owed.seat: owed.free for owed in (await tables.finding.card(table)).owed}
    assert owed == {"christian": False, "muslim": True}
    await tables.seats.hand_over(table, ANA, "muslim", "random")
    assert not any(owed.free for owed in (await tables.finding.card(table)).owed)
