"""Sealed battles at a table: asked once, sealed in private, fought at a tick in one go."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from sqlmodel import select

from bot.store import Store, models
from bot.tables.floor.settings import next_tick
from bot.tables.tables import Tables
from bot.tables.values import Outcome, Outdated, Refused, Request
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.fights import (
    AT_SEA,
    ONE,
    SEVERAL,
    against_computer,
    before_battle,
    fighting,
    lay,
    planned,
    the_match,
)
from tests.tables.play import deliver


async def entries(store: Store, table: int) -> list[models.Entry]:
    async with store.read() as session:
        found = await session.exec(
            select(models.Entry).where(models.Entry.table == table).order_by(models.Entry.number)  # type: ignore[arg-type]
        )
        return list(found)


async def rows(store: Store) -> list[models.Plan]:
    async with store.read() as session:
        return list(await session.exec(select(models.Plan)))


async def test_both_are_asked_once_and_nothing_else_is_asked(tables: Tables) -> None:
    table = await fighting(tables)
    card = await tables.finding.card(table)
    assert [(owed.seat, owed.kind) for owed in card.owed] == [
        ("christian", "plan"),
        ("muslim", "plan"),
    ]
    assert "battle at Lucena" in card.owed[0].prompt
    assert "next tick (every 15m)" in card.owed[0].prompt
    calls = {p.audience: p for p in await deliver(tables) if p.kind == "call"}
    assert {f"person:{ANA.id}", f"person:{BEN.id}"} <= set(calls)
    for who in (ANA, BEN):
        with pytest.raises(Refused, match="/plan"):
            await tables.play.order(table, who, "stand")
    assert await tables.slots.answers(table, BEN, "") == ()


async def test_the_battle_is_fought_at_the_tick_after_both_have_sealed(
    tables: Tables, hours: Hours, store: Store
) -> None:
    table = await fighting(tables)
    before = len(await entries(store, table))
    await deliver(tables)
    sealing = await tables.plans.seal(table, ANA)
    assert sealing.panel is not None
    assert sealing.panel.sealed
    hours.pass_by(minutes=40)
    assert await tables.agenda.serve() == 0
    await tables.plans.suggest(table, BEN, "suggest", "Lucena")
    assert (await tables.plans.seal(table, BEN)).panel is not None
    assert await deliver(tables) == []  # nobody is told that anybody has sealed
    assert len(await entries(store, table)) == before
    due = await tables.agenda.next()
    assert due is not None
    assert due.minute % 15 == 0
    hours.time = due
    assert await tables.agenda.serve() == 1
    lines = await entries(store, table)
    assert len(lines) > before + 2
    by = {line.line["seat"]: line.person for line in lines[before:]}
    assert by == {"christian": ANA.id, "muslim": BEN.id}
    reports = [p for p in await deliver(tables) if p.kind == "report"]
    assert len([p for p in reports if "Lucena" in str(p.body["lines"])]) == 1
    assert not await planned(tables, table)
    assert await rows(store) == []
    assert await tables.agenda.next() is None


async def test_what_was_sealed_can_be_changed_and_withdrawn_until_then(
    tables: Tables, hours: Hours, store: Store
) -> None:
    table = await fighting(tables)
    await tables.plans.seal(table, ANA)
    await tables.plans.seal(table, BEN)
    changed = await tables.plans.write(table, BEN, "plan Lucena\ninside\nelse finish")
    assert changed.sealed
    assert changed.plans[0].text == "plan Lucena\ninside\nelse finish\n"
    opened = await tables.plans.withdraw(table, BEN)
    assert not opened.sealed
    assert opened.plans[0].text  # nothing that was written is lost
    hours.pass_by(hours=1)
    assert await tables.agenda.serve() == 0
    with pytest.raises(Refused, match="not sealed"):
        await tables.plans.withdraw(table, BEN)
    await tables.plans.seal(table, BEN)
    hours.pass_by(minutes=15)
    assert await tables.agenda.serve() == 1
    with pytest.raises(Refused, match="No battle is being planned"):
        await tables.plans.withdraw(table, BEN)


@pytest.mark.parametrize(("text", "deploys"), [("stop\nelse finish", False), ("", True)])
async def test_the_plan_that_was_written_is_the_one_that_fights(
    tables: Tables, text: str, deploys: bool
) -> None:
    table = await fighting(tables, tick="now")
    first = len(before_battle(ONE))
    if text:
        await tables.plans.write(table, ANA, f"plan Lucena\n{text}")
    await tables.plans.seal(table, ANA)
    told = (await tables.plans.seal(table, BEN)).outcome
    match = await the_match(tables, table)
    answers = [e.action for e in match.entries[first:] if e.seat == "christian"]
    verbs = {action.verb for action in answers if action is not None}
    assert bool(verbs & {"deploy", "free"}) == deploys
    assert any("Lucena" in words for words in told.words)


async def test_who_has_nothing_written_fights_by_the_standing_plan(
    tables: Tables, store: Store
) -> None:
    table = await fighting(tables)
    await tables.plans.seal(table, ANA)
    (row,) = await rows(store)
    assert (row.seat, row.place, row.text) == ("christian", "", "plan\nelse best\n")


async def test_against_the_computer_it_is_fought_at_once(tables: Tables) -> None:
    table = await against_computer(tables)
    card = await tables.finding.card(table)
    assert [owed.seat for owed in card.owed] == ["christian"]
    assert "as soon as you have sealed" in card.owed[0].prompt
    panel = await tables.plans.suggest(table, ANA, "bold")
    sealing = await tables.plans.seal(table, ANA, panel.number, panel.revision)
    assert sealing.panel is None
    assert any("Lucena" in words for words in sealing.outcome.words)
    await tables.rest()
    assert [p for p in await deliver(tables) if p.kind == "report"]


async def test_computers_among_themselves_fight_without_waiting(tables: Tables) -> None:
    table = await against_computer(tables)
    await tables.seats.hand_over(table, ANA, "christian", "greedy")
    for _ in range(200):  # until it is over for the moment
        card = await tables.finding.card(table)
        if not any(owed.kind == "plan" for owed in card.owed):
            break
        await tables.computers.rest()
    assert len(await the_match(tables, table)) > len(before_battle(ONE))
    await tables.lobby.close(table, ANA)


async def test_a_seat_that_goes_to_the_computer_needs_no_plan_any_more(tables: Tables) -> None:
    table = await fighting(tables)
    await tables.plans.seal(table, ANA)
    await tables.seats.hand_over(table, BEN, "muslim", "greedy")
    await tables.rest()
    assert not await planned(tables, table)
    match = await the_match(tables, table)
    assert any(e.seat == "muslim" for e in match.entries[len(before_battle(ONE)) :])


async def test_somebody_new_plans_anew_and_does_not_see_the_old_plan(
    tables: Tables, store: Store
) -> None:
    table = await fighting(tables)
    await tables.plans.write(table, BEN, "plan Lucena\nstand")
    await tables.plans.seal(table, BEN)
    await tables.lobby.leave(table, BEN)
    await tables.lobby.join(table, CLEO)
    panel = await tables.plans.panel(table, CLEO)
    assert not panel.sealed
    assert panel.plans[0].text == ""
    await tables.plans.seal(table, ANA)
    assert await tables.agenda.next() is None


async def test_a_plan_may_ask_its_owner_and_the_rest_goes_on_afterwards(
    tables: Tables, hours: Hours, store: Store
) -> None:
    table = await fighting(tables, tick="now")
    await tables.plans.write(table, BEN, "plan Lucena\nask always stand\nchallenge 9+ max 1")
    await tables.plans.seal(table, BEN)
    await deliver(tables)
    await tables.plans.seal(table, ANA)
    asked = await tables.play.asked(table, BEN)
    assert asked is not None
    assert asked.kind == "withdraw"
    called = [p for p in await deliver(tables) if p.kind == "call"]
    assert [p.audience for p in called] == [f"person:{BEN.id}"]
    assert len(await rows(store)) == 2
    hours.pass_by(days=2)
    again = Tables(store, clock=hours, rng=Random(4))  # the house went to bed
    outcome = await again.play.order(table, BEN, "stand")
    assert not outcome.refused
    assert outcome.words
    match = await the_match(again, table)
    assert len(match) > len(before_battle(ONE)) + 2  # the battle went on by the plans
    assert await rows(store) == []
    await again.stop()


async def test_skipped_lines_are_told_to_their_owner_alone(tables: Tables) -> None:
    table = await fighting(tables, tick="now")
    await tables.plans.write(table, BEN, "plan Lucena\n[mine 40+] inside\nstand")
    await tables.plans.seal(table, BEN)
    await deliver(tables)
    await tables.plans.seal(table, ANA)
    whispers = [p for p in await deliver(tables) if p.kind == "whisper"]
    assert [p.audience for p in whispers] == [f"person:{BEN.id}"]
    assert "[mine 40+] inside" in str(whispers[0].body["words"])


async def test_several_battles_have_one_seal(tables: Tables, store: Store) -> None:
    table = await fighting(tables, SEVERAL, tick="now")
    panel = await tables.plans.panel(table, ANA)
    assert [plan.place for plan in panel.plans] == ["Lucena", "Almeria", ""]
    panel = await tables.plans.suggest(table, ANA, "careful", "Almeria")
    assert [bool(plan.text) for plan in panel.plans] == [False, True, False]
    panel = await tables.plans.suggest(table, BEN, "bold")
    assert [bool(plan.text) for plan in panel.plans] == [True, True, False]
    with pytest.raises(Refused, match="Lucena, Almer"):
        await tables.plans.write(table, ANA, "plan Baza\nstand")
    await tables.plans.seal(table, ANA)
    await tables.plans.seal(table, BEN)
    match = await the_match(tables, table)
    assert {e.action.verb for e in match.entries if e.action} >= {"fight"}
    assert await rows(store) == []


async def test_a_faulty_plan_is_kept_with_its_faults_and_not_sealed(tables: Tables) -> None:
    table = await fighting(tables)
    text = "plan Lucena\nstnd\nelse ask"
    panel = await tables.plans.write(table, ANA, text, "Lucena")
    assert panel.plans[0].text == text
    assert ["Line 2" in fault for fault in panel.plans[0].faults] == [True, False]
    assert "stand" in panel.plans[0].faults[0]
    with pytest.raises(Refused, match="cannot be sealed"):
        await tables.plans.seal(table, ANA)
    await tables.plans.write(table, ANA, "plan Lucena\nstand", "Lucena")
    await tables.plans.seal(table, ANA)
    opened = await tables.plans.write(table, ANA, "plan Lucena\nnonsense", "Lucena")
    assert not opened.sealed  # what cannot be carried out does not stay sealed
    for text in ("", "x" * 4001):
        with pytest.raises(Refused):
            await tables.plans.write(table, ANA, text)


async def test_an_old_panel_does_not_seal_what_it_does_not_show(tables: Tables) -> None:
    table = await fighting(tables)
    old = await tables.plans.panel(table, ANA)
    await tables.plans.write(table, ANA, "plan Lucena\nstand")
    with pytest.raises(Outdated, match="changed"):
        await tables.plans.seal(table, ANA, old.number, old.revision)
    with pytest.raises(Outdated, match="another battle"):
        await tables.plans.seal(table, ANA, old.number + 1)
    with pytest.raises(Refused, match="no seat"):
        await tables.plans.panel(table, CLEO)


async def test_a_rewind_drops_the_plans_and_asks_anew(tables: Tables, store: Store) -> None:
    table = await fighting(tables, tick="now")
    await tables.plans.seal(table, BEN)
    await tables.plans.seal(table, ANA)
    assert not await planned(tables, table)
    request = await tables.undoing.undo(table, BEN)
    assert isinstance(request, Request)
    await deliver(tables)
    assert (await tables.consent.agree(request.id, ANA, True)).state == "agreed"
    assert await planned(tables, table, ANA)
    assert await planned(tables, table, BEN)
    assert await rows(store) == []
    calls = [p for p in await deliver(tables) if p.kind == "call"]
    assert calls


async def test_the_attackers_free_undo_ends_the_planning(tables: Tables, store: Store) -> None:
    table = await fighting(tables, SEVERAL)
    await tables.plans.seal(table, BEN)
    assert isinstance(await tables.undoing.undo(table, ANA), Outcome)
    assert not await planned(tables, table)
    assert await rows(store) == []
    assert await tables.agenda.next() is None


async def test_live_takes_effect_with_the_next_round(tables: Tables, hours: Hours) -> None:
    table = await fighting(tables)
    await tables.lobby.set_settings(table, ANA, {"battles": "live"})
    assert await planned(tables, table)
    for who in (ANA, BEN):
        await tables.plans.seal(table, who)
    hours.pass_by(minutes=15)
    assert await tables.agenda.serve() == 1
    await lay(tables, table, before_battle(SEVERAL))
    asked = [await tables.play.asked(table, who) for who in (ANA, BEN)]
    assert [one.kind for one in asked if one is not None] == ["designate"]


async def test_a_paused_table_fights_after_its_rest(
    tables: Tables, hours: Hours, store: Store
) -> None:
    table = await fighting(tables)
    await tables.plans.seal(table, ANA)
    await tables.plans.seal(table, BEN)
    async with store.write() as session:
        row = await session.get(models.Table, table)
        assert row is not None
        row.paused = hours()
    hours.pass_by(minutes=20)
    await tables.agenda.serve()
    assert await planned(tables, table)
    async with store.write() as session:
        row = await session.get(models.Table, table)
        assert row is not None
        row.paused = None
    hours.pass_by(minutes=20)
    await tables.agenda.serve()
    assert not await planned(tables, table)


@pytest.mark.parametrize(
    ("tick", "now", "then"),
    [
        ("15m", "12:00:01", "12:15"),
        ("15m", "12:15:00", "12:30"),
        ("1h", "23:59:59", "00:00"),
        ("8,20", "07:59:00", "08:00"),
        ("8,20", "08:00:00", "20:00"),
        ("8,20", "21:00:00", "08:00"),
        ("now", "21:07:00", "21:07"),
    ],
)
def test_ticks_do_not_depend_on_when_somebody_seals(tick: str, now: str, then: str) -> None:
    moment = datetime.fromisoformat(f"2031-05-01T{now}").replace(tzinfo=UTC)
    assert f"{next_tick(tick, moment):%H:%M}" == then


async def test_at_the_deadline_the_standing_plan_is_sealed(
    tables: Tables, hours: Hours, store: Store
) -> None:
    table = await fighting(tables, pace="24h", tick="1h")
    await tables.plans.write(table, BEN, "plan Lucena\nstand")  # written, and not sealed
    await tables.plans.seal(table, ANA)
    await deliver(tables)
    hours.pass_by(hours=12, minutes=1)
    await tables.agenda.serve()
    assert [p.audience for p in await deliver(tables)] == [f"person:{BEN.id}"]  # Ana owes nothing
    until = (await tables.finding.card(table)).owed[1].until
    assert until is not None
    hours.time = until
    await tables.agenda.serve()
    assert await deliver(tables) == []  # and nobody learns who was late
    assert {row.text for row in await rows(store)} == {"plan\nelse best\n"}
    due = await tables.agenda.next()
    assert due is not None
    assert due.minute == 0
    hours.time = due
    await tables.agenda.serve()
    assert not await planned(tables, table)


async def test_in_the_thread_nobody_is_reminded_of_a_plan(tables: Tables, hours: Hours) -> None:
    await tables.people.set_profile(BEN, calls="mention")
    table = await fighting(tables, pace="24h")
    await tables.plans.seal(table, ANA)
    await deliver(tables)
    hours.pass_by(hours=12, minutes=1)
    await tables.agenda.serve()
    assert [p for p in await deliver(tables) if p.kind == "remind"] == []


async def test_a_skirmish_is_planned_or_left_to_the_standing_plans(tables: Tables) -> None:
    table = await fighting(tables, AT_SEA)
    asked = await tables.play.asked(table, BEN)
    assert asked is not None
    assert "Sea of Almu" in asked.prompt
    await tables.lobby.set_settings(table, ANA, {"skirmishes": "standing"})
    assert await planned(tables, table)  # what was begun is ended so
    other = await fighting(tables, AT_SEA, skirmishes="standing")
    match = await the_match(tables, other)
    assert len(match) > len(before_battle(AT_SEA))
    assert await tables.play.asked(other, BEN) is None
    mover = await tables.play.asked(other, ANA)
    assert mover is not None
    assert mover.kind in ("order", "voyage")


async def test_a_table_at_which_all_is_done_is_not_the_one_that_is_meant(tables: Tables) -> None:
    first, second = await fighting(tables), await fighting(tables)
    with pytest.raises(Refused, match="several tables"):
        await tables.finding.find(ANA)
    await tables.plans.seal(first, ANA)
    assert (await tables.finding.find(ANA)).id == second
    await tables.plans.seal(second, ANA)
    with pytest.raises(Refused, match="several tables"):
        await tables.finding.find(ANA)
