"""Words are kept as values: what is said, by its key. Older rows keep their words.

Going back, the English words are written into their columns again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

WORDS = (  # columns that hold something said
    ("tables", ("id",), ("result", "halted")),
    ("questions", ("table", "seat"), ("prompt",)),
    ("reports", ("table", "number"), ("title",)),
    ("requests", ("id",), ("words",)),
    ("audit", ("id",), ("words",)),
)
SPOKEN = (  # columns of JSON in which things are said
    ("tables", ("id",), ("headline",)),
    ("reports", ("table", "number"), ("lines",)),
    ("parcels", ("id",), ("body",)),
)
CATALOGUES = [  # in which the sentences stand that were said
    f"bot.tables.floor.{name}" for name in ("words", "words_mod", "words_plans", "words_time")
]
TITLE = 200  # characters of a title, as it was


def upgrade() -> None:
    with op.batch_alter_table("reports") as batch:
        batch.alter_column("title", existing_type=sa.String(TITLE), type_=sa.Text())


def downgrade() -> None:
    for table, key, columns in WORDS:
        _rewrite(table, key, columns, sa.Text(), _english)
    for table, key, columns in SPOKEN:
        _rewrite(table, key, columns, sa.JSON(), _plain)
    reports = sa.table("reports", sa.column("title", sa.Text))
    op.execute(reports.update().values(title=sa.func.substr(reports.c.title, 1, TITLE)))
    with op.batch_alter_table("reports") as batch:
        batch.alter_column("title", existing_type=sa.Text(), type_=sa.String(TITLE))


def _rewrite(
    name: str,
    key: tuple[str, ...],
    columns: tuple[str, ...],
    kind: sa.types.TypeEngine[Any],
    worded: Callable[[Any], Any],
) -> None:
    """Every row in which something is said, with its words instead."""
    whole = sa.table(name, *map(sa.column, key), *[sa.column(c, kind) for c in columns])
    session = op.get_bind()
    for row in session.execute(sa.select(whole)).mappings().all():
        changed = {c: new for c in columns if (new := worded(row[c])) != row[c]}
        if changed:
            mine = sa.and_(*[whole.c[part] == row[part] for part in key])
            session.execute(whole.update().where(mine).values(changed))


def _english(text: str) -> str:
    if not text.startswith("{"):
        return text
    found = _plain(json.loads(text))
    return found if isinstance(found, str) else text


def _plain(value: Any) -> Any:
    """JSON in which nothing is said any more: only words."""
    from engine.tongues import ENGLISH, Said

    if isinstance(value, dict):
        if value.keys() == {"key", "values"}:
            _learn()
            return ENGLISH.word(Said.from_json(value))
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _learn() -> None:
    """The catalogues of the games and of the tables, which stand above the store: they are looked
    for only where something said must become words again."""
    import engine

    import_module("bot.tables.tables")
    engine.games()
