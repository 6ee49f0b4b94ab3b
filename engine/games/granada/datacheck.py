"""Does a data folder hold a playable Granada?  `check(folder)` answers in sentences; none: it does.

The book comes without its board, blocks and cards.  It states some facts about them and implies
others; an owner of the printed game may correct our reconstruction, so only those facts are
enforced here, never our own choices.  A sentence ends with the constraint it rests on:

 1  a place has a castle or a watchtower or neither; its token is unmistakable  4.1
 2  nine ports, nine sea zones, one to one; Adra, Oran; a castle with a port    4.5, 8.7.5, 9.2
 3  ten resources, both capitals among them                                     3.4, 4.6
 4  ten castles (of both alignments) and ten watchtowers                        3.4, 4.3, 4.4
 5  three watchtowers begin in enemy hands: Zahara, Lucena, Alhama              5.1
 6  hybrid roads: Granada-Alhama and Almería-Guadix, joined to other main roads 7.3.3
 7  four towns of Boabdil in the Muslim east                                    10.12.1
 8  starting blocks, four crowns, two disks, nobody on enemy ground             5.2, 10.6-10.11
 9  a recruitment place for each faction                                        4.8, 7.2
10  68 white, 63 black, 6 grey blocks; bags that last                           1.0, 5.2.3, 6.4
11  strengths, and the blocks that the book shows                               3.2, 8.3, 10.2
12  the card manifest; bids, naval numbers and arrows                           3.3, 6.2, 9.1, 9.2
13  the impact track reaches 13: printed on the board, no datum of ours         8.3
14  the turn track, first hands and recruits                                    5.1, 6.3, 6.4
15  the land is one, but for Oran                                               4.1
16  every rule number given as a source is in rules.yaml
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.data import DataError, load

SIDES = ("christian", "muslim")
FACTIONS = {
    "christian": ("castile", "aragon", "leon", "kingdoms"),
    "muslim": ("andalusies", "bannigas", "sarray", "zegries"),
}
EVERY_FACTION = FACTIONS["christian"] + FACTIONS["muslim"]
FACTION_CARDS = ("plain", "double", "trumpet")
NUMBERLESS = ("watchtower", "surrender", "papal_bull", "captured", "sortie")
OPTIONAL_CARDS = {
    "papal_bull": "11.2",
    "mobilization": "11.3",
    "captured": "11.4",
    "sortie": "11.5",
    "broadside": "11.6",
}
BESIDE = ("surrender", "papal_bull")

Problems = Iterator[str]


# ---- what the files hold ------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    token: str
    name: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    territory: str = ""
    capital: str = ""
    resource: bool = False
    castle: bool = False
    castle_name: str = ""
    watchtower: bool = False
    port: bool = False
    recruit: tuple[str, ...] = ()
    boabdil: bool = False
    control: str = ""
    disk: str = ""
    coast: str = ""
    mercenaries: str = ""
    pioneers: bool = False
    source: str = ""
    why: str = ""

    @property
    def owner(self) -> str:
        """The side that controls the place when the game begins."""
        return self.control or self.territory


@dataclass(frozen=True)
class Zone:
    token: str
    name: str = ""
    port: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    source: str = ""
    why: str = ""


@dataclass(frozen=True)
class Road:
    between: tuple[str, ...] = ()
    type: str = ""
    source: str = ""
    why: str = ""

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.between)


@dataclass(frozen=True)
class Board:
    places: Mapping[str, Place]
    zones: Mapping[str, Zone]
    sea: tuple[tuple[str, ...], ...]
    roads: tuple[Road, ...]

    def having(self, mark: str) -> set[str]:
        return {token for token, place in self.places.items() if getattr(place, mark)}


@dataclass(frozen=True)
class Kind:
    code: str
    side: str = ""
    faction: str = ""
    shields: int = 0
    arm: str = ""
    leader: bool = False
    army: bool = False
    impact: int = 0
    special: str = ""
    fleet: bool = False
    name: str = ""
    count: int = 0
    optional: str = ""
    source: str = ""


@dataclass(frozen=True)
class Disk:
    token: str
    name: str = ""
    place: str = ""
    source: str = ""


@dataclass(frozen=True)
class Pieces:
    kinds: Mapping[str, Kind]
    disks: Mapping[str, Disk]

    def count(self, **facts: object) -> int:
        """How many blocks have all these facts."""
        return sum(
            kind.count
            for kind in self.kinds.values()
            if all(getattr(kind, fact) == value for fact, value in facts.items())
        )


@dataclass(frozen=True)
class Card:
    token: str
    name: str = ""
    type: str = ""
    faction: str = ""
    count: int = 0
    bid: int = 0
    naval: int | str = 0
    impact: int = 0
    beside: bool = False
    optional: str = ""
    arms: str = ""
    source: str = ""


@dataclass(frozen=True)
class Cards:
    decks: Mapping[str, Mapping[str, Card]]  # by side
    naval: Mapping[str, Card]


@dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    source: str
    blocks: Mapping[str, Mapping[str, tuple[str, ...]]]  # by side, then place
    random: Mapping[str, Mapping[str, int]]
    fleets: Mapping[str, Mapping[str, int]]
    recruitment: Mapping[str, int]
    hand: Mapping[str, int]

    def placed(self, side: str) -> Counter[str]:
        return Counter(code for codes in self.blocks[side].values() for code in codes)


@dataclass(frozen=True)
class Turn:
    year: str = ""
    turn: str = ""
    recruits: int | None = None


@dataclass(frozen=True)
class Setup:
    scenarios: Mapping[str, Scenario]
    track: tuple[Turn, ...]


@dataclass(frozen=True)
class Data:
    board: Board
    pieces: Pieces
    cards: Cards
    setup: Setup
    sections: frozenset[str]


# ---- reading: types and fields ------------------------------------------------------------------

Test = Callable[[object], str]  # what the value must be; "" when it is


def text(value: object) -> str:
    return "" if isinstance(value, str) and value.strip() else "must be text (quote numbers)"


def flag(value: object) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def whole(low: int, high: int) -> Test:
    def test(value: object) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if good else f"must be a whole number from {low} to {high}"

    return test


def word(*words: str) -> Test:
    def test(value: object) -> str:
        return "" if value in words else "must be one of " + ", ".join(words)

    return test


def words(*known: str) -> Test:
    def test(value: object) -> str:
        if not isinstance(value, list) or not value or not all(isinstance(w, str) for w in value):
            return "must be a list of names"
        strange = [w for w in value if known and w not in known]
        if strange:
            return f"has the unknown name {strange[0]!r}{_meant(strange[0], known)}"
        return "" if len(set(value)) == len(value) else "names the same thing twice"

    return test


def point(value: object) -> str:
    """Longitude and latitude; the ranges catch the two exchanged, and a lost minus sign."""
    if not isinstance(value, list) or len(value) != 2:
        return "must be [longitude, latitude]"
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
        return "must be two numbers"
    inside = -8 <= value[0] <= 1 and 34 <= value[1] <= 40
    return "" if inside else "lies outside the south of Spain and the coast of Africa"


def naval_value(value: object) -> str:
    if value == "arrow" or not whole(1, 9)(value):
        return ""
    return "must be arrow or a whole number from 1 to 9"


def either_null(test: Test) -> Test:
    return lambda value: "" if value is None else test(value)


Fields = Mapping[str, Test]

PLACE: Fields = {
    "name": text,
    "at": point,
    "territory": word(*SIDES),
    "capital": word(*SIDES),
    "resource": flag,
    "castle": flag,
    "castle_name": text,
    "watchtower": flag,
    "port": flag,
    "recruit": words(*EVERY_FACTION),
    "boabdil": flag,
    "control": word(*SIDES),
    "disk": text,
    "coast": text,
    "mercenaries": word(*SIDES),
    "pioneers": flag,
    "source": text,
    "why": text,
}
ZONE: Fields = {"name": text, "port": text, "at": point, "source": text, "why": text}
ROAD: Fields = {
    "between": words(),
    "type": word("main", "secondary", "hybrid"),
    "source": text,
    "why": text,
}
KIND: Fields = {
    "side": word(*SIDES, "grey"),
    "faction": word(*EVERY_FACTION, "army", "special", "fleet"),
    "shields": whole(0, 4),
    "arm": word("horse", "crossbow", "gun"),
    "leader": flag,
    "army": flag,
    "impact": whole(2, 2),
    "special": word("orders", "crusaders", "mercenaries", "guard", "mujahideen"),
    "fleet": flag,
    "name": text,
    "count": whole(1, 68),
    "optional": word("11.1", "11.2"),
    "source": text,
}
DISK: Fields = {"name": text, "place": text, "source": text}
CARD: Fields = {
    "name": text,
    "type": word(*FACTION_CARDS, *NUMBERLESS, *OPTIONAL_CARDS, "commander", "challenge", "charge",
                 "crossbowmen", "bombardment"),
    "faction": word(*EVERY_FACTION),
    "count": whole(1, 74),
    "bid": whole(1, 20),
    "naval": naval_value,
    "impact": whole(-3, -2),
    "beside": flag,
    "optional": word(*OPTIONAL_CARDS.values()),
    "source": text,
}  # fmt: skip
NAVAL_CARD: Fields = {
    "name": text,
    "type": word("quiet", "battle"),
    "arms": word(*SIDES),
    "count": whole(1, 17),
    "source": text,
}
TURN: Fields = {"year": text, "turn": word("I", "II"), "recruits": either_null(whole(0, 60))}


class Reader:
    """One file: takes it apart, keeps what is sound, and notes a sentence for what is not."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.problems: list[str] = []
        self.sources: list[tuple[str, str]] = []  # entry, rule numbers
        self.raw: dict[str, Any] = {}
        try:
            self.raw = load(folder / name)
        except DataError as error:
            self.problems.append(str(error))
        self.sound = not self.problems

    def note(self, entry: str, problem: str) -> None:
        self.problems.append(f"{self.name}, {entry}: {problem}.")

    def top(self, *known: str) -> None:
        if not self.sound:
            return
        for key in self.raw:
            if key not in known:
                self.note(key, f"unknown part of the file{_meant(key, known)}")
        for key in known:
            if key not in self.raw:
                self.note(key, "this part of the file is missing")

    def table(self, raw: object, entry: str) -> dict[str, Any]:
        if isinstance(raw, dict):
            return raw
        if raw is not None:
            self.note(entry, "must be a mapping of names to values")
        return {}

    def rows(self, key: str) -> list[Any]:
        raw = self.raw.get(key)
        if raw is not None and not isinstance(raw, list):
            self.note(key, "must be a list")
        return raw if isinstance(raw, list) else []

    def fields(self, raw: object, entry: str, known: Fields, needed: str) -> dict[str, Any]:
        """The fields of an entry that are known and of the right type; lists become tuples."""
        if not isinstance(raw, dict):
            self.note(entry, "must be a mapping of fields to values")
            return {}
        good: dict[str, Any] = {}
        for field, value in raw.items():
            wrong = known[field](value) if field in known else ""
            if field not in known:
                self.note(entry, f"{field!r} is not a field here{_meant(field, known)}")
            elif wrong:
                self.note(entry, f"{field} is {_shown(value)}; it {wrong}")
            else:
                good[field] = tuple(value) if isinstance(value, list) else value
        for field in needed.split():
            if field not in raw:
                self.note(entry, f"the field {field} is missing")
        for field in ("source", "optional"):
            if isinstance(good.get(field), str):
                self.sources.append((entry, good[field]))
        return good


def read_board(reader: Reader) -> Board:
    reader.top("places", "zones", "sea", "roads")
    needed = "name at territory source why"
    places = {
        token: Place(token, **reader.fields(raw, token, PLACE, needed))
        for token, raw in reader.table(reader.raw.get("places"), "places").items()
    }
    zones = {
        token: Zone(token, **reader.fields(raw, token, ZONE, "name port at source"))
        for token, raw in reader.table(reader.raw.get("zones"), "zones").items()
    }
    sea = []
    for number, raw in enumerate(reader.rows("sea"), 1):
        wrong = _not_pair(raw)
        if wrong:
            reader.note(f"sea, line {number}", wrong)
        else:
            sea.append(tuple(raw))
    roads = [
        Road(**reader.fields(raw, _road_label(raw, number), ROAD, "between type source why"))
        for number, raw in enumerate(reader.rows("roads"), 1)
    ]
    for number, road in enumerate(roads, 1):
        if road.between and len(road.between) != 2:
            reader.note(f"road {number}", "between must name two places")
    return Board(places, zones, tuple(sea), tuple(r for r in roads if len(r.between) == 2))


def read_pieces(reader: Reader) -> Pieces:
    reader.top("kinds", "disks")
    kinds = {
        code: Kind(code, **reader.fields(raw, code, KIND, "side faction shields count source"))
        for code, raw in reader.table(reader.raw.get("kinds"), "kinds").items()
    }
    disks = {
        token: Disk(token, **reader.fields(raw, token, DISK, "name place source"))
        for token, raw in reader.table(reader.raw.get("disks"), "disks").items()
    }
    return Pieces(kinds, disks)


def read_cards(reader: Reader) -> Cards:
    reader.top(*SIDES, "naval")
    decks = {
        side: {
            token: Card(
                token,
                **reader.fields(raw, f"{side} {token}", CARD, "name type count source"),
            )
            for token, raw in reader.table(reader.raw.get(side), side).items()
        }
        for side in SIDES
    }
    naval = {
        token: Card(
            token, **reader.fields(raw, f"naval {token}", NAVAL_CARD, "name type count source")
        )
        for token, raw in reader.table(reader.raw.get("naval"), "naval").items()
    }
    return Cards(decks, naval)


def read_setup(reader: Reader) -> Setup:
    reader.top("scenario", "track")
    scenarios = {
        name: _scenario(reader, name, raw)
        for name, raw in reader.table(reader.raw.get("scenario"), "scenario").items()
    }
    if reader.sound and "standard" not in scenarios:
        reader.note("scenario", "the scenario standard is missing")
    track = tuple(
        Turn(**reader.fields(raw, f"track, line {number}", TURN, "year turn recruits"))
        for number, raw in enumerate(reader.rows("track"), 1)
    )
    return Setup(scenarios, track)


def _scenario(reader: Reader, name: str, raw: object) -> Scenario:
    sided: Fields = {side: lambda value: "" for side in SIDES}
    numbers: Fields = {side: whole(0, 60) for side in SIDES}
    parts: Fields = {
        "title": text,
        "source": text,
        **{part: lambda value: "" for part in
           ("blocks", "random", "fleets", "recruitment", "hand")},
    }  # fmt: skip
    good = reader.fields(raw, name, parts, " ".join(parts))

    def by_place(part: str, test: Test) -> dict[str, dict[str, Any]]:
        both = reader.fields(good.get(part, {}), f"{name}, {part}", sided, " ".join(SIDES))
        found: dict[str, dict[str, Any]] = {side: {} for side in SIDES}
        for side, listed in both.items():
            label = f"{name}, {part}, {side}"
            table = reader.table(listed, label)
            found[side] = reader.fields(table, label, dict.fromkeys(table, test), "")
        return found

    return Scenario(
        name,
        good.get("title", ""),
        good.get("source", ""),
        by_place("blocks", _codes),
        by_place("random", whole(1, 3)),
        by_place("fleets", whole(1, 60)),
        reader.fields(good.get("recruitment"), f"{name}, recruitment", numbers, " ".join(SIDES)),
        reader.fields(good.get("hand"), f"{name}, hand", numbers, " ".join(SIDES)),
    )


def _codes(value: object) -> str:
    good = isinstance(value, list) and value and all(isinstance(code, str) for code in value)
    return "" if good else "must be a list of block codes"


def read_rules(reader: Reader) -> frozenset[str]:
    """Only what the other files lean on: the sections exist.  The rest has its own tests."""
    sections = reader.table(reader.raw.get("sections"), "sections")
    if reader.sound and not sections:
        reader.note("sections", "this part of the file is missing")
    return frozenset(sections)


# ---- board --------------------------------------------------------------------------------------

NAMED = (
    "Granada", "Cordoba", "Malaga", "Baza", "Almunecar", "Alhama", "Zahara", "Lucena", "Almeria",
    "Guadix", "Finana", "Gergal", "Albox", "Adra", "Ubeda", "Sevilla", "Cartagena", "Gibraltar",
    "Oran",
)  # fmt: skip


def tokens(board: Board) -> Problems:
    """1: orders are typed, so a token is plain letters and never the beginning of another."""
    known = sorted([*board.places, *board.zones], key=str.lower)
    for token in known:
        if not re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", token):
            yield f"board.yaml, {token}: a token has only plain letters and hyphens [constraint 1]."
        longer = next((t for t in known if t.lower().startswith(token.lower()) and t != token), "")
        if longer:
            yield f"board.yaml, {token}: is the beginning of {longer} [constraint 1]."


def named_places(board: Board) -> Problems:
    """1: the places that the rules name."""
    for token in NAMED:
        if token not in board.places:
            yield f"board.yaml: the place {token}, named in the rules, is missing [constraint 1]."


def castle_or_watchtower(board: Board) -> Problems:
    """1 and 4: one or the other, ten of each, castles of both alignments."""
    both = board.having("castle") & board.having("watchtower")
    for token in sorted(both):
        yield f"board.yaml, {token}: has a castle and a watchtower [constraint 1, rule 4.1]."
    for mark, plural in (("castle", "castles"), ("watchtower", "watchtowers")):
        found = len(board.having(mark))
        if found != 10:
            yield f"board.yaml: {found} {plural}; there must be 10 [constraint 4, rule 3.4]."
    for side in SIDES:
        if not any(p.castle and p.territory == side for p in board.places.values()):
            yield f"board.yaml: no castle in {side} territory [constraint 4, rule 4.3]."
    for token in ("Granada", "Malaga", "Baza", "Almunecar"):
        place = board.places.get(token)
        if place and not (place.castle and place.territory == "muslim"):
            yield f"board.yaml, {token}: must be a Muslim castle [constraint 4, rule 4.3]."
    for token in sorted(board.having("castle_name") - board.having("castle")):
        yield f"board.yaml, {token}: names a castle but has none [constraint 4]."


def territories(board: Board) -> Problems:
    """5 and 8: which side of the border the named places lie on."""
    christian = {"Cordoba", "Ubeda", "Sevilla", "Cartagena", "Gibraltar", "Zahara", "Lucena"}
    for token in NAMED:
        side = "christian" if token in christian else "muslim"
        place = board.places.get(token)
        if place and place.territory and place.territory != side:
            yield f"board.yaml, {token}: must lie in {side} territory [constraint 5, rule 5.1]."


def ports(board: Board) -> Problems:
    """2: nine ports, nine zones, one to one."""
    harbours = board.having("port")
    for what, found in (("ports", len(harbours)), ("sea zones", len(board.zones))):
        if found != 9:
            yield f"board.yaml: {found} {what}; there must be 9 [constraint 2, rule 4.5]."
    of_zones = Counter(zone.port for zone in board.zones.values() if zone.port)
    for token, zone in board.zones.items():
        if zone.port and zone.port not in board.places:
            meant = _meant(zone.port, board.places)
            yield f"board.yaml, {token}: unknown port {zone.port!r}{meant} [constraint 2]."
        elif zone.port and zone.port not in harbours:
            yield f"board.yaml, {token}: {zone.port} is not a port [constraint 2, rule 4.5]."
    for token in sorted(harbours):
        if of_zones[token] != 1:
            yield (
                f"board.yaml, {token}: the port has {of_zones[token]} sea zones; "
                "it must have one [constraint 2, rule 4.5]."
            )
    for token in ("Adra", "Oran"):
        if token in board.places and token not in harbours:
            yield f"board.yaml, {token}: must be a port [constraint 2, rules 9.2, 10.11]."
    if not harbours & board.having("castle"):
        yield "board.yaml: no castle has a port [constraint 2, rule 8.7.5]."


def coasts(board: Board) -> Problems:
    """2: ships bombard from a zone that exists; a port's own."""
    for token, place in board.places.items():
        if place.coast and place.coast not in board.zones:
            meant = _meant(place.coast, board.zones)
            yield f"board.yaml, {token}: unknown sea zone {place.coast!r}{meant} [constraint 2]."
        own = next((z.token for z in board.zones.values() if z.port == token), "")
        if place.port and own and place.coast != own:
            yield f"board.yaml, {token}: its coast must be its port's zone {own} [rule 11.6]."


def sea(board: Board) -> Problems:
    """2: the zones adjoin one another, each pair once, and every zone can be reached."""
    for number, pair in enumerate(board.sea, 1):
        for token in pair:
            if token not in board.zones:
                meant = _meant(token, board.zones)
                yield f"board.yaml, sea, line {number}: unknown zone {token!r}{meant}."
    for ends, times in Counter(frozenset(pair) for pair in board.sea).items():
        if times > 1:
            yield f"board.yaml, sea: {' and '.join(sorted(ends))} adjoin {times} times."
    for token in _cut_off(board.zones, board.sea):
        yield f"board.yaml, {token}: no other zone leads there [constraint 2, rule 4.5]."


def resources(board: Board) -> Problems:
    """3: ten stars, and the two capitals."""
    found = len(board.having("resource"))
    if found != 10:
        yield f"board.yaml: {found} resources; there must be 10 [constraint 3, rule 3.4]."
    capitals = {"Cordoba": "christian", "Granada": "muslim"}
    for token, place in board.places.items():
        if place.capital != capitals.get(token, ""):
            right = capitals.get(token, "none of any side")
            yield f"board.yaml, {token}: capital must be {right} [constraint 3, rule 4.6]."
        if place.capital and not place.resource:
            yield f"board.yaml, {token}: a capital is a resource [constraint 3, rule 4.6]."


def enemy_towers(board: Board) -> Problems:
    """5: control differs from territory in three places, all with watchtowers."""
    exceptions = {"Zahara": "muslim", "Lucena": "muslim", "Alhama": "christian"}
    for token, place in board.places.items():
        if token in exceptions and place.control != exceptions[token]:
            side = exceptions[token]
            yield f"board.yaml, {token}: control must be {side} [constraint 5, rule 5.1]."
        if token in exceptions and not place.watchtower:
            yield f"board.yaml, {token}: must have a watchtower [constraint 5, rule 5.1]."
        if token not in exceptions and place.owner != place.territory:
            yield f"board.yaml, {token}: must begin with its own side [constraint 5, rule 5.1]."


def hybrid_roads(board: Board) -> Problems:
    """6: one road from Granada to Alhama, one (or a chain) from Almería to Guadix, no more."""
    hybrid = {road.ends for road in board.roads if road.type == "hybrid"}
    main = {end for road in board.roads if road.type == "main" for end in road.between}
    alhama = frozenset(("Granada", "Alhama"))
    if alhama not in hybrid:
        yield "board.yaml: no hybrid road Granada-Alhama [constraint 6, rule 7.3.3]."
    chain = _chain("Almeria", "Guadix", hybrid - {alhama})
    if not chain:
        yield "board.yaml: no hybrid road or chain Almeria-Guadix [constraint 6, rule 7.3.3]."
        return
    for ends in sorted(hybrid - chain - {alhama}, key=sorted):
        yield f"board.yaml, road {'-'.join(sorted(ends))}: must not be hybrid [constraint 6]."
    if not alhama & main:
        yield "board.yaml: the road Granada-Alhama joins no main road [constraint 6]."
    if len(chain) == 1 and not {"Almeria", "Guadix"} & main:
        yield "board.yaml: the road Almeria-Guadix joins no main road [constraint 6]."


def boabdils_towns(board: Board) -> Problems:
    """7: the four towns where the grey army may appear, east of Granada."""
    right = {"Guadix", "Finana", "Gergal", "Albox"}
    for token in sorted(board.having("boabdil") ^ right):
        if token in board.places:
            so = "must" if token in right else "must not"
            yield f"board.yaml, {token}: {so} be a town of Boabdil [constraint 7, rule 10.12.1]."
    granada = board.places.get("Granada")
    for token in sorted(right & set(board.places)):
        if granada and board.places[token].at[0] <= granada.at[0]:
            yield f"board.yaml, {token}: must lie east of Granada [constraint 7]."


def entries_and_pioneers(board: Board) -> Problems:
    """8: where mercenaries enter and pioneers begin."""
    entry = {
        "Cartagena": "christian",
        "Gibraltar": "christian",
        "Malaga": "muslim",
        "Oran": "muslim",
    }
    for token, place in board.places.items():
        right = entry.get(token, "")
        if place.mercenaries != right:
            found, wanted = place.mercenaries or "nobody's", right or "nobody's"
            yield f"board.yaml, {token}: mercenaries are {found}, must be {wanted} [rule 11.1]."
        if place.pioneers != (token in ("Cordoba", "Ubeda", "Cartagena")):
            so = "must not" if place.pioneers else "must"
            yield f"board.yaml, {token}: {so} begin with pioneers [constraint 8, rule 11.7]."


def recruiting(board: Board) -> Problems:
    """9: somewhere for each faction to muster; Almuñécar is Muslim."""
    found = {faction for place in board.places.values() for faction in place.recruit}
    for faction in EVERY_FACTION:
        if faction not in found:
            yield f"board.yaml: no place recruits {faction} [constraint 9, rule 4.8]."
    place = board.places.get("Almunecar")
    if place and not set(place.recruit) & set(FACTIONS["muslim"]):
        yield "board.yaml, Almunecar: must recruit a Muslim faction [constraint 9, rule 7.2]."


def roads(board: Board) -> Problems:
    """15: roads join known places, each pair once, and the land is one but for Oran."""
    for road in board.roads:
        for token in road.between:
            if token not in board.places:
                meant = _meant(token, board.places)
                yield f"board.yaml, road {'-'.join(road.between)}: unknown place {token!r}{meant}."
    for ends, times in Counter(road.ends for road in board.roads).items():
        if times > 1:
            yield f"board.yaml, road {'-'.join(sorted(ends))}: stands {times} times."
    land = [token for token in board.places if token != "Oran"]
    for token in _cut_off(land, [road.between for road in board.roads]):
        yield f"board.yaml, {token}: no road leads there from the rest [constraint 15, rule 4.1]."


def reasons(board: Board) -> Problems:
    """A rebuilt fact says why."""
    entries: tuple[Place | Zone, ...] = (*board.places.values(), *board.zones.values())
    for entry in entries:
        if "reconstructed" in entry.source and not entry.why:
            yield f"board.yaml, {entry.token}: is reconstructed but does not say why."


# ---- pieces -------------------------------------------------------------------------------------

LETTERS = {
    "castile": "C", "aragon": "A", "leon": "L", "kingdoms": "K",
    "andalusies": "N", "bannigas": "B", "sarray": "S", "zegries": "Z",
    "orders": "O", "crusaders": "R", "guard": "G", "mujahideen": "J",
}  # fmt: skip
ARMS = {"horse": "h", "crossbow": "x", "gun": "g", "": ""}
ARMY_LEADERS = {
    "Ferdinand": "christian",
    "Isabella": "christian",
    "Boabdil": "muslim",
    "Zagal": "muslim",
    "YB": "grey",
}
# special blocks: side, number, shields (None: not given), horses, optional rule
SPECIALS = {
    ("orders", "christian"): (2, 2, 2, ""),
    ("crusaders", "christian"): (2, None, 2, "11.2"),
    ("mercenaries", "christian"): (2, None, None, "11.1"),
    ("mercenaries", "muslim"): (2, None, None, "11.1"),
    ("guard", "muslim"): (2, 2, 1, ""),
    ("mujahideen", "muslim"): (2, 4, 0, ""),
}
# blocks seen in the book's pictures and examples: at least so many
SHOWN: tuple[tuple[int, dict[str, object]], ...] = (
    (1, {"side": "christian", "faction": "castile", "shields": 3}),
    (3, {"side": "christian", "faction": "castile"}),
    (1, {"side": "christian", "faction": "castile", "shields": 2}),
    (1, {"side": "christian", "faction": "castile", "shields": 1, "arm": "crossbow"}),
    (2, {"side": "christian", "faction": "aragon", "shields": 2}),
    (1, {"side": "christian", "faction": "aragon", "shields": 3}),
    (1, {"side": "christian", "faction": "leon", "shields": 1, "leader": True}),
    (1, {"side": "christian", "faction": "leon", "shields": 1, "arm": "horse"}),
    (1, {"side": "muslim", "faction": "bannigas", "shields": 1, "arm": "horse"}),
    (2, {"side": "muslim", "faction": "zegries", "shields": 3}),
    (1, {"side": "muslim", "faction": "zegries", "shields": 1, "leader": True}),
    (1, {"side": "muslim", "faction": "andalusies", "shields": 2}),
    (2, {"side": "christian", "arm": "gun"}),
    (1, {"side": "christian", "arm": "gun", "shields": 1}),
)


def totals(pieces: Pieces) -> Problems:
    """10: what is in the box, and what of it belongs to factions and fleets."""
    for side, right in (("christian", 68), ("muslim", 63), ("grey", 6)):
        found = pieces.count(side=side)
        if found != right:
            yield f"pieces.yaml: {found} {side} blocks; there must be {right} [constraint 10]."
    for side, right in (("christian", 60), ("muslim", 55)):
        found = _bagged(pieces, side)
        if found != right:
            yield (
                f"pieces.yaml: {found} {side} faction and fleet blocks; "
                f"there must be {right} [constraint 10]."
            )
        if not pieces.count(side=side, fleet=True):
            yield f"pieces.yaml: no {side} fleets [constraint 10, rule 3.2]."


def codes(pieces: Pieces) -> Problems:
    """11: a code says what the block is."""
    for code, kind in pieces.kinds.items():
        right = _code(kind)
        if right and code != right:
            yield f"pieces.yaml, {code}: by its fields its code should be {right} [constraint 11]."


def strengths(pieces: Pieces) -> Problems:
    """11: faction blocks have one to three shields, leaders one, only Mujahideens four."""
    for code, kind in pieces.kinds.items():
        at = f"pieces.yaml, {code}:"
        of_faction = kind.faction in EVERY_FACTION
        if of_faction and not 1 <= kind.shields <= 3:
            yield f"{at} a faction block has 1 to 3 shields [constraint 11, rule 3.2]."
        if of_faction and kind.leader and kind.shields != 1:
            yield f"{at} a faction's leader has 1 shield [constraint 11, rule 3.2]."
        if of_faction and kind.side in SIDES and kind.faction not in FACTIONS[kind.side]:
            yield f"{at} {kind.faction} is not a {kind.side} faction [constraint 11]."
        if kind.shields == 4 and kind.special != "mujahideen":
            yield f"{at} only Mujahideens have 4 shields [constraint 11, rule 10.11]."
        if kind.fleet and (kind.shields or kind.arm or kind.leader):
            yield f"{at} a fleet has no shields, arm or leader [constraint 11]."
        for faction, mark in (
            ("army", kind.army),
            ("special", kind.special),
            ("fleet", kind.fleet),
        ):
            if (kind.faction == faction) != bool(mark):
                yield f"{at} faction {faction} and the field {faction} go together [constraint 11]."


def army_leaders(pieces: Pieces) -> Problems:
    """11: four army leaders and the grey Boabdil, two impacts each."""
    for code, side in ARMY_LEADERS.items():
        kind = pieces.kinds.get(code)
        if not kind:
            yield f"pieces.yaml: the army leader {code} is missing [constraint 11, rule 3.2]."
        elif (kind.side, kind.count, kind.shields, kind.impact) != (side, 1, 0, 2):
            yield (
                f"pieces.yaml, {code}: must be one {side} block without shields, impact 2 "
                "[constraint 11, rule 3.2]."
            )
        elif not (kind.leader and kind.army):
            yield f"pieces.yaml, {code}: must be leader and army [constraint 11, rule 3.2]."
    for code, kind in pieces.kinds.items():
        if (kind.army or kind.impact) and code not in ARMY_LEADERS:
            yield f"pieces.yaml, {code}: is not an army leader of the book [constraint 11]."


def special_blocks(pieces: Pieces) -> Problems:
    """11: Orders, Crusaders, Mercenaries, Guard, Mujahideens; which are optional."""
    for (special, side), (number, shields, horses, optional) in SPECIALS.items():
        kinds = [k for k in pieces.kinds.values() if (k.special, k.side) == (special, side)]
        at = f"pieces.yaml: the {side} {special}"
        if sum(k.count for k in kinds) != number:
            yield f"{at} must be {number} blocks [constraint 11, rule 3.2]."
        if shields is not None and any(k.shields != shields for k in kinds):
            yield f"{at} must have {shields} shields [constraint 11]."
        if horses is not None and sum(k.count for k in kinds if k.arm == "horse") != horses:
            yield f"{at} must have {horses} horses [constraint 11]."
        if any(k.optional != optional for k in kinds):
            yield f"{at} must be {'optional ' + optional if optional else 'no option'}."
    for code, kind in pieces.kinds.items():
        if kind.special and kind.side in SIDES and (kind.special, kind.side) not in SPECIALS:
            yield f"pieces.yaml, {code}: there are no {kind.side} {kind.special} [constraint 11]."
        if kind.optional and not kind.special:
            yield f"pieces.yaml, {code}: is not an optional block [constraint 10, rule 11.0]."


def grey_army(pieces: Pieces) -> Problems:
    """11: Boabdil, three Banu Sarray (one horse), two Castile (one horse)."""
    for faction, number in (("sarray", 3), ("castile", 2)):
        found = pieces.count(side="grey", faction=faction)
        horses = pieces.count(side="grey", faction=faction, arm="horse")
        if (found, horses) != (number, 1):
            yield (
                f"pieces.yaml: {found} grey {faction} blocks, {horses} with horse; "
                f"there must be {number}, 1 with horse [constraint 11, rule 10.12]."
            )


def shown_blocks(pieces: Pieces) -> Problems:
    """11: what the book's pictures and examples use must exist."""
    for number, facts in SHOWN:
        found = pieces.count(**facts)
        if found < number:
            what = " ".join(f"{fact} {value}" for fact, value in facts.items())
            yield f"pieces.yaml: {found} blocks with {what}, must be {number} [constraint 11]."


def disks(pieces: Pieces, board: Board) -> Problems:
    """8: two disks, at Málaga and Baza."""
    right = {"zegri": "Malaga", "yahya": "Baza"}
    for token, place in right.items():
        disk = pieces.disks.get(token)
        if not disk or disk.place != place:
            yield f"pieces.yaml, {token}: the disk must lie at {place} [constraint 8, rule 3.4]."
    for token in pieces.disks:
        if token not in right:
            yield f"pieces.yaml, {token}: unknown disk{_meant(token, right)} [constraint 8]."
    for token, at in board.places.items():
        wanted = next((disk for disk, place in right.items() if place == token), "")
        if at.disk != wanted:
            yield f"board.yaml, {token}: disk must be {wanted or 'absent'} [constraint 8]."


# ---- cards --------------------------------------------------------------------------------------

# copies of the designs in each faction's row of the manifest; the Christian rows are not labelled
MUSLIM_ROWS = {
    "sarray": (6, 3, 1),
    "bannigas": (6, 4, 1),
    "andalusies": (8, 4, 2, 2, 1),
    "zegries": (8, 4, 1, 1),
}
CHRISTIAN_ROWS = ((5, 4, 1), (6, 3, 1), (7, 4, 2, 1, 1, 1), (10, 5, 2, 2, 1, 1))
OTHER_CARDS = {
    "christian": {
        "watchtower": 3, "commander": 2, "bombardment": 2, "challenge": 2, "charge": 1,
        "crossbowmen": 1, "mobilization": 1, "captured": 1, "broadside": 1, "papal_bull": 1,
        "surrender": 2,
    },
    "muslim": {
        "watchtower": 4, "commander": 2, "challenge": 2, "charge": 1, "crossbowmen": 1,
        "sortie": 2, "broadside": 1, "surrender": 2,
    },
}  # fmt: skip


def deck_sizes(cards: Cards) -> Problems:
    """12: 74, 67 and 17 cards."""
    piles = {**cards.decks, "naval": cards.naval}
    for pile, right in (("christian", 74), ("muslim", 67), ("naval", 17)):
        found = sum(card.count for card in piles[pile].values())
        if found != right:
            yield (
                f"cards.yaml: {found} {pile} cards; there must be {right} "
                "[constraint 12, rule 3.3]."
            )


def manifest(cards: Cards) -> Problems:
    """12: how many designs each faction has, and of how many copies."""
    for faction, row in MUSLIM_ROWS.items():
        found = _row(cards, "muslim", faction)
        if found != row:
            yield f"cards.yaml: {faction} has {found} copies, must have {row} [constraint 12]."
    rows = {faction: _row(cards, "christian", faction) for faction in FACTIONS["christian"]}
    left = list(CHRISTIAN_ROWS)
    for faction, found in rows.items():
        if found in left:
            left.remove(found)
        else:
            yield f"cards.yaml: {faction} has {found} copies, which no row has [constraint 12]."


def other_cards(cards: Cards) -> Problems:
    """12: how many of each kind without a faction, and none that the side lacks."""
    for side, right in OTHER_CARDS.items():
        found: Counter[str] = Counter()
        for card in cards.decks[side].values():
            if card.type not in FACTION_CARDS:
                found[card.type] += card.count
        for kind in sorted((set(right) | set(found)) - {""}):
            if found[kind] != right.get(kind, 0):
                yield (
                    f"cards.yaml: {found[kind]} {side} {kind} cards; "
                    f"there must be {right.get(kind, 0)} [constraint 12, rule 3.3]."
                )
    sorties = Counter(card.impact for card in _of_type(cards, "muslim", "sortie"))
    if sorties != Counter((-2, -3)):
        yield "cards.yaml: the Sortie cards must be one -2 and one -3 [constraint 12, rule 11.5]."


def card_fields(cards: Cards) -> Problems:
    """12: which cards have a faction, a bid, lie beside the board, are optional."""
    for side, deck in cards.decks.items():
        for token, card in deck.items():
            at = f"cards.yaml, {side} {token}:"
            if not re.fullmatch(r"[A-Za-z]+(\*|[0-9][a-z]?)?(-[a-z])?", token):
                yield f"{at} not a token that can be typed in an order [constraint 12]."
            if (card.type in FACTION_CARDS) != bool(card.faction):
                yield f"{at} plain, double and trumpet cards have a faction, others none."
            elif card.faction and card.faction not in FACTIONS[side]:
                yield f"{at} {card.faction} is not a {side} faction [constraint 12]."
            if card.type in NUMBERLESS and (card.bid or card.naval):
                yield f"{at} this card has no numbers [constraint 12, rule 6.2]."
            elif card.type and card.type not in NUMBERLESS and not card.bid:
                yield f"{at} the bid is missing [constraint 12, rule 6.2]."
            if card.beside != (card.type in BESIDE):
                yield f"{at} beside is {str(card.beside).lower()} [constraint 12, rule 5.1]."
            if card.optional != OPTIONAL_CARDS.get(card.type, ""):
                right = OPTIONAL_CARDS.get(card.type, "absent")
                yield f"{at} optional must be {right} [constraint 12, rule 11.0]."
            if card.impact and card.type != "sortie":
                yield f"{at} only Sortie cards have an impact [constraint 12, rule 11.5]."


def card_tokens(cards: Cards) -> Problems:
    """12: a faction card's token says faction and type: Castile, Castile*, Castile2, Castile2b."""
    tails = {"plain": "", "trumpet": r"\*", "double": "2[b-z]?"}
    for side, deck in cards.decks.items():
        for token, card in deck.items():
            if not card.faction or card.type not in tails:
                continue
            if not re.fullmatch(card.faction.capitalize() + tails[card.type], token):
                what = f"{card.type} card of {card.faction}"
                yield f"cards.yaml, {side} {token}: not the token of a {what} [constraint 12]."


def naval_numbers(cards: Cards) -> Problems:
    """12: a difference above three is possible, either side may evade, a challenge may fight."""
    values = {
        side: [c.naval for c in deck.values() if c.naval] for side, deck in cards.decks.items()
    }
    numbers = {side: [v for v in found if isinstance(v, int)] for side, found in values.items()}
    for side, other in (SIDES, SIDES[::-1]):
        if not any(card.naval for card in _of_type(cards, side, "challenge")):
            yield f"cards.yaml: no {side} challenge has a naval value [constraint 12, rule 9.3]."
        if "arrow" not in values[side]:
            yield f"cards.yaml: no {side} card has an arrow [constraint 12, rule 9.2]."
        if max(numbers[side], default=0) - min(numbers[other], default=0) <= 3:
            yield (
                f"cards.yaml: no {side} card can win at sea by more than 3 "
                "[constraint 12, rule 9.2]."
            )


def naval_deck(cards: Cards) -> Problems:
    """12: twelve quiet crossings; five battles in two designs, one for each coat of arms."""
    quiet = sum(card.count for card in cards.naval.values() if card.type == "quiet")
    if quiet != 12:
        yield f"cards.yaml: {quiet} quiet naval cards; there must be 12 [constraint 12]."
    battles = [card for card in cards.naval.values() if card.type == "battle"]
    if sorted(card.count for card in battles) != [2, 3]:
        yield "cards.yaml: the naval battles must be 2 of one design, 3 of another [constraint 12]."
    if sorted(card.arms for card in battles) != sorted(SIDES):
        yield "cards.yaml: the two naval battles must bear different arms [constraint 12]."
    for card in cards.naval.values():
        if card.arms and card.type != "battle":
            yield f"cards.yaml, naval {card.token}: only a battle bears arms [rule 9.1]."


# ---- set-up -------------------------------------------------------------------------------------

YEARS = ("1482", "1483-1484", "1485", "1486", "1487-1488", "1489-1490", "1491-1492")
TRACK = [(year, turn) for year in YEARS for turn in ("I", "II")][1:-1]  # 1482 II to 1491-1492 I
THREE_BLOCKS = ("1483-1484", "1485", "1486", "1487-1488")
STARTING = {
    "christian": ("Cordoba", "Ubeda", "Cartagena", "Sevilla"),
    "muslim": ("Malaga", "Oran"),
}


def turn_track(setup: Setup) -> Problems:
    """14: twelve turns; recruits after turn II, three where the book says so."""
    if [(turn.year, turn.turn) for turn in setup.track] != TRACK:
        yield "setup.yaml, track: must be the 12 turns from 1482 II to 1491-1492 I [constraint 14]."
        return
    for turn in setup.track:
        at = f"setup.yaml, track, {turn.year} {turn.turn}:"
        if turn.turn == "I" and turn.recruits is not None:
            yield f"{at} recruits must be null, no blocks are drawn here [constraint 14, rule 6.4]."
        if turn.turn == "II" and turn.recruits is None:
            yield f"{at} recruits must be a number [constraint 14, rule 6.4]."
        elif turn.turn == "II" and turn.year in THREE_BLOCKS and turn.recruits != 3:
            yield f"{at} recruits must be 3 [constraint 14, rule 6.4]."


def first_hands(setup: Setup) -> Problems:
    """14: six cards each; four white and three black blocks in the boxes."""
    for name, scenario in setup.scenarios.items():
        for what, found, right in (
            ("recruitment", scenario.recruitment, {"christian": 4, "muslim": 3}),
            ("hand", scenario.hand, {"christian": 6, "muslim": 6}),
        ):
            for side in SIDES:
                if side in found and found[side] != right[side]:
                    yield (
                        f"setup.yaml, {name}, {what}: {side} is {found[side]}, "
                        f"must be {right[side]} [constraint 14, rule 5.1]."
                    )


def known_setup(setup: Setup, board: Board, pieces: Pieces) -> Problems:
    """8: every place, zone and block of the set-up exists."""
    for name, scenario in setup.scenarios.items():
        for part, sided, known in (
            ("blocks", scenario.blocks, set(board.places)),
            ("random", scenario.random, set(board.places)),
            ("fleets", scenario.fleets, set(board.zones)),
        ):
            for side in SIDES:
                for token in sided[side]:
                    if token not in known:
                        yield (
                            f"setup.yaml, {name}, {part}, {side}: "
                            f"unknown {token!r}{_meant(token, known)}."
                        )
        for side in SIDES:
            for token, listed in scenario.blocks[side].items():
                for code in listed:
                    if code not in pieces.kinds:
                        meant = _meant(code, pieces.kinds)
                        yield f"setup.yaml, {name}, {side} {token}: unknown block {code!r}{meant}."


def set_up_blocks(setup: Setup, pieces: Pieces) -> Problems:
    """8 and 10: no more of a kind than there are; only what may stand on the map."""
    for name, scenario in setup.scenarios.items():
        for side in SIDES:
            for code, number in scenario.placed(side).items():
                kind = pieces.kinds.get(code)
                at = f"setup.yaml, {name}, {side} {code}:"
                if not kind:
                    continue
                if number > kind.count:
                    yield f"{at} {number} placed, but there are {kind.count} [constraint 10]."
                if kind.side != side:
                    yield f"{at} is a {kind.side} block [constraint 8]."
                elif kind.fleet or kind.optional or kind.special == "guard":
                    yield f"{at} must not stand in a place at the start [constraint 8, rule 5.1]."


def on_own_ground(setup: Setup, board: Board) -> Problems:
    """8: nobody begins in a place that the other side controls."""
    for name, scenario in setup.scenarios.items():
        for side in SIDES:
            for token in sorted({*scenario.blocks[side], *scenario.random[side]}):
                place = board.places.get(token)
                if place and place.owner and place.owner != side:
                    yield (
                        f"setup.yaml, {name}: {side} blocks in {token}, which begins "
                        f"{place.owner} [constraint 8, rule 5.1]."
                    )


def starting_blocks(setup: Setup) -> Problems:
    """8: blocks where the rules speak of them; crowns, Orders and Mujahideens."""
    for name, scenario in setup.scenarios.items():
        at = f"setup.yaml, {name}:"
        for side, required in STARTING.items():
            for token in required:
                if token not in scenario.blocks[side] and token not in scenario.random[side]:
                    yield f"{at} {token} has no {side} blocks [constraint 8, rule 5.2]."
        for code, side in ARMY_LEADERS.items():
            found = scenario.placed(side)[code] if side in SIDES else 1
            if found != 1:
                yield f"{at} {code} stands {found} times, must stand once [constraint 8]."
        for code, side, where in (
            ("Zagal", "muslim", ("Malaga",)),
            ("O2h", "christian", ("Sevilla", "Ubeda")),
            ("J4", "muslim", ("Malaga", "Oran")),
        ):
            found_at = sorted(t for t, c in scenario.blocks[side].items() for x in c if x == code)
            if found_at != list(where):
                here = ", ".join(found_at) or "nowhere"
                yield f"{at} {code} at {here}, must be at {' and '.join(where)} [constraint 8]."


def bags(setup: Setup, pieces: Pieces) -> Problems:
    """10: the bags must last for every draw of the game, with a bonus block each year."""
    recruits = [turn.recruits for turn in setup.track if turn.recruits is not None]
    for name, scenario in setup.scenarios.items():
        for side in SIDES:
            fleets = sum(scenario.fleets[side].values())
            built = pieces.count(side=side, fleet=True)
            if fleets > built:
                yield f"setup.yaml, {name}: {fleets} {side} fleets placed, there are {built}."
            fixed = sum(
                number
                for code, number in scenario.placed(side).items()
                if code in pieces.kinds and pieces.kinds[code].faction in EVERY_FACTION
            )
            drawn = sum(scenario.random[side].values())
            bag = _bagged(pieces, side) - fleets - fixed - drawn
            need = scenario.recruitment.get(side, 0) + sum(recruits) + len(recruits)
            if bag < need:
                yield (
                    f"setup.yaml, {name}: the {side} bag holds {bag} blocks after the set-up, "
                    f"the game may draw {need} [constraint 10, rule 6.4]."
                )


def cited_rules(readers: Iterable[Reader], sections: Collection[str]) -> Problems:
    """16: a source is a section of the book."""
    for reader in readers:
        for entry, source in reader.sources:
            for number in re.findall(r"(?<![\w.-])\d+(?:\.\d+)+(?:\.[A-G])?(?![\w-])", source):
                if number not in sections:
                    yield f"{reader.name}, {entry}: no rule {number} in rules.yaml [constraint 16]."


# ---- all of it ----------------------------------------------------------------------------------

OF_BOARD = (
    tokens, named_places, castle_or_watchtower, territories, ports, coasts, sea, resources,
    enemy_towers, hybrid_roads, boabdils_towns, entries_and_pioneers, recruiting, roads, reasons,
)  # fmt: skip
OF_PIECES = (
    totals, codes, strengths, army_leaders, special_blocks, grey_army, shown_blocks,
)  # fmt: skip
OF_CARDS = (deck_sizes, manifest, other_cards, card_fields, card_tokens, naval_numbers, naval_deck)
OF_SETUP = (turn_track, first_hands, starting_blocks)


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file that cannot be read is reported once; what depends on it is left unchecked.
    """
    files = ("board", "pieces", "cards", "setup", "rules")
    readers = tuple(Reader(folder, f"{name}.yaml") for name in files)
    of_board, of_pieces, of_cards, of_setup, of_rules = readers
    data = Data(
        read_board(of_board),
        read_pieces(of_pieces),
        read_cards(of_cards),
        read_setup(of_setup),
        read_rules(of_rules),
    )
    problems = [problem for reader in readers for problem in reader.problems]
    problems += _constraints(data, *readers)
    return list(dict.fromkeys(problems))


def _constraints(
    data: Data, board: Reader, pieces: Reader, cards: Reader, setup: Reader, rules: Reader
) -> Problems:
    if board.sound:
        for on_board in OF_BOARD:
            yield from on_board(data.board)
    if pieces.sound:
        for on_pieces in OF_PIECES:
            yield from on_pieces(data.pieces)
    if cards.sound:
        for on_cards in OF_CARDS:
            yield from on_cards(data.cards)
    if setup.sound:
        for on_setup in OF_SETUP:
            yield from on_setup(data.setup)
    if board.sound and pieces.sound:
        yield from disks(data.pieces, data.board)
    if board.sound and setup.sound:
        yield from on_own_ground(data.setup, data.board)
    if pieces.sound and setup.sound:
        yield from set_up_blocks(data.setup, data.pieces)
        yield from bags(data.setup, data.pieces)
    if board.sound and pieces.sound and setup.sound:
        yield from known_setup(data.setup, data.board, data.pieces)
    if rules.sound:
        yield from cited_rules((board, pieces, cards, setup), data.sections)


# ---- helpers ------------------------------------------------------------------------------------


def _meant(token: str, known: Iterable[str]) -> str:
    near = get_close_matches(token, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _shown(value: object) -> str:
    try:
        shown = repr(value)
    except (ValueError, RecursionError):  # Python will not write a number of 5,000 digits
        return "too long to show"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _not_pair(raw: object) -> str:
    if not isinstance(raw, list) or len(raw) != 2 or not all(isinstance(t, str) for t in raw):
        return "must be a pair of zones"
    return "names the same zone twice" if raw[0] == raw[1] else ""


def _road_label(raw: object, number: int) -> str:
    ends = raw.get("between") if isinstance(raw, dict) else None
    if isinstance(ends, list) and all(isinstance(end, str) for end in ends):
        return "road " + "-".join(ends)
    return f"road {number}"


def _cut_off(nodes: Collection[str], edges: Iterable[tuple[str, ...]]) -> list[str]:
    """The nodes outside the largest part of the graph."""
    beside: dict[str, set[str]] = {node: set() for node in nodes}
    for a, b in edges:
        if a in beside and b in beside:
            beside[a].add(b)
            beside[b].add(a)
    parts: list[set[str]] = []
    left = set(nodes)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {near for node in edge for near in beside[node]} - part
        parts.append(part)
        left -= part
    largest = max(parts, key=len, default=set())
    return [node for node in nodes if node not in largest]


def _chain(start: str, end: str, edges: set[frozenset[str]]) -> set[frozenset[str]]:
    """The edges of the only way from start to end; empty when there is none, or it forks."""
    here, walked = start, set[frozenset[str]]()
    while here != end:
        onward = [edge for edge in edges - walked if here in edge]
        if len(onward) != 1:
            return set()
        walked.add(onward[0])
        here = next(iter(onward[0] - {here}))
    return walked


def _code(kind: Kind) -> str:
    """The code that a block's fields ask for; empty for those with names of their own."""
    if kind.army:
        return ""
    if kind.fleet:
        return {"christian": "CF", "muslim": "MF"}.get(kind.side, "")
    mercenary = {"christian": "M", "muslim": "E"}.get(kind.side, "")
    what = kind.special or kind.faction
    letter = mercenary if what == "mercenaries" else LETTERS.get(what, "")
    grey = "Y" if kind.side == "grey" else ""
    tail = f"{kind.shields}{ARMS[kind.arm]}{'!' if kind.leader else ''}"
    return grey + letter + tail if letter else ""


def _bagged(pieces: Pieces, side: str) -> int:
    """The blocks of a side that can be drawn: of factions, and fleets."""
    kinds = (kind for kind in pieces.kinds.values() if kind.side == side)
    return sum(k.count for k in kinds if k.faction in EVERY_FACTION or k.fleet)


def _row(cards: Cards, side: str, faction: str) -> tuple[int, ...]:
    deck = cards.decks[side].values()
    return tuple(sorted((c.count for c in deck if c.faction == faction), reverse=True))


def _of_type(cards: Cards, side: str, kind: str) -> list[Card]:
    return [card for card in cards.decks[side].values() if card.type == kind]
