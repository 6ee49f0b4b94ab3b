"""A table is opened, people sit down, agree, and start."""

from __future__ import annotations

import pytest

from bot.tables.tables import Tables
from bot.tables.values import Refused, Stage, Where
from tests.tables.conftest import ANA, BEN, CLEO, HERE
from tests.tables.play import deliver


async def test_the_host_is_seated_and_the_card_is_owed(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    assert card.stage is Stage.LOBBY
    assert card.name == "Granada 1"
    assert [(s.seat, s.person, s.ready) for s in card.seats] == [
        ("christian", ANA, False),
        ("muslim", None, False),
    ]
    assert {(p.audience, p.kind) for p in await tables.outbox.parcels()} == {
        ("lobby", "lobby"),
        ("person:11", "welcome"),
    }
    assert await tables.finding.seat_of(card.id, ANA) == "christian"
    assert await tables.finding.seat_of(card.id, BEN) is None


async def test_everybody_ready_starts(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada", seat="muslim")
    promised = card.promised
    assert (await tables.lobby.ready(card.id, ANA)).stage is Stage.LOBBY
    card = await tables.lobby.join(card.id, BEN)
    assert card.seats[0].person == BEN
    card = await tables.lobby.ready(card.id, BEN)
    assert card.stage is Stage.PLAYING
    assert {owed.person for owed in card.owed} == {ANA, BEN}
    assert (card.promised, bool(card.commitment)) == (promised, True)
    assert card.seed is None
    assert card.headline
    kinds = [p.kind for p in await deliver(tables)]
    for kind, count in {"status": 1, "report": 1, "secrets": 2, "call": 2, "note": 1}.items():
        assert kinds.count(kind) == count, kind


async def test_a_changed_option_clears_ready(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.ready(card.id, ANA)
    same = await tables.lobby.set_options(card.id, ANA, {"pioneers": "off"})
    assert same.seats[0].ready
    card = await tables.lobby.set_options(card.id, ANA, {"pioneers": "on"})
    assert card.options["pioneers"] == "on"
    assert not card.seats[0].ready
    await tables.lobby.sit_computer(card.id, ANA, "muslim")
    card = await tables.lobby.set_options(card.id, ANA, {"sortie": "both"}, scenario="standard")
    assert [seat.ready for seat in card.seats] == [False, True]
    card = await tables.lobby.ready(card.id, ANA)
    assert card.options["sortie"] == "both"
    await tables.rest()


async def test_seats_are_changed_and_left(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    card = await tables.lobby.join(card.id, ANA, "muslim")
    assert [seat.person for seat in card.seats] == [None, ANA]
    card = await tables.lobby.join(card.id, BEN)
    card = await tables.lobby.leave(card.id, ANA)
    assert card.host == BEN
    assert [seat.person for seat in card.seats] == [BEN, None]
    card = await tables.lobby.sit_computer(card.id, BEN, "muslim", "random")
    assert card.seats[1].computer == "random"
    card = await tables.lobby.clear_seat(card.id, BEN, "muslim")
    assert not card.seats[1].taken
    assert (await tables.lobby.leave(card.id, BEN)).stage is Stage.CLOSED


async def test_closing(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="Ben"):
        await tables.lobby.close(table, ANA)
    await tables.lobby.leave(table, BEN)
    card = await tables.lobby.close(table, ANA)
    assert card.stage is Stage.CLOSED
    assert card.owed == ()
    assert await tables.finding.mine(ANA) == ()
    with pytest.raises(Refused, match="closed"):
        await tables.play.order(table, ANA, "bid none")


async def test_refusals(tables: Tables) -> None:
    with pytest.raises(Refused, match="server"):
        await tables.lobby.open(ANA, Where(None, 5), "granada")
    with pytest.raises(Refused, match="'chess'"):
        await tables.lobby.open(ANA, HERE, "chess")
    with pytest.raises(Refused, match="scenario"):
        await tables.lobby.open(ANA, HERE, "granada", scenario="moon")
    with pytest.raises(Refused, match="no option"):
        await tables.lobby.open(ANA, HERE, "granada", options={"cheat": "on"})
    with pytest.raises(Refused, match="one of off, on"):
        await tables.lobby.open(ANA, HERE, "granada", options={"pioneers": "many"})
    with pytest.raises(Refused, match="no seat"):
        await tables.lobby.open(ANA, HERE, "granada", seat="martian")
    with pytest.raises(Refused, match="no table 99"):
        await tables.lobby.join(99, ANA)
    assert await tables.finding.in_circle("discord:1") == ()

    table = (await tables.lobby.open(ANA, HERE, "granada")).id
    with pytest.raises(Refused, match="already"):
        await tables.lobby.join(table, ANA)
    with pytest.raises(Refused, match="taken by Ana"):
        await tables.lobby.join(table, BEN, "christian")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.lobby.set_options(table, BEN, {"pioneers": "on"})
    with pytest.raises(Refused, match="Only Ana"):
        await tables.lobby.sit_computer(table, BEN, "muslim")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.lobby.clear_seat(table, BEN, "muslim")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.lobby.close(table, BEN)
    with pytest.raises(Refused, match="no computer player"):
        await tables.lobby.sit_computer(table, ANA, "muslim", "deep blue")
    with pytest.raises(Refused, match="At least one person"):
        await tables.lobby.clear_seat(table, ANA, "christian")
    with pytest.raises(Refused, match="no seat at"):
        await tables.lobby.ready(table, BEN)
    with pytest.raises(Refused, match="no seat at"):
        await tables.lobby.leave(table, BEN)
    with pytest.raises(Refused, match="not started"):
        await tables.play.order(table, ANA, "pass")
    with pytest.raises(Refused, match="not started"):
        await tables.reading.view(table, ANA)
    await tables.lobby.join(table, BEN)
    with pytest.raises(Refused, match="Every seat"):
        await tables.lobby.join(table, CLEO)
    with pytest.raises(Refused, match="taken by Ben"):
        await tables.lobby.sit_computer(table, ANA, "muslim")


async def test_a_started_table_is_no_lobby(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="started"):
        await tables.lobby.ready(table, ANA)
    with pytest.raises(Refused, match="started"):
        await tables.lobby.set_options(table, ANA, {})
    with pytest.raises(Refused, match="started"):
        await tables.lobby.sit_computer(table, ANA, "muslim")
    with pytest.raises(Refused, match="already"):
        await tables.lobby.join(table, ANA)
    with pytest.raises(Refused, match="Every seat"):
        await tables.lobby.join(table, CLEO)


async def test_which_table_somebody_means(tables: Tables, table: int) -> None:
    await tables.lobby.bind(table, thread=500)
    assert (await tables.finding.find(CLEO, Where(1, 500))).id == table  # in the thread, anybody
    assert (await tables.finding.find(ANA, Where(None, 7))).id == table  # elsewhere, the only one
    assert (
        await tables.finding.find(CLEO, HERE, table)
    ).id == table  # by its number, in its server
    with pytest.raises(Refused, match="no table 1 here"):
        await tables.finding.find(CLEO, Where(2, 7), table)
    with pytest.raises(Refused, match="no table 1 here"):
        await tables.finding.find(CLEO, Where(None, 7), table)
    with pytest.raises(Refused, match="You sit at no table"):
        await tables.finding.find(CLEO, HERE)

    second = (await tables.lobby.open(ANA, HERE, "granada")).id
    assert (await tables.finding.find(ANA, HERE)).id == table  # where an answer is owed
    await tables.play.order(table, ANA, (await tables.slots.answers(table, ANA, ""))[0].value)
    with pytest.raises(Refused, match="Granada 1, Granada 2"):
        await tables.finding.find(ANA, HERE)
    assert (await tables.finding.find(ANA, Where(None, 7), second)).id == second
    assert [card.id for card in await tables.finding.mine(ANA)] == [table, second]
    assert [card.id for card in await tables.finding.in_circle("discord:1")] == [table, second]
    assert await tables.finding.in_circle("discord:2") == ()
    assert len(await tables.finding.live()) == 2
