"""areas.json: the provinces' shapes, and that the borders of board.yaml follow from them.

Lines between two provinces stand once (`arcs`), so that a border is a line and not a guess.
"""

from __future__ import annotations

from math import hypot

from engine.games.hispania.table.data import NARROW, Areas, Board
from engine.models import Problems

BORDER = 9  # kilometres: a shorter contact is no border
MEETING = 0.02  # degrees: how near a line must come to the point where four provinces meet
OUTSIDE = ("sea", "land")


def shapes(areas: Areas, board: Board) -> Problems:
    """9: every province has an outline that closes, made of its own lines only."""
    for token in sorted(set(areas.rings) ^ set(board.provinces)):
        so = "has no outline" if token in board.provinces else "is no province"
        yield f"areas.json, {token}: {so} [constraint 9]."
    for token, rings in areas.rings.items():
        for ring in rings:
            if not _closed(areas, ring):
                yield f"areas.json, {token}: its outline does not close [constraint 9]."
            if any(token not in areas.arc(n).ends for n in ring):
                yield f"areas.json, {token}: its outline has a line of others [constraint 9]."


def _closed(areas: Areas, ring: tuple[int, ...]) -> bool:
    lines = [areas.arc(n).line if n >= 0 else areas.arc(n).line[::-1] for n in ring]
    return bool(lines) and all(
        line[-1] == after[0] for line, after in zip(lines, [*lines[1:], lines[0]], strict=True)
    )


def borders(areas: Areas, board: Board) -> Problems:
    """10: two provinces are neighbours exactly where their shapes share a border."""
    shared: dict[frozenset[str], float] = {}
    for arc in areas.arcs:
        if not arc.ends & set(OUTSIDE):
            shared[arc.ends] = shared.get(arc.ends, 0) + arc.length
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
        for side in arc.ends & set(OUTSIDE):
            beside[side] |= arc.ends
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
            for token in arc.ends
        }
        for token in corner.round:
            if token not in met:
                yield f"areas.json, {token}: does not reach corner {number} [constraint 12]."


OF_AREAS = (shapes, borders, shores, meetings)
