"""Drafts: tried in another world, so that nothing tried can tell a secret."""

from __future__ import annotations

import pytest

from bot.tables.tables import Tables
from bot.tables.values import Outdated, Refused
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, deliver, to_orders, to_question


async def test_lines_collect_and_are_tried(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    before = (await tables.reading.view(table, who)).to_json()
    card = await tables.finding.card(table)
    muster = await any_answer(tables, table, who, "muster")
    await deliver(tables)
    draft = await tables.drafts.add(table, who, muster)
    assert (draft.lines, draft.tried, draft.refused, draft.waits) == ((muster,), 1, "", False)
    assert any("muster" in line for line in draft.words)
    preview = (await tables.drafts.preview(table, who)).to_json()
    assert preview != before
    # the table knows nothing of it
    assert (await tables.reading.view(table, who)).to_json() == before
    assert await tables.finding.card(table) == card
    assert await tables.outbox.parcels() == ()
    draft = await tables.drafts.add(table, who, "dance")
    assert (draft.tried, len(draft.lines)) == (1, 2)
    assert "dance" in draft.refused
    draft = await tables.drafts.drop(table, who)
    assert draft.refused == ""
    outcome = await tables.drafts.send(table, who)
    assert outcome.done == (muster,)
    assert await tables.drafts.draft(table, who) == (await tables.drafts.clear(table, who))
    after = (await tables.reading.view(table, who)).to_json()
    assert after["locations"] == preview["locations"]


async def test_a_draft_waits_for_the_first_die(tables: Tables, table: int, hours: Hours) -> None:
    """To change a card draws one: the trial stops before it, and so does the preview."""
    who = await to_question(tables, table, hours, "buy")
    cards = await tables.slots.choices(table, who, "rest", "cards", {}, "")
    change = f"rest {next(c.value for c in cards if c.value != 'all')}"
    before = (await tables.reading.view(table, who)).to_json()
    draft = await tables.drafts.add(table, who, f"{change}; done")
    assert (draft.waits, draft.tried, draft.refused, draft.words) == (True, 0, "", ())
    assert (await tables.drafts.preview(table, who)).to_json() == before
    panel = await tables.panels.panel(table, who)
    assert panel.menu is None
    assert panel.quick == ()
    outcome = await tables.panels.act_now(table, who, panel.number, panel.revision)
    assert outcome.done == (change,)
    assert outcome.rest == ("done",)
    assert (await tables.drafts.draft(table, who)).lines == ()  # somebody else is asked now


async def test_the_trial_tells_no_secret(tables: Tables, table: int, hours: Hours) -> None:
    """Every try is in a world dealt anew; the true match is never touched."""
    who = await to_orders(tables, table, hours)
    async with tables.hall.sitting(table) as sitting:
        match = await sitting.match()
        entries, chance = len(match), match.entries
    for n in range(5):
        await tables.drafts.add(table, who, await any_answer(tables, table, who, "move"))
        await tables.drafts.preview(table, who)
        assert (len(match), match.entries) == (entries, chance), n


async def test_what_a_draft_refuses(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    other = BEN if who == ANA else ANA
    for bad, words in [("", "empty"), ("x" * 2_500, "characters"), ("pass;" * 41, "at most 40")]:
        with pytest.raises(Refused, match=words):
            await tables.drafts.add(table, who, bad)
    with pytest.raises(Refused, match="Nothing is asked"):
        await tables.drafts.add(table, other, "pass")
    with pytest.raises(Refused, match="no seat"):
        await tables.drafts.draft(table, CLEO)
    for empty in (tables.drafts.drop(table, who), tables.drafts.send(table, who)):
        with pytest.raises(Refused, match="nothing in your draft"):
            await empty
    await tables.drafts.add(table, who, await any_answer(tables, table, who, "muster"))
    with pytest.raises(Outdated):
        await tables.drafts.send(table, who, key="0.christian.bid")


async def test_an_order_beside_the_draft_leaves_it(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    muster = await any_answer(tables, table, who, "muster")
    await tables.drafts.add(table, who, "done")
    await tables.play.order(table, who, muster)
    assert (await tables.drafts.draft(table, who)).lines == ("done",)
    assert (await tables.drafts.send(table, who)).done == ("done",)
    assert (await tables.drafts.draft(table, who)).lines == ()


async def test_two_seats_have_two_drafts(tables: Tables, table: int) -> None:
    """Both are asked at once; neither sees the other's."""
    bid = await any_answer(tables, table, ANA)
    await tables.drafts.add(table, ANA, bid)
    assert (await tables.drafts.draft(table, BEN)).lines == ()
    assert (await tables.drafts.draft(table, ANA)).lines == (bid,)
