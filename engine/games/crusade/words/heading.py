"""Where the game stands, for the head of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.tongues import Field, Said, Tongue

if TYPE_CHECKING:
    from engine.games.crusade.game import Crusade
    from engine.games.crusade.table.view import View


def said(group: str, key: str, **values: Field) -> Said:
    return Said(f"crusade.{group}.{key}", values)


def headline(game: Crusade, view: View, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """The turn with its months, the phase, and what is left of the deck."""
    month = game.board.charts.track[max(view.turn, 1) - 1]
    rows: dict[str, Field] = {
        "turn": said("HEADING", "turn of", turn=max(view.turn, 1), last=game.turns,
                     period=month.period),
        "phase": said("HEADING", "over") if view.over else game.called("phase", view.phase),
        "deck": view.left,
    }  # fmt: skip
    return tuple(
        (tongue.word(said("HEADING", row)), tongue.field(value)) for row, value in rows.items()
    )
