"""A table moves to another host; and what a player may take along."""

from __future__ import annotations

import copy
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store import Store
from bot.tables import Refused, Tables, Where
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import deliver, play

WHY = "we move"
THERE = Where(2, 200)


@pytest.fixture
async def elsewhere(tmp_path: Path, hours: Hours) -> AsyncIterator[Tables]:
    """Another host, with a database of its own."""
    store = Store(tmp_path / "other.db")
    await store.upgrade()
    tables = Tables(store, clock=hours, rng=Random(8))
    await tables.resume()
    await tables.server_moderators(2, whom=CLEO)
    yield tables
    await tables.stop()
    await store.close()


@pytest.fixture
async def played(tables: Tables, table: int, hours: Hours) -> int:
    """A game under way that Cleo moderates, with an undo in it."""
    await tables.server_moderators(1, whom=CLEO)
    await tables.set_settings(table, ANA, {"battles": "live", "pace": "36h"})
    await play(tables, table, hours, Random(6), 25)
    return table


async def looks(tables: Tables, table: int) -> list[Any]:
    views = [(await tables.view(table, who)).to_json() for who in (ANA, BEN, None)]
    logs = [[line.words for line in await tables.log(table, who, 0)] for who in (ANA, BEN, None)]
    asked = [(owed.seat, owed.kind, owed.prompt) for owed in (await tables.card(table)).owed]
    return [views, logs, asked]


async def test_a_campaign_moves_to_another_host(
    tables: Tables, played: int, elsewhere: Tables, hours: Hours
) -> None:
    await deliver(tables)
    content = json.loads(json.dumps(await tables.export(played, CLEO, WHY)))
    notes = [str(p.body["words"]) for p in await deliver(tables) if p.kind == "note"]
    assert any("Cleo (moderator) has taken a copy of the whole table" in n for n in notes)
    assert "peek" in [line.what for line in await tables.audit(played, CLEO, 100)]
    card = await elsewhere.bring(CLEO, THERE, content)
    assert [seat.person for seat in card.seats] == [ANA, BEN]
    assert (card.host, card.settings["pace"], card.paused) == (ANA, "36h", None)
    assert (card.server, card.channel) == (2, 200)
    assert await looks(elsewhere, card.id) == await looks(tables, played)
    owed = await deliver(elsewhere)
    kinds = [p.kind for p in owed]
    assert kinds.count("lobby") == 1
    assert kinds.count("secrets") == 2
    assert "call" in kinds
    assert "report" not in kinds, "what was told is not told again"
    assert any("moved Granada 1 here" in str(p.body.get("words")) for p in owed)
    # it goes on, with the same dice and the same history
    for there, here in ((elsewhere, card.id), (tables, played)):
        await play(there, here, hours, Random(9), 12)
    assert await looks(elsewhere, card.id) == await looks(tables, played)
    elsewhere._hall._loaded.clear()
    assert (await looks(elsewhere, card.id))[0] == (await looks(tables, played))[0]
    before = [line.what for line in await tables.audit(played, ANA, 100)]
    after = [line.what for line in await elsewhere.audit(card.id, ANA, 100)]
    assert after[: len(before)] == before
    assert "mod import" in after


async def test_who_is_not_there_leaves_a_free_seat(
    tables: Tables, played: int, elsewhere: Tables
) -> None:
    content = await tables.export(played, CLEO, WHY)
    card = await elsewhere.bring(CLEO, THERE, content, present={ANA.id, CLEO.id})
    assert [seat.person for seat in card.seats] == [ANA, None]
    assert card.paused is not None
    notes = [p.body for p in await deliver(elsewhere) if p.kind == "note"]
    assert any(body.get("free") == "muslim" for body in notes)
    with pytest.raises(Refused, match="secrets"):  # she has seen everything
        await elsewhere.join(card.id, CLEO)
    card = await elsewhere.join(card.id, BEN, "muslim")
    assert [seat.person for seat in card.seats] == [ANA, BEN]


async def test_who_may_move_it(tables: Tables, played: int, elsewhere: Tables) -> None:
    for who in (ANA, BEN):
        with pytest.raises(Refused, match="Cleo"):
            await tables.export(played, who, WHY)
    await tables.server_moderators(1, whom=CLEO, there=False)
    with pytest.raises(Refused, match="You play at"):  # the host, who plays
        await tables.export(played, ANA, WHY)
    content = await tables.export(played, None, WHY)  # at the command line
    notes = [str(p.body["words"]) for p in await deliver(tables) if p.kind == "note"]
    assert any("Whoever hosts this bot has taken a copy" in n for n in notes)
    with pytest.raises(Refused, match="Only a moderator of this server"):
        await elsewhere.bring(BEN, THERE, content)
    with pytest.raises(Refused, match="every secret"):
        await elsewhere.bring(BEN, THERE, content, manager=True)
    with pytest.raises(Refused, match="server's channel"):
        await elsewhere.bring(CLEO, Where(None, 5), content)
    assert (await elsewhere.bring(None, THERE, content)).id == 1


def _spoil(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def spoil(content: dict[str, Any]) -> None:
        *parts, last = path.split(".")
        part: Any = content
        for name in parts:
            part = part[int(name) if name.isdecimal() else name]
        if value is None:
            del part[last]
        else:
            part[int(last) if last.isdecimal() else last] = value

    return spoil


SPOILT = [
    ("format", "x"), ("version", 2), ("record", None), ("record", []), ("record.seed", "00"),
    ("record.entries", []), ("record.entries.3", {"what": "act"}), ("record.game", "chess"),
    ("entries", []), ("entries.0.moment", "soon"), ("entries.0.person", 5), ("entries", "x"),
    ("seats", []), ("seats.0.person", 99), ("seats.0.computer", "skynet"), ("seats.0", 7),
    ("people", {}), ("people", {"x": "y"}), ("host", "Ana"), ("secret", "other"), ("secret", 7),
    ("settings", {"pace": "soon"}), ("settings", []), ("reports", [{}]), ("audit", [1]),
    ("position", {"schema": 1}), ("position.state", {}), ("opened", "2031-01-01"), ("joining", 3),
]  # fmt: skip


async def test_bad_files_get_a_sentence(tables: Tables, played: int, elsewhere: Tables) -> None:
    good = json.loads(json.dumps(await tables.export(played, CLEO, WHY)))
    for content in (None, [], {}, "table", 7, {"format": "herald table"}):
        with pytest.raises(Refused, match=r"That file"):
            await elsewhere.bring(CLEO, THERE, content)
    for path, value in SPOILT:
        spoilt = copy.deepcopy(good)
        _spoil(path, value)(spoilt)
        with pytest.raises(Refused, match=r"file|setting|pace") as refused:
            await elsewhere.bring(CLEO, THERE, spoilt)
        assert len(refused.value.reason) < 300, path
    assert await elsewhere.in_server(2) == ()


async def test_a_player_takes_only_what_they_may_know(tables: Tables, played: int) -> None:
    mine = await tables.export_own(played, ANA)
    theirs = await tables.export_own(played, CLEO)
    assert (mine["seat"], theirs["seat"]) == ("christian", None)
    assert mine["view"] == (await tables.view(played, ANA)).to_json()
    assert theirs["view"] == (await tables.view(played, None)).to_json()
    assert [e["words"] for e in mine["events"] if e["words"]] == [
        line.words for line in await tables.log(played, ANA, 0)
    ]
    for content in (mine, theirs):
        assert not {"record", "seed", "secret", "entries", "position"} & set(content)
    json.dumps(mine)
