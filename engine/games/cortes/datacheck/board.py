"""board.yaml, the land: the grid, hexes that the book numbers, causeways, forts and regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engine.games.cortes.datacheck import facts
from engine.games.cortes.datacheck.chart import Chart
from engine.games.cortes.table.data import TERRAINS
from engine.models import Problems, guess


def known(chart: Chart) -> Problems:
    """M1: whatever names a hex, an area, a causeway or a reason names one that there is."""
    board = chart.board
    for number in chart.hexes:
        if not (len(number) == 4 and number.isascii() and number.isdigit()):
            yield f"board.yaml, {number}: is no number of a hex; it has four digits [M1, rule 2.2]."
    for where, number in _named(chart):
        if number not in chart.hexes:
            yield f"board.yaml, {where}: there is no hex {number}{guess(number, chart.hexes)}."
    for number, fort in board.forts.items():
        for name in fort.approach:
            if name not in board.causeways:
                yield (
                    f"board.yaml, {number}: there is no causeway "
                    f"{name}{guess(name, board.causeways)}."
                )
    for name, area in board.lake.items():
        for other in area.next:
            if other not in board.lake:
                yield f"board.yaml, {name}: there is no area {other} of the lake."


def _named(chart: Chart) -> Iterator[tuple[str, str]]:
    board = chart.board
    for name, road in board.causeways.items():
        yield from ((name, number) for number in road.hexes)
    for row in board.hexsides:
        yield from (("hexside " + "-".join(row.between), number) for number in row.between)
    yield from (("forts", number) for number in board.forts)
    yield from (("temples", number) for number in board.temples)
    yield from (("stretch", number) for number in board.stretch)


def grid(chart: Chart) -> Problems:
    """M1: numbers lie as the book's examples need, and fill the sheet with the lake."""
    sheet = chart.board.grid
    for a, b, rule in facts.TOUCHING:
        if not chart.touch(a, b):
            yield f"board.yaml, grid: {a} and {b} must touch [M1, rule {rule}]."
    (west, east), (north, south) = sheet.columns, sheet.rows
    if west > 10 or east < 42 or north != 0 or south < 44:
        yield (
            "board.yaml, grid: columns reach from 10 or less to 42 or more, rows from 0 to 44 or "
            "more [M1]."
        )
    cells = Counter(cell for area in chart.board.lake.values() for cell in area.cells)
    for number, times in cells.items():
        if times > 1:
            yield f"board.yaml, lake: {number} is a cell of two areas [M1]."
    for number in sorted(set(chart.hexes) & set(cells)):
        yield f"board.yaml, {number}: is a hex and a cell of the lake [M1]."
    for number in sorted((set(chart.hexes) | set(cells)) - chart.sheet):
        yield f"board.yaml, {number}: lies off the sheet [M1]."
    for number in sorted(chart.sheet - set(chart.hexes) - set(cells)):
        yield f"board.yaml: {number} is neither a hex nor a cell of the lake [M1]."


def numbered(chart: Chart) -> Problems:
    """M2: every hex that the book numbers, with its terrain; two temples, one quagmire."""
    for number, (terrain, rule) in facts.NUMBERED.items():
        if number not in chart.hexes:
            yield f"board.yaml: there is no hex {number}, which the book names [M2, rule {rule}]."
        elif terrain and chart.terrain(number) != terrain:
            yield f"board.yaml, {number}: its terrain is {terrain} [M2, rule {rule}]."
    for terrain, count in facts.SINGLE.items():
        found = len(chart.ground(terrain))
        if found != count:
            yield f"board.yaml: {found} hexes are {terrain}; there must be {count} [M2, rule 7.11]."
    for terrain in TERRAINS:
        if not chart.ground(terrain):
            yield f"board.yaml: no hex is {terrain} [M2, rule 13.1]."
    if set(chart.board.temples) != set(facts.TEMPLES):
        yield "board.yaml, temples: are 2810 and 3016 [M2, rule 7.14]."
    for number, row in chart.hexes.items():
        if (row.region == "none") != (row.terrain == "quagmire"):
            yield f"board.yaml, {number}: the quagmire alone lies in no region [M2, rule 2.14]."


def chapultepec(chart: Chart) -> Problems:
    """M3: the castle lies inland, and out of reach of the Spanish set-up."""
    here = facts.CHAPULTEPEC
    if here not in chart.hexes:
        return
    about = chart.beside(here)
    inland = len(about) == 6 and all(chart.region(n) == "mainland" for n in (here, *about))
    if not inland:
        yield f"board.yaml, {here}: is mainland, and so is all around it [M3, rule 10.5]."
    for anchor in ("1004", "1539", "4244"):
        if chart.far(here, anchor) - 2 < 4:
            yield f"board.yaml, {here}: lies too near to {anchor} [M3, rule 3.3]."


def causeways(chart: Chart) -> Problems:
    """M6: a road is a row of hexsides: those that the book names, and the stretch of 9.2."""
    for name, road in chart.board.causeways.items():
        for a, b in pairwise(road.hexes):
            if not chart.touch(a, b):
                yield f"board.yaml, {name}: {a} and {b} do not touch [M6]."
    for a, b in facts.ROADS:
        if frozenset((a, b)) not in chart.roads:
            yield f"board.yaml, causeways: one runs from {a} to {b} [M6, rule 7.16]."
    if frozenset(facts.NO_ROAD) in chart.roads:
        yield "board.yaml, causeways: none runs from 2910 to 3010 [M6, rule 7.16]."
    for a, b in pairwise(facts.STRETCH):
        if frozenset((a, b)) not in chart.roads:
            yield f"board.yaml, causeways: one runs from {a} to {b} [M6, rule 9.2]."
    if chart.board.stretch != facts.STRETCH or not chart.over.issuperset(facts.STRETCH):
        yield "board.yaml, stretch: is 2921 to 2924, hexes over the lake [M6, rule 9.2]."
    yield from _ends(chart)
    yield from _wet(chart)


def _ends(chart: Chart) -> Problems:
    """The stretch leads from the city to Xoloco."""
    beyond = [
        {n for n in chart.beside(end) if frozenset((n, end)) in chart.roads} - set(facts.STRETCH)
        for end in (facts.STRETCH[0], facts.STRETCH[-1])
    ]
    if not any(chart.region(n) == "tenochtitlan" for n in beyond[0]):
        yield "board.yaml, causeways: 2921 joins the city in the north [M6, rule 9.2]."
    forts = [n for n in beyond[1] if n in chart.board.forts]
    if not any(chart.board.forts[n].name == "Xoloco" for n in forts):
        yield "board.yaml, causeways: 2924 joins Xoloco in the south [M6, rule 9.2]."


def _wet(chart: Chart) -> Problems:
    for edge in sorted(chart.wet - chart.roads, key=sorted):
        yield f"board.yaml, causeways: {'-'.join(sorted(edge))} is wet without a road [M6]."
    for edge in sorted(chart.roads - chart.wet, key=sorted):
        if edge & chart.over:
            yield (
                f"board.yaml, causeways: {'-'.join(sorted(edge))} runs over the lake and must be "
                "wet [M6, rule 8.25]."
            )


def short_cuts(chart: Chart) -> Problems:
    """M6a: hexes over the lake are left along the road alone, and each borders the lake."""
    for number in sorted(chart.over):
        for other in chart.beside(number):
            if other in chart.over and number < other:
                if frozenset((number, other)) not in chart.roads:
                    yield (
                        f"board.yaml, {number}: lies beside {other} over the lake, and no road "
                        "joins them [M6a]."
                    )
        if not chart.borders.get(number):
            yield f"board.yaml, {number}: is a hex over the lake and borders no area [M6a]."
        if not any(number in edge for edge in chart.roads):
            yield f"board.yaml, {number}: is a hex over the lake without a causeway [M6a]."
    if not chart.crosses("2924", "3024"):
        yield "board.yaml, hexsides: one can attack from 2924 into 3024 [M6a, rule 8.4]."


def forts(chart: Chart) -> Problems:
    """M7: four on the island's shore, Acachinango in the lake, each with its causeway."""
    board = chart.board
    for number in sorted(set(board.forts) ^ set(chart.ground("fortress"))):
        so = "is no fortress" if number in board.forts else "is a fortress and not among the forts"
        yield f"board.yaml, {number}: {so} [M7, rule 10.5]."
    island = [n for n in board.forts if chart.region(n) == "tenochtitlan"]
    if len(island) != facts.ISLAND_FORTS:
        yield f"board.yaml, forts: {len(island)} stand on the island, not four [M7, rule 10.5]."
    for number in board.forts:
        if number in chart.borders and not chart.borders[number]:
            yield f"board.yaml, {number}: a fort of 10.5 stands on the water [M7, rule 10.5]."
    if chart.region(facts.ACACHINANGO) != "acachinango":
        yield "board.yaml, 2543: Acachinango is neither island nor mainland [M7, rule 10.5]."
    for number, fort in board.forts.items():
        ways = {
            n
            for name in fort.approach
            if name in board.causeways
            for n in board.causeways[name].hexes
        }
        reached = _along(chart, number, ways)
        if not any(chart.region(n) in ("mainland", "tepeyac") for n in reached):
            yield (
                f"board.yaml, {number}: no causeway of its approach leads from the mainland to "
                f"{fort.name} [M7, rule 10.5]."
            )


def _along(chart: Chart, start: str, ways: set[str]) -> set[str]:
    """What can be reached from a hex on the roads of some causeways."""
    return chart.walked(start, lambda a, b: frozenset((a, b)) in chart.roads and b in ways)


def tepeyac(chart: Chart) -> Problems:
    """M8: land at the north edge, left by causeway or lake alone."""
    hills = chart.of("tepeyac")
    if facts.TEPEYAC not in hills:
        yield "board.yaml, 3400: lies in Tepeyac [M8, rule 7.17]."
    north = str(chart.board.grid.rows[0]).zfill(2)
    if not any(number.endswith(north) for number in hills):
        yield "board.yaml: Tepeyac lies at the north edge [M8, rule 7.17]."
    leaving = 0
    for number in sorted(hills):
        for other in chart.beside(number):
            if other in hills or not chart.crosses(number, other):
                continue
            leaving += 1
            if frozenset((number, other)) not in chart.roads:
                yield (
                    f"board.yaml, {number}: Tepeyac is left by causeway or lake, and here one "
                    f"walks to {other} [M8, rule 7.17]."
                )
    if not leaving:
        yield "board.yaml: no causeway leads to Tepeyac [M8, rule 7.17]."


def edges(chart: Chart) -> Problems:
    """M9: clear land on the west edge and on the south edge."""
    west, south = str(chart.board.grid.columns[0]), str(chart.board.grid.rows[1])
    clear = [n for n in chart.ground("clear") if chart.region(n) == "mainland"]
    if not any(number.startswith(west) for number in clear):
        yield "board.yaml: no clear land on the west edge [M9, rules 9.6 and 11.1]."
    if not any(number.endswith(south) for number in clear):
        yield "board.yaml: no clear land on the south edge [M9, rules 9.6 and 11.1]."


def cavalry(chart: Chart) -> Problems:
    """M10: horse can reach both temples from every camp."""

    def rides(a: str, b: str) -> bool:
        return chart.terrain(b) != "chinampa_city" or frozenset((a, b)) in chart.roads

    for camp in ("1004", "1539", "4244"):
        reached = chart.walked(camp, rides)
        for temple in facts.TEMPLES:
            if temple not in reached:
                yield f"board.yaml: no horse can ride from {camp} to {temple} [M10, rule 11.8]."


def city(chart: Chart) -> Problems:
    """M11: the island has markets, chinampas and streets; there are towns on the mainland."""
    island = chart.of("tenochtitlan")
    found = {chart.terrain(number) for number in island}
    if "clear" not in found:
        yield "board.yaml: the island has no clear hex, a market [M11, rule 7.9]."
    if "chinampa_city" not in found:
        yield "board.yaml: the island has no chinampas [M11, rule 7.13]."
    if not any(edge <= island for edge in chart.roads):
        yield "board.yaml: no causeway runs through the island [M11, rule 7.16]."
    if not any(chart.region(n) == "mainland" for n in chart.ground("dry_land_city")):
        yield "board.yaml: no Dry Land City on the mainland [M11, rule 7.12]."


def reach(chart: Chart) -> Problems:
    """M14a: every hex can be walked to; the stretch parts Xoloco from the city; 10.8 bites."""
    on_foot = chart.walked("3016")
    for number, row in chart.hexes.items():
        if row.terrain != "quagmire" and number not in on_foot:
            yield f"board.yaml, {number}: cannot be walked to from 3016 [M14a]."
    island = chart.of("tenochtitlan")
    inner = chart.walked("3016", lambda a, b: b in island)
    if any(fort.name == "Xoloco" and n in inner for n, fort in chart.board.forts.items()):
        yield "board.yaml, stretch: must part Xoloco from the city [M14a, rule 9.2]."
    hills = chart.of("tepeyac")
    if hills and not any(chart.far(n, hill) < 4 for n in island for hill in hills):
        yield "board.yaml: no hex of the island is fewer than 4 from Tepeyac [M14a, rule 10.8]."


def geography(chart: Chart) -> Problems:
    """M14: at 300 metres a hex the given hexes lie about where they truly were."""
    sheet = chart.board.grid
    if sheet.metres != 300:
        yield "board.yaml, grid: a hex is 300 metres across [M14, rule 1.2]."
    for number, (east, north) in facts.TRUE.items():
        x, y = _metres(chart, number)
        if max(abs(x / 1000 - east), abs(y / 1000 - north)) > facts.BENT:
            yield f"board.yaml, {number}: lies more than {facts.BENT} km from its place [M14]."


def _metres(chart: Chart, number: str) -> tuple[float, float]:
    """East and north of the Great Temple."""
    high = chart.board.grid.metres
    cell, temple = chart.numbering.cell(number), chart.numbering.cell("3016")
    lower = [0.5 * (one.column % 2 == 1) for one in (cell, temple)]
    down = cell.row + lower[0] - temple.row - lower[1]
    return (cell.column - temple.column) * high * 3**0.5 / 2, -down * high


def sources(chart: Chart) -> Problems:
    """M13: what is rebuilt says why, and a word alone is one of the reasons."""
    board = chart.board
    rows = {**board.hexes, **board.causeways, **board.lake, **board.forts}
    for name, row in rows.items():
        if row.source == "reconstructed" and not row.why:
            yield f"board.yaml, {name}: is rebuilt and does not say why [M13]."
        if row.why and " " not in row.why and row.why not in board.reasons:
            meant = guess(row.why, board.reasons)
            yield f"board.yaml, {name}: there is no reason {row.why}{meant} [M13]."


OF_BOARD = (
    grid,
    numbered,
    chapultepec,
    causeways,
    short_cuts,
    forts,
    tepeyac,
    edges,
    cavalry,
    city,
    reach,
    geography,
    sources,
)
