"""What people call leaders, factions, seats and cards: from the public data, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.data import folder
from engine.games.crusade.table.data import (
    Board,
    Card,
    Cards,
    Faction,
    Leader,
    Leaders,
    Prize,
    Scenarios,
    Victory,
)
from engine.tongues import Field, Name
from renderer.boards.files import opened
from renderer.errors import RenderError
from renderer.games.crusade.words import say, undrawn

GAME = "crusade"
SIDES = {"armenians": "armenian", "fatimids": "egypt", "byzantines": "crusader", "": "nobody"}


@dataclass(frozen=True)
class Book:
    """The names of a set of data."""

    leaders: Mapping[str, Leader]
    factions: Mapping[str, Faction]
    seats: Mapping[str, tuple[str, tuple[str, ...]]]  # name, factions
    cards: Mapping[str, Card]
    standard: Mapping[str, str]
    full: Mapping[str, int]  # Resources of each City
    prizes: Mapping[str, Prize]
    periods: tuple[str, ...]
    weathers: tuple[str, ...]
    near: Mapping[str, str]  # the real place at a point

    def leader(self, key: str) -> Name:
        if key not in self.leaders:
            raise RenderError(undrawn("leader", leader=repr(key)))
        return Name(f"crusade.NAMES.leader.{key}", self.leaders[key].name)

    def short(self, key: str, replaced: bool = False) -> str:
        """A leader's name upon the map."""
        if key not in self.leaders:
            raise RenderError(undrawn("leader", leader=repr(key)))
        one = self.leaders[key]
        return one.replacement.name if replaced and one.replacement else one.short

    def faction(self, key: str) -> Field:
        if not key:
            return say("nobody")
        if key not in self.factions:
            raise RenderError(undrawn("faction", faction=repr(key)))
        return Name(f"crusade.NAMES.faction.{key}", self.factions[key].name)

    def side(self, faction: str) -> str:
        """The side in whose colours a faction's pieces are."""
        return SIDES.get(faction) or self.factions[faction].side

    def seat(self, key: str) -> Name:
        if key not in self.seats:
            raise RenderError(undrawn("seat", seat=repr(key)))
        return Name(f"crusade.NAMES.side.{key}", self.seats[key][0])

    def card(self, key: str) -> Name:
        if key in self.standard:
            return Name(f"crusade.NAMES.card.{key}", self.standard[key])
        if key in self.leaders:
            return self.leader(key)
        if key not in self.cards:
            raise RenderError(undrawn("card", card=repr(key)))
        return Name(f"crusade.NAMES.card.{key}", self.cards[key].name)


_kept: dict[tuple[Path, float], Book] = {}


def book() -> Book:
    path = folder(GAME) / "leaders.yaml"
    key = (path, path.stat().st_mtime)
    if key not in _kept:
        _kept[key] = _read(path.parent)
    return _kept[key]


def _read(where: Path) -> Book:
    people, plans = opened(Leaders, where), opened(Scenarios, where)
    cards, board = opened(Cards, where), opened(Board, where)
    return Book(
        people.leaders,
        people.factions,
        {key: (seat.name, seat.factions) for key, seat in plans.seats.items()},
        {**cards.crusader, **cards.muslim},
        {key: card.name for key, card in cards.standard.items()},
        {key: city.resources or city.sdv for key, city in board.cities.items()},
        opened(Victory, where).cities,
        ("", *(row.period for row in plans.track)),
        ("", *(row.weather for row in plans.track)),
        {key: point.near for key, point in board.transit.items()},
    )
