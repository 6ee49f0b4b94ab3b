"""Does a data folder hold a playable Cortés?  `check(folder)` says what is wrong, in sentences.

The book comes without its map and counters.  It states some facts about them and implies others;
an owner of the printed game may correct our reconstruction, so only those facts are enforced
here, never our own choices.  A sentence ends with the constraint and the rule it rests on:

 M1       numbers, parity and extent; hexes and lake fill the sheet     2.2, 7.16, 8.4
 M2-M3    hexes that the book names; Chapultepec inland                 2.14, 3.3, 7.10, 7.14
 M4-M5    29 areas, five on the east edge, and what is next to what     2.12, 7.20
 M6-M6a   causeways are hexsides; no short cuts over the lake           7.16, 8.4, 8.25, 9.2
 M7       four forts on the island's shore, and Acachinango             10.5
 M8       Tepeyac, cut off                                              7.17
 M9-M10   clear land on two edges; horse can reach both temples         9.6, 11.1, 11.8
 M11      markets, chinampas, streets, towns                            7.9, 7.12, 7.13
 M12      camps, their units, and how much room they have               3.2
 M13      what is rebuilt says why
 M14-M14c distances, reach, areas across causeways, Aztec set-up        1.2, 3.3, 7.20, 9.2, 10.8
 C1-C2    the roster of 128 counters, and the one that is shown         2.4, 2.6, 2.10
 C3-C8    factors that are rebuilt                                      2.12, 11.3, 11.9

What else follows from the data (which areas a hex borders, which edges it lies on, what a hexside
is) is not written there and cannot be wrong.  Tables are held against the book's; the standard
set-ups are ours and must be legal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.games.cortes.datacheck import facts
from engine.games.cortes.datacheck.board import OF_BOARD, known
from engine.games.cortes.datacheck.chart import Chart
from engine.games.cortes.datacheck.lake import OF_LAKE
from engine.games.cortes.datacheck.rules import index
from engine.games.cortes.datacheck.setups import aztec_room, camps, room, standards
from engine.games.cortes.datacheck.tables import OF_TABLES
from engine.games.cortes.datacheck.units import OF_UNITS
from engine.games.cortes.table.data import Map, Setups, Tables, Units
from engine.models import Checked, Problems
from engine.rulebook import Rules, cited

__all__ = ["FILES", "check"]

FILES = ("board", "units", "tables", "setups", "rules")


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file with a fault in its fields is reported; what depends on it is left unchecked.
    """
    board, units = Checked(folder, Map), Checked(folder, Units)
    tables, setups = Checked(folder, Tables), Checked(folder, Setups)
    rules = Checked(folder, Rules)
    files: tuple[Checked[Any], ...] = (board, units, tables, setups, rules)
    problems = [problem for file in files for problem in file.problems]
    chart = Chart(board.found) if board.found else None
    unknown = list(known(chart)) if chart else []
    problems += unknown
    if unknown:
        chart = None  # the rest would only stumble over the same
    if chart:
        tests = (*OF_BOARD, *OF_LAKE)
        problems += [problem for test in tests for problem in test(chart)]
    if units.found:
        problems += [problem for test in OF_UNITS for problem in test(units.found)]
    if tables.found:
        problems += [problem for test in OF_TABLES for problem in test(tables.found)]
    if setups.found:
        problems += _of_setups(setups.found, chart, units.found)
    if rules.found:
        problems += index(rules.found)
        if set(facts.SECTIONS) <= set(rules.found.sections):
            problems += cited(files[:-1], rules.found.sections, 13)
    return list(dict.fromkeys(problems))


def _of_setups(setups: Setups, chart: Chart | None, units: Units | None) -> Problems:
    yield from camps(setups)
    if chart:
        yield from room(setups, chart)
        yield from aztec_room(setups, chart)
    if chart and units:
        yield from standards(setups, chart, units)
