"""Views of Cortés for the tests of its pictures, made by hand from the standard set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.data import SHIPPED
from engine.games.cortes.table.board import CANNON, LEADER, Board
from engine.games.cortes.table.data import SIDES, from_folder

VIEW: dict[str, Any] = {
    "game": "cortes",
    "schema": 1,
    "seat": None,
    "turn": 4,
    "phase": "combat",
    "active": "spanish",
    "places": {},
    "leaders": {"Cortes": "11", "Cuauhtemoc": "3016"},
    "cuauhtemoc": "bound",
    "temples": {"2810": "", "3016": "sacrifice"},
    "desecrated_once": [],
    "dead": {"spanish": ["Lugo", "B", "B"], "aztec": ["K", "R", "R", "R"]},
    "out": {"spanish": ["Te"], "aztec": ["R"]},
    "deserters": [],
    "off": [],
    "hand": {"spanish": [], "aztec": []},
    "kept": {"spanish": [], "aztec": []},
    "rests": 1,
    "points": 13,
    "floor": 7,
    "limit": 60,
    "raid": False,
    "captives": False,
    "deserted": False,
    "attacked": [],
    "bombarded": [],
    "lakes": [],
    "battle": None,
    "winners": None,
}


def board() -> Board:
    return Board(from_folder(SHIPPED / "cortes"))


def stack(
    side: str, units: Iterable[str], leader: str = "", guns: Iterable[str] = ()
) -> dict[str, Any]:
    held = list(units)
    return {
        "side": side,
        "count": len(held),
        "top": held[0] if held else "",
        "units": sorted(held),
        "leader": leader,
        "carrier": "",
        "guns": list(guns),
        "moved": 0,
        "fought": 0,
    }


def _face(made: Board, kind: int, token: str) -> str:
    steps = made.kinds[kind].steps
    return f"{token or made.kinds[kind].code}{steps or ''}"


def opening(fog: bool = False) -> dict[str, list[dict[str, Any]]]:
    """The standard set-up of veterans; in fog only the top counter of an Aztec stack is seen."""
    made = board()
    standard = made.standard["veteran"]
    named = ("infantry", "cavalry", "elite")
    found: dict[str, list[dict[str, Any]]] = {}
    for place, units in standard.spanish:
        faces, guns, leader = [], [], ""
        for unit in units:
            kind = made.kinds[made.kind_of[unit]]
            if kind.type == LEADER:
                leader = "Cortes"
                continue
            token = made.units[unit].token if kind.token.endswith(named) else ""
            faces.append(_face(made, made.kind_of[unit], token))
            if kind.type == CANNON:
                carrier = standard.carriers[unit]
                guns.append(_face(made, made.kind_of[carrier], made.units[carrier].token))
        found.setdefault(made.places[place], []).append(stack("spanish", faces, leader, guns))
    for place, kinds in standard.aztec:
        faces = [_face(made, k, "") for k in kinds if made.kinds[k].type != LEADER]
        leader = "Cuauhtemoc" if len(faces) < len(kinds) else ""
        if fog:
            faces = [faces[0], *("?" for _ in faces[1:])]
        found.setdefault(made.places[place], []).append(stack("aztec", faces, leader))
    return found


def view(**changes: Any) -> dict[str, Any]:
    return {**VIEW, "places": opening(), **changes}


def crowded() -> dict[str, Any]:
    """Both sides at grips in the city, in fog, with every mark somewhere."""
    places = opening(fog=True)
    europeans = ["Jorge4", "Badajoz3", "G", "Alvarado4"]
    places["2912"] = [stack("spanish", europeans, "Cortes", ["Jorge4"])]
    places["3012"] = [stack("spanish", ["Chichimeca3", "Tl2"])]
    places["3011"] = [stack("aztec", ["K3", "K?", "?"])]
    places["9"] = [stack("spanish", ["B2"] * 7), stack("aztec", ["R2", "?", "?", "?", "?"])]
    battle = {"place": "3011", "attacker": "spanish", "froms": ["2912", "3012"]}
    temples = {"2810": "desecrated", "3016": "sacrifice"}
    leaders = {"Cortes": "2912", "Cuauhtemoc": "3016"}
    return view(places=places, battle=battle, temples=temples, leaders=leaders, seat="spanish")


def event(kind: str, rule: str = "", shape: str = "", **args: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"number": 1, "kind": kind, "rule": rule, "args": args}
    parts: Mapping[str, Any] = {
        "who": args.get("side", ""), "at": args.get("place"), "from": args.get("from"),
        "way": args.get("path"),
    }  # fmt: skip
    if shape:
        made["drawn"] = {"shape": shape, **{k: v for k, v in parts.items() if v}}
    return made


FIGHT = (
    event("attack", "8.1", "fight", place="3011", side="spanish", **{"from": ["2912", "3012"]},
          units=["Jorge4", "Badajoz3", "Alvarado4", "Chichimeca3", "Tl2"]),
    event("shown", "8.8", "mark", place="3011", side="aztec", units=["K3", "K4", "R2"]),
    event("battle", "8.18", "fight", place="3011", side="spanish", attack=29, defence=15,
          odds="1:1", shifts=[["concentric", 1], ["terrain", -1], ["cortes", 1]], column="2:1",
          roll=7, losses=[1, 2]),
    event("losses", "8.20", side="aztec", steps=2, places=["3011"], dead=["R"]),
)  # fmt: skip
REST = (
    event("rest", "10.1", number=2),
    event("desertion", "10.2", roll=4, modifiers=[["sacrifice", -1], ["chapultepec", -3]], total=0,
          desert=True),
    event("kept", "10.5", side="spanish", place="3025", count=3),
    event("encircled", "10.4", place="2914", unit="Marin2", roll=5, steps=2),
    event("replenished", "10.10", side="spanish", steps=9),
    event("recovered", "10.11", side="spanish", back=["Lugo1", "Tl2"], out=["Te"]),
    event("recovered", "10.11", side="aztec", back=["R2", "R1", "R1"], out=["R"]),
    event("disease", "11.10", roll=12, strikes=True, spanish=3, aztec=7),
)  # fmt: skip


def ended() -> dict[str, Any]:
    places = {"3016": [stack("spanish", ["Jorge4", "Olid2"], "Cortes")]}
    places["1322"] = [stack("aztec", ["K2", "R1"])]
    return view(
        places=places, winners=["spanish"], cuauhtemoc="taken", points=14, rests=2,
        leaders={"Cortes": "3016", "Cuauhtemoc": ""}, temples={"2810": "", "3016": "desecrated"},
        phase="combat",
    )  # fmt: skip


assert SIDES == ("spanish", "aztec")
