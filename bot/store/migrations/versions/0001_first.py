"""The first shape of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet", sa.String(length=20), nullable=False),
        sa.Column("pings", sa.String(length=20), nullable=False),
        sa.Column("palette", sa.String(length=20), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("away", sa.String(length=20), nullable=False),
        sa.Column("dms", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "pinned",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_pinned")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("scenario", sa.String(length=80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("host", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("secret", sa.String(length=128), nullable=False),
        sa.Column("joining", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("pinned", sa.String(length=64), nullable=True),
        sa.Column("headline", sa.JSON(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("entries", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("reports", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("notes", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name=op.f("fk_tables_host")),
        sa.ForeignKeyConstraint(["pinned"], ["pinned.digest"], name=op.f("fk_tables_pinned")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tables_host"), ["host"], unique=False)
        batch_op.create_index("ix_tables_server_stage", ["server", "stage"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_thread"), ["thread"], unique=False)

    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_audit_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_audit_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_person"), ["person"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_table"), ["table"], unique=False)

    op.create_table(
        "drafts",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("prefix", sa.JSON(), nullable=False),
        sa.Column("partial", sa.JSON(), nullable=False),
        sa.Column("page", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("revision", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_drafts_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_drafts")),
    )
    op.create_table(
        "entries",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_entries_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_entries_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_entries")),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_person"), ["person"], unique=False)

    op.create_table(
        "marks",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("read", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_marks_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_marks_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "person", name=op.f("pk_marks")),
    )
    op.create_table(
        "parcels",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("road", sa.String(length=60), nullable=False),
        sa.Column("lane", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("doubtful", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_parcels_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parcels")),
    )
    with op.batch_alter_table("parcels", schema=None) as batch_op:
        batch_op.create_index("ix_parcels_state_road", ["state", "road", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_parcels_table"), ["table"], unique=False)

    op.create_table(
        "posted",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slot", sa.String(length=80), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_posted_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "slot", name=op.f("pk_posted")),
    )
    op.create_table(
        "questions",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("number", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.String(length=20), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_questions_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_questions")),
    )
    op.create_table(
        "reports",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("chapter", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("first", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("last", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("finished", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_reports_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_reports")),
    )
    op.create_table(
        "requests",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("goal", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("entries", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_requests_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_requests_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_requests_person"), ["person"], unique=False)
        batch_op.create_index(batch_op.f("ix_requests_table"), ["table"], unique=False)

    op.create_table(
        "seats",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("place", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("computer", sa.String(length=40), nullable=False),
        sa.Column("ready", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("offered", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("held", sa.JSON(), nullable=False),
        sa.Column("shown", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["offered"], ["people.id"], name=op.f("fk_seats_offered")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_seats_person")),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_seats_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_offered"), ["offered"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_person"), ["person"], unique=False)

    op.create_table(
        "votes",
        sa.Column("request", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_votes_person")),
        sa.ForeignKeyConstraint(
            ["request"], ["requests.id"], name=op.f("fk_votes_request"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("request", "person", name=op.f("pk_votes")),
    )


def downgrade() -> None:
    op.drop_table("votes")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_person"))
        batch_op.drop_index(batch_op.f("ix_seats_offered"))

    op.drop_table("seats")
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_requests_table"))
        batch_op.drop_index(batch_op.f("ix_requests_person"))

    op.drop_table("requests")
    op.drop_table("reports")
    op.drop_table("questions")
    op.drop_table("posted")
    with op.batch_alter_table("parcels", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_parcels_table"))
        batch_op.drop_index("ix_parcels_state_road")

    op.drop_table("parcels")
    op.drop_table("marks")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_person"))

    op.drop_table("entries")
    op.drop_table("drafts")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_table"))
        batch_op.drop_index(batch_op.f("ix_audit_person"))

    op.drop_table("audit")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tables_thread"))
        batch_op.drop_index("ix_tables_server_stage")
        batch_op.drop_index(batch_op.f("ix_tables_host"))

    op.drop_table("tables")
    op.drop_table("pinned")
    op.drop_table("people")
