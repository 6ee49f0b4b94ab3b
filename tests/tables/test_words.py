"""What is kept is key and values, and the words come back when the database goes back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.store import migrate
from bot.tables.tables import Tables
from engine.tongues.false import FALSE
from engine.tongues.phrases import Saying, said_of

SPOKEN = {
    "questions": ("prompt",),
    "reports": ("title", "lines"),
    "tables": ("headline",),
    "audit": ("words",),
    "parcels": ("body",),
}


def kept(file: Path) -> dict[str, list[str]]:
    """Everything that was kept of what was said."""
    with closing(sqlite3.connect(file)) as database:
        return {
            f"{table}.{name}": [
                str(row[0]) for row in database.execute(f'SELECT "{name}" FROM {table}') if row[0]
            ]
            for table, names in SPOKEN.items()
            for name in names
        }


def words(value: Any) -> list[str]:
    if isinstance(value, dict):
        if value.keys() == {"key", "values"}:
            return [value["key"]]
        return [word for item in value.values() for word in words(item)]
    return [word for item in value for word in words(item)] if isinstance(value, list) else []


async def test_keys_are_kept_and_words_come_back(
    tables: Tables, table: int, store: Store, file: Path
) -> None:
    card = await tables.finding.card(table)
    (line, *_) = await tables.logbook.log(table, None)
    for one in (card.owed[0].prompt, card.headline[0][0], card.headline[1][1], line.words):
        assert isinstance(one, Saying)
        assert "⟦" in FALSE.word(one.said)
    for name, texts in kept(file).items():
        said = [word for text in texts if text[0] in "{[" for word in words(json.loads(text))]
        assert said or name == "audit.words", name
        assert card.owed[0].prompt not in texts
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda c: migrate(c, "0007", down=True))
    back = kept(file)
    assert card.owed[0].prompt in back["questions.prompt"]
    assert not any('"key": "tables.' in text for texts in back.values() for text in texts)
    assert any(json.dumps(str(line.words))[1:-1] in text for text in back["reports.lines"])
    await store.upgrade()
    again = await tables.finding.card(table)
    assert again.owed[0].prompt == card.owed[0].prompt  # as it was written, in words
    assert not isinstance(again.owed[0].prompt, Saying)


@pytest.mark.parametrize("typed", ['{"key": "tables.WORDS.no_table", "values": {}}', "{", "plain"])
async def test_nobody_writes_a_key_by_hand(typed: str) -> None:
    from bot.store.models import Words

    column: Any = Words()
    bound = column.process_bind_param(typed, None)
    assert str(column.process_result_value(bound, None)) == typed
    assert said_of(typed).key == "engine.WORDS.worded"
