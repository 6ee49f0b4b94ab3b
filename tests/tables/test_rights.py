"""Rights at a table: whoever is not asked may order all the same, and nobody waits for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.panels import face
from bot.tables import Refused, Request, Tables, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.fights import the_match
from tests.tables.play import deliver

pytestmark = pytest.mark.usefixtures("council")
DORA = Who(44, "Dora")
PEOPLE = (ANA, BEN, CLEO, DORA)  # red, orange, yellow, green


@pytest.fixture
async def four(tables: Tables) -> int:
    card = await tables.open(ANA, HERE, "council", "quartet")
    for who in PEOPLE[1:]:
        await tables.join(card.id, who)
    for who in PEOPLE:
        card = await tables.ready(card.id, who)
    await deliver(tables)
    return card.id


async def owed(tables: Tables, table: int) -> list[str]:
    return [owed.seat for owed in (await tables.card(table)).owed]


async def test_who_is_not_asked_may_order_by_right(tables: Tables, four: int) -> None:
    before = await tables.asked(four, ANA)
    assert await tables.asked(four, DORA) is None
    outcome = await tables.order(four, DORA, "promise yellow 2")
    assert outcome.done == ("promise yellow 2",)
    assert outcome.next is None
    assert await owed(tables, four) == ["red"]
    assert await tables.asked(four, ANA) == before
    assert {parcel.kind for parcel in await deliver(tables)} == {"report", "status"}
    refused = await tables.order(four, DORA, "promise green 2")
    assert refused.refused == "That is you."
    with pytest.raises(Refused, match="Nothing is asked of Green now"):
        await tables.order(four, DORA, "take 2")
    assert (await tables.order(four, CLEO, "accept green")).done == ("accept green",)
    assert (await tables.order(four, ANA, "promise green 1; take 1")).done == (
        "promise green 1",
        "take 1",
    )


async def test_what_is_done_in_silence_shows_in_nothing(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.order(four, ANA, "take 1")
    await tables.order(four, BEN, "take 2")
    request = await tables.undo(four, ANA)
    assert isinstance(request, Request)
    await deliver(tables)
    hours.pass_by(minutes=5)
    card = await tables.card(four)
    assert (await tables.order(four, DORA, "vow sun")).words == ("You vow sun.",)
    parcels = await deliver(tables)
    assert {parcel.lane for parcel in parcels} <= {f"dm:{DORA.id}"}
    assert (await tables.card(four)).owed == card.owed
    assert (await tables.agree(request.id, BEN, True)).state == "agreed"
    assert await owed(tables, four) == ["red"]
    match = await the_match(tables, four)
    assert match.view("green").to_json()["vow"] == "sun"
    with pytest.raises(Refused, match="no order"):
        await tables.undo(four, DORA)


async def test_the_panel_shows_rights_beside_the_question(tables: Tables, four: int) -> None:
    panel = await tables.panel(four, ANA)
    assert panel.prompt == "What do you do?"
    assert [right.example for right in panel.rights] == ["promise orange 1", "vow sun"]
    assert panel.menu is not None
    assert {"take", "promise", "vow"} <= {choice.value for choice in panel.menu.choices}
    fields = {field.name: field.value for field in face(panel).fields}
    assert fields["At any time"] == (
        "You may promise somebody points. `promise orange 1`\n"
        "You may vow a word in secret. `vow sun`"
    )
    assert "At any time" not in [field.name for field in face(replace(panel, rights=())).fields]


async def test_an_order_by_right_is_built_with_menus(tables: Tables, four: int) -> None:
    panel = await tables.panel(four, DORA)
    assert panel.prompt == "Nothing is asked of you now."
    for wanted in ("promise", "yellow", "3"):
        assert panel.menu is not None
        values = [choice.value for choice in panel.menu.choices]
        number, revision = panel.number, panel.revision
        panel = await tables.pick(four, DORA, number, revision, [values.index(wanted)])
    assert panel.complete == "promise yellow 3"
    outcome = await tables.act_now(four, DORA, panel.number, panel.revision)
    assert outcome.done == ("promise yellow 3",)
    assert await owed(tables, four) == ["red"]


async def test_rights_are_completed_while_they_are_typed(tables: Tables, four: int) -> None:
    found = await tables.choices(four, DORA, "promise", "to", {}, "")
    assert [choice.value for choice in found] == ["red", "orange", "yellow"]
    assert not await tables.choices(four, DORA, "take", "count", {}, "")
    assert "vow sun" in [choice.value for choice in await tables.answers(four, DORA, "vow")]


# -- rounds --------------------------------------------------------------------------------------


async def test_a_round_opens_at_the_tick_after_the_last_answer(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.set_settings(four, ANA, {"tick": "1h"})
    await tables.order(four, ANA, "auction")
    await deliver(tables)
    before, everybody = len(await the_match(tables, four)), ["red", "orange", "yellow", "green"]
    held = set()
    for who in (DORA, BEN, ANA):
        outcome = await tables.order(four, who, "bid 2")
        held.add(outcome.held)
        hours.pass_by(hours=3)
        assert await tables.serve_due() == 0
        assert await owed(tables, four) == everybody
        assert await deliver(tables) == []
    held.add((await tables.order(four, CLEO, "bid 2")).held)
    assert len(held) == 1  # who answers last is told no more than who answers first
    assert "after everybody has sealed" in held.pop()
    assert await owed(tables, four) == everybody
    assert len(await the_match(tables, four)) == before
    await tables.order(four, BEN, "bid 3")  # until the tick it can be changed
    hours.pass_by(minutes=61)
    assert await tables.serve_due() == 1
    match = await the_match(tables, four)
    assert len(match) == before + 4
    assert match.events(None)[-1].args == {"bids": (2, 3, 2, 2), "winner": "orange"}
    assert await owed(tables, four) == ["orange"]


async def test_who_takes_an_answer_back_holds_the_round_up(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.set_settings(four, ANA, {"tick": "1h"})
    await tables.order(four, ANA, "auction")
    before = len(await the_match(tables, four))
    for who in PEOPLE:
        await tables.order(four, who, "bid 1")
    await tables.undo(four, CLEO)
    hours.pass_by(hours=2)
    await tables.serve_due()
    assert len(await the_match(tables, four)) == before
    await tables.order(four, CLEO, "bid 0")
    hours.pass_by(hours=2)
    await tables.serve_due()
    assert len(await the_match(tables, four)) == before + 4


async def test_a_computer_in_the_round_is_not_waited_for(tables: Tables, hours: Hours) -> None:
    card = await tables.open(ANA, HERE, "council", "endless", {"secrets": "off"})
    await tables.sit_computer(card.id, ANA, "yellow", "random")
    await tables.join(card.id, BEN)
    for who in (ANA, BEN):
        await tables.ready(card.id, who)
    await tables.set_settings(card.id, ANA, {"tick": "1h"})
    await tables.order(card.id, ANA, "auction")
    for who in (ANA, BEN):
        assert (await tables.order(card.id, who, "bid 2")).held
    await tables.rest()
    hours.pass_by(hours=2)
    assert await tables.serve_due() == 1
    match = await the_match(tables, card.id)
    assert "bids" in [seen.kind for seen in match.events(None)]


async def test_with_ticks_at_once_the_game_seals_the_answers(tables: Tables, four: int) -> None:
    await tables.set_settings(four, ANA, {"tick": "now"})
    await tables.order(four, ANA, "auction")
    for who in PEOPLE[:3]:
        assert (await tables.order(four, who, "bid 1")).done == ("bid 1",)
    assert (await tables.order(four, DORA, "bid 2")).words == (
        "The bids are 1, 1, 1 and 2; green wins.",
    )


async def test_a_batch_goes_on_after_a_die(tables: Tables, four: int) -> None:
    outcome = await tables.order(four, ANA, "dare; then dare; if lost 9+ stop; then take 1; take 2")
    assert outcome.done == ("dare", "dare", "take 1")
    assert outcome.rest == ("take 2",)
    refused = await tables.order(four, BEN, "dare; if won 3+ stop")
    assert "Council counts no won" in refused.refused
    assert not refused.done
