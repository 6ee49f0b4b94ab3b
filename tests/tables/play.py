"""Help for conversations with tables: who is asked, and orders that are legal."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from bot.tables.tables import Tables
from bot.tables.values import Outcome, Parcel, Who
from engine.text import write
from tests.tables.conftest import ANA, BEN, Hours


async def asked_of(tables: Tables, table: int) -> Who:
    """Somebody who owes an answer: Ana first."""
    card = await tables.finding.card(table)
    owing = [owed.person for owed in card.owed if owed.person is not None]
    return next(who for who in (ANA, BEN) if who.id in [o.id for o in owing])


async def any_answer(tables: Tables, table: int, who: Who, typed: str = "") -> str:
    """The first order that `/answer` offers."""
    return (await tables.slots.answers(table, who, typed))[0].value


async def sample(tables: Tables, table: int, who: Who, rng: Random) -> str:
    """A random legal order, seen from inside."""
    async with tables.hall.sitting(table) as sitting:
        match = await sitting.match()
        seat = sitting.seat_of(who)
        assert seat is not None
        decision = match.decision(seat)
        assert decision is not None
        return write(match.game.verbs, decision.sample(rng))


async def play(
    tables: Tables, table: int, hours: Hours, rng: Random, most: int, until: str = ""
) -> Outcome | None:
    """Random play by Ana and Ben, up to a question of kind `until`."""
    outcome = None
    for _ in range(most):
        card = await tables.finding.card(table)
        if card.stage != "playing" or any(owed.kind == until for owed in card.owed):
            break
        who = await asked_of(tables, table)
        hours.pass_by(minutes=1)
        outcome = await tables.play.order(table, who, await sample(tables, table, who, rng))
        assert not outcome.refused
    return outcome


async def to_question(tables: Tables, table: int, hours: Hours, kind: str) -> Who:
    """On to the first question of a kind, by first answers; says who is asked."""
    for _ in range(20):
        who = await asked_of(tables, table)
        asked = await tables.play.asked(table, who)
        assert asked is not None
        if asked.kind == kind:
            return who
        typed = "limited" if asked.kind == "buy" else ""
        hours.pass_by(minutes=1)
        await tables.play.order(table, who, await any_answer(tables, table, who, typed))
    raise AssertionError(f"no {kind} came")


async def to_orders(tables: Tables, table: int, hours: Hours) -> Who:
    """On to the first movement, with a card paid for it; says who moves."""
    return await to_question(tables, table, hours, "order")


async def deliver(tables: Tables) -> list[Parcel]:
    """Everything that is owed, delivered one by one."""
    found: list[Parcel] = []
    while parcels := await tables.outbox.parcels():
        for parcel in parcels:
            await tables.outbox.sending(parcel.id)
            await tables.outbox.sent(parcel.id, 1, parcel.id)
            found.append(parcel)
    return found


async def travel(tables: Tables, hours: Hours, /, **much: float) -> None:
    """Time passes as it does where a timekeeper is awake: whatever comes due is served then."""
    end = hours.time + timedelta(**much)
    while (due := await tables.agenda.next()) is not None and due <= end:
        hours.time = max(hours.time, due)
        await tables.agenda.serve()
        await tables.rest()
    hours.time = end
