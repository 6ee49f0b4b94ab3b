"""What is kept: SQLModel tables on SQLite, migrations, backup."""

from __future__ import annotations

from bot.store.keeping import backup, restore
from bot.store.store import Store

__all__ = ["Store", "backup", "restore"]
