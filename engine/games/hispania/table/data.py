"""Hispania's data files, as the rules, the check and the pictures read them."""

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator

from engine.core import DataError
from engine.games.hispania.table.facts import (
    BEYOND,
    CHIEFS,
    KINDS,
    LAST,
    ORDER,
    PROVINCES,
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
    Test,
    Text,
    Where,
    half,
    is_whole,
    parse,
    point,
    table,
    told,
    usable,
    whole,
    word,
    words,
    wrong,
)
from engine.rulebook import Options, Rules

# ---- what a field may hold -----------------------------------------------------------------------


def _two(value: Any, low: int, high: int) -> bool:
    good = isinstance(value, list) and len(value) == 2
    return good and all(is_whole(n) and low <= n <= high for n in value)


def _check_span(value: Any) -> str:
    good = _two(value, 1, LAST) and value[0] <= value[1]
    return "" if good else f"must be [first, last] turn, from 1 to {LAST}"


def _play_span(value: Any) -> str:
    return "" if _two(value, 0, MANY) else "must be [first, last] turn"


def _terrains(low: int, high: int) -> Test:
    """A number for plain and one for mountain."""
    return lambda value: (
        "" if _two(value, low, high) else "must be two numbers, for plain and mountain"
    )


def _pair(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 2 and all(isinstance(t, str) for t in value)
    return "" if good and value[0] != value[1] else "must be the names of two different places"


terrains = Must(_terrains(1, 10), _terrains(0, MANY))
Names = tuple[str, ...]
Units = Mapping[str, int]
Turn = Annotated[int, whole(1, LAST)]
Span = Annotated[tuple[int, int], Must(_check_span, _play_span)]
Point = Annotated[
    tuple[float, float],
    point(-10.5, 5, 35, 44.5, "lies outside the peninsula and its neighbours"),
]
Few = Annotated[int, whole(1, 9)]
Points = Annotated[float, half(0, 9)]
NationName = Annotated[str, word(*ORDER)]
Province = Annotated[str, word(*PROVINCES)]
Provinces = Annotated[Names, words(*PROVINCES)]
Zone = Annotated[str, word(*ZONES)]
Outside = Annotated[str, word(*BEYOND)]
ChiefName = Annotated[str, word(*CHIEFS)]
ChiefNames = Annotated[Names, words(*CHIEFS)]
KindNames = Annotated[Names, words(*KINDS)]
units = table(KINDS, whole(1, 60))
Host = Annotated[Units, units]


# ---- board.yaml ----------------------------------------------------------------------------------


class Land(Noted):
    """A province."""

    name: Text
    at: Point
    zone: Zone
    terrain: Annotated[str, word("plain", "mountain")]
    stack: Annotated[int, whole(1, 5)]
    income: Annotated[float, half(0, 5)]
    landing: Annotated[str, word("anchor", "crossed", "closed")] = ""
    island: Flag = False
    south_of_douro: Flag = False


class Place(Noted):
    """A zone, a river, or what lies beyond the map."""

    name: Text
    at: Point = (0.0, 0.0)


class Way(Noted):
    between: Annotated[tuple[str, str], Must(_pair, _pair)]
    river: Text = ""

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.between)

    @property
    def words(self) -> str:
        return "-".join(self.between)


class Corner(Noted):
    round: Annotated[Names, words()]
    at: Point


class Board(File):
    file: ClassVar[str] = "board.yaml"
    zones: Named[Place]
    provinces: Named[Land]
    beyond: Named[Place]
    gates: Rows[Way]
    straits: Rows[Way]
    rivers: Named[Place]
    corners: Rows[Corner]
    borders: Rows[Way]

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        if where[0] == "corners" and len(where) > 1 and isinstance(where[1], int):
            return f"corner {where[1] + 1}"
        return super().label(where, raw)

    @property
    def ends(self) -> set[frozenset[str]]:
        return {way.ends for way in self.borders}


# ---- units.yaml ----------------------------------------------------------------------------------

Needs = Annotated[
    Mapping[str, Mapping[str, tuple[int, int]]],
    table(KINDS, table(KINDS, terrains)),
]
Bonus = Annotated[int, whole(0, 9)]
Roll = Annotated[int, whole(1, 10)]


class Kind(Noted):
    name: Text
    cost: Annotated[float, half(0, 20)] = 0
    move: Annotated[tuple[int, int], terrains] = (0, 0)
    shots: Annotated[int, whole(1, 3)]
    lives: Annotated[int, whole(1, 3)]
    stacking: Flag = True
    population: Flag = True
    retreat: Flag = True
    as_: Annotated[str, word(*KINDS)] = Field("", alias="as")


class OfChiefs(Part):
    move: Few
    bonus: Bonus
    source: Note


class OfBerbers(Part):
    hits: Roll
    hit_by: Roll
    source: Note


class Bonuses(Part):
    chief: Bonus
    zeal: Bonus
    river: Bonus
    source: Note


class UnitKinds(File):
    file: ClassVar[str] = "units.yaml"
    kinds: Named[Kind]
    chief: OfChiefs
    berber: OfBerbers
    bonus: Bonuses
    attack: Needs
    defence: Needs


# ---- nations.yaml --------------------------------------------------------------------------------


class Seat(Noted):
    name: Text
    group: Text


class Religion(Entry):
    from_: Turn = Field(alias="from")
    source: Note


class Income(Part):
    from_: Turn = Field(0, alias="from")
    never: Flag = False
    castles_only: Flag = False
    half: Flag = False


class Nation(Noted):
    name: Text
    english: Text
    order: Annotated[int, whole(1, 29)]
    seat: Text
    turns: Span
    crescent: Flag = False
    reserve: Annotated[float, half(0, 8)]
    income: Income
    units: Host


class Chief(Noted):
    nation: NationName
    name: Text
    arrives: Turn
    at: Annotated[Names, words("own", *BEYOND)]
    leaves: Annotated[int, whole(1, LAST + 1)]
    end: Flag = False
    heir: NationName = ""


class Dated(Noted):
    """What happens to a nation in a turn."""

    turn: Turn
    nation: NationName


class Arrival(Dated):
    units: Host = {}
    up_to: Host = {}
    at: Annotated[Names, words("own", *BEYOND)]
    otherwise: Outside = ""
    landing: Provinces = ()
    unless_gone: Flag = False

    @model_validator(mode="after")
    def somebody(self) -> Self:
        if bool(self.units) == bool(self.up_to):
            raise told("must have units or up_to")
        return self


class Invasion(Dated):
    zeal: Flag = False
    unlimited_with: ChiefNames = ()
    march: Few = 0


class Ardour(Dated):
    chief: ChiefName


class Gift(Dated):
    when: Annotated[str, word("turn", "start", "end")]
    castles: Few
    first: Province
    take_over: Flag = False


class Removal(Dated):
    chiefs: ChiefNames = ()
    kinds: KindNames = ()


class Right(Noted):
    """What a nation may do in some turns."""

    nation: NationName
    turns: Span


class RightBeyond(Right):
    to: Annotated[Names, words(*BEYOND)]
    leave: Flag = False


class Submission(Noted):
    suzerain: NationName
    vassal: NationName
    most: Few
    must: Flag
    turns: Span
    until: Turn


class Castles(Part):
    count: Few
    first: Province


class Taken(Part):
    """Some of these provinces."""

    from_: Provinces = Field((), alias="from")
    most: Few = 0
    least: Few = 0
    otherwise: Provinces = ()


NONE = Taken.model_validate({})


class OnlyThere(Part):
    zone: Zone
    and_: Provinces = Field((), alias="and")


class Gone(Part):
    """What happens if the old nation has no unit left."""

    province: Province = ""
    place: Outside = ""
    units: Host = {}


def _given(value: object) -> object:
    if value is None:
        raise Part.no_mapping
    return value


class Transformation(Noted):
    turn: Turn
    early: Turn = 0
    old: NationName
    new: NationName
    into: Host = {}
    most: Annotated[int, whole(1, 40)] = 0
    like_for_like: Flag = False
    keeps: KindNames = ()
    least: Host = {}
    gets: Host = {}
    castles: Annotated[Castles | None, BeforeValidator(_given)] = None
    provinces: Provinces = ()
    choice: Taken = NONE
    replace: Few = 0
    where: Annotated[OnlyThere | None, BeforeValidator(_given)] = None
    others: Annotated[str, word("neutral")] = ""
    gone: Gone = Gone()


class Romanisation(Right):
    nation: Annotated[str, word("rome")]


class Mercenary(Noted):
    nation: Annotated[str, word("el-cid")]
    turn: Turn
    never: Annotated[Names, words(*ORDER)]
    pay: Annotated[Mapping[str, float], table(KINDS, half(0, 9))]
    goal: Province


class Nations(File):
    file: ClassVar[str] = "nations.yaml"
    seats: Named[Seat]
    religion: Religion
    nations: Named[Nation]
    chiefs: Named[Chief]
    arrivals: Rows[Arrival]
    invasions: Rows[Invasion]
    ardour: Rows[Ardour]
    naval_supremacy: Rows[Right]
    beyond: Rows[RightBeyond]
    gifts: Rows[Gift]
    romanisation: Romanisation
    submission: Rows[Submission]
    removals: Rows[Removal]
    transformations: Rows[Transformation]
    mercenary: Mercenary


# ---- scenarios.yaml ------------------------------------------------------------------------------


class Scenario(Noted):
    title: Text
    turns: Span
    setup: Text
    start: Annotated[Mapping[str, float], table((), half(0, 50))]


class Setup(Entry):
    source: Note
    why: Note
    units: Annotated[Mapping[str, Mapping[str, Units]], table((), table((), units))]


class TrackTurn(Entry):
    turn: Turn
    years: Text
    title: Text
    score: Flag = False
    source: Note


class Scenarios(File):
    file: ClassVar[str] = "scenarios.yaml"
    scenarios: Named[Scenario]
    setups: Named[Setup]
    track: Rows[TrackTurn]


class Calendar(Scenarios):
    """The same as pictures read it: a game without a last turn has no track."""

    track: Rows[TrackTurn] = ()


# ---- victory.yaml --------------------------------------------------------------------------------


EVER = (1, 99)


class Battle(Noted):
    points: Points
    nations: Annotated[Names, words(*ORDER)] = ()
    of: Annotated[str, word("christian", "muslim")] = ""
    kinds: Annotated[Names, words(*KINDS, "all", "chief")] = ()
    chief: ChiefName = ""
    turns: Span = EVER
    with_: ChiefName = Field("", alias="with")


class Exit(Right):
    to: Outside
    points: Points
    most: Annotated[int, whole(1, 30)] = 0


class Deed(Noted):
    nation: NationName
    turn: Turn = 0
    turns: Span = (0, 0)
    points: Annotated[float, half(-9, 20)]
    most: Few = 0
    but: Bonus = 0
    zone: Points = 0
    provinces: Provinces = ()

    @property
    def span(self) -> tuple[int, int]:
        return (self.turn, self.turn) if self.turn else self.turns


class Held(Entry):
    """Points for provinces held."""

    turn: Turn
    each: Points
    provinces: Provinces = ()
    zone: Zone = ""
    whole: Points = 0
    castles: Flag = False
    when: Annotated[str, word("sequence")] = ""
    source: Text = ""
    why: Text = ""


def _rows(value: object) -> object:
    if not isinstance(value, list):
        raise wrong("must be a list of rows")
    return value


class Card(Entry):
    """What a nation scores for provinces."""

    source: Note
    why: Note
    rows: Annotated[tuple[Held, ...], BeforeValidator(_rows)]


class Victory(File):
    file: ClassVar[str] = "victory.yaml"
    battles: Named[Rows[Battle]]
    exits: Rows[Exit]
    deeds: Named[Deed]
    provinces: Named[Card]

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        steps = tuple(step for step in where if step != "rows")
        part = f"{where[0]}, " if where[0] in ("battles", "provinces") and len(where) > 1 else ""
        return part + super().label(steps, raw)


# ---- areas.json ----------------------------------------------------------------------------------

KILOMETRES = 111.2  # in a degree of latitude
NARROW = 0.766  # a degree of longitude, at forty degrees north


class Arc(BaseModel):
    """A line between two provinces, or between one and the sea or the land beyond."""

    between: tuple[str, str]
    line: Annotated[tuple[tuple[float, float], ...], Field(min_length=2)]

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.between)

    @property
    def length(self) -> float:
        return sum(
            hypot((a[0] - b[0]) * NARROW, a[1] - b[1]) * KILOMETRES for a, b in pairwise(self.line)
        )


class Areas(BaseModel):
    """The shapes of the provinces: lines stand once, and rings are made of their numbers."""

    arcs: tuple[Arc, ...]
    rings: dict[str, tuple[tuple[int, ...], ...]]

    def arc(self, number: int) -> Arc:
        """`~n` is line n run backwards."""
        return self.arcs[number if number >= 0 else ~number]


def read_areas(path: Path) -> Areas:
    try:
        raw = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{path.name}: the file is missing.") from None
    except (OSError, ValueError):
        raise DataError(f"{path.name}: the file cannot be read as JSON.") from None
    try:
        areas = Areas.model_validate_json(raw)
        for ring in (ring for rings in areas.rings.values() for ring in rings):
            for number in ring:
                areas.arc(number)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid":
            raise DataError(f"{path.name}: the file cannot be read as JSON.") from None
        raise DataError(f"{path.name}: {SHAPES}.") from None
    except IndexError:
        raise DataError(f"{path.name}: {SHAPES}.") from None
    return areas


SHAPES = "must hold arcs (between, line) and rings of their numbers"


# ---- rules.yaml ----------------------------------------------------------------------------------


class Special(Entry):
    """A rule of one nation."""

    rule: Text
    summary: Text
    status: Annotated[str, word("later")] = ""


class Index(Rules):
    specials: Named[Special]


# ---- all of them ---------------------------------------------------------------------------------


class Data(NamedTuple):
    board: Board
    units: UnitKinds
    nations: Nations
    scenarios: Scenarios
    victory: Victory
    rules: Options


def read(raw: Mapping[str, Any]) -> Data:
    """The data that a match pins."""
    with usable("Hispania", "hispania"):
        return Data(
            parse(Board, raw["board"]),
            parse(UnitKinds, raw["units"]),
            parse(Nations, raw["nations"]),
            parse(Scenarios, raw["scenarios"]),
            parse(Victory, raw["victory"]),
            parse(Options, raw["rules"]),
        )
