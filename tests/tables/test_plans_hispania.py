"""Sealed battles with four people: all defenders of a phase are asked at once, and nobody else."""

from __future__ import annotations

from bot.tables.tables import Tables
from bot.tables.values import Who
from tests.hispania.test_plans import marched
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.fights import SEALED, lay, the_match
from tests.tables.play import deliver

DORA = Who(44, "Dora")
PEOPLE = {"purple": ANA, "green": BEN, "blue": CLEO, "red": DORA}


async def four(tables: Tables) -> int:
    """ROME's march is over: battles against two nations of one player and one of another."""
    card = await tables.lobby.open(ANA, HERE, "hispania")
    for who in (BEN, CLEO, DORA):
        await tables.lobby.join(card.id, who)
    await tables.lobby.set_settings(card.id, ANA, SEALED)
    for who in PEOPLE.values():
        await tables.lobby.ready(card.id, who)
    await lay(tables, card.id, marched())
    return card.id


async def test_the_attacker_and_all_defenders_are_asked_once_and_then_all_is_fought(
    tables: Tables, hours: Hours
) -> None:
    table = await four(tables)
    card = await tables.finding.card(table)
    assert [(owed.seat, owed.kind) for owed in card.owed] == [
        ("purple", "plan"),
        ("blue", "plan"),
        ("red", "plan"),
    ]
    assert all(place in card.owed[0].prompt for place in ("Tolède", "Cordoue", "Valence"))
    calls = {parcel.audience for parcel in await deliver(tables) if parcel.kind == "call"}
    assert f"person:{BEN.id}" not in calls
    before = len(await the_match(tables, table))
    await tables.plans.suggest(table, DORA, "bold", "")
    for seat in ("red", "purple", "blue"):
        assert len(await the_match(tables, table)) == before
        await tables.plans.seal(table, PEOPLE[seat])
    due = await tables.agenda.next()
    assert due is not None
    hours.time = due
    assert await tables.agenda.serve() == 1
    match = await the_match(tables, table)
    fought = [seen.args["place"] for seen in match.events(None) if seen.kind == "battle over"]
    assert sorted(fought) == ["Cordoue", "Tolede", "Valence"]
    assert not any(owed.kind == "plan" for owed in (await tables.finding.card(table)).owed)
