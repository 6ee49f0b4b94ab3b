"""A thousand tables: as many readings as for one, and none of them is replayed before we are ready.

Counted here; measured by `tests/bench.py`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.store import Store
from bot.tables.floor import cards, replaying
from bot.tables.tables import Tables
from bot.tables.values import Refused
from tests.tables.conftest import ANA, CLEO, Hours
from tests.tables.crowd import crowd
from tests.tables.play import any_answer
from tests.trips import count, watched

MANY = 40


@pytest.fixture
def crowded(tables: Tables, table: int, file: Path) -> int:
    """As many tables of Ana's as need two readings, and as many that are over."""
    crowd(file, table, live=MANY, over=MANY)
    return table


async def test_many_cards_cost_what_one_costs(
    tables: Tables, crowded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = []
    with watched(tables.store):
        for at_once in (1_000, MANY // 2):
            monkeypatch.setattr(cards, "AT_ONCE", at_once)
            with count() as asked:
                mine = await tables.finding.mine(ANA)
                here = await tables.finding.in_circle("discord:1")
            costs.append(len(asked))
            assert len(mine) == len(here) == MANY
    assert costs == [12, 22]  # which tables, and five readings; once a list, or twice
    assert await tables.finding.mine(CLEO) == ()


async def test_the_card_of_many_is_the_card_of_one(tables: Tables, crowded: int) -> None:
    await tables.seats.resign(crowded, ANA)
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    for card in await tables.finding.in_circle("discord:1"):
        assert card == await tables.finding.card(card.id)


async def test_ready_before_anything_is_replayed(
    store: Store, tables: Tables, crowded: int, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records are replayed beside everything else; nothing is played at a table before its own."""
    replayed = []
    true = replaying.replayed

    def watching(past: replaying.Past) -> object:
        replayed.append(past)
        return true(past)

    monkeypatch.setattr(replaying, "replayed", watching)
    again = Tables(store, clock=hours, rng=Random(8))
    with watched(store), count() as asked:
        await again.resume()
        at_once = len(asked)
    assert replayed == []
    assert at_once <= 6
    await again.upgrades.stop()
    assert len(replayed) < MANY
    before = len(replayed)
    last = (await again.finding.mine(ANA))[-1].id
    assert (await again.play.order(last, ANA, await any_answer(again, last, ANA))).done
    assert len(replayed) == before + 1
    await again.stop()


async def test_a_table_that_does_not_replay_is_not_played(
    store: Store, tables: Tables, crowded: int, file: Path, hours: Hours
) -> None:
    last = (await tables.finding.mine(ANA))[-1].id
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            """UPDATE positions SET position = replace(position, '"chance": ', '"chance": 9')"""
            ' WHERE "table" = ?',
            (last,),
        )
        changed = database.execute("SELECT changes()").fetchone()
    assert changed == (1,)
    order = await any_answer(tables, crowded, ANA)
    again = Tables(store, clock=hours, rng=Random(8))
    with pytest.raises(Refused, match="cannot be replayed"):
        await again.play.order(last, ANA, order)
    await again.stop()
