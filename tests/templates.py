"""A database as the migrations leave it: made once a run, and copied for every test.

Whatever is opened afterwards is brought up to date as ever, and finds nothing to do.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from bot.store import keeping
from bot.store.store import migrate


@cache
def _newest() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "herald.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return file.read_bytes()


def fresh(file: Path) -> Path:
    """The file of a new database, with nothing in it."""
    keeping.make_folder(file.parent)
    keeping.make_file(file)
    file.write_bytes(_newest())
    return file
