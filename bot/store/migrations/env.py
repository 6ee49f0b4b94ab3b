"""Alembic runs this file: the connection comes from the store that asks for the migration."""

from __future__ import annotations

from alembic import context

from bot.store.models import Kept

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Kept.metadata,
    compare_type=True,
    render_as_batch=True,  # SQLite cannot alter a table in place
)
with context.begin_transaction():
    context.run_migrations()
