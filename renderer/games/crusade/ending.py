"""The end of the First Crusade: who has won, and what the Cities of every seat are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.tongues import ENGLISH, Tongue
from renderer.boards.layout import Layout
from renderer.errors import refused
from renderer.games.crusade.names import Book, book
from renderer.games.crusade.scene import holdings, standing, when
from renderer.games.crusade.words import many, say
from renderer.ink.heraldry import arms
from renderer.pictures.ending import End, Part, Total
from renderer.words import commas

View = Mapping[str, Any]


def end(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> End:
    if not view["over"]:
        raise refused("end")
    known = book()
    word = tongue.word
    scores = {seat: _score(view, known, seat) for seat in view["seats"]}
    best = max(scores.values(), default=0)
    winners = list(view.get("winners") or [s for s, points in scores.items() if points == best])
    names = commas(known.seat(seat) for seat in winners)
    result = say("end.title", names=names)
    totals = tuple(_total(view, plan, known, seat, scores[seat], tongue) for seat in view["seats"])
    words = [word(say("end.words", when=when(view, known), result=result))]
    words += [
        word(say("end.seat", seat=known.seat(seat), points=_points(points)))
        for seat, points in scores.items()
    ]
    return End(
        _side(known, winners[0]),
        word(result),
        word(say("end.reason", when=when(view, known))),
        totals,
        tuple(words),
    )


def _side(known: Book, seat: str) -> str:
    return known.side(known.seats[seat][1][0])


def _score(view: View, known: Book, seat: str) -> float:
    """As the game says it; else what the Cities are worth."""
    told = view.get("scores", {}).get(seat)
    if told is not None:
        return float(told)
    factions = known.seats[seat][1]
    return sum(standing(view, known, f) or 0 for f in factions) / len(factions)


def _points(points: float) -> str:
    return f"{points:.0f}" if points == round(points) else f"{points:.1f}"


def _total(view: View, plan: Layout, known: Book, seat: str, score: float, tongue: Tongue) -> Total:
    colours = plan.palette("standard")
    parts = []
    for faction in known.seats[seat][1]:
        cities = [key for key in holdings(view, faction) if key in known.full]
        parts.append(
            Part(
                tongue.field(many(len(cities), "cities")),
                "",
                "",
                str(standing(view, known, faction) or 0),
                arms(colours, faction),
            )
        )
    people = tongue.field(known.seat(seat))
    return Total(_side(known, seat), people, _points(score), tuple(parts))
