"""Why an order is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from engine import refusing
from engine.core import Question, Value

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.games.hispania.table.state import State


def refusal(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> refusing.Refusal:
    """The reason, for the seat that was asked, and the number of the rule."""
    return refusing.refusal(cast(Any, game), state, question, prefix, partial, value)
