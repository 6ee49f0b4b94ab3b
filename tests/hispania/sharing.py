"""A match of Hispania that purple and green have won together."""

from __future__ import annotations

from engine import MODERATOR, Match

EDITS = ("clear", "points galicien 16", "turn 13")
WINNERS = ("purple", "green")


def share(match: Match) -> None:
    """Empty the board, make their points even, and go to the end."""
    for edit in EDITS:
        match.act(MODERATOR, edit)
    for decision in match.decisions():
        match.act(decision.seat, decision.default)
    assert match.result is not None
    assert match.result.winners == WINNERS
