"""Many alike pieces: offered by their number, so that nobody takes twelve one after the other."""

from __future__ import annotations

import pytest

from bot.tables import Tables
from tests.tables.conftest import ANA, HERE
from tests.tables.test_panels import choose


@pytest.fixture
async def landing(tables: Tables) -> int:
    """Ana has twelve Infantry and a Chief at sea; the computer holds the other seats."""
    card = await tables.open(ANA, HERE, "hispania", "A", seat="purple")
    for seat in ("green", "blue", "red"):
        await tables.sit_computer(card.id, ANA, seat, "greedy")
    await tables.ready(card.id, ANA)
    return card.id


async def test_a_menu_offers_several_at_once(tables: Tables, landing: int) -> None:
    panel = await tables.panel(landing, ANA)
    for value in ("move", "Mer", "5inf", "Hamilcar"):
        panel = await choose(tables, panel, ANA, value)
    assert panel.so_far == "move Mer 5inf Hamilcar"
    assert panel.menu is not None
    left = [choice.value for choice in panel.menu.choices]
    assert left == ["inf", *(f"{n}inf" for n in range(2, 8))]
    assert panel.menu.choices[1].words == "2 Infantry"


async def test_typing_a_number_offers_so_many(tables: Tables, landing: int) -> None:
    async def offered(typed: str) -> list[str]:
        given = {"from": "Mer"}
        found = await tables.choices(landing, ANA, "move", "pieces", given, typed)
        return [choice.value for choice in found]

    assert await offered("7") == ["7inf"]
    assert await offered("1") == ["10inf", "11inf", "12inf"]
    assert "5inf Hamilcar" in await offered("Hamilcar 5")
    assert await offered("13") == []
