"""Victory points: battles, exits, deeds, and provinces held at the end of a turn (8.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.games.hispania.table import data as files
from engine.games.hispania.table.peoples import halves

ANYBODY, CHRISTIANS, MUSLIMS = 0, 1, 2
CHIEF_KIND = -1  # any Chief of those nations

_FAITHS = {"": ANYBODY, "christian": CHRISTIANS, "muslim": MUSLIMS}


class Bounty(NamedTuple):
    """Points for a unit or Chief destroyed in the own sequence; the first that fits counts."""

    points: int  # in halves
    nations: tuple[int, ...]  # empty: whosesoever
    faith: int
    kinds: frozenset[int]  # with CHIEF_KIND for any Chief; empty: see `chief`
    chief: int  # this Chief, or -1
    first: int
    last: int
    led_by: int  # only in battles where this Chief is, or -1


class Exit(NamedTuple):
    nation: int
    to: int
    first: int
    last: int
    points: int
    most: int  # units in all; 0: no limit


class Deed(NamedTuple):
    token: str
    nation: int
    first: int
    last: int
    points: int
    provinces: tuple[int, ...]
    most: int
    but: int  # provinces that may be missing
    zone: int  # points for a whole zone instead


class Holding(NamedTuple):
    """Points for provinces held."""

    turn: int
    points: int  # for each
    provinces: tuple[int, ...]
    zone: int  # or every province of this zone ...
    whole: int  # ... and so many more for all of it
    castles: bool  # income for those with an own Castle, `points` for every other
    in_sequence: bool


class Awards:
    """victory.yaml compiled; each table is indexed by nation."""

    def __init__(
        self,
        raw: files.Victory,
        nation: Mapping[str, int],
        chief: Mapping[str, int],
        place: Mapping[str, int],
        zone: Mapping[str, int],
        kind: Mapping[str, int],
    ) -> None:
        self._nation, self._chief, self._place = nation, chief, place
        self._zone, self._kind = zone, kind
        self.bounties = tuple(
            tuple(self._bounty(row) for row in raw.battles.get(token, ())) for token in nation
        )
        self.holdings = tuple(
            tuple(self._holding(row) for row in raw.provinces[token].rows)
            if token in raw.provinces
            else ()
            for token in nation
        )
        self.exits = tuple(self._exit(row) for row in raw.exits)
        self.deeds = {token: self._deed(token, row) for token, row in raw.deeds.items()}

    def _bounty(self, row: files.Battle) -> Bounty:
        numbers = set(self._kind.values()) if "all" in row.kinds else set()
        numbers |= {self._kind[kind] for kind in row.kinds if kind not in ("all", "chief")}
        return Bounty(
            halves(row.points),
            tuple(self._nation[token] for token in row.nations),
            _FAITHS[row.of],
            frozenset(numbers | ({CHIEF_KIND} if "chief" in row.kinds else set())),
            self._chief[row.chief] if row.chief else -1,
            *row.turns,
            self._chief[row.with_] if row.with_ else -1,
        )

    def _holding(self, row: files.Held) -> Holding:
        return Holding(
            row.turn,
            halves(row.each),
            tuple(self._place[token] for token in row.provinces),
            self._zone[row.zone] if row.zone else -1,
            halves(row.whole),
            row.castles,
            row.when == "sequence",
        )

    def _exit(self, row: files.Exit) -> Exit:
        nation, to = self._nation[row.nation], self._place[row.to]
        return Exit(nation, to, *row.turns, halves(row.points), row.most)

    def _deed(self, token: str, row: files.Deed) -> Deed:
        if not row.span[0]:
            raise ValueError(f"the deed {token} is of no turn")
        return Deed(
            token,
            self._nation[row.nation],
            *row.span,
            halves(row.points),
            tuple(self._place[p] for p in row.provinces),
            row.most,
            row.but,
            halves(row.zone),
        )
