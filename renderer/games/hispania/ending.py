"""The end of Hispania: who has won, and which nations brought the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.tongues import ENGLISH, Listed, Said, Tongue
from renderer.boards.layout import Layout
from renderer.errors import refused
from renderer.games.hispania.names import Book, book, number
from renderer.games.hispania.scene import heading
from renderer.games.hispania.words import ended, say
from renderer.pictures.ending import End, Part, Total
from renderer.words import commas

View = Mapping[str, Any]
MOST = 6  # nations with a cell of their own; the others share one


def end(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> End:
    """Raises RenderError while the game is being played."""
    winners = view["winners"]
    if not winners:
        raise refused("end")
    known = book()
    names = Listed(tuple(known.seat(seat) for seat in winners))
    result = ended("won.one" if len(winners) == 1 else "won", names=names)
    order = sorted(view["points"], key=lambda seat: -view["points"][seat])
    return End(
        winner=winners[0],
        title=tongue.word(result),
        reason=tongue.word(ended("reason", when=heading(view))),
        sides=tuple(_total(view, plan, known, seat, tongue) for seat in order),
        words=tuple(map(tongue.word, _words(view, known, order, result))),
    )


def shares(view: View, seat: str) -> tuple[list[tuple[str, float]], float]:
    """What each nation of a seat has scored, the most first; and what the seat began with."""
    rows = [
        (k, n["points"]) for k, n in view["nations"].items() if n["seat"] == seat and n["points"]
    ]
    rows.sort(key=lambda row: -row[1])
    return rows, view["points"][seat] - sum(points for _, points in rows)


def _total(view: View, plan: Layout, known: Book, seat: str, tongue: Tongue) -> Total:
    rows, start = shares(view, seat)
    parts = [
        Part(tongue.field(known.nation(k)), "", "", number(p), plan.arms[k]) for k, p in rows[:MOST]
    ]
    rest = sum(points for _, points in rows[MOST:])
    if rest:
        parts.append(Part(tongue.word(ended("others")), "", "", number(rest)))
    if start:
        parts.append(Part(tongue.word(ended("start")), "", "", number(start)))
    if not parts:
        parts.append(Part(tongue.word(ended("none")), "", "", "0"))
    total = number(view["points"][seat])
    return Total(seat, tongue.name(known.seat(seat)), total, tuple(parts))


def _words(view: View, known: Book, order: list[str], result: Said) -> Iterator[Said]:
    yield ended("words", when=heading(view), result=result)
    for seat in order:
        rows, start = shares(view, seat)
        parts = [say("each", what=known.nation(k), count=number(p)) for k, p in rows]
        parts += [ended("start.points", points=number(start))] if start else []
        made = commas(parts or [say("none")])
        yield ended("seat", seat=known.seat(seat), points=number(view["points"][seat]), parts=made)
