"""Somebody asks to be forgotten: nothing of theirs stays, and the games stay whole."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from random import Random

import pytest

import engine
from bot.tables.lobby.moderators import PEEK
from bot.tables.tables import Tables
from bot.tables.values import Refused, Where, Who
from tests.tables.conftest import BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, deliver, play, to_orders
from tests.tables.test_following import to_the_end

ZOE = Who(987654321, "Zoë Quux")  # a number and a name that are found nowhere by chance


@pytest.fixture
async def hers(tables: Tables, hours: Hours) -> int:
    """A table that Zoë hosts and has played at, with whatever she can leave behind."""
    await tables.people.set_profile(ZOE, zone="Europe/Madrid", calls="letter")
    await tables.moderators.of_circle("discord:1", whom=ZOE)
    table = (await tables.lobby.open(ZOE, HERE, "granada")).id
    await tables.lobby.join(table, BEN)
    await tables.moderators.name(table, ZOE, ZOE)
    await tables.lobby.ready(table, ZOE)
    await tables.lobby.ready(table, BEN)
    for who in (ZOE, BEN):
        await tables.play.order(table, who, await any_answer(tables, table, who))
    await tables.logbook.catch_up(table, ZOE)
    await deliver(tables)
    return table


def kept(file: Path, *wanted: str) -> list[str]:
    """Where in the database something is still found."""
    found = []
    with sqlite3.connect(file) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in names.fetchall():
            for row in database.execute(f'SELECT * FROM "{table}"'):
                text = " ".join(map(str, row))
                found += [f"{table}: {text}" for word in wanted if re.search(word, text)]
    return found


async def test_nothing_is_left_of_somebody(
    tables: Tables, hers: int, file: Path, hours: Hours
) -> None:
    assert kept(file, "Quux", str(ZOE.id))
    before = (await tables.reading.view(hers, None)).to_json()
    assert await tables.forgetting.forget(ZOE) == 1
    card = await tables.finding.card(hers)
    assert (card.seats[0].person, card.seats[0].gone) == (None, "resigned")
    assert card.host == BEN
    assert card.moderators == ()
    assert (await tables.reading.view(hers, None)).to_json() == before
    assert kept(file, "Quux") == []
    where = kept(file, str(ZOE.id))
    assert [line.partition(":")[0] for line in where] == ["seats"]  # who has known a side
    await tables.seats.resign(hers, BEN)
    with pytest.raises(Refused, match="another side"):
        await tables.lobby.join(hers, ZOE, "muslim")
    await tables.lobby.join(hers, BEN, "muslim")
    await tables.lobby.join(hers, CLEO, "christian")
    await to_the_end(tables, hers)
    assert kept(file, "Quux", str(ZOE.id)) == []  # nothing is secret any more
    record = await tables.reading.record(hers)
    assert engine.from_record(record).over


async def test_a_second_time_changes_nothing(tables: Tables, hers: int) -> None:
    await tables.forgetting.forget(ZOE)
    card = await tables.finding.card(hers)
    await tables.forgetting.forget(ZOE)
    assert await tables.finding.card(hers) == card
    assert (await tables.people.profile(ZOE)).zone == "UTC"
    assert await tables.records.history(ZOE) == ()


async def test_drafts_plans_and_requests_go_too(
    tables: Tables, table: int, hours: Hours, file: Path
) -> None:
    who = await to_orders(tables, table, hours)
    await tables.drafts.add(table, who, await any_answer(tables, table, who, "muster"))
    await play(tables, table, hours, Random(4), 2)
    await tables.forgetting.forget(who)
    with sqlite3.connect(file) as database:
        for gone in ("drafts", "plans", "requests", "votes"):
            assert database.execute(f"SELECT count(*) FROM {gone}").fetchone() == (0,), gone
        signed = database.execute(f"SELECT count(*) FROM entries WHERE person = {who.id}")
        assert signed.fetchone() == (0,)


async def test_finished_games_and_lobbies(tables: Tables, file: Path) -> None:
    """A lobby that nobody else is in is closed; a finished game has no name but the others'."""
    lobby = (await tables.lobby.open(ZOE, Where(1, 100), "granada")).id
    table = (await tables.lobby.open(ZOE, HERE, "granada")).id
    await tables.lobby.join(table, BEN)
    await tables.lobby.ready(table, ZOE)
    await tables.lobby.ready(table, BEN)
    await to_the_end(tables, table)
    await deliver(tables)
    await tables.forgetting.forget(ZOE)
    assert kept(file, "Quux", str(ZOE.id)) == []
    assert (await tables.finding.card(lobby)).stage == "closed"
    (played,) = await tables.records.results("discord:1")
    assert [seat.person for seat in played.seats] == [None, BEN]
    assert (await tables.reading.view(table, None)).to_json()  # still to be looked at


async def test_who_has_peeked_takes_no_seat_after_being_forgotten(
    tables: Tables, table: int
) -> None:
    async with tables.hall.sitting(table) as sitting:
        sitting.actor = ZOE
        sitting.know(ZOE)
        sitting.audit(PEEK)
        await sitting.commit()
    await tables.forgetting.forget(ZOE)
    await tables.seats.resign(table, BEN)
    with pytest.raises(Refused, match="another side"):
        await tables.lobby.join(table, ZOE, "muslim")


async def test_a_name_that_is_part_of_a_word_is_left_alone(
    tables: Tables, table: int, file: Path
) -> None:
    al = Who(4444, "a")
    await tables.seats.resign(table, BEN)
    await tables.lobby.join(table, al, "muslim")
    await deliver(tables)
    await tables.forgetting.forget(al)
    assert kept(file, '"who": "Ben"')  # others' names, and words, are whole
    assert not kept(file, r'"who": "a"')
    assert kept(file, '"who": "somebody"')
