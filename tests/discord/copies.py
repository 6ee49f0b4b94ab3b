"""Tables by the hundred: one that was played is copied, with other people at it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

PEOPLE = ("person", "host", "offered")
COPIED = ("seats", "questions", "entries", "marks", "reports")


def copy(
    database: Path, source: int, people: Sequence[Mapping[int, int]], names: Mapping[int, str]
) -> list[int]:
    """One copy of table `source` for each mapping of its people to others; the new numbers.

    Of what the source owed only its lobby and its status card are owed for the copies.
    """
    with closing(sqlite3.connect(database)) as file, file:
        file.row_factory = sqlite3.Row
        file.executemany(
            "INSERT OR IGNORE INTO people (id, name, zone, quiet, calls, letters, palette,"
            " language, away) SELECT ?, ?, zone, quiet, calls, letters, palette, language, away"
            " FROM people WHERE id = (SELECT min(id) FROM people)",
            list(names.items()),
        )
        file.executemany(
            "INSERT OR IGNORE INTO addresses (person, kind, value, state, verified, bounces)"
            " VALUES (?, 'discord', ?, 'open', 1, 0)",
            [(person, str(person)) for person in names],
        )
        rows = {name: _rows(file, name, source) for name in COPIED}
        table = dict(file.execute("SELECT * FROM tables WHERE id = ?", (source,)).fetchone())
        owed, placed = _rows(file, "parcels", source), _rows(file, "venues", source)
        made = []
        for others in people:
            number = _insert(file, "tables", {**table, "id": None}, others)
            for row in placed:
                _insert(file, "venues", {**row, "table": number, "thread": None}, others)
            for name, found in rows.items():
                for row in found:
                    _insert(file, name, {**row, "table": number}, others)
            for row in _owed_once(owed):
                road = f"discord:{row['audience']}:{number}"
                fresh = {**row, "id": None, "table": number, "road": road, "state": "owed"}
                _insert(file, "parcels", fresh, others)
            made.append(number)
    return made


def _owed_once(parcels: list[dict[str, object]]) -> list[dict[str, object]]:
    latest = {row["kind"]: row for row in parcels if row["kind"] in ("lobby", "status")}
    return [latest[kind] for kind in ("lobby", "status")]


def _rows(file: sqlite3.Connection, name: str, table: int) -> list[dict[str, object]]:
    found = file.execute(f'SELECT * FROM {name} WHERE "table" = ?', (table,))
    return [dict(row) for row in found]


def _insert(
    file: sqlite3.Connection, name: str, row: Mapping[str, object], others: Mapping[int, int]
) -> int:
    values = {
        column: others.get(value, value) if column in PEOPLE and isinstance(value, int) else value
        for column, value in row.items()
    }
    columns = ", ".join(f'"{column}"' for column in values)
    marks = ", ".join("?" * len(values))
    done = file.execute(f"INSERT INTO {name} ({columns}) VALUES ({marks})", list(values.values()))
    return int(done.lastrowid or 0)
