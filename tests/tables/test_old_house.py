"""The database of the last Herald that knew no front end but Discord: up, every table goes on; down
again, nothing is lost that it knew.

`databases/revision-0004.db.gz` was made by that version through its `Tables`, with the helpers of
these tests: eleven tables (`STAGES` says which) in two servers, one of them with a role for
moderators, four people who want to be called in every way, and parcels in every state.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from bot.store import Store, models
from bot.store.store import migrate
from bot.tables.tables import Tables
from bot.tables.values import DISCORD, MAIL, Refused, Where, Who
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import deliver, sample
from tests.tables.test_old_database import Rows, rows

KEPT = Path(__file__).parent / "databases" / "revision-0004.db.gz"
DORA = Who(900000000000000044, "Dora")
LOBBY, DRAFTED, SEALED, UNDO, PAUSED, HALTED, OVER, CLOSED, STEP, FREE, STAND_IN = range(1, 12)
STAGES = {
    LOBBY: "lobby",
    DRAFTED: "playing",  # with a draft, clocks and something read
    SEALED: "playing",  # one of two plans is sealed
    UNDO: "playing",  # an undo waits for consent, in another server
    PAUSED: "playing",
    HALTED: "playing",
    OVER: "over",
    CLOSED: "closed",
    STEP: "playing",  # a moderator's step waits to be confirmed
    FREE: "playing",  # one seat is free, the other is offered
    STAND_IN: "playing",  # a computer plays for somebody
}
STATES = {"owed", "sending", "sent", "failed", "later", "void"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "herald.db"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return file


@pytest.fixture
def before(file: Path) -> Rows:
    return rows(file)


@pytest.fixture
async def store(file: Path, before: Rows) -> AsyncIterator[Store]:
    store = Store(file)
    await store.upgrade()
    yield store
    await store.close()


@pytest.fixture
async def tables(store: Store, hours: Hours) -> AsyncIterator[Tables]:
    hours.pass_by(hours=12)
    tables = Tables(store, clock=hours, rng=Random(8))
    await tables.resume()
    await tables.rest()
    yield tables
    await tables.stop()


async def down(store: Store) -> None:
    async with store.engine.execution_options(writing=True).begin() as connection:
        await connection.run_sync(lambda c: migrate(c, "0004", down=True))


async def test_up_and_down_again_nothing_is_lost(store: Store, file: Path, before: Rows) -> None:
    assert {row["state"] for row in before["parcels"]} == STATES
    await down(store)
    assert rows(file) == before


async def test_messages_stand_where_they_stood(store: Store, before: Rows) -> None:
    tables = Tables(store)
    for row in before["posted"]:
        there = await tables.outbox.posted(row["table"], row["slot"])
        assert there == (str(row["channel"]), str(row["message"]))
    await tables.stop()


async def test_people_servers_and_threads_are_what_they_were(tables: Tables) -> None:
    told = {ANA: ("letter", "unknown"), BEN: ("mention", "open"), CLEO: ("none", "closed")}
    for who, (calls, state) in told.items():
        profile = await tables.people.profile(who)
        assert (profile.calls, profile.state(DISCORD)) == (calls, state)
        assert await tables.people.meet(DISCORD, str(who.id), who.name) == who
    keeper = await tables.people.meet(DISCORD, "55", "Eva", Where(1, 100), ["77"])
    assert keeper.keeps == ("discord:1",)
    bench = await tables.moderators.of_circle("discord:1")
    assert (bench.people, bench.badge) == ((CLEO,), "77")
    assert [card.id for card in await tables.finding.in_circle("discord:2")] == [UNDO]
    assert await tables.finding.meant(CLEO, Where(2, 1000 + UNDO)) == UNDO
    (played,) = await tables.records.results("discord:1")
    assert (played.table, played.thread) == (OVER, 1000 + OVER)


async def test_every_table_goes_on(tables: Tables, hours: Hours) -> None:
    cards = {number: await tables.finding.card(number) for number in STAGES}
    assert {number: str(card.stage) for number, card in cards.items()} == STAGES
    assert not any(card.halted for card in cards.values())  # the rules are what they were
    assert cards[PAUSED].paused
    await tables.lobby.ready(LOBBY, ANA)
    await tables.plans.seal(SEALED, BEN)
    (request,) = await asked(tables)
    await tables.consent.agree(request.id, ANA, True)
    await tables.time.go_on(PAUSED, CLEO, "back")
    with pytest.raises(Refused, match="is over"):
        await tables.seats.resign(OVER, ANA)
    async with tables.hall.sitting(STEP) as sitting:
        pending = await sitting.get(models.Pending, STEP, CLEO.id)
    assert pending is not None
    await tables.mod.confirm(STEP, CLEO, pending.mark)
    await tables.seats.accept(FREE, DORA, "christian")
    await tables.seats.accept(STAND_IN, BEN, "muslim")
    await tables.drafts.send(DRAFTED, await owing(tables, DRAFTED))
    for number, stage in STAGES.items():
        if stage != "playing" or number in (SEALED, STAND_IN):
            continue
        who = await owing(tables, number)
        hours.pass_by(minutes=1)
        order = await sample(tables, number, who, Random(number))
        assert (await tables.play.order(number, who, order)).done, number


async def asked(tables: Tables) -> list[models.Request]:
    async with tables.store.read() as session:
        request = models.Request
        return list(await session.exec(select(request).where(request.state == "open")))


async def owing(tables: Tables, table: int) -> Who:
    card = await tables.finding.card(table)
    return next(owed.person for owed in card.owed if owed.person is not None)


async def test_every_old_report_can_be_read(tables: Tables, before: Rows) -> None:
    for row in before["reports"]:
        async with tables.hall.sitting(row["table"]) as sitting:
            report = await sitting.get(models.Report, row["table"], row["number"])
        assert report is not None
        assert report.lines == json.loads(row["lines"])
    for number in (DRAFTED, OVER):
        log = await tables.logbook.log(number, ANA)
        assert log


async def test_what_was_owed_is_delivered(tables: Tables, before: Rows) -> None:
    """In order, what was half sent with a look first; what it offered is offered still."""
    waiting = {row["id"] for row in before["parcels"] if row["state"] in ("owed", "sending")}
    half = [row["id"] for row in before["parcels"] if row["state"] == "sending"]
    first = {parcel.id: parcel for parcel in await tables.outbox.parcels()}
    assert [first[number].doubtful for number in half] == [True]
    found = {parcel.id: parcel for parcel in await deliver(tables)}
    assert waiting <= set(found)
    offers = [parcel.body["offers"] for parcel in found.values() if parcel.body.get("offers")]
    assert [["take", "muslim"]] in offers
    assert [["accept", "christian"]] in offers
    assert [["return", "muslim"]] in offers


async def test_down_after_a_while(tables: Tables, store: Store, file: Path) -> None:
    """What the older version cannot know goes; what it knows is as it would have written it."""
    mail = await tables.people.meet(MAIL, "eva@example.org", "Eva")
    unseen = (await tables.lobby.open(mail, None, "granada")).id
    await tables.people.set_profile(ANA, calls="mention", errand="a letter")
    await tables.people.reach(ANA.id, DISCORD, "closed")
    await tables.lobby.bind(LOBBY, thread=77)
    await down(store)
    found = rows(file)
    (ana,) = [row for row in found["people"] if row["id"] == ANA.id]
    assert (ana["pings"], ana["dms"]) == ("mention", "closed")
    placed = {row["id"]: (row["server"], row["channel"], row["thread"]) for row in found["tables"]}
    assert placed[LOBBY] == (1, 100, 77)
    assert placed[unseen] == (None, None, None)
    assert {row["lane"].partition(":")[0] for row in found["parcels"]} == {
        "thread",
        "channel",
        "dm",
    }
    assert not {"addresses", "venues", "circles", "errands"} & set(found)
