"""Many alike pieces: offered by their number, so that nobody takes twelve one after the other."""

from __future__ import annotations

import pytest

from bot.tables.tables import Tables
from tests.tables.conftest import ANA, HERE
from tests.tables.test_panels import choose


@pytest.fixture
async def landing(tables: Tables) -> int:
    """Ana has twelve Infantry and a Chief at sea; the computer holds the other seats."""
    card = await tables.lobby.open(ANA, HERE, "hispania", "A", seat="purple")
    for seat in ("green", "blue", "red"):
        await tables.lobby.sit_computer(card.id, ANA, seat, "greedy")
    await tables.lobby.ready(card.id, ANA)
    return card.id


async def test_a_menu_offers_several_at_once(tables: Tables, landing: int) -> None:
    panel = await tables.panels.panel(landing, ANA)
    for value in ("move", "Mer"):
        panel = await choose(tables, panel, ANA, value)
    assert panel.menu is not None
    names = [choice.name for choice in panel.menu.choices]
    assert "inf (5 of 12)" in names, "every piece by itself"
    wanted = {"Hamilcar", *(f"inf ({n} of 12)" for n in range(1, 6))}
    ticked = [n for n, name in enumerate(names) if name in wanted]
    panel = await tables.panels.pick(landing, ANA, panel.number, panel.revision, ticked)
    assert panel.so_far == "move Mer 5inf Hamilcar"


async def test_typing_a_number_offers_so_many(tables: Tables, landing: int) -> None:
    async def offered(typed: str) -> list[str]:
        given = {"from": "Mer"}
        found = await tables.slots.choices(landing, ANA, "move", "pieces", given, typed)
        return [choice.value for choice in found]

    assert await offered("7") == ["7inf"]
    assert await offered("1") == ["10inf", "11inf", "12inf"]
    assert "5inf Hamilcar" in await offered("Hamilcar 5")
    assert await offered("13") == []
