"""Where the game stands, for the head of a card: turn, phase, score; and which scene is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.hispania.words.naming import listed, said
from engine.games.hispania.words.telling import dated
from engine.tongues import Field, Said, Tongue

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.games.hispania.table.view import View


def headline(game: Hispania, view: View, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    turn = said("HEADING", "turn of", turn=view.turn, last=view.last, **dated(game, view.turn))
    score = [
        said("HEADING", "score", side=game.called("side", seat), points=float(points))
        for seat, points in view.points.items()
    ]
    rows: dict[str, Field] = {
        "turn": turn,
        "phase": _phase(game, view),
        "points": listed(score, ""),
    }
    return tuple(
        (tongue.word(said("HEADING", row)), tongue.field(value)) for row, value in rows.items()
    )


def _phase(game: Hispania, view: View) -> Said:
    if view.winners is not None:
        return said("HEADING", "over")
    if view.battle is not None:
        return said("HEADING", "battle", place=game.called("place", view.battle.place))
    if view.active is None:
        return said("HEADING", "end")
    nation = game.called("nation", view.active)
    return said("HEADING", "phase of", nation=nation, phase=said("PHASES", view.phase))


def chapter(view: View) -> str:
    """Names the scene that one report tells from beginning to end: a battle, or none."""
    return f"battle {view.battle.place}" if view.battle is not None else ""
