"""The end of Hispania: who has won, and which nations brought the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from renderer.ending import End, Part, Total
from renderer.errors import RenderError
from renderer.games.hispania.names import Book, book, both, number
from renderer.games.hispania.scene import heading
from renderer.layout import Layout

View = Mapping[str, Any]
MOST = 6  # nations with a cell of their own; the others share one


def end(view: View, plan: Layout) -> End:
    """Raises RenderError while the game is being played."""
    winners = view["winners"]
    if not winners:
        raise RenderError("The game is not over, so there is no picture of its end.")
    known = book()
    names = both([known.seat(seat) for seat in winners])
    verb = "has won" if len(winners) == 1 else "share the victory"
    order = sorted(view["points"], key=lambda seat: -view["points"][seat])
    return End(
        winner=winners[0],
        title=f"{names} {verb}",
        reason=f"most points at the end · {heading(view)}",
        sides=tuple(_total(view, plan, known, seat) for seat in order),
        words=tuple(_words(view, known, order, f"{names} {verb}")),
    )


def shares(view: View, seat: str) -> tuple[list[tuple[str, float]], float]:
    """What each nation of a seat has scored, the most first; and what the seat began with."""
    rows = [
        (k, n["points"]) for k, n in view["nations"].items() if n["seat"] == seat and n["points"]
    ]
    rows.sort(key=lambda row: -row[1])
    return rows, view["points"][seat] - sum(points for _, points in rows)


def _total(view: View, plan: Layout, known: Book, seat: str) -> Total:
    rows, start = shares(view, seat)
    parts = [Part(known.nation(k), "", "", number(p), plan.arms[k]) for k, p in rows[:MOST]]
    rest = sum(points for _, points in rows[MOST:])
    if rest:
        parts.append(Part("others", "", "", number(rest)))
    if start:
        parts.append(Part("at the start", "", "", number(start)))
    if not parts:
        parts.append(Part("no points", "", "", "0"))
    return Total(seat, known.seat(seat), number(view["points"][seat]), tuple(parts))


def _words(view: View, known: Book, order: list[str], result: str) -> Iterator[str]:
    yield f"The end of Hispania, {heading(view)}: {result}."
    for seat in order:
        rows, start = shares(view, seat)
        parts = [f"{known.nation(k)} {number(p)}" for k, p in rows]
        parts += [f"at the start {number(start)}"] if start else []
        total = number(view["points"][seat])
        yield f"{known.seat(seat)} {total} points: {', '.join(parts) or 'none'}."
