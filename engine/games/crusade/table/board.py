"""The fixed facts of the First Crusade, from its data, as flat tables that the rules read by index.

A place is a number: Cities first, Towns, points, the shore beside Cyprus, boxes.
The shore is made here: it is to Cyprus what a gate is to other Cities, and no road leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from engine.boards.graph import distances
from engine.games.crusade.table import data as files
from engine.games.crusade.table import facts
from engine.games.crusade.table.charts import Charts
from engine.games.crusade.table.people import NOBODY, People
from engine.models import usable

CITY, TOWN, POINT, BOX = range(4)
ROAD, RIVER, GATE, ENTRY = range(4)  # kinds of connection
FORD = 2  # what a river connection adds to attrition (6.3A)
FAR = 999
SHORE = "Cyprus-Shore"

_WAYS = {"road": ROAD, "river": RIVER, "gate": GATE, "entry": ENTRY}
_NAMED = "Antioch Jerusalem Cyprus Acre Jericho Syrian-Gates"  # by the rules


class Way(NamedTuple):
    """A connection; a road over a bridge is a road."""

    number: int
    ends: tuple[int, int]
    kind: int
    jordan: bool  # a river connection of the Jordan (6.7)

    @property
    def river(self) -> bool:
        return self.kind == RIVER

    def other(self, end: int) -> int:
        a, b = self.ends
        return b if end == a else a


class Start(NamedTuple):
    """What the set-up puts at a place."""

    place: int
    control: int
    leader: int  # -1: none
    sp: int
    fleets: int
    true_cross: bool


class Board:
    """The data compiled once."""

    def __init__(self, data: files.Data) -> None:
        self.data = data
        with usable("The First Crusade", "crusade"):
            self._places(data.board)
            self._ways(data.board)
            self._sea(data.board)
            self.people = People(data.leaders, data.scenarios)
            self.charts = Charts(data.tables, data.cards, data.scenarios, self.place)
            self._boxes(data.board)
            self._setup(data.scenarios)
            self._prizes(data.victory)
            self.options = data.rules.choices()

    # ---- places --------------------------------------------------------------------------------

    def _places(self, raw: files.Board) -> None:
        self.places = (*raw.cities, *raw.towns, *raw.transit, SHORE, *raw.boxes)
        self.place = {token: i for i, token in enumerate(self.places)}
        for token in (*facts.BOXES, *_NAMED.split()):
            if token not in self.place:
                raise ValueError(f"there is no place {token}, which the rules name")
        cities, towns, points = len(raw.cities), len(raw.towns), len(raw.transit) + 1
        self.cities = range(cities)
        self.towns = range(cities, cities + towns)
        self.points = range(cities + towns, cities + towns + points)
        self.boxes = range(cities + towns + points, len(self.places))
        kinds = (CITY,) * cities + (TOWN,) * towns + (POINT,) * points
        self.kind = (*kinds, *(BOX for _ in self.boxes))
        # 6.3A: Cities and Towns cost 1 to enter, a point what is printed in it, a box nothing
        self.value = (
            *(1 for _ in range(cities + towns)),
            *(point.value for point in raw.transit.values()),
            1,
            *(box.value for box in raw.boxes.values()),
        )
        self.names = {token: token for token in raw.cities}
        self.names |= {token: town.name or token for token, town in raw.towns.items()}
        self.names |= {token: point.name or token for token, point in raw.transit.items()}
        self.names |= {SHORE: "the shore of Cyprus"}
        self.names |= {token: box.name for token, box in raw.boxes.items()}
        self.near_to = {token: point.near for token, point in raw.transit.items()}
        self.sdv = tuple(city.sdv for city in raw.cities.values())
        self.resources = tuple(city.resources or city.sdv for city in raw.cities.values())
        # Cyprus has its shore where the others have a gate
        self.gate = tuple(self.place[city.gate or SHORE] for city in raw.cities.values())
        self.doubles = tuple(
            i for i, token in enumerate(self.places) if _double(raw.transit.get(token))
        )
        within = [NOBODY] * len(self.places)
        for city, gate in enumerate(self.gate):
            within[gate] = city
        self.city_of = tuple(within)  # by gate: the City behind it, or -1
        self.cyprus, self.shore = self.place["Cyprus"], self.place[SHORE]
        self.antioch, self.jerusalem = self.place["Antioch"], self.place["Jerusalem"]
        self.syrian_gates = self.place["Syrian-Gates"]

    def holds(self, place: int) -> bool:
        """Whether somebody can control the place: a City or a Town."""
        return place < self.points.start

    # ---- connections ---------------------------------------------------------------------------

    def _ways(self, raw: files.Board) -> None:
        rows = [(*row.ends, _WAYS[row.type], row.river) for row in raw.connections]
        rows.append(("Cyprus", SHORE, GATE, ""))
        self.ways = tuple(
            Way(number, (self.place[a], self.place[b]), kind, kind == RIVER and river == "Jordan")
            for number, (a, b, kind, river) in enumerate(rows)
        )
        size = len(self.places)
        between = [-1] * (size * size)
        beside: list[list[int]] = [[] for _ in self.places]
        for way in self.ways:
            a, b = way.ends
            between[a * size + b] = between[b * size + a] = way.number
            beside[a].append(b)
            beside[b].append(a)
        self._between = tuple(between)
        # by place: where a line of communication goes on, with its attrition points
        self.onward = tuple(
            tuple(
                (way.other(node), self.value[way.other(node)] + (FORD if way.kind == RIVER else 0))
                for way in self.ways
                if node in way.ends and self.kind[way.other(node)] != BOX
            )
            for node in range(size)
        )
        self.near = tuple(tuple(sorted(ends)) for ends in beside)  # by any connection
        self.away = tuple(distances(self.near, place) for place in range(size))  # in steps

    def way(self, start: int, end: int) -> int:
        """The number of the connection between two places, -1 if there is none."""
        return self._between[start * len(self.places) + end]

    def cost(self, start: int, end: int) -> int:
        """6.3A: attrition points of a step along a connection."""
        way = self.ways[self.way(start, end)]
        return self.value[end] + (FORD if way.kind == RIVER else 0)

    def reach(
        self, start: int, rain: bool = False, closed: frozenset[int] = frozenset()
    ) -> list[int]:
        """The fewest attrition points to every place; nobody walks through a City or a box.

        `closed`: places that are not entered. FAR where no way leads.
        """
        best = [FAR] * len(self.places)
        best[start] = 0
        heap = [(0, start)]
        while heap:
            points, here = heappop(heap)
            if points > best[here] or (here != start and self.kind[here] in (CITY, BOX)):
                continue
            for there, step in self._steps(here, rain):
                if there not in closed and points + step < best[there]:
                    best[there] = points + step
                    heappush(heap, (points + step, there))
        return best

    def _steps(self, here: int, rain: bool) -> Iterator[tuple[int, int]]:
        for there in self.near[here]:
            way = self.ways[self.way(here, there)]
            if self.kind[there] == BOX or (rain and way.kind == RIVER):
                continue
            yield there, self.cost(here, there)

    # ---- the sea -------------------------------------------------------------------------------

    def _sea(self, raw: files.Board) -> None:
        """Zones in their order; one number more is Egypt's box, which only its fleets enter."""
        self.zones = tuple(raw.zones)
        self.zone = {token: i for i, token in enumerate(self.zones)}
        self.zone_names = {token: zone.name for token, zone in raw.zones.items()}
        self.ports = tuple(
            tuple(self.place[port] for port in zone.ports) for zone in raw.zones.values()
        )
        self.zone_near = tuple(
            tuple(self.zone[other] for other in zone.next) for zone in raw.zones.values()
        )
        self.zones_apart = tuple(distances(self.zone_near, zone) for zone in range(len(self.zones)))
        port = [-1] * len(self.places)
        for zone, places in enumerate(self.ports):
            for place in places:
                port[place] = zone
        self.port = tuple(port)  # by place: the zone of its harbour, or -1
        self.deep = tuple(
            token in raw.cities and raw.cities[token].deep for token in self.places
        )  # 9.3
        self.fleets_arrive = next(i for i, z in enumerate(raw.zones.values()) if z.fleets_arrive)
        self.egypt_zone = self.zone[raw.boxes["Egypt"].zone]  # the one that its box leads to
        self.egypt_sea = len(self.zones)  # where a fleet in the box is

    # ---- boxes ---------------------------------------------------------------------------------

    def _boxes(self, raw: files.Board) -> None:
        self.entries = tuple(self.place[token] for token in facts.ENTRIES)
        self.cappadocia, self.mosul = self.place["Cappadocia"], self.place["Mosul"]
        self.egypt = self.place["Egypt"]
        self.links = {
            self.place[token]: tuple(self.place[end] for end in box.links)
            for token, box in raw.boxes.items()
        }
        # who may ever enter a box; -1: nobody
        self.only = {
            self.place[token]: self.people.faction[box.only] if box.only else NOBODY
            for token, box in raw.boxes.items()
        }

    # ---- set-up and victory --------------------------------------------------------------------

    def _setup(self, raw: files.Scenarios) -> None:
        leader, faction = self.people.leader, self.people.faction
        self.starts = tuple(
            Start(
                self.place[token],
                faction[one.control],
                leader[one.leader] if one.leader else -1,
                one.sp,
                one.fleets,
                one.true_cross,
            )
            for token, one in raw.setup.items()
        )
        self.dates = raw.dates  # lists, reveal, end
        self.kerbogha = leader[raw.kerbogha.leader]
        self.kerbogha_sp = raw.kerbogha.sp
        self.kerbogha_from = raw.kerbogha.from_

    def _prizes(self, raw: files.Victory) -> None:
        """Points of each City by side; those of Mosul's list; the Cities of each list."""
        none = files.Prize.model_validate({})
        prizes = [raw.cities.get(self.places[city], none) for city in self.cities]
        self.prizes = (tuple(p.crusader for p in prizes), tuple(p.muslim for p in prizes))
        self.mosul_prizes = tuple(p.mosul for p in prizes)
        self.listed = tuple(city for city in self.cities if prizes[city].crusader)
        self.mosul_listed = tuple(city for city in self.cities if prizes[city].mosul)
        self.lists = raw.lists  # mosul, crusader, missed, desertion
        self.true_cross_points = raw.true_cross.points
        self.destroyed_points = raw.destroyed.points


def _double(point: files.Transit | None) -> bool:
    return point is not None and point.double
