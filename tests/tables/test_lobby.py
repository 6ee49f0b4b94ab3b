"""A table is opened, people sit down, agree, and start."""

from __future__ import annotations

import pytest

from bot.tables import Refused, Stage, Tables, Where
from bot.tables.lobby import alias, mixed
from engine import commitment
from tests.tables.conftest import ANA, BEN, CLEO, HERE
from tests.tables.play import deliver


@pytest.fixture(autouse=True)
def same_dice() -> None:
    """Whatever they are: these tests are about how people stand in the proof of a seed."""


async def test_the_host_is_seated_and_the_card_is_owed(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    assert card.stage is Stage.LOBBY
    assert card.name == "Granada 1"
    assert [(s.seat, s.person, s.ready) for s in card.seats] == [
        ("christian", ANA, False),
        ("muslim", None, False),
    ]
    assert {(p.lane, p.kind) for p in await tables.parcels()} == {
        ("channel", "lobby"),
        ("dm:11", "welcome"),
    }
    assert await tables.seat_of(card.id, ANA) == "christian"
    assert await tables.seat_of(card.id, BEN) is None


async def test_everybody_ready_starts(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada", seat="muslim")
    promised = card.commitment
    assert (await tables.ready(card.id, ANA)).stage is Stage.LOBBY
    card = await tables.join(card.id, BEN)
    assert card.seats[0].person == BEN
    card = await tables.ready(card.id, BEN)
    assert card.stage is Stage.PLAYING
    assert {owed.person for owed in card.owed} == {ANA, BEN}
    assert card.commitment != promised
    assert card.seed is None
    assert card.headline
    kinds = [p.kind for p in await deliver(tables)]
    for kind, count in {"status": 1, "report": 1, "secrets": 2, "call": 2, "note": 1}.items():
        assert kinds.count(kind) == count, kind


async def test_the_seed_is_mixed_from_the_secret_and_what_people_did(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    promised = card.commitment
    await tables.join(card.id, BEN)
    await tables.ready(card.id, ANA)
    card = await tables.ready(card.id, BEN)
    async with tables._hall.sitting(card.id) as sitting:
        row = sitting.row
    assert commitment(row.secret) == promised
    assert mixed(row.secret, row.joining) == row.seed
    assert commitment(row.seed) == card.commitment
    ana, ben = alias(row.secret, ANA.id), alias(row.secret, BEN.id)
    assert [did[:3] for did in row.joining] == [
        ["open", ana, "christian"],
        ["join", ben, "muslim"],
        ["ready", ana, "christian"],
        ["ready", ben, "muslim"],
    ]


async def test_a_changed_option_clears_ready(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    await tables.ready(card.id, ANA)
    same = await tables.set_options(card.id, ANA, {"pioneers": "off"})
    assert same.seats[0].ready
    card = await tables.set_options(card.id, ANA, {"pioneers": "on"})
    assert card.options["pioneers"] == "on"
    assert not card.seats[0].ready
    await tables.sit_computer(card.id, ANA, "muslim")
    card = await tables.set_options(card.id, ANA, {"sortie": "both"}, scenario="standard")
    assert [seat.ready for seat in card.seats] == [False, True]
    card = await tables.ready(card.id, ANA)
    assert card.options["sortie"] == "both"
    await tables.rest()


async def test_seats_are_changed_and_left(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    card = await tables.join(card.id, ANA, "muslim")
    assert [seat.person for seat in card.seats] == [None, ANA]
    card = await tables.join(card.id, BEN)
    card = await tables.leave(card.id, ANA)
    assert card.host == BEN
    assert [seat.person for seat in card.seats] == [BEN, None]
    card = await tables.sit_computer(card.id, BEN, "muslim", "random")
    assert card.seats[1].computer == "random"
    card = await tables.clear_seat(card.id, BEN, "muslim")
    assert not card.seats[1].taken
    assert (await tables.leave(card.id, BEN)).stage is Stage.CLOSED


async def test_closing(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="Ben"):
        await tables.close(table, ANA)
    await tables.leave(table, BEN)
    card = await tables.close(table, ANA)
    assert card.stage is Stage.CLOSED
    assert card.owed == ()
    assert await tables.mine(ANA) == ()
    with pytest.raises(Refused, match="closed"):
        await tables.order(table, ANA, "bid none")


async def test_refusals(tables: Tables) -> None:
    with pytest.raises(Refused, match="server"):
        await tables.open(ANA, Where(None, 5), "granada")
    with pytest.raises(Refused, match="'chess'"):
        await tables.open(ANA, HERE, "chess")
    with pytest.raises(Refused, match="scenario"):
        await tables.open(ANA, HERE, "granada", scenario="moon")
    with pytest.raises(Refused, match="no option"):
        await tables.open(ANA, HERE, "granada", options={"cheat": "on"})
    with pytest.raises(Refused, match="one of off, on"):
        await tables.open(ANA, HERE, "granada", options={"pioneers": "many"})
    with pytest.raises(Refused, match="no seat"):
        await tables.open(ANA, HERE, "granada", seat="martian")
    with pytest.raises(Refused, match="no table 99"):
        await tables.join(99, ANA)
    assert await tables.in_server(1) == ()

    table = (await tables.open(ANA, HERE, "granada")).id
    with pytest.raises(Refused, match="already"):
        await tables.join(table, ANA)
    with pytest.raises(Refused, match="taken by Ana"):
        await tables.join(table, BEN, "christian")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.set_options(table, BEN, {"pioneers": "on"})
    with pytest.raises(Refused, match="Only Ana"):
        await tables.sit_computer(table, BEN, "muslim")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.clear_seat(table, BEN, "muslim")
    with pytest.raises(Refused, match="Only Ana"):
        await tables.close(table, BEN)
    with pytest.raises(Refused, match="no computer player"):
        await tables.sit_computer(table, ANA, "muslim", "deep blue")
    with pytest.raises(Refused, match="At least one person"):
        await tables.clear_seat(table, ANA, "christian")
    with pytest.raises(Refused, match="no seat at"):
        await tables.ready(table, BEN)
    with pytest.raises(Refused, match="no seat at"):
        await tables.leave(table, BEN)
    with pytest.raises(Refused, match="not started"):
        await tables.order(table, ANA, "pass")
    with pytest.raises(Refused, match="not started"):
        await tables.view(table, ANA)
    await tables.join(table, BEN)
    with pytest.raises(Refused, match="Every seat"):
        await tables.join(table, CLEO)
    with pytest.raises(Refused, match="taken by Ben"):
        await tables.sit_computer(table, ANA, "muslim")


async def test_a_started_table_is_no_lobby(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="started"):
        await tables.ready(table, ANA)
    with pytest.raises(Refused, match="started"):
        await tables.set_options(table, ANA, {})
    with pytest.raises(Refused, match="started"):
        await tables.sit_computer(table, ANA, "muslim")
    with pytest.raises(Refused, match="already"):
        await tables.join(table, ANA)
    with pytest.raises(Refused, match="Every seat"):
        await tables.join(table, CLEO)


async def test_which_table_somebody_means(tables: Tables, table: int) -> None:
    await tables.bind(table, thread=500)
    assert (await tables.find(CLEO, Where(1, 500))).id == table  # in the thread, anybody
    assert (await tables.find(ANA, Where(None, 7))).id == table  # elsewhere, the only one
    assert (await tables.find(CLEO, HERE, table)).id == table  # by its number, in its server
    with pytest.raises(Refused, match="no table 1 here"):
        await tables.find(CLEO, Where(2, 7), table)
    with pytest.raises(Refused, match="no table 1 here"):
        await tables.find(CLEO, Where(None, 7), table)
    with pytest.raises(Refused, match="You sit at no table"):
        await tables.find(CLEO, HERE)

    second = (await tables.open(ANA, HERE, "granada")).id
    assert (await tables.find(ANA, HERE)).id == table  # where an answer is owed
    await tables.order(table, ANA, (await tables.answers(table, ANA, ""))[0].value)
    with pytest.raises(Refused, match="Granada 1, Granada 2"):
        await tables.find(ANA, HERE)
    assert (await tables.find(ANA, Where(None, 7), second)).id == second
    assert [card.id for card in await tables.mine(ANA)] == [table, second]
    assert [card.id for card in await tables.in_server(1)] == [table, second]
    assert await tables.in_server(2) == ()
    assert len(await tables.live()) == 2
