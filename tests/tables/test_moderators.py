"""Who keeps order at a table: named, by a role, or whoever opened it if there is nobody else."""

from __future__ import annotations

import pytest

from bot.tables.lobby.moderators import demand_moderator, may_moderate
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request, TableCard, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE
from tests.tables.play import deliver

DORA = Who(44, "Dora")
ROLE = "900"
HELPER = Who(55, "Eva", ("discord:1",))


async def may(tables: Tables, table: int, who: Who) -> bool:
    async with tables.hall.sitting(table) as sitting:
        return await may_moderate(sitting, who)


async def test_the_host_is_one_where_there_is_nobody_else(tables: Tables, table: int) -> None:
    assert [await may(tables, table, who) for who in (ANA, BEN, CLEO)] == [True, False, False]
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    assert [await may(tables, table, who) for who in (ANA, BEN, CLEO)] == [False, False, True]
    await tables.moderators.of_circle("discord:1", whom=CLEO, there=False)
    assert await may(tables, table, ANA)


async def test_a_role_of_the_server_makes_moderators(tables: Tables, table: int) -> None:
    bench = await tables.moderators.of_circle("discord:1", badge=ROLE)
    assert bench.badge == ROLE
    assert await may(tables, table, HELPER)
    assert not await may(tables, table, Who(55, "Eva"))  # speaks from elsewhere
    assert not await may(tables, table, ANA)
    await tables.moderators.of_circle("discord:1", badge="901", there=False)  # not another one
    assert await may(tables, table, HELPER)
    await tables.moderators.of_circle("discord:2", whom=DORA)  # another server's
    assert not await may(tables, table, DORA)


async def test_whoever_is_none_hears_who_is(tables: Tables, table: int) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    async with tables.hall.sitting(table) as sitting:
        with pytest.raises(Refused, match="Cleo"):
            await demand_moderator(sitting, BEN)
        standing = await demand_moderator(sitting, CLEO)
    assert (standing.seat, standing.peeked) == (None, False)


async def test_before_the_start_the_host_names_them_freely(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.ready(card.id, BEN)
    with pytest.raises(Refused, match="Only Ana"):
        await tables.moderators.name(card.id, BEN, CLEO)
    named = await tables.moderators.name(card.id, ANA, CLEO)
    assert isinstance(named, TableCard)
    assert named.moderators == (CLEO,)
    assert not any(seat.ready for seat in named.seats)  # they agreed to another table
    with pytest.raises(Refused, match="already"):
        await tables.moderators.name(card.id, ANA, CLEO)
    dropped = await tables.moderators.name(card.id, ANA, CLEO, there=False)
    assert isinstance(dropped, TableCard)
    assert dropped.moderators == ()
    with pytest.raises(Refused, match="was not named"):
        await tables.moderators.name(card.id, ANA, CLEO, there=False)


async def test_during_the_game_the_others_must_agree(tables: Tables, table: int) -> None:
    request = await tables.moderators.name(table, ANA, CLEO)
    assert isinstance(request, Request)
    assert request.waiting == (BEN,)
    assert not await may(tables, table, CLEO)
    await tables.consent.agree(request.id, BEN, True)
    assert await may(tables, table, CLEO)
    assert (await tables.finding.card(table)).moderators == (CLEO,)
    told = [p.body["words"] for p in await deliver(tables) if p.kind == "note"]
    assert "Cleo is a moderator of this table now." in told


async def test_with_computers_only_nobody_need_agree(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    await tables.lobby.ready(card.id, ANA)
    await tables.rest()
    assert isinstance(await tables.moderators.name(card.id, ANA, CLEO), TableCard)
