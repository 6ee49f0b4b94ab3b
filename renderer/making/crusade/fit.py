"""Where everything lies: real places, moved apart until each has room, Cities beside gates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from renderer.making.crusade.country import at

# from the gate to the City
PULL = {
    "Antioch": (-46, 30), "Jerusalem": (46, 32), "Homs": (54, 6), "Damascus": (50, 36),
    "Edessa": (50, -20), "Aleppo": (48, -10), "Acre": (-46, -4), "Hamah": (52, -2),
    "Tripoli": (-50, 10), "Tarsus": (-34, 40), "Harenc": (26, 46), "Lattakiea": (-52, -2),
    "Melitene": (50, -18), "Samosata": (52, 6), "Tortosa": (-52, -10), "Beirut": (-50, -14),
    "Sidon": (-50, 6), "Tyre": (-50, -6), "Caesarea": (-50, -10), "Ascalon": (-44, 26),
    "Marash": (-18, -54), "Lampron": (-42, -34), "Partzerpert": (-22, -52),
}  # fmt: skip
BOXES = {
    "Entry-A": (112, 322), "Entry-B": (418, 108), "Entry-C": (620, 80), "Cappadocia": (938, 80),
    "Mosul": (1486, 272), "Egypt": (146, 2056),
}  # fmt: skip
LINES = {"Mosul": "Mosul, Turks", "Cappadocia": "Cappadocia, Turks", "Egypt": "Egypt, Fatimids"}
ZONES = {
    "Sea-Tarsus": (330, 640), "Sea-Cyprus": (330, 978), "Sea-Tortosa": (556, 880),
    "Sea-Tripoli": (566, 1092), "Sea-Sidon": (410, 1296), "Sea-Acre": (310, 1450),
    "Sea-Caesarea": (196, 1640), "Sea-Jaffa": (150, 1826),
}  # fmt: skip
NAMES = {  # of names that every rule would put wrong, from their places
    "Jerusalem": (0, 46), "Antioch": (-106, 8),
}  # fmt: skip
FAR = 56  # from a gate to its City
ROUNDS = 500


def fitted(board: Mapping[str, Any]) -> str:
    """The lower part of the layout: places, names and zones."""
    where = _apart(board)
    rows = ["places:"]
    written: list[tuple[float, float, float, float]] = []
    order = {"cities": 0, "towns": 1}
    first = sorted(
        where, key=lambda k: min((n for p, n in order.items() if k in board[p]), default=2)
    )
    names = {key: _name(key, board, where, written) for key in first}
    for key, spot in where.items():
        name = names[key]
        port = {**board["cities"], **board["towns"]}.get(key, {}).get("port")
        tail = ", beside: true" if port else ""
        rows.append(f"  {key}: {{at: {_pair(spot)}, name: {_pair(name)}, {_still(spot)}{tail}}}")
    for key, box in BOXES.items():
        lines = LINES.get(key, key.replace("-", " "))
        at_ = f"at: {_pair(box)}, name: {_pair(box)}, {_still(box)}"
        rows.append(f"  {key}: {{{at_}, lines: [{lines}]}}")
    rows.append("zones:")
    for key in board["zones"]:
        spot = ZONES[key]
        fleets = (
            f"crusader: {_pair((spot[0] - 60, spot[1] + 46))}, "
            f"egypt: {_pair((spot[0] + 60, spot[1] + 46))}"
        )
        rows.append(f"  {key}: {{at: {_pair(spot)}, name: {_pair(spot)}, fleets: {{{fleets}}}}}")
    return "\n".join(rows) + "\n"


def _still(spot: tuple[float, float]) -> str:
    return f"stack: {_pair(spot)}, inside: {_pair(spot)}"


def _pair(spot: tuple[float, float]) -> str:
    return f"[{round(spot[0])}, {round(spot[1])}]"


def _apart(board: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Real places, pushed apart; a City keeps its side of the gate."""
    spaces = {**board["towns"], **board["transit"]}
    gate = {key: row["gate"] for key, row in board["cities"].items() if row.get("gate")}
    spot = {key: np.array(at(*row["at"])) for key, row in spaces.items()}
    spot["Cyprus"] = np.array(at(*board["cities"]["Cyprus"]["at"])) + (14, 4)
    for city, door in gate.items():
        spot[city] = spot[door] + PULL[city]
    home = {key: place.copy() for key, place in spot.items()}
    keys = list(spot)
    need = {k: 26 if k in board["cities"] else 20 if k in board["towns"] else 16 for k in keys}
    for _ in range(ROUNDS):
        move = {key: (home[key] - spot[key]) * 0.04 for key in keys}
        for i, a in enumerate(keys):
            for b in keys[i + 1 :]:
                off = spot[a] - spot[b]
                far = math.hypot(*off) or 1.0
                pair = gate.get(a) == b or gate.get(b) == a
                gap = (50 if pair else need[a] + need[b] + 24) - far
                if gap > 0:
                    push = off / far * gap * 0.25
                    move[a], move[b] = move[a] + push, move[b] - push
        for key in keys:
            if key != "Cyprus":
                spot[key] = spot[key] + move[key]
        for city, door in gate.items():
            pull = np.array(PULL[city])
            want = spot[door] + pull / math.hypot(*pull) * FAR
            spot[city] = spot[city] + (want - spot[city]) * 0.3
    found = {key: (float(p[0]), float(p[1])) for key, p in spot.items()}
    for city, door in gate.items():
        found[city] = _beside(city, door, board, found)
    return found


def _beside(
    city: str, door: str, board: Mapping[str, Any], where: Mapping[str, tuple[float, float]]
) -> tuple[float, float]:
    """A City beside its gate, off the roads and other places, near the side where it should be."""
    x, y = where[door]
    wanted = math.atan2(PULL[city][1], PULL[city][0])
    roads = [
        [where.get(end) or BOXES[end] for end in row["ends"]]
        for row in board["connections"]
        if city not in row["ends"]
    ]
    best, least = where[city], math.inf
    for step in range(72):
        turn = math.tau * step / 72
        spot = (x + FAR * math.cos(turn), y + FAR * math.sin(turn))
        cost = abs(math.remainder(turn - wanted, math.tau)) * 14
        cost += sum(max(0.0, 39 - _off(spot, a, b)) * 10 for a, b in roads)
        cost += sum(
            max(0.0, 58 - math.dist(spot, other)) * 10
            for key, other in where.items()
            if key not in (city, door)
        )
        if cost < least:
            best, least = spot, cost
    return best


def _off(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a point lies from a stretch of road."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(1.0, max(0.0, part))
    return math.dist(p, (a[0] + dx * part, a[1] + dy * part))


def _name(
    key: str,
    board: Mapping[str, Any],
    where: Mapping[str, tuple[float, float]],
    written: list[tuple[float, float, float, float]],
) -> tuple[float, float]:
    """The middle of a name: where it lies on the fewest roads, places and other names."""
    if key in board["transit"] and not board["transit"][key].get("name"):
        wide, high, near = 34.0, 18.0, 17.0
    else:
        city = key in board["cities"]
        port = board["cities" if city else "towns"].get(key, {}).get("port")
        wide, high = 13.0 * len(key) + 10 + (24 if port else 0), 30.0
        near = 30.0 if city else 23.0
    x, y = where[key]
    if key in NAMES:
        best = (x + NAMES[key][0], y + NAMES[key][1])
        written.append((*best, wide, high))
        return best
    best, least = (x, y), math.inf
    for turn, dx, dy in _round(wide, high, near):
        middle = (x + dx, y + dy)
        cost = turn + _crowd(key, middle, (wide, high), board, where)
        for a, b, w, h in written:
            if abs(a - middle[0]) < (w + wide) / 2 and abs(b - middle[1]) < (h + high) / 2:
                cost += 50
        if cost < least:
            best, least = middle, cost
    written.append((*best, wide, high))
    return best


def _round(wide: float, high: float, near: float) -> Iterator[tuple[float, float, float]]:
    across, down = near + wide / 2 + 2, near + high / 2
    order = [
        (across, 0), (-across, 0), (0, -down), (0, down), (across * 0.8, -down * 0.8),
        (-across * 0.8, -down * 0.8), (across * 0.8, down * 0.8), (-across * 0.8, down * 0.8),
    ]  # fmt: skip
    for turn, (dx, dy) in enumerate(order):
        yield turn * 0.5, dx, dy


def _crowd(
    key: str,
    middle: tuple[float, float],
    size: tuple[float, float],
    board: Mapping[str, Any],
    where: Mapping[str, tuple[float, float]],
) -> float:
    (x, y), (wide, high) = middle, (size[0] / 2, size[1] / 2)
    cost = 0.0
    for other, (a, b) in where.items():
        reach = 25 if other in board["cities"] else 19
        if other != key and abs(a - x) < wide + reach and abs(b - y) < high + reach:
            cost += 60
    for row in board["connections"]:
        ends = [where[end] for end in row["ends"] if end in where]
        if len(ends) == 2:
            (a, b), (c, d) = ends
            for i in range(1, 20):
                px, py = a + (c - a) * i / 20, b + (d - b) * i / 20
                if abs(px - x) < wide and abs(py - y) < high:
                    cost += 2
    if x - wide < 40 or x + wide > 1560 or not 40 < y < 2100:
        cost += 200
    return cost
