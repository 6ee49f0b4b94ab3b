"""A database that an older Herald has left behind: every table goes on where it stood.

`databases/revision-0002.db.gz` was made by the last Herald whose database had the shape 0002,
through its `Tables`, with the helpers of these tests: fourteen tables of both games (`TABLES` says
which), each opened, joined and made ready, then played at random or laid at a position that random
play had reached. For the two with a segment a replay was made to differ, and a moderator let them
go on. For the victory that is shared the board was cleared and the points were made even by edits.
Parcels were deleted, since nothing here delivers them.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from bot.store import Store
from bot.store.store import migrate
from bot.tables.tables import Tables
from engine import Match
from engine.text import write
from tests.tables.conftest import ANA, BEN, Hours
from tests.tables.fights import the_match

KEPT = Path(__file__).parent / "databases" / "revision-0002.db.gz"
TABLES = {  # what is owed at each
    1: "granada bid",  # one of two bids is in
    2: "granada engage",  # one of two has answered, at sea
    3: "granada deploy",  # in a battle, with a draft
    4: "granada assault",  # in a siege
    5: "granada withdraw",  # an answer waits for its tick
    6: "granada order",  # after a segment, and some orders later
    7: "granada order",  # after an undo and an edit, with a draft
    8: "granada plan plan",  # one of two plans is sealed
    9: "hispania part",  # one of two has answered, in a battle
    10: "hispania sign",  # the same, of those who may have a round rolled again
    11: "hispania fight",  # with battles to be fought, after a segment
    12: "hispania orders",  # after an undo and an edit, with a draft
    13: "hispania plan plan plan",  # all plans are sealed and wait for their tick
    14: "hispania",  # over: two have won together, and were kept as having lost
}
LIVE = range(1, 14)
SEALED = (1, 2, 9, 10)
SEGMENTS = {6: 1, 11: 1}
MENDED = {13: "11.8"}  # a rule was mended since under which it was played: it stands still
STANDING = [table for table in TABLES if table not in MENDED]

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "herald.db"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return file


@pytest.fixture
def before(file: Path) -> Rows:
    """Every row as the older version wrote it."""
    return rows(file)


@pytest.fixture
async def store(file: Path, before: Rows) -> AsyncIterator[Store]:
    store = Store(file)
    await store.upgrade()
    yield store
    await store.close()


@pytest.fixture
async def tables(store: Store, hours: Hours) -> AsyncIterator[Tables]:
    """Herald has been started over it."""
    hours.pass_by(hours=1)
    tables = Tables(store, clock=hours, rng=Random(8))
    await tables.resume()
    await tables.rest()
    yield tables
    await tables.stop()


def rows(file: Path) -> Rows:
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = lambda cursor, row: {
            about[0]: value for about, value in zip(cursor.description, row, strict=True)
        }
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        names = [row["name"] for row in found if not row["name"].startswith("sqlite_")]
        return {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}


def column(file: Path, query: str) -> dict[int, str]:
    with closing(sqlite3.connect(file)) as database:
        return dict(database.execute(query).fetchall())


async def test_no_table_stands_still(tables: Tables, file: Path, before: Rows) -> None:
    for table, owed in TABLES.items():
        card = await tables.finding.card(table)
        assert bool(card.halted) == (table in MENDED), card.halted
        assert MENDED.get(table, "") in card.halted
        assert " ".join([card.game, *(one.kind for one in card.owed)]) == owed
    for name in ("entries", "segments", "positions", "questions", "drafts", "plans"):
        assert rows(file)[name] == before[name], name


async def test_the_records_lead_to_the_bytes_that_were_kept(tables: Tables, file: Path) -> None:
    positions = column(file, 'SELECT "table", position FROM positions')
    for table in STANDING:
        match = await the_match(tables, table)
        assert plain(match) == anew(match, json.loads(positions[table])), table
        lines = column(file, f'SELECT number, line FROM entries WHERE "table" = {table}')
        assert [json.dumps(line) for line in match.record()["entries"]] == list(lines.values())
        digests = column(file, f'SELECT number, digest FROM entries WHERE "table" = {table}')
        assert match.game.schema > 1 or led_to(match, digests) == {
            n: kept for n, kept in digests.items() if kept
        }
        assert len(match.segments) == SEGMENTS.get(table, 0)
        sealed = [seat for seat in match.seats if match.withdrawable(seat) is not None]
        assert len(sealed) == (table in SEALED)


def plain(match: Match) -> dict[str, Any]:
    """The position as the older version would have written it."""
    position: dict[str, Any] = json.loads(json.dumps(match.position().to_json()))
    position.pop("mends")
    return position


def anew(match: Match, kept: dict[str, Any]) -> dict[str, Any]:
    """What an older version kept, with the fields that its game has today."""
    if kept["schema"] < match.game.schema:
        kept["state"] = match.game.migrate(kept["state"], kept["schema"])
        kept["schema"] = match.game.schema
    return kept


def led_to(match: Match, digests: dict[int, str]) -> dict[int, str]:
    """The digest after every entry of the last segment that was kept with one; of those before,
    whose rules are gone, what was kept."""
    found = {n: kept for n, kept in digests.items() if kept and n < match.first}

    def watch(match: Match, entry: int) -> None:
        if kept := digests[entry]:
            found[entry] = match.position().digest[: len(kept)]

    engine.from_record(match.record(), watch)
    return found


async def test_play_goes_on_at_every_table(tables: Tables, hours: Hours) -> None:
    for table in LIVE:
        if "plan" in TABLES[table]:
            continue
        match, card = await the_match(tables, table), await tables.finding.card(table)
        decision = match.decisions()[0]
        who = card.owed[0].person
        assert who is not None
        hours.pass_by(minutes=1)
        order = write(match.game.verbs, decision.sample(Random(table)))
        assert not (await tables.play.order(table, who, order)).refused, table


async def test_what_was_begun_is_ended(tables: Tables, hours: Hours) -> None:
    """Drafts can be sent, sealed plans are fought, and the answer that waited is given."""
    lengths = {table: len(await the_match(tables, table)) for table in (5, 8)}
    for table in (3, 7, 12):
        who = (await tables.finding.card(table)).owed[0].person
        assert who is not None
        assert (await tables.drafts.send(table, who)).done
    await tables.plans.seal(8, BEN)
    hours.pass_by(hours=1)
    assert await tables.agenda.serve() == len(lengths)
    for table, length in lengths.items():
        assert len(await the_match(tables, table)) > length
        assert "plan" not in {owed.kind for owed in (await tables.finding.card(table)).owed}


async def test_the_shared_victory_is_put_right_and_can_be_put_back(
    tables: Tables, store: Store, file: Path, before: Rows
) -> None:
    (played,) = await tables.records.history(ANA)
    assert [seat.seat for seat in played.seats if seat.won] == ["purple", "green"]
    words = (await tables.finding.card(14)).result
    assert words.startswith("Purple and Green share the victory")
    match = await the_match(tables, 14)
    assert match.result is not None
    assert match.result.winners == ("purple", "green")
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda c: migrate(c, "0002", down=True))
    assert untouched(rows(file)) == untouched(before)
    await store.upgrade()
    assert (await tables.finding.card(14)).result == words


def untouched(found: Rows) -> Rows:
    """Without what was told of the tables that stand still, and without their rows."""
    return {
        name: [
            row
            for row in some
            if (row["id"] if name == "tables" else row.get("table")) not in MENDED
        ]
        for name, some in found.items()
    }
