"""Errands: the same key again gives the same outcome, and nothing is done twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.store import Store, models
from bot.tables.floor import errands
from bot.tables.floor.sitting import Sitting
from bot.tables.mod.steps import Step
from bot.tables.tables import Tables
from bot.tables.values import Filled, Given, Outdated, Refused, Request, Where
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, deliver, to_orders
from tests.trips import count, watched


async def rows(tables: Tables) -> dict[str, object]:
    async with tables.store.read() as session:
        return {row.key: row.outcome for row in await session.exec(select(models.Errand))}


async def length(tables: Tables, table: int) -> int:
    async with tables.hall.sitting(table) as sitting:
        return sitting.row.entries


async def test_an_order_given_twice_is_carried_out_once(tables: Tables, table: int) -> None:
    order = await any_answer(tables, table, ANA)
    first = await tables.play.order(table, ANA, order, errand="letter 7:1")
    assert first.done
    before = await length(tables, table)
    assert await tables.play.order(table, ANA, order, errand="letter 7:1") == first
    assert await length(tables, table) == before
    with pytest.raises(Refused):
        await tables.play.order(table, ANA, order, errand="letter 7:2")


async def test_it_is_the_same_in_another_process(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    order = await any_answer(tables, table, ANA)
    first = await tables.play.give(ANA, HERE, order, table=table, errand="a")
    again = Tables(store, clock=hours)
    repeated = await again.play.give(ANA, HERE, order, table=table, errand="a")
    assert repeated == Given(await tables.finding.card(table), first.outcome)
    await again.stop()


async def test_key_and_outcome_are_in_the_commit(
    tables: Tables, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nothing is committed, nothing is known of the errand; whatever is, is known with its
    outcome, though nobody lives to add one."""
    order = await any_answer(tables, table, ANA)
    with monkeypatch.context() as patch:
        patch.setattr(Sitting, "_parcels", cut_off)
        with pytest.raises(OSError, match="the plug"):
            await tables.play.order(table, ANA, order, errand="a")
    assert await rows(tables) == {}
    monkeypatch.setattr(errands, "_note", cut_off)
    with pytest.raises(OSError, match="the plug"):
        await tables.play.order(table, ANA, order, errand="a")
    monkeypatch.undo()
    assert (await tables.play.order(table, ANA, order, errand="a")).done
    assert await length(tables, table) == 1


async def cut_off(*_: object) -> None:
    raise OSError("the plug was pulled")


async def test_an_order_and_its_errand_cost_no_more_questions(tables: Tables, table: int) -> None:
    costs = []
    with watched(tables.store):
        for who, key in ((ANA, ""), (BEN, "a")):
            order = await any_answer(tables, table, who)
            with count() as asked:
                await tables.play.order(table, who, order, errand=key)
            costs.append(len([one for one in asked if not one.startswith("BEGIN")]))
    assert costs[1] <= costs[0] + 1  # both bids are in: the second tells more
    assert max(costs) <= 5


async def test_a_refusal_stays_one(tables: Tables, table: int, hours: Hours) -> None:
    """What was refused is not carried out later because it was asked for twice."""
    order = await any_answer(tables, table, ANA)
    with pytest.raises(Refused, match="no seat") as first:
        await tables.play.order(table, CLEO, order, errand="a")
    await tables.seats.resign(table, BEN)
    await tables.lobby.join(table, CLEO, "muslim")
    with pytest.raises(Refused) as second:
        await tables.play.order(table, CLEO, order, errand="a")
    assert second.value.reason == first.value.reason
    bad = await tables.play.order(table, ANA, "bid Nowhere", errand="b")
    assert bad.refused
    assert await tables.play.order(table, ANA, "bid Nowhere", errand="b") == bad


async def test_who_was_too_slow_may_try_again(
    tables: Tables, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = await any_answer(tables, table, ANA)
    with monkeypatch.context() as patch:
        patch.setattr(Sitting, "_claim", faster)
        with pytest.raises(Refused, match="faster"):
            await tables.play.order(table, ANA, order, errand="a")
    assert (await tables.play.order(table, ANA, order, errand="a")).done


async def faster(*_: object) -> None:
    raise Refused("Somebody else was faster; look at the table and try again.")


async def test_every_kind_of_outcome(tables: Tables, hours: Hours) -> None:
    """Opened, joined, made ready, settled, drafted, planned, asked for: each twice, done once."""
    card = await tables.lobby.open(ANA, HERE, "granada", errand="open")
    assert (await tables.lobby.open(ANA, HERE, "granada", errand="open")).id == card.id
    for _ in range(2):
        card = await tables.lobby.join(card.id, BEN, errand="join")
        assert card.seats[1].person == BEN
    table = card.id
    await tables.lobby.set_settings(table, ANA, {"pace": "24h"}, errand="pace")
    await tables.lobby.ready(table, ANA, errand="ready")
    await tables.lobby.set_settings(table, ANA, {"pace": "24h"}, errand="pace")  # stays ready
    assert (await tables.lobby.ready(table, BEN, errand="start")).stage == "playing"
    assert (await tables.lobby.ready(table, BEN, errand="start")).stage == "playing"
    who = await to_orders(tables, table, hours)
    line = await any_answer(tables, table, who, "muster")
    drafts = [await tables.drafts.add(table, who, line, errand="draft") for _ in range(2)]
    assert drafts[0] == drafts[1]
    assert drafts[1].lines == (line,)
    panel = await tables.panels.panel(table, who)
    turned = [
        await tables.panels.turn(table, who, panel.number, panel.revision, 0, errand="turn")
        for _ in range(2)
    ]
    assert turned[0] == turned[1]
    other = BEN if who == ANA else ANA
    asked = [await tables.time.extend(table, who, 12, errand="extend") for _ in range(2)]
    assert isinstance(asked[0], Request)
    assert asked[0] == asked[1]
    agreed = [await tables.consent.agree(asked[0].id, other, True, errand="yes") for _ in range(2)]
    assert agreed[0] == agreed[1]
    profile = [await tables.people.set_profile(who, zone="Asia/Tokyo", errand="zone") for _ in "12"]
    assert profile[0] == profile[1]
    bench = [await tables.moderators.of_circle("discord:1", whom=CLEO, errand="m") for _ in "12"]
    assert bench[0] == bench[1]
    step = Step("pause", "a holiday")
    done = [await tables.mod.step(table, CLEO, step, errand="mod") for _ in range(2)]
    assert done[0] == done[1]
    async with tables.store.read() as session:
        audit = [row.what for row in await session.exec(select(models.Audit))]
    assert audit.count("pause") <= 1


async def test_what_cannot_be_kept_is_not_done_twice(tables: Tables, table: int) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    await tables.oversight.peek(table, CLEO, "muslim", "a dispute", errand="peek")
    notes = len([p for p in await deliver(tables) if p.kind == "note"])
    assert notes
    with pytest.raises(Outdated, match="done already"):
        await tables.oversight.peek(table, CLEO, "muslim", "a dispute", errand="peek")
    assert await deliver(tables) == []


async def test_a_visit_numbers_what_it_changes(tables: Tables, table: int) -> None:
    order = await any_answer(tables, table, ANA)
    outcomes = []
    for _ in range(2):
        errands.visit("discord:99")
        await tables.people.set_profile(ANA, zone="Asia/Tokyo")
        outcomes.append(await tables.play.order(table, ANA, order))
    errands._visit.set(None)
    assert outcomes[0] == outcomes[1]
    assert list(await rows(tables)) == ["discord:99:1", "discord:99:2"]
    assert await length(tables, table) == 1


async def test_old_errands_are_swept_and_those_of_who_is_forgotten(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    for who, key in ((ANA, "a"), (BEN, "b")):
        await tables.people.set_profile(who, zone="Asia/Tokyo", errand=key)
    await tables.forgetting.forget(ANA, errand="forget")
    assert list(await rows(tables)) == ["b", "forget"]
    assert await tables.forgetting.forget(ANA, errand="forget") == 1
    hours.pass_by(days=errands.KEPT / timedelta(days=1) + 1)
    again = Tables(store, clock=hours)
    await again.resume()
    assert await rows(again) == {}
    await again.stop()


async def test_a_filled_order_too(tables: Tables, table: int) -> None:
    card = (await any_answer(tables, table, ANA)).removeprefix("bid ")
    order = Filled("granada", "bid", {"card": card})
    given = [
        await tables.play.give(ANA, Where(1, 100), order, table=table, errand="a") for _ in "12"
    ]
    assert given[0].outcome == given[1].outcome
    assert await length(tables, table) == 1
