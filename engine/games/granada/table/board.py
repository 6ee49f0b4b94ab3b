"""The fixed facts of Granada, from its data, as flat tables that the rules read by index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.boards import distances
from engine.core import DataError, Option

CHRISTIAN, MUSLIM, NEUTRAL = 0, 1, 2
GREY = 2  # the side of a grey block; its player is the Christian
SEATS = ("christian", "muslim")
OWNERS = ("christian", "muslim", "nobody")
SECONDARY, MAIN, HYBRID = 0, 1, 2
NO_ARM, HORSE, CROSSBOW, GUN = 0, 1, 2, 3

FACTIONS = ("castile", "aragon", "leon", "kingdoms", "andalusies", "bannigas", "sarray", "zegries")
GROUPS = (*FACTIONS, "orders", "crusaders", "mercenaries", "guard", "mujahideen")
ARMIES = ("white", "grey")

_ROADS = {"secondary": SECONDARY, "main": MAIN, "hybrid": HYBRID}
_ARMS = {None: NO_ARM, "horse": HORSE, "crossbow": CROSSBOW, "gun": GUN}


class Kind(NamedTuple):
    """A kind of block: what is printed on it (3.2).

    Any faction card deploys army leaders (10.8), Military Orders (10.9), the Palace Guard (10.10),
    Mujahideens (10.11), Mercenaries (11.1), Crusaders (11.2) and grey Banu Sarray (10.12.2).
    """

    token: str
    name: str
    side: int
    faction: int  # 0..7, or -1 for those that no single faction owns
    group: int  # whom it strengthens in battle (8.3.2): index into GROUPS, -1 for army leaders
    impact: int
    arm: int
    leader: bool
    army: bool
    any_card: bool  # any faction card deploys it
    immune: bool  # to morale challenges (8.4.1)
    special: str
    fleet: bool
    count: int  # type: ignore[assignment]  # hides a method nobody needs
    optional: str


class Card(NamedTuple):
    """A card design."""

    token: str
    name: str
    type: str
    faction: int
    bid: int  # 0: no number
    naval: int  # 0: no icon, -1: arrow
    count: int  # type: ignore[assignment]
    impact: int
    beside: bool
    optional: str


class Road(NamedTuple):
    to: int
    segment: int
    type: int


FACTION_CARDS = ("plain", "double", "trumpet")


class Board:
    """Granada's data compiled once."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.views: dict[tuple[int, int], Any] = {}  # parts of the last views, kept by view.py
        self.prepared: dict[tuple[Any, ...], Any] = {}  # positions before the first draw
        self.stack_views: dict[tuple[bool, tuple[int, ...]], Any] = {}
        try:
            self._places(data["board"])
            self._kinds(data["pieces"])
            self._cards(data["cards"])
            self._track(data["setup"])
            self.options = _options(data["rules"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(
                f"Granada's data cannot be used: {type(error).__name__} {error}; "
                "`herald data check granada` says where"
            ) from None

    def _places(self, board: Mapping[str, Any]) -> None:
        places = board["places"]
        self.places = tuple(places)
        self.place = {token: i for i, token in enumerate(self.places)}
        self.place_names = {token: p["name"] for token, p in places.items()}
        zones = board["zones"]
        self.zones = tuple(zones)
        self.zone = {token: i for i, token in enumerate(self.zones)}
        self.zone_names = {token: z["name"] for token, z in zones.items()}
        rows = list(places.values())
        self.territory = tuple(SEATS.index(p["territory"]) for p in rows)
        self.start_control = tuple(SEATS.index(p.get("control", p["territory"])) for p in rows)
        self.capital = tuple(SEATS.index(p["capital"]) if "capital" in p else -1 for p in rows)
        self.resource = tuple(bool(p.get("resource")) for p in rows)
        self.castle = tuple(bool(p.get("castle")) for p in rows)
        self.tower = tuple(bool(p.get("watchtower")) for p in rows)
        self.recruit = tuple(
            frozenset(FACTIONS.index(f) for f in p.get("recruit", ())) for p in rows
        )
        self.recruit_places = tuple(
            tuple(i for i, shields in enumerate(self.recruit) if f in shields)
            for f in range(len(FACTIONS))
        )
        self.recruit_sides = tuple(
            tuple(i for i, shields in enumerate(self.recruit) if shields & own)
            for own in (frozenset(range(4)), frozenset(range(4, 8)))
        )
        self.b_towns = tuple(i for i, p in enumerate(rows) if p.get("boabdil"))
        self.pioneers = tuple(i for i, p in enumerate(rows) if p.get("pioneers"))
        self.disks = tuple(i for i, p in enumerate(rows) if p.get("disk"))
        self.disk_names = {
            self.place[d["place"]]: d["name"] for d in self.data["pieces"]["disks"].values()
        }
        self.coast = tuple(self.zone[p["coast"]] if "coast" in p else -1 for p in rows)
        self.mercenary_entry = tuple(
            SEATS.index(p["mercenaries"]) if "mercenaries" in p else -1 for p in rows
        )
        self.zone_port = tuple(self.place[z["port"]] for z in zones.values())
        self.port = [-1] * len(rows)
        for z, p in enumerate(self.zone_port):
            self.port[p] = z
        self.granada = self.place["Granada"]
        self.castles = tuple(i for i, c in enumerate(self.castle) if c)
        self.towers = tuple(i for i, c in enumerate(self.tower) if c)
        self.resources = tuple(i for i, c in enumerate(self.resource) if c)
        roads: list[list[Road]] = [[] for _ in rows]
        self.segments = len(board["roads"])
        for segment, road in enumerate(board["roads"]):
            a, b = (self.place[token] for token in road["between"])
            kind = _ROADS[road["type"]]
            roads[a].append(Road(b, segment, kind))
            roads[b].append(Road(a, segment, kind))
        self.roads = tuple(tuple(sorted(r)) for r in roads)
        self.adjacent = tuple(tuple(road.to for road in r) for r in self.roads)
        self.guard_land = frozenset((self.granada, *self.adjacent[self.granada]))
        sea: list[list[int]] = [[] for _ in zones]
        for a_token, b_token in board["sea"]:
            sea[self.zone[a_token]].append(self.zone[b_token])
            sea[self.zone[b_token]].append(self.zone[a_token])
        self.sea = tuple(tuple(sorted(z)) for z in sea)
        self.sea_distance = tuple(distances(self.sea, z) for z in range(len(zones)))

    def _kinds(self, pieces: Mapping[str, Any]) -> None:
        kinds: list[Kind] = []
        for token, k in pieces["kinds"].items():
            side = GREY if k["side"] == "grey" else SEATS.index(k["side"])
            special = k.get("special", "")
            faction = FACTIONS.index(k["faction"]) if k["faction"] in FACTIONS else -1
            group = GROUPS.index(special) if special else faction
            leader = bool(k.get("leader"))
            kinds.append(
                Kind(
                    token,
                    k.get("name") or _kind_name(token, k),
                    side,
                    faction,
                    group,
                    k.get("impact", k["shields"]),
                    _ARMS[k.get("arm")],
                    leader,
                    bool(k.get("army")),
                    bool(special)
                    or bool(k.get("army"))
                    or (side == GREY and k["faction"] == "sarray"),
                    bool(special) or leader or side == GREY,
                    special,
                    bool(k.get("fleet")),
                    _count(k["count"]),
                    k.get("optional", ""),
                )
            )
        self.kinds = tuple(kinds)
        self.kind_tokens = tuple(k.token for k in kinds)
        self.kind = {k.token: i for i, k in enumerate(kinds)}
        self.kind_names = {k.token: k.name for k in kinds}
        self.fleet_kind = (self.kind["CF"], self.kind["MF"])
        self.boabdil = self.kind["Boabdil"]
        self.grey_boabdil = self.kind["YB"]
        self.monarchs = (self.kind["Ferdinand"], self.kind["Isabella"])
        self.grey_kinds = tuple(
            i for i, k in enumerate(kinds) if k.side == GREY for _ in range(k.count)
        )
        self.guards = self._special("guard")
        self.crusaders = self._special("crusaders")
        self.mercenaries = tuple(
            tuple(i for i in self._special("mercenaries") if kinds[i].side == side)
            for side in (CHRISTIAN, MUSLIM)
        )

    def _special(self, name: str) -> tuple[int, ...]:
        return tuple(
            i for i, k in enumerate(self.kinds) if k.special == name for _ in range(k.count)
        )

    def _cards(self, decks: Mapping[str, Any]) -> None:
        self.cards = tuple(
            tuple(
                Card(
                    token,
                    c["name"],
                    c["type"],
                    FACTIONS.index(c["faction"]) if "faction" in c else -1,
                    c.get("bid", 0),
                    -1 if c.get("naval") == "arrow" else c.get("naval", 0),
                    _count(c["count"]),
                    c.get("impact", 0),
                    bool(c.get("beside")),
                    c.get("optional", ""),
                )
                for token, c in decks[seat].items()
            )
            for seat in SEATS
        )
        self.card_tokens = tuple(tuple(c.token for c in deck) for deck in self.cards)
        self.card = tuple({c.token: i for i, c in enumerate(deck)} for deck in self.cards)
        # as a side names cards in orders: its own by number, the other's by negative ones
        self.card_codes = tuple(
            {**{t: ~i for t, i in self.card[1 - side].items()}, **self.card[side]}
            for side in (CHRISTIAN, MUSLIM)
        )
        self.card_words = tuple({i: t for t, i in codes.items()} for codes in self.card_codes)
        self.card_names = {c.token: c.name for deck in self.cards for c in deck}
        self.naval_tokens = tuple(decks["naval"])
        self.naval_arms = tuple(
            SEATS.index(c["arms"]) if "arms" in c else -1 for c in decks["naval"].values()
        )
        self.naval_deck = tuple(
            i for i, c in enumerate(decks["naval"].values()) for _ in range(_count(c["count"]))
        )

    def _track(self, setup: Mapping[str, Any]) -> None:
        self.scenarios = {name: s["title"] for name, s in setup["scenario"].items()}
        for plan in setup["scenario"].values():
            for part in ("random", "fleets"):
                for numbers in plan[part].values():
                    for number in numbers.values():
                        _count(number)
            for part in ("recruitment", "hand"):
                for number in plan[part].values():
                    _count(number)
        self.track = tuple(
            (str(t["year"]), str(t["turn"]), _count(t["recruits"] or 0)) for t in setup["track"]
        )
        self.turns = len(self.track)
        self.year_start = tuple(
            i == 0 or self.track[i - 1][0] != year for i, (year, _, _) in enumerate(self.track)
        )
        self.year_end = tuple(
            i + 1 == self.turns or self.track[i + 1][0] != year
            for i, (year, _, _) in enumerate(self.track)
        )
        self.turn_tokens = tuple(f"{year}-{turn}" for year, turn, _ in self.track)


MANY = 200  # more pieces of one kind than any game has


def _count(value: Any) -> int:
    """A number of pieces: a spoilt record must not make us deal for ever."""
    if type(value) is not int or not 0 <= value <= MANY:
        raise ValueError(f"{value!r} is no number of pieces")
    return value


_FACTION_NAMES = {
    "castile": "Castile",
    "aragon": "Aragón",
    "leon": "León",
    "kingdoms": "Other Kingdoms",
    "andalusies": "Andalusies",
    "bannigas": "Banu Bannigas",
    "sarray": "Banu Sarray",
    "zegries": "Zegries",
}


def _kind_name(token: str, k: Mapping[str, Any]) -> str:
    arm = {"horse": " horse", "crossbow": " crossbow", "gun": " gun"}.get(k.get("arm", ""), "")
    leader = " leader" if k.get("leader") else ""
    grey = "grey " if k["side"] == "grey" else ""
    return f"{grey}{_FACTION_NAMES[k['faction']]} {k['shields']}{arm}{leader}"


def faction_name(faction: int) -> str:
    return _FACTION_NAMES[FACTIONS[faction]]


def _options(rules: Mapping[str, Any]) -> dict[str, Option]:
    for name, o in rules["options"].items():
        if not all(isinstance(value, str) for value in (*o["values"], o["default"])):
            raise ValueError(f"option {name} has a value that is not a word")
    return {
        name: Option(name, o["rule"], tuple(o["values"]), o["default"], o["title"], o["summary"])
        for name, o in rules["options"].items()
    }
