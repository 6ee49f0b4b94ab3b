"""Orders: one meaning, one transaction, and never to a question that has been answered."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import Outdated, Refused, Stage
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, sample, to_orders


async def test_asked(tables: Tables, table: int) -> None:
    asked = await tables.play.asked(table, ANA)
    assert asked is not None
    assert (asked.seat, asked.kind, asked.rule) == ("christian", "bid", "6.2")
    assert asked.reaction
    assert [verb.name for verb in asked.verbs] == ["bid"]
    assert asked.verbs[0].words
    outcome = await tables.play.order(table, ANA, asked.example)
    assert outcome.done == (asked.example,)
    assert await tables.play.asked(table, ANA) is None
    assert await tables.play.asked(table, CLEO) is None
    lobby = await tables.lobby.open(CLEO, HERE, "granada")
    assert await tables.play.asked(lobby.id, CLEO) is None


async def test_an_order_says_what_became_of_it(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    order = next(c.value for c in await tables.slots.answers(table, who, "move"))
    before = await tables.finding.card(table)
    outcome = await tables.play.order(table, who, order.upper())
    assert outcome.done == (order,)
    assert any("march" in line for line in outcome.words)
    assert outcome.next is not None
    assert outcome.next.kind == "order"
    assert not outcome.over
    card = await tables.finding.card(table)
    assert card.owed[0].prompt != before.owed[0].prompt


async def test_an_illegal_order_changes_nothing(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    before = await tables.finding.card(table)
    await deliver(tables)
    outcome = await tables.play.order(table, who, "move Sevilla > Granada")
    assert outcome.refused
    assert outcome.rule
    assert outcome.suggestions
    assert outcome.done == ()
    assert await tables.finding.card(table) == before
    assert await tables.outbox.parcels() == ()


async def test_several_lines_stop_at_the_first_that_is_wrong(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    good = next(c.value for c in await tables.slots.answers(table, who, "muster"))
    outcome = await tables.play.order(table, who, f"{good}; dance ; done")
    assert outcome.done == (good,)
    assert outcome.rest == ("dance", "done")
    assert "dance" in outcome.refused


async def test_who_may_order(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="no seat at Granada 1"):
        await tables.play.order(table, CLEO, "bid none")
    with pytest.raises(Refused, match="empty"):
        await tables.play.order(table, ANA, " ; # nothing")
    with pytest.raises(Refused, match="characters"):
        await tables.play.order(table, ANA, "bid " * 2_000)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    with pytest.raises(Refused, match=r"Nothing is asked of Christian.*Muslim \(Ben\)"):
        await tables.play.order(table, ANA, "bid none")


# -- the question that was meant ----------------------------------------------------------------


async def test_another_questions_key_is_refused(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    asked = await tables.play.asked(table, who)
    assert asked is not None
    order = (await tables.slots.answers(table, who, "muster"))[0].value
    await tables.play.order(table, who, order, key=asked.key)
    before = await tables.finding.card(table)
    with pytest.raises(Outdated, match="has been answered"):
        await tables.play.order(table, who, "done", key=asked.key)
    assert await tables.finding.card(table) == before


async def test_a_repeated_order_does_not_answer_the_next_question(
    tables: Tables, table: int, hours: Hours
) -> None:
    """The doubled "pass": the same words again, within seconds, to another question."""
    who = await to_orders(tables, table, hours)
    order = (await tables.slots.answers(table, who, "muster"))[0].value
    await tables.play.order(table, who, order)
    hours.pass_by(seconds=3)
    with pytest.raises(Outdated, match=r"a moment ago.*Now: "):
        await tables.play.order(table, who, order.replace(" ", "  "))
    hours.pass_by(seconds=8)
    again = await tables.play.order(table, who, order)  # meant: judged by the rules
    assert again.refused or again.done


async def test_an_order_sent_before_the_question_came_up_is_late(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    sent = hours()
    order = (await tables.slots.answers(table, who, "muster"))[0].value
    await tables.play.order(table, who, order, at=sent)
    with pytest.raises(Outdated, match="came in while"):
        await tables.play.order(table, who, "done", at=sent + timedelta(milliseconds=1))
    outcome = await tables.play.order(table, who, "done", at=hours())
    assert outcome.done == ("done",)


async def test_a_question_that_stays_open_keeps_its_time(
    tables: Tables, table: int, hours: Hours
) -> None:
    """Both bid at once: Ben's answer, written before Ana's came in, is as good as ever."""
    asked = await tables.play.asked(table, BEN)
    assert asked is not None
    sent = hours()
    hours.pass_by(minutes=5)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    later = await tables.play.asked(table, BEN)
    assert later == asked
    bid = await any_answer(tables, table, BEN)
    assert (await tables.play.order(table, BEN, bid, asked.key, sent)).done == (bid,)


async def test_a_double_click(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    asked = await tables.play.asked(table, who)
    assert asked is not None
    order = (await tables.slots.answers(table, who, "muster"))[0].value
    both = await asyncio.gather(
        tables.play.order(table, who, order, key=asked.key),
        tables.play.order(table, who, order, key=asked.key),
        return_exceptions=True,
    )
    assert [type(one).__name__ for one in both] == ["Outcome", "Outdated"]


async def test_two_devices(tables: Tables, table: int, hours: Hours) -> None:
    """Two different orders for one question at once: the second is too late, and told so."""
    who = await to_orders(tables, table, hours)
    first, second = [c.value for c in await tables.slots.answers(table, who, "")][:2]
    sent = hours()
    results = await asyncio.gather(
        tables.play.order(table, who, first, at=sent),
        tables.play.order(table, who, second, at=sent),
        return_exceptions=True,
    )
    assert getattr(results[0], "done", ()) == (first,)
    assert isinstance(results[1], Outdated)
    assert "Now: " in str(results[1])


async def test_both_players_at_the_same_instant(tables: Tables, table: int) -> None:
    """A question to both: the answers commute. A question to one: the other is told."""
    bids = [await any_answer(tables, table, who) for who in (ANA, BEN)]
    results = await asyncio.gather(
        tables.play.order(table, ANA, bids[0]), tables.play.order(table, BEN, bids[1])
    )
    assert [outcome.done for outcome in results] == [(bids[0],), (bids[1],)]
    card = await tables.finding.card(table)
    assert len(card.owed) == 1
    who = card.owed[0].person
    assert who is not None
    answer = (await tables.slots.answers(table, who, ""))[0].value
    judged = await asyncio.gather(
        *[tables.play.order(table, one, answer) for one in (ANA, BEN)], return_exceptions=True
    )
    kinds = {one.id: type(result).__name__ for one, result in zip((ANA, BEN), judged, strict=True)}
    other = BEN if who == ANA else ANA
    assert kinds[who.id] == "Outcome"
    assert kinds[other.id] == "Refused"


async def test_two_processes_on_one_database(store: Store, tables: Tables, table: int) -> None:
    """The version column: who has read too early is refused, and nothing is lost."""
    other = Tables(Store(store.path or ""), rng=Random(1))
    try:
        async with tables.hall.sitting(table) as sitting:
            match = await sitting.match()
            assert (await other.play.order(table, BEN, await any_answer(other, table, BEN))).done
            sitting.unkept = True
            match.act("christian", await any_answer(other, table, ANA))
            with pytest.raises(Refused, match="faster"):
                await sitting.commit()
        card = await tables.finding.card(table)
        assert [owed.seat for owed in card.owed] == ["christian"]
        assert (await tables.play.order(table, ANA, await any_answer(tables, table, ANA))).done
        assert (await other.finding.card(table)) == await tables.finding.card(table)
    finally:
        await other.stop()
        await other.store.close()


# -- whole games --------------------------------------------------------------------------------


@pytest.mark.fuzz  # every run plays one through the gateway: tests/discord/test_game_two_people.py
async def test_a_whole_game_of_two_people(tables: Tables, table: int, hours: Hours) -> None:
    rng = Random(5)
    await tables.lobby.bind(table, thread=9)
    told: list[Any] = []
    for _ in range(3_000):
        card = await tables.finding.card(table)
        if card.stage is not Stage.PLAYING:
            break
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        outcome = await tables.play.order(table, who, await sample(tables, table, who, rng))
        assert not outcome.refused
        if rng.random() < 0.05:
            told += [p.body["number"] for p in await deliver(tables) if p.kind == "report"]
    card = await tables.finding.card(table)
    assert card.stage is Stage.OVER
    assert card.seed is not None
    assert "wins" in card.result or "draw" in card.result
    assert card.owed == ()
    last = await deliver(tables)
    assert last[-1].kind in ("end", "status", "report", "replay")
    assert [p.kind for p in last].count("end") == 1
    told += [p.body["number"] for p in last if p.kind == "report"]
    assert set(told) == set(range(1, card.reports + 1))
    assert told == sorted(told)
    record = await tables.reading.record(table)
    assert record["seed"] == card.seed


@pytest.mark.slow
async def test_a_person_against_the_computer(tables: Tables, hours: Hours) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada", seat="muslim")
    await tables.lobby.sit_computer(card.id, ANA, "christian", "greedy")
    await tables.lobby.ready(card.id, ANA)
    rng, moves = Random(2), 0
    for _ in range(3_000):
        await tables.rest()
        card = await tables.finding.card(card.id)
        if card.stage is not Stage.PLAYING:
            break
        assert [owed.person for owed in card.owed] == [ANA]  # the computer never keeps one waiting
        hours.pass_by(minutes=1)
        outcome = await tables.play.order(card.id, ANA, await sample(tables, card.id, ANA, rng))
        assert outcome.done
        moves += 1
    assert card.stage is Stage.OVER
    assert moves > 30
    parcels = await deliver(tables)
    assert {p.audience for p in parcels if p.kind in ("secrets", "call")} == {"person:11"}


async def test_suggest(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    other = BEN if who == ANA else ANA
    order = await tables.play.suggest(table, who)
    assert (await tables.play.order(table, who, order)).done == (order,)
    with pytest.raises(Refused, match="Nothing is asked"):
        await tables.play.suggest(table, other)


async def test_play_goes_on_after_a_restart(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    await play(tables, table, hours, Random(3), 40)
    before = [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]
    card = await tables.finding.card(table)
    again = Tables(store, clock=hours, rng=Random(8))
    await again.resume()
    try:
        assert await again.finding.card(table) == card
        assert [(await again.reading.view(table, w)).to_json() for w in (ANA, BEN, None)] == before
        assert not (await play(again, table, hours, Random(4), 20)).refused  # type: ignore[union-attr]
    finally:
        await again.stop()
