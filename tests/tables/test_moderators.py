"""Who keeps order at a table: named, by a role, or whoever opened it if there is nobody else."""

from __future__ import annotations

import pytest

from bot.tables import Refused, Request, TableCard, Tables, Who
from bot.tables.moderators import demand_moderator, may_moderate
from tests.tables.conftest import ANA, BEN, CLEO, HERE
from tests.tables.play import deliver

DORA = Who(44, "Dora")
ROLE = 900
HELPER = Who(55, "Eva", (7, ROLE))


async def may(tables: Tables, table: int, who: Who) -> bool:
    async with tables._hall.sitting(table) as sitting:
        return await may_moderate(sitting, who)


async def test_the_host_is_one_where_there_is_nobody_else(tables: Tables, table: int) -> None:
    assert [await may(tables, table, who) for who in (ANA, BEN, CLEO)] == [True, False, False]
    await tables.server_moderators(1, whom=CLEO)
    assert [await may(tables, table, who) for who in (ANA, BEN, CLEO)] == [False, False, True]
    await tables.server_moderators(1, whom=CLEO, there=False)
    assert await may(tables, table, ANA)


async def test_a_role_of_the_server_makes_moderators(tables: Tables, table: int) -> None:
    bench = await tables.server_moderators(1, role=ROLE)
    assert bench.role == ROLE
    assert await may(tables, table, HELPER)
    assert not await may(tables, table, Who(55, "Eva"))  # speaks from elsewhere
    assert not await may(tables, table, ANA)
    await tables.server_moderators(1, role=ROLE + 1, there=False)  # another one is not dropped
    assert await may(tables, table, HELPER)
    await tables.server_moderators(2, whom=DORA)  # another server's
    assert not await may(tables, table, DORA)


async def test_whoever_is_none_hears_who_is(tables: Tables, table: int) -> None:
    await tables.server_moderators(1, whom=CLEO)
    async with tables._hall.sitting(table) as sitting:
        with pytest.raises(Refused, match="Cleo"):
            await demand_moderator(sitting, BEN)
        standing = await demand_moderator(sitting, CLEO)
    assert (standing.seat, standing.peeked) == (None, False)


async def test_before_the_start_the_host_names_them_freely(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    await tables.join(card.id, BEN)
    await tables.ready(card.id, BEN)
    with pytest.raises(Refused, match="Only Ana"):
        await tables.name_moderator(card.id, BEN, CLEO)
    named = await tables.name_moderator(card.id, ANA, CLEO)
    assert isinstance(named, TableCard)
    assert named.moderators == (CLEO,)
    assert not any(seat.ready for seat in named.seats)  # they agreed to another table
    with pytest.raises(Refused, match="already"):
        await tables.name_moderator(card.id, ANA, CLEO)
    dropped = await tables.name_moderator(card.id, ANA, CLEO, there=False)
    assert isinstance(dropped, TableCard)
    assert dropped.moderators == ()
    with pytest.raises(Refused, match="was not named"):
        await tables.name_moderator(card.id, ANA, CLEO, there=False)


async def test_during_the_game_the_others_must_agree(tables: Tables, table: int) -> None:
    request = await tables.name_moderator(table, ANA, CLEO)
    assert isinstance(request, Request)
    assert request.waiting == (BEN,)
    assert not await may(tables, table, CLEO)
    await tables.agree(request.id, BEN, True)
    assert await may(tables, table, CLEO)
    assert (await tables.card(table)).moderators == (CLEO,)
    told = [p.body["words"] for p in await deliver(tables) if p.kind == "note"]
    assert "Cleo is a moderator of this table now." in told


async def test_with_computers_only_nobody_need_agree(tables: Tables) -> None:
    card = await tables.open(ANA, HERE, "granada")
    await tables.sit_computer(card.id, ANA, "muslim", "random")
    await tables.ready(card.id, ANA)
    await tables.rest()
    assert isinstance(await tables.name_moderator(card.id, ANA, CLEO), TableCard)
