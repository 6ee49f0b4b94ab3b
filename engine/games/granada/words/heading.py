"""Where the game stands, for the head of a card: turn, phase, score; and which scene is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.granada.table.board import SEATS
from engine.games.granada.words.naming import listed, said
from engine.tongues import Field, Tongue

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.games.granada.table.view import View


def headline(game: Granada, view: View, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Turn, phase and score as (name, words); nothing that a spectator may not know."""
    turns = len(game.board.turn_tokens)
    turn = said(
        "HEADING", "turn of", year=view.year, turn=view.turn, number=view.number, turns=turns
    )
    score = [
        said("HEADING", "score", side=said("ADJECTIVES", seat), points=side.points)
        for seat, side in zip(SEATS, (view.christian, view.muslim), strict=True)
    ]
    rows = {"turn": turn, "phase": _phase(game, view), "points": listed(score, "")}
    return tuple(
        (tongue.word(said("HEADING", name)), tongue.field(value)) for name, value in rows.items()
    )


def _phase(game: Granada, view: View) -> Field:
    if view.battle is not None:
        key = "siege" if view.battle.siege else "battle"
        return said("HEADING", key, place=game.called("place", view.battle.place))
    phase = said("PHASES", view.phase)
    if view.phase in ("movement", "combat"):
        return said("HEADING", "phase of", side=said("ADJECTIVES", view.active), phase=phase)
    return phase


def chapter(view: View) -> str:
    """Names the scene that one report tells from beginning to end: a battle, or none."""
    return f"battle {view.battle.place}" if view.battle is not None else ""
