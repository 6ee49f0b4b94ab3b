"""Panels: an order built from menus, kept in the store, refused politely when out of date."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import Outdated, Panel, Refused, Who
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, asked_of, play, to_orders, to_question


async def choose(tables: Tables, panel: Panel, who: Who, value: str) -> Panel:
    """Click the choice of that value, turning pages if need be."""
    for page in range(panel.menu.pages if panel.menu else 0):
        panel = await tables.panels.turn(panel.table.id, who, panel.number, panel.revision, page)
        assert panel.menu is not None
        values = [choice.value for choice in panel.menu.choices]
        if value in values:
            at = values.index(value)
            return await tables.panels.pick(panel.table.id, who, panel.number, panel.revision, [at])
    raise AssertionError(f"{value} is not offered")


async def test_a_march_is_built_and_sent(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    wanted = await any_answer(tables, table, who, "move")
    _, start, block, _, goal = wanted.split()[:5]
    panel = await tables.panels.panel(table, who)
    assert panel.menu is not None
    assert panel.menu.title == "order"
    assert panel.complete == ""
    panel = await choose(tables, panel, who, "move")
    assert panel.so_far == "move"
    assert panel.menu is not None
    assert panel.menu.words == "where they start"
    panel = await choose(tables, panel, who, start)
    panel = await choose(tables, panel, who, block)
    assert panel.menu is not None
    if panel.menu.form == "set":
        assert panel.menu.may_stop
        assert len(panel.menu.chosen) == 1
        panel = await tables.panels.enough(table, who, panel.number, panel.revision)
    panel = await choose(tables, panel, who, goal)
    assert panel.complete == wanted  # optional parts may follow, or not
    outcome = await tables.panels.act_now(table, who, panel.number, panel.revision)
    assert outcome.done == (wanted,)


async def test_orders_collect_in_the_draft(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    orders = []
    for _ in range(2):
        panel = await random_order(tables, table, who, Random(4), "muster")
        orders.append(panel.complete)
        panel = await tables.panels.confirm(table, who, panel.number, panel.revision)
        assert panel.draft.lines == tuple(orders)
        assert panel.draft.tried == len(orders)
        assert panel.draft.words
        assert panel.complete == ""
        if panel.menu is None or "muster" not in [c.value for c in panel.menu.choices]:
            break
    outcome = await tables.panels.act_now(table, who, panel.number, panel.revision)
    assert outcome.done == tuple(orders)
    assert (await tables.drafts.draft(table, who)).lines == ()


async def random_order(tables: Tables, table: int, who: Who, rng: Random, verb: str = "") -> Panel:
    """Click about until an order is complete."""
    panel = await tables.panels.panel(table, who)
    if verb:
        panel = await choose(tables, panel, who, verb)
    for _ in range(60):
        if panel.complete and (panel.menu is None or rng.random() < 0.3):
            return panel
        menu = panel.menu
        assert menu is not None
        assert len(menu.choices) <= 25
        at = (table, who, panel.number, panel.revision)
        if menu.may_stop and (not menu.choices or rng.random() < 0.4):
            panel = await tables.panels.enough(*at)
        elif menu.pages > 1 and rng.random() < 0.3:
            panel = await tables.panels.turn(*at, rng.randrange(menu.pages))
        else:
            most = min(menu.most, len(menu.choices))
            least = min(menu.least, most) if menu.pages == 1 else 1
            picked = rng.sample(range(len(menu.choices)), rng.randint(least, max(least, most)))
            try:
                panel = await tables.panels.pick(*at, picked)
            except Refused:  # of a set: not all of it can stand together
                panel = await tables.panels.panel(table, who)
                assert panel.menu == menu, "what cannot stand together changes nothing"
    raise AssertionError("no order came of it")


@pytest.mark.slow
async def test_whatever_is_clicked_is_a_legal_order(
    tables: Tables, table: int, hours: Hours
) -> None:
    """A game by clicks alone: every complete order is carried out as it stood there."""
    rng, done = Random(11), set()
    for _ in range(60):
        if (await tables.finding.card(table)).stage != "playing":
            break
        who = await asked_of(tables, table)
        panel = await random_order(tables, table, who, rng)
        outcome = await tables.panels.act_now(table, who, panel.number, panel.revision)
        assert outcome.done == (panel.complete,), outcome
        done.add(panel.complete.split()[0])
    assert len(done) > 8, done


async def test_more_than_may_be_chosen_is_refused_and_changes_nothing(
    tables: Tables, table: int, hours: Hours
) -> None:
    """Five ticked cards never become an order of two."""
    who = await to_question(tables, table, hours, "buy")
    panel = await choose(tables, await tables.panels.panel(table, who), who, "total")
    assert panel.menu is not None
    assert (panel.menu.least, panel.menu.most) == (2, 2)
    assert len(panel.menu.choices) > 2, "every card by itself"
    at = (table, who, panel.number, panel.revision)
    with pytest.raises(Refused, match="Choose exactly 2; you ticked 3"):
        await tables.panels.pick(*at, [0, 1, 2])
    assert await tables.panels.panel(table, who) == panel
    done = await tables.panels.pick(*at, [0, 1])
    assert done.complete.startswith("total "), "closing the menu is saying that this is all"


async def test_a_set_is_chosen_in_any_order(tables: Tables, table: int, hours: Hours) -> None:
    """The tree takes sets in its own order; a person need not."""
    who = await to_question(tables, table, hours, "buy")
    panel = await choose(tables, await tables.panels.panel(table, who), who, "total")
    assert panel.menu is not None
    assert panel.menu.form == "set"
    values = [choice.value for choice in panel.menu.choices]
    first, last = values[0], values[-1]
    panel = await choose(tables, panel, who, last)
    assert panel.complete == ""
    assert panel.menu is not None
    assert len(panel.menu.chosen) == 1
    panel = await choose(tables, panel, who, first)
    assert panel.complete == f"total {first} {last}"


async def test_several_of_a_set_at_once(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_question(tables, table, hours, "buy")
    panel = await choose(tables, await tables.panels.panel(table, who), who, "total")
    assert panel.menu is not None
    values = [choice.value for choice in panel.menu.choices]
    at = (table, who, panel.number, panel.revision)
    panel = await tables.panels.pick(*at, [2, 0])
    assert panel.complete == f"total {values[0]} {values[2]}"


async def test_back(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    first = await tables.panels.panel(table, who)
    with pytest.raises(Refused, match="nothing to go back"):
        await tables.panels.back(table, who, first.number, first.revision)
    second = await choose(tables, first, who, "move")
    assert second.menu is not None
    third = await choose(tables, second, who, second.menu.choices[0].value)
    back = await tables.panels.back(table, who, third.number, third.revision)
    assert (back.menu, back.so_far) == (second.menu, second.so_far)
    back = await tables.panels.back(table, who, back.number, back.revision)
    assert (back.menu, back.so_far) == (first.menu, "")
    # behind the first choice, Back takes the last order out of the draft
    await tables.drafts.add(table, who, await any_answer(tables, table, who, "muster"))
    panel = await tables.panels.panel(table, who)
    assert len(panel.draft.lines) == 1
    panel = await tables.panels.back(table, who, panel.number, panel.revision)
    assert panel.draft.lines == ()


async def test_quick_answers(tables: Tables, table: int, hours: Hours) -> None:
    await play(tables, table, hours, Random(1), 100, until="first")
    who = await asked_of(tables, table)
    panel = await tables.panels.panel(table, who)
    assert [choice.value for choice in panel.quick] == ["first christian", "first muslim"]
    assert panel.quick[0].words
    with pytest.raises(Refused, match="no longer there"):
        await tables.panels.quick(table, who, panel.number, 7)
    outcome = await tables.panels.quick(table, who, panel.number, 1)
    assert outcome.done == ("first muslim",)
    now = await asked_of(tables, table)
    with pytest.raises(Refused):
        await tables.panels.quick(table, who, panel.number, 1)
    with pytest.raises(Outdated, match="has been answered"):
        await tables.panels.quick(table, now, panel.number, 0)


async def test_an_old_panel_is_refused(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    panel = await tables.panels.panel(table, who)
    clicks = await asyncio.gather(
        tables.panels.pick(table, who, panel.number, panel.revision, [0]),
        tables.panels.pick(table, who, panel.number, panel.revision, [0]),
        return_exceptions=True,
    )
    assert [type(click).__name__ for click in clicks] == ["Panel", "Outdated"]
    at = (table, who, panel.number, panel.revision)
    for click in (
        tables.panels.enough(*at),
        tables.panels.back(*at),
        tables.panels.turn(*at, 1),
        tables.panels.confirm(*at),
        tables.panels.act_now(*at),
    ):
        with pytest.raises(Outdated, match="out of date"):
            await click
    await tables.play.order(table, who, await any_answer(tables, table, who, "muster"))
    now = await tables.panels.panel(table, who)
    with pytest.raises(Outdated, match="has been answered"):
        await tables.panels.pick(table, who, panel.number, now.revision, [0])
    assert now.so_far == ""


async def test_a_panel_refuses_what_it_does_not_show(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    panel = await tables.panels.panel(table, who)
    at = (table, who, panel.number, panel.revision)
    for indices in ([], [99], [-1]):
        with pytest.raises(Refused, match="no longer there"):
            await tables.panels.pick(*at, indices)
    with pytest.raises(Refused, match="not enough"):
        await tables.panels.enough(*at)
    with pytest.raises(Refused, match="not complete"):
        await tables.panels.confirm(*at)
    with pytest.raises(Refused, match="nothing in your draft"):
        await tables.panels.act_now(*at)
    begun = await choose(tables, panel, who, "move")
    with pytest.raises(Refused, match="not complete"):
        await tables.panels.act_now(table, who, begun.number, begun.revision)


async def test_whose_panel(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    other = BEN if who == ANA else ANA
    with pytest.raises(Refused, match="Nothing is asked"):
        await tables.panels.panel(table, other)
    with pytest.raises(Refused, match="no seat"):
        await tables.panels.panel(table, CLEO)


async def test_a_panel_survives_a_restart(
    store: Store, tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    panel = await choose(tables, await tables.panels.panel(table, who), who, "move")
    assert panel.menu is not None
    panel = await choose(tables, panel, who, panel.menu.choices[0].value)
    again = Tables(store, clock=hours, rng=Random(9))
    try:
        assert await again.panels.panel(table, who) == panel
        at = (table, who, panel.number, panel.revision)
        assert (await again.panels.pick(*at, [0])).so_far.startswith(panel.so_far)
    finally:
        await again.stop()
