"""Plans: players that people wrote, one instruction a line.

    plan Lucena
    stand
    free L1!
    Aragon2: A2 A2
    [behind 4+] Leon*: L1h
    stop lead 4
    else best

The order of the lines is their priority; a condition in brackets speaks of public facts only.
`parts` is what a plan is made of, `manual` what a game adds to it, `reading` reads the text,
`plan` answers questions, and `sealed` fights whole battles from the plans of all seats.
"""

from __future__ import annotations

from engine.players.plan.manual import MOODS, Manual, Scene, manual_of, scene_of
from engine.players.plan.parts import AskOwner, Condition, Fault, Line, Note, Progress, Unreadable
from engine.players.plan.plan import Plan
from engine.players.plan.reading import read
from engine.players.plan.sealed import (
    Answer,
    Plans,
    fought,
    others_fought,
    scene_at,
    sealed_battle,
    standing_plan,
)

__all__ = [
    "MOODS",
    "Answer",
    "AskOwner",
    "Condition",
    "Fault",
    "Line",
    "Manual",
    "Note",
    "Plan",
    "Plans",
    "Progress",
    "Scene",
    "Unreadable",
    "fought",
    "manual_of",
    "others_fought",
    "read",
    "scene_at",
    "scene_of",
    "sealed_battle",
    "standing_plan",
]
