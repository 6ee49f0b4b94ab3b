"""Does a data folder hold a playable Hispania?  `check(folder)` says what is wrong, in sentences.

The book comes without its map, nation cards and set-up.  It states some facts about them and
implies others; an owner of the printed game may correct our reconstruction, so only those facts
are enforced here, never our own choices.  A sentence ends with the constraint it rests on:

 1-2   forty provinces with zone, terrain, stacking, landing; places beyond   0.2, 3.2, 4.1
 3     ten incomes, one sum, and a BASQUE who can collect 4                   2.1, 2.2, 2.3
 4-7   borders that examples cross, rivers, diagonals, straits, gates         5.0-5.5, 6.4
 8     what is rebuilt says why
 9-12  outlines close, and the borders are exactly those that the shapes share
 13-14 kinds of units, and the combat tables                                  2.3, 5.1, 6.7
 15-17 the nations in their order, groups, faith and gold            0.4, 1.0, 2.1, 2.4, 13.0
 18-19 counters enough for all that the book puts on the map; Chiefs          0.3, 3.3, 9.4
 20-24 arrivals, invasions, gifts, submission, changes, hiring      3.2, 9.1-9.6, 11.1-11.27
 25-28 scenarios, handicaps, and set-ups that fit the map           4.1, 7.0, 12.0, 16.1-16.4
 29-32 victory points                                               8.0, 11.1-11.27, 14.8
 33-34 the index of the book is whole, and every source is in it
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core import DataError
from engine.games.hispania.datacheck.areas import OF_AREAS
from engine.games.hispania.datacheck.board import OF_BOARD
from engine.games.hispania.datacheck.calendar import OF_CALENDAR
from engine.games.hispania.datacheck.nations import OF_NATIONS
from engine.games.hispania.datacheck.rules import index
from engine.games.hispania.datacheck.scenarios import fits, handicaps, known_setup, scenarios
from engine.games.hispania.datacheck.units import OF_UNITS
from engine.games.hispania.datacheck.victory import OF_VICTORY, tables
from engine.games.hispania.table.data import (
    Board,
    Index,
    Nations,
    Scenarios,
    UnitKinds,
    Victory,
    read_areas,
)
from engine.models import Checked, Problems
from engine.rulebook import cited

__all__ = ["check"]

FILES = ("board", "units", "nations", "scenarios", "victory", "rules")


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file with a fault in its fields is reported; what depends on it is left unchecked.
    """
    board, units = Checked(folder, Board), Checked(folder, UnitKinds)
    nations, plans = Checked(folder, Nations), Checked(folder, Scenarios)
    victory, rules = Checked(folder, Victory), Checked(folder, Index)
    files: tuple[Checked[Any], ...] = (board, units, nations, plans, victory, rules)
    problems = [problem for file in files for problem in file.problems]
    if board.found:
        problems += _of_board(board.found, folder)
    if units.found:
        problems += [problem for test in OF_UNITS for problem in test(units.found)]
    if nations.found:
        tests = (*OF_NATIONS, *OF_CALENDAR)
        problems += [problem for test in tests for problem in test(nations.found)]
    if plans.found:
        problems += _of_scenarios(plans.found, nations.found, board.found)
    if victory.found:
        problems += _of_victory(victory.found, nations.found)
    if rules.found:
        problems += index(rules.found)
        problems += cited(files[:-1], rules.found.sections, 34)
    return list(dict.fromkeys(problems))


def _of_board(board: Board, folder: Path) -> Problems:
    for on_board in OF_BOARD:
        yield from on_board(board)
    try:
        areas = read_areas(folder / "areas.json")
    except DataError as error:
        yield str(error)
        return
    for on_areas in OF_AREAS:
        yield from on_areas(areas, board)


def _of_scenarios(plans: Scenarios, nations: Nations | None, board: Board | None) -> Problems:
    yield from scenarios(plans)
    yield from known_setup(plans)
    if nations:
        yield from handicaps(plans, nations)
    if nations and board:
        yield from fits(plans, board, nations)


def _of_victory(victory: Victory, nations: Nations | None) -> Problems:
    for on_victory in OF_VICTORY:
        yield from on_victory(victory)
    if nations:
        yield from tables(victory, nations)
