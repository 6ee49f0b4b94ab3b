"""One view for each kind of picture, the same every time: for goldens, speed and all eyes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import engine
from engine.events import drawn
from tests.renderer import sights_cortes as cortes
from tests.renderer import sights_granada as granada
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


_MAKING: dict[str, Callable[[], Sight]] = {
    "board": lambda: Sight("board", start("christian")),
    "public": lambda: Sight("board", start(None)),
    "roll": lambda: Sight("roll", start("muslim")),
    "region": lambda: Sight("region", start("muslim"), {"events": shaped("granada", MARCHES)}),
    "hand": lambda: Sight("hand", holding()),
    "box": lambda: Sight("box", boxed()),
    "battle": lambda: Sight("battle", fighting("Loja", siege=False)),
    "siege": lambda: Sight("battle", fighting("Malaga", siege=True)),
    "field": lambda: Sight("battle", granada.view(granada.FIELD, "christian")),
    "assault": lambda: Sight("battle", granada.view(granada.SIEGE, "christian")),
    "order": lambda: Sight("order", granada.view(granada.MARCH, "christian"), granada.marching()),
    "west": lambda: Sight("west", start("christian")),
    "legend": lambda: Sight("legend", start(None)),
    "end": lambda: Sight("end", ended()),
    "hispania-board": lambda: Sight("board", hispania.crowded()),
    "hispania-region": lambda: Sight("region", hispania.fighting(), {"events": hispania.told()}),
    "hispania-legend": lambda: Sight("legend", hispania.crowded()),
    "hispania-nation": lambda: Sight("nation", hispania.crowded("blue")),
    "hispania-battle": lambda: Sight("battle", hispania.fighting()),
    "hispania-end": lambda: Sight("end", hispania.ended()),
    "cortes-board": lambda: Sight("board", cortes.crowded()),
    "cortes-city": lambda: Sight("city", cortes.crowded()),
    "cortes-region": lambda: Sight("region", cortes.crowded(), {"events": [*cortes.FIGHT]}),
    "cortes-battle": lambda: Sight("battle", cortes.crowded(), {"events": [*cortes.FIGHT]}),
    "cortes-rr": lambda: Sight("rr", cortes.view(), {"events": [*cortes.REST]}),
    "cortes-end": lambda: Sight("end", cortes.ended()),
}


@cache
def _made(name: str) -> Sight:
    return _MAKING[name]()


class _Sights(Mapping[str, Sight]):
    """By name; each is made when it is first looked at, and nobody else's to change."""

    def __getitem__(self, name: str) -> Sight:
        return copy.deepcopy(_made(name))

    def __iter__(self) -> Iterator[str]:
        return iter(_MAKING)

    def __len__(self) -> int:
        return len(_MAKING)


SIGHTS = _Sights()


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
        here[side] |= {"blocks": None, "gone": None}
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
        "came_from": ["Archidona"],
        "deployments": [],
        "price": [[9, "impacts"], [-2, "guns"]] if siege else [],
        "chances": None,
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
