"""Shared victories of Hispania, which were kept as lost by everybody, are put right."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

GAME = "hispania"  # the only game in which a victory could be shared, and in which none is drawn
DRAWN = "A draw: share the most victory points. "
SHARED = "{seats} share the victory: have the most victory points. "

scores = sa.table(
    "scores",
    sa.column("table", sa.BigInteger),
    sa.column("seat", sa.String),
    sa.column("game", sa.String),
    sa.column("score", sa.Float),
    sa.column("won", sa.Boolean),
)
seats = sa.table(
    "seats",
    sa.column("table", sa.BigInteger),
    sa.column("seat", sa.String),
    sa.column("place", sa.BigInteger),
)
tables = sa.table("tables", sa.column("id", sa.BigInteger), sa.column("result", sa.Text))


def upgrade() -> None:
    for table, rows in _played().items():
        if any(won for _, _, won in rows):
            continue
        best = max(score for _, score, _ in rows)
        winners = [seat for seat, score, _ in rows if score == best]
        _mark(table, winners, won=True)
        _reword(table, DRAWN, SHARED.format(seats=_both(winners)))


def downgrade() -> None:
    for table, rows in _played().items():
        winners = [seat for seat, _, won in rows if won]
        if len(winners) > 1:
            _mark(table, winners, won=False)
            _reword(table, SHARED.format(seats=_both(winners)), DRAWN)


def _played() -> dict[int, list[tuple[str, float, bool]]]:
    """Of each finished table: seat, score and whether it won, in the order of the seats."""
    same = (seats.c.table == scores.c.table) & (seats.c.seat == scores.c.seat)
    found = op.get_bind().execute(
        sa.select(scores.c.table, scores.c.seat, scores.c.score, scores.c.won)
        .select_from(scores.join(seats, same))
        .where(scores.c.game == GAME)
        .order_by(scores.c.table, seats.c.place)
    )
    played: dict[int, list[tuple[str, float, bool]]] = {}
    for table, seat, score, won in found:
        played.setdefault(table, []).append((seat, score, won))
    return played


def _mark(table: int, winners: Sequence[str], *, won: bool) -> None:
    chosen = (scores.c.table == table) & scores.c.seat.in_(winners)
    op.get_bind().execute(sa.update(scores).where(chosen).values(won=won))


def _reword(table: int, old: str, new: str) -> None:
    chosen = tables.c.id == table
    words = op.get_bind().execute(sa.select(tables.c.result).where(chosen)).scalar_one()
    if words.startswith(old):
        words = new + words.removeprefix(old)
        op.get_bind().execute(sa.update(tables).where(chosen).values(result=words))


def _both(names: Sequence[str]) -> str:
    words = [name.capitalize() for name in names]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
