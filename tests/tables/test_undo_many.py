"""Taking back at a table of four: who is asked, and what becomes of it."""

from __future__ import annotations

import pytest

from bot.tables.tables import Tables
from bot.tables.values import Outcome, Refused, Request, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import deliver

pytestmark = pytest.mark.usefixtures("council")
DORA = Who(44, "Dora")
PEOPLE = (ANA, BEN, CLEO, DORA)


@pytest.fixture
async def four(tables: Tables) -> int:
    """Ana, Ben, Cleo and Dora sit in this order, and act in it."""
    card = await tables.lobby.open(ANA, HERE, "council", "quartet")
    for who in PEOPLE[1:]:
        await tables.lobby.join(card.id, who)
    for who in PEOPLE:
        card = await tables.lobby.ready(card.id, who)
    return card.id


async def said(tables: Tables, table: int, hours: Hours, *orders: str) -> None:
    for who, order in zip(PEOPLE, orders, strict=False):
        hours.pass_by(minutes=1)
        assert not (await tables.play.order(table, who, order)).refused


async def test_only_those_are_asked_who_did_something(
    tables: Tables, four: int, hours: Hours
) -> None:
    before = (await tables.reading.view(four, None)).to_json()
    await said(tables, four, hours, "take 1", "take 2")
    preview = await tables.undoing.preview(four, ANA)
    assert "Ben must agree" in preview
    request = await tables.undoing.undo(four, ANA)
    assert isinstance(request, Request)
    assert request.waiting == (BEN,)
    for stranger in (CLEO, DORA):
        with pytest.raises(Refused, match="not yours"):
            await tables.consent.agree(request.id, stranger, True)
    (parcel,) = [p for p in await deliver(tables) if p.kind == "request"]
    assert parcel.body["waiting"] == [BEN.id]
    assert (await tables.consent.agree(request.id, BEN, True)).state == "agreed"
    assert (await tables.reading.view(four, None)).to_json() == before


async def test_who_was_told_openly_is_asked_too(tables: Tables, four: int, hours: Hours) -> None:
    await said(tables, four, hours, "take 1", "whisper green")
    request = await tables.undoing.undo(four, ANA)
    assert isinstance(request, Request)
    assert request.waiting == (BEN, DORA)
    assert (await tables.consent.agree(request.id, DORA, True)).state == "open"
    assert (await tables.consent.agree(request.id, BEN, True)).state == "agreed"


@pytest.mark.parametrize("orders", [("take 1", "slip green"), ("throw", "take 1"), ("throw",)])
async def test_all_are_asked_where_nobody_can_see_whom_it_concerns(
    tables: Tables, four: int, hours: Hours, orders: tuple[str, ...]
) -> None:
    await said(tables, four, hours, *orders)
    request = await tables.undoing.undo(four, ANA)
    assert isinstance(request, Request)
    assert request.waiting == (BEN, CLEO, DORA)


async def test_a_computer_that_acted_is_not_asked(tables: Tables, hours: Hours) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "endless", {"secrets": "off"})
    await tables.lobby.sit_computer(card.id, ANA, "orange", "random")
    await tables.lobby.join(card.id, CLEO)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, CLEO)
    await tables.rest()
    hours.pass_by(minutes=1)
    await tables.play.order(card.id, ANA, "take 1")
    await tables.rest()
    assert "must agree" not in await tables.undoing.preview(card.id, ANA)
    assert isinstance(await tables.undoing.undo(card.id, ANA), Outcome)
    await tables.rest()
    asked = await tables.play.asked(card.id, ANA)
    assert asked is not None
