"""Factions, leaders, seats and forms of the First Crusade, as flat tables by number."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.crusade.table import data as files
from engine.games.crusade.table import facts

CRUSADER, MUSLIM, NOBODY = 0, 1, -1
N_FRANKS, S_FRANKS, GERMANS, SICILIANS, N_SYRIANS, S_SYRIANS, MOSUL = range(7)
ARMENIANS, FATIMIDS, BYZANTINES = 7, 8, 9
PLAYED = 7  # a faction below this number is some player's
CARDED = 18  # a leader below this number has cards in the Activation deck


class Faction(NamedTuple):
    token: str
    name: str
    side: int
    sp: int
    knights: int
    resources: int  # in turn 1 only
    markers: tuple[int, ...]
    leaders: tuple[int, ...]  # highest rank first


class Leader(NamedTuple):
    token: str
    name: str
    short: str  # on the map
    faction: int
    rank: int
    av: int  # 0: has no cards
    cv: int
    substitute: str  # who takes his place when he is lost; "" if nobody
    substitute_cv: int

    def value(self, replaced: bool) -> int:
        """The campaign value of the man or of his replacement."""
        return self.substitute_cv if replaced else self.cv


class Seat(NamedTuple):
    token: str
    name: str
    side: int
    factions: tuple[int, ...]


class Form(NamedTuple):
    """Who sits at the table, in the order round it."""

    token: str
    title: str
    seats: tuple[str, ...]
    played: tuple[tuple[int, ...], ...]  # the factions of each seat
    seat_of: tuple[int, ...]  # by played faction
    side_of: tuple[int, ...]  # by seat
    beside: tuple[int, ...]  # by side, how many seats it has


class People:
    """Who there is."""

    def __init__(self, raw: files.Leaders, plans: files.Scenarios) -> None:
        if tuple(raw.factions) != facts.FACTIONS:
            raise ValueError("the factions are not " + ", ".join(facts.FACTIONS))
        if tuple(raw.leaders) != facts.LEADER_NAMES:
            raise ValueError("the leaders are not " + ", ".join(facts.LEADER_NAMES))
        self.faction = {token: i for i, token in enumerate(raw.factions)}
        self.leader = {token: i for i, token in enumerate(raw.leaders)}
        self.leaders = tuple(
            Leader(
                token,
                one.name,
                one.short,
                self.faction[one.faction],
                one.rank,
                one.av,
                one.cv,
                one.replacement.name if one.replacement else "",
                one.replacement.cv if one.replacement else 0,
            )
            for token, one in raw.leaders.items()
        )
        sides = {side: i for i, side in enumerate(facts.SIDES)}
        self.factions = tuple(
            Faction(
                token,
                one.name,
                sides.get(one.side, NOBODY),
                one.sp,
                one.knights,
                one.resources,
                one.markers,
                self._of(number),
            )
            for number, (token, one) in enumerate(raw.factions.items())
        )
        self.side = tuple(f.side for f in self.factions)
        self.faction_of = tuple(one.faction for one in self.leaders)
        self.leader_names = {one.token: one.name for one in self.leaders}
        self.faction_names = {one.token: one.name for one in self.factions}
        self.markers = tuple(sorted({value for f in self.factions for value in f.markers}))
        self._seats(plans)

    def _of(self, faction: int) -> tuple[int, ...]:
        own = [i for i, one in enumerate(self.leaders) if one.faction == faction]
        return tuple(sorted(own, key=lambda i: -self.leaders[i].rank))

    def _seats(self, plans: files.Scenarios) -> None:
        self.seats = {
            token: Seat(token, one.name, self._side(one.factions), self._numbers(one.factions))
            for token, one in plans.seats.items()
        }
        self.seat_names = {token: one.name for token, one in self.seats.items()}
        self.forms = {token: self._form(token, one) for token, one in plans.forms.items()}

    def _numbers(self, tokens: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.faction[token] for token in tokens)

    def _side(self, tokens: tuple[str, ...]) -> int:
        return self.side[self.faction[tokens[0]]]

    def _form(self, token: str, form: files.Form) -> Form:
        seats = [self.seats[name] for name in form.seats]
        holder = {f: i for i, seat in enumerate(seats) for f in seat.factions}
        return Form(
            token,
            form.title,
            form.seats,
            tuple(seat.factions for seat in seats),
            tuple(holder[f] for f in range(PLAYED)),
            tuple(seat.side for seat in seats),
            tuple(sum(seat.side == side for seat in seats) for side in (CRUSADER, MUSLIM)),
        )
