"""The public facts of a battle, and where a question belongs: read off a spectator's view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core import Decision
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.view import Fight, Location, View
from engine.players.plan.manual import Scene
from engine.players.plan.parts import Facts

SEA: Final = ("engage", "sink", "haven")
BATTLE: Final = (
    "sally",
    "withdraw",
    "army",
    "assault",
    "deploy",
    "storm",
    "challenge",
    "refute",
    "react",
    "lose",
    "retreat",
    "captive",
)
BOABDIL: Final = ("camp", "return")

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "stand": ("withdraw", "sally"),
    "army": ("army",),
    "assault": ("assault",),
    "deploy": ("deploy", "storm"),
    "challenge": ("challenge",),
    "refute": ("refute",),
    "react": ("react",),
    "lose": ("lose", "sink"),
    "retreat": ("retreat", "haven"),
    "engage": ("engage",),
    "capture": ("captive",),
    "camp": ("camp",),
    "return": ("return",),
    "fight": ("designate",),
    "everything": ("designate", *BATTLE, *SEA, *BOABDIL),
}


def at_sea(kinds: Iterable[str]) -> bool:
    return any(kind in SEA for kind in kinds)


def scene(view: View, decision: Decision) -> Scene | None:
    """The battle, at land or at sea, and the phase in which it is fought."""
    kind = decision.kind
    phase = f"{view.number} {view.phase} {view.active}"
    if kind in SEA:
        zone = str(decision.about["zone"])
        return Scene(phase, f"sea {zone}", zone, kind == "engage", minor=True)
    if view.battle is not None and kind in (*BATTLE, *BOABDIL):
        place = view.battle.place
        return Scene(phase, f"battle {place}", place, kind in ("sally", "withdraw"))
    if kind in BOABDIL:
        return Scene(phase, "boabdil")
    return Scene(phase) if kind == "designate" else None


def look(view: View, decision: Decision) -> Facts:
    """The facts that exist at this question; nothing in them is a secret of anybody."""
    seat = decision.seat
    foe = SEATS[1 - SEATS.index(seat)]
    sides = {"christian": view.christian, "muslim": view.muslim}
    facts = {"turn": view.number, "cards": sides[seat].cards, "foe cards": sides[foe].cards}
    if "gained" in decision.about:
        facts["gained"] = int(decision.about["gained"])
    if decision.kind in SEA:
        water = view.zones[decision.about["zone"]]
        ships = {"christian": len(water.christian), "muslim": len(water.muslim)}
        facts |= {"fleets": ships[seat], "foe fleets": ships[foe]}
    if view.battle is not None:
        spot = view.locations[view.battle.place]
        facts |= _fight(view.battle, seat, foe)
        facts |= {
            "mine": _blocks(spot, seat),
            "foe": _blocks(spot, foe),
            "castle": int(spot.castle == seat),
        }
    return facts


def _blocks(spot: Location, seat: str) -> int:
    return spot.muslim.count if seat == "muslim" else spot.christian.count + len(spot.grey)


def _fight(fight: Fight, seat: str, foe: str) -> dict[str, int]:
    lead = fight.impacts[seat] - fight.impacts[foe]
    facts = {
        "losses": fight.losses.get(seat, 0),
        "foe losses": fight.losses.get(foe, 0),
        "attacking": int(fight.attacker == seat),
        "defending": int(fight.attacker != seat),
        "siege": int(fight.siege),
        "open": int(not fight.siege),
        "watchtower": int(fight.watchtower),
        "artillery": int(fight.artillery),
        "finished": int(seat in fight.finished),
        "foe finished": int(foe in fight.finished),
        "grey": int(fight.army == "grey"),
    }
    if not fight.siege:
        facts |= {"lead": max(0, lead), "behind": max(0, -lead)}
    else:
        besieged = foe if fight.attacker == seat else seat
        net = abs(lead) if fight.impacts[fight.attacker] >= fight.impacts[besieged] else 0
        facts["excess"] = net % fight.needed[besieged]
    return facts
