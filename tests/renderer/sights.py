"""One view for each kind of picture, the same every time: for goldens, speed and all eyes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import engine
from engine.events import drawn
from tests.renderer import sights_hispania as hispania

Facts = dict[str, Any]
HAND = ["Castile", "Castile", "Castile*", "Aragon2", "Leon*", "Kingdoms", "Commander", "Challenge"]
LINES = {
    "christian": ("C3", "A2h", "Ferdinand", "L1x", "K1g"),
    "muslim": ("N3", "Z2h", "Zagal", "S1!", "B1"),
}
PLAYED = {
    "christian": ["Castile", "Aragon*", "Aragon*", "Leon2", "Charge"],
    "muslim": ["Sarray", "Zegries*", "Watchtower", "Challenge"],
}


@dataclass(frozen=True)
class Sight:
    """What is looked at, and how."""

    kind: str
    facts: Facts
    how: dict[str, Any] = field(default_factory=dict)


def sights() -> dict[str, Sight]:
    found = {
        "board": Sight("board", start("christian")),
        "region": Sight("region", start("muslim"), {"events": shaped("granada", MARCHES)}),
        "hand": Sight("hand", holding()),
        "box": Sight("box", boxed()),
        "battle": Sight("battle", fighting("Loja", siege=False)),
        "siege": Sight("battle", fighting("Malaga", siege=True)),
        "end": Sight("end", ended()),
        "hispania-board": Sight("board", hispania.crowded()),
        "hispania-region": Sight("region", hispania.fighting(), {"events": hispania.told()}),
        "hispania-nation": Sight("nation", hispania.crowded("blue")),
        "hispania-battle": Sight("battle", hispania.fighting()),
        "hispania-end": Sight("end", hispania.ended()),
    }
    return copy.deepcopy(found)


def shaped(game: str, events: Sequence[Facts]) -> list[Facts]:
    """Events with the shapes that their game declares."""
    return [drawn(engine.games()[game].events, event) for event in events]


ROAD = {"from": "Cordoba", "path": ["Cabra", "Lucena"]}
MARCHES: list[Facts] = [
    {"kind": "march", "args": {"side": "christian", **ROAD}},
    {"kind": "battle", "args": {"place": "Lucena", "attacker": "christian"}},
    {"kind": "retreat", "args": {"side": "muslim", "place": "Lucena", "to": "Archidona"}},
    {"kind": "control", "args": {"place": "Lucena", "owner": "christian"}},
]


def start(seat: str | None) -> Facts:
    made: Facts = engine.new_match("granada", seed="golden").view(seat).to_json()
    return copy.deepcopy(made)


def holding() -> Facts:
    facts = start("christian")
    own = {"hand": HAND, "cards": len(HAND), "shown": ["Castile", "Leon*"]}
    facts["christian"] |= own
    facts["bull"] = True
    return facts


def boxed() -> Facts:
    facts = start("muslim")
    facts["muslim"] |= {"box": ["N2", "N2", "S1!", "J4", "Z2h"], "recruits": 5}
    facts["muslim"] |= {"eliminated": ["MF", "B2"], "mercenaries": ["E2"]}
    facts["christian"] |= {"recruits": 4, "eliminated": ["C2", "C2", "A1x", "O2h", "Isabella"]}
    facts["grey"]["eliminated"] = ["YB"]
    facts["guard"] = ["G2", "G2h"]
    return facts


def fighting(place: str, siege: bool) -> Facts:
    """Four of each side's blocks in the line, one waits, two are hidden; the Christians attack."""
    facts = start(None)
    besieged = {"christian": 0, "muslim": 2 if siege else 0}
    here = facts["locations"][place]
    shown: dict[str, tuple[str, ...]] = dict(LINES)
    if siege:
        shown["muslim"] = ("N3",)
    for side, keys in shown.items():
        count = besieged[side] or 7
        here[side] = {"count": count, "moved": 0, "inside": besieged[side], "known": list(keys)}
        here[side]["blocks"] = None
    facts["battle"] = {
        "place": place,
        "attacker": "christian",
        "siege": siege,
        "army": "white",
        "impacts": {"christian": 15, "muslim": 4 if siege else 13},
        "finished": ["christian"] if siege else [],
        "cards": {"christian": PLAYED["christian"], "muslim": [] if siege else PLAYED["muslim"]},
        "deployed": {side: list(keys[:4]) for side, keys in shown.items()},
        "watchtower": not siege,
        "started": True,
        "initiative": None if siege else "muslim",
        "needed": {"muslim": 7} if siege else {"christian": 7, "muslim": 7},
        "losses": {"muslim": 1} if siege else {"christian": 1, "muslim": 3},
        "artillery": siege,
        "winner": None,
        "why": None,
        "inside": {"christian": None, "muslim": None},
    }
    facts["asked"] = [{"seat": "muslim", "kind": "react" if siege else "deploy", "rule": "8.2"}]
    return facts


def ended() -> Facts:
    facts = start(None)
    facts |= {"winner": "muslim", "asked": []}
    for side in ("christian", "muslim"):
        facts[side] |= {"hand": [], "box": []}
    facts["christian"]["hand"] = HAND[:6]
    return facts
