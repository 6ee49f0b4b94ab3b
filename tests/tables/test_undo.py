"""Taking back: alone, by withdrawing, and with the others' consent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tables.tables import Tables
from bot.tables.values import Outcome, Refused, Request
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.fights import fighting, the_match
from tests.tables.play import any_answer, asked_of, deliver, play, sample, to_orders


async def test_ones_own_order_is_free(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    before = (await tables.reading.view(table, who)).to_json()
    await deliver(tables)
    order = await any_answer(tables, table, who, "muster")
    await tables.play.order(table, who, order)
    text = await tables.undoing.preview(table, who)
    assert order in text
    assert "Nobody has learned" in text
    assert "What falls:\n• You" in text
    outcome = await tables.undoing.undo(table, who)
    assert isinstance(outcome, Outcome)
    assert outcome.next is not None
    assert outcome.words
    after = (await tables.reading.view(table, who)).to_json()
    assert after == before
    report = next(p for p in await deliver(tables) if p.kind == "report")
    backs = [line["back"] for line in report.body["lines"]]  # type: ignore[attr-defined]
    assert any(backs)
    # it can be given again, to a new question
    hours.pass_by(minutes=1)
    assert (await tables.play.order(table, who, order)).done == (order,)


async def test_a_sealed_answer_is_withdrawn(tables: Tables, table: int) -> None:
    bid = await any_answer(tables, table, ANA)
    other = await tables.play.asked(table, BEN)
    await tables.play.order(table, ANA, bid)
    assert "sealed" in await tables.undoing.preview(table, ANA)
    outcome = await tables.undoing.undo(table, ANA)
    assert isinstance(outcome, Outcome)
    assert outcome.next is not None
    assert {owed.seat for owed in (await tables.finding.card(table)).owed} == {
        "christian",
        "muslim",
    }
    assert await tables.play.asked(table, BEN) == other  # his button is as good as before


async def ask(tables: Tables, table: int, hours: Hours) -> Request:
    """Ana pays with cards drawn anew, and wants that back."""
    for who in (ANA, BEN):
        await tables.play.order(table, who, await any_answer(tables, table, who))
    request = await tables.undoing.undo(table, ANA)
    assert isinstance(request, Request)
    return request


async def test_across_a_barrier_the_others_are_asked(
    tables: Tables, table: int, hours: Hours
) -> None:
    before = (await tables.reading.view(table, None)).to_json()
    request = await ask(tables, table, hours)
    assert (request.by, request.waiting, request.state) == (ANA, (BEN,), "open")
    assert "Ben must agree" in await tables.undoing.preview(table, ANA)
    bid = next(e for e in await entries(tables, table) if e["seat"] == "christian")
    assert "2 orders" in request.words
    assert "• " in request.words, "what falls, as everybody may know it"
    seen = (await tables.logbook.log(table, None, 0))[-1].words
    assert seen in request.words
    assert f"`{bid['action'][0]} {bid['action'][1]}`" not in request.words, "it is hers alone"
    parcel = next(p for p in await deliver(tables) if p.kind == "request")
    assert parcel.body["waiting"] == [BEN.id]
    with pytest.raises(Refused, match="already"):
        await tables.undoing.undo(table, ANA)
    with pytest.raises(Refused, match="not yours"):
        await tables.consent.agree(request.id, CLEO, True)
    with pytest.raises(Refused, match="not yours"):
        await tables.consent.agree(request.id, ANA, True)
    agreed = await tables.consent.agree(request.id, BEN, True)
    assert agreed.state == "agreed"
    assert (await tables.reading.view(table, None)).to_json() == before
    edited = next(p for p in await deliver(tables) if p.kind == "request")
    assert edited.body["state"] == "agreed"
    assert edited.message is not None
    with pytest.raises(Refused, match="no longer open"):
        await tables.consent.agree(request.id, BEN, True)


async def entries(tables: Tables, table: int) -> list[Any]:
    async with tables.hall.sitting(table) as sitting:
        return [entry.to_json() for entry in (await sitting.match()).entries]


async def test_the_others_may_refuse(tables: Tables, table: int, hours: Hours) -> None:
    request = await ask(tables, table, hours)
    card = await tables.finding.card(table)
    assert (await tables.consent.agree(request.id, BEN, False)).state == "refused"
    assert (await tables.finding.card(table)).owed == card.owed
    again = await tables.undoing.undo(table, ANA)
    assert isinstance(again, Request)
    assert again.id != request.id


async def test_a_request_is_void_when_the_table_moves_on(
    tables: Tables, table: int, hours: Hours
) -> None:
    request = await ask(tables, table, hours)
    await deliver(tables)
    who = await asked_of(tables, table)
    hours.pass_by(minutes=1)
    await tables.play.order(table, who, await any_answer(tables, table, who))
    parcel = next(p for p in await deliver(tables) if p.kind == "request")
    assert parcel.body["state"] == "void"
    with pytest.raises(Refused, match="no longer open"):
        await tables.consent.agree(request.id, BEN, True)
    with pytest.raises(Refused, match="no longer open"):
        await tables.consent.agree(999, BEN, True)


async def test_the_computer_agrees(tables: Tables, hours: Hours) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    await tables.lobby.ready(card.id, ANA)
    await tables.rest()
    await tables.play.order(card.id, ANA, await any_answer(tables, card.id, ANA))
    await tables.rest()
    assert "must agree" not in await tables.undoing.preview(card.id, ANA)
    outcome = await tables.undoing.undo(card.id, ANA)
    assert isinstance(outcome, Outcome)
    await tables.rest()
    asked = await tables.play.asked(card.id, ANA)
    assert asked is not None
    assert asked.kind == "bid"


async def test_what_cannot_be_taken_back(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="no order that stands"):
        await tables.undoing.undo(table, ANA)
    with pytest.raises(Refused, match="no seat"):
        await tables.undoing.undo(table, CLEO)
    with pytest.raises(Refused, match="no seat"):
        await tables.undoing.preview(table, CLEO)


@pytest.mark.parametrize("muslim", ["stand", "inside", "ask deploy"])
async def test_a_battle_in_which_plans_were_opened_is_not_reopened_alone(
    tables: Tables, muslim: str
) -> None:
    table = await fighting(tables, tick="now")
    await tables.plans.write(table, ANA, "plan\nstop\nelse finish")
    await tables.plans.write(table, BEN, f"plan\n{muslim}\nelse finish")
    for who in (ANA, BEN):
        await tables.plans.seal(table, who)
    assert (await the_match(tables, table)).undo_floor("christian") < len(
        await entries(tables, table)
    ), "of the record alone she could"
    for who, other in ((ANA, "Ben"), (BEN, "Ana")):
        assert f"{other} must agree" in await tables.undoing.preview(table, who)
    assert isinstance(await tables.undoing.undo(table, ANA), Request)


async def test_nor_one_in_which_an_answer_was_given_in_the_open(
    tables: Tables, hours: Hours
) -> None:
    table = await fighting(tables, battles="live", tick="now")
    await tables.play.order(table, BEN, "stand")
    assert "Nobody has learned" in await tables.undoing.preview(table, BEN)
    await tables.play.order(table, ANA, "finish")
    assert "Ben must agree" in await tables.undoing.preview(table, ANA)


async def test_undoing_again_and_again_replays(tables: Tables, table: int, hours: Hours) -> None:
    """Random play with random undoing; the record always leads to the same views."""
    rng = Random(3)
    for _ in range(40):
        if (await tables.finding.card(table)).stage != "playing":
            break
        who = rng.choice((ANA, BEN))
        hours.pass_by(minutes=1)
        if rng.random() < 0.3:
            try:
                result = await tables.undoing.undo(table, who)
            except Refused:
                continue
            if isinstance(result, Request) and rng.random() < 0.5:
                await tables.consent.agree(result.id, BEN if who == ANA else ANA, True)
        else:
            who = await asked_of(tables, table)
            await tables.play.order(table, who, await sample(tables, table, who, rng))
    views = [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]
    tables.hall._loaded.clear()
    assert [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)] == views
    assert await play(tables, table, hours, rng, 3) is not None
