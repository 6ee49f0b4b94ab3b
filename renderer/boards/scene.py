"""What there is to draw, the same words for every game. A game's module makes it from a View.

Its texts are in the language of whoever will look at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.tongues import ENGLISH, Field, Tongue


@dataclass(frozen=True)
class BlockFace:
    """What a block shows to those who may see it."""

    key: str
    side: str
    text: str  # its word in orders, or its name
    faction: str = ""
    shields: int = 0
    sign: str = ""  # an emblem beside the shields
    emblem: str = ""  # a large one instead of shields
    figure: str = ""  # beside the large emblem
    gilt: bool = False
    short: str = ""  # a figure or three letters, for a small face


@dataclass(frozen=True)
class Pile:
    """Blocks of one side in one place, and those of them that the reader knows."""

    side: str
    count: int
    known: tuple[str, ...] = ()
    inside: int = 0
    leaders: tuple[str, ...] = ()  # by name
    steps: str = ""  # of those that are known, where pieces have steps
    faces: tuple[BlockFace, ...] = ()  # those that are known, where they are shown face up
    own: bool = False  # the reader's: all are known
    gone: tuple[bool, ...] = ()  # which of them have marched, if the reader knows


class Rank(NamedTuple):
    """One leader of a host, or those without one: a name, a figure, and what is true of him."""

    name: str
    figure: str
    second: str = ""  # knights
    signs: tuple[str, ...] = ()  # emblems


@dataclass(frozen=True)
class Host:
    """Forces of one people in one place, on a net of points."""

    arms: str
    side: str
    ranks: tuple[Rank, ...]
    walls: bool = False  # they stand inside


@dataclass(frozen=True)
class Spot:
    """A place: who holds it and its castle, and what stands there."""

    place: str
    control: str
    castle: str | None = None
    piles: tuple[Pile, ...] = ()
    defender: str | None = None  # who stands inside when two sides are here
    disk: str | None = None
    pioneers: int = 0
    badges: tuple[str, ...] = ()  # signs of the place: capital, ruin, sacrifice
    arms: str = ""  # of whoever holds it, on a net of points
    hosts: tuple[Host, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()  # emblems with their figures at a corner
    siege: str = ""  # total or partial


@dataclass(frozen=True)
class Squadron:
    zone: str
    side: str
    ships: int
    carried: int
    hosts: tuple[Host, ...] = ()  # aboard, on a net of points


@dataclass(frozen=True)
class Banner:
    """One of the peoples that a side plays: its arms, its name, its purse and its points."""

    arms: str
    name: str
    figure: str
    points: str
    active: bool = False
    lord: str = ""  # the arms of whom it has submitted to


@dataclass(frozen=True)
class Panel:
    """A side's box: a heading, rows of figures with their words, and a line of small print."""

    side: str
    heading: str
    figures: tuple[tuple[str, int], ...]
    note: str = ""
    banners: tuple[Banner, ...] = ()


@dataclass(frozen=True)
class Troop:
    """A line of a roll: pieces of one side in one place, those that the reader knows."""

    place: str  # a place or a sea zone of the layout; "": a box beside the map
    name: str
    count: int
    faces: tuple[BlockFace, ...]
    gone: tuple[bool, ...] = ()  # which of them have marched
    walls: bool = False  # they are shut in

    @property
    def hidden(self) -> int:
        return self.count - len(self.faces)


@dataclass(frozen=True)
class Roll:
    """What a reader's secrets are: all of one side's pieces that the reader knows."""

    side: str
    heading: str
    note: str  # how many, in how many places
    troops: tuple[Troop, ...]


@dataclass(frozen=True)
class Scene:
    game: str
    spots: tuple[Spot, ...]
    squadrons: tuple[Squadron, ...]
    panels: tuple[Panel, ...]
    points: tuple[tuple[str, str], ...]  # side, points in words
    turn: int
    heading: str
    doing: str
    action: tuple[str, ...] = ()  # places where something happens
    summary: tuple[str, ...] = ()  # sentences, the most important first
    details: tuple[str, ...] = field(default=())
    about: Mapping[str, str] = field(default_factory=dict)  # of each place, what stands there
    sides: Mapping[str, Field] = field(default_factory=dict)  # how they are called
    rolls: tuple[Roll, ...] = ()  # below the map: the reader's own pieces, and known foreign ones
    tongue: Tongue = ENGLISH
