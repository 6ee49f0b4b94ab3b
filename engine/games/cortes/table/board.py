"""The fixed facts of Cortés, from its data, as flat tables that the rules read by index.

A place is a number: the hexes first, in the order of the file, then the areas of the lake
(`hexes + area`). A hexside is what lies between a hex and its neighbour in one of six directions,
clockwise from north: nothing that can be crossed, land, a road on land, or a road between two
waters. Units are numbers too, the Spanish side first; a unit is a kind, and alike ones (all
knights, the regulars of one tribe) are told apart by nothing but their number.

    board.place["3016"], board.place["11"]    numbers of a hex and of an area
    board.beside[h][d], board.side[h][d]      the neighbour in a direction, and what lies between
    board.crossed[h]                          the neighbours that can be walked to or attacked
    board.steps[FOOT][h]                      (neighbour, movement points), the cheaper way (7.16)
    board.terrain[h], board.region[h]         numbers of TERRAINS and REGIONS of `data`
    board.borders[h], board.shores[a]         areas about a hex, hexes about an area
    board.next[a], board.closed[a]            the lake among itself (7.20), and 2.12
    board.kinds[k].combat[steps]              a factor by the steps that are left
    board.results[column][roll]               steps lost by attacker and defender, both from 0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.boards.hexes import Grid, distance, moved
from engine.games.cortes.table import data as files
from engine.games.cortes.table.data import REGIONS, SIDES, TERRAINS, TYPES
from engine.models import usable

SPANISH, AZTEC = range(len(SIDES))
INFANTRY, CAVALRY, GUNBOAT, CANNON, ELITE, ALLY, KNIGHT, REGULAR, LEADER = range(len(TYPES))
CLEAR, QUAGMIRE, DRY_LAND_CITY, CHINAMPA_CITY, TEMPLE, FORTRESS, MAJOR_FORTRESS = range(
    len(TERRAINS)
)
MAINLAND, TEPEYAC, TENOCHTITLAN, ACACHINANGO, CAUSEWAY, NOWHERE = range(len(REGIONS))

BARRED, LAND, ROAD, WET = range(4)  # hexsides: of water or off the map, land, road, road over water
FOOT, HORSE, NATIVE = range(3)  # who moves: the Spanish side, its cavalry, the Aztecs
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8  # edges of the map that a hex lies on

NAMED = {"chapultepec": "1322", "acachinango": "2543", "great temple": "3016", "tlatelolco": "2810"}


class Kind(NamedTuple):
    """What a counter is: all that can be seen of it but its steps."""

    token: str
    name: str
    code: str  # what orders call it
    type: int
    side: int
    tribe: int  # -1: none
    steps: int  # at full strength; 0 of cannons and leaders
    combat: tuple[int, ...]  # by steps left; 0 of none
    move: int
    lake: bool
    european: bool  # "Spanish" in the book's sense (2.14)

    @property
    def counters(self) -> int:
        """2.10: who has four steps has a second counter for the last two."""
        return 2 if self.steps == 4 else 1


class Unit(NamedTuple):
    """One of those that the book numbers."""

    number: str  # as it is printed
    side: int
    kind: int
    name: str  # of its commander, boat or chief
    token: str  # what orders call it, if it has a name of its own


class Camp(NamedTuple):
    """3.2: where a group of the Spanish side sets up."""

    token: str
    places: tuple[int, ...]  # hexes about the anchor, or one area of the lake
    units: tuple[int, ...]
    overstack: bool


class Standard(NamedTuple):
    """A set-up that is ours: who stands where, the top counter first."""

    spanish: tuple[tuple[int, tuple[int, ...]], ...]  # place, units
    carriers: Mapping[int, int]  # of cannons and of Cortés
    aztec: tuple[tuple[int, tuple[int, ...]], ...]  # place, kinds


class Level(NamedTuple):
    token: str
    name: str
    most: int  # loss points; the last level has no limit
    winner: int


class Board:
    """The data of Cortés compiled once."""

    def __init__(self, data: files.Data) -> None:
        self.data = data
        with usable("Cortés", "cortes"):
            self._hexes(data.board)
            self._hexsides(data.board)
            self._lake(data.board)
            self._spots(data.board)
            self._steps(data.tables)
            self._kinds(data.units)
            self._units(data.units)
            self._tables(data.tables)
            self._setups(data.setups)
            self.options = data.rules.choices()

    # ---- the map -------------------------------------------------------------------------------

    def _hexes(self, board: files.Map) -> None:
        self.grid = Grid(board.grid.numbering, board.hexes)
        self.hexes = len(board.hexes)  # a place below this number is a hex
        self.areas = tuple(board.lake)
        self.places = (*board.hexes, *board.lake)
        self.place = {token: i for i, token in enumerate(self.places)}
        self.beside, self.adjacent = self.grid.beside, self.grid.adjacent
        rows = list(board.hexes.values())
        self.terrain = tuple(TERRAINS.index(row.terrain) for row in rows)
        self.region = tuple(REGIONS.index(row.region) for row in rows)
        self.place_names = {token: row.name for token, row in board.hexes.items() if row.name}
        self.edge = tuple(_edges(number, board.grid) for number in board.hexes)

    def _hexsides(self, board: files.Map) -> None:
        """What lies between neighbours; a hex over the lake is left along its road alone."""
        index, special = self.grid.index, dict[frozenset[int], int]()
        for crossing in board.hexsides:
            kind = LAND if crossing.kind == "land" else BARRED
            special[frozenset(index[n] for n in crossing.between)] = kind
        for road in board.causeways.values():
            for a, b in pairwise(road.hexes):
                wet = f"{a}-{b}" in road.wet or f"{b}-{a}" in road.wet
                special[frozenset((index[a], index[b]))] = WET if wet else ROAD
        self.side = tuple(
            tuple(self._between(h, other, special) for other in row)
            for h, row in enumerate(self.beside)
        )
        self.crossed = tuple(
            tuple(n for n, kind in zip(row, kinds, strict=True) if kind)
            for row, kinds in zip(self.beside, self.side, strict=True)
        )

    def _between(self, place: int, other: int, special: Mapping[frozenset[int], int]) -> int:
        if other < 0 or QUAGMIRE in (self.terrain[place], self.terrain[other]):
            return BARRED
        over = CAUSEWAY in (self.region[place], self.region[other])
        return special.get(frozenset((place, other)), BARRED if over else LAND)

    def _lake(self, board: files.Map) -> None:
        area = {token: i for i, token in enumerate(self.areas)}
        rows = list(board.lake.values())
        self.next = tuple(tuple(sorted(area[n] for n in row.next)) for row in rows)
        self.closed = tuple(row.closed for row in rows)
        self.redeployment = tuple(a for a, shut in enumerate(self.closed) if shut)  # 10.7
        cells = {cell: a for a, row in enumerate(rows) for cell in row.cells}
        self.borders = tuple(self._about(number, cells) for number in board.hexes)
        self.shores = tuple(
            tuple(h for h, about in enumerate(self.borders) if a in about)
            for a in range(len(self.areas))
        )
        self.coastal = tuple(
            bool(about) and self.region[h] != CAUSEWAY for h, about in enumerate(self.borders)
        )

    def _about(self, number: str, cells: Mapping[str, int]) -> tuple[int, ...]:
        """7.10: the areas about a hex; nobody lands on the quagmire."""
        if self.terrain[self.grid.index[number]] == QUAGMIRE:
            return ()
        numbering = self.grid.numbering
        centre = numbering.cube(numbering.cell(number))
        found = set()
        for step in numbering.steps:
            cell = numbering.cell_of(moved(centre, step))
            if cell.column >= 0 and cell.row >= 0:
                found.add(cells.get(numbering.number(cell), -1))
        return tuple(sorted(found - {-1}))

    def _spots(self, board: files.Map) -> None:
        """What the book calls by its name."""
        at = self.grid.index
        self.chapultepec, self.acachinango = at[NAMED["chapultepec"]], at[NAMED["acachinango"]]
        self.temples = tuple(at[number] for number in board.temples)
        self.stretch = tuple(at[number] for number in board.stretch)
        self.forts = tuple(at[number] for number in board.forts)  # on the water, Acachinango too
        self.island = self._of((TENOCHTITLAN,))
        self.tepeyac = self._of((TEPEYAC,))
        self.mainland = self._of((MAINLAND, TEPEYAC))
        self.approach = {
            at[number]: tuple(
                sorted(
                    {
                        at[n]
                        for name in fort.approach
                        for n in board.causeways[name].hexes
                        if self.region[at[n]] == CAUSEWAY
                    }
                )
            )
            for number, fort in board.forts.items()
        }

    def _of(self, regions: Iterable[int]) -> tuple[int, ...]:
        return tuple(h for h, region in enumerate(self.region) if region in regions)

    def distance(self, place: int, other: int) -> int:
        """Between two hexes, across water too."""
        return distance(self.grid.cubes[place], self.grid.cubes[other])

    # ---- movement ------------------------------------------------------------------------------

    def _steps(self, tables: files.Tables) -> None:
        """7.8 to 7.17: what it costs to enter each neighbour, for foot, horse and Aztecs."""
        grounds = [tables.terrain[token] for token in TERRAINS]
        self.terrain_names = {token: ground.name for token, ground in tables.terrain.items()}
        self.shift = tuple(ground.shift for ground in grounds)
        self.aztec_only = tuple(ground.aztec_only for ground in grounds)
        self.roads_only = tuple(ground.roads_only for ground in grounds)
        self.enter = tuple(grounds[t].enter for t in self.terrain)
        roads = (tables.causeway.spanish, tables.causeway.spanish, tables.causeway.aztec)
        self.steps = tuple(
            tuple(self._from(h, mover, road) for h in range(self.hexes))
            for mover, road in enumerate(roads)
        )

    def _from(self, place: int, mover: int, road: int) -> tuple[tuple[int, int], ...]:
        found = []
        for other, kind in zip(self.beside[place], self.side[place], strict=True):
            ways = [road] if kind in (ROAD, WET) else []
            if kind in (LAND, ROAD) and self._by_land(place, other, mover):
                ways.append(self.enter[other])
            if ways:
                found.append((other, min(ways)))
        return tuple(found)

    def _by_land(self, place: int, other: int, mover: int) -> bool:
        """7.17, 7.13: into Tepeyac by causeway or from the lake; chinampas by horse on roads."""
        tepeyac = self.region[other] == TEPEYAC != self.region[place]
        return not tepeyac and not (mover == HORSE and self.roads_only[self.terrain[other]])

    # ---- units ---------------------------------------------------------------------------------

    def _kinds(self, units: files.Units) -> None:
        self.tribes = tuple(units.tribes)
        self.tribe_names = {token: tribe.name for token, tribe in units.tribes.items()}
        self.kinds = tuple(self._kind(token, row) for token, row in units.kinds.items())
        self.kind = {kind.token: i for i, kind in enumerate(self.kinds)}
        self.codes = {kind.code: i for i, kind in enumerate(self.kinds)}

    def _kind(self, token: str, row: files.Kind) -> Kind:
        type_ = TYPES.index(row.type)
        side = SIDES.index(row.side)
        return Kind(
            token=token,
            name=row.name,
            code=row.code,
            type=type_,
            side=side,
            tribe=self.tribes.index(row.tribe) if row.tribe else -1,
            steps=row.steps,
            combat=(0, *reversed(row.combat)),
            move=row.move,
            lake=row.lake,
            european=side == SPANISH and type_ not in (ELITE, ALLY),
        )

    def _units(self, units: files.Units) -> None:
        found = []
        for side, rows in enumerate((units.spanish, units.aztec)):
            for number, row in rows.items():
                found.append(Unit(number, side, self.kind[row.kind], row.name, row.token))
        self.units = tuple(found)
        self.unit = {(unit.side, unit.number): i for i, unit in enumerate(self.units)}
        self.kind_of = tuple(unit.kind for unit in self.units)
        self.side_of = tuple(unit.side for unit in self.units)
        self.full = tuple(self.kinds[unit.kind].steps for unit in self.units)
        leaders = {u.side: i for i, u in enumerate(found) if self.kinds[u.kind].type == LEADER}
        self.cortes, self.cuauhtemoc = leaders[SPANISH], leaders[AZTEC]

    # ---- tables --------------------------------------------------------------------------------

    def _tables(self, tables: files.Tables) -> None:
        """13.2: by column from 1:4 to 8:1, then by the sum of two dice from 2 on."""
        self.odds = tables.combat.odds
        self.even = self.odds.index("1:1")  # the column of equal factors
        rows = [tables.combat.results[str(roll)] for roll in range(2, 13)]
        self.results = tuple(
            tuple((int(row[column][0]), int(row[column][-1])) for row in rows)
            for column in range(len(self.odds))
        )
        self.dice, self.shifts, self.limits = tables.dice, tables.shifts, tables.limits
        self.stacking, self.points = tables.stacking, tables.points
        self.levels = tuple(
            Level(token, row.name, row.most or 999, SIDES.index(row.winner))
            for token, row in tables.victory.items()
        )

    # ---- set-ups -------------------------------------------------------------------------------

    def _setups(self, setups: files.Setups) -> None:
        self.camps = tuple(self._camp(token, row) for token, row in setups.camps.items())
        self.standard = {
            version: Standard(
                self._crowds(row.spanish, {u.number: i for i, u in self._own(SPANISH)}),
                {self._numbered(a): self._numbered(b) for a, b in row.carriers.items()},
                self._crowds(row.aztec, self.kind),
            )
            for version, row in setups.standard.items()
        }

    def _camp(self, token: str, row: files.Camp) -> Camp:
        if row.area:
            places: tuple[int, ...] = (self.place[row.area],)
        else:
            about = self.grid.disc(self.grid.index[row.anchor], row.radius)
            places = tuple(h for h in about if self.region[h] == MAINLAND)
        units = tuple(self._numbered(number) for number in (*row.units, *row.ruled))
        return Camp(token, places, units, row.overstack)

    def _own(self, side: int) -> Iterable[tuple[int, Unit]]:
        return [(i, unit) for i, unit in enumerate(self.units) if unit.side == side]

    def _numbered(self, number: str) -> int:
        return self.unit[SPANISH, number]

    def _crowds(
        self, rows: Mapping[str, tuple[str, ...]], known: Mapping[str, int]
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        return tuple(
            (self.place[place], tuple(known[one] for one in row)) for place, row in rows.items()
        )


def _edges(number: str, grid: files.Sheet) -> int:
    column, row = grid.numbering.cell(number)
    north, south = row == grid.rows[0], row == grid.rows[1]
    west, east = column == grid.columns[0], column == grid.columns[1]
    return NORTH * north + EAST * east + SOUTH * south + WEST * west
