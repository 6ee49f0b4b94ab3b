"""Tables of Hispania that were under way when its rules were mended.

`databases/hispania-before-mends.db.gz` was left by the last Herald before the mends of Hispania,
made through its `Tables`: at table 1 the HISPANO-ROMAIN, driven out of Badajoz, has slipped into
Alcantara, which is given to BADAJOZ too (11.18); table 2 stands before the change.
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
from bot.tables.values import Refused, TableCard, Who
from engine.parts.mends import mends
from tests.tables.conftest import Hours

KEPT = Path(__file__).parent / "databases" / "hispania-before-mends.db.gz"
TOUCHED, UNTOUCHED = 1, 2
ANA, EMIL = Who(11, "Ana"), Who(55, "Emil")


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
    assert (await tables.play.order(UNTOUCHED, ANA, "done")).done


async def test_a_record_that_a_mend_touched_says_which_it_was(tables: Tables) -> None:
    halted = (await tables.finding.card(TOUCHED)).halted
    first = mends(engine.games()["hispania"])[0]
    assert first.rule == "11.18"
    assert first.what in halted


async def test_one_command_goes_on_from_there(tables: Tables) -> None:
    with pytest.raises(Refused, match="cannot be replayed"):
        await tables.play.order(TOUCHED, ANA, "deploy castle > Porto")
    card = await tables.upgrades.go_on(TOUCHED, EMIL)
    assert isinstance(card, TableCard)
    assert not card.halted
    view = (await tables.reading.view(TOUCHED, None)).to_json()
    armies = view["locations"]["Alcantara"]["armies"]
    assert [army["nation"] for army in armies] == ["hispano-romain"]  # where it stood
    assert (await tables.play.order(TOUCHED, ANA, "deploy castle > Porto")).done
