"""victory.yaml: the two lists of Cities, and what else scores."""

from __future__ import annotations

from engine.games.crusade.table.data import Board, Victory
from engine.models import Problems

PRIZES = {
    "Jerusalem": (25, 10, 0), "Antioch": (15, 10, 10), "Damascus": (10, 10, 15),
    "Edessa": (8, 8, 5), "Aleppo": (5, 5, 5), "Acre": (5, 5, 0), "Hamah": (3, 3, 5),
    "Homs": (3, 3, 5), "Tripoli": (0, 0, 4), "Tarsus": (0, 0, 3), "Harenc": (0, 0, 3),
    "Lattakiea": (0, 0, 2), "Melitene": (0, 0, 2),
}  # fmt: skip
LISTS = {"mosul": 6, "crusader": 5, "missed": 1, "desertion": 20}


def points(raw: Victory) -> Problems:
    """32: the eight Cities of the general list and the eleven of Mosul's."""
    for token in sorted(set(raw.cities) ^ set(PRIZES)):
        so = "is missing" if token in PRIZES else "scores nothing"
        yield f"victory.yaml, {token}: {so} [constraint 32, scenario]."
    for token, wanted in PRIZES.items():
        one = raw.cities.get(token)
        if one and (one.crusader, one.muslim, one.mosul) != wanted:
            yield (
                f"victory.yaml, {token}: scores {wanted[0]}, {wanted[1]}, {wanted[2]} "
                "[constraint 32, scenario]."
            )
    for field, number in LISTS.items():
        if getattr(raw.lists, field) != number:
            yield f"victory.yaml, lists: {field} is {number} [constraint 32, scenario]."
    if raw.true_cross.points != 5:
        yield "victory.yaml, true_cross: scores 5 [constraint 32, scenario]."
    if raw.destroyed.points != 1:
        yield "victory.yaml, destroyed: scores 1 [constraint 32, scenario]."


def prizes(raw: Victory, board: Board) -> Problems:
    """32: what scores is a City."""
    for token in raw.cities:
        if token not in board.cities:
            yield f"victory.yaml, {token}: is no City [constraint 32, scenario]."


OF_VICTORY = (points,)
