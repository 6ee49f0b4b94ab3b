"""Every sentence that Granada says to a person, in one place, made for its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import Question, Seen, Value
from engine.games.granada.board import SEATS
from engine.games.granada.flow import POINTS
from engine.games.granada.verbs import EDITS, VERBS

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.games.granada.state import State

REASONS = {
    "alhambra": "the Alhambra has fallen",
    "monarchs": "both Ferdinand and Isabella have been eliminated",
    "points": "victory points at the end of 1491-1492",
}


def refusal(
    game: Granada, state: State, question: Question, prefix: tuple[Value, ...],
    partial: tuple[Value, ...], value: Value,
) -> tuple[str, str]:
    return "That is not possible here.", question.rule


def prompt(game: Granada, question: Question) -> str:
    return f"{question.seat.capitalize()}: {question.kind}"


def tell(game: Granada, seen: Seen, reader: str | None) -> str:
    return f"{seen.kind} {dict(seen.args)}"
