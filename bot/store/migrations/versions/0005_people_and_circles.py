"""People have addresses, tables have venues, and circles take the place of servers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KIND = "discord"  # the only front end until now
HERALD = 0  # hosts what somebody opened who has been forgotten: no person, no address
BIG = ("server", "channel", "thread")

people = sa.table(
    "people",
    sa.column("id", sa.BigInteger),
    sa.column("pings", sa.String),
    sa.column("dms", sa.String),
    sa.column("calls", sa.String),
)
addresses = sa.table(
    "addresses",
    sa.column("id", sa.BigInteger),
    sa.column("person", sa.BigInteger),
    sa.column("kind", sa.String),
    sa.column("value", sa.String),
    sa.column("state", sa.String),
    sa.column("verified", sa.Boolean),
)
tables = sa.table(
    "tables", sa.column("id", sa.BigInteger), sa.column("circle"), *map(sa.column, BIG)
)
venues = sa.table("venues", sa.column("table"), sa.column("kind"), *map(sa.column, BIG))
scores = sa.table("scores", sa.column("circle"), sa.column("server", sa.BigInteger))
servers = sa.table("servers", sa.column("id"), sa.column("role"), sa.column("moderators", sa.JSON))
circles = sa.table(
    "circles", sa.column("name"), sa.column("badge"), sa.column("moderators", sa.JSON)
)


def upgrade() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=320), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("verified", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("bounces", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
        sa.UniqueConstraint("kind", "value", name=op.f("uq_addresses_kind_value")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_addresses_person"), "addresses", ["person"])
    op.create_table(
        "venues",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        *[sa.Column(name, sa.BigInteger(), nullable=True) for name in BIG],
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_venues_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "kind", name=op.f("pk_venues")),
    )
    op.create_index(op.f("ix_venues_thread"), "venues", ["thread"])
    op.create_table(
        "circles",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("badge", sa.String(length=40), nullable=False),
        sa.Column("moderators", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_circles")),
    )
    _add("people", "calls", "letter", 20)
    _add("people", "letters", "", 20)
    _add("tables", "circle", "", 80)
    _add("scores", "circle", "", 80)
    _move_up()
    op.drop_index(op.f("ix_tables_thread"), "tables")
    op.drop_index("ix_tables_server_stage", "tables")
    op.create_index("ix_tables_circle_stage", "tables", ["circle", "stage"])
    op.drop_index(op.f("ix_scores_server"), "scores")
    op.create_index(op.f("ix_scores_circle"), "scores", ["circle"])
    for table, names in {"people": ("pings", "dms"), "tables": BIG, "scores": ("server",)}.items():
        for name in names:
            op.drop_column(table, name)
    op.drop_table("servers")


def _add(table: str, name: str, default: str, length: int) -> None:
    column: sa.Column[Any] = sa.Column(
        name, sa.String(length=length), nullable=False, server_default=default
    )
    op.add_column(table, column)


def _move_up() -> None:
    bind = op.get_bind()
    bind.execute(sa.update(people).where(people.c.pings != "dm").values(calls=people.c.pings))
    known = sa.select(
        people.c.id, sa.literal(KIND), sa.cast(people.c.id, sa.String), people.c.dms, sa.true()
    )
    columns = ["person", "kind", "value", "state", "verified"]
    known = known.where(people.c.id != HERALD).order_by(people.c.id)
    bind.execute(sa.insert(addresses).from_select(columns, known))
    placed = sa.select(tables.c.id, sa.literal(KIND), *[tables.c[name] for name in BIG])
    placed = placed.where(sa.or_(tables.c.server.is_not(None), tables.c.channel.is_not(None)))
    bind.execute(sa.insert(venues).from_select(["table", "kind", *BIG], placed))
    for there in (tables, scores):
        bind.execute(
            sa.update(there)
            .where(there.c.server.is_not(None))
            .values(circle=f"{KIND}:" + sa.cast(there.c.server, sa.String))
        )
    for row in list(bind.execute(sa.select(servers))):
        badge = "" if row.role is None else str(row.role)
        made = {"name": f"{KIND}:{row.id}", "badge": badge, "moderators": row.moderators}
        bind.execute(sa.insert(circles).values(made))


def downgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("moderators", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    _add("people", "pings", "dm", 20)
    _add("people", "dms", "unknown", 20)
    for name in BIG:
        op.add_column("tables", sa.Column(name, sa.BigInteger(), nullable=True))
    op.add_column("scores", sa.Column("server", sa.BigInteger(), nullable=True))
    _move_down()
    op.drop_index("ix_tables_circle_stage", "tables")
    op.create_index("ix_tables_server_stage", "tables", ["server", "stage"])
    op.create_index(op.f("ix_tables_thread"), "tables", ["thread"])
    op.drop_index(op.f("ix_scores_circle"), "scores")
    op.create_index(op.f("ix_scores_server"), "scores", ["server"])
    op.drop_column("people", "calls")
    op.drop_column("people", "letters")
    op.drop_column("tables", "circle")
    op.drop_column("scores", "circle")
    for gone in ("addresses", "venues", "circles"):
        op.drop_table(gone)


def _move_down() -> None:
    """What the older version knew. Whoever has no address in Discord stays, as somebody whose
    letters do not arrive."""
    bind = op.get_bind()
    bind.execute(sa.update(people).where(people.c.calls != "letter").values(pings=people.c.calls))
    for row in list(bind.execute(sa.select(addresses).where(addresses.c.kind == KIND))):
        bind.execute(sa.update(people).where(people.c.id == row.person).values(dms=row.state))
    for row in list(bind.execute(sa.select(venues).where(venues.c.kind == KIND))):
        placed = {name: getattr(row, name) for name in BIG}
        bind.execute(sa.update(tables).where(tables.c.id == row.table).values(placed))
    for (circle,) in list(bind.execute(sa.select(scores.c.circle).distinct())):
        if (server := _server(circle)) is not None:
            there = sa.update(scores).where(scores.c.circle == circle)
            bind.execute(there.values(server=server))
    for row in list(bind.execute(sa.select(circles))):
        if (server := _server(row.name)) is not None:
            role = int(row.badge) if row.badge else None
            made = {"id": server, "role": role, "moderators": row.moderators}
            bind.execute(sa.insert(servers).values(made))


def _server(circle: str) -> int | None:
    kind, _, number = circle.partition(":")
    return int(number) if kind == KIND and number.isdecimal() else None
