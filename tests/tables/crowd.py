"""Tables by the thousand: one that was begun is copied, row by row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

COPIED = ("seats", "venues", "entries", "positions", "reports")
ASKED = "questions"  # only where it is still played


def crowd(database: Path, source: int, live: int, over: int) -> None:
    """So many tables like `source`, itself among them; and so many that are over."""
    with closing(sqlite3.connect(database)) as file, file:
        first = file.execute("SELECT max(id) FROM tables").fetchone()[0] + 1
        for number in range(first, first + live - 1 + over):
            plays = number < first + live - 1
            _copy(file, "tables", "id", source, number, {} if plays else {"stage": "over"})
            for name in (*COPIED, ASKED) if plays else COPIED:
                _copy(file, name, "table", source, number, {})


def _copy(
    file: sqlite3.Connection, name: str, key: str, old: int, new: int, other: dict[str, str]
) -> None:
    columns = [row[1] for row in file.execute(f'PRAGMA table_info("{name}")')]
    values = {key: new, **other}
    chosen = ", ".join("?" if column in values else f'"{column}"' for column in columns)
    given = [values[column] for column in columns if column in values]
    names = ", ".join(f'"{column}"' for column in columns)
    query = f'INSERT INTO "{name}" ({names}) SELECT {chosen} FROM "{name}" WHERE "{key}" = ?'
    file.execute(query, [*given, old])
