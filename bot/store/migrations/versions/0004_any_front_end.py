"""Steps of moderators that wait to be confirmed have a table of their own."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STEP = "mod:"  # how the seat of a draft began that was a moderator's step

drafts = sa.table(
    "drafts",
    sa.column("table", sa.BigInteger),
    sa.column("seat", sa.String),
    sa.column("lines", sa.JSON),
    sa.column("key", sa.String),
    sa.column("steps", sa.JSON),
    sa.column("prefix", sa.JSON),
    sa.column("partial", sa.JSON),
    sa.column("page", sa.BigInteger),
    sa.column("revision", sa.BigInteger),
)
tables = sa.table("tables", sa.column("id", sa.BigInteger), sa.column("entries", sa.BigInteger))
pending = sa.table(
    "pending",
    sa.column("table", sa.BigInteger),
    sa.column("person", sa.BigInteger),
    sa.column("step", sa.JSON),
    sa.column("mark", sa.String),
    sa.column("seat", sa.String),
    sa.column("entries", sa.BigInteger),
    sa.column("moment", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    op.create_table(
        "pending",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("step", sa.JSON(), nullable=False),
        sa.Column("mark", sa.String(length=20), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("entries", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_pending_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_pending_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "person", name=op.f("pk_pending")),
    )
    _take_out()


def downgrade() -> None:
    _put_back()
    op.drop_table("pending")


def _take_out() -> None:
    """A step that waited as a draft waits as what it is. Whoever confirms it is shown it anew: how
    long the record was, nobody wrote down."""
    bind = op.get_bind()
    waiting = sa.select(drafts.c.table, drafts.c.seat, drafts.c.lines, drafts.c.key)
    for table, seat, lines, mark in bind.execute(waiting.where(drafts.c.seat.startswith(STEP))):
        bind.execute(
            sa.insert(pending).values(
                table=table,
                person=int(seat.removeprefix(STEP)),
                step=json.loads(lines[0]),
                mark=mark,
                seat="",
                entries=-1,
                moment=datetime.now(UTC),
            )
        )
    bind.execute(sa.delete(drafts).where(drafts.c.seat.startswith(STEP)))


def _put_back() -> None:
    bind = op.get_bind()
    for row in list(bind.execute(sa.select(pending))):
        bind.execute(
            sa.insert(drafts).values(
                table=row.table,
                seat=f"{STEP}{row.person}",
                lines=[json.dumps(row.step)],
                key=row.mark,
                steps=[],
                prefix=[],
                partial=[],
                page=0,
                revision=0,
            )
        )
