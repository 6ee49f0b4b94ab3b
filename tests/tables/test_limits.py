"""What one person or one circle may take up, and a clock that jumps back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.host.config import ConfigError, read
from bot.store import Store, models
from bot.tables.floor import limits
from bot.tables.floor.hall import Hall
from bot.tables.floor.limits import Limits
from bot.tables.tables import Tables
from bot.tables.values import Refused, Where, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, deliver, to_orders


def few(hall: Hall, **most: int) -> None:
    hall.limits = replace(Limits(), **most)


async def test_lobbies_of_one_person(tables: Tables) -> None:
    few(tables.hall, lobbies=2)
    first = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.open(ANA, HERE, "hispania")
    with pytest.raises(Refused, match=r"You have 2 tables open .* one person may have 2"):
        await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.open(BEN, HERE, "granada")
    await tables.lobby.leave(first.id, ANA)
    await tables.lobby.open(ANA, HERE, "granada")


async def test_lobbies_of_one_circle(tables: Tables) -> None:
    few(tables.hall, circle_lobbies=2)
    await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.open(BEN, HERE, "granada")
    with pytest.raises(Refused, match=r"2 tables are open here .* there may be 2"):
        await tables.lobby.open(CLEO, HERE, "granada")
    await tables.lobby.open(CLEO, Where(2, 200), "granada")
    await tables.lobby.open(CLEO, None, "granada")


async def test_tables_of_one_person(tables: Tables, table: int) -> None:
    few(tables.hall, tables=1)
    card = await tables.lobby.open(CLEO, HERE, "granada")
    with pytest.raises(Refused, match=r"You sit at 1 table.* may sit at 1"):
        await tables.lobby.join(card.id, ANA)
    with pytest.raises(Refused, match="You sit at 1 table"):
        await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, CLEO, "muslim")  # another seat is not another table
    await tables.seats.hand_over(table, ANA, "christian", CLEO)
    with pytest.raises(Refused, match="You sit at 1 table"):
        await tables.seats.accept(table, CLEO, "christian")
    await tables.lobby.leave(card.id, CLEO)
    await tables.seats.accept(table, CLEO, "christian")


async def test_sizes_of_drafts_and_orders(tables: Tables, table: int, hours: Hours) -> None:
    few(tables.hall, draft=2, order=30, plan=50)
    seat = await to_orders(tables, table, hours)
    with pytest.raises(Refused, match="at most 30 characters"):
        await tables.drafts.add(table, seat, "move " + "x" * 40)
    with pytest.raises(Refused, match="at most 2 orders"):
        await tables.drafts.add(table, seat, "done; done; done")
    with pytest.raises(Refused, match="at most 50 characters"):
        await tables.play.order(table, seat, "move " + "x" * 60)


def test_a_host_changes_them(tmp_path: Path) -> None:
    file = tmp_path / "herald.env"
    file.write_text("HERALD_LIMITS=lobbies=9 imports=1\n")
    found = read(file).limits
    assert (found.lobbies, found.imports, found.tables) == (9, 1, Limits().tables)
    for wrong, told in [
        ("lobby=3", "no limit 'lobby'; there are lobbies, "),
        ("tables=none", "whole number from 1 to 1000000, not 'none'"),
        ("tables=0", "not '0'"),
    ]:
        file.write_text(f"HERALD_LIMITS={wrong}\n")
        with pytest.raises(ConfigError, match=told):
            read(file)
    assert limits.read({}).shown().startswith("lobbies=5 ")


# -- the outbox ----------------------------------------------------------------------------------


async def parcels(store: Store) -> list[models.Parcel]:
    async with store.read() as session:
        return list(await session.exec(select(models.Parcel)))


async def test_what_was_sent_is_cleared_after_a_while(
    tables: Tables, table: int, hours: Hours, store: Store
) -> None:
    await deliver(tables)
    sent = len(await parcels(store))
    assert sent
    hours.pass_by(days=29)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    await tables.outbox.parcels()
    assert len(await parcels(store)) > sent
    hours.pass_by(days=2)
    await tables.outbox.parcels()
    left = await parcels(store)
    assert left
    assert all(p.state == "owed" for p in left)
    status = next(p for p in await tables.outbox.parcels() if p.audience == "table")
    assert status.place is not None, "where it was posted is still known"


async def test_a_clock_that_jumps_back_delays_nothing(
    tables: Tables, table: int, hours: Hours
) -> None:
    await deliver(tables)
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    owed = {p.id for p in await tables.outbox.parcels()}
    assert owed
    hours.pass_by(days=-3)
    assert {p.id for p in await tables.outbox.parcels()} == owed
    one = next(iter(owed))
    await tables.outbox.sending(one)
    await tables.outbox.failed(one, "status 500", hours() + timedelta(minutes=10))
    assert one not in {p.id for p in await tables.outbox.parcels()}
    hours.pass_by(days=-3)
    assert one in {p.id for p in await tables.outbox.parcels()}, "put off by a clock that is gone"


async def test_a_clock_that_jumps_back_refuses_nothing(
    tables: Tables, table: int, hours: Hours
) -> None:
    seat: Who = await to_orders(tables, table, hours)
    hours.pass_by(days=-1)
    await tables.play.order(table, seat, "done", at=hours())
