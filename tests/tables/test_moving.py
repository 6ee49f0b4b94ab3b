"""A table moves to another host; and what a player may take along."""

from __future__ import annotations

import copy
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store import Store
from bot.tables.floor.limits import Limits
from bot.tables.moving import judging
from bot.tables.tables import Tables
from bot.tables.values import Refused, Where
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import deliver, play
from tests.templates import fresh

WHY = "we move"
THERE = Where(2, 200)


@pytest.fixture
async def elsewhere(tmp_path: Path, hours: Hours) -> AsyncIterator[Tables]:
    """Another host, with a database of its own."""
    store = Store(fresh(tmp_path / "other.db"))
    await store.upgrade()
    tables = Tables(store, clock=hours, rng=Random(8))
    await tables.resume()
    await tables.moderators.of_circle("discord:2", whom=CLEO)
    yield tables
    await tables.stop()
    await store.close()


@pytest.fixture
async def played(tables: Tables, table: int, hours: Hours) -> int:
    """A game under way that Cleo moderates, with an undo in it."""
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    await tables.lobby.set_settings(table, ANA, {"battles": "live", "pace": "36h"})
    await play(tables, table, hours, Random(6), 25)
    return table


async def looks(tables: Tables, table: int) -> list[Any]:
    views = [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]
    logs = [
        [line.words for line in await tables.logbook.log(table, who, 0)] for who in (ANA, BEN, None)
    ]
    asked = [
        (owed.seat, owed.kind, owed.prompt) for owed in (await tables.finding.card(table)).owed
    ]
    return [views, logs, asked]


async def test_a_campaign_moves_to_another_host(
    tables: Tables, played: int, elsewhere: Tables, hours: Hours
) -> None:
    await deliver(tables)
    content = json.loads(json.dumps(await tables.exporting.whole(played, CLEO, WHY)))
    notes = [str(p.body["words"]) for p in await deliver(tables) if p.kind == "note"]
    assert any("Cleo (moderator) has taken a copy of the whole table" in n for n in notes)
    assert "peek" in [line.what for line in await tables.oversight.audit(played, CLEO, 100)]
    card = await elsewhere.importing.bring(CLEO, THERE, content)
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
    (note,) = [words for p in owed if "moved Granada 1 here" in (words := str(p.body.get("words")))]
    assert "What cannot be proved here: who gave which order" in note
    assert "whole record" not in note
    assert "differ from ours" not in note
    # it goes on, with the same dice and the same history
    for there, here in ((elsewhere, card.id), (tables, played)):
        await play(there, here, hours, Random(9), 12)
    assert await looks(elsewhere, card.id) == await looks(tables, played)
    elsewhere.hall._loaded.clear()
    assert (await looks(elsewhere, card.id))[0] == (await looks(tables, played))[0]
    before = [line.what for line in await tables.oversight.audit(played, ANA, 100)]
    after = [line.what for line in await elsewhere.oversight.audit(card.id, ANA, 100)]
    assert after[: len(before)] == before
    assert "mod import" in after


async def test_who_is_not_there_leaves_a_free_seat(
    tables: Tables, played: int, elsewhere: Tables
) -> None:
    content = await tables.exporting.whole(played, CLEO, WHY)
    card = await elsewhere.importing.bring(CLEO, THERE, content, present={ANA.id, CLEO.id})
    assert [seat.person for seat in card.seats] == [ANA, None]
    assert card.paused is not None
    notes = [p.body for p in await deliver(elsewhere) if p.kind == "note"]
    assert any(body.get("offers") == [["take", "muslim"]] for body in notes)
    with pytest.raises(Refused, match="secrets"):  # she has seen everything
        await elsewhere.lobby.join(card.id, CLEO)
    card = await elsewhere.lobby.join(card.id, BEN, "muslim")
    assert [seat.person for seat in card.seats] == [ANA, BEN]


async def test_who_may_move_it(tables: Tables, played: int, elsewhere: Tables) -> None:
    for who in (ANA, BEN):
        with pytest.raises(Refused, match="Cleo"):
            await tables.exporting.whole(played, who, WHY)
    await tables.moderators.of_circle("discord:1", whom=CLEO, there=False)
    with pytest.raises(Refused, match="You play at"):  # the host, who plays
        await tables.exporting.whole(played, ANA, WHY)
    content = await tables.exporting.whole(played, None, WHY)  # at the command line
    notes = [str(p.body["words"]) for p in await deliver(tables) if p.kind == "note"]
    assert any("Whoever hosts this bot has taken a copy" in n for n in notes)
    with pytest.raises(Refused, match="Only a moderator of this server"):
        await elsewhere.importing.bring(BEN, THERE, content)
    with pytest.raises(Refused, match="every secret"):
        await elsewhere.importing.bring(BEN, THERE, content, manager=True)
    with pytest.raises(Refused, match="server's channel"):
        await elsewhere.importing.bring(CLEO, Where(None, 5), content)
    assert (await elsewhere.importing.bring(None, THERE, content)).id == 1


def _spoil(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def spoil(content: dict[str, Any]) -> None:
        *parts, last = path.split(".")
        part: Any = content
        for name in parts:
            part = part[int(name) if name.lstrip("-").isdecimal() else name]
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
    ("position", None), ("position", {}), ("entries.-1.digest", ""), ("entries.-1.digest", "00"),
    ("record.entries.-1.at", 9_999),
]  # fmt: skip


async def test_bad_files_get_a_sentence(tables: Tables, played: int, elsewhere: Tables) -> None:
    good = json.loads(json.dumps(await tables.exporting.whole(played, CLEO, WHY)))
    spoilt: list[Any] = [None, [], {}, "table", 7, {"format": "herald table"}]
    for content in spoilt:
        with pytest.raises(Refused, match=r"That file"):
            await elsewhere.importing.bring(CLEO, THERE, content)
    for path, value in SPOILT:
        content = copy.deepcopy(good)
        _spoil(path, value)(content)
        with pytest.raises(Refused, match=r"file|setting|pace") as refused:
            await elsewhere.importing.bring(CLEO, THERE, content)
        assert len(refused.value.reason) < 300, path
    assert await elsewhere.finding.in_circle("discord:2") == ()


def _with(good: dict[str, Any], extra: list[dict[str, Any]]) -> dict[str, Any]:
    """The file with more lines in its record; it says nothing of the positions between."""
    content = copy.deepcopy(good)
    content["record"]["entries"] += extra
    last = content["entries"][-1]
    content["entries"] += [{**last, "digest": ""} for _ in extra[:-1]] + [dict(last)]
    return content


async def test_a_file_full_of_undos_is_refused(
    tables: Tables, played: int, elsewhere: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = json.loads(json.dumps(await tables.exporting.whole(played, CLEO, WHY)))
    lines = good["record"]["entries"]
    chance, count = good["position"]["chance"], len(lines)
    undo = {"what": "undo", "seat": "moderator", "at": chance, "to": count}
    with pytest.raises(Refused, match="its record cannot be read"):  # nothing to take back
        await elsewhere.importing.bring(CLEO, THERE, _with(good, [undo]))
    with pytest.raises(Refused, match="too long: 20,026 entries; at most 20,000"):
        await elsewhere.importing.bring(CLEO, THERE, _with(good, [undo] * (20_026 - count)))
    # taking back and giving again what is legal each time keeps whoever replays it busy
    before = [line for line in lines if line["what"] == "act"][-1]
    begun = lines.index(before)
    again = [{**undo, "to": begun}, {**before, "at": chance}]
    busy = []
    for number in range(4_000):
        at = count + 2 * number
        busy += [{**again[0], "to": begun if number == 0 else at - 1}, again[1]]
    monkeypatch.setattr(judging, "LIMIT", 1.0)
    with pytest.raises(Refused, match="not replayed within 1 seconds"):
        await elsewhere.importing.bring(CLEO, THERE, _with(good, busy))
    assert await elsewhere.finding.in_circle("discord:2") == ()


async def test_so_many_in_a_day_and_no_more(
    tables: Tables, played: int, elsewhere: Tables, hours: Hours
) -> None:
    content = json.loads(json.dumps(await tables.exporting.whole(played, CLEO, WHY)))
    elsewhere.hall.limits = replace(Limits(), imports=1)
    await elsewhere.importing.bring(CLEO, THERE, content)
    with pytest.raises(Refused, match=r"1 tables have been brought here .* there may be 1"):
        await elsewhere.importing.bring(CLEO, THERE, content)
    hours.pass_by(days=1, minutes=1)
    await elsewhere.importing.bring(CLEO, THERE, content)


async def test_data_that_differ_from_ours_are_named(
    tables: Tables, played: int, elsewhere: Tables
) -> None:
    content = json.loads(json.dumps(await tables.exporting.whole(played, CLEO, WHY)))
    content["record"]["data"]["rules"] = {**content["record"]["data"]["rules"], "more": {}}
    await elsewhere.importing.bring(CLEO, THERE, content)
    notes = [str(p.body.get("words")) for p in await deliver(elsewhere)]
    assert any("data of its own, which differ from ours: rules." in note for note in notes)


async def test_a_player_takes_only_what_they_may_know(tables: Tables, played: int) -> None:
    mine = await tables.exporting.own(played, ANA)
    theirs = await tables.exporting.own(played, CLEO)
    assert (mine["seat"], theirs["seat"]) == ("christian", None)
    assert mine["view"] == (await tables.reading.view(played, ANA)).to_json()
    assert theirs["view"] == (await tables.reading.view(played, None)).to_json()
    assert [e["words"] for e in mine["events"] if e["words"]] == [
        line.words for line in await tables.logbook.log(played, ANA, 0)
    ]
    for content in (mine, theirs):
        assert not {"record", "seed", "secret", "entries", "position"} & set(content)
    json.dumps(mine)
