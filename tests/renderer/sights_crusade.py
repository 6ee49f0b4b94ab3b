"""Views of the First Crusade to draw: made by hand, in the shape of `table/view.py`."""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import Any

from engine.data import folder, load

FACTIONS = ("n-franks", "s-franks", "germans", "sicilians", "n-syrians", "s-syrians", "mosul")
SEVEN = FACTIONS


def chief(faction: str, place: str, sp: int, knights: int = 0, *signs: str) -> dict[str, Any]:
    return {
        "faction": faction, "place": place, "sp": sp, "knights": knights, "signs": list(signs),
        "came": "", "used": 0, "posture": "ask", "lord": "",
    }  # fmt: skip


def spot(control: str, stock: int = -1, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {
        "control": control, "garrison": {}, "fresh": {}, "stock": stock, "points": 0, "siege": "",
        "commander": "", "ravaged": "", "destroyed": "",
    }  # fmt: skip
    return {**empty, **more}


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return {
        name: load(folder("crusade") / f"{name}.yaml") for name in ("board", "scenarios", "leaders")
    }


def opening(seat: str | None = None) -> dict[str, Any]:
    """The first turn: Crusaders in their boxes."""
    data = _data()
    full = {k: row.get("resources", row["sdv"]) for k, row in data["board"]["cities"].items()}
    setup = data["scenarios"]["setup"]
    held = (*data["board"]["cities"], *data["board"]["towns"], "Cappadocia", "Mosul", "Egypt")
    places: dict[str, Any] = {}
    leaders: dict[str, Any] = {}
    for key in held:
        row = setup.get(key, {})
        places[key] = spot(row.get("control", ""), full.get(key, -1))
        if row.get("leader"):
            faction = data["leaders"]["leaders"][row["leader"]]["faction"]
            leaders[row["leader"]] = chief(faction, key, row["sp"])
        elif row.get("sp"):
            places[key]["garrison"] = {row["control"]: row["sp"]}
    leaders |= {
        "Robert-FL": chief("n-franks", "Entry-B", 27, 4),
        "Robert-NO": chief("n-franks", "Entry-B", 24),
        "Stephen": chief("n-franks", "Entry-B", 16),
        "Raymond": chief("s-franks", "Entry-C", 35, 3),
        "Adhemar": chief("s-franks", "Entry-C", 15),
        "Bohemond": chief("sicilians", "Entry-A", 18, 1),
        "Tancred": chief("sicilians", "Entry-A", 12),
        "Godfrey": chief("germans", "Entry-A", 27, 2),
        "Baldwin": chief("germans", "Entry-A", 16),
    }
    return {
        "game": "crusade", "schema": 1, "seat": seat, "turn": 1, "phase": "operations",
        "seats": list(SEVEN), "leaders": leaders, "lost": {"Kerbogha": "away"}, "captors": {},
        "places": places,
        "fleets": [["egypt", "Egypt", 2], ["egypt", "Egypt", 2], ["egypt", "Egypt", 2]],
        "knights": {"n-franks": 4, "s-franks": 3, "germans": 2, "sicilians": 1},
        "cross": "Jerusalem", "active": "", "company": [], "drawn": [], "left": 24,
        "bought": dict.fromkeys(FACTIONS, 3), "decks": [34, 34], "discards": [[], []],
        "hands": dict.fromkeys(SEVEN, 1), "free": {}, "heat": False, "cyprus": False,
        "butimides": "", "allowed": {}, "battle": None,
        "hand": ["Dissension", "Visions"] if seat else [], "markers": {}, "purchases": {},
        "lists": {}, "ahead": [], "offers": [], "over": False,
    }  # fmt: skip


def midway(seat: str | None = "germans") -> dict[str, Any]:
    """Before Antioch: five stacks at one gate, sieges of both kinds, fleets, ruins."""
    view = copy.deepcopy(opening(seat))
    view |= {"turn": 5, "active": "Kerbogha", "heat": True, "left": 11}
    view["drawn"] = ["Godfrey", "Armenians", "Ridwan", "Raymond", "Draw-an-Event", "Kerbogha"]
    view["lost"] = {"Stephen": "dead", "Baldwin": "captive"}
    view["captors"] = {"Baldwin": "mosul"}
    for gone in ("Stephen", "Baldwin"):
        del view["leaders"][gone]
    view["leaders"] |= {
        "Robert-FL": chief("n-franks", "E1", 21, 3),
        "Robert-NO": chief("n-franks", "E1", 18, 0, "independent"),
        "Raymond": chief("s-franks", "E1", 30, 2, "ravager"),
        "Adhemar": chief("s-franks", "E1", 9, 0, "ill"),
        "Bohemond": chief("sicilians", "E1", 17, 1, "replaced"),
        "Godfrey": chief("germans", "E1", 25, 2),
        "Tancred": chief("sicilians", "C2", 11),
        "Kerbogha": chief("mosul", "E3", 48, 0, "swift"),
        "Ridwan": chief("n-syrians", "E3", 14, 0, "demoralized"),
        "Thorus": chief("armenians", "C12", 5),
        "al-Afdal": chief("fatimids", "Sea-Jaffa", 15),
    }
    view["places"]["Antioch"] |= {
        "siege": "total", "commander": "Raymond", "points": 3, "stock": 2,
        "garrison": {"n-syrians": 4, "mosul": 3},
    }  # fmt: skip
    view["places"]["Tarsus"] |= {
        "siege": "partial", "commander": "Tancred", "points": 1, "stock": 1,
    }  # fmt: skip
    view["places"]["Lattakiea"] |= {"control": "n-franks", "ravaged": "ravaged", "stock": 0}
    view["places"]["Marash"] |= {"control": "germans", "destroyed": "germans", "stock": 0}
    view["places"]["St-Symeon"] |= {"control": "sicilians", "garrison": {"sicilians": 2}}
    view["fleets"] = [
        ["crusader", "Sea-Cyprus", 2], ["crusader", "Sea-Tortosa", 2],
        ["crusader", "Sea-Tortosa", 1],
        ["egypt", "Sea-Jaffa", 2], ["egypt", "Egypt", 2],
    ]  # fmt: skip
    view["battle"] = {
        "place": "E3", "attackers": ["Kerbogha", "Ridwan"], "defenders": [], "garrisons": [],
        "town": False,
    }  # fmt: skip
    view["battle"] = None
    view["hand"] = ["Dissension", "Knights-Charge"] if seat else []
    view["markers"] = {"germans": 9} if seat else {}
    view["purchases"] = {"germans": ["Godfrey", "Godfrey"]} if seat else {}
    return view


def fighting(seat: str | None = "germans") -> dict[str, Any]:
    """Kerbogha against the princes at the Iron Bridge."""
    view = midway(seat)
    view["leaders"]["Godfrey"]["place"] = "E3"
    view["leaders"]["Bohemond"]["place"] = "E3"
    view["battle"] = {
        "place": "E3", "attackers": ["Kerbogha", "Ridwan"], "defenders": ["Godfrey", "Bohemond"],
        "garrisons": [], "town": False,
    }  # fmt: skip
    return view


def ended() -> dict[str, Any]:
    """Jerusalem has fallen."""
    view = midway(None)
    view |= {"turn": 14, "over": True, "active": "", "heat": False, "phase": "recovery"}
    view["places"]["Antioch"] |= {"control": "sicilians", "siege": "", "points": 0}
    view["places"]["Jerusalem"] |= {"control": "germans"}
    view["cross"] = "Godfrey"
    view["lists"] = {"mosul": ["Damascus", "Antioch", "Edessa", "Aleppo", "Hamah", "Homs"]}
    return view
