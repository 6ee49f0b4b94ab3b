"""What a moderator may change: the same tree, the same text, checked after every step."""

from __future__ import annotations

from engine.core import Action, Level, Value
from engine.games.granada.flow import Context, one
from engine.games.granada.state import State


def edit_level(s: State, prefix: tuple[Value, ...], partial: tuple[Value, ...]) -> Level:
    return one([])


def apply_edit(s: State, c: Context, action: Action) -> None:
    raise NotImplementedError
