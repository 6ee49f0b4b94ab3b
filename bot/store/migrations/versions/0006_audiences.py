"""Parcels name their audience and their front end; what they offer are deeds with an argument."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KIND = "discord"  # the only front end until now
AUDIENCES = {"thread": "table", "channel": "lobby"}
DEEDS = {"free": "take", "back": "return", "offer": "accept"}

parcels = sa.table(
    "parcels",
    sa.column("id", sa.BigInteger),
    sa.column("table", sa.BigInteger),
    sa.column("front", sa.String),
    sa.column("road", sa.String),
    sa.column("lane", sa.String),
    sa.column("audience", sa.String),
    sa.column("to", sa.String),
    sa.column("kind", sa.String),
    sa.column("body", sa.JSON),
)


def upgrade() -> None:
    _add("front", KIND, 20)
    _add("audience", "", 40)
    _add("to", "", 320)
    bind = op.get_bind()
    for lane, audience in AUDIENCES.items():
        road = f"{KIND}:{audience}:" + sa.cast(parcels.c.table, sa.String)
        there = sa.update(parcels).where(parcels.c.lane == lane)
        bind.execute(there.values(audience=audience, road=road))
    number = sa.func.substr(parcels.c.lane, len("dm:") + 1)
    letters = sa.update(parcels).where(parcels.c.lane.startswith("dm:"))
    bind.execute(letters.values(audience="person:" + number, to=number, road=f"{KIND}:" + number))
    _rewrite(("note", "whisper"), _offers)
    op.drop_column("parcels", "lane")
    with op.batch_alter_table("parcels") as batch:
        batch.alter_column("road", existing_type=sa.String(60), type_=sa.String(400))
    _posted_up()


def _add(name: str, default: str, length: int) -> None:
    column: sa.Column[Any] = sa.Column(
        name, sa.String(length=length), nullable=False, server_default=default
    )
    op.add_column("parcels", column)


def downgrade() -> None:
    """Parcels of another front end go: the older version knows no other."""
    bind = op.get_bind()
    bind.execute(sa.delete(parcels).where(parcels.c.front != KIND))
    _add("lane", "", 40)
    for lane, audience in AUDIENCES.items():
        road = f"{lane}:" + sa.cast(parcels.c.table, sa.String)
        there = sa.update(parcels).where(parcels.c.audience == audience)
        bind.execute(there.values(lane=lane, road=road))
    letters = "dm:" + parcels.c.to
    there = sa.update(parcels).where(parcels.c.to != "")
    bind.execute(there.values(lane=letters, road=letters))
    _rewrite(("note", "whisper", "request"), _buttons)
    for name in ("front", "audience", "to"):
        op.drop_column("parcels", name)
    with op.batch_alter_table("parcels") as batch:
        batch.alter_column("road", existing_type=sa.String(400), type_=sa.String(60))
    _posted_down()


# -- what a note offers --------------------------------------------------------------------------


def _rewrite(kinds: tuple[str, ...], change: Any) -> None:
    bind = op.get_bind()
    found = sa.select(parcels.c.id, parcels.c.body).where(parcels.c.kind.in_(kinds))
    for number, body in list(bind.execute(found)):
        changed = change(body)
        if changed != body:
            there = sa.update(parcels).where(parcels.c.id == number)
            bind.execute(there.values(body=changed))


def _offers(body: dict[str, Any]) -> dict[str, Any]:
    """In the same place as the button was."""
    return dict(
        ("offers", [[DEEDS[name], value]]) if name in DEEDS else (name, value)
        for name, value in body.items()
    )


def _buttons(body: dict[str, Any]) -> dict[str, Any]:
    names = {deed: name for name, deed in DEEDS.items()}
    found: dict[str, Any] = {}
    for name, value in body.items():
        if name != "offers":
            found[name] = value
        else:
            found |= {names[deed]: argument for deed, argument in value if deed in names}
    return found


# -- where messages stand ------------------------------------------------------------------------


def _anew(key: tuple[str, ...], columns: list[Any], moved: dict[str, str], where: str = "") -> None:
    """The table anew, with another key and other columns: a key is not changed in place."""
    op.execute("CREATE TABLE posted_copy AS SELECT * FROM posted")
    op.drop_table("posted")
    op.create_table(
        "posted",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("slot", sa.String(length=80), nullable=False),
        *columns,
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_posted_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_posted")),
    )
    op.execute(
        f'INSERT INTO posted ("table", slot, moment, {", ".join(moved)})'
        f' SELECT "table", slot, moment, {", ".join(moved.values())} FROM posted_copy {where}'
    )
    op.drop_table("posted_copy")


def _posted_up() -> None:
    _anew(
        ("table", "slot", "kind"),
        [
            sa.Column("kind", sa.String(length=20), nullable=False),
            sa.Column("place", sa.String(length=320), nullable=False),
            sa.Column("message", sa.String(length=320), nullable=False),
        ],
        {
            "kind": f"'{KIND}'",
            "place": "CAST(channel AS VARCHAR)",
            "message": "CAST(message AS VARCHAR)",
        },
    )


def _posted_down() -> None:
    _anew(
        ("table", "slot"),
        [
            sa.Column("channel", sa.BigInteger(), nullable=False),
            sa.Column("message", sa.BigInteger(), nullable=False),
        ],
        {"channel": "CAST(place AS BIGINT)", "message": "CAST(message AS BIGINT)"},
        f"WHERE kind = '{KIND}'",
    )
