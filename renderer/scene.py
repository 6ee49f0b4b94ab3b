"""What there is to draw, the same words for every game. A game's module makes it from a View."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pile:
    """Blocks of one side in one place, and those of them that the reader knows."""

    side: str
    count: int
    known: tuple[str, ...] = ()
    inside: int = 0
    leaders: tuple[str, ...] = ()  # by name


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
    badges: tuple[str, ...] = ()  # of an area: capital, ruin


@dataclass(frozen=True)
class Squadron:
    zone: str
    side: str
    ships: int
    carried: int


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
