"""Live battles: the answer to a reaction is shown when its window closes, at the next tick."""

from __future__ import annotations

from bot.tables.tables import Tables
from bot.tables.values import Asked, Outcome
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.fights import fighting, the_match
from tests.tables.play import any_answer, deliver, to_orders

LIVE = {"battles": "live"}


async def reacting(tables: Tables, **settings: str) -> tuple[int, Asked]:
    """Ben is asked whether he stands: a Commander in his hand could change the answer."""
    table = await fighting(tables, **{**LIVE, **settings})
    question = await tables.play.asked(table, BEN)
    assert question is not None
    assert question.reaction
    await deliver(tables)
    return table, question


async def entries(tables: Tables, table: int) -> int:
    return len(await the_match(tables, table))


async def test_a_reaction_is_given_at_the_tick(tables: Tables, hours: Hours) -> None:
    table, question = await reacting(tables)
    before = await entries(tables, table)
    outcome = await tables.play.order(table, BEN, "stand", key=question.key)
    assert "12:15 UTC" in outcome.held
    assert await entries(tables, table) == before
    assert await deliver(tables) == []
    panel = await tables.panels.panel(table, BEN)
    assert panel.held == "stand"
    assert [owed.seat for owed in (await tables.finding.card(table)).owed] == ["muslim"]
    hours.pass_by(minutes=16)
    assert await tables.agenda.serve() == 1
    assert await entries(tables, table) == before + 1
    kinds = {parcel.kind for parcel in await deliver(tables)}
    assert {"report", "status"} <= kinds
    assert await tables.agenda.next() is None


async def test_until_then_it_can_be_changed_and_taken_back(tables: Tables, hours: Hours) -> None:
    table, _ = await reacting(tables)
    before = await entries(tables, table)
    await tables.play.order(table, BEN, "stand")
    assert "nobody has seen" in await tables.undoing.preview(table, BEN)
    back = await tables.undoing.undo(table, BEN)
    assert isinstance(back, Outcome)
    assert back.next is not None
    hours.pass_by(hours=1)
    assert await tables.agenda.serve() == 0
    assert await entries(tables, table) == before
    refused = await tables.play.order(table, BEN, "inside")
    assert refused.refused
    assert refused.next is not None
    await tables.play.order(table, BEN, "stand")
    hours.pass_by(minutes=15)
    await tables.agenda.serve()
    assert await entries(tables, table) == before + 1


async def test_with_ticks_at_once_it_is_given_at_once(tables: Tables) -> None:
    table, _ = await reacting(tables, tick="now")
    before = await entries(tables, table)
    outcome = await tables.play.order(table, BEN, "stand")
    assert outcome.done == ("stand",)
    assert await entries(tables, table) == before + 1


async def test_what_somebody_gave_who_left_is_not_given(tables: Tables, hours: Hours) -> None:
    table, _ = await reacting(tables)
    before = await entries(tables, table)
    await tables.play.order(table, BEN, "stand")
    await tables.lobby.leave(table, BEN)
    await tables.lobby.join(table, CLEO)
    hours.pass_by(minutes=20)
    await tables.agenda.serve()
    assert await entries(tables, table) == before
    assert (await tables.panels.panel(table, CLEO)).held == ""


async def test_a_question_that_was_taken_away_leaves_no_answer_behind(
    tables: Tables, hours: Hours
) -> None:
    table, _ = await reacting(tables)
    await tables.play.order(table, BEN, "stand")
    request = await tables.undoing.undo(table, ANA)
    assert not isinstance(request, Outcome)
    await tables.consent.agree(request.id, BEN, True)
    before = await entries(tables, table)
    hours.pass_by(minutes=20)
    await tables.agenda.serve()
    assert await entries(tables, table) == before


async def test_an_answer_in_time_is_not_late_and_not_reminded_of(
    tables: Tables, hours: Hours
) -> None:
    table, _ = await reacting(tables, pace="1h", tick="8,20")
    before = await entries(tables, table)
    await tables.play.order(table, BEN, "stand")
    hours.pass_by(minutes=31)
    await tables.agenda.serve()
    hours.pass_by(minutes=30)
    await tables.agenda.serve()
    assert await deliver(tables) == []
    assert await entries(tables, table) == before
    hours.pass_by(hours=8)
    await tables.agenda.serve()
    assert await entries(tables, table) == before + 1


async def test_other_questions_are_answered_at_once(
    tables: Tables, table: int, hours: Hours
) -> None:
    """Bids are sealed by the game: the second one opens both. Who moves has nothing to hide."""
    await tables.lobby.set_settings(table, ANA, {"tick": "1h"})
    who = await to_orders(tables, table, hours)
    assert (await tables.play.order(table, who, await any_answer(tables, table, who))).done
