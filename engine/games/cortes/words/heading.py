"""Where the game stands, for the head of a card; and which scene is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.cortes.words.telling import said
from engine.tongues import Field, Said, Tongue

if TYPE_CHECKING:
    from engine.games.cortes.game import Cortes
    from engine.games.cortes.table.view import View


def headline(game: Cortes, view: View, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Pairs played, the phase, loss points now and those that can never be made good."""
    pair = said("HEADING", "pair of" if view.limit else "pair number", pair=view.turn,
                limit=view.limit)  # fmt: skip
    points = said("HEADING", "points now", points=view.points, floor=view.floor, rests=view.rests)
    rows: dict[str, Field] = {"pair": pair, "phase": _phase(game, view), "points": points}
    return tuple(
        (tongue.word(said("HEADING", row)), tongue.field(value)) for row, value in rows.items()
    )


def _phase(game: Cortes, view: View) -> Said:
    if view.winners is not None:
        return said("HEADING", "over")
    return said("HEADING", view.phase, side=game.called("side", view.active))


def chapter(view: View) -> str:
    """Names the scene that one report tells from beginning to end: a battle, or none."""
    return f"battle {view.battle.place}" if view.battle is not None else ""
