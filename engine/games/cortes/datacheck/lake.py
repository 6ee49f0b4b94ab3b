"""board.yaml, the water: areas, what is next to what, and what the book says of five of them."""

from __future__ import annotations

from engine.games.cortes.datacheck import facts
from engine.games.cortes.datacheck.chart import Chart
from engine.models import Problems


def areas(chart: Chart) -> Problems:
    """M4: 29 areas, each in one piece; the five on the east edge are closed to Aztecs."""
    lake = chart.board.lake
    for number in range(1, facts.LAST_AREA + 1):
        if str(number) not in lake:
            yield f"board.yaml: there is no area {number} of the lake [M4, rule 2.12]."
    for name, area in lake.items():
        if not (name.isascii() and name.isdigit()):
            yield f"board.yaml, {name}: areas of the lake are numbered [M4, rule 2.2]."
        if not area.cells:
            yield f"board.yaml, {name}: the area has no cells [M4]."
        elif not chart.whole(area.cells):
            yield f"board.yaml, {name}: the area is split by land or by a causeway [M4]."
        if area.closed != (name in facts.EAST):
            so = "is closed" if name in facts.EAST else "is not closed"
            yield f"board.yaml, {name}: the area {so} to Aztecs [M4, rule 2.12]."
    east = str(chart.board.grid.columns[1])
    edge = {chart.cells[cell] for cell in chart.cells if cell.startswith(east)}
    for name in sorted(edge ^ set(facts.EAST)):
        so = "lies on" if name in edge else "does not lie on"
        yield f"board.yaml, {name}: the area {so} the east edge [M4, rule 2.12]."


def neighbours(chart: Chart) -> Problems:
    """M5, M14b: one lake; next is what touches, and what lies across a causeway (7.20)."""
    lake = chart.board.lake
    told = {frozenset((name, n)) for name, area in lake.items() for n in area.next}
    for name, area in lake.items():
        for other in area.next:
            if other in lake and name not in lake[other].next:
                yield f"board.yaml, {name}: {other} is next to it, but not the other way [M5]."
    meeting = chart.open_water | chart.across
    for edge in sorted(told ^ meeting, key=sorted):
        a, b = (*sorted(edge), "itself")[:2]
        so = "neither touches it nor lies across a causeway" if edge in told else "is next to it"
        yield f"board.yaml, {a}: area {b} {so} [M5, rule 7.20]."
    for a, b in facts.NEXT:
        if frozenset((a, b)) not in told:
            yield f"board.yaml, {a}: area {b} is next to it [M5, rule 7.20]."
        elif frozenset((a, b)) in chart.open_water:
            yield f"board.yaml, {a}: area {b} lies across a causeway [M14b, rule 7.20]."
    if frozenset(facts.NOT_NEXT) in told:
        yield "board.yaml, 5: area 6 is not next to it [M5, rule 7.20]."
    yield from _one_lake(chart)


def _one_lake(chart: Chart) -> Problems:
    lake = chart.board.lake
    queue = list(lake)[:1]
    seen = set(queue)
    for name in queue:
        fresh = [n for n in lake[name].next if n in lake and n not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    for name in lake:
        if name not in seen:
            yield f"board.yaml, {name}: no way over the lake leads there [M5]."


OF_LAKE = (areas, neighbours)
