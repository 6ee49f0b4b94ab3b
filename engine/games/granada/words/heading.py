"""Where the game stands, for the head of a card: turn, phase, score; and which scene is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.granada.table.board import SEATS
from engine.games.granada.words.english import HEADING
from engine.words import counted

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.games.granada.table.view import View


def headline(game: Granada, view: View) -> tuple[tuple[str, str], ...]:
    """Turn, phase and score as (name, words); nothing that a spectator may not know."""
    score = ", ".join(
        f"{HEADING[seat]} {side.points:g}"
        for seat, side in zip(SEATS, (view.christian, view.muslim), strict=True)
    )
    return (
        (HEADING["turn"], f"{view.year} {view.turn} ({counted(*game.turn(view))})"),
        (HEADING["phase"], _phase(game, view)),
        (HEADING["points"], score),
    )


def _phase(game: Granada, view: View) -> str:
    if view.battle is not None:
        key = "siege" if view.battle.siege else "battle"
        return HEADING[key].format(place=game.names("place")[view.battle.place])
    if view.phase in ("movement", "combat"):
        return f"{HEADING[view.active]}: {view.phase}"
    return view.phase


def chapter(view: View) -> str:
    """Names the scene that one report tells from beginning to end: a battle, or none."""
    return f"battle {view.battle.place}" if view.battle is not None else ""
