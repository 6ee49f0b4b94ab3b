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

from engine.fields import Problems, Reader
from engine.games.hispania.datacheck.areas import OF_AREAS, read_areas
from engine.games.hispania.datacheck.board import OF_BOARD, read_board
from engine.games.hispania.datacheck.calendar import OF_CALENDAR, read_calendar, same_player
from engine.games.hispania.datacheck.nations import OF_NATIONS, read_nations
from engine.games.hispania.datacheck.rules import cited, index, read_rules
from engine.games.hispania.datacheck.scenarios import (
    fits,
    handicaps,
    known_setup,
    read_scenarios,
    scenarios,
)
from engine.games.hispania.datacheck.units import OF_UNITS, read_units
from engine.games.hispania.datacheck.victory import OF_VICTORY, read_victory, tables

__all__ = ["check"]

FILES = ("board", "units", "nations", "scenarios", "victory", "rules")


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file with a fault in its fields is reported; what depends on it is left unchecked.
    """
    readers = {name: Reader(folder, f"{name}.yaml") for name in FILES}
    found = list(_constraints(folder, readers))
    problems = []
    for reader in readers.values():  # of a file that cannot be read, that alone
        problems += reader.problems if reader.sound else reader.problems[:1]
    return list(dict.fromkeys(problems + found))


def _constraints(folder: Path, readers: dict[str, Reader]) -> Problems:
    board = read_board(readers["board"])
    units = read_units(readers["units"])
    nations = read_nations(readers["nations"])
    calendar = read_calendar(readers["nations"])
    plans = read_scenarios(readers["scenarios"])
    victory = read_victory(readers["victory"])
    rules = read_rules(readers["rules"])
    good = {name for name, reader in readers.items() if not reader.problems}
    if "board" in good:
        for on_board in OF_BOARD:
            yield from on_board(board)
        areas, unread = read_areas(folder)
        yield from unread
        if areas:
            for on_areas in OF_AREAS:
                yield from on_areas(areas, board)
    if "units" in good:
        for on_units in OF_UNITS:
            yield from on_units(units)
    if "nations" in good:
        for on_nations in OF_NATIONS:
            yield from on_nations(nations)
        for on_calendar in OF_CALENDAR:
            yield from on_calendar(calendar)
        yield from same_player(calendar, nations)
    if "scenarios" in good:
        yield from scenarios(plans)
        yield from known_setup(plans)
    if {"scenarios", "nations"} <= good:
        yield from handicaps(plans, nations)
    if {"scenarios", "nations", "board"} <= good:
        yield from fits(plans, board, nations)
    if "victory" in good:
        for on_victory in OF_VICTORY:
            yield from on_victory(victory)
    if {"victory", "nations"} <= good:
        yield from tables(victory, nations)
    if "rules" in good:
        yield from index(rules)
        others = [reader for name, reader in readers.items() if name != "rules"]
        yield from cited(others, rules.sections)
