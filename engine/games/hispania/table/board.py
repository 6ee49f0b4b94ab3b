"""The fixed facts of Hispania, from its data, as flat tables that the rules read by index.

Gold and victory points come in halves everywhere, so they are kept as whole numbers of halves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from engine.boards import distances
from engine.core import DataError, Option
from engine.games.hispania.book.awards import Awards
from engine.games.hispania.table.peoples import Peoples
from engine.games.hispania.table.reading import count, halves

PLAIN, MOUNTAIN = 0, 1
NO_LANDING, ANCHOR, CROSSED, CLOSED = 0, 1, 2, 3
STILL = (0, 0)
NEVER = 99  # a roll that no die shows: the two never meet (Elite against Elite)

KINDS = ("inf", "elite", "cav", "knight", "crusader", "castle", "fort", "berber")
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

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        try:
            self._places(data["board"])
            self._ways(data["board"])
            self._kinds(data["units"])
            self._shots(data["units"])
            self.peoples = Peoples(data["nations"], self.place, self.zone, self.kind)
            self.awards = Awards(
                data["victory"],
                self.peoples.nation,
                self.peoples.chief,
                self.place,
                self.zone,
                self.kind,
            )
            self._pieces()
            self._scenarios(data["scenarios"])
            self.options = _options(data["rules"])
            self._named()
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise DataError(
                f"Hispania's data cannot be used: {type(error).__name__} {error}; "
                "`herald data check hispania` says where"
            ) from None

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

    def _places(self, board: Mapping[str, Any]) -> None:
        """Provinces first, then what lies beyond the map: one numbering for both."""
        provinces, beyond = board["provinces"], board["beyond"]
        self.provinces = len(provinces)  # a place below this number is a province
        self.places = (*provinces, *beyond)
        self.place = {token: i for i, token in enumerate(self.places)}
        self.place_names = {t: str(p["name"]) for t, p in (*provinces.items(), *beyond.items())}
        self.africa, self.gascony, self.narbonne, self.sea, self.camp = (
            self.place[token] for token in ("Afrique", "Gascogne", "Narbonne", "Mer", "Camp")
        )
        self.zones = tuple(board["zones"])
        self.zone = {token: i for i, token in enumerate(self.zones)}
        self.zone_names = {token: str(z["name"]) for token, z in board["zones"].items()}
        rows = list(provinces.values())
        self.zone_of = tuple(self.zone[p["zone"]] for p in rows)
        self.zone_places = tuple(
            tuple(i for i, z in enumerate(self.zone_of) if z == zone)
            for zone in range(len(self.zones))
        )
        self.mountain = tuple(p["terrain"] == "mountain" for p in rows)
        self.stack = tuple(count(p["stack"]) for p in rows)
        self.income = tuple(halves(p["income"]) for p in rows)
        self.landing = tuple(_LANDINGS[p.get("landing", "")] for p in rows)
        self.anchors = tuple(i for i, kind in enumerate(self.landing) if kind == ANCHOR)
        self.island = tuple(bool(p.get("island")) for p in rows)
        self.south_of_douro = tuple(bool(p.get("south_of_douro")) for p in rows)

    def _ways(self, board: Mapping[str, Any]) -> None:
        """Borders, straits, and the gates to what lies beyond the map."""
        self.rivers = tuple(board["rivers"])
        self.adjacent = self._graph(board["borders"])
        self.straits = self._graph(board["straits"])
        self.gates = self._graph(board["gates"])
        size = len(self.places)
        river = [0] * (size * size)  # 1 + the river's number where a border runs along one
        for row in board["borders"]:
            if "river" in row:
                a, b = self._ends(row)
                river[a * size + b] = river[b * size + a] = 1 + self.rivers.index(row["river"])
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
        """Whether the step crosses a river (6.4)."""
        return self.river[start * len(self.places) + end] != 0

    def _ends(self, row: Mapping[str, Any]) -> tuple[int, int]:
        a, b = row["between"]
        return self.place[a], self.place[b]

    def _graph(self, rows: Iterable[Mapping[str, Any]]) -> tuple[tuple[int, ...], ...]:
        beside: list[set[int]] = [set() for _ in self.places]
        for row in rows:
            a, b = self._ends(row)
            beside[a].add(b)
            beside[b].add(a)
        return tuple(tuple(sorted(near)) for near in beside)

    # ---- units ---------------------------------------------------------------------------------

    def _kinds(self, units: Mapping[str, Any]) -> None:
        if tuple(units["kinds"]) != KINDS:
            raise ValueError("the kinds of units are not " + ", ".join(KINDS))
        self.kind = {token: i for i, token in enumerate(KINDS)}
        self.kinds = tuple(
            Kind(
                token,
                str(k["name"]),
                halves(k.get("cost", 0)),
                count(k.get("move", STILL)[0]),
                count(k.get("move", STILL)[1]),
                count(k["shots"]),
                count(k["lives"]),
                k.get("stacking", True),
                k.get("population", True),
                k.get("retreat", True),
                self.kind[k.get("as", token)],
            )
            for token, k in units["kinds"].items()
        )
        self.kind_names = {kind.token: kind.name for kind in self.kinds}
        self.chief_move = count(units["chief"]["move"])
        self.bonus_chief = count(units["bonus"]["chief"])
        self.bonus_zeal = count(units["bonus"]["zeal"])
        self.bonus_river = count(units["bonus"]["river"])

    def _pieces(self) -> None:
        """What stands on the map, in one numbering: kinds of units first, then Chiefs."""
        self.pieces = (*KINDS, *self.peoples.chief)
        self.piece = {token: i for i, token in enumerate(self.pieces)}

    def _shots(self, units: Mapping[str, Any]) -> None:
        """needs[attacking][shooter][target][terrain]: the lowest roll that hits.

        A Fort is looked up as what it fights as (`fort_as`); crusaders as Knights.
        """
        self.berber_hits = count(units["berber"]["hits"])
        self.berber_hit_by = count(units["berber"]["hit_by"])
        self.needs = (self._table(units["defence"]), self._table(units["attack"]))

    def _table(self, rows: Mapping[str, Any]) -> tuple[tuple[tuple[int, int], ...], ...]:
        table = []
        for shooter in self.kinds:
            line = []
            for target in self.kinds:
                if shooter.token == "berber":
                    need = [self.berber_hits] * 2
                elif target.token == "berber":
                    need = [self.berber_hit_by] * 2
                else:
                    row = rows.get(KINDS[shooter.like], {})
                    need = row.get(KINDS[target.like], (NEVER, NEVER))
                line.append((count(need[PLAIN]), count(need[MOUNTAIN])))
            table.append(tuple(line))
        return tuple(table)

    def fort_as(self, nation: int) -> int:
        """A Fort fights as an Elite while it is ROME's, as Infantry after (6.2.1)."""
        return ELITE if nation == self.peoples.nation["rome"] else INF

    # ---- scenarios -----------------------------------------------------------------------------

    def _scenarios(self, raw: Mapping[str, Any]) -> None:
        setups = {token: self._setup(plan["units"]) for token, plan in raw["setups"].items()}
        self.track = tuple(
            Turn(count(t["turn"]), str(t["years"]), str(t["title"]), bool(t.get("score")))
            for t in raw["track"]
        )
        self.scenarios = {
            token: Scenario(
                token,
                str(s["title"]),
                count(s["turns"][0]),
                count(s["turns"][1]),
                setups[s["setup"]],
                tuple(halves(s["start"][seat]) for seat in self.peoples.seats),
            )
            for token, s in raw["scenarios"].items()
        }

    def _setup(self, plan: Mapping[str, Any]) -> tuple[tuple[int, int, int, int], ...]:
        return tuple(
            (self.peoples.nation[nation], self.place[place], self.kind[kind], count(number))
            for nation, places in plan.items()
            for place, units in places.items()
            for kind, number in units.items()
        )


def _options(rules: Mapping[str, Any]) -> dict[str, Option]:
    for name, o in rules["options"].items():
        if not all(isinstance(value, str) for value in (*o["values"], o["default"])):
            raise ValueError(f"option {name} has a value that is not a word")
    return {
        name: Option(name, o["rule"], tuple(o["values"]), o["default"], o["title"], o["summary"])
        for name, o in rules["options"].items()
    }
