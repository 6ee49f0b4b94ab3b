"""tables.yaml: every table is the book's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.cortes.datacheck import facts
from engine.games.cortes.table.data import Tables
from engine.models import Problems


def terrain(tables: Tables) -> Problems:
    """13.1: costs and columns."""
    for token in sorted(set(tables.terrain) ^ set(facts.TERRAIN)):
        so = "is missing" if token in facts.TERRAIN else "is no terrain"
        yield f"tables.yaml, {token}: {so} [rule 13.1]."
    for token, row in tables.terrain.items():
        wanted = facts.TERRAIN.get(token)
        if wanted and (row.enter, row.shift, row.aztec_only, row.roads_only) != wanted:
            yield f"tables.yaml, {token}: is not as the book has it [rule 13.1]."
    for side, cost in facts.ROAD.items():
        if getattr(tables.causeway, side) != cost:
            yield f"tables.yaml, causeway: costs the {side} side {cost} [rule 7.16]."


def combat(tables: Tables) -> Problems:
    """13.2: eleven columns of eleven results, with the sums of the book's table."""
    table = tables.combat
    if table.odds != facts.ODDS:
        yield "tables.yaml, combat: the columns run from 1:4 to 8:1 [rule 13.2]."
        return
    rolls = [str(roll) for roll in range(2, 13)]
    if sorted(table.results) != sorted(rolls):
        yield "tables.yaml, combat: the rows run from 2 to 12 [rule 13.2]."
        return
    short = [roll for roll in rolls if len(table.results[roll]) != len(facts.ODDS)]
    for roll in short:
        yield f"tables.yaml, combat: row {roll} must have eleven results [rule 13.2]."
    if short:
        return
    rows = [[(int(cell[0]), int(cell[-1])) for cell in table.results[roll]] for roll in rolls]
    for roll, row, right in zip(rolls, rows, facts.ROW_SUMS, strict=True):
        if _sums(row) != right:
            yield f"tables.yaml, combat: row {roll} is not as the book has it [rule 13.2]."
    for odds, column, right in zip(
        facts.ODDS, zip(*rows, strict=True), facts.COLUMN_SUMS, strict=True
    ):
        if _sums(list(column)) != right:
            yield f"tables.yaml, combat: column {odds} is not as the book has it [rule 13.2]."


def _sums(cells: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)


def dice(tables: Tables) -> Problems:
    """4.5 to 11.10: what dice decide."""
    for name, (wanted, rule) in facts.DICE.items():
        row = getattr(tables.dice, name)
        for field, value in wanted.items():
            if getattr(row, field) != value:
                yield f"tables.yaml, dice: {name}, {field} is not as the book has it [rule {rule}]."


def numbers(tables: Tables) -> Problems:
    """Shifts, stacking, loss points, levels and single numbers."""
    parts: tuple[tuple[str, Any, Mapping[str, int], str], ...] = (
        ("shifts", tables.shifts, facts.SHIFTS, "columns"),
        ("stacking", tables.stacking, facts.STACKING, "most"),
        ("points", tables.points, facts.POINTS, "points"),
        ("limits", tables.limits, facts.LIMITS, "number"),
    )
    for part, rows, wanted, field in parts:
        for name, value in wanted.items():
            row = getattr(rows, name)
            if getattr(row, field) != value:
                yield f"tables.yaml, {part}: {name} is {value} in the book [rule {row.source}]."
    levels = tuple((token, row.most, row.winner) for token, row in tables.victory.items())
    if levels != facts.LEVELS:
        yield "tables.yaml, victory: up to 8, 16 and 24 loss points, and above [rule 5.5]."


OF_TABLES = (terrain, combat, dice, numbers)
