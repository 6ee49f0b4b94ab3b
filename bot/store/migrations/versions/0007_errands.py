"""Errands with their outcome; parcels belong to the process that sends them, for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "errands",
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("person", NUMBER, nullable=True),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_errands")),
    )
    op.create_index(op.f("ix_errands_person"), "errands", ["person"])
    op.create_index(op.f("ix_errands_moment"), "errands", ["moment"])
    owner = sa.Column("owner", sa.String(length=120), nullable=False, server_default="")
    op.add_column("parcels", owner)
    op.add_column("parcels", sa.Column("lease", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("parcels", "owner")
    op.drop_column("parcels", "lease")
    op.drop_table("errands")
