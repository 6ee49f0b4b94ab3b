"""Clocks: who has how long, who is reminded, and what happens when time is up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from sqlmodel import col, select

from bot.store import Store, models
from bot.tables.floor.sitting import keep
from bot.tables.mod.steps import Step
from bot.tables.tables import Tables
from bot.tables.values import Owed, Parcel, Refused, Request, TableCard, Who
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, deliver, to_orders, travel

CHRISTIAN, MUSLIM = "christian", "muslim"


@pytest.fixture
async def slow(tables: Tables, table: int) -> int:
    """A table with a day for each hand-over; Ana (the host) and Ben are asked at once."""
    await tables.lobby.set_settings(table, ANA, {"pace": "24h"})
    await deliver(tables)
    return table


async def answer(tables: Tables, table: int, who: Who) -> None:
    assert not (await tables.play.order(table, who, await any_answer(tables, table, who))).refused


async def owed_by(tables: Tables, table: int, who: Who) -> Owed:
    card = await tables.finding.card(table)
    return next(o for o in card.owed if o.person is not None and o.person.id == who.id)


async def due(tables: Tables) -> list[tuple[str, str]]:
    """Kind and key of every item that is planned."""
    async with tables.store.read() as session:
        found = await session.exec(select(models.Due).order_by(col(models.Due.kind)))
        return [(row.kind, row.key) for row in found]


def told(parcels: list[Parcel], kind: str) -> list[object]:
    return [p.body.get("person") for p in parcels if p.kind == kind]


def notes(parcels: list[Parcel]) -> str:
    return "\n".join(str(p.body["words"]) for p in parcels if p.kind == "note")


def hours_between(start: datetime, stop: datetime | None) -> float:
    assert stop is not None
    return round((stop - start).total_seconds() / 3600, 2)


# -- how long ------------------------------------------------------------------------------------


async def test_without_a_pace_there_are_no_clocks(tables: Tables, table: int) -> None:
    await answer(tables, table, ANA)
    assert await due(tables) == []
    assert (await owed_by(tables, table, BEN)).until is None


async def test_each_of_those_who_are_asked_at_once_has_a_clock(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await tables.people.set_profile(BEN, quiet="22-7")
    card = await tables.finding.card(slow)
    assert [hours_between(hours.time, owed.until) for owed in card.owed] == [24, 33]
    await answer(tables, slow, ANA)
    assert await due(tables) == [("expire", MUSLIM), ("remind", MUSLIM)]


async def test_the_questions_of_one_visit_share_a_clock(
    tables: Tables, slow: int, hours: Hours
) -> None:
    who = await to_orders(tables, slow, hours)
    first = (await owed_by(tables, slow, who)).until
    assert first is not None
    hours.pass_by(hours=5)
    await tables.play.order(slow, who, await any_answer(tables, slow, who, "muster"))
    assert (await owed_by(tables, slow, who)).until == first
    hours.time = first - timedelta(minutes=1)
    await tables.play.order(slow, who, await any_answer(tables, slow, who, "move"))
    owed = await owed_by(tables, slow, who)  # an eighth of the pace for the rest
    assert hours_between(hours.time, owed.until) == 3
    hours.pass_by(minutes=1)
    await tables.play.order(slow, who, "done")
    other = BEN if who == ANA else ANA
    assert hours_between(hours.time, (await owed_by(tables, slow, other)).until) == 24


async def test_taking_back_does_not_wind_the_clock(tables: Tables, slow: int, hours: Hours) -> None:
    hours.pass_by(hours=15)
    await answer(tables, slow, ANA)
    hours.pass_by(hours=1)
    await tables.undoing.undo(slow, ANA)
    assert hours_between(hours.time, (await owed_by(tables, slow, ANA)).until) == 9


async def test_somebody_new_begins_anew(tables: Tables, slow: int, hours: Hours) -> None:
    hours.pass_by(hours=15)
    await tables.seats.hand_over(slow, BEN, MUSLIM, CLEO)
    assert hours_between(hours.time, (await owed_by(tables, slow, BEN)).until) == 9
    await tables.seats.accept(slow, CLEO, MUSLIM)
    assert hours_between(hours.time, (await owed_by(tables, slow, CLEO)).until) == 24
    await tables.lobby.leave(slow, CLEO)
    assert await due(tables) == [("expire", CHRISTIAN), ("remind", CHRISTIAN)]


async def test_another_pace_winds_anew_and_none_stops(
    tables: Tables, slow: int, hours: Hours
) -> None:
    hours.pass_by(hours=15)
    await tables.lobby.set_settings(slow, ANA, {"pace": "2d"})
    assert hours_between(hours.time, (await owed_by(tables, slow, ANA)).until) == 48
    await tables.lobby.set_settings(slow, ANA, {"pace": "none"})
    assert await due(tables) == []


async def test_a_changed_calendar_keeps_what_is_left(
    tables: Tables, slow: int, hours: Hours
) -> None:
    """It is Thursday noon (UTC) when the clocks are wound."""
    hours.pass_by(hours=4)
    await tables.people.set_profile(BEN, quiet="22-7")
    assert hours_between(hours.time, (await owed_by(tables, slow, BEN)).until) == 29
    await tables.people.set_profile(BEN, zone="America/New_York")
    assert hours_between(hours.time, (await owed_by(tables, slow, BEN)).until) == 29
    await tables.lobby.set_settings(slow, ANA, {"weekends": "rest"})
    friday = datetime(2031, 5, 3, 4, tzinfo=UTC)  # midnight where Ben lives
    monday = friday + timedelta(days=2)
    until = (await owed_by(tables, slow, BEN)).until
    assert until is not None
    assert until < friday
    await tables.people.set_profile(BEN, away="2031-05-05")
    until = (await owed_by(tables, slow, BEN)).until
    assert hours_between(monday, until) == 7 + 15 + 9 + 5
    await deliver(tables)
    await tables.people.set_profile(BEN, away="")
    assert "Ben is back" in notes(await deliver(tables))
    assert (await owed_by(tables, slow, BEN)).until < friday  # type: ignore[operator]


async def test_a_holiday_is_told_in_one_line_and_has_an_end(tables: Tables, slow: int) -> None:
    await tables.people.set_profile(BEN, away="2031-05-20")
    parcels = await deliver(tables)
    assert notes(parcels) == "Ben is away until 2031-05-20: no clock of theirs runs until then."
    with pytest.raises(Refused, match="within 180 days"):
        await tables.people.set_profile(BEN, away="2032-05-20")
    await tables.people.set_profile(BEN, quiet="22-7")  # is nobody's business
    assert notes(await deliver(tables)) == ""


# -- reminders -----------------------------------------------------------------------------------


async def test_reminders_at_half_time_and_before_the_end_to_those_who_owe(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await answer(tables, slow, ANA)
    await deliver(tables)
    await travel(tables, hours, hours=11.9)
    assert told(await deliver(tables), "remind") == []
    await travel(tables, hours, hours=0.2)
    assert told(await deliver(tables), "remind") == [BEN.id]
    await travel(tables, hours, hours=8.8)
    assert told(await deliver(tables), "remind") == []
    await travel(tables, hours, hours=0.2)
    reminder = next(p for p in await deliver(tables) if p.kind == "remind")
    assert (reminder.audience, reminder.body["seat"]) == (f"person:{BEN.id}", MUSLIM)
    await answer(tables, slow, BEN)
    await deliver(tables)
    await travel(tables, hours, hours=2)
    assert told(await deliver(tables), "remind") == []


async def test_never_two_reminders_within_an_hour(tables: Tables, slow: int, hours: Hours) -> None:
    for pace, often in (("30m", 1), ("2h", 1), ("4h", 1), ("6h", 2), ("7d", 2)):
        await tables.lobby.set_settings(slow, ANA, {"pace": pace})
        await deliver(tables)
        at: list[datetime] = []
        until = (await owed_by(tables, slow, BEN)).until
        assert until is not None
        while (coming := await tables.agenda.next()) is not None and coming < until:
            hours.time = coming
            await tables.agenda.serve()
            at += [hours.time for one in told(await deliver(tables), "remind") if one == BEN.id]
        assert len(at) == often
        assert all(later - sooner > timedelta(hours=1) for sooner, later in pairwise(at))


async def test_a_reminder_that_is_answered_before_it_is_sent_is_void(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await travel(tables, hours, hours=12.1)
    parcels = {p.audience: p for p in await tables.outbox.parcels() if p.kind == "remind"}
    assert set(parcels) == {f"person:{ANA.id}", f"person:{BEN.id}"}
    await answer(tables, slow, ANA)
    assert await tables.outbox.sending(parcels[f"person:{ANA.id}"].id) is None
    assert await tables.outbox.sending(parcels[f"person:{BEN.id}"].id) is not None


async def test_those_who_want_no_calls_get_no_reminders(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await tables.people.set_profile(ANA, calls="mention")
    await tables.people.set_profile(BEN, calls="none")
    await travel(tables, hours, hours=12.1)
    found = [p for p in await deliver(tables) if p.kind == "remind"]
    assert [(p.audience, p.body["person"]) for p in found] == [("table", ANA.id)]


async def test_after_a_long_silence_there_is_one_message_and_a_grace(
    store: Store, tables: Tables, slow: int, hours: Hours
) -> None:
    await answer(tables, slow, ANA)
    await deliver(tables)
    hours.pass_by(hours=22)  # nobody was there: both reminders are overdue
    again = Tables(store, clock=hours, rng=Random(1))
    await again.resume()
    await again.agenda.serve()
    assert told(await deliver(again), "remind") == [BEN.id]
    await travel(again, hours, hours=1)
    assert told(await deliver(again), "remind") == []
    hours.pass_by(hours=30)  # down again, and the deadline with it
    await again.agenda.serve()
    parcels = await deliver(again)
    assert told(parcels, "remind") == [BEN.id]
    assert "Time is up" not in notes(parcels)
    assert hours_between(hours.time, (await owed_by(again, slow, BEN)).until) == 3
    await travel(again, hours, hours=3.1)
    assert "Time is up for Muslim (Ben)" in notes(await deliver(again))
    await again.stop()


async def test_nobody_is_reminded_at_night_or_on_holiday(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await tables.people.set_profile(BEN, quiet="13-11")
    await answer(tables, slow, ANA)
    await deliver(tables)
    for _ in range(24 * 6):
        await travel(tables, hours, hours=1)
        if told(await deliver(tables), "remind"):
            assert 11 <= hours.time.hour <= 13
    await tables.people.set_profile(BEN, quiet="", away="2031-05-20")
    await travel(tables, hours, days=10)
    assert told(await deliver(tables), "remind") == []


# -- time is up ----------------------------------------------------------------------------------


async def test_late_and_the_table_waits_for_a_moderator(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await answer(tables, slow, ANA)
    await travel(tables, hours, hours=23.9)
    await deliver(tables)
    await travel(tables, hours, hours=0.2)
    parcels = await deliver(tables)
    assert "Time is up for Muslim (Ben). The table waits; Ana can help" in notes(parcels)
    assert told(parcels, "whisper") == [ANA.id, BEN.id]
    owed = await owed_by(tables, slow, BEN)
    assert owed.late
    assert await due(tables) == []
    await travel(tables, hours, days=10)
    assert await deliver(tables) == []  # once is enough
    await answer(tables, slow, BEN)  # better late than never
    assert not any(o.late for o in (await tables.finding.card(slow)).owed)


async def test_named_moderators_are_called_before_the_host(
    tables: Tables, slow: int, hours: Hours, store: Store
) -> None:
    async with store.write() as session:
        await keep(session, models.Person(id=CLEO.id, name=CLEO.name))
        session.add(models.Circle(name="discord:1", badge="", moderators=[CLEO.id, BEN.id]))
    await answer(tables, slow, ANA)
    await travel(tables, hours, hours=24.1)
    parcels = await deliver(tables)
    assert "Cleo can help and has been told" in notes(parcels)
    assert next(p for p in parcels if p.audience == f"person:{CLEO.id}").kind == "whisper"
    assert told(parcels, "whisper") == [CLEO.id, BEN.id]


@pytest.mark.parametrize("way", ["computer", "default"])
async def test_late_and_somebody_answers_in_their_place(
    tables: Tables, slow: int, hours: Hours, way: str
) -> None:
    await tables.lobby.set_settings(slow, ANA, {"late": way})
    await answer(tables, slow, ANA)
    await travel(tables, hours, hours=24.1)
    parcels = await deliver(tables)
    assert notes(parcels).count("Time is up for Muslim (Ben)") == 1
    assert told(parcels, "whisper") == [BEN.id]
    card = await tables.finding.card(slow)
    assert card.seats[1].person == BEN  # the seat stays his
    assert card.owed
    assert not card.owed[0].late
    async with tables.store.read() as session:
        audits = list(await session.exec(select(models.Audit).order_by(col(models.Audit.id))))
        entry = await session.get(models.Entry, (slow, 1))
    assert [(a.what, a.person, a.words) for a in audits][-1] == ("stand in", None, MUSLIM)
    assert entry is not None
    assert entry.person is None
    assert entry.line["seat"] == MUSLIM


async def test_the_rest_of_the_visit_is_answered_too(
    tables: Tables, slow: int, hours: Hours
) -> None:
    """Movement asks one question after the other: the computer goes on until it hands over."""
    who = await to_orders(tables, slow, hours)
    await tables.lobby.set_settings(slow, ANA, {"late": "computer"})
    await travel(tables, hours, hours=24.1)
    card = await tables.finding.card(slow)
    assert [o.person for o in card.owed] != [who]


async def test_an_answer_in_the_last_moment_wins_over_the_computer(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await tables.lobby.set_settings(slow, ANA, {"late": "computer"})
    await answer(tables, slow, ANA)
    order = await any_answer(tables, slow, BEN)
    hours.time = (await owed_by(tables, slow, BEN)).until  # type: ignore[assignment]
    await tables.agenda.serve()  # marked as late; the computer begins to think
    assert (await tables.play.order(slow, BEN, order)).done
    await tables.rest()
    async with tables.store.read() as session:
        lines = list(await session.exec(select(models.Entry).where(models.Entry.table == slow)))
    assert [line.person for line in lines][:2] == [ANA.id, BEN.id]
    assert not any(o.late for o in (await tables.finding.card(slow)).owed)


async def test_a_restart_forgets_nobody_who_is_late(
    store: Store, tables: Tables, slow: int, hours: Hours
) -> None:
    await tables.lobby.set_settings(slow, ANA, {"late": "computer"})
    await answer(tables, slow, ANA)
    hours.time = (await owed_by(tables, slow, BEN)).until  # type: ignore[assignment]
    await tables.stop()  # it goes before the computer has begun
    await tables.agenda.serve()
    assert (await owed_by(tables, slow, BEN)).late
    again = Tables(store, clock=hours, rng=Random(1))
    await again.resume()
    await again.rest()
    assert not any(o.late for o in (await again.finding.card(slow)).owed)
    await again.stop()


async def test_whoever_is_late_can_be_replaced_by_the_table_choice(
    tables: Tables, slow: int, hours: Hours
) -> None:
    await answer(tables, slow, ANA)
    await travel(tables, hours, days=3)
    assert (await owed_by(tables, slow, BEN)).late
    await tables.lobby.set_settings(slow, ANA, {"late": "computer"})
    await tables.rest()
    assert not any(o.late for o in (await tables.finding.card(slow)).owed)


# -- pause, more time ----------------------------------------------------------------------------


async def test_a_moderator_pauses_and_the_host_lets_go_on(
    store: Store, tables: Tables, slow: int, hours: Hours
) -> None:
    with pytest.raises(Refused, match="no seat"):
        await tables.time.pause(slow, CLEO)
    async with store.write() as session:
        await keep(session, models.Person(id=CLEO.id, name=CLEO.name))
        session.add(models.Circle(name="discord:1", badge="", moderators=[CLEO.id]))
    hours.pass_by(hours=10)
    card = await tables.time.pause(slow, CLEO)
    assert isinstance(card, TableCard)
    assert card.paused is not None
    assert [o.until for o in card.owed] == [None, None]
    assert "Cleo has paused the table" in notes(await deliver(tables))
    await travel(tables, hours, days=30)
    assert await deliver(tables) == []
    with pytest.raises(Refused, match="paused already"):
        await tables.time.pause(slow, ANA)
    await answer(tables, slow, ANA)  # orders are taken
    card = await tables.time.go_on(slow, ANA)
    assert isinstance(card, TableCard)
    assert hours_between(hours.time, card.owed[0].until) == 14
    with pytest.raises(Refused, match="not paused"):
        await tables.time.go_on(slow, ANA)


async def test_a_player_pauses_by_agreement(tables: Tables, slow: int, hours: Hours) -> None:
    asked = await tables.time.pause(slow, BEN)
    assert isinstance(asked, Request)
    assert asked.waiting == (ANA,)
    await answer(tables, slow, BEN)  # the request stands though the game goes on
    assert (await tables.consent.agree(asked.id, ANA, True)).state == "agreed"
    assert (await tables.finding.card(slow)).paused is not None
    assert "paused, as Ben asked" in notes(await deliver(tables))
    asked = await tables.time.go_on(slow, BEN)
    assert isinstance(asked, Request)
    await tables.consent.agree(asked.id, ANA, False)
    assert (await tables.finding.card(slow)).paused is not None
    assert await tables.time.go_on(slow, ANA)
    asked = await tables.time.pause(slow, ANA)
    assert isinstance(asked, Request)  # the host plays: nobody stops their own clock alone
    assert asked.waiting == (BEN,)


async def test_more_time_by_agreement(tables: Tables, slow: int, hours: Hours) -> None:
    hours.pass_by(hours=20)
    asked = await tables.time.extend(slow, BEN, 12)
    assert isinstance(asked, Request)
    assert "12 hours more for Muslim" in asked.words
    await tables.consent.agree(asked.id, ANA, True)
    assert hours_between(hours.time, (await owed_by(tables, slow, BEN)).until) == 16
    assert hours_between(hours.time, (await owed_by(tables, slow, ANA)).until) == 4
    with pytest.raises(Refused, match="1 to 336 hours"):
        await tables.time.extend(slow, BEN, 0)
    # what was asked for one visit is not given for the next
    asked = await tables.time.extend(slow, BEN, 12)
    assert isinstance(asked, Request)
    await answer(tables, slow, BEN)
    await answer(tables, slow, ANA)
    before = (await tables.finding.card(slow)).owed
    await tables.consent.agree(asked.id, ANA, True)
    assert (await tables.finding.card(slow)).owed == before


async def test_more_time_for_somebody_late(tables: Tables, slow: int, hours: Hours) -> None:
    await answer(tables, slow, ANA)
    await travel(tables, hours, hours=25)
    given = await tables.time.extend(slow, ANA, 6)  # she owes nothing: it is a gift to those who do
    assert isinstance(given, TableCard)
    assert "Muslim may take 6 hours longer" in notes(await deliver(tables))
    owed = await owed_by(tables, slow, BEN)
    assert not owed.late
    assert hours_between(hours.time, owed.until) == 6


async def test_a_deadline_is_set_by_a_moderator(tables: Tables, table: int, hours: Hours) -> None:
    """Here it is the host, who plays: Ben must agree."""
    until = hours.time + timedelta(days=2)
    asked = await tables.mod.step(
        table, ANA, Step("deadline", "he asked", seat=MUSLIM, until=until)
    )
    assert isinstance(asked, Request)
    await tables.consent.agree(asked.id, BEN, True)
    assert (await owed_by(tables, table, BEN)).until == until
    assert "time until 2031-05-03 12:00 UTC. (he asked)" in notes(await deliver(tables))
    await travel(tables, hours, days=2.1)
    assert (await owed_by(tables, table, BEN)).late
