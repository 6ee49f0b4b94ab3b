"""Granada's data files, as the rules, the check and the pictures read them."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pydantic import model_validator

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
    Where,
    is_whole,
    parse,
    point,
    told,
    usable,
    whole,
    word,
    words,
)
from engine.rulebook import Options

T = TypeVar("T")

SEATS = ("christian", "muslim")
FACTIONS = ("castile", "aragon", "leon", "kingdoms", "andalusies", "bannigas", "sarray", "zegries")
SPECIALS = ("orders", "crusaders", "mercenaries", "guard", "mujahideen")
FACTION_CARDS = ("plain", "double", "trumpet")
NUMBERLESS = ("watchtower", "surrender", "papal_bull", "captured", "sortie")
OPTIONAL_CARDS = {
    "papal_bull": "11.2",
    "mobilization": "11.3",
    "captured": "11.4",
    "sortie": "11.5",
    "broadside": "11.6",
}

Side = Annotated[str, word(*SEATS)]
Faction = Annotated[str, word(*FACTIONS)]
Point = Annotated[
    tuple[float, float],
    point(-8, 1, 34, 40, "lies outside the south of Spain and the coast of Africa"),
]


# ---- board.yaml ----------------------------------------------------------------------------------


class Place(Entry):
    name: Text
    at: Point
    territory: Side
    capital: Side = ""
    resource: Flag = False
    castle: Flag = False
    castle_name: Text = ""
    watchtower: Flag = False
    port: Flag = False
    recruit: Annotated[tuple[str, ...], words(*FACTIONS)] = ()
    boabdil: Flag = False
    control: Side = ""
    disk: Text = ""
    coast: Text = ""
    mercenaries: Side = ""
    pioneers: Flag = False
    source: Note
    why: Note

    @property
    def owner(self) -> str:
        """The side that controls the place when the game begins."""
        return self.control or self.territory


class Zone(Noted):
    name: Text
    port: Text
    at: Point


class Road(Entry):
    between: Annotated[tuple[str, ...], words()]
    type: Annotated[str, word("main", "secondary", "hybrid")]
    source: Note
    why: Note

    @model_validator(mode="after")
    def two_ends(self) -> Self:
        if len(self.between) != 2:
            raise told("between must name two places")
        return self

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.between)


def _pair(value: Any) -> str:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(t, str) for t in value):
        return "must be a pair of zones"
    return "names the same zone twice" if value[0] == value[1] else ""


class Board(File):
    file: ClassVar[str] = "board.yaml"
    places: Named[Place]
    zones: Named[Zone]
    sea: Rows[Annotated[tuple[str, str], Must(_pair, _pair, told)]]
    roads: Rows[Road]

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        if where[0] != "roads" or len(where) < 2 or not isinstance(where[1], int):
            return super().label(where, raw)
        row = raw["roads"][where[1]]
        ends = row.get("between") if isinstance(row, dict) else None
        if isinstance(ends, list) and all(isinstance(end, str) for end in ends):
            return "road " + "-".join(ends)
        return f"road {where[1] + 1}"

    def having(self, mark: str) -> set[str]:
        return {token for token, place in self.places.items() if getattr(place, mark)}


# ---- pieces.yaml ---------------------------------------------------------------------------------


class Kind(Entry):
    side: Annotated[str, word(*SEATS, "grey")]
    faction: Annotated[str, word(*FACTIONS, "army", "special", "fleet")]
    shields: Annotated[int, whole(0, 4)]
    arm: Annotated[str, word("horse", "crossbow", "gun")] = ""
    leader: Flag = False
    army: Flag = False
    impact: Annotated[int, whole(2, 2)] = 0
    special: Annotated[str, word(*SPECIALS)] = ""
    fleet: Flag = False
    name: Text = ""
    count: Annotated[int, whole(1, 68)]
    optional: Annotated[str, word("11.1", "11.2")] = ""
    source: Note


class Disk(Entry):
    name: Text
    place: Text
    source: Note


class Pieces(File):
    file: ClassVar[str] = "pieces.yaml"
    kinds: Named[Kind]
    disks: Named[Disk]

    def count(self, **facts: object) -> int:
        """How many blocks have all these facts."""
        return sum(
            kind.count
            for kind in self.kinds.values()
            if all(getattr(kind, fact) == value for fact, value in facts.items())
        )


# ---- cards.yaml ----------------------------------------------------------------------------------


def _naval(low: int, high: int) -> Must:
    def test(value: Any) -> str:
        good = value == "arrow" or (is_whole(value) and low <= value <= high)
        return "" if good else f"must be arrow or a whole number from {low} to {high}"

    return Must(test, test)


class Card(Entry):
    name: Text
    type: Annotated[
        str,
        word(
            *FACTION_CARDS, *NUMBERLESS, *OPTIONAL_CARDS, "commander", "challenge", "charge",
            "crossbowmen", "bombardment",
        ),
    ]  # fmt: skip
    faction: Faction = ""
    count: Annotated[int, whole(1, 74)]
    bid: Annotated[int, whole(1, 20)] = 0
    naval: Annotated[int | str, Must(_naval(1, 9).check, _naval(0, MANY).play)] = 0
    impact: Annotated[int, whole(-3, -2)] = 0
    beside: Flag = False
    optional: Annotated[str, word(*OPTIONAL_CARDS.values())] = ""
    source: Note


class NavalCard(Entry):
    name: Text
    type: Annotated[str, word("quiet", "battle")]
    arms: Side = ""
    count: Annotated[int, whole(1, 17)]
    source: Note


class Cards(File):
    file: ClassVar[str] = "cards.yaml"
    christian: Named[Card]
    muslim: Named[Card]
    naval: Named[NavalCard]

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        return " ".join(str(step) for step in where)

    @property
    def decks(self) -> dict[str, dict[str, Card]]:
        return {"christian": self.christian, "muslim": self.muslim}


# ---- setup.yaml ----------------------------------------------------------------------------------


class Sides(Entry, Generic[T]):
    """Something of each side."""

    christian: T
    muslim: T

    def __getitem__(self, side: str) -> T:
        found: T = getattr(self, side)
        return found


def _codes(value: Any) -> str:
    good = isinstance(value, list) and value and all(isinstance(code, str) for code in value)
    return "" if good else "must be a list of block codes"


Number = Annotated[int, whole(0, 60)]


class Scenario(Entry):
    title: Text
    source: Note
    blocks: Sides[Named[Annotated[tuple[str, ...], Must(_codes, _codes)]]]
    random: Sides[Named[Annotated[int, whole(1, 3)]]]
    fleets: Sides[Named[Annotated[int, whole(1, 60)]]]
    recruitment: Sides[Number]
    hand: Sides[Number]

    def placed(self, side: str) -> Counter[str]:
        return Counter(code for codes in self.blocks[side].values() for code in codes)


def _recruits(number: Must) -> Must:
    return Must(
        lambda value: "" if value is None else number.check(value),
        lambda value: "" if value is None else number.play(value),
    )


class Turn(Entry):
    year: Text
    turn: Annotated[str, word("I", "II")]
    recruits: Annotated[int | None, _recruits(whole(0, 60))]


class Setup(File):
    file: ClassVar[str] = "setup.yaml"
    scenario: Named[Scenario]
    track: Rows[Turn]


class Calendar(Setup):
    """The same as pictures read it: a game without a last turn has no track."""

    track: Rows[Turn] = ()


# ---- all of them ---------------------------------------------------------------------------------


class Data(NamedTuple):
    board: Board
    pieces: Pieces
    cards: Cards
    setup: Setup
    rules: Options


def read(raw: Mapping[str, Any]) -> Data:
    """The data that a match pins."""
    with usable("Granada", "granada"):
        return Data(
            parse(Board, raw["board"]),
            parse(Pieces, raw["pieces"]),
            parse(Cards, raw["cards"]),
            parse(Setup, raw["setup"]),
            parse(Options, raw["rules"]),
        )
