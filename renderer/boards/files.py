"""layout.yaml, as the renderer and its check read it."""

from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import Field

from engine.data import load
from engine.models import (
    Entry,
    FieldError,
    File,
    Flag,
    Must,
    Named,
    Part,
    Rows,
    Text,
    is_number,
    is_whole,
    parse,
    word,
    words,
)
from renderer.errors import RenderError

F = TypeVar("F", bound=File)


def _always(good: Any, problem: str) -> Must:
    def test(value: object) -> str:
        return "" if good(value) else problem

    return Must(test, test)


def _numbers(count: int, problem: str) -> Must:
    return _always(
        lambda v: isinstance(v, list) and len(v) == count and all(map(is_number, v)), problem
    )


def _colour(value: Any) -> bool:
    good = isinstance(value, list) and len(value) == 3
    return good and all(is_whole(part) and 0 <= part <= 255 for part in value)


Number = Annotated[float, _always(is_number, "must be a number")]
Whole = Annotated[int, _always(is_whole, "must be a whole number")]
Spot = Annotated[tuple[float, float], _numbers(2, "must be [x, y]")]
Sides = Annotated[
    tuple[float, float, float, float], _numbers(4, "must be [left, top, right, bottom]")
]
Circle = Annotated[tuple[float, float, float], _numbers(3, "must be [x, y, radius]")]
Tint = Annotated[tuple[int, int, int], _always(_colour, "must be [red, green, blue]")]
Versions = Annotated[
    tuple[int, ...],
    _always(
        lambda v: isinstance(v, list) and all(map(is_whole, v)), "must be a list of whole numbers"
    ),
]
Words = Annotated[tuple[str, ...], words()]


class Region(Entry):
    """The name of a country, a sea or mountains."""

    name: Text
    at: Spot
    size: Whole
    space: Number
    face: Annotated[str, word("capital", "italic")]


class Coat(Part):
    """What the pieces of a side are made of, in one palette."""

    face: Tint
    ink: Tint
    edge: Tint


class SideLook(Entry):
    """The paints of a side, and a shape that tells it without them."""

    standard: Coat
    contrast: Coat
    shape: Annotated[str, word("square", "cut", "round", "hex")] = "square"


class Bearings(Entry):
    """The arms of a people or a faction."""

    field: Tint
    ink: Tint
    charge: Text
    hatch: Text = ""


class Drawn(File):
    """What the layouts of all games have."""

    file: ClassVar[str] = "layout.yaml"
    title: Text
    subtitle: Text
    size: Annotated[tuple[int, int], _numbers(2, "must be [width, height]")]
    frame: Whole
    schemas: Versions
    ground: Text = ""
    layers: Words
    boxes: Named[Sides] = {}
    parts: Named[Sides] = {}
    sides: Named[SideLook] = {}
    arms: Named[Bearings] = {}
    regions: Rows[Region] = ()


# ---- towns and roads -----------------------------------------------------------------------------


class TownSpot(Entry):
    at: Spot
    name: Spot
    stack: Spot | None = None  # where pieces do not look for room themselves
    inside: Spot | None = None
    lines: Words = ()
    beside: Flag = False


class WaterSpot(Entry):
    at: Spot
    name: Spot
    fleets: Named[Spot]


class Towns(Drawn):
    """The layout of a board of towns and roads; lanes and bends say how far a line bulges."""

    compass: Circle | None = None
    places: Named[TownSpot]
    zones: Named[WaterSpot] = {}
    lanes: Named[Number] = {}
    bends: Named[Number] = {}


# ---- areas ---------------------------------------------------------------------------------------


class Projection(Part):
    """From the country to the picture."""

    at: Spot
    corner: Spot
    degree: Number
    narrow: Number


class Arrow(Entry):
    from_: Spot = Field(alias="from")
    to: Spot
    bend: Number = 0


class AreaSpot(Entry):
    at: Spot
    name: Spot
    stack: Spot
    lines: Words = ()


class Realm(Drawn):
    """The layout of a board of areas."""

    areas: Text
    projection: Projection
    tints: Named[Tint]
    beyond: Named[Sides] = {}
    straits: Named[Arrow] = {}
    kinds: Named[Text] = {}
    places: Named[AreaSpot]
    anchors: Named[Spot] = {}


# ---- hexes ---------------------------------------------------------------------------------------


class Ground(Entry):
    """How a terrain is drawn: a tint, and a pattern that tells it without."""

    tint: Tint
    pattern: Annotated[str, word("", "dots", "strokes", "waves", "hatch")] = ""
    wet: Flag = False  # water lies about what stands there


class Inset(Entry):
    """A part of the grid, larger, in a box of the board; the hex in its middle."""

    box: Sides
    middle: Text
    high: Number


class Placed(Part):
    """The upper left corner of the grid, and how high a hex is."""

    at: Spot
    high: Number


class Lattice(Drawn):
    """The layout of a board of hexes. `country`: how land looks all over the sheet, and below it
    how water does, in one picture."""

    country: Text = ""
    hexes: Placed
    closer: Number = 84
    terrains: Named[Ground]
    insets: Named[Inset] = {}
    compass: Circle | None = None


# ---- reading -------------------------------------------------------------------------------------

_THINGS = {
    "places": "place",
    "zones": "sea zone",
    "straits": "strait",
    "terrains": "terrain",
    "insets": "inset",
    "kinds": "piece",
}
_HELD = {"cards.yaml": "card"}  # files whose parts are the decks of the sides


def opened(model: type[F], where: Path, check: bool = False) -> F:
    """A file of a game's folder.  Raises RenderError in a sentence."""
    try:
        return parse(model, load(where / model.file), check)
    except FieldError as error:
        raise RenderError(_sentence(error)) from None


def _sentence(error: FieldError) -> str:
    fault = error.faults[0]
    if fault.lacks and len(fault.where) < 2:
        return f"{error.file}: {fault.lacks!r} is missing."
    part, key = str(fault.where[0]) if fault.where else "", fault.where[-1:]
    if fault.lacks:
        thing = _HELD.get(error.file) or _THINGS.get(part, part)
        return f"{error.file}: the {thing} {key[0]!r} is not complete: {fault.lacks!r}."
    return (
        f"{error.file}: something is not written as it should be: {fault.entry}: {fault.problem}."
    )
