"""The calendar by turn and nation, so that the rules look nothing up twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.games.hispania.table.board import Board
from engine.games.hispania.table.peoples import (
    Ardour,
    Arrival,
    Change,
    Gift,
    Invasion,
    Pair,
    Removal,
    Right,
)

When = tuple[int, int]  # turn, nation
T = TypeVar("T", Arrival, Gift)


class Almanac:
    """What happens when. Options that move a date have been applied."""

    def __init__(self, board: Board, options: Mapping[str, str]) -> None:
        peoples = board.peoples
        self.invasions: dict[When, Invasion] = {(i.turn, i.nation): i for i in peoples.invasions}
        self.ardours: dict[When, Ardour] = {(a.turn, a.nation): a for a in peoples.ardour}
        self.arrivals = _by_nation(peoples.arrivals)
        self.gifts = _by_nation(peoples.gifts)
        self.coming: dict[When, list[int]] = {}
        self.leaving: dict[When, list[int]] = {}  # at the start of a nation's sequence (3.3)
        for number, chief in enumerate(peoples.chiefs):
            self.coming.setdefault((chief.arrives, chief.nation), []).append(number)
            if not chief.at_end:
                nation = chief.heir if chief.heir >= 0 else chief.nation
                when = (chief.leaves, nation)
                if chief.token == "Ataces" and options["ataces_leaves"] == "vandale":
                    when = (chief.leaves, peoples.nation["vandale"])
                if chief.token == "El-Cid":
                    when = (int(options["el_cid_leaves"]), nation)
                self.leaving.setdefault(when, []).append(number)
        self.fleets = self._fleets(board, options)
        self.beyond: dict[When, list[Right]] = {}
        for right in peoples.beyond:
            for turn in range(right.first, right.last + 1):
                self.beyond.setdefault((turn, right.nation), []).append(right)
        self.pairs: dict[tuple[int, int, int], Pair] = {
            (turn, pair.suzerain, pair.vassal): pair
            for pair in peoples.pairs
            for turn in range(pair.first, pair.last + 1)
        }
        self.removals: dict[int, list[Removal]] = {}
        for removal in peoples.removals:
            self.removals.setdefault(removal.turn, []).append(removal)
        self.changes: dict[int, list[Change]] = {}
        for change in peoples.changes:
            for turn in {change.turn, change.early or change.turn}:
                self.changes.setdefault(turn, []).append(change)
        for rows in self.changes.values():
            rows.sort(key=lambda change: change.old)  # in the order of the old nations (9.4)
        self.earners = tuple(
            tuple(n for n in nations if peoples.nations[n].income_from)
            for nations in peoples.of_seat
        )
        self.suzerains = {pair.suzerain for pair in peoples.pairs}
        self.infantry_only = {peoples.nation["wisigoth"]}  # (2.2)
        self.reaches: dict[tuple[int, bool], tuple[int, ...]] = {}  # and this too
        self.last_views: dict[int, Any] = {}  # by thread; kept by `view`
        self.worth: dict[tuple[int, ...], float] = {}  # kept by `greedy`
        self.ways: dict[Any, dict[int, tuple[int, bool]]] = {}  # kept by `movement`
        self.scores = {turn.number for turn in board.track if turn.scores}

    @staticmethod
    def _fleets(board: Board, options: Mapping[str, str]) -> set[When]:
        """5.6: turns with naval supremacy."""
        found = set()
        for right in board.peoples.naval_supremacy:
            last = right.last
            if board.peoples.nations[right.nation].token == "byzance":
                last = int(options["byzantine_fleet"].rpartition("-")[2])
            found |= {(turn, right.nation) for turn in range(right.first, last + 1)}
        return found


def _by_nation(rows: tuple[T, ...]) -> dict[When, list[T]]:
    found: dict[When, list[T]] = {}
    for row in rows:
        found.setdefault((row.turn, row.nation), []).append(row)
    return found
