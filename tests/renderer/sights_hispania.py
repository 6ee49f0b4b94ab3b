"""Views of Hispania, the same every time: made from the set-up, whatever the rules do later."""

from __future__ import annotations

import copy
from typing import Any

import engine
from engine.events import drawn

Facts = dict[str, Any]

# A late board with sixteen nations: place, nation, units, Chiefs.
CROWD: dict[str, list[tuple[str, str, str]]] = {
    "Galice": [("galicien", "inf inf", "")],
    "Porto": [("badajoz", "inf inf castle", "Mutawakkil")],
    "Duero": [("leon", "inf inf", "")],
    "Asturies": [("leon", "inf", "")],
    "Cantabrie": [("castille", "inf inf", "")],
    "Leon": [("leon", "inf knight castle", "")],
    "Tierra-de-Campos": [("castille", "inf inf knight", "Alfons")],
    "Pays-Basque": [("navarre", "inf inf", "")],
    "Vieille-Castille": [("castille", "inf castle", "")],
    "Pamplune": [("navarre", "inf knight castle", "Sancho")],
    "Lusitanie": [("badajoz", "inf inf", "")],
    "Alcantara": [("badajoz", "inf", "")],
    "Salamanque": [("leon", "knight", ""), ("badajoz", "inf inf inf", "")],
    "Avila": [("castille", "inf", "")],
    "Segovie": [("saragosse", "inf inf castle", "")],
    "Calatayud": [("saragosse", "inf", ""), ("aragon", "inf inf crusader crusader", "Ramirez")],
    "Cuenca": [("saragosse", "inf", "")],
    "Lisbonne": [("badajoz", "inf inf castle", "")],
    "Badajoz": [("badajoz", "inf castle", "")],
    "Algarve": [("celte", "inf inf", "")],
    "Sierra-Morena": [("seville", "inf", "")],
    "Seville": [("seville", "inf cav cav castle", "Al-Mutamid")],
    "Cadix": [("almoravide", "elite elite elite", "")],
    "Cordoue": [("seville", "inf inf cav castle", "")],
    "Gibraltar": [("almoravide", "elite elite castle", "Yusuf")],
    "Tolede": [("seville", "inf castle", ""), ("castille", "inf inf inf knight knight", "")],
    "La-Mancha": [("valence", "inf", "")],
    "Grenade": [("grenade", "inf inf castle", "")],
    "Carthagene": [("grenade", "inf inf", "")],
    "Denia": [("valence", "inf", "")],
    "Valence": [
        ("valence", "inf castle", ""),
        ("el-cid", "inf inf knight knight knight", "El-Cid"),
    ],
    "Majorque": [("byzance", "inf inf", "")],
    "Ibiza": [("byzance", "inf", "")],
    "Castellon": [("hispano-romain", "inf fort", "")],
    "Tortosa": [("saragosse", "inf inf inf", "")],
    "Saragosse": [("saragosse", "inf castle", "Al-Muktadir")],
    "Huesca": [("aragon", "inf", "")],
    "Barcelone": [("aragon", "inf knight knight castle", "")],
    "Pyrenees-Occidentales": [("aragon", "inf inf", "")],
    "Pyrenees-Orientales": [("aragon", "inf castle", "")],
    "Afrique": [("almoravide", "elite elite elite elite elite elite elite elite elite elite", "")],
    "Narbonne": [("aragon", "inf inf inf", "")],
    "Mer": [("byzance", "inf inf", ""), ("almoravide", "elite elite elite", "")],
    "Gascogne": [("navarre", "inf knight", "")],
    "Camp": [("el-cid", "inf inf", "")],
}
CAPITALS = {"castille": "Tolede", "seville": "Seville", "aragon": "Barcelone", "leon": "Leon"}
EVENTS: list[Facts] = [
    {
        "kind": "move",
        "args": {
            "nation": "castille",
            "start": "Vieille-Castille",
            "path": ["Segovie", "Tolede"],
            "pieces": ["inf", "knight"],
        },
    },
    {"kind": "battle", "args": {"place": "Tolede", "attacker": "castille", "defender": "seville"}},
    {
        "kind": "retreat",
        "args": {"nation": "seville", "start": "Tolede", "to": ["La-Mancha"], "pieces": ["inf"]},
    },
]


def told() -> list[Facts]:
    """The events with the shapes that are declared."""
    return [drawn(engine.games()["hispania"].events, event) for event in EVENTS]


def start(seat: str | None = None, scenario: str = "D") -> Facts:
    made: Facts = engine.new_match("hispania", scenario, seed="golden").view(seat).to_json()
    return copy.deepcopy(made)


def crowded(seat: str | None = None) -> Facts:
    """Every province held, and two nations in several: as full as a board can be."""
    facts = start(seat)
    facts |= {"turn": 18, "years": "1086–1094", "title": "Yusuf crosses the Strait"}
    facts |= {"active": "castille", "phase": "battle", "asked": [], "battle": None}
    facts["points"] = {"purple": 92.5, "green": 41.0, "blue": 67.0, "red": 80.5}
    for place, here in facts["locations"].items():
        here |= {"armies": [], "ruin": None, "capital": None}
        for nation, units, chief in CROWD.get(place, []):
            army = {"nation": nation, "pieces": units.split(), "moved": []}
            here["armies"].append(army | {"chiefs": [chief] if chief else []})
    for nation, place in CAPITALS.items():
        facts["locations"][place]["capital"] = nation
    facts["locations"]["Majorque"]["ruin"] = "byzance"
    _count(facts)
    facts["nations"]["leon"]["suzerain"] = "castille"
    return facts


def _count(facts: Facts) -> None:
    """What the nations own, from what stands on the map."""
    for key, row in facts["nations"].items():
        mine = [
            (place, army["pieces"])
            for place, here in facts["locations"].items()
            for army in here["armies"]
            if army["nation"] == key
        ]
        row |= {
            "alive": bool(mine),
            "provinces": len(mine),
            "units": sum(len(pieces) for _, pieces in mine),
            "gold": 2.5 if mine else 0.0,
            "points": 6.5 if mine else 1.0,
            "capital": CAPITALS.get(key),
            "suzerain": None,
        }


def fighting() -> Facts:
    facts = crowded()
    facts["battle"] = {
        "place": "Tolede",
        "attacker": "castille",
        "defender": "seville",
        "round": 2,
        "attacking": ["inf", "inf", "inf", "knight", "knight", "Alfons"],
        "defending": ["inf", "castle"],
        "wounded": [["knight"], []],
        "dented": [0, 2],
        "rolled": [[9, 3, 1, 10, 6], [8, 2, 7, 4]],
        "lost": [["inf"], ["inf", "cav"]],
        "zeal": False,
        "employer": None,
    }
    facts["asked"] = [
        {"seat": "blue", "kind": "round", "rule": "6.2", "nation": "castille"},
        {"seat": "green", "kind": "round", "rule": "6.2", "nation": "seville"},
    ]
    return facts


def ended() -> Facts:
    facts = crowded()
    facts |= {"turn": 19, "active": None, "winners": ["purple"]}
    return facts
