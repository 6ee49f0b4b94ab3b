"""Rights at a table: whoever is not asked may order all the same, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.discord.panels.question import face
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request, Who
from engine import Action, Decision
from engine.match import World
from engine.players import MOST_USED
from tests.contract.council import computer
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.fights import the_match
from tests.tables.play import deliver

pytestmark = pytest.mark.usefixtures("council")
DORA = Who(44, "Dora")
PEOPLE = (ANA, BEN, CLEO, DORA)  # red, orange, yellow, green


@pytest.fixture
async def four(tables: Tables) -> int:
    card = await tables.lobby.open(ANA, HERE, "council", "quartet")
    for who in PEOPLE[1:]:
        await tables.lobby.join(card.id, who)
    for who in PEOPLE:
        card = await tables.lobby.ready(card.id, who)
    await deliver(tables)
    return card.id


async def owed(tables: Tables, table: int) -> list[str]:
    return [owed.seat for owed in (await tables.finding.card(table)).owed]


async def test_who_is_not_asked_may_order_by_right(tables: Tables, four: int) -> None:
    before = await tables.play.asked(four, ANA)
    assert await tables.play.asked(four, DORA) is None
    outcome = await tables.play.order(four, DORA, "promise yellow 2")
    assert outcome.done == ("promise yellow 2",)
    assert outcome.next is None
    assert await owed(tables, four) == ["red"]
    assert await tables.play.asked(four, ANA) == before
    assert {parcel.kind for parcel in await deliver(tables)} == {"report", "status"}
    refused = await tables.play.order(four, DORA, "promise green 2")
    assert refused.refused == "That is you."
    with pytest.raises(Refused, match="Nothing is asked of Green now"):
        await tables.play.order(four, DORA, "take 2")
    assert (await tables.play.order(four, CLEO, "accept green")).done == ("accept green",)
    assert (await tables.play.order(four, ANA, "promise green 1; take 1")).done == (
        "promise green 1",
        "take 1",
    )


async def test_what_is_done_in_silence_shows_in_nothing(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.play.order(four, ANA, "take 1")
    await tables.play.order(four, BEN, "take 2")
    request = await tables.undoing.undo(four, ANA)
    assert isinstance(request, Request)
    await deliver(tables)
    hours.pass_by(minutes=5)
    card = await tables.finding.card(four)
    assert (await tables.play.order(four, DORA, "vow sun")).words == ("You vow sun.",)
    parcels = await deliver(tables)
    assert {parcel.audience for parcel in parcels} <= {f"person:{DORA.id}"}
    assert (await tables.finding.card(four)).owed == card.owed
    assert (await tables.consent.agree(request.id, BEN, True)).state == "agreed"
    assert await owed(tables, four) == ["red"]
    match = await the_match(tables, four)
    assert match.view("green").to_json()["vow"] == "sun"
    with pytest.raises(Refused, match="no order"):
        await tables.undoing.undo(four, DORA)


async def test_the_panel_shows_rights_beside_the_question(tables: Tables, four: int) -> None:
    panel = await tables.panels.panel(four, ANA)
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
    panel = await tables.panels.panel(four, DORA)
    assert panel.prompt == "Nothing is asked of you now."
    for wanted in ("promise", "yellow", "3"):
        assert panel.menu is not None
        values = [choice.value for choice in panel.menu.choices]
        number, revision = panel.number, panel.revision
        panel = await tables.panels.pick(four, DORA, number, revision, [values.index(wanted)])
    assert panel.complete == "promise yellow 3"
    outcome = await tables.panels.act_now(four, DORA, panel.number, panel.revision)
    assert outcome.done == ("promise yellow 3",)
    assert await owed(tables, four) == ["red"]


async def test_rights_are_completed_while_they_are_typed(tables: Tables, four: int) -> None:
    found = await tables.slots.choices(four, DORA, "promise", "to", {}, "")
    assert [choice.value for choice in found] == ["red", "orange", "yellow"]
    assert not await tables.slots.choices(four, DORA, "take", "count", {}, "")
    assert "vow sun" in [choice.value for choice in await tables.slots.answers(four, DORA, "vow")]


# -- rounds --------------------------------------------------------------------------------------


async def test_a_round_opens_at_the_tick_after_the_last_answer(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.lobby.set_settings(four, ANA, {"tick": "1h"})
    await tables.play.order(four, ANA, "auction")
    await deliver(tables)
    before, everybody = len(await the_match(tables, four)), ["red", "orange", "yellow", "green"]
    held = set()
    for who in (DORA, BEN, ANA):
        outcome = await tables.play.order(four, who, "bid 2")
        held.add(outcome.held)
        hours.pass_by(hours=3)
        assert await tables.agenda.serve() == 0
        assert await owed(tables, four) == everybody
        assert await deliver(tables) == []
    held.add((await tables.play.order(four, CLEO, "bid 2")).held)
    assert len(held) == 1  # who answers last is told no more than who answers first
    assert "after everybody has sealed" in held.pop()
    assert await owed(tables, four) == everybody
    assert len(await the_match(tables, four)) == before
    await tables.play.order(four, BEN, "bid 3")  # until the tick it can be changed
    hours.pass_by(minutes=61)
    assert await tables.agenda.serve() == 1
    match = await the_match(tables, four)
    assert len(match) == before + 4
    assert match.events(None)[-1].args == {"bids": (2, 3, 2, 2), "winner": "orange"}
    assert await owed(tables, four) == ["orange"]


async def test_who_takes_an_answer_back_holds_the_round_up(
    tables: Tables, four: int, hours: Hours
) -> None:
    await tables.lobby.set_settings(four, ANA, {"tick": "1h"})
    await tables.play.order(four, ANA, "auction")
    before = len(await the_match(tables, four))
    for who in PEOPLE:
        await tables.play.order(four, who, "bid 1")
    await tables.undoing.undo(four, CLEO)
    hours.pass_by(hours=2)
    await tables.agenda.serve()
    assert len(await the_match(tables, four)) == before
    await tables.play.order(four, CLEO, "bid 0")
    hours.pass_by(hours=2)
    await tables.agenda.serve()
    assert len(await the_match(tables, four)) == before + 4


async def test_a_computer_in_the_round_is_not_waited_for(tables: Tables, hours: Hours) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "endless", {"secrets": "off"})
    await tables.lobby.sit_computer(card.id, ANA, "yellow", "random")
    await tables.lobby.join(card.id, BEN)
    for who in (ANA, BEN):
        await tables.lobby.ready(card.id, who)
    await tables.lobby.set_settings(card.id, ANA, {"tick": "1h"})
    await tables.play.order(card.id, ANA, "auction")
    for who in (ANA, BEN):
        assert (await tables.play.order(card.id, who, "bid 2")).held
    await tables.rest()
    hours.pass_by(hours=2)
    assert await tables.agenda.serve() == 1
    match = await the_match(tables, card.id)
    assert "bids" in [seen.kind for seen in match.events(None)]


async def test_with_ticks_at_once_the_game_seals_the_answers(tables: Tables, four: int) -> None:
    await tables.lobby.set_settings(four, ANA, {"tick": "now"})
    await tables.play.order(four, ANA, "auction")
    for who in PEOPLE[:3]:
        assert (await tables.play.order(four, who, "bid 1")).done == ("bid 1",)
    assert (await tables.play.order(four, DORA, "bid 2")).words == (
        "The bids are 1, 1, 1 and 2; green wins.",
    )


async def test_a_batch_goes_on_after_a_die(tables: Tables, four: int) -> None:
    outcome = await tables.play.order(
        four, ANA, "dare; then dare; if lost 9+ stop; then take 1; take 2"
    )
    assert outcome.done == ("dare", "dare", "take 1")
    assert outcome.rest == ("take 2",)
    refused = await tables.play.order(four, BEN, "dare; if won 3+ stop")
    assert "Council counts no won" in refused.refused
    assert not refused.done


async def test_a_computer_uses_its_rights_whether_or_not_it_is_asked(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "quartet")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.sit_computer(card.id, ANA, "yellow", "greedy")
    await tables.lobby.sit_computer(card.id, ANA, "green", "random")
    for who in (ANA, BEN):
        card = await tables.lobby.ready(card.id, who)
    await tables.rest()
    assert await owed(tables, card.id) == ["red"]
    await tables.play.order(card.id, ANA, "promise yellow 2")
    await tables.rest()
    match = await the_match(tables, card.id)
    assert [(e.what, e.seat, e.action.verb) for e in match.entries if e.action is not None] == [
        ("use", "red", "promise"),
        ("use", "yellow", "accept"),
    ]
    await tables.play.order(card.id, BEN, "promise green 2")  # who plays at random lets it be
    await tables.rest()
    assert len(await the_match(tables, card.id)) == 3
    assert await owed(tables, card.id) == ["red"]


async def test_computers_that_never_have_enough_hold_up_nobody(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two computers who promise each other something for ever stop after a few times."""

    def use(world: World, rights: Sequence[Decision], rng: Random) -> tuple[Decision, Action]:
        right = next(r for r in rights if r.kind == "promising")
        return right, right.sample(rng)

    monkeypatch.setattr(computer, "use", use)
    card = await tables.lobby.open(ANA, HERE, "council", "pair")
    await tables.lobby.sit_computer(card.id, ANA, "orange", "greedy")
    await tables.lobby.ready(card.id, ANA)
    await tables.rest()
    match = await the_match(tables, card.id)
    assert [e.what for e in match.entries] == ["use"] * MOST_USED
    assert await owed(tables, card.id) == ["red"]
    await tables.play.order(card.id, ANA, "take 1")
    await tables.rest()
    assert await owed(tables, card.id) == ["red"]


async def test_a_computer_that_errs_about_its_rights_answers_all_the_same(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong: list[Callable[[Decision], object]] = [
        lambda right: (right, Action("promise", "red", "9")),
        lambda right: 1 / 0,
    ]
    for use in wrong:
        monkeypatch.setattr(computer, "use", lambda w, rights, rng, use=use: use(rights[0]))
        card = await tables.lobby.open(ANA, HERE, "council", "pair")
        await tables.lobby.sit_computer(card.id, ANA, "orange", "greedy")
        await tables.lobby.ready(card.id, ANA)
        await tables.play.order(card.id, ANA, "take 1")
        await tables.rest()
        assert await owed(tables, card.id) == ["red"]
        kinds = {entry.what for entry in (await the_match(tables, card.id)).entries}
        assert kinds == {"act"}
