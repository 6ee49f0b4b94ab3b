"""Does a data folder hold a playable First Crusade?  `check(folder)` says what is wrong.

The book comes without its map, counters, cards and sheets of tables.  It states some facts about
them and implies others; an owner of the printed game may correct our reconstruction, so only those
facts are enforced here, never our own choices.  A sentence ends with the constraint it rests on:

 1-2   the 34 names of the book, which are Cities and which Towns                 2.1, scenario
 3-5   gates, attrition values, numbers of the points                             2.1, 6.3A, 8.2
 6-8   the marches of the examples, the Jordan and other rivers, the two passes   6.3, 6.7, 7.2
 9-10  what the walls of Cities are worth                                         8.2, 8.3, 9.5, 12
 11-12 sea zones, ports and deep water                                            9.1, 9.3, 9.5
 13-14 boxes, and who can get where from them                                     2.1, 5.5, 6.6
 15    connections that can be drawn
 16    what is rebuilt says why
 17-20 factions, leaders, replacements and markers                                4.4, 5.1-5.4, 7.2H
 21-22 the decks                                                                  4.5, 12.0-12.2
 23-27 formations, battles, assaults, sieges, harassment, plague, arrivals        7.1-7.2, 8.3, 12
 28    fleets                                                                     9.1-9.5
 29-31 forms and seats, the track of turns, the set-up                            scenario
 32    victory points                                                             scenario
 33-34 the index of the book is whole, and every source is in it
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.games.crusade.datacheck.board import OF_BOARD
from engine.games.crusade.datacheck.people import OF_LEADERS
from engine.games.crusade.datacheck.scenarios import OF_SCENARIOS, beginnings, command
from engine.games.crusade.datacheck.tables import OF_CARDS, OF_TABLES, caravans, plagues
from engine.games.crusade.datacheck.victory import OF_VICTORY, prizes
from engine.games.crusade.table.data import (
    Board,
    Cards,
    Leaders,
    Scenarios,
    Tables,
    Victory,
)
from engine.models import Checked, Problems
from engine.rulebook import Rules

__all__ = ["FILES", "check"]

FILES = ("board", "leaders", "cards", "tables", "scenarios", "victory", "rules")
STATUS = ("implemented", "not a rule", "later")
REBUILT = "reconstructed"


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file with a fault in its fields is reported; what depends on it is left unchecked.
    """
    board, leaders = Checked(folder, Board), Checked(folder, Leaders)
    cards, tables = Checked(folder, Cards), Checked(folder, Tables)
    plans, victory = Checked(folder, Scenarios), Checked(folder, Victory)
    rules = Checked(folder, Rules)
    files: tuple[Checked[Any], ...] = (board, leaders, cards, tables, plans, victory, rules)
    problems = [problem for file in files for problem in file.problems]
    for file in files[:-1]:
        problems += _reasons(file)
    problems += _alone(board, OF_BOARD)
    problems += _alone(leaders, OF_LEADERS)
    problems += _alone(cards, OF_CARDS)
    problems += _alone(tables, OF_TABLES)
    problems += _alone(plans, OF_SCENARIOS)
    problems += _alone(victory, OF_VICTORY)
    if board.found:
        problems += caravans(cards.found, board.found) if cards.found else ()
        problems += plagues(tables.found, board.found) if tables.found else ()
        problems += beginnings(plans.found, board.found) if plans.found else ()
        problems += prizes(victory.found, board.found) if victory.found else ()
    if plans.found and leaders.found:
        problems += command(plans.found, leaders.found)
    if rules.found:
        problems += index(rules.found)
        problems += cited(files[:-1], rules.found)
    return list(dict.fromkeys(problems))


def _alone(file: Checked[Any], tests: Iterable[Any]) -> list[str]:
    return [problem for test in tests for problem in test(file.found)] if file.found else []


def _reasons(file: Checked[Any]) -> Problems:
    """16: what is rebuilt says why."""
    for where, raw in _entries(file.raw if file.found else {}, ()):
        if raw.get("source") == REBUILT and not raw.get("why"):
            entry = file.model.label(where, file.raw)
            yield f"{file.model.file}, {entry}: is rebuilt and does not say why [constraint 16]."


def _entries(raw: Any, where: tuple[str | int, ...]) -> Iterable[tuple[Any, dict[str, Any]]]:
    if isinstance(raw, dict) and "source" in raw:
        yield where, raw
    pairs = raw.items() if isinstance(raw, dict) else enumerate(raw)
    for key, held in pairs:
        if isinstance(held, dict | list):
            yield from _entries(held, (*where, key))


def index(rules: Rules) -> Problems:
    """33: sections, rulings and options that name each other exist."""
    for number, section in rules.sections.items():
        option = section.status.removeprefix("optional: ")
        if section.status not in STATUS and option not in rules.options:
            yield f"rules.yaml, {number}: unknown status {section.status!r} [constraint 33]."
        for ruling in section.rulings:
            if ruling not in rules.rulings:
                yield f"rules.yaml, {number}: no ruling {ruling} [constraint 33]."
    for token, ruling_ in rules.rulings.items():
        if ruling_.rule not in rules.sections:
            yield f"rules.yaml, ruling {token}: no section {ruling_.rule} [constraint 33]."
        if ruling_.option not in ("", *rules.options):
            yield f"rules.yaml, ruling {token}: no option {ruling_.option} [constraint 33]."
    for token, option_ in rules.options.items():
        if option_.rule not in rules.sections:
            yield f"rules.yaml, option {token}: no section {option_.rule} [constraint 33]."
        if option_.default not in option_.values:
            yield f"rules.yaml, option {token}: its default is none of its values."


def cited(files: Iterable[Checked[Any]], rules: Rules) -> Problems:
    """34: a source is a section of the book; a lettered paragraph may stand in its section."""
    known = {number.replace(".", "") for number in rules.sections}
    for file in files:
        for entry, source in file.sources():
            for number, letter in re.findall(r"(?<![\w.-])(\d+(?:\.\d+)+)\.?([A-K]?)", source):
                bare = number.replace(".", "")
                if bare + letter not in known and bare not in known:
                    yield (
                        f"{file.model.file}, {entry}: no rule {number}{letter} in rules.yaml "
                        "[constraint 34]."
                    )
