"""Colours. Sides differ in lightness as much as in hue, so that nobody needs to tell hues apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from renderer.errors import RenderError

Colour: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Paint:
    """What a side's pieces are made of: the face, what is written on it, its edge, its corners."""

    face: Colour
    ink: Colour
    edge: Colour
    shape: str = "square"  # or cut, round, hex: nobody needs the colours


class Arms(NamedTuple):
    """A faction's shield. The charge tells it without colours: no two of a game share one."""

    field: Colour
    ink: Colour
    charge: str
    hatch: str = ""  # of the land that it holds


@dataclass(frozen=True)
class Palette:
    name: str
    sides: dict[str, Paint]
    paper: Colour
    ink: Colour
    faint: Colour
    accent: Colour
    halo: Colour
    main: Colour  # roads
    minor: Colour
    hybrid: Colour  # the dashes on a hybrid road
    bed: Colour
    sea: Colour
    water: Colour  # behind the names of seas
    gold: Colour
    wash: float  # how far the ground is faded towards white, 0 to 1
    factions: dict[str, Arms]

    def side(self, name: str) -> Paint:
        """The paint of an owner; a place that is nobody's is painted like paper."""
        if name not in self.sides:
            raise RenderError(f"There is no paint for the side {name!r}.")
        return self.sides[name]


_FACTIONS = {
    "castile": Arms((178, 34, 38), (236, 196, 84), "castle"),
    "aragon": Arms((236, 190, 70), (178, 34, 38), "pales"),
    "leon": Arms((240, 234, 222), (116, 44, 112), "bend"),
    "kingdoms": Arms((52, 84, 140), (240, 236, 224), "cross"),
    "andalusies": Arms((34, 96, 62), (244, 226, 150), "disc"),
    "bannigas": Arms((20, 20, 24), (240, 206, 96), "bars"),
    "sarray": Arms((240, 236, 222), (34, 96, 62), "quarters"),
    "zegries": Arms((120, 24, 30), (244, 232, 200), "saltire"),
}

STANDARD = Palette(
    name="standard",
    sides={
        "christian": Paint((250, 243, 224), (146, 24, 30), (92, 60, 40)),
        "muslim": Paint((26, 66, 44), (248, 224, 142), (8, 26, 16), "cut"),
        "grey": Paint((150, 152, 156), (24, 24, 30), (60, 62, 66), "round"),
        "nobody": Paint((206, 198, 178), (70, 62, 52), (90, 82, 70)),
        "purple": Paint((84, 34, 104), (250, 236, 252), (46, 12, 60), "cut"),
        "green": Paint((142, 190, 92), (16, 40, 12), (52, 92, 30), "round"),
        "blue": Paint((52, 98, 178), (255, 255, 255), (18, 44, 96), "hex"),
        "red": Paint((196, 52, 40), (255, 255, 255), (104, 16, 14)),
    },
    paper=(244, 232, 202),
    ink=(44, 30, 20),
    faint=(110, 84, 58),
    accent=(128, 28, 24),
    halo=(247, 238, 212),
    main=(164, 40, 30),
    minor=(70, 52, 38),
    hybrid=(246, 208, 104),
    bed=(250, 240, 212),
    sea=(44, 82, 100),
    water=(160, 190, 195),
    gold=(226, 176, 58),
    wash=0.0,
    factions=_FACTIONS,
)

CONTRAST = Palette(
    name="contrast",
    sides={
        "christian": Paint((255, 255, 255), (0, 0, 0), (0, 0, 0)),
        "muslim": Paint((0, 0, 0), (255, 226, 64), (0, 0, 0), "cut"),
        "grey": Paint((150, 150, 150), (0, 0, 0), (0, 0, 0), "round"),
        "nobody": Paint((214, 214, 214), (0, 0, 0), (60, 60, 60)),
        "purple": Paint((58, 0, 82), (255, 255, 255), (0, 0, 0), "cut"),
        "green": Paint((150, 222, 88), (0, 0, 0), (0, 0, 0), "round"),
        "blue": Paint((20, 88, 200), (255, 255, 255), (0, 0, 0), "hex"),
        "red": Paint((206, 36, 24), (255, 255, 255), (0, 0, 0)),
    },
    paper=(255, 255, 255),
    ink=(0, 0, 0),
    faint=(50, 50, 50),
    accent=(0, 0, 0),
    halo=(255, 255, 255),
    main=(0, 0, 0),
    minor=(0, 0, 0),
    hybrid=(255, 200, 60),
    bed=(255, 255, 255),
    sea=(0, 40, 84),
    water=(210, 222, 226),
    gold=(255, 170, 0),
    wash=0.55,
    factions=_FACTIONS,
)

PALETTES = {p.name: p for p in (STANDARD, CONTRAST)}


def palette(name: str) -> Palette:
    if name not in PALETTES:
        raise RenderError(f"There is no palette {name!r}; there are {', '.join(PALETTES)}.")
    return PALETTES[name]
