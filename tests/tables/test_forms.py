"""The lobby when the form of the game changes: its seats, its options, and who is told."""

from __future__ import annotations

from random import Random

import pytest

from bot.discord.panels import lobby
from bot.discord.speech import embeds
from bot.tables.tables import Tables
from bot.tables.values import Refused, Stage, TableCard
from tests.contract.council import Council
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import deliver, play

pytestmark = pytest.mark.usefixtures("council")


def seated(card: TableCard) -> dict[str, str]:
    """Who sits where, computers by their name."""
    return {s.seat: s.person.name if s.person else s.computer for s in card.seats}


async def opened(tables: Tables) -> TableCard:
    """Ana, Ben, Cleo and a computer at a table for four."""
    card = await tables.lobby.open(ANA, HERE, "council", "quartet")
    await tables.lobby.join(card.id, BEN, "yellow")
    await tables.lobby.join(card.id, CLEO, "green")
    return await tables.lobby.sit_computer(card.id, ANA, "orange", "random")


async def test_a_table_has_the_seats_of_its_form(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "pair")
    assert seated(card) == {"red": "Ana", "orange": ""}
    with pytest.raises(Refused, match="violet"):
        await tables.lobby.open(ANA, HERE, "council", "quartet", seat="violet")
    card = await tables.lobby.open(BEN, HERE, "council", "quartet", {"guest": "on"}, "blue")
    assert seated(card) == {"red": "", "orange": "", "yellow": "", "green": "", "blue": "Ben"}


async def test_more_seats_leave_everybody_where_they_are(tables: Tables) -> None:
    card = await opened(tables)
    before = seated(card)
    await deliver(tables)
    card = await tables.lobby.set_options(card.id, ANA, {"guest": "on"})
    assert seated(card) == {**before, "blue": ""}
    told = await deliver(tables)
    assert {parcel.kind for parcel in told} == {"lobby", "note"}
    (note,) = [parcel.body["words"] for parcel in told if parcel.kind == "note"]
    assert note == "The seats of this table are Red, Orange, Yellow, Green and Blue now."
    again = await tables.finding.card(card.id)
    assert seated(again) == seated(card)


async def test_fewer_seats_ask_those_who_lose_theirs(tables: Tables) -> None:
    card = await opened(tables)
    await deliver(tables)
    card = await tables.lobby.set_options(card.id, ANA, {}, "pair")
    assert seated(card) == {"red": "Ana", "orange": "random"}
    told = await deliver(tables)
    (note,) = [parcel.body["words"] for parcel in told if parcel.kind == "note"]
    assert "Red and Orange now. Ben and Cleo must choose again" in str(note)
    whispers = {
        parcel.audience: parcel.body["words"] for parcel in told if parcel.kind == "whisper"
    }
    assert set(whispers) == {f"person:{BEN.id}", f"person:{CLEO.id}"}
    assert "without the seat Yellow" in str(whispers[f"person:{BEN.id}"])
    assert "without the seat Green" in str(whispers[f"person:{CLEO.id}"])
    card = await tables.finding.card(card.id)
    assert seated(card) == {"red": "Ana", "orange": "random"}
    with pytest.raises(Refused, match="is taken"):
        await tables.lobby.join(card.id, BEN)
    await tables.lobby.clear_seat(card.id, ANA, "orange")
    card = await tables.lobby.join(card.id, BEN)
    assert seated(card) == {"red": "Ana", "orange": "Ben"}


async def test_a_host_without_a_seat_is_asked_too_and_stays_host(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "quartet", seat="green")
    await tables.lobby.join(card.id, BEN, "red")
    card = await tables.lobby.set_options(card.id, ANA, {}, "pair")
    assert card.host == ANA
    assert seated(card) == {"red": "Ben", "orange": ""}
    card = await tables.lobby.join(card.id, ANA)
    assert seated(card) == {"red": "Ben", "orange": "Ana"}
    card = await tables.lobby.set_options(card.id, ANA, {}, "full")
    assert len(card.seats) == 7
    assert [seat.person for seat in card.seats[:3]] == [BEN, ANA, None]


async def test_the_form_that_was_agreed_on_is_played(tables: Tables, hours: Hours) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "pair")
    card = await tables.lobby.set_options(card.id, ANA, {}, "endless")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.sit_computer(card.id, ANA, "yellow", "random")
    await tables.lobby.ready(card.id, ANA)
    card = await tables.lobby.ready(card.id, BEN)
    assert card.stage is Stage.PLAYING
    await tables.rest()
    await play(tables, card.id, hours, Random(4), 1)
    with pytest.raises(Refused, match="started"):
        await tables.lobby.set_options(card.id, ANA, {}, "pair")
    async with tables.hall.sitting(card.id) as sitting:
        assert (await sitting.match()).seats == ("red", "orange", "yellow")
    tables.hall._loaded.clear()
    async with tables.hall.sitting(card.id) as sitting:
        assert (await sitting.match()).seats == ("red", "orange", "yellow")


# -- options that the scenario starts with, or fixes -------------------------------------------


async def test_a_scenario_brings_its_own_options_and_leaves_what_was_chosen(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "quartet")
    assert card.options == {"guest": "off", "secrets": "on"}
    card = await tables.lobby.set_options(card.id, ANA, {}, "endless")
    assert card.options == {"guest": "off", "secrets": "off"}
    card = await tables.lobby.set_options(card.id, ANA, {"guest": "on"}, "quartet")
    assert card.options == {"guest": "on", "secrets": "on"}
    card = await tables.lobby.set_options(card.id, ANA, {"secrets": "off"})
    card = await tables.lobby.set_options(card.id, ANA, {}, "pair")
    assert card.options == {"guest": "on", "secrets": "off"}


async def test_what_the_scenario_fixes_cannot_be_chosen(tables: Tables) -> None:
    for given in ({"guest": "on"}, {"guest": "on", "secrets": "off"}):
        with pytest.raises(Refused, match="full fixes option guest at off; it cannot be on") as no:
            await tables.lobby.open(ANA, HERE, "council", "full", given)
        assert no.value.rule == "1"
    card = await tables.lobby.open(ANA, HERE, "council", "quartet", {"guest": "on"})
    with pytest.raises(Refused, match="fixes option guest"):
        await tables.lobby.set_options(card.id, ANA, {"guest": "on"}, "full")
    assert await tables.finding.card(card.id) == card
    card = await tables.lobby.set_options(card.id, ANA, {}, "full")
    assert card.options["guest"] == "off"
    with pytest.raises(Refused, match="fixes option guest"):
        await tables.lobby.set_options(card.id, ANA, {"guest": "on"})
    card = await tables.lobby.set_options(card.id, ANA, {"guest": "off"})
    assert len(card.seats) == 7


async def test_what_is_fixed_is_shown_and_not_offered(tables: Tables, council: Council) -> None:
    card = await tables.lobby.open(ANA, HERE, "council", "full")
    fields = dict(lobby._option_fields(council, card, ""))
    assert any(name.endswith("off (fixed by the scenario)") for name in fields)
    first, *_ = lobby._menus(council, card, "guest")
    assert [option.value for option in first.options] == ["secrets"]  # type: ignore[attr-defined]
    assert "value" not in [item.custom_id for item in lobby._menus(council, card, "guest")]  # type: ignore[attr-defined]
    assert embeds.hides(card)
    card = await tables.lobby.set_options(card.id, ANA, {"secrets": "off"})
    assert not embeds.hides(card)
