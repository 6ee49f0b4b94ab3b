"""The nations and their calendar: who comes when, who becomes whom, who kneels to whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.games.hispania.table import data as files

OWN = -1  # any province that the nation holds
NOBODY = "neutral"
Units = tuple[tuple[int, int], ...]  # kind, how many


class Nation(NamedTuple):
    """1.0: a nation; its place in the table is its place in the order of play, less one."""

    token: str
    name: str
    english: str
    seat: int
    first: int
    last: int
    muslim: bool
    reserve: int  # gold it may keep, in halves
    income_from: int  # turn of its first income; 0: never
    castles_only: bool
    half: bool
    limits: tuple[int, ...]  # counters, by kind


class Chief(NamedTuple):
    token: str
    name: str
    nation: int
    arrives: int
    at: tuple[int, ...]
    leaves: int  # at the start of the nation's sequence in that turn ...
    at_end: bool  # ... or at the end of that turn
    heir: int  # the nation that takes him over, or -1


class Arrival(NamedTuple):
    """3.2: reinforcements."""

    turn: int
    nation: int
    units: Units
    up_to: bool  # the difference to what stands on the map
    at: tuple[int, ...]
    otherwise: int  # where they come if no province is held, or -1
    landing: tuple[int, ...]  # the only provinces to land in; empty: any anchor
    unless_gone: bool


class Invasion(NamedTuple):
    turn: int
    nation: int
    zeal: bool
    unlimited_with: tuple[int, ...]  # Chiefs
    march: int


class Ardour(NamedTuple):
    turn: int
    nation: int
    chief: int


class Right(NamedTuple):
    """5.6: something that a nation may do in some turns: the sea, beyond the map (5.4)."""

    nation: int
    first: int
    last: int
    to: tuple[int, ...]
    leaves: bool


class Gift(NamedTuple):
    turn: int
    nation: int
    when: str  # at the start of the turn, or at the start or end of the sequence
    castles: int
    where: int  # the first of them
    take_over: bool


class Pair(NamedTuple):
    """9.6: who may be subdued by whom."""

    suzerain: int
    vassal: int
    most: int
    must: bool
    first: int
    last: int
    until: int


class Removal(NamedTuple):
    turn: int
    nation: int
    chiefs: tuple[int, ...]
    kinds: tuple[int, ...]  # empty: everything


class Change(NamedTuple):
    """9.4: one nation becomes another at the end of a turn."""

    turn: int
    early: int  # the turn in which it may happen already, or 0
    old: int
    new: int
    into: Units  # the most that may come of it
    most: int  # units in all; 0: no limit
    like_for_like: bool
    keeps: tuple[int, ...]  # kinds that stay whatever `most` says
    least: Units
    gets: Units
    castles: int
    first_castle: int  # or -1
    provinces: tuple[int, ...]  # given whoever holds them
    choice: tuple[int, ...]
    choice_most: int
    choice_least: int
    otherwise: tuple[int, ...]
    replace: int  # Castles of the old nation that may be kept for an Infantry each
    zone: int  # only what stands in this zone ...
    also: tuple[int, ...]  # ... and in these provinces; -1 and nothing: everywhere
    neutral: bool  # what stands elsewhere stays as nobody's
    gone_at: int  # where it appears if the old nation has no unit left, or -1
    gone_units: Units


def halves(amount: float) -> int:
    """Gold or points: whole or half in the data, whole numbers of halves in the tables."""
    return int(amount * 2)


class Peoples:
    """nations.yaml compiled."""

    def __init__(
        self,
        raw: files.Nations,
        place: Mapping[str, int],
        zone: Mapping[str, int],
        kind: Mapping[str, int],
    ) -> None:
        self._place, self._zone, self._kind = place, zone, kind
        self.seats = tuple(raw.seats)
        self.seat_names = {token: s.name for token, s in raw.seats.items()}
        self.religion_from = raw.religion.from_
        self._nations(raw.nations)
        self.chiefs = tuple(self._chief(token, c) for token, c in raw.chiefs.items())
        self.chief = {chief.token: i for i, chief in enumerate(self.chiefs)}
        self.chief_names = {chief.token: chief.name for chief in self.chiefs}
        self._calendar(raw)
        self.pairs = tuple(self._pair(row) for row in raw.submission)
        self.removals = tuple(self._removal(row) for row in raw.removals)
        self.changes = tuple(self._change(row) for row in raw.transformations)
        self._mercenary(raw.mercenary)

    def _nations(self, raw: Mapping[str, files.Nation]) -> None:
        self.nation = {token: i for i, token in enumerate(raw)}
        if [row.order for row in raw.values()] != list(range(1, len(raw) + 1)):
            raise ValueError("the nations do not stand in the order of play")
        self.nations = tuple(self._nation(token, n) for token, n in raw.items())
        self.nation_names = {nation.token: nation.name for nation in self.nations}
        # the last row of every table is nobody's: the neutral WISIGOTH (11.13)
        self.tokens = (*self.nation, NOBODY)
        self.row = {token: i for i, token in enumerate(self.tokens)}
        self.seat_of = (*(nation.seat for nation in self.nations), -1)
        self.of_seat = tuple(
            tuple(i for i, n in enumerate(self.nations) if n.seat == seat)
            for seat in range(len(self.seats))
        )

    def _nation(self, token: str, n: files.Nation) -> Nation:
        if not n.income.never and not n.income.from_:
            raise ValueError(f"{token} collects gold, but from no turn on")
        return Nation(
            token,
            n.name,
            n.english,
            self.seats.index(n.seat),
            *n.turns,
            n.crescent,
            halves(n.reserve),
            0 if n.income.never else n.income.from_,
            n.income.castles_only,
            n.income.half,
            tuple(n.units.get(kind, 0) for kind in self._kind),
        )

    def _chief(self, token: str, c: files.Chief) -> Chief:
        return Chief(
            token,
            c.name,
            self.nation[c.nation],
            c.arrives,
            self._entries(c.at),
            c.leaves,
            c.end,
            self.nation[c.heir] if c.heir else -1,
        )

    def _calendar(self, raw: files.Nations) -> None:
        self.arrivals = tuple(self._arrival(row) for row in raw.arrivals)
        self.invasions = tuple(
            Invasion(
                row.turn,
                self.nation[row.nation],
                row.zeal,
                tuple(self.chief[chief] for chief in row.unlimited_with),
                row.march,
            )
            for row in raw.invasions
        )
        self.ardour = tuple(
            Ardour(row.turn, self.nation[row.nation], self.chief[row.chief]) for row in raw.ardour
        )
        self.naval_supremacy = tuple(self._right(row) for row in raw.naval_supremacy)
        self.beyond = tuple(
            self._right(row)._replace(to=self._all(row.to), leaves=row.leave) for row in raw.beyond
        )
        self.gifts = tuple(
            Gift(
                row.turn,
                self.nation[row.nation],
                row.when,
                row.castles,
                self._place[row.first],
                row.take_over,
            )
            for row in raw.gifts
        )
        self.romanisation = self._right(raw.romanisation)

    def _arrival(self, row: files.Arrival) -> Arrival:
        return Arrival(
            row.turn,
            self.nation[row.nation],
            self._units(row.units or row.up_to),
            bool(row.up_to),
            self._entries(row.at),
            self._place[row.otherwise] if row.otherwise else -1,
            self._all(row.landing),
            row.unless_gone,
        )

    def _right(self, row: files.Right) -> Right:
        return Right(self.nation[row.nation], *row.turns, (), False)

    def _pair(self, row: files.Submission) -> Pair:
        suzerain, vassal = self.nation[row.suzerain], self.nation[row.vassal]
        return Pair(suzerain, vassal, row.most, row.must, *row.turns, row.until)

    def _removal(self, row: files.Removal) -> Removal:
        return Removal(
            row.turn,
            self.nation[row.nation],
            tuple(self.chief[chief] for chief in row.chiefs),
            tuple(self._kind[kind] for kind in row.kinds),
        )

    def _change(self, row: files.Transformation) -> Change:
        choice, castles, where = row.choice, row.castles, row.where
        gone_at = row.gone.province or row.gone.place
        return Change(
            row.turn,
            row.early,
            self.nation[row.old],
            self.nation[row.new],
            self._units(row.into),
            row.most,
            row.like_for_like,
            tuple(self._kind[kind] for kind in row.keeps),
            self._units(row.least),
            self._units(row.gets),
            castles.count if castles else 0,
            self._place[castles.first] if castles else -1,
            self._all(row.provinces),
            self._all(choice.from_),
            choice.most,
            choice.least,
            self._all(choice.otherwise),
            row.replace,
            self._zone[where.zone] if where else -1,
            self._all(where.and_) if where else (),
            row.others == NOBODY,
            self._place[gone_at] if gone_at else -1,
            self._units(row.gone.units),
        )

    def _mercenary(self, raw: files.Mercenary) -> None:
        self.mercenary = self.nation[raw.nation]
        self.mercenary_turn = raw.turn
        self.mercenary_goal = self._place[raw.goal]
        self.never_hires = tuple(self.nation[nation] for nation in raw.never)
        self.pay = tuple(halves(raw.pay.get(kind, 0)) for kind in self._kind)

    def _units(self, raw: files.Units) -> Units:
        return tuple((self._kind[kind], number) for kind, number in raw.items())

    def _all(self, tokens: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._place[token] for token in tokens)

    def _entries(self, tokens: Iterable[str]) -> tuple[int, ...]:
        return tuple(OWN if token == "own" else self._place[token] for token in tokens)
