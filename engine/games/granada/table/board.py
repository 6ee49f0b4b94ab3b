"""The fixed facts of Granada, from its data, as flat tables that the rules read by index."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.boards import distances
from engine.games.granada.table import data as files
from engine.models import usable

CHRISTIAN, MUSLIM, NEUTRAL = 0, 1, 2
GREY = 2  # the side of a grey block; its player is the Christian
SEATS = files.SEATS
OWNERS = ("christian", "muslim", "nobody")
SECONDARY, MAIN, HYBRID = 0, 1, 2
NO_ARM, HORSE, CROSSBOW, GUN = 0, 1, 2, 3

FACTIONS = files.FACTIONS
GROUPS = (*FACTIONS, *files.SPECIALS)
ARMIES = ("white", "grey")

_ROADS = {"secondary": SECONDARY, "main": MAIN, "hybrid": HYBRID}
_ARMS = {"": NO_ARM, "horse": HORSE, "crossbow": CROSSBOW, "gun": GUN}


class Kind(NamedTuple):
    """3.2: a kind of block: what is printed on it.

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


FACTION_CARDS = files.FACTION_CARDS


class Board:
    """Granada's data compiled once."""

    def __init__(self, data: files.Data) -> None:
        self.data = data
        self.views: dict[tuple[int, int], Any] = {}  # parts of the last views, kept by view.py
        self.prepared: dict[tuple[Any, ...], Any] = {}  # positions before the first draw
        self.stack_views: dict[tuple[bool, tuple[int, ...]], Any] = {}
        self.ship_views: dict[tuple[bool, tuple[tuple[int, ...], ...]], Any] = {}
        with usable("Granada", "granada"):
            self._places(data.board)
            self._roads(data.board)
            self._sea(data.board)
            self._kinds(data.pieces)
            self._cards(data.cards)
            self._track(data.setup)
        self.options = data.rules.choices()

    def _places(self, board: files.Board) -> None:
        self.places = tuple(board.places)
        self.place = {token: i for i, token in enumerate(self.places)}
        self.place_names = {token: p.name for token, p in board.places.items()}
        self.zones = tuple(board.zones)
        self.zone = {token: i for i, token in enumerate(self.zones)}
        self.zone_names = {token: z.name for token, z in board.zones.items()}
        rows = list(board.places.values())
        self.territory = tuple(SEATS.index(p.territory) for p in rows)
        self.start_control = tuple(SEATS.index(p.owner) for p in rows)
        self.capital = tuple(SEATS.index(p.capital) if p.capital else -1 for p in rows)
        self.resource = tuple(p.resource for p in rows)
        self.castle = tuple(p.castle for p in rows)
        self.tower = tuple(p.watchtower for p in rows)
        self.recruit = tuple(frozenset(FACTIONS.index(f) for f in p.recruit) for p in rows)
        self.recruit_places = tuple(
            tuple(i for i, shields in enumerate(self.recruit) if f in shields)
            for f in range(len(FACTIONS))
        )
        self.recruit_sides = tuple(
            tuple(i for i, shields in enumerate(self.recruit) if shields & own)
            for own in (frozenset(range(4)), frozenset(range(4, 8)))
        )
        self.b_towns = tuple(i for i, p in enumerate(rows) if p.boabdil)
        self.pioneers = tuple(i for i, p in enumerate(rows) if p.pioneers)
        self.disks = tuple(i for i, p in enumerate(rows) if p.disk)
        self.coast = tuple(self.zone[p.coast] if p.coast else -1 for p in rows)
        self.mercenary_entry = tuple(
            SEATS.index(p.mercenaries) if p.mercenaries else -1 for p in rows
        )
        self.granada = self.place["Granada"]
        self.castles = tuple(i for i, c in enumerate(self.castle) if c)
        self.towers = tuple(i for i, c in enumerate(self.tower) if c)
        self.resources = tuple(i for i, c in enumerate(self.resource) if c)

    def _roads(self, board: files.Board) -> None:
        roads: list[list[Road]] = [[] for _ in self.places]
        self.segments = len(board.roads)
        for segment, road in enumerate(board.roads):
            a, b = (self.place[token] for token in road.between)
            kind = _ROADS[road.type]
            roads[a].append(Road(b, segment, kind))
            roads[b].append(Road(a, segment, kind))
        self.roads = tuple(tuple(sorted(r)) for r in roads)
        self.adjacent = tuple(tuple(road.to for road in r) for r in self.roads)
        self.guard_land = frozenset((self.granada, *self.adjacent[self.granada]))

    def _sea(self, board: files.Board) -> None:
        self.zone_port = tuple(self.place[z.port] for z in board.zones.values())
        self.port = [-1] * len(self.places)
        for z, p in enumerate(self.zone_port):
            self.port[p] = z
        sea: list[list[int]] = [[] for _ in self.zones]
        for a_token, b_token in board.sea:
            sea[self.zone[a_token]].append(self.zone[b_token])
            sea[self.zone[b_token]].append(self.zone[a_token])
        self.sea = tuple(tuple(sorted(z)) for z in sea)
        self.sea_distance = tuple(distances(self.sea, z) for z in range(len(self.zones)))

    def _kinds(self, pieces: files.Pieces) -> None:
        self.disk_names = {self.place[d.place]: d.name for d in pieces.disks.values()}
        self.kinds = kinds = tuple(_kind(token, k) for token, k in pieces.kinds.items())
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

    def _cards(self, decks: files.Cards) -> None:
        self.cards = tuple(
            tuple(_card(token, c) for token, c in decks.decks[seat].items()) for seat in SEATS
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
        naval = decks.naval.values()
        self.naval_tokens = tuple(decks.naval)
        self.naval_arms = tuple(SEATS.index(c.arms) if c.arms else -1 for c in naval)
        self.naval_deck = tuple(i for i, c in enumerate(naval) for _ in range(c.count))

    def _track(self, setup: files.Setup) -> None:
        self.scenarios = {name: s.title for name, s in setup.scenario.items()}
        self.track = tuple((t.year, t.turn, t.recruits or 0) for t in setup.track)
        self.turns = len(self.track)
        self.year_start = tuple(
            i == 0 or self.track[i - 1][0] != year for i, (year, _, _) in enumerate(self.track)
        )
        self.year_end = tuple(
            i + 1 == self.turns or self.track[i + 1][0] != year
            for i, (year, _, _) in enumerate(self.track)
        )
        self.turn_tokens = tuple(f"{year}-{turn}" for year, turn, _ in self.track)


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


def _kind(token: str, k: files.Kind) -> Kind:
    side = GREY if k.side == "grey" else SEATS.index(k.side)
    faction = FACTIONS.index(k.faction) if k.faction in FACTIONS else -1
    sarray = side == GREY and k.faction == "sarray"
    return Kind(
        token,
        k.name or _kind_name(k),
        side,
        faction,
        GROUPS.index(k.special) if k.special else faction,
        k.impact or k.shields,
        _ARMS[k.arm],
        k.leader,
        k.army,
        bool(k.special) or k.army or sarray,
        bool(k.special) or k.leader or side == GREY,
        k.special,
        k.fleet,
        k.count,
        k.optional,
    )


def _kind_name(k: files.Kind) -> str:
    arm = f" {k.arm}" if k.arm else ""
    leader = " leader" if k.leader else ""
    grey = "grey " if k.side == "grey" else ""
    return f"{grey}{_FACTION_NAMES[k.faction]} {k.shields}{arm}{leader}"


def _card(token: str, c: files.Card) -> Card:
    return Card(
        token,
        c.name,
        c.type,
        FACTIONS.index(c.faction) if c.faction else -1,
        c.bid,
        -1 if isinstance(c.naval, str) else c.naval,
        c.count,
        c.impact,
        c.beside,
        c.optional,
    )


def faction_name(faction: int) -> str:
    return _FACTION_NAMES[FACTIONS[faction]]
