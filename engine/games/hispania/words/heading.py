"""Where the game stands, for the head of a card: turn, phase, score; and which scene is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.hispania.words.english import HEADING
from engine.words import counted

if TYPE_CHECKING:
    from engine.games.hispania import Hispania
    from engine.games.hispania.table.view import View


def headline(game: Hispania, view: View) -> tuple[tuple[str, str], ...]:
    names = game.names("side")
    score = ", ".join(f"{names[seat]} {points:g}" for seat, points in view.points.items())
    return (
        (HEADING["turn"], f"{counted(*game.turn(view))}: {view.title}, {view.years}"),
        (HEADING["phase"], _phase(game, view)),
        (HEADING["points"], score),
    )


def _phase(game: Hispania, view: View) -> str:
    if view.winners is not None:
        return HEADING["over"]
    if view.battle is not None:
        return HEADING["battle"].format(place=game.names("place")[view.battle.place])
    if view.active is None:
        return HEADING["end"]
    return f"{game.names('nation')[view.active]}: {view.phase}"


def chapter(view: View) -> str:
    """Names the scene that one report tells from beginning to end: a battle, or none."""
    return f"battle {view.battle.place}" if view.battle is not None else ""
