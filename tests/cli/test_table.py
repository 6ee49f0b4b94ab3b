"""`herald table export` and `import`, as whoever hosts types them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import TableCard, Where, Who
from tests.cli.test_bot import herald, own_folder

__all__ = ["own_folder"]

ANA, BEN = Who(11, "Ana"), Who(22, "Ben")


async def a_table(database: Path) -> None:
    store = Store(database)
    await store.upgrade()
    tables = Tables(store)
    card = await tables.lobby.open(ANA, Where(1, 100), "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    await tables.stop()
    await store.close()


async def card_of(database: Path, table: int) -> TableCard:
    store = Store(database)
    card = await Tables(store).finding.card(table)
    await store.close()
    return card


def test_a_table_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(a_table(tmp_path / "data" / "herald.db"))
    code, told = herald("table", "export", "1", "table.json", "--why", "we move")
    assert code == 0, told
    assert "every secret" in told
    assert "does not overwrite" in herald("table", "export", "1", "table.json", "--why", "x")[1]
    assert "no table 7" in herald("table", "export", "7", "other.json", "--why", "x")[1]
    assert json.loads(Path("table.json").read_text())["name"] == "Granada 1"

    monkeypatch.setenv("HERALD_FOLDER", str(tmp_path / "elsewhere"))
    place = ("--server", "2", "--channel", "200")
    code, told = herald("table", "import", "table.json", *place)
    assert code == 0, told
    card = asyncio.run(card_of(tmp_path / "elsewhere" / "herald.db", 1))
    assert [seat.person for seat in card.seats] == [ANA, BEN]
    assert (card.server, card.channel) == (2, 200)

    Path("bad.json").write_text("{")
    for file, words in (("bad.json", "not JSON"), ("none.json", "cannot be read")):
        code, told = herald("table", "import", file, *place)
        assert (code, words in told) == (1, True)
    Path("bad.json").write_text("{}")
    assert "no table that" in herald("table", "import", "bad.json", *place)[1]
