"""areas.json: the provinces' shapes, and that the borders of board.yaml follow from them.

Lines between two provinces stand once (`arcs`), so that a border is a line and not a guess.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from engine.fields import Problems
from engine.games.hispania.datacheck.board import Board

KILOMETRES = 111.2  # in a degree of latitude
NARROW = 0.766  # a degree of longitude, at forty degrees north
BORDER = 9  # kilometres: a shorter contact is no border
MEETING = 0.02  # degrees: how near a line must come to the point where four provinces meet
OUTSIDE = ("sea", "land")

Point = tuple[float, float]


@dataclass(frozen=True)
class Arc:
    between: frozenset[str]
    line: tuple[Point, ...]

    @property
    def length(self) -> float:
        return sum(
            hypot((a[0] - b[0]) * NARROW, a[1] - b[1]) * KILOMETRES for a, b in pairwise(self.line)
        )


@dataclass(frozen=True)
class Areas:
    arcs: tuple[Arc, ...]
    rings: Mapping[str, tuple[tuple[int, ...], ...]]


def read_areas(folder: Path) -> tuple[Areas | None, list[str]]:
    try:
        raw = json.loads((folder / "areas.json").read_text(encoding="utf-8"))
        return _areas(raw), []
    except FileNotFoundError:
        return None, ["areas.json: the file is missing."]
    except (OSError, ValueError, RecursionError):
        return None, ["areas.json: the file cannot be read as JSON."]
    except (KeyError, TypeError, AttributeError, IndexError):
        return None, ["areas.json: must hold arcs (between, line) and rings of their numbers."]


def _areas(raw: Any) -> Areas:
    arcs = tuple(
        Arc(
            frozenset(str(token) for token in arc["between"]),
            tuple((float(lon), float(lat)) for lon, lat in arc["line"]),
        )
        for arc in raw["arcs"]
    )
    if any(len(arc.between) != 2 or len(arc.line) < 2 for arc in arcs):
        raise KeyError("between")
    rings = {
        str(token): tuple(tuple(int(n) for n in ring) for ring in rings)
        for token, rings in raw["rings"].items()
    }
    for ring in (ring for rings_ in rings.values() for ring in rings_):
        for number in ring:
            arcs[number if number >= 0 else ~number]
    return Areas(arcs, rings)


def shapes(areas: Areas, board: Board) -> Problems:
    """9: every province has an outline that closes, made of its own lines only."""
    for token in sorted(set(areas.rings) ^ set(board.provinces)):
        so = "has no outline" if token in board.provinces else "is no province"
        yield f"areas.json, {token}: {so} [constraint 9]."
    for token, rings in areas.rings.items():
        for ring in rings:
            if not _closed(areas, ring):
                yield f"areas.json, {token}: its outline does not close [constraint 9]."
            if any(token not in _arc(areas, n).between for n in ring):
                yield f"areas.json, {token}: its outline has a line of others [constraint 9]."


def _arc(areas: Areas, number: int) -> Arc:
    return areas.arcs[number if number >= 0 else ~number]


def _closed(areas: Areas, ring: tuple[int, ...]) -> bool:
    lines = [_arc(areas, n).line if n >= 0 else _arc(areas, n).line[::-1] for n in ring]
    return bool(lines) and all(
        line[-1] == after[0] for line, after in zip(lines, [*lines[1:], lines[0]], strict=True)
    )


def borders(areas: Areas, board: Board) -> Problems:
    """10: two provinces are neighbours exactly where their shapes share a border."""
    shared: dict[frozenset[str], float] = {}
    for arc in areas.arcs:
        if not arc.between & set(OUTSIDE):
            shared[arc.between] = shared.get(arc.between, 0) + arc.length
    drawn = {ends for ends, length in shared.items() if length >= BORDER}
    for ends in sorted(drawn ^ board.ends, key=sorted):
        between = "-".join(sorted(ends))
        if ends in drawn:
            yield f"board.yaml: no border {between}, but their shapes share one [constraint 10]."
        else:
            yield f"board.yaml, border {between}: their shapes do not touch [constraint 10]."


def shores(areas: Areas, board: Board) -> Problems:
    """11: landing places lie on the sea, gates on the frontier."""
    beside: dict[str, set[str]] = {side: set() for side in OUTSIDE}
    for arc in areas.arcs:
        for side in arc.between & set(OUTSIDE):
            beside[side] |= arc.between
    for token, province in board.provinces.items():
        if province.landing and token not in beside["sea"]:
            yield f"areas.json, {token}: must touch the sea [constraint 11, rule 3.2]."
    for way in board.gates:
        for token in way.ends & set(board.provinces) - beside["land"]:
            yield f"areas.json, {token}: must touch the frontier [constraint 11]."


def meetings(areas: Areas, board: Board) -> Problems:
    """12: the four provinces of a corner come together in one point."""
    for number, corner in enumerate(board.corners, 1):
        x, y = corner.at
        met = {
            token
            for arc in areas.arcs
            for end in (arc.line[0], arc.line[-1])
            if hypot((end[0] - x) * NARROW, end[1] - y) <= MEETING
            for token in arc.between
        }
        for token in corner.round:
            if token not in met:
                yield f"areas.json, {token}: does not reach corner {number} [constraint 12]."


OF_AREAS = (shapes, borders, shores, meetings)
