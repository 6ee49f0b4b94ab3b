"""Why an order is wrong, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Question, Value

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.games.granada.state import State


def refusal(
    game: Granada, state: State, question: Question, prefix: tuple[Value, ...],
    partial: tuple[Value, ...], value: Value,
) -> tuple[str, str]:
    return "That is not possible here.", question.rule
