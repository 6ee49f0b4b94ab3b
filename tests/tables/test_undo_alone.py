"""Random play at a table: whoever undoes alone knows nothing that they did not know at that point,
neither of what others hold nor of what they have sealed."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.play.undoing import Way
from bot.tables.tables import Tables
from bot.tables.values import Refused, Who
from tests.contract.test_undo_alone import learned
from tests.tables.conftest import ANA, BEN, Hours
from tests.tables.fights import ONE, SEVERAL, fighting, planned, the_match
from tests.tables.play import asked_of, sample

ALONE = ("free", "sealed")
PLANS = ("stop\nelse finish", "ask deploy\nelse best", "stand\nelse best", "inside\nelse finish")


async def way_back(tables: Tables, table: int, who: Who) -> Way | None:
    async with tables.hall.sitting(table) as sitting:
        try:
            return await tables.undoing._way(sitting, who)
        except Refused:
            return None


async def on(tables: Tables, table: int, rng: Random) -> bool:
    """One order at random, or both plans; False where nothing was opened that had been planned."""
    if await planned(tables, table):
        for who in (ANA, BEN):
            await tables.plans.write(table, who, f"plan\n{rng.choice(PLANS)}")
            await tables.plans.seal(table, who)
        return True
    who = await asked_of(tables, table)
    await tables.play.order(table, who, await sample(tables, table, who, rng))
    return False


@pytest.mark.parametrize("battles", ["sealed", "live"])
@pytest.mark.parametrize("seed", [ONE, SEVERAL])
async def test_who_undoes_alone_has_learned_nothing(
    tables: Tables, hours: Hours, battles: str, seed: str
) -> None:
    rng, alone = Random(f"{battles} {seed}"), 0
    table = await fighting(tables, seed, battles=battles, tick="now")
    for _ in range(60):
        if (await tables.finding.card(table)).stage != "playing":
            break
        hours.pass_by(minutes=1)
        opened = await on(tables, table, rng)
        match = await the_match(tables, table)
        for who in (ANA, BEN):
            way = await way_back(tables, table, who)
            if way is not None and way.how in ALONE:
                alone += 1
                assert not opened
                assert learned(match, way.seat, way.entry, rng) == ""
                if rng.random() < 0.2:
                    await tables.undoing.undo(table, who)
                    break
    assert alone > 5
