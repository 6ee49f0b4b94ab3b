"""What is kept: SQLModel tables on SQLite, migrations, backup."""

from __future__ import annotations

from bot.store.store import Store, backup, restore

__all__ = ["Store", "backup", "restore"]
