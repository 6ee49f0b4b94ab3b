"""Words between players are kept with their table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KINDS = ("letter", "said")  # parcels that the older version cannot word


def upgrade() -> None:
    op.create_table(
        "letters",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("person", NUMBER, nullable=True),
        sa.Column("to", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_letters_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_letters_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    op.create_index(op.f("ix_letters_table"), "letters", ["table"])
    op.create_index(op.f("ix_letters_person"), "letters", ["person"])


def downgrade() -> None:
    """What was written goes: the older version has no place for it, and must send none of it."""
    parcels = sa.table("parcels", sa.column("kind", sa.String))
    op.get_bind().execute(sa.delete(parcels).where(parcels.c.kind.in_(KINDS)))
    op.drop_table("letters")
