"""The fixed facts of Hispania, from its data, as flat tables that the rules read by index.

Gold and victory points come in halves everywhere, so they are kept as whole numbers of halves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from engine.boards import distances
from engine.games.hispania.table import data as files
from engine.games.hispania.table import facts
from engine.games.hispania.table.awards import Awards
from engine.games.hispania.table.peoples import Peoples, halves
from engine.models import usable

PLAIN, MOUNTAIN = 0, 1
NO_LANDING, ANCHOR, CROSSED, CLOSED = 0, 1, 2, 3
NEVER = 99  # a roll that no die shows: the two never meet (Elite against Elite)

KINDS = facts.KINDS
INF, ELITE, CAV, KNIGHT, CRUSADER, CASTLE, FORT, BERBER = range(len(KINDS))

_NAMED = {
    "nation": "almoravide franc lusitanien omeyyad rome vandale wisigoth",
    "Chief": "Al-Mansur Roland Viriathus",
    "province": "Tolede",
    "deed": "all-hispania berbers castles great-emirate valence viriathus",
    "option": "ataces_leaves berbers beyond_the_map byzantine_fleet castle_surrender "
    "castles_on_islands el_cid_leaves entry_box knights_in_mountains rolands_knights sign_of_god "
    "vandal_retreat vassal_of_rome vassal_points",
}

_LANDINGS = {"": NO_LANDING, "anchor": ANCHOR, "crossed": CROSSED, "closed": CLOSED}


class Kind(NamedTuple):
    """A kind of unit."""

    token: str
    name: str
    cost: int  # in halves; 0: cannot be bought
    move: int  # provinces in a phase; 0: never moves
    led: int  # provinces with a Chief all the way (5.2)
    shots: int
    lives: int
    stacks: bool
    counts: bool  # for the limit of population (7.0)
    retreats: bool
    like: int  # the kind whose rows of the combat tables it uses


class Scenario(NamedTuple):
    token: str
    title: str
    first: int
    last: int
    setup: tuple[tuple[int, int, int, int], ...]  # nation, place, kind, how many
    start: tuple[int, ...]  # victory points in halves, by seat


class Turn(NamedTuple):
    number: int
    years: str
    title: str
    scores: bool  # end-of-turn victory points (8.0)


class Board:
    """Hispania's data compiled once."""

    def __init__(self, data: files.Data) -> None:
        self.data = data
        with usable("Hispania", "hispania"):
            self._places(data.board)
            self._ways(data.board)
            self._kinds(data.units)
            self._shots(data.units)
            self.peoples = Peoples(data.nations, self.place, self.zone, self.kind)
            self.awards = Awards(
                data.victory,
                self.peoples.nation,
                self.peoples.chief,
                self.place,
                self.zone,
                self.kind,
            )
            self._pieces()
            self._scenarios(data.scenarios)
            self.options = data.rules.choices()
            self._named()

    def _named(self) -> None:
        """What the rules call by its name must be there, or a game would stop in the middle."""
        peoples, deeds = self.peoples, self.awards.deeds
        known: tuple[Container[str], ...] = (
            peoples.nation,
            peoples.chief,
            self.place,
            deeds,
            self.options,
        )
        for (part, wanted), names in zip(_NAMED.items(), known, strict=True):
            for name in wanted.split():
                if name not in names:
                    raise ValueError(f"there is no {part} {name}, which the rules name")

    # ---- the map -------------------------------------------------------------------------------

    def _places(self, board: files.Board) -> None:
        """Provinces first, then what lies beyond the map: one numbering for both."""
        provinces, beyond = board.provinces, board.beyond
        self.provinces = len(provinces)  # a place below this number is a province
        self.places = (*provinces, *beyond)
        self.place = {token: i for i, token in enumerate(self.places)}
        self.place_names = {token: p.name for token, p in provinces.items()}
        self.place_names |= {token: p.name for token, p in beyond.items()}
        self.africa, self.gascony, self.narbonne, self.sea, self.camp = (
            self.place[token] for token in facts.BEYOND
        )
        self.zones = tuple(board.zones)
        self.zone = {token: i for i, token in enumerate(self.zones)}
        self.zone_names = {token: z.name for token, z in board.zones.items()}
        rows = list(provinces.values())
        self.zone_of = tuple(self.zone[p.zone] for p in rows)
        self.zone_places = tuple(
            tuple(i for i, z in enumerate(self.zone_of) if z == zone)
            for zone in range(len(self.zones))
        )
        self.mountain = tuple(p.terrain == "mountain" for p in rows)
        self.stack = tuple(p.stack for p in rows)
        self.income = tuple(halves(p.income) for p in rows)
        self.landing = tuple(_LANDINGS[p.landing] for p in rows)
        self.anchors = tuple(i for i, kind in enumerate(self.landing) if kind == ANCHOR)
        self.island = tuple(p.island for p in rows)
        self.south_of_douro = tuple(p.south_of_douro for p in rows)

    def _ways(self, board: files.Board) -> None:
        """Borders, straits, and the gates to what lies beyond the map."""
        self.rivers = tuple(board.rivers)
        self.adjacent = self._graph(board.borders)
        self.straits = self._graph(board.straits)
        self.gates = self._graph(board.gates)
        size = len(self.places)
        river = [0] * (size * size)  # 1 + the river's number where a border runs along one
        for row in board.borders:
            if row.river:
                a, b = self._ends(row)
                river[a * size + b] = river[b * size + a] = 1 + self.rivers.index(row.river)
        self.river = tuple(river)
        self.away = tuple(distances(self.adjacent, place) for place in range(size))
        # for EL CID's missions and for retreats the arrows between islands count as borders
        self.near = tuple(
            tuple(sorted({*self.adjacent[p], *(q for q in self.straits[p] if q < self.provinces)}))
            if p < self.provinces
            else ()
            for p in range(size)
        )

    def crosses(self, start: int, end: int) -> bool:
        """6.4: whether the step crosses a river."""
        return self.river[start * len(self.places) + end] != 0

    def _ends(self, row: files.Way) -> tuple[int, int]:
        a, b = row.between
        return self.place[a], self.place[b]

    def _graph(self, rows: Iterable[files.Way]) -> tuple[tuple[int, ...], ...]:
        beside: list[set[int]] = [set() for _ in self.places]
        for row in rows:
            a, b = self._ends(row)
            beside[a].add(b)
            beside[b].add(a)
        return tuple(tuple(sorted(near)) for near in beside)

    # ---- units ---------------------------------------------------------------------------------

    def _kinds(self, units: files.UnitKinds) -> None:
        if tuple(units.kinds) != KINDS:
            raise ValueError("the kinds of units are not " + ", ".join(KINDS))
        self.kind = {token: i for i, token in enumerate(KINDS)}
        self.kinds = tuple(
            Kind(
                token,
                k.name,
                halves(k.cost),
                *k.move,
                k.shots,
                k.lives,
                k.stacking,
                k.population,
                k.retreat,
                self.kind[k.as_ or token],
            )
            for token, k in units.kinds.items()
        )
        self.kind_names = {kind.token: kind.name for kind in self.kinds}
        self.chief_move = units.chief.move
        self.bonus_chief = units.bonus.chief
        self.bonus_zeal = units.bonus.zeal
        self.bonus_river = units.bonus.river

    def _pieces(self) -> None:
        """What stands on the map, in one numbering: kinds of units first, then Chiefs."""
        self.pieces = (*KINDS, *self.peoples.chief)
        self.piece = {token: i for i, token in enumerate(self.pieces)}

    def _shots(self, units: files.UnitKinds) -> None:
        """needs[attacking][shooter][target][terrain]: the lowest roll that hits.

        A Fort is looked up as what it fights as (`fort_as`); crusaders as Knights.
        """
        self.berber_hits = units.berber.hits
        self.berber_hit_by = units.berber.hit_by
        self.needs = (self._table(units.defence), self._table(units.attack))

    def _table(
        self, rows: Mapping[str, Mapping[str, tuple[int, int]]]
    ) -> tuple[tuple[tuple[int, int], ...], ...]:
        table = []
        for shooter in self.kinds:
            line = []
            for target in self.kinds:
                if shooter.token == "berber":
                    need = (self.berber_hits, self.berber_hits)
                elif target.token == "berber":
                    need = (self.berber_hit_by, self.berber_hit_by)
                else:
                    row = rows.get(KINDS[shooter.like], {})
                    need = row.get(KINDS[target.like], (NEVER, NEVER))
                line.append(need)
            table.append(tuple(line))
        return tuple(table)

    def fort_as(self, nation: int) -> int:
        """6.2.1: a Fort fights as an Elite while it is ROME's, as Infantry after."""
        return ELITE if nation == self.peoples.nation["rome"] else INF

    # ---- scenarios -----------------------------------------------------------------------------

    def _scenarios(self, raw: files.Scenarios) -> None:
        setups = {token: self._setup(plan.units) for token, plan in raw.setups.items()}
        self.track = tuple(Turn(t.turn, t.years, t.title, t.score) for t in raw.track)
        self.scenarios = {
            token: Scenario(
                token,
                s.title,
                *s.turns,
                setups[s.setup],
                tuple(halves(s.start[seat]) for seat in self.peoples.seats),
            )
            for token, s in raw.scenarios.items()
        }

    def _setup(
        self, plan: Mapping[str, Mapping[str, files.Units]]
    ) -> tuple[tuple[int, int, int, int], ...]:
        return tuple(
            (self.peoples.nation[nation], self.place[place], self.kind[kind], number)
            for nation, places in plan.items()
            for place, units in places.items()
            for kind, number in units.items()
        )
