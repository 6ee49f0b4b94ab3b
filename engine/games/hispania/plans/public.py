"""The public facts of a battle, and where a question belongs: read off a spectator's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core import Decision
from engine.games.hispania.table.board import Board
from engine.games.hispania.table.view import View
from engine.players.plan.manual import Scene
from engine.players.plan.parts import Facts

BATTLE: Final = ("aim", "part", "sign", "garrison", "evicted")
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "fight": ("fight",),
    "aim": ("aim",),
    "retreat": ("part", "evicted"),
    "submit": ("part",),
    "sign": ("sign",),
    "garrison": ("garrison",),
    "everything": ("fight", *BATTLE),
}


def scene(view: View, decision: Decision) -> Scene | None:
    """The battle, and the phase of one nation in which it is fought."""
    phase = f"{view.turn} {view.active} {view.wave}"
    if decision.kind in BATTLE and view.battle is not None:
        place = view.battle.place
        return Scene(phase, f"battle {place}", place)
    if decision.kind == "evicted" and view.phase == "battle":
        place = str(decision.about["place"])
        return Scene(phase, f"leaving {place}", place)
    return Scene(phase) if decision.kind == "fight" else None


def battlefields(view: View) -> list[str]:
    """Where the battles of this phase are: the one being fought, and those to come."""
    found = [view.battle.place] if view.battle is not None else []
    for place, spot in zip(view.places, view.spots, strict=True):
        nations = {army.nation for army in spot.armies if army.pieces}
        if len(nations) > 1 and place not in found:
            found.append(place)
    return found


def parties(view: View, seats: Sequence[str]) -> tuple[str, ...]:
    """Whoever has units where a battle is; nobody plans for the neutral WISIGOTH."""
    spots, people = view.locations, view.people
    there = {
        people[army.nation].seat
        for place in battlefields(view)
        for army in spots[place].armies
        if army.pieces and army.nation in people
    }
    return tuple(seat for seat in seats if seat in there)


def look(view: View, decision: Decision, board: Board) -> Facts:
    """The facts that exist at this question; nothing in them is a secret of anybody."""
    facts = {"turn": view.turn}
    fight = view.battle
    if fight is None or decision.kind not in BATTLE:
        return facts
    sides = (fight.attacking, fight.defending)
    mine = int(decision.about.get("actor") != fight.attacker)
    facts |= {
        "round": fight.round,
        "attacking": 1 - mine,
        "defending": mine,
        "mountain": int(board.mountain[board.place[fight.place]]),
    }
    for name, side in (("", mine), ("foe ", 1 - mine)):
        units = [token for token in sides[side] if token in board.kind]
        facts |= {
            "foe" if name else "mine": len(units),
            f"{name}lost": len(fight.lost[side]),
            f"{name}chief": int(len(units) < len(sides[side])),
            f"{name}castle": int("castle" in units),
        }
    return facts
