"""Tables at which a battle is about to begin."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from sqlmodel import col, delete

import engine
from bot.store import models
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import publish
from bot.tables.values import Who
from engine import Match
from engine.players import answer, player
from engine.players.plan import scene_of
from tests.tables.conftest import ANA, BEN, HERE

ONE, SEVERAL = "fight 1", "fight 10"  # a battle at Lucena; battles at Lucena and Almeria
AT_SEA = "sea 10"  # a fight in the middle of the Christians' movement
SEALED = {"battles": "sealed", "tick": "15m"}


@lru_cache(maxsize=8)
def _record(seed: str) -> dict[str, Any]:
    """Greedy players up to the first question of a battle."""
    match = engine.new_match("granada", seed=seed)
    rng = Random(seed)
    players = {seat: player("greedy", f"{seed} {seat}") for seat in match.seats}
    while scene_of(match, decision := match.decisions()[0]) is None:
        seat = decision.seat
        match.act(seat, answer(match, seat, players[seat], rng))
    return match.record()


def before_battle(seed: str = ONE) -> Match:
    return engine.from_record(_record(seed))


async def lay(tables: Tables, table: int, match: Match) -> None:
    """The table plays this match now."""
    async with tables.store.write() as session:
        for model in (models.Entry, models.Report):
            await session.exec(delete(model).where(col(model.table) == table))
    async with tables.hall.sitting(table) as sitting:
        sitting.row.entries, sitting.row.seed = 0, match.seed
        sitting.begin(match)
        await publish(sitting, match, [], set())
        await sitting.commit()


async def fighting(tables: Tables, seed: str = ONE, **settings: str) -> int:
    """Ana's Christians and Ben's Muslims, asked to plan a battle; nothing is owed any more."""
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.set_settings(card.id, ANA, {**SEALED, **settings})
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    await lay(tables, card.id, before_battle(seed))
    return card.id


async def against_computer(tables: Tables, seed: str = ONE) -> int:
    """Ana's Christians against the computer."""
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.set_settings(card.id, ANA, SEALED)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.sit_computer(card.id, ANA, "muslim")
    await tables.rest()
    await lay(tables, card.id, before_battle(seed))
    return card.id


async def the_match(tables: Tables, table: int) -> Match:
    async with tables.hall.sitting(table) as sitting:
        return await sitting.match()


async def planned(tables: Tables, table: int, who: Who = ANA) -> bool:
    asked = await tables.play.asked(table, who)
    return asked is not None and asked.kind == "plan"
