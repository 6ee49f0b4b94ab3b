"""From a slash order to its answer: how often the database is asked, through the whole bot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.discord.client import Herald
from bot.discord.visit import Visit
from tests.discord.scene import GAME, said, sit_down, to_movement
from tests.discord.test_commands_orders import first_offer
from tests.people import Person
from tests.trips import begin, watched

MOST = 6


@pytest.fixture
def visits(herald: Herald, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """What each visit asked the database, visit by visit."""
    found: list[list[str]] = []
    enter = Visit.__aenter__

    async def counted(visit: Visit) -> Visit:
        found.append(begin())
        return await enter(visit)

    monkeypatch.setattr(Visit, "__aenter__", counted)
    with watched(herald.tables.store):
        yield found


async def test_an_order_is_one_sitting(
    herald: Herald, ana: Person, bruno: Person, visits: list[list[str]]
) -> None:
    await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    filled = await first_offer(ana, "move")
    herald.tables.hall.threads.clear()  # a thread in which nothing was said since the start
    visits.clear()
    assert "Done: `move" in said(await ana.command(f"/{GAME} move", **filled))
    (cold,) = visits
    assert 3 < len(cold) <= MOST, "\n".join(cold)
    visits.clear()
    assert "Done: `done" in said(await ana.command("/order", text="done"))
    (warm,) = visits
    assert len(warm) < MOST, "\n".join(warm)
