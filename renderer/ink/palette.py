"""Colours. Sides differ in lightness as much as in hue, so that nobody needs to tell hues apart.

What every game is drawn with stands here; paints of sides and arms of factions come from layouts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from renderer.errors import refused
from renderer.words import commas

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
            raise refused("paint", side=repr(name))
        return self.sides[name]


STANDARD = Palette(
    name="standard",
    sides={"nobody": Paint((206, 198, 178), (70, 62, 52), (90, 82, 70))},
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
    factions={},
)

CONTRAST = Palette(
    name="contrast",
    sides={"nobody": Paint((214, 214, 214), (0, 0, 0), (60, 60, 60))},
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
    factions={},
)

PALETTES = {p.name: p for p in (STANDARD, CONTRAST)}


_painted: dict[str, Palette] = {}


def painted(name: str, sides: Mapping[str, Paint], factions: Mapping[str, Arms]) -> Palette:
    """A palette with the paints and arms of a game, under a name that is theirs alone."""
    bare = palette(name)
    if not sides and not factions:
        return bare
    look = repr((sorted(sides.items()), sorted(factions.items())))
    key = f"{name} {sha256(look.encode()).hexdigest()[:16]}"
    if key not in _painted:
        both = {**bare.sides, **sides}
        _painted[key] = replace(bare, name=key, sides=both, factions=dict(factions))
    return _painted[key]


def palette(name: str) -> Palette:
    if name in _painted:
        return _painted[name]
    if name not in PALETTES:
        raise refused("palette", name=repr(name), palettes=commas(PALETTES))
    return PALETTES[name]
