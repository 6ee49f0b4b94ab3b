"""The data files of the First Crusade, as the rules, the check and the pictures read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BeforeValidator, Field

from engine.games.crusade.table.facts import (
    BOXES,
    D66,
    FACTIONS,
    FORMATIONS,
    LAST,
    LEADER_NAMES,
    PLAYED,
    SIDES,
    STALEMATE,
    WEATHERS,
    ZONES,
)
from engine.models import (
    MANY,
    Entry,
    File,
    Flag,
    Must,
    Named,
    Note,
    Noted,
    Part,
    Rows,
    Text,
    Where,
    is_number,
    is_whole,
    parse,
    point,
    table,
    usable,
    whole,
    word,
    words,
    wrong,
)
from engine.rulebook import Options

# ---- what a field may hold -----------------------------------------------------------------------


def _ends(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 2 and all(isinstance(t, str) for t in value)
    return "" if good and value[0] != value[1] else "must be the names of two different spaces"


def _latitude(value: object) -> str:
    good = is_number(value) and 30 <= value <= 40  # type: ignore[operator]
    return "" if good else "must be a latitude from 30 to 40"


def _any_number(value: object) -> str:
    return "" if is_number(value) else "must be a number"


def _numbers(low: int, high: int, count: int = 0) -> Must:
    """Whole numbers, in a list."""

    def check(value: Any) -> str:
        good = isinstance(value, list) and bool(value) and len(value) == (count or len(value))
        if good and all(is_whole(n) and low <= n <= high for n in value):
            return ""
        return f"must be {count or 'some'} whole numbers from {low} to {high}"

    def play(value: Any) -> str:
        good = isinstance(value, list) and all(is_whole(n) and abs(n) <= MANY for n in value)
        return "" if good else "must be whole numbers"

    return Must(check, play)


def _signed(low: int, high: int) -> Must:
    """A whole number that may be below nought."""

    def fits(value: object, low: int, high: int) -> bool:
        return is_whole(value) and low <= value <= high  # type: ignore[operator]

    return Must(
        lambda v: "" if fits(v, low, high) else f"must be a whole number from {low} to {high}",
        lambda v: "" if fits(v, -MANY, MANY) else "must be a whole number",
    )


def _six(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 6 and all(f in FORMATIONS for f in value)
    return "" if good else f"must be six of {', '.join(FORMATIONS)}"


def _adjusting(value: object) -> str:
    good = value == STALEMATE or (is_whole(value) and -9 <= value <= 9)  # type: ignore[operator]
    return "" if good else f"must be {STALEMATE} or a whole number from -9 to 9"


def _rows(value: object) -> object:
    if not isinstance(value, list):
        raise wrong("must be a list of rows")
    return value


Names = tuple[str, ...]
Point = Annotated[
    tuple[float, float], point(33.5, 40, 31, 38.9, "lies outside the Levant of this map")
]
Latitude = Must(_latitude, _any_number)
Turn = Annotated[int, whole(1, LAST)]
Strength = Annotated[int, whole(0, 99)]
FactionName = Annotated[str, word(*FACTIONS)]
LeaderName = Annotated[str, word(*LEADER_NAMES)]
ZoneName = Annotated[str, word(*ZONES)]
Cost = Annotated[int, whole(0, 5)]
Drm = Annotated[int, _signed(-9, 9)]
Six = Annotated[Names, Must(_six, _six)]
Adjusting = Annotated[
    Mapping[str, Mapping[str, int | str]],
    table(FORMATIONS, table(FORMATIONS, Must(_adjusting, _adjusting))),
]


# ---- board.yaml ----------------------------------------------------------------------------------


class City(Noted):
    """A City: its one gate, its siege defence value; Resources are as many unless said."""

    at: Point
    gate: Text = ""
    sdv: Annotated[int, whole(1, 9)]
    resources: Annotated[int, whole(1, 20)] = 0
    port: ZoneName = ""
    deep: Flag = False


class Town(Noted):
    name: Text = ""
    at: Point
    port: ZoneName = ""


class Transit(Noted):
    """A numbered point; Syrian Gates has a name besides, and doubles who defends it."""

    name: Text = ""
    number: Text = ""
    at: Point
    value: Annotated[int, whole(1, 5)]
    near: Text
    double: Flag = False


class Box(Noted):
    name: Text
    edge: Text
    near: Text = ""
    value: Annotated[int, whole(0, 0)]
    links: Annotated[Names, words()]
    closed: Flag = False
    only: FactionName = ""
    zone: ZoneName = ""
    deep: Flag = False


class Way(Noted):
    """A connection; `look` is for the painter alone."""

    ends: Annotated[tuple[str, str], Must(_ends, _ends)]
    type: Annotated[str, word("road", "river", "gate", "entry")]
    river: Annotated[str, word("Jordan", "Orontes", "Euphrates", "Yarmuk")] = ""
    look: Annotated[str, word("plain", "mountain", "desert", "bridge")] = "plain"

    @property
    def both(self) -> frozenset[str]:
        return frozenset(self.ends)

    @property
    def words(self) -> str:
        return "-".join(self.ends)


class Zone(Noted):
    name: Text
    at: Point
    ports: Annotated[Names, words()]
    next: Annotated[Names, words(*ZONES)]
    fleets_arrive: Flag = False


class Board(File):
    file: ClassVar[str] = "board.yaml"
    rows: Annotated[Mapping[str, float], table(tuple("ABCDEFGHIJKLM"), Latitude)]
    cities: Named[City]
    towns: Named[Town]
    transit: Named[Transit]
    boxes: Named[Box]
    connections: Rows[Way]
    zones: Named[Zone]

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        """A connection is called by its ends."""
        if where[0] == "connections" and len(where) > 1 and isinstance(where[1], int):
            row = raw["connections"][where[1]]
            ends = row.get("ends") if isinstance(row, dict) else None
            if isinstance(ends, list):
                return "connection " + "-".join(map(str, ends))
        return super().label(where, raw)

    @property
    def spots(self) -> dict[str, tuple[float, float]]:
        """Where every space of the map lies."""
        found = {token: city.at for token, city in self.cities.items()}
        found |= {token: town.at for token, town in self.towns.items()}
        return found | {token: point.at for token, point in self.transit.items()}

    @property
    def harbours(self) -> dict[str, str]:
        """The zone of every City and Town that is a port, "" of the others."""
        found = {token: city.port for token, city in self.cities.items()}
        return found | {token: town.port for token, town in self.towns.items()}


# ---- leaders.yaml --------------------------------------------------------------------------------


class Faction(Noted):
    name: Text
    side: Annotated[str, word(*SIDES, "nobody")]
    sp: Strength = 0
    knights: Annotated[int, whole(0, 9)] = 0
    resources: Annotated[int, whole(0, 20)] = 0  # in turn 1 only
    markers: Annotated[tuple[int, ...], _numbers(1, 30, 5)] = ()


class Replacement(Part):
    name: Text
    cv: Annotated[int, whole(1, 5)]


class Leader(Noted):
    """av: what one of his cards costs; 0 for those without cards."""

    name: Text
    short: Text
    faction: FactionName
    rank: Annotated[int, whole(1, 3)]
    av: Annotated[int, whole(0, 5)] = 0
    cv: Annotated[int, whole(1, 5)]
    replacement: Replacement | None = None


class Leaders(File):
    file: ClassVar[str] = "leaders.yaml"
    factions: Named[Faction]
    leaders: Named[Leader]


# ---- cards.yaml ----------------------------------------------------------------------------------


class Caravan(Part):
    city: Text
    resources: Annotated[int, whole(1, 20)]


class Card(Noted):
    """hold: it may be kept in hand; turn: only until the Recovery of its turn."""

    name: Text
    count: Annotated[int, whole(1, 9)]
    hold: Flag = False
    turn: Flag = False
    caravan: Caravan | None = None


class Standard(Noted):
    name: Text
    count: Annotated[int, whole(1, 9)]


class OfLeaders(Entry):
    count: Annotated[int, whole(1, 9)]
    source: Note


class Cards(File):
    file: ClassVar[str] = "cards.yaml"
    crusader: Named[Card]
    muslim: Named[Card]
    standard: Named[Standard]
    leader: OfLeaders


# ---- tables.yaml ---------------------------------------------------------------------------------


class FormationRow(Part):
    cv: Annotated[int, whole(1, 6)]
    dice: Six


class Formations(Noted):
    rows: Annotated[tuple[FormationRow, ...], BeforeValidator(_rows)]


class Adjustment(Noted):
    rows: Adjusting


class BattleRow(Part):
    """Per cent lost; `unpredictable` sends to the row with another tag."""

    total: Annotated[int, _signed(-20, 40)]
    attacker: Annotated[int, whole(0, 100)] = 0
    defender: Annotated[int, whole(0, 100)] = 0
    tag: Annotated[int, whole(1, 6)] = 0
    unpredictable: Drm | None = None


class Battle(Noted):
    rows: Annotated[tuple[BattleRow, ...], BeforeValidator(_rows)]


class AssaultRow(Part):
    total: Annotated[int, _signed(-9, 20)]
    points: Annotated[int, whole(0, 9)]
    defender: Annotated[int, whole(0, 20)]
    attacker: Annotated[int, whole(0, 20)]


class Assault(Noted):
    rows: Annotated[tuple[AssaultRow, ...], BeforeValidator(_rows)]
    over_three: Drm
    over_two: Drm
    fewer: Drm
    not_besieged: Drm
    butimides: Drm
    vision: Drm


class SiegeLosses(Noted):
    first: Annotated[int, _signed(-9, 20)]
    losses: Annotated[tuple[int, ...], _numbers(0, 40)]


class HarassmentRow(Part):
    total: Annotated[int, _signed(-9, 20)]
    muslim: Annotated[int, whole(0, 9)] = 0
    crusader: Annotated[int, whole(0, 9)] = 0


class Harassment(Noted):
    rows: Annotated[tuple[HarassmentRow, ...], BeforeValidator(_rows)]


class Plague(Noted):
    rows: Annotated[Mapping[str, tuple[int, ...]], table((), _numbers(min(D66), max(D66)))]


class ArrivalRow(Part):
    turn: Turn
    most: Annotated[int, whole(1, 6)]


class Arrival(Noted):
    rows: Annotated[tuple[ArrivalRow, ...], BeforeValidator(_rows)]


class Fleets(Noted):
    """Counters of each side; what a counter has, moves, needs and carries for each NSP."""

    crusader: Annotated[int, whole(1, 9)]
    egypt: Annotated[int, whole(1, 9)]
    nsp: Annotated[int, whole(1, 9)]
    move: Annotated[int, whole(1, 9)]
    port: Annotated[int, whole(1, 20)]
    winter_port: Annotated[int, whole(0, 20)]
    carries: Annotated[int, whole(1, 20)]


class Tables(File):
    file: ClassVar[str] = "tables.yaml"
    formations: Named[Formations]
    adjustment: Named[Adjustment]
    battle: Battle
    assault: Assault
    siege: SiegeLosses
    harassment: Harassment
    plague: Plague
    kerbogha: Arrival
    fleets: Fleets


# ---- scenarios.yaml ------------------------------------------------------------------------------


class Seat(Noted):
    name: Text
    factions: Annotated[Names, words(*PLAYED)]


class Form(Noted):
    title: Text
    seats: Annotated[Names, words()]


class TrackTurn(Noted):
    turn: Turn
    period: Text
    short: Text
    weather: Annotated[str, word(*WEATHERS)]
    heat: Flag = False


class Dates(Noted):
    lists: Turn
    reveal: Turn
    end: Turn


class Start(Noted):
    """Who controls a space or box when play begins, and who is in it."""

    control: FactionName
    leader: LeaderName = ""
    sp: Strength = 0
    fleets: Annotated[int, whole(0, 9)] = 0
    true_cross: Flag = False


class Reinforcement(Noted):
    leader: LeaderName
    sp: Strength
    box: Annotated[str, word(*BOXES)]
    from_: Turn = Field(alias="from")


class Scenarios(File):
    file: ClassVar[str] = "scenarios.yaml"
    seats: Named[Seat]
    forms: Named[Form]
    track: Rows[TrackTurn]
    dates: Dates
    setup: Named[Start]
    kerbogha: Reinforcement


# ---- victory.yaml --------------------------------------------------------------------------------


class Prize(Noted):
    """What a City is worth at the end."""

    crusader: Annotated[int, whole(0, 50)] = 0
    muslim: Annotated[int, whole(0, 50)] = 0
    mosul: Annotated[int, whole(0, 50)] = 0


class Lists(Noted):
    mosul: Annotated[int, whole(1, 11)]
    crusader: Annotated[int, whole(1, 8)]
    missed: Annotated[int, whole(0, 9)]
    desertion: Annotated[int, whole(0, 100)]


class Worth(Noted):
    points: Annotated[int, whole(0, 50)]


class Victory(File):
    file: ClassVar[str] = "victory.yaml"
    cities: Named[Prize]
    lists: Lists
    true_cross: Worth
    destroyed: Worth


# ---- all of them ---------------------------------------------------------------------------------


class Data(NamedTuple):
    board: Board
    leaders: Leaders
    cards: Cards
    tables: Tables
    scenarios: Scenarios
    victory: Victory
    rules: Options


def read(raw: Mapping[str, Any]) -> Data:
    """The data that a match pins."""
    with usable("The First Crusade", "crusade"):
        return Data(
            parse(Board, raw["board"]),
            parse(Leaders, raw["leaders"]),
            parse(Cards, raw["cards"]),
            parse(Tables, raw["tables"]),
            parse(Scenarios, raw["scenarios"]),
            parse(Victory, raw["victory"]),
            parse(Options, raw["rules"]),
        )
