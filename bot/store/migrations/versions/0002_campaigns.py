"""Slow campaigns: clocks, plans, moderators, requests with a time limit, results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("settings", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("moderators", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("paused", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("halted", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(
            sa.Column("round", sa.String(length=120), server_default="", nullable=False)
        )
        batch_op.add_column(sa.Column("released", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("gone", sa.String(length=40), server_default="", nullable=False)
        )
        batch_op.add_column(sa.Column("left", sa.BigInteger(), nullable=True))
    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("left", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("owner", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("wound", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("given", sa.BigInteger(), nullable=True))
        batch_op.add_column(
            sa.Column("reminded", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.add_column(
            sa.Column("late", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.add_column(sa.Column("payload", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("until", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.add_column(sa.Column("why", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("entry", sa.BigInteger(), nullable=True))
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("digest", sa.String(length=20), server_default="", nullable=False)
        )
    op.create_table(
        "positions",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_positions_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_positions")),
    )
    op.create_table(
        "segments",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_segments_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_segments")),
    )
    op.create_table(
        "due",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_due_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "kind", "key", name=op.f("pk_due")),
    )
    with op.batch_alter_table("due", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_due_at"), ["at"], unique=False)
    op.create_table(
        "plans",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("round", sa.String(length=120), nullable=False),
        sa.Column("sealed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_plans_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", "place", name=op.f("pk_plans")),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("moderators", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "scores",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("scenario", sa.String(length=80), nullable=False),
        sa.Column("person", NUMBER, nullable=True),
        sa.Column("computer", sa.String(length=40), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("won", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_scores_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_scores_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_scores")),
    )
    with op.batch_alter_table("scores", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_scores_person"), ["person"], unique=False)
        batch_op.create_index(batch_op.f("ix_scores_server"), ["server"], unique=False)


def downgrade() -> None:
    op.drop_table("scores")
    op.drop_table("servers")
    op.drop_table("plans")
    op.drop_table("due")
    op.drop_table("segments")
    op.drop_table("positions")
    columns = {
        "entries": ("digest",),
        "audit": ("entry", "why"),
        "requests": ("until", "payload"),
        "questions": ("late", "reminded", "given", "wound", "owner", "left"),
        "seats": ("left", "gone"),
        "tables": ("released", "round", "halted", "paused", "moderators", "settings"),
    }
    for table, names in columns.items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            for name in names:
                batch_op.drop_column(name)
