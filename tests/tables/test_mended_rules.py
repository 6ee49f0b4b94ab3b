"""Tables that were under way when a rule of their game was mended.

`databases/granada-before-mends.db.gz` was left by the last Herald before the mends of Granada, made
through its `Tables`: at table 1 a beaten sally has left its siege for a place next to it, which
8.6.2 does not allow; table 2 stands just before that.
"""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

import engine
from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import Refused, TableCard
from engine.parts.mends import mends
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.fights import the_match
from tests.tables.play import deliver

KEPT = Path(__file__).parent / "databases" / "granada-before-mends.db.gz"
TOUCHED, UNTOUCHED = 1, 2


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "herald.db"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return file


@pytest.fixture
async def tables(store: Store, hours: Hours) -> AsyncIterator[Tables]:
    tables = Tables(store, clock=hours, rng=Random(7))
    await tables.resume()
    await tables.rest()
    yield tables
    await tables.stop()


async def test_a_record_that_replays_equal_goes_on(tables: Tables) -> None:
    assert not (await tables.finding.card(UNTOUCHED)).halted
    assert (await tables.play.order(UNTOUCHED, BEN, "lose N1")).done
    match = await the_match(tables, UNTOUCHED)
    (told,) = [s for s in match.events(None) if s.kind == "retreat"]
    assert told.args["kept"] == 1  # by the mended rule


async def test_a_record_that_a_mend_touched_says_which_it_was(tables: Tables) -> None:
    halted = (await tables.finding.card(TOUCHED)).halted
    known = mends(engine.games()["granada"])
    assert [mend.what for mend in known if mend.what in halted] == [
        mend.what for mend in known if mend.rule == "8.6.2"
    ]
    assert "8.6.2" in halted
    assert "N2" not in halted
    (letter,) = [p for p in await deliver(tables) if p.kind == "whisper"]
    assert letter.body["words"] == halted


async def test_one_command_goes_on_from_there(store: Store, tables: Tables, hours: Hours) -> None:
    with pytest.raises(Refused, match="cannot be replayed"):
        await tables.play.order(TOUCHED, ANA, "minimal")
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    card = await tables.upgrades.go_on(TOUCHED, CLEO)
    assert isinstance(card, TableCard)
    assert not card.halted
    view = await tables.reading.view(TOUCHED, None)
    assert view.to_json()["locations"]["Elvira"]["muslim"]["count"] == 1  # where it stood
    assert (await tables.play.order(TOUCHED, ANA, "minimal")).done
    await tables.stop()
    again = Tables(store, clock=hours, rng=Random(8))
    await again.resume()
    await again.rest()
    assert not (await again.finding.card(TOUCHED)).halted
    match = await the_match(again, TOUCHED)
    assert len(match.segments) == 1
    assert match.position().mends == len(mends(match.game))
    await again.stop()
