"""The data files of Cortés as models: board, units, tables, set-ups.

What is wrong with a field is said in a sentence; what the book demands of all of it together is
proved in `datacheck`. `board.py` compiles these into flat tables for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

from engine.boards.hexes import Numbering
from engine.data import load
from engine.models import (
    MANY,
    Entry,
    File,
    Flag,
    Must,
    Named,
    Note,
    Noted,
    Rows,
    Text,
    is_whole,
    parse,
    table,
    text,
    usable,
    whole,
    word,
    words,
)
from engine.rulebook import Options

SIDES = ("spanish", "aztec")
TYPES = (
    "infantry",
    "cavalry",
    "gunboat",
    "cannon",
    "elite",
    "ally",
    "knight",
    "regular",
    "leader",
)
TERRAINS = (
    "clear",
    "quagmire",
    "dry_land_city",
    "chinampa_city",
    "temple_complex",
    "fortress",
    "major_fortress",
)
REGIONS = ("mainland", "tepeyac", "tenochtitlan", "acachinango", "causeway", "none")
VERSIONS = ("beginner", "veteran")
RETURNS = ("full", "one", "stays", "out")

# ---- what a field may hold -----------------------------------------------------------------------


def _span(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 2 and all(map(is_whole, value))
    good = good and 0 <= value[0] < value[1] <= 99
    return "" if good else "must be [first, last], from 0 to 99"


def _numbers(value: Any) -> str:
    good = isinstance(value, list) and all(_is_number(number) for number in value)
    return "" if good else "must be a list of hexes, four digits each in quotes"


def _is_number(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9]{4}", value) is not None


def _number(value: Any) -> str:
    return "" if _is_number(value) else "must be the number of a hex, four digits in quotes"


def _sides(value: Any) -> str:
    good = isinstance(value, list) and all(
        isinstance(side, str) and re.fullmatch(r"[0-9]{4}-[0-9]{4}", side) for side in value
    )
    return "" if good else 'must be a list of hexsides as "2920-2921"'


def _metres(value: Any) -> str:
    return "" if is_whole(value) and 1 <= value <= 9999 else "must be a number of metres"


def _pair(value: Any) -> str:
    good = not _numbers(value) and len(value) == 2 and value[0] != value[1]
    return "" if good else "must be the numbers of two hexes"


def _falling(value: Any) -> str:
    good = isinstance(value, list) and 1 <= len(value) <= 4
    good = good and all(is_whole(n) and 1 <= n <= 20 for n in value)
    good = good and list(value) == sorted(value, reverse=True)
    return "" if good else "must be factors from 1 to 20 that do not grow as steps are lost [C1]"


def _factors(value: Any) -> str:
    good = isinstance(value, list) and all(is_whole(n) and 0 <= n <= MANY for n in value)
    return "" if good else "must be a list of factors"


def _faces(value: Any) -> str:
    good = isinstance(value, list) and all(is_whole(n) and 1 <= n <= 12 for n in value)
    return "" if good and list(value) == sorted(set(value)) else "must be throws from 1 to 12"


def _six(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 6
    good = good and all(is_whole(n) and 0 <= n <= 4 for n in value)
    return "" if good else "must be six numbers of steps, for a die of 1 to 6"


def _six_words(value: Any) -> str:
    good = isinstance(value, list) and len(value) == 6 and all(w in RETURNS for w in value)
    return "" if good else f"must be six of {', '.join(RETURNS)}, for a die of 1 to 6"


def _losses(value: Any) -> str:
    good = isinstance(value, list) and all(
        isinstance(cell, str) and re.fullmatch(r"[0-9]/[0-9]", cell) for cell in value
    )
    return "" if good else 'must be a row of losses as "1/2", the attacker\'s first'


Span = Annotated[tuple[int, int], Must(_span, _span)]
Number = Annotated[str, Must(_number, _number)]
Numbers = Annotated[tuple[str, ...], Must(_numbers, _numbers)]
Sides = Annotated[tuple[str, ...], Must(_sides, _sides)]
Pair = Annotated[tuple[str, str], Must(_pair, _pair)]
Factors = Annotated[tuple[int, ...], Must(_falling, _factors)]
Faces = Annotated[tuple[int, ...], Must(_faces, _faces)]
Six = Annotated[tuple[int, ...], Must(_six, _six)]
Fates = Annotated[tuple[str, ...], Must(_six_words, _six_words)]
Losses = Annotated[tuple[str, ...], Must(_losses, _losses)]
Tokens = Annotated[tuple[str, ...], words()]
Side = Annotated[str, word(*SIDES)]
Steps = Annotated[int, whole(0, 4)]
Columns = Annotated[int, whole(-3, 0)]
Few = Annotated[int, whole(1, 20)]
Reasons = Annotated[Mapping[str, str], table((), text)]

# ---- board.yaml ----------------------------------------------------------------------------------


class Sheet(Noted):
    """How the hexes are numbered, and how far the map reaches."""

    columns: Span
    rows: Span
    top: Annotated[str, word("flat", "pointy")]
    shoved: Annotated[str, word("odd", "even")]
    metres: Annotated[int, Must(_metres, _metres)]

    @property
    def numbering(self) -> Numbering:
        return Numbering(self.top, self.shoved)  # type: ignore[arg-type]


class Hex(Noted):
    terrain: Annotated[str, word(*TERRAINS)]
    region: Annotated[str, word(*REGIONS)]
    name: Text = ""


class Causeway(Noted):
    """A road from hex to hex; the hexsides of it that have water on both sides."""

    hexes: Numbers
    wet: Sides


class Crossing(Noted):
    """A hexside that is not what its hexes make of it."""

    between: Pair
    kind: Annotated[str, word("land", "water")]


class Area(Noted):
    """A part of the lake."""

    next: Tokens
    cells: Numbers
    closed: Flag = False


class Fort(Noted):
    name: Text
    approach: Tokens


class Map(File):
    file: ClassVar[str] = "board.yaml"
    grid: Sheet
    reasons: Reasons = {}
    hexes: Named[Hex]
    causeways: Named[Causeway]
    hexsides: Rows[Crossing]
    lake: Named[Area]
    forts: Named[Fort]
    temples: Numbers
    stretch: Numbers


# ---- units.yaml ----------------------------------------------------------------------------------


class Kind(Noted):
    """What a counter can do, and how well. No steps: it never fights by itself."""

    name: Text
    type: Annotated[str, word(*TYPES)]
    side: Side
    code: Text
    tribe: Text = ""
    steps: Steps = 0
    combat: Factors = ()
    move: Annotated[int, whole(0, 12)] = 0
    lake: Flag = False


class Tribe(Noted):
    name: Text


class Unit(Noted):
    kind: Text
    name: Text = ""
    token: Text = ""


class Units(File):
    file: ClassVar[str] = "units.yaml"
    kinds: Named[Kind]
    tribes: Named[Tribe]
    spanish: Named[Unit]
    aztec: Named[Unit]
    markers: Annotated[int, whole(2, 2)]
    reasons: Reasons = {}


# ---- tables.yaml ---------------------------------------------------------------------------------


class Ground(Noted):
    """A row of the terrain effects; `enter` 0: nobody may."""

    name: Text
    enter: Annotated[int, whole(0, 2)] = 0
    shift: Columns = 0
    aztec_only: Flag = False
    roads_only: Flag = False


class Road(Noted):
    """What a hexside of a causeway costs each side."""

    spanish: Few
    aztec: Few


class Combat(Entry):
    source: Note
    odds: Tokens
    results: Named[Losses]


class Shift(Noted):
    columns: Few


class Most(Noted):
    most: Few


class Stacking(Entry):
    europeans: Most
    knights: Most


class Shifts(Entry):
    concentric: Shift
    cuauhtemoc: Shift
    cortes: Shift
    sacrifice: Shift


class Objection(Noted):
    least: Few


class Bombardment(Noted):
    aztec: Faces
    ally: Faces
    gunboat: Faces
    gunboat_at_fort: Faces


class Risk(Noted):
    all_lost: Faces
    some_lost: Faces
    lent: Faces
    lent_and_lost: Faces


Modifier = Annotated[int, whole(-6, 0)]


class Desertion(Noted):
    below: Few
    sacrifice: Modifier
    raid: Modifier
    objection: Modifier
    chapultepec: Modifier


class Encircled(Noted):
    steps: Six


class Replenishment(Noted):
    regular: Six
    european: Six
    knight: Six


class Recovery(Noted):
    regular: Fates
    european: Fates


class Trap(Noted):
    plain: Faces
    step: Faces


class Charge(Noted):
    knights: Faces
    regulars: Faces


class Prisoners(Noted):
    taken: Faces


class Disease(Noted):
    strikes: Faces
    spanish: Few
    aztec: Few


class Dice(Entry):
    objection: Objection
    bombardment: Bombardment
    leader: Risk
    desertion: Desertion
    encircled: Encircled
    replenishment: Replenishment
    recovery: Recovery
    trap: Trap
    charge: Charge
    prisoners: Prisoners
    disease: Disease


class Points(Noted):
    points: Few


class LossPoints(Entry):
    rest: Points
    unit: Points
    cuauhtemoc: Points


class Level(Noted):
    """A level of victory: up to so many loss points; the last without a limit."""

    name: Text
    most: Annotated[int, whole(0, 60)] = 0
    winner: Side


class Limit(Noted):
    number: Few


class Limits(Entry):
    setup_distance: Limit
    guard: Limit
    tepeyac_distance: Limit
    bombarding: Limit
    trap_path: Limit
    markers: Limit


class Tables(File):
    file: ClassVar[str] = "tables.yaml"
    terrain: Named[Ground]
    causeway: Road
    combat: Combat
    shifts: Shifts
    stacking: Stacking
    dice: Dice
    points: LossPoints
    victory: Named[Level]
    limits: Limits


# ---- setups.yaml ---------------------------------------------------------------------------------


class Camp(Noted):
    """Where a group begins: about an anchor, or in an area of the lake."""

    anchor: Annotated[str, Must(_number, lambda _: "")] = ""
    radius: Annotated[int, whole(0, 9)] = 0
    area: Text = ""
    units: Tokens
    ruled: Tokens = ()
    overstack: Flag = False


def _crowd(value: Any) -> str:
    good = isinstance(value, list) and value and all(isinstance(one, str) for one in value)
    return "" if good else "must be a list of units (quote numbers)"


crowd = Must(_crowd, _crowd)


class Standard(Noted):
    """A set-up for both sides: Spanish units by number, Aztecs by kind, the top counter first."""

    spanish: Annotated[Mapping[str, tuple[str, ...]], table((), crowd)]
    carriers: Annotated[Mapping[str, str], table((), text)]
    aztec: Annotated[Mapping[str, tuple[str, ...]], table((), crowd)]


class Setups(File):
    file: ClassVar[str] = "setups.yaml"
    camps: Named[Camp]
    standard: Named[Standard]


# ---- all of them ---------------------------------------------------------------------------------


class Data(NamedTuple):
    board: Map
    units: Units
    tables: Tables
    setups: Setups
    rules: Options


def read(raw: Mapping[str, Any]) -> Data:
    """The data that a match pins."""
    with usable("Cortés", "cortes"):
        return Data(
            parse(Map, raw["board"]),
            parse(Units, raw["units"]),
            parse(Tables, raw["tables"]),
            parse(Setups, raw["setups"]),
            parse(Options, raw["rules"]),
        )


def from_folder(folder: Path) -> Data:
    """The same, straight from the files; without options where there is no rules.yaml yet."""
    raw = {part: load(folder / f"{part}.yaml") for part in ("board", "units", "tables", "setups")}
    rules = folder / "rules.yaml"
    raw["rules"] = {"options": load(rules).get("options", {}) if rules.exists() else {}}
    return read(raw)
