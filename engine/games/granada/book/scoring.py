"""Chapter 2.2: victory points; 11.8: supply. Both follow lines of communication."""

from __future__ import annotations

from engine.boards import connected
from engine.games.granada.table.board import CHRISTIAN, MUSLIM
from engine.games.granada.table.state import State, blocks, units


def line_to(s: State, start: int, side: int) -> set[int]:
    """Every place with a line by road to `start` that avoids enemy-controlled places (G56, G57)."""
    enemy = 1 - side
    free = [owner != enemy for owner in s.control]
    return connected(s.board.adjacent, start, free.__getitem__)


def linked_resources(s: State) -> list[int]:
    """2.2: the resources that score for the Muslims: theirs, and connected to Granada."""
    granada = s.board.granada
    besieged = s.control[granada] != MUSLIM and s.castle[granada] == MUSLIM
    if s.control[granada] != MUSLIM:
        if not besieged or s.options["granada_besieged_resources"] == "besieger":
            return []
    line = line_to(s, granada, MUSLIM)
    own = [p for p in s.board.resources if s.control[p] == MUSLIM and p in line]
    if besieged and granada not in own:
        own.append(granada)
    return own


def points(s: State) -> tuple[float, float]:
    """2.2: castles 2 and 3, watchtowers a half and 1, resources 1 and one and a half."""
    castles = [s.castle[p] for p in s.board.castles]
    towers = [s.control[p] for p in s.board.towers]
    resources = [s.control[p] for p in s.board.resources]
    kept = (
        s.options["granada_besieged_resources"] == "defender"
        and s.castle[s.board.granada] == MUSLIM
        and s.control[s.board.granada] == CHRISTIAN
    )
    christian = (
        2.0 * castles.count(CHRISTIAN)
        + 0.5 * towers.count(CHRISTIAN)
        + 1.0 * (resources.count(CHRISTIAN) - kept)
    )
    muslim = (
        3.0 * castles.count(MUSLIM) + 1.0 * towers.count(MUSLIM) + 1.5 * len(linked_resources(s))
    )
    return christian + s.bonus[0] / 2, muslim + s.bonus[1] / 2


def out_of_supply(s: State, place: int, side: int) -> bool:
    """11.8: no line to a friendly place of one's own territory, nor to a port with own fleets."""
    if s.options["out_of_supply"] == "off":
        return False
    board = s.board
    for p in line_to(s, place, side):
        if board.territory[p] == side and s.control[p] == side and not units(s, p, 1 - side):
            return False
        zone = board.port[p]
        if zone >= 0 and s.ships[2 * zone + side] and (p == place or blocks(s, p, side)):
            return False
    return True
