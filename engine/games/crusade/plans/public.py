"""The public facts of a battle, and where a question belongs: read off a spectator's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.core import Decision
from engine.games.crusade.table.board import TOWN
from engine.games.crusade.table.facts import FACTIONS
from engine.games.crusade.table.view import View
from engine.players.plan.manual import Scene
from engine.players.plan.parts import Facts

if TYPE_CHECKING:
    from engine.games.crusade.game import Crusade

BATTLE: Final = ("stand", "join", "cards", "retreat")
PASSING: Final = ("intercept", "feed", "sow", "peace", "contest", "accord")
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "stand": ("stand",),
    "withdraw": ("stand",),
    "join": ("join",),
    "cards": ("cards",),
    "retreat": ("retreat",),
    "intercept": ("intercept",),
    "spend": ("feed",),
    "dissent": ("sow", "peace"),
    "contest": ("contest",),
    "end": ("accord",),
    "everything": (*BATTLE, *PASSING),
}


def scene(view: View, decision: Decision) -> Scene | None:
    """The activation, and the battle in it."""
    phase = f"{view.turn} {len(view.drawn)} {view.active}"
    if decision.kind in BATTLE and view.battle is not None:
        return Scene(phase, f"battle {view.battle.place}", view.battle.place)
    if decision.kind not in PASSING:
        return None
    where = str(decision.about.get("place", ""))
    return Scene(f"{phase} {where}", f"{decision.kind} {where}".strip(), where, minor=True)


def parties(view: View, game: Crusade) -> tuple[str, ...]:
    """The seats whose men are in the battle; nobody plans for Armenians and Fatimids."""
    fight = view.battle
    if fight is None:
        return ()
    leaders = [name for name in (*fight.attackers, *fight.defenders) if name in view.leaders]
    factions = {view.leaders[name].faction for name in leaders} | set(fight.garrisons)
    people = game.board.people
    held = {seat: {FACTIONS[f] for f in people.seats[seat].factions} for seat in view.seats}
    return tuple(seat for seat in view.seats if held[seat] & factions)


def look(view: View, decision: Decision, game: Crusade) -> Facts:
    """The facts that exist at this question; nothing in them is a secret of anybody."""
    facts = {"turn": view.turn, "cards": view.hands.get(decision.seat, 0)}
    place = str(decision.about.get("place", view.battle.place if view.battle else ""))
    board = game.board
    if place in board.place:
        node = board.place[place]
        city = board.city_of[node] if node >= len(board.cities) else node
        spot = view.places.get(board.places[city]) if city >= 0 else None
        facts |= {
            "town": int(board.kind[node] == TOWN),
            "gate": int(node >= len(board.cities) and city >= 0),
            "siege": int(spot is not None and bool(spot.siege)),
            "value": board.value[node],
        }
    sides = _sides(view, decision)
    if sides is None:
        return facts
    mine, foe, attacking = sides
    return facts | {
        "mine": mine,
        "foe": foe,
        "odds": foe // max(1, mine),
        "lead": mine // max(1, foe),
        "attacking": int(attacking),
        "defending": int(not attacking),
    }


def _sides(view: View, decision: Decision) -> tuple[int, int, bool] | None:
    """SP of the seat's own side and of the other, and whether its side attacks."""
    if decision.kind == "intercept":
        name = str(decision.about["leader"])
        passing = sum(view.leaders[x].sp for x in view.company if x in view.leaders)
        return view.leaders[name].sp, passing, True
    fight = view.battle
    if fight is None or decision.kind not in BATTLE:
        return None
    attack = sum(view.leaders[x].sp for x in fight.attackers if x in view.leaders)
    defend = sum(view.leaders[x].sp for x in fight.defenders if x in view.leaders)
    spot = view.places.get(fight.place)
    defend += sum(spot.garrison.get(f, 0) for f in fight.garrisons) if spot is not None else 0
    attacking = _attacks(view, decision)
    return (attack, defend, True) if attacking else (defend, attack, False)


def _attacks(view: View, decision: Decision) -> bool:
    """Whether the seat that is asked has men among the attackers."""
    assert view.battle is not None
    asked = str(decision.about.get("leader", ""))
    if asked in view.battle.attackers:
        return True
    if asked in view.battle.defenders or decision.kind in ("stand", "join"):
        return False
    faction = str(decision.about.get("faction", ""))
    mine = [x for x in view.battle.attackers if x in view.leaders]
    return any(view.leaders[x].faction == faction for x in mine)
