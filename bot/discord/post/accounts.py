"""People as Discord knows them: the number of an account, which need not be the person's own."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.tables import Tables
from bot.tables.values import DISCORD, TableCard, Who

Accounts = Mapping[int, int]  # person: account


async def of(tables: Tables, who: Who) -> int | None:
    """Somebody's account; None: they have none."""
    return (await _found(tables, who)).get(who.id)


async def at(tables: Tables, card: TableCard, *others: int) -> Accounts:
    """The accounts of everybody at a table, and of others."""
    seated = [seat.person for seat in card.seats if seat.person is not None]
    return await _found(tables, card.host, *seated, *[Who(number, "") for number in others])


async def _found(tables: Tables, *people: Who) -> Accounts:
    found = await tables.people.values(DISCORD, [who.id for who in people])
    return {person: int(value) for person, value in found.items()}
